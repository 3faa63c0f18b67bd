import type { Assignment, UpdateAction } from "../ast.js";
import type { ProblemSink } from "../problem.js";

/**
 * Fields that no command writes, with what to do instead (§6.3, §31, §58.1). They are `InvalidSyntax`, not a protected
 * field: the conformance suite pins that.
 */
const NEVER: ReadonlyMap<string, string> = new Map([
  ["_system", "The engine writes _system itself: leave it out."],
  ["governance", "Governance changes through host operations only: leave it out."],
  [
    "merged_into",
    'Which Concept stands for another is protected state: leave it out. MERGE CONCEPT :a INTO :b decides it; that two are the same is a claim: ASSERT (:a, "same_as", :b) {by: …, mode: …}.',
  ],
]);

/** The epistemic payload of an Assertion, which UPDATE cannot rewrite (§13, §58.1). */
const EPISTEMIC: ReadonlySet<string> = new Set([
  "proposition",
  "asserted_by",
  "stance",
  "mode",
  "confidence",
  "asserted_at",
  "valid_time",
  "context_refs",
]);

/** Reports SET FIELDS members that can never be written, whatever the target turns out to be. */
export function checkProtectedFields(
  actions: readonly UpdateAction[],
  statement: "update" | "create",
  report: ProblemSink,
): void {
  for (const action of actions) {
    if (action.type !== "SetFields") continue;
    for (const assignment of action.assignments) checkField(assignment, statement, report);
  }
}

function checkField(
  { name, nameRange }: Assignment,
  statement: "update" | "create",
  report: ProblemSink,
): void {
  const hint = NEVER.get(name);
  if (hint !== undefined) {
    report({ ...nameRange, message: `${name} is not a field that a command writes.`, found: name, hint });
  } else if (statement === "update" && EPISTEMIC.has(name)) {
    report({
      ...nameRange,
      message: `${name} is no field that UPDATE writes: it is part of what an Assertion says.`,
      found: name,
      hint: "A claim is never rewritten. Record a new one: ASSERT (…) {by: …, mode: …} SUPERSEDING :old when the old one was wrong, or ASSERT with valid: {from: …} when the world changed. A Concept has no such field.",
    });
  }
}
