import type { TransitionCommand } from "../lang/index.js";
import {
  type Activity,
  type Assertion,
  type Digest,
  type Element,
  type ElementId,
  type ElementKind,
  type Evidence,
  isInOrdinaryRecall,
  kindOfId,
  kipError,
} from "../model/index.js";
import { isTerminalStatus } from "../schema/index.js";
import { aKind } from "./describe.js";
import { evaluateValue } from "./evaluate.js";
import { readNullableTimestamp, readStatedDigest, unknownField } from "./fields.js";
import { isMoveState, MOVES, type MoveState, movesInWords, movesOf } from "./lifecycle.js";
import type { MutationPlan } from "./plan.js";
import { addReferences } from "./records.js";
import { resolveReference } from "./references.js";
import { selectTargets, type Target } from "./select.js";
import { sameContent } from "./stamp.js";
import { requireCompatible } from "./supersession.js";
import { evaluateScalar, requireText } from "./values.js";

/**
 * Plans the moves of a TRANSITION (§52.5). Whether a move is legal is judged on the state the command found, or, for
 * an element of the same block, on the one it is created in; a move to the state already held changes nothing.
 * A move is of the element that was named or selected, never of the one it was merged into: tidying away a duplicate
 * must not take its survivor along.
 * @throws `InvalidLifecycleTransition` for a state that is not the kind's or cannot be reached, `InvalidSyntax` for BY
 * or SET on a state that takes none, `SupersessionMismatch`, `EvidenceCorrectionConflict`, `ActivityTerminal`,
 * `DuplicateMutationTarget` for two different moves of one element; whatever selection and references throw.
 */
export function planTransition(plan: MutationPlan, command: TransitionCommand): void {
  const state = readState(plan, command);
  requireClauses(command, state);
  for (const target of selectTargets(plan, command, "TRANSITION", "exact")) {
    const element = plan.element(target.id);
    if (element) moveElement(plan, command, state, target, element);
  }
}

/** Where no state of the element would make the move legal, another look at it does not help. */
const OTHER_INPUT = "requires_different_input";

function readState(plan: MutationPlan, { state: node, target }: TransitionCommand): MoveState {
  const state = requireText(evaluateScalar(node, plan.parameters), "the state of TRANSITION");
  if (isMoveState(state)) return state;
  throw kipError("InvalidLifecycleTransition", `TRANSITION has no state ${JSON.stringify(state)}`, {
    hint: statesFor(target),
    details: { state, allowed: Object.keys(MOVES) },
    retry: OTHER_INPUT,
  });
}

/** The states of the target's kind, where the text of its id tells that; else those of every kind. */
function statesFor(target: TransitionCommand["target"]): string {
  const kind = target.type === "Literal" ? kindOfId(String(target.value)) : null;
  return kind === null ? movesInWords() : statesOf(kind);
}

function statesOf(kind: ElementKind): string {
  const states = movesOf(kind).map((state) => `"${state}"`);
  return `${aKind(kind)} moves to ${states.join(", ")}.`;
}

/** The parser checks a literal state; one bound from a parameter is checked here. */
function requireClauses({ by, actions, from }: TransitionCommand, state: MoveState): void {
  const { successor, kind } = MOVES[state];
  if (successor !== (by !== null)) {
    throw kipError("InvalidSyntax", `TRANSITION TO "${state}" ${successor ? "needs BY" : "takes no BY"}`, {
      hint: successor
        ? `Name the newer element: TRANSITION :old TO "${state}" BY :new.`
        : "Drop the BY clause; only superseded and corrected name a successor.",
      details: { state, position: from },
    });
  }
  if (actions.length > 0 && kind !== "activity") {
    throw kipError("InvalidSyntax", `TRANSITION TO "${state}" takes no SET clauses`, {
      hint: "Only moves of an Activity finalize fields and references in the same statement.",
      details: { state, position: from },
    });
  }
}

function moveElement(
  plan: MutationPlan,
  command: TransitionCommand,
  state: MoveState,
  target: Target,
  element: Element,
): void {
  const move = MOVES[state];
  if (move.kind !== null && move.kind !== element.kind) {
    throw illegal(element, currentState(element), state, statesOf(element.kind), OTHER_INPUT);
  }
  plan.claims.claim(target.id, move.scope, state);
  if (move.scope === "recall") {
    leaveRecall(plan, element, state);
    return;
  }
  const found = plan.before.element(target.id)?._system.state;
  if (found === "tombstoned" || found === "purged") {
    throw illegal(element, found, state, `A ${found} element moves no more.`, OTHER_INPUT);
  }
  if (element.kind === "assertion" && state === "retracted") retract(plan, element);
  else if (element.kind === "assertion") supersede(plan, command, target, element);
  else if (element.kind === "evidence") correct(plan, command, target, element);
  else if (element.kind === "activity") advance(plan, command, state, target, element);
}

