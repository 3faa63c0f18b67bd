import type { TransitionCommand } from "../ast.js";
import { nearest } from "../nearest.js";
import type { ProblemSink } from "../problem.js";

/** The states a TRANSITION can name, by what else the move takes (§52.5). */
const MOVES: ReadonlyMap<string, "successor" | "activity" | "plain"> = new Map([
  ["retracted", "plain"],
  ["superseded", "successor"],
  ["corrected", "successor"],
  ["running", "activity"],
  ["completed", "activity"],
  ["failed", "activity"],
  ["cancelled", "activity"],
  ["archived", "plain"],
  ["tombstoned", "plain"],
]);

/** Which element takes which state; the text of a command does not always tell what its target is. */
const STATES_BY_KIND =
  'An Assertion moves to "retracted" or "superseded", Evidence to "corrected", an Activity to "running", "completed", "failed" or "cancelled"; any element to "archived" or "tombstoned".';

/**
 * Reports BY and SET clauses on moves that do not take them, a missing BY, and states that do not exist (§52.5). A
 * state in a parameter is judged when it is bound.
 */
export function checkTransition(command: TransitionCommand, report: ProblemSink): void {
  const { state, by, actions, from, to } = command;
  if (state.type !== "Literal") return;
  const move = MOVES.get(String(state.value));
  if (move === undefined) {
    const states = [...MOVES.keys()];
    const similar = nearest(String(state.value), states);
    report({
      code: "InvalidLifecycleTransition",
      from: state.from,
      to: state.to,
      message: `${state.source} is no state that TRANSITION can name.`,
      found: state.source,
      expected: states.map((name) => JSON.stringify(name)),
      hint: similar === null ? STATES_BY_KIND : `Did you mean "${similar}"? ${STATES_BY_KIND}`,
    });
    return;
  }
  if (move === "successor" && by === null) {
    report({
      from,
      to,
      message: `A move to ${state.source} names its successor.`,
      expected: ["BY"],
      hint: `Write TO ${state.source} BY :new, where :new is the newer record.`,
    });
  }
  if (move !== "successor" && by !== null) {
    report({
      from: by.from,
      to: by.to,
      message: `BY names a successor, and a move to ${state.source} has none.`,
      found: "BY",
      hint: 'Leave BY out, or move TO "superseded" or "corrected".',
    });
  }
  const [action] = actions;
  if (move !== "activity" && action !== undefined) {
    report({
      from: action.from,
      to: action.to,
      message: `SET finishes an Activity; a move to ${state.source} writes nothing else.`,
      found: "SET",
      hint: "Leave SET out, and write fields with UPDATE where they may change.",
    });
  }
}
