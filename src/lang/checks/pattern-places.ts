import type {
  PathAlternative,
  PatternValue,
  PropositionExpression,
  PropositionPattern,
  WhereBlock,
  WhereClause,
} from "../ast.js";
import type { ProblemSink } from "../problem.js";
import { checkSearchModifiers } from "./search-modifiers.js";
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
    if (clause.type === "SearchPattern") checkSearchModifiers(clause, report);
    if (clause.type === "PropositionPattern") checkPathVariable(clause, report);
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

/** Several hops, or none, are no Proposition that a variable could stand for (§45). */
function checkPathVariable({ variable, proposition }: PropositionPattern, report: ProblemSink): void {
  if (variable === null || proposition.type !== "Triple") return;
  const { predicate } = proposition;
  if (predicate.type !== "PredicatePath") return;
  const single = ({ quantifier }: PathAlternative) =>
    quantifier === null || (quantifier.min === 1 && quantifier.max === 1);
  if (predicate.alternatives.every(single)) return;
  report({
    from: variable.from,
    to: variable.to,
    message: `A path of several hops is no Proposition, so ?${variable.name} cannot stand for it.`,
    found: `?${variable.name}`,
    hint: "Leave the variable before the tuple out, and bind the endpoints.",
  });
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
