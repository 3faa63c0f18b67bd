import type { SearchKind, WhereBlock } from "./patterns.js";
import type { ObjectLiteral, Scalar, SourceRange, TargetRef } from "./values.js";

/** `DESCRIBE PRIMER [MODE m]` (§64). A literal mode is `"compact"` or `"full"`. */
export interface DescribePrimerCommand extends SourceRange {
  readonly type: "DescribePrimer";
  readonly mode: Scalar | null;
}

/** `DESCRIBE PROTOCOL` (§63.3). */
export interface DescribeProtocolCommand extends SourceRange {
  readonly type: "DescribeProtocol";
}

/** `DESCRIBE CAPABILITIES` (§67). */
export interface DescribeCapabilitiesCommand extends SourceRange {
  readonly type: "DescribeCapabilities";
}

/** `DESCRIBE SPACE [id]` (§63.3). */
export interface DescribeSpaceCommand extends SourceRange {
  readonly type: "DescribeSpace";
  readonly space: Scalar | null;
}

/** `DESCRIBE SCHEMA ENVIRONMENT [AS OF SEQ n]` (§65). */
export interface DescribeSchemaEnvironmentCommand extends SourceRange {
  readonly type: "DescribeSchemaEnvironment";
  readonly asOf: Scalar | null;
}

/** `DESCRIBE PACKAGE ref` (§65). */
export interface DescribePackageCommand extends SourceRange {
  readonly type: "DescribePackage";
  readonly package: Scalar;
}

/** `DESCRIBE TYPE symbol` (§65). */
export interface DescribeTypeCommand extends SourceRange {
  readonly type: "DescribeType";
  readonly symbol: Scalar;
}

/** `DESCRIBE PREDICATE symbol` (§65). */
export interface DescribePredicateCommand extends SourceRange {
  readonly type: "DescribePredicate";
  readonly symbol: Scalar;
}

/** `DESCRIBE FACET symbol` (§65). */
export interface DescribeFacetCommand extends SourceRange {
  readonly type: "DescribeFacet";
  readonly symbol: Scalar;
}

/** `DESCRIBE STRUCTURAL FIELD symbol` (§65). */
export interface DescribeStructuralFieldCommand extends SourceRange {
  readonly type: "DescribeStructuralField";
  readonly symbol: Scalar;
}

/** `DESCRIBE COMPATIBILITY FROM a TO b` (§65). */
export interface DescribeCompatibilityCommand extends SourceRange {
  readonly type: "DescribeCompatibility";
  readonly fromPackage: Scalar;
  readonly toPackage: Scalar;
}

/** `DESCRIBE ERROR code` (§63.3). */
export interface DescribeErrorCommand extends SourceRange {
  readonly type: "DescribeError";
  readonly code: Scalar;
}

/** `DESCRIBE TRANSACTION tx` (§68). */
export interface DescribeTransactionCommand extends SourceRange {
  readonly type: "DescribeTransaction";
  readonly transaction: Scalar;
}

/** `DESCRIBE TRANSACTION BY IDEMPOTENCY KEY key` (§68). */
export interface DescribeTransactionByKeyCommand extends SourceRange {
  readonly type: "DescribeTransactionByKey";
  readonly idempotencyKey: Scalar;
}

/** `DESCRIBE SNAPSHOT [AS OF SEQ n | AT TIME t]` (§68): at most one of the two is given. */
export interface DescribeSnapshotCommand extends SourceRange {
  readonly type: "DescribeSnapshot";
  readonly asOf: Scalar | null;
  readonly atTime: Scalar | null;
}

/** `DESCRIBE CAPSULE artifact` (§63.3). */
export interface DescribeCapsuleCommand extends SourceRange {
  readonly type: "DescribeCapsule";
  readonly artifact: Scalar;
}

/** `DESCRIBE EPISTEMIC POLICY [id]` (§63.3). */
export interface DescribeEpistemicPolicyCommand extends SourceRange {
  readonly type: "DescribeEpistemicPolicy";
  readonly policy: Scalar | null;
}

/** `DESCRIBE TRUST [scope]` (§63.3). */
export interface DescribeTrustCommand extends SourceRange {
  readonly type: "DescribeTrust";
  readonly scope: Scalar | null;
}

/** `DESCRIBE ACCESS [WITH {…}]` (§63.3). */
export interface DescribeAccessCommand extends SourceRange {
  readonly type: "DescribeAccess";
  readonly options: ObjectLiteral | null;
}

interface PagedStatement extends SourceRange {
  readonly limit: Scalar | null;
  readonly cursor: Scalar | null;
}

/** `LIST SPACES` (§63.3). */
export interface ListSpacesCommand extends PagedStatement {
  readonly type: "ListSpaces";
}

/** `LIST SCHEMA PACKAGES [STATUS s]` (§65). */
export interface ListSchemaPackagesCommand extends PagedStatement {
  readonly type: "ListSchemaPackages";
  readonly status: Scalar | null;
}

/** `LIST TYPES` (§65). */
export interface ListTypesCommand extends PagedStatement {
  readonly type: "ListTypes";
}

/** `LIST PREDICATES` (§65). */
export interface ListPredicatesCommand extends PagedStatement {
  readonly type: "ListPredicates";
}

/** `LIST FACETS` (§65). */
export interface ListFacetsCommand extends PagedStatement {
  readonly type: "ListFacets";
}

