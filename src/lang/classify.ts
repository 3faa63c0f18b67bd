import type { Command, FindCommand, KmlCommand, MetaCommand } from "./ast.js";
import { spelled } from "./spelled.js";

/** The three languages of the protocol (§73). */
export type Language = "KQL" | "KML" | "META";

const LANGUAGES: Readonly<Record<Command["type"], Language>> = {
  Find: "KQL",

  Mutate: "KML",
  CreateConcept: "KML",
  CreateEvidence: "KML",
  CreateAssertion: "KML",
  CreateActivity: "KML",
  UpsertConcept: "KML",
  EnsureProposition: "KML",
  Assert: "KML",
  Update: "KML",
  Transition: "KML",
  SetRetention: "KML",
  Purge: "KML",
  PurgePayload: "KML",
  MergeConcept: "KML",
  DefineConceptType: "KML",
  DefinePredicate: "KML",

  DescribePrimer: "META",
  DescribeProtocol: "META",
  DescribeCapabilities: "META",
  DescribeSpace: "META",
  DescribeSchemaEnvironment: "META",
  DescribePackage: "META",
  DescribeType: "META",
  DescribePredicate: "META",
  DescribeFacet: "META",
  DescribeStructuralField: "META",
  DescribeCompatibility: "META",
  DescribeError: "META",
  DescribeTransaction: "META",
  DescribeTransactionByKey: "META",
  DescribeSnapshot: "META",
  DescribeCapsule: "META",
  DescribeEpistemicPolicy: "META",
  DescribeTrust: "META",
  DescribeAccess: "META",
  ListSpaces: "META",
  ListSchemaPackages: "META",
  ListTypes: "META",
  ListPredicates: "META",
  ListFacets: "META",
  ListStructuralFields: "META",
  ListEpistemicPolicies: "META",
  ListDependents: "META",
  Search: "META",
  Verify: "META",
  Validate: "META",
  PreviewKml: "META",
  PreviewImportCapsule: "META",
  HistoryElement: "META",
  HistorySpace: "META",
  ChangesSince: "META",
  ChangesAfterSeq: "META",
  ExportCapsule: "META",
};

/** The language a command is written in, judged from the command itself (§73.1). */
export function languageOf(command: Command): Language {
  return LANGUAGES[command.type];
}

/** The statement's name in upper case, for example `TRANSITION` or `DESCRIBE PRIMER`. */
export function statementName(command: Command): string {
  switch (command.type) {
    case "Verify":
    case "Validate":
      return `${spelled(command.type)} ${command.target}`;
    case "DescribeTransactionByKey":
      return "DESCRIBE TRANSACTION BY IDEMPOTENCY KEY";
    default:
      return spelled(command.type);
  }
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
