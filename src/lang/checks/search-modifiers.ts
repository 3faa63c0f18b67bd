import type { Scalar, SearchCommand, SearchKind, SearchPattern } from "../ast.js";
import type { ProblemSink } from "../problem.js";

/** Reports modifiers that mean nothing for the kind a search names (§66.1). */
export function checkSearchModifiers(search: SearchCommand | SearchPattern, report: ProblemSink): void {
  const { kind, withType, withPredicate } = search;
  if (withType !== null && kind !== "CONCEPT")
    reportMeaningless("WITH TYPE", withType, "CONCEPT", kind, report);
  if (withPredicate !== null && kind !== "PROPOSITION") {
    reportMeaningless("WITH PREDICATE", withPredicate, "PROPOSITION", kind, report);
  }
}

function reportMeaningless(
  modifier: string,
  { from, to }: Scalar,
  meant: SearchKind,
  kind: SearchKind,
  report: ProblemSink,
): void {
  report({
    from,
    to,
    message: `${modifier} means nothing in SEARCH ${kind}.`,
    found: modifier,
    hint: `${modifier} belongs to SEARCH ${meant}: leave it out, or search that kind.`,
  });
}
