import { terms } from "../../../grammar/index.js";

/** The clauses of a statement: where it does not fit on one line, each stands on its own. */
export const CLAUSES: ReadonlySet<number> = new Set([
  terms.AsOf,
  terms.ForTime,
  terms.Epistemic,
  terms.OrderBy,
  terms.Limit,
  terms.Cursor,
  terms.SetFields,
  terms.SetAttributes,
  terms.SetFacet,
  terms.SetStructural,
  terms.UnsetAttributes,
  terms.UnsetFacet,
  terms.UnsetStructural,
  terms.ExpectVersion,
  terms.Superseding,
  terms.By,
  terms.ReferencePolicy,
  terms.Confirm,
  terms.WithType,
  terms.WithPredicate,
  terms.Mode,
  terms.Threshold,
  terms.Status,
  terms.Depth,
  terms.AtTime,
  terms.FromSeq,
  terms.ToSeq,
  terms.Options,
]);

/** Nodes whose braces hold statements or clauses, not members separated by commas. */
export const BLOCKS: ReadonlySet<number> = new Set([
  terms.WhereBlock,
  terms.Mutate,
  terms.CreateConcept,
  terms.CreateEvidence,
  terms.CreateAssertion,
  terms.CreateActivity,
  terms.UpsertConcept,
  terms.SetStructural,
  terms.UnsetStructural,
]);

/** Nodes whose parts stand without spaces between them. */
export const GLUED: ReadonlySet<number> = new Set([
  terms.Path,
  terms.PathStep,
  terms.PathQuantifier,
  terms.Unary,
]);

/** Expressions of one operator and several operands. */
export const CHAINS: ReadonlySet<number> = new Set([terms.Or, terms.And, terms.Equality, terms.Relation]);

/** Opening brackets and what closes them. */
export const CLOSING: Readonly<Record<string, string>> = { "(": ")", "{": "}", "[": "]" };