/** Archive and tombstone concern recall alone: neither says anything about what an actor claimed (§19, §60). */
function leaveRecall(plan: MutationPlan, element: Element, state: MoveState): void {
  if (element._system.state === state) return;
  const { state: last } = element._system;
  if (last === "tombstoned" || last === "purged") {
    throw illegal(element, last, state, `"${last}" is the last state an element has.`, OTHER_INPUT);
  }
  plan.put({ ...element, _system: { ...element._system, state } });
}

function retract(plan: MutationPlan, assertion: Assertion): void {
  if (assertion.lifecycle.status === "retracted") return;
  requireFrom(assertion, assertion.lifecycle.status, "retracted");
  const lifecycle = { ...assertion.lifecycle, status: "retracted" as const, retracted_at: plan.context.now };
  plan.put(withState({ ...assertion, lifecycle }, "retracted"));
}

function supersede(
  plan: MutationPlan,
  command: TransitionCommand,
  target: Target,
  assertion: Assertion,
): void {
  const { status, superseded_by } = assertion.lifecycle;
  if (status !== "superseded") requireFrom(assertion, status, "superseded");
  const byId = resolveSuccessor(plan, command, target);
  if (status === "superseded") {
    if (superseded_by.some(({ id }) => id === byId)) return;
    throw illegal(
      assertion,
      status,
      "superseded",
      `It was superseded by ${superseded_by.map(({ id }) => id).join(", ")}; supersede that one instead.`,
      OTHER_INPUT,
    );
  }
  const successor = plan.element(byId);
  const newer = requireCompatible(plan, assertion, byId, successor);
  const lifecycle = {
    ...assertion.lifecycle,
    status: "superseded" as const,
    superseded_by: [...superseded_by, { id: byId }],
  };
  plan.put(withState({ ...assertion, lifecycle }, "superseded"));
  plan.put({
    ...newer,
    lifecycle: { ...newer.lifecycle, supersedes: [...newer.lifecycle.supersedes, { id: assertion.id }] },
  });
}

function correct(plan: MutationPlan, command: TransitionCommand, target: Target, evidence: Evidence): void {
  const { status, corrected_by } = evidence.lifecycle;
  const byId = resolveSuccessor(plan, command, target);
  if (status === "corrected") {
    if (corrected_by.some(({ id }) => id === byId)) return;
    throw kipError("EvidenceCorrectionConflict", `${evidence.id} is already corrected`, {
      hint: `It was corrected by ${corrected_by.map(({ id }) => id).join(", ")}. Correct that one instead.`,
      details: { id: evidence.id, corrected_by: corrected_by.map(({ id }) => id) },
    });
  }
  requireFrom(evidence, status, "corrected");
  const newer = plan.element(byId);
  if (newer?.kind !== "evidence" || newer.id === evidence.id) {
    throw kipError("TypeMismatch", "Evidence is corrected BY other Evidence", {
      hint: "Record the right observation with CREATE EVIDENCE ?new and name it in BY ?new.",
      details: { id: evidence.id, by: byId },
    });
  }
  if (leadsTo(plan, newer, evidence.id)) {
    throw kipError("EvidenceCorrectionConflict", `${byId} is itself corrected by ${evidence.id}`, {
      hint: "Correct the newest evidence of the line.",
      details: { id: evidence.id, by: byId },
    });
  }
  const lifecycle = {
    ...evidence.lifecycle,
    status: "corrected" as const,
    corrected_by: [...corrected_by, { id: byId }],
  };
  plan.put(withState({ ...evidence, lifecycle }, "corrected"));
  plan.put({
    ...newer,
    lifecycle: { ...newer.lifecycle, corrects: [...newer.lifecycle.corrects, { id: evidence.id }] },
  });
}

/** Whether a line of corrections that starts at one Evidence reaches another. */
function leadsTo(plan: MutationPlan, from: Evidence, to: ElementId): boolean {
  const open: ElementId[] = from.lifecycle.corrected_by.map(({ id }) => id);
  for (const id of open) {
    if (id === to) return true;
    const next = plan.element(id);
    if (next?.kind === "evidence") open.push(...next.lifecycle.corrected_by.map((ref) => ref.id));
  }
  return false;
}

