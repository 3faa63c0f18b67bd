import type { ExactTriple, ObjectPattern, WhereBlock } from "./patterns.js";
import type {
  FieldName,
  ObjectLiteral,
  ObjectMember,
  Scalar,
  SchemaSymbol,
  SourceRange,
  TargetRef,
  Value,
  Variable,
} from "./values.js";

/** One `name: value` of a SET clause, of ASSERT or of SET RETENTION. Names within one clause are unique. */
export type Assignment = ObjectMember;

/** `SET FIELDS {…}` (§58). */
export interface SetFields extends SourceRange {
  readonly type: "SetFields";
  readonly assignments: readonly Assignment[];
}

/** `SET ATTRIBUTES {…}` (§58). */
export interface SetAttributes extends SourceRange {
  readonly type: "SetAttributes";
  readonly assignments: readonly Assignment[];
}

/** `SET FACET "F" {…}` (§58). */
export interface SetFacet extends SourceRange {
  readonly type: "SetFacet";
  readonly facet: SchemaSymbol;
  readonly assignments: readonly Assignment[];
}

/** `SET STRUCTURAL {("field", target) {options} …}` (§17, §58). */
export interface SetStructural extends SourceRange {
  readonly type: "SetStructural";
  readonly entries: readonly StructuralEntry[];
}

/** One reference of SET STRUCTURAL or UNSET STRUCTURAL. */
export interface StructuralEntry extends SourceRange {
  readonly type: "StructuralEntry";
  readonly field: SchemaSymbol;
  readonly target: Value;
  /** Always null in UNSET STRUCTURAL. */
  readonly options: ObjectLiteral | null;
}

/** `UNSET ATTRIBUTES {a, "b"}` (§58.3). */
export interface UnsetAttributes extends SourceRange {
  readonly type: "UnsetAttributes";
  readonly names: readonly FieldName[];
}

/** `UNSET FACET "F" {a, "b"}` (§58.3). */
export interface UnsetFacet extends SourceRange {
  readonly type: "UnsetFacet";
  readonly facet: SchemaSymbol;
  readonly names: readonly FieldName[];
}

/** `UNSET STRUCTURAL {("field", target) …}` (§58). */
export interface UnsetStructural extends SourceRange {
  readonly type: "UnsetStructural";
  readonly entries: readonly StructuralEntry[];
}

/** What CREATE accepts besides its own clauses. */
export type SetAction = SetFields | SetAttributes | SetFacet | SetStructural;

/** What UPDATE and UPSERT accept (§58). */
export type UpdateAction = SetAction | UnsetAttributes | UnsetFacet | UnsetStructural;

/** A version plane (§35.1). */
export type VersionPlane =
  | { readonly kind: "attributes" }
  | { readonly kind: "structural" }
  | { readonly kind: "retention" }
  | { readonly kind: "facet"; readonly facet: SchemaSymbol };

/** `EXPECT VERSION n [OF plane]` (§35.1). No plane is named twice by one statement. */
export interface ExpectVersion extends SourceRange {
  readonly type: "ExpectVersion";
  readonly version: Scalar;
  readonly plane: VersionPlane | null;
}

interface CreateStatement extends SourceRange {
  readonly handle: Variable;
  readonly clientKey: Scalar | null;
}

/** `CREATE CONCEPT ?h {…}` (§54.1). */
export interface CreateConceptCommand extends CreateStatement {
  readonly type: "CreateConcept";
  readonly conceptType: SchemaSymbol;
  readonly name: Scalar | null;
  readonly actions: readonly SetAction[];
}

/** What the bodies of CREATE EVIDENCE, ASSERTION and ACTIVITY accept (§56). */
export type RecordAction = SetFields | SetFacet | SetStructural;

/** `CREATE EVIDENCE ?h {…}` (§56.1). */
export interface CreateEvidenceCommand extends CreateStatement {
  readonly type: "CreateEvidence";
  readonly actions: readonly RecordAction[];
}

/** `CREATE ASSERTION ?h {…}` (§56.2). */
export interface CreateAssertionCommand extends CreateStatement {
  readonly type: "CreateAssertion";
  readonly actions: readonly RecordAction[];
}

/** `CREATE ACTIVITY ?h {…}` (§56.3). */
export interface CreateActivityCommand extends CreateStatement {
  readonly type: "CreateActivity";
  readonly actions: readonly RecordAction[];
}

