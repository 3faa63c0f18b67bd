import type { Assignment, UpdateAction, UpdateCommand } from "../ast.js";
import type { ProblemSink } from "../problem.js";
import type { Names } from "./scope.js";

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
export function checkProtectedFields(actions: readonly UpdateAction[], report: ProblemSink): void {
  for (const { name, nameRange } of assignedFields(actions)) {
    const hint = NEVER.get(name);
    if (hint === undefined) continue;
    report({ ...nameRange, message: `${name} is not a field that a command writes.`, found: name, hint });
  }
}

/**
 * Reports the fields of a claim in an UPDATE that selects its targets by pattern: no element that a pattern finds takes
 * them. It is `InvalidSyntax`, which the conformance suite pins for `?a ASSERTION {}`. Where the target is named by id,
 * parameter or handle, the engine knows its kind, and answers `EpistemicRevisionRequired` for an Assertion (§58.2).
 */
export function checkEpistemicFields(
  { target, where, actions }: UpdateCommand,
  handles: Names,
  report: ProblemSink,
): void {
  if (target.type !== "Variable" || handles.has(target.name)) return;
  const isConcept = where?.clauses.some(
    (clause) => clause.type === "ConceptPattern" && clause.variable.name === target.name,
  );
  for (const { name, nameRange } of assignedFields(actions)) {
    if (!EPISTEMIC.has(name)) continue;
    report({
      ...nameRange,
      message: `${name} is no field that UPDATE writes: it is part of what an Assertion says.`,
      found: name,
      hint: isConcept
        ? `A Concept has no such field. An attribute is written with SET ATTRIBUTES {${name}: …}.`
        : 'A claim is never rewritten; record a new one. If it was wrong: ASSERT (:s, "predicate", :o) {by: :actor, mode: "stated"} SUPERSEDING :old. If the world changed: with valid: {from: :t}, without SUPERSEDING.',
    });
  }
}

function assignedFields(actions: readonly UpdateAction[]): readonly Assignment[] {
  return actions.flatMap((action) => (action.type === "SetFields" ? action.assignments : []));
}
