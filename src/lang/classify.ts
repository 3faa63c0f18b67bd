import type { Command, FindCommand, KmlCommand, MetaCommand } from "./ast.js";

/** The three languages of the protocol (§73). */
export type Language = "KQL" | "KML" | "META";

interface StatementFacts {
  readonly language: Language;
  readonly name: string;
}

const kql = (name: string): StatementFacts => ({ language: "KQL", name });
const kml = (name: string): StatementFacts => ({ language: "KML", name });
const meta = (name: string): StatementFacts => ({ language: "META", name });

const STATEMENTS: Readonly<Record<Command["type"], StatementFacts>> = {
  Find: kql("FIND"),

  Mutate: kml("MUTATE"),
  CreateConcept: kml("CREATE CONCEPT"),
  CreateEvidence: kml("CREATE EVIDENCE"),
  CreateAssertion: kml("CREATE ASSERTION"),
  CreateActivity: kml("CREATE ACTIVITY"),
  UpsertConcept: kml("UPSERT CONCEPT"),
  EnsureProposition: kml("ENSURE PROPOSITION"),
  Assert: kml("ASSERT"),
  Update: kml("UPDATE"),
  Transition: kml("TRANSITION"),
  SetRetention: kml("SET RETENTION"),
  Purge: kml("PURGE"),
  PurgePayload: kml("PURGE PAYLOAD"),
  MergeConcept: kml("MERGE CONCEPT"),
  DefineConceptType: kml("DEFINE CONCEPT TYPE"),
  DefinePredicate: kml("DEFINE PREDICATE"),

  DescribePrimer: meta("DESCRIBE PRIMER"),
  DescribeProtocol: meta("DESCRIBE PROTOCOL"),
  DescribeCapabilities: meta("DESCRIBE CAPABILITIES"),
  DescribeSpace: meta("DESCRIBE SPACE"),
  DescribeSchemaEnvironment: meta("DESCRIBE SCHEMA ENVIRONMENT"),
  DescribePackage: meta("DESCRIBE PACKAGE"),
  DescribeType: meta("DESCRIBE TYPE"),
  DescribePredicate: meta("DESCRIBE PREDICATE"),
  DescribeFacet: meta("DESCRIBE FACET"),
  DescribeStructuralField: meta("DESCRIBE STRUCTURAL FIELD"),
  DescribeCompatibility: meta("DESCRIBE COMPATIBILITY"),
  DescribeError: meta("DESCRIBE ERROR"),
  DescribeTransaction: meta("DESCRIBE TRANSACTION"),
  DescribeTransactionByKey: meta("DESCRIBE TRANSACTION BY IDEMPOTENCY KEY"),
  DescribeSnapshot: meta("DESCRIBE SNAPSHOT"),
  DescribeCapsule: meta("DESCRIBE CAPSULE"),
  DescribeEpistemicPolicy: meta("DESCRIBE EPISTEMIC POLICY"),
  DescribeTrust: meta("DESCRIBE TRUST"),
  DescribeAccess: meta("DESCRIBE ACCESS"),
  ListSpaces: meta("LIST SPACES"),
  ListSchemaPackages: meta("LIST SCHEMA PACKAGES"),
  ListTypes: meta("LIST TYPES"),
  ListPredicates: meta("LIST PREDICATES"),
  ListFacets: meta("LIST FACETS"),
  ListStructuralFields: meta("LIST STRUCTURAL FIELDS"),
  ListEpistemicPolicies: meta("LIST EPISTEMIC POLICIES"),
  ListDependents: meta("LIST DEPENDENTS"),
  Search: meta("SEARCH"),
  Verify: meta("VERIFY"),
  Validate: meta("VALIDATE"),
  PreviewKml: meta("PREVIEW KML"),
  PreviewImportCapsule: meta("PREVIEW IMPORT CAPSULE"),
  HistoryElement: meta("HISTORY ELEMENT"),
  HistorySpace: meta("HISTORY SPACE"),
  ChangesSince: meta("CHANGES SINCE"),
  ChangesAfterSeq: meta("CHANGES AFTER SEQ"),
  ExportCapsule: meta("EXPORT CAPSULE"),
};

/** The language a command is written in, judged from the command itself (§73.1). */
export function languageOf(command: Command): Language {
  return STATEMENTS[command.type].language;
}

/** The statement's name in upper case, for example `TRANSITION` or `DESCRIBE PRIMER`. */
export function statementName(command: Command): string {
  const { name } = STATEMENTS[command.type];
  return command.type === "Verify" || command.type === "Validate" ? `${name} ${command.target}` : name;
}

/** Whether a command can change state. Exactly the KML commands can; a label cannot say otherwise (§63.2, §73.1). */
export function isStateChanging(command: Command): command is KmlCommand {
  return languageOf(command) === "KML";
}

/** Whether a command is the KQL statement. */
export function isFind(command: Command): command is FindCommand {
  return command.type === "Find";
}

/** Whether a command is a META statement. */
export function isMeta(command: Command): command is MetaCommand {
  return languageOf(command) === "META";
}