/** `LIST STRUCTURAL FIELDS` (§65). */
export interface ListStructuralFieldsCommand extends PagedStatement {
  readonly type: "ListStructuralFields";
}

/** `LIST EPISTEMIC POLICIES` (§63.3). */
export interface ListEpistemicPoliciesCommand extends PagedStatement {
  readonly type: "ListEpistemicPolicies";
}

/** `LIST DEPENDENTS id [DEPTH n]` (§63.5). */
export interface ListDependentsCommand extends PagedStatement {
  readonly type: "ListDependents";
  readonly element: Scalar;
  readonly depth: Scalar | null;
}

/** `SEARCH <KIND> term …` (§66.1). */
export interface SearchCommand extends PagedStatement {
  readonly type: "Search";
  readonly kind: SearchKind;
  readonly term: Scalar;
  readonly withType: Scalar | null;
  readonly withPredicate: Scalar | null;
  /** A literal is one of `"keyword"`, `"semantic"`, `"hybrid"` (§66.3). */
  readonly mode: Scalar | null;
  readonly threshold: Scalar | null;
  readonly asOf: Scalar | null;
}

/** `VERIFY CAPSULE | SCHEMA PACKAGE | RECEIPT artifact` (§69.1). */
export interface VerifyCommand extends SourceRange {
  readonly type: "Verify";
  readonly target: "CAPSULE" | "SCHEMA PACKAGE" | "RECEIPT";
  readonly artifact: Scalar;
}

/** `VALIDATE KQL | KML | CAPSULE | SCHEMA PACKAGE | IMPORT PLAN input [WITH {…}]` (§69.2). */
export interface ValidateCommand extends SourceRange {
  readonly type: "Validate";
  readonly target: "KQL" | "KML" | "CAPSULE" | "SCHEMA PACKAGE" | "IMPORT PLAN";
  readonly input: Scalar;
  readonly options: ObjectLiteral | null;
}

/** `PREVIEW KML command` (§69.3). */
export interface PreviewKmlCommand extends SourceRange {
  readonly type: "PreviewKml";
  readonly input: Scalar;
}

/** `PREVIEW IMPORT CAPSULE capsule INTO space` (§69.3). */
export interface PreviewImportCapsuleCommand extends SourceRange {
  readonly type: "PreviewImportCapsule";
  readonly capsule: Scalar;
  readonly into: Scalar;
}

/** `HISTORY ELEMENT id [FROM SEQ a] [TO SEQ b]` (§68). */
export interface HistoryElementCommand extends PagedStatement {
  readonly type: "HistoryElement";
  readonly element: Scalar;
  readonly fromSeq: Scalar | null;
  readonly toSeq: Scalar | null;
}

/** `HISTORY SPACE [FROM SEQ a] [TO SEQ b]` (§68). */
export interface HistorySpaceCommand extends PagedStatement {
  readonly type: "HistorySpace";
  readonly fromSeq: Scalar | null;
  readonly toSeq: Scalar | null;
}

/** `CHANGES SINCE cursor [LIMIT n]` (§68). */
export interface ChangesSinceCommand extends SourceRange {
  readonly type: "ChangesSince";
  readonly cursor: Scalar;
  readonly limit: Scalar | null;
}

/** `CHANGES AFTER SEQ n [LIMIT n]` (§68). */
export interface ChangesAfterSeqCommand extends SourceRange {
  readonly type: "ChangesAfterSeq";
  readonly seq: Scalar;
  readonly limit: Scalar | null;
}

/** `EXPORT CAPSULE roots WHERE {…} [WITH {…}] [AS OF SEQ n]` (§63.4). */
export interface ExportCapsuleCommand extends SourceRange {
  readonly type: "ExportCapsule";
  readonly roots: TargetRef;
  readonly where: WhereBlock;
  readonly options: ObjectLiteral | null;
  readonly asOf: Scalar | null;
}

/** The DESCRIBE statements (§63.3). */
export type DescribeCommand =
  | DescribePrimerCommand
  | DescribeProtocolCommand
  | DescribeCapabilitiesCommand
  | DescribeSpaceCommand
  | DescribeSchemaEnvironmentCommand
  | DescribePackageCommand
  | DescribeTypeCommand
  | DescribePredicateCommand
  | DescribeFacetCommand
  | DescribeStructuralFieldCommand
  | DescribeCompatibilityCommand
  | DescribeErrorCommand
  | DescribeTransactionCommand
  | DescribeTransactionByKeyCommand
  | DescribeSnapshotCommand
  | DescribeCapsuleCommand
  | DescribeEpistemicPolicyCommand
  | DescribeTrustCommand
  | DescribeAccessCommand;

/** The LIST statements (§63.3). */
export type ListCommand =
  | ListSpacesCommand
  | ListSchemaPackagesCommand
  | ListTypesCommand
  | ListPredicatesCommand
  | ListFacetsCommand
  | ListStructuralFieldsCommand
  | ListEpistemicPoliciesCommand
  | ListDependentsCommand;

/** A META command (§63). */
export type MetaCommand =
  | DescribeCommand
  | ListCommand
  | SearchCommand
  | VerifyCommand
  | ValidateCommand
  | PreviewKmlCommand
  | PreviewImportCapsuleCommand
  | HistoryElementCommand
  | HistorySpaceCommand
  | ChangesSinceCommand
  | ChangesAfterSeqCommand
  | ExportCapsuleCommand;