function advance(
  plan: MutationPlan,
  command: TransitionCommand,
  state: MoveState,
  target: Target,
  activity: Activity,
): void {
  const before = packageReferences(plan, activity);
  const finalized = finalize(plan, command, target, activity);
  if (activity.status === state) {
    const adds = !sameContent(finalized, activity) || packageReferences(plan, activity).size > before.size;
    if (adds && isTerminalStatus(state)) throw terminal(activity);
    plan.put(finalized);
    return;
  }
  requireFrom(activity, activity.status, state);
  plan.put(withState({ ...finalized, status: state as Activity["status"] }, state));
}

/** Every reference in package fields that an Activity has or, by the plan so far, will have. */
function packageReferences(plan: MutationPlan, { id, structural = {} }: Activity): ReadonlySet<string> {
  const stored = Object.entries(structural).flatMap(([ref, targets]) =>
    targets.map((held) => [ref, held.id]),
  );
  const changes = [...(plan.referenceChanges().get(id)?.values() ?? [])];
  const planned = changes.flatMap(({ ref, added }) => added.map(({ target }) => [ref, target]));
  return new Set([...stored, ...planned].map((reference) => reference.join(" ")));
}

function terminal({ id, status }: Activity) {
  return kipError("ActivityTerminal", `${id} is ${status} and its provenance is fixed`, {
    hint: "Record what was missing with another Activity.",
    details: { id, status },
  });
}

/** The Activity with the fields and references its move sets in the same statement (§16.6, §52.5). */
function finalize(
  plan: MutationPlan,
  command: TransitionCommand,
  target: Target,
  activity: Activity,
): Activity {
  let draft = activity;
  for (const row of target.rows.length > 0 ? target.rows : [null]) {
    const scope = plan.scopeOf(row);
    for (const action of command.actions) {
      if (action.type === "SetStructural") {
        draft = addReferences(plan, draft, action.entries, scope, (path, value) =>
          plan.claims.claim(activity.id, path, value),
        );
        continue;
      }
      for (const { name, value: node } of action.assignments) {
        const value = evaluateValue(node, scope);
        plan.claims.claim(activity.id, `fields.${name}`, value);
        if (name === "started_at" || name === "ended_at") {
          draft = { ...draft, [name]: readNullableTimestamp(value, name) };
        } else if (name === "parameters_digest") {
          draft = { ...draft, parameters_digest: readStatedDigest(value, name) as Digest };
        } else if (name === "activity_class" || name === "status") {
          throw kipError("ImmutableField", `${name} does not change with SET FIELDS`, {
            hint:
              name === "status"
                ? "The state after TO is the status."
                : "Record another Activity of the right class.",
            details: { field: name, id: activity.id },
          });
        } else {
          throw unknownField("activity", name);
        }
      }
    }
  }
  return draft;
}

function resolveSuccessor(plan: MutationPlan, { by }: TransitionCommand, target: Target): ElementId {
  if (by === null) throw kipError("InvalidSyntax", "the move needs BY");
  const ids = new Set(
    (target.rows.length > 0 ? target.rows : [null]).map(
      (row) => resolveReference(plan, by, plan.scopeOf(row), "BY").id,
    ),
  );
  for (const id of ids) plan.claims.claim(target.id, "lifecycle.by", id);
  const [only] = ids;
  if (only === undefined) throw kipError("ReferenceError", "BY names no element");
  return only;
}

function requireFrom(element: Element, from: string, to: MoveState): void {
  if (MOVES[to].from.includes(from)) return;
  throw illegal(element, from, to, `"${to}" can be reached from ${MOVES[to].from.join(" or ")} only.`);
}

function illegal(element: Element, from: string, to: string, why: string, retry?: typeof OTHER_INPUT) {
  return kipError("InvalidLifecycleTransition", `${element.id} cannot move from ${from} to ${to}`, {
    hint: retry === undefined ? `${why} Read its current state before you move it.` : why,
    details: { id: element.id, from, to },
    ...(retry === undefined ? {} : { retry }),
  });
}

function currentState(element: Element): string {
  if (element.kind === "activity") return element.status;
  return element.kind === "assertion" || element.kind === "evidence"
    ? element.lifecycle.status
    : element._system.state;
}

/**
 * The element with its last lifecycle move as its state (§52.5). One out of recall keeps that state: what happens to
 * its own lifecycle must not bring it back (§60.1).
 */
function withState<E extends Element>(element: E, state: string): E {
  return isInOrdinaryRecall(element) ? { ...element, _system: { ...element._system, state } } : element;
}
