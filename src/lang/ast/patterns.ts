import type {
  Expression,
  LiteralNode,
  Parameter,
  Scalar,
  SchemaSymbol,
  SourceRange,
  StringNode,
  Variable,
} from "./values.js";

/**
 * What may stand at an endpoint of a tuple: a variable or handle, a parameter, a literal, an inline Concept match, or
 * a nested tuple that names a Proposition (§43.1, §43.2).
 */
export type Term = Variable | Parameter | LiteralNode | ObjectPattern | PropositionExpression;

/** What an object pattern compares a field with (§43.1). */
export type PatternValue = Term | ArrayPattern;

/** `{type: "Person", name: ?n}` as a pattern: every member must match, absent ones are unconstrained (§43.1). */
export interface ObjectPattern extends SourceRange {
  readonly type: "ObjectPattern";
  readonly members: readonly PatternMember[];
}

/** One `name: value` of an object pattern. Member names of one pattern are unique. */
export interface PatternMember extends SourceRange {
  readonly type: "PatternMember";
  readonly name: string;
  readonly nameRange: SourceRange;
  readonly value: PatternValue;
}

/** `[a, ?b]` inside an object pattern. */
export interface ArrayPattern extends SourceRange {
  readonly type: "ArrayPattern";
  readonly items: readonly PatternValue[];
}

/** An exact predicate: a quoted symbol, a parameter, or a variable that binds the exact predicate ref (§43.3). */
export type PredicateAtom = StringNode | Parameter | Variable;

/** How often a hop repeats: `{n}`, `{m,n}`, or `{m,}` with `max` null (§45). `min` never exceeds `max`. */
export interface PathQuantifier extends SourceRange {
  readonly min: number;
  readonly max: number | null;
}

/** One alternative of a raw path. Never a variable: §45 allows symbols and parameters only. */
export interface PathAlternative extends SourceRange {
  readonly predicate: StringNode | Parameter;
  readonly quantifier: PathQuantifier | null;
}

/** `"a" | "b"{1,3}`: at least one alternative, and either several or a quantifier (§45). FIND only. */
export interface PredicatePath extends SourceRange {
  readonly type: "PredicatePath";
  readonly alternatives: readonly [PathAlternative, ...PathAlternative[]];
}

/** `(subject, predicate, object)` (§12.2, §43.2). */
export interface Triple extends SourceRange {
  readonly type: "Triple";
  readonly subject: Term;
  /** A `PredicatePath` occurs only in the WHERE of a FIND; everywhere else the predicate is exact. */
  readonly predicate: PredicateAtom | PredicatePath;
  readonly object: Term;
}

/** A triple whose predicate is exact, in positions where a path is not legal (§45, §46.1). */
export interface ExactTriple extends Triple {
  readonly predicate: PredicateAtom;
}

/** `(id: :p)`: a Proposition addressed by identity, match-only (§43.2). */
export interface PropositionById extends SourceRange {
  readonly type: "PropositionById";
  readonly id: Scalar;
}

/** The Proposition expression slot `( … )`: by structure or by id (§43.2). */
export type PropositionExpression = Triple | PropositionById;

interface ElementPattern extends SourceRange {
  readonly variable: Variable;
  readonly pattern: ObjectPattern;
}

/** `?x {…}` or `?x CONCEPT {…}` (§43.1). */
export interface ConceptPattern extends ElementPattern {
  readonly type: "ConceptPattern";
}

/** `[?p] [PROPOSITION] (…)` (§43.2). */
export interface PropositionPattern extends SourceRange {
  readonly type: "PropositionPattern";
  readonly variable: Variable | null;
  readonly proposition: PropositionExpression;
}

/** `?a ASSERTION {…}` (§43.4). */
export interface AssertionPattern extends ElementPattern {
  readonly type: "AssertionPattern";
}

/** `?e EVIDENCE {…}` (§43.5). */
export interface EvidencePattern extends ElementPattern {
  readonly type: "EvidencePattern";
}

/** `?act ACTIVITY {…}` (§43.6). */
export interface ActivityPattern extends ElementPattern {
  readonly type: "ActivityPattern";
}

/** `[?edge] STRUCTURAL (source, "field", target)` (§43.7). */
export interface StructuralPattern extends SourceRange {
  readonly type: "StructuralPattern";
  readonly variable: Variable | null;
  readonly source: Term;
  readonly field: SchemaSymbol;
  readonly target: Term;
}

/** `?b BELIEF (…)`: a bound Proposition variable, a Proposition by id, or an exact triple (§46.1). FIND only. */
export interface BeliefPattern extends SourceRange {
  readonly type: "BeliefPattern";
  readonly variable: Variable;
  readonly target: Variable | PropositionById | ExactTriple;
}

/** `?s BELIEF SLOT (subject, predicate)` (§47.1). FIND only. */
export interface BeliefSlotPattern extends SourceRange {
  readonly type: "BeliefSlotPattern";
  readonly variable: Variable;
  readonly subject: Term;
  readonly predicate: PredicateAtom;
}

/** The kinds a search may name (§66.2). */
export type SearchKind = "CONCEPT" | "PROPOSITION" | "ASSERTION" | "EVIDENCE" | "ACTIVITY";

/** `?x SEARCH <KIND> term … LIMIT k`: retrieval inside a query (§43.8). FIND only, never inside NOT. */
export interface SearchPattern extends SourceRange {
  readonly type: "SearchPattern";
  readonly variable: Variable;
  readonly kind: SearchKind;
  readonly term: Scalar;
  readonly withType: Scalar | null;
  readonly withPredicate: Scalar | null;
  /** A literal is one of `"keyword"`, `"semantic"`, `"hybrid"` (§66.3). */
  readonly mode: Scalar | null;
  readonly threshold: Scalar | null;
  readonly limit: Scalar;
}

/** `FILTER(condition)` (§44.2). */
export interface FilterClause extends SourceRange {
  readonly type: "FilterClause";
  readonly condition: Expression;
}

/** `NOT {…}` (§44.3). */
export interface NotClause extends SourceRange {
  readonly type: "NotClause";
  readonly body: WhereBlock;
}

/** `OPTIONAL {…}` (§44.4). */
export interface OptionalClause extends SourceRange {
  readonly type: "OptionalClause";
  readonly body: WhereBlock;
}

/** `UNION {…}`: its left operand is everything before it in the same block (§44.5). */
export interface UnionClause extends SourceRange {
  readonly type: "UnionClause";
  readonly body: WhereBlock;
}

/** One item of a WHERE block (§43, §44). BELIEF, BELIEF SLOT, SEARCH and raw paths occur in FIND only. */
export type WhereClause =
  | ConceptPattern
  | PropositionPattern
  | AssertionPattern
  | EvidencePattern
  | ActivityPattern
  | StructuralPattern
  | BeliefPattern
  | BeliefSlotPattern
  | SearchPattern
  | FilterClause
  | NotClause
  | OptionalClause
  | UnionClause;

/** `{ clause clause … }`, in source order (§42.4). */
export interface WhereBlock extends SourceRange {
  readonly type: "WhereBlock";
  readonly clauses: readonly WhereClause[];
}
