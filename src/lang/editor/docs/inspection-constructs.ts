import type { ConstructTable } from "./constructs.js";

/** The statements and clauses of META. */
export const INSPECTION_CONSTRUCTS: ConstructTable = {
  DescribePrimer: [
    "Introduces a memory: who you are in it, what its schema offers, and what to keep in mind. The place to start.",
    'DESCRIBE PRIMER MODE "compact"',
  ],
  DescribeProtocol: ["Tells which version of the protocol is spoken here.", "DESCRIBE PROTOCOL"],
  DescribeCapabilities: [
    "Tells what this engine can do, what you may do, and its limits.",
    "DESCRIBE CAPABILITIES",
  ],
  DescribeSpace: ["Tells about this Space, or another one by its id.", "DESCRIBE SPACE"],
  DescribeSchemaEnvironment: [
    "Tells which schema packages are in force, in exact versions.",
    "DESCRIBE SCHEMA ENVIRONMENT",
  ],
  DescribePackage: ["Shows one schema package.", 'DESCRIBE PACKAGE "kip://domains/general@1.0.0"'],
  DescribeType: ["Shows a type with its fields.", 'DESCRIBE TYPE "Person"'],
  DescribePredicate: [
    "Shows what a predicate joins, and whether its values compete.",
    'DESCRIBE PREDICATE "lives_in"',
  ],
  DescribeFacet: ["Shows a Facet with its fields.", 'DESCRIBE FACET "MnemonicState"'],
  DescribeStructuralField: ["Shows what a Structural Field joins.", 'DESCRIBE STRUCTURAL FIELD "has_step"'],
  DescribeCompatibility: [
    "Compares two versions of a package: what a change would mean for what is stored.",
    "DESCRIBE COMPATIBILITY FROM :installed TO :newer",
  ],
  DescribeError: ["Explains an error code and what to do about it.", 'DESCRIBE ERROR "VersionConflict"'],
  DescribeTransaction: ["Tells what became of a transaction.", "DESCRIBE TRANSACTION :tx_id"],
  DescribeTransactionByKey: [
    "Tells what became of a write whose answer was lost, by the key you sent with it.",
    "DESCRIBE TRANSACTION BY IDEMPOTENCY KEY :key",
    "DESCRIBE TRANSACTION BY IDEMPOTENCY KEY",
  ],
  DescribeSnapshot: [
    "Names the newest commit, or with AT TIME the last one before an instant: the number AS OF SEQ takes.",
    "DESCRIBE SNAPSHOT AT TIME :yesterday",
  ],
  DescribeCapsule: ["Shows what a capsule holds before anything is imported.", "DESCRIBE CAPSULE :artifact"],
  DescribeEpistemicPolicy: [
    "Explains how a policy turns claims into beliefs.",
    'DESCRIBE EPISTEMIC POLICY "kip:memory-default"',
  ],
  DescribeTrust: ["Tells how far which sources are trusted here.", "DESCRIBE TRUST"],
  DescribeAccess: [
    "Tells what you may do here, or whether you may do one thing.",
    'DESCRIBE ACCESS WITH {operation: "purge", resource: :id}',
  ],
  AtTime: ["An instant of the clock, to find the commit it belongs to.", "DESCRIBE SNAPSHOT AT TIME :t"],
  ListSpaces: ["The Spaces you can see.", "LIST SPACES LIMIT 20"],
  ListSchemaPackages: [
    "The schema packages here, by status if you like.",
    'LIST SCHEMA PACKAGES STATUS "active"',
  ],
  ListTypes: ["Every type that can be read, by exact reference.", "LIST TYPES LIMIT 50"],
  ListPredicates: ["Every predicate that can be read.", "LIST PREDICATES LIMIT 50"],
  ListFacets: ["Every Facet that can be read.", "LIST FACETS LIMIT 50"],
  ListStructuralFields: ["Every Structural Field that can be read.", "LIST STRUCTURAL FIELDS LIMIT 50"],
  ListEpistemicPolicies: ["The policies a query can ask for.", "LIST EPISTEMIC POLICIES"],
  ListDependents: [
    "What was derived from an element, step by step. Being listed does not make it wrong.",
    "LIST DEPENDENTS :id DEPTH 2",
  ],
  Status: ["Only packages of this status.", 'LIST SCHEMA PACKAGES STATUS "active"'],
  Depth: ["How many steps to follow; one unless you say otherwise.", "LIST DEPENDENTS :id DEPTH 3"],
  Search: [
    "Finds elements of one kind by text. A score tells how well the text fits, not how true it is.",
    'SEARCH CONCEPT "alice" WITH TYPE "Person" LIMIT 5',
  ],
  WithType: ["Only Concepts of this type.", 'SEARCH CONCEPT :text WITH TYPE "Person"'],
  WithPredicate: [
    "Only statements with this predicate.",
    'SEARCH PROPOSITION :text WITH PREDICATE "prefers"',
  ],
  Mode: [
    "How to search, by words or by meaning; after PRIMER, how much to tell.",
    'SEARCH CONCEPT :text MODE "hybrid"',
  ],
  Threshold: ["Only hits that score at least this, from 0 to 1.", "SEARCH CONCEPT :text THRESHOLD 0.5"],
  VerifyCapsule: [
    "Checks that a capsule is intact and by whom. It does not check that it is true.",
    "VERIFY CAPSULE :artifact",
  ],
  VerifySchemaPackage: [
    "Checks that a schema package is what its digest says.",
    "VERIFY SCHEMA PACKAGE :artifact",
  ],
  VerifyReceipt: ["Checks that a receipt is genuine.", "VERIFY RECEIPT :receipt"],
  ValidateKql: ["Checks a query without running it.", "VALIDATE KQL :command"],
  ValidateKml: ["Checks a mutation without running it.", "VALIDATE KML :command"],
  ValidateCapsule: ["Checks whether a capsule could be imported here.", "VALIDATE CAPSULE :artifact"],
  ValidateSchemaPackage: [
    "Checks whether a schema package could be installed here.",
    "VALIDATE SCHEMA PACKAGE :artifact",
  ],
  ValidateImportPlan: ["Checks a plan for an import before it is carried out.", "VALIDATE IMPORT PLAN :plan"],
  PreviewKml: ["Shows what a mutation would change, and changes nothing.", "PREVIEW KML :command"],
  PreviewImportCapsule: [
    "Shows what an import would bring, and imports nothing.",
    "PREVIEW IMPORT CAPSULE :capsule INTO :space",
  ],
  HistoryElement: [
    "How one element came to be what it is, commit by commit.",
    "HISTORY ELEMENT :id LIMIT 20",
  ],
  HistorySpace: ["What happened in this Space, commit by commit.", "HISTORY SPACE FROM SEQ 100"],
  FromSeq: ["From this commit on.", "HISTORY SPACE FROM SEQ 100 TO SEQ 200"],
  ToSeq: ["Up to this commit.", "HISTORY SPACE FROM SEQ 100 TO SEQ 200"],
  ChangesSince: [
    "What was committed since your cursor, one envelope a commit.",
    "CHANGES SINCE :cursor LIMIT 50",
  ],
  ChangesAfterSeq: [
    "What was committed after a commit, one envelope each.",
    "CHANGES AFTER SEQ 1500 LIMIT 50",
  ],
  ExportCapsule: [
    "Packs the elements that WHERE binds, and what they need, into a capsule for another memory.",
    'EXPORT CAPSULE ?skill WHERE { ?skill {type: "Skill"} } WITH {include_schema: true}',
  ],
  Options: [
    "Settings of this statement.",
    "EXPORT CAPSULE :id WHERE { ?x {id: :id} } WITH {include_schema: true}",
    "WITH",
  ],
};
