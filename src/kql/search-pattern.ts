import type { Scalar, SearchKind, SearchPattern } from "../lang/index.js";
import { type ElementKind, type JsonValue, kipError } from "../model/index.js";
import type { SearchRequest } from "../search/index.js";
import { type Parameters, wholeNumber, wrongType } from "./parameters.js";
import type { Symbols } from "./symbols.js";
import { within } from "./within.js";

/** What SEARCH says, as a pattern of a query and as a statement of its own (§43.8, §66.1). */
export type SearchClause = Pick<
  SearchPattern,
  "kind" | "term" | "withType" | "withPredicate" | "mode" | "threshold" | "from" | "to"
> & { readonly limit: Scalar | null };

/**
 * A SEARCH with its parameters bound and its symbols resolved (§66).
 * @throws `ConstraintViolation` and `TypeMismatch` for its operands, `SearchModeUnsupported` for a mode other than
 * keyword, `InvalidSyntax` for a modifier that means nothing for the kind, and symbol errors.
 */
export function readSearchRequest(
  clause: SearchClause,
  parameters: Parameters,
  symbols: Symbols,
): SearchRequest {
  const kind = clause.kind.toLowerCase() as ElementKind;
  const { withType, withPredicate, threshold, limit } = clause;
  if (withType !== null && kind !== "concept") throw meaningless("WITH TYPE", withType, "CONCEPT", clause);
  if (withPredicate !== null && kind !== "proposition")
    throw meaningless("WITH PREDICATE", withPredicate, "PROPOSITION", clause);
  const text = (node: Scalar, where: string): string => {
    const value = parameters.scalar(node);
    if (typeof value !== "string") throw wrongType(where, "a string", value, node);
    return value;
  };
  return {
    kind,
    term: text(clause.term, "the search term"),
    mode: readMode(clause.mode, parameters),
    ...(withType === null
      ? {}
      : { types: within(withType, () => symbols.conceptType(text(withType, "WITH TYPE"))) }),
    ...(withPredicate === null
      ? {}
      : {
          predicates: within(withPredicate, () => symbols.predicate(text(withPredicate, "WITH PREDICATE"))),
        }),
    ...(threshold === null ? {} : { threshold: readThreshold(parameters.scalar(threshold), threshold) }),
    ...(limit === null ? {} : { limit: readLimit(parameters.scalar(limit), limit) }),
  };
}

function readMode(clause: Scalar | null, parameters: Parameters): "keyword" {
  const mode = clause === null ? "keyword" : parameters.scalar(clause);
  if (clause === null || mode === "keyword") return "keyword";
  const { from, to } = clause;
  throw kipError("SearchModeUnsupported", `this engine does not search in mode ${JSON.stringify(mode)}`, {
    hint: 'Use MODE "keyword", or leave MODE out: keyword is the default.',
    details: { mode, supported: ["keyword"], from, to },
  });
}

function readThreshold(value: JsonValue, node: Scalar): number {
  if (typeof value !== "number") throw wrongType("THRESHOLD", "a number from 0 to 1", value, node);
  if (value >= 0 && value <= 1) return value;
  throw kipError("ConstraintViolation", "THRESHOLD must lie between 0 and 1", {
    hint: "Scores are relevance from 0 to 1; 0.5 keeps the better half of the scale.",
    details: { field: "THRESHOLD", found: value, from: node.from, to: node.to },
  });
}

/** The number of a LIMIT clause (§44.8). @throws `TypeMismatch` when it is no non-negative safe integer. */
export function readLimit(value: JsonValue, node: Scalar): number {
  return wholeNumber("LIMIT", value, node);
}

function meaningless(
  modifier: string,
  { from, to }: Scalar,
  kind: SearchKind,
  { kind: found }: SearchClause,
) {
  return kipError("InvalidSyntax", `${modifier} means nothing in SEARCH ${found}`, {
    hint: `${modifier} belongs to SEARCH ${kind}. Drop it, or search that kind.`,
    details: { kind: found, from, to },
  });
}
