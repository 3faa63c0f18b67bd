import type { PatternValue, PropositionExpression, WhereBlock, WhereClause } from "../ast.js";
import type { ProblemSink } from "../problem.js";
import { bodyOf } from "./variables.js";

/** What the WHERE of a statement may hold. */
export interface PatternPlace {
  /** Projection, retrieval and raw paths belong to FIND (§43.8, §45, §46). */
  readonly find: boolean;
  /** For messages: `UPDATE`, `EXPORT CAPSULE`. */
  readonly statement: string;
}

/** Reports patterns that have no place in a WHERE block: retrieval inside NOT, and in mutations what only FIND takes. */
export function checkPatternPlaces(block: WhereBlock, place: PatternPlace, report: ProblemSink): void {
  checkBlock(block, place, false, report);
}

function checkBlock(block: WhereBlock, place: PatternPlace, inNot: boolean, report: ProblemSink): void {
  for (const clause of block.clauses) {
    if (!place.find) checkMutationClause(clause, place.statement, report);
    if (clause.type === "SearchPattern" && inNot) {
      report({
        from: clause.from,
        to: clause.to,
        message: "A Search Pattern cannot stand inside NOT: a search that misses proves nothing.",
        found: "SEARCH",
        hint: 'Exclude with an exact pattern, for example NOT { (?x, "predicate", ?y) }.',
      });
    }
    const body = bodyOf(clause);
    if (body !== null) checkBlock(body, place, inNot || clause.type === "NotClause", report);
  }
}

function checkMutationClause(clause: WhereClause, statement: string, report: ProblemSink): void {
  switch (clause.type) {
    case "BeliefPattern":
    case "BeliefSlotPattern":
      reportFindOnly(clause, "BELIEF", statement, report);
      break;
    case "SearchPattern":
      reportFindOnly(clause, "SEARCH", statement, report);
      break;
    case "PropositionPattern":
      refusePaths(clause.proposition, statement, report);
      break;
    case "StructuralPattern":
      refusePaths(clause.source, statement, report);
      refusePaths(clause.target, statement, report);
      break;
    case "ConceptPattern":
    case "AssertionPattern":
    case "EvidencePattern":
    case "ActivityPattern":
      refusePaths(clause.pattern, statement, report);
      break;
  }
}

function reportFindOnly(
  { from, to }: WhereClause,
  what: string,
  statement: string,
  report: ProblemSink,
): void {
  report({
    from,
    to,
    message: `${what} stands in FIND only; the WHERE of ${statement} selects by what is recorded.`,
    found: what,
    hint: "Read with FIND first, then address what it returned by id.",
  });
}

/** Reports raw paths inside the terms of a statement that takes exact predicates only (§45). */
export function refusePaths(
  value: PatternValue | PropositionExpression,
  statement: string,
  report: ProblemSink,
): void {
  switch (value.type) {
    case "ObjectPattern":
      for (const member of value.members) refusePaths(member.value, statement, report);
      break;
    case "ArrayPattern":
      for (const item of value.items) refusePaths(item, statement, report);
      break;
    case "Triple":
      if (value.predicate.type === "PredicatePath") {
        report({
          from: value.predicate.from,
          to: value.predicate.to,
          message: `${statement} takes exact predicates; alternatives and repetitions stand in FIND only.`,
          expected: ["a quoted predicate", "a :parameter"],
          hint: "Follow the path with FIND first, then address what it returned by id.",
        });
      }
      refusePaths(value.subject, statement, report);
      refusePaths(value.object, statement, report);
      break;
  }
}