/** `UPSERT CONCEPT ?h { MATCH {…} … } EXPECT VERSION …` (§54.2). MATCH names an `id` or a `key`. */
export interface UpsertConceptCommand extends SourceRange {
  readonly type: "UpsertConcept";
  readonly handle: Variable;
  readonly match: ObjectPattern;
  readonly actions: readonly UpdateAction[];
  readonly guards: readonly ExpectVersion[];
}

/** `ENSURE PROPOSITION [?h] (…) EXPECT VERSION …` (§55). */
export interface EnsurePropositionCommand extends SourceRange {
  readonly type: "EnsureProposition";
  readonly handle: Variable | null;
  readonly proposition: ExactTriple;
  readonly guards: readonly ExpectVersion[];
}

/** `ASSERT [?h] (…) {by: …, mode: …} [SUPERSEDING old]` (§55.1). */
export interface AssertCommand extends SourceRange {
  readonly type: "Assert";
  readonly handle: Variable | null;
  readonly proposition: ExactTriple;
  /** Names are those of §55.1: by, mode, stance, confidence, at, valid, context, evidence, key. */
  readonly members: readonly Assignment[];
  readonly superseding: TargetRef | null;
}

interface SelectingStatement extends SourceRange {
  readonly target: TargetRef;
  readonly where: WhereBlock | null;
  readonly guards: readonly ExpectVersion[];
}

interface BoundedStatement extends SelectingStatement {
  readonly limit: Scalar | null;
}

/** `UPDATE target actions [WHERE] [LIMIT] [EXPECT VERSION …]` (§58). */
export interface UpdateCommand extends BoundedStatement {
  readonly type: "Update";
  readonly actions: readonly [UpdateAction, ...UpdateAction[]];
}

/** `TRANSITION target TO "state" [BY ref] …` (§52.5). */
export interface TransitionCommand extends BoundedStatement {
  readonly type: "Transition";
  /** A literal is one of the nine states of §52.5. */
  readonly state: Scalar;
  readonly by: TargetRef | null;
  readonly actions: readonly (SetFields | SetStructural)[];
}

/** `SET RETENTION target {…} …` (§60). */
export interface SetRetentionCommand extends BoundedStatement {
  readonly type: "SetRetention";
  readonly assignments: readonly Assignment[];
}

/** `PURGE target … [REFERENCE POLICY p] CONFIRM "PURGE"` (§60.3). */
export interface PurgeCommand extends BoundedStatement {
  readonly type: "Purge";
  readonly referencePolicy: Scalar | null;
}

/** `PURGE PAYLOAD target … CONFIRM "PURGE"` (§60.6). */
export interface PurgePayloadCommand extends BoundedStatement {
  readonly type: "PurgePayload";
}

/** `MERGE CONCEPT source INTO target [WHERE] [EXPECT VERSION …]` (§61). */
export interface MergeConceptCommand extends SourceRange {
  readonly type: "MergeConcept";
  readonly source: TargetRef;
  readonly target: TargetRef;
  readonly where: WhereBlock | null;
  readonly guards: readonly ExpectVersion[];
}

/** Every statement that may stand in MUTATE (§53). */
export type MutationStatement =
  | CreateConceptCommand
  | UpsertConceptCommand
  | EnsurePropositionCommand
  | AssertCommand
  | CreateEvidenceCommand
  | CreateAssertionCommand
  | CreateActivityCommand
  | UpdateCommand
  | TransitionCommand
  | SetRetentionCommand
  | PurgeCommand
  | PurgePayloadCommand
  | MergeConceptCommand;

/** `MUTATE {…}` (§53). Handles are declared once, and every reference resolves. */
export interface MutateCommand extends SourceRange {
  readonly type: "Mutate";
  readonly statements: readonly MutationStatement[];
}

/** `DEFINE CONCEPT TYPE "T" {…}` (§20.16). */
export interface DefineConceptTypeCommand extends SourceRange {
  readonly type: "DefineConceptType";
  readonly name: SchemaSymbol;
  readonly definition: ObjectLiteral;
}

/** `DEFINE PREDICATE "p" {…}` (§20.16). */
export interface DefinePredicateCommand extends SourceRange {
  readonly type: "DefinePredicate";
  readonly name: SchemaSymbol;
  readonly definition: ObjectLiteral;
}

/** A KML command (§51.2). */
export type KmlCommand =
  | MutateCommand
  | MutationStatement
  | DefineConceptTypeCommand
  | DefinePredicateCommand;
