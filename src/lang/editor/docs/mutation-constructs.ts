import type { ConstructTable } from "./constructs.js";

/** The statements and clauses of KML. */
export const MUTATION_CONSTRUCTS: ConstructTable = {
  Mutate: [
    "Commits several mutations together or not at all. Handles such as ?e are known in the whole block, before and after their declaration.",
    'MUTATE { CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "message", payload: :text} } ASSERT (:a, "knows", :b) {by: :a, mode: "stated", evidence: ?e} }',
  ],
  CreateConcept: [
    "Makes a new Concept each time. Where it may exist already, use UPSERT CONCEPT with a key.",
    'CREATE CONCEPT ?trip { TYPE "Event" NAME "Trip to Porto" SET ATTRIBUTES {summary: "Four days in May"} }',
  ],
  CreateEvidence: [
    "Records something observed, as it was. It is never edited: a wrong record is corrected by a new one.",
    'CREATE EVIDENCE ?said { SET FIELDS {evidence_class: "user_statement", payload: :words} }',
  ],
  CreateAssertion: [
    "The long form of ASSERT, for citations in other roles than support.",
    'CREATE ASSERTION ?c { SET FIELDS {proposition: :p, asserted_by: :alice, mode: "stated"} }',
  ],
  CreateActivity: [
    "Records a process with what it used and what it produced.",
    'CREATE ACTIVITY ?run { SET FIELDS {activity_class: "inference"} SET STRUCTURAL { ("inputs", :a) } }',
  ],
  TypeClause: [
    "The type of the new Concept. It stays what it is from then on.",
    'CREATE CONCEPT ?p { TYPE "Person" NAME "Alice" }',
  ],
  NameClause: [
    "What people call it. Names repeat and change; a key identifies.",
    'CREATE CONCEPT ?p { TYPE "Person" NAME "Alice" }',
  ],
  ClientKey: [
    "A name of yours for this creation: sent twice, it creates once.",
    'CREATE EVIDENCE ?e { CLIENT KEY "message:123" SET FIELDS {evidence_class: "message", payload: :text} }',
  ],
  UpsertConcept: [
    "Finds the Concept with this id or key, makes it where a key finds none, and writes what is named.",
    'UPSERT CONCEPT ?p { MATCH {type: "Person", key: "alice"} SET FIELDS {name: "Alice"} }',
  ],
  Match: [
    "What identifies the Concept: its id, or its type and key. A name identifies nothing.",
    'MATCH {type: "Project", key: "atlas"}',
  ],
  EnsureProposition: [
    "Finds or records the bare statement. It claims nothing: use ASSERT for that.",
    'ENSURE PROPOSITION ?p (:alice, "speaks", "pt")',
  ],
  Assert: [
    "Records that somebody claims a statement, and the statement with it. by and mode are required.",
    'ASSERT (:alice, "prefers", :dark) {by: :alice, mode: "stated", evidence: :message}',
  ],
  Superseding: [
    "Says that the same actor's earlier claim was wrong. When the world changed instead, leave it out and write valid: {from: …}.",
    'ASSERT (:alice, "timezone", "Europe/Lisbon") {by: :alice, mode: "stated"} SUPERSEDING :old',
  ],
  Update: [
    "Changes what may change of existing elements, and never creates. Claims and evidence do not change: record new ones.",
    'UPDATE ?c SET ATTRIBUTES {status: "fulfilled"} WHERE { ?c {type: "Commitment", key: "rent"} }',
  ],
  SetFields: [
    "Writes fields of the element itself, such as name or key. Fields that are not named stay.",
    'SET FIELDS {name: "Alice A."}',
  ],
  SetAttributes: [
    "Writes fields that the Concept's type declares. A value replaces the old one whole, objects and arrays too.",
    'SET ATTRIBUTES {summary: "Met at the fair", outcome_status: "success"}',
  ],
  SetFacet: [
    "Writes fields of a Facet, an extension that the schema attaches to elements.",
    'SET FACET "MnemonicState" {salience: 0.9}',
  ],
  SetStructural: [
    "Adds Structural References: which other records belong to this one.",
    'SET STRUCTURAL { ("has_step", ?first) {index: 0} ("about", :topic) }',
  ],
  UnsetAttributes: [
    "Removes attributes. A null would be a value, not an absence.",
    "UNSET ATTRIBUTES {due_at}",
  ],
  UnsetFacet: ["Removes fields of a Facet.", 'UNSET FACET "MnemonicState" {salience}'],
  UnsetStructural: [
    "Removes Structural References, one by one.",
    'UNSET STRUCTURAL { ("has_step", :wrong) }',
  ],
  Transition: [
    "Moves an element on in its life, with everything before kept: retracted, superseded, corrected, completed, archived, tombstoned and so on.",
    'TRANSITION :claim TO "retracted"',
  ],
  By: [
    "The record that takes its place. Only superseded and corrected have one.",
    'TRANSITION :wrong TO "corrected" BY :new',
  ],
  SetRetention: [
    "Says how long storage keeps an element. It says nothing about when a claim holds in the world.",
    'SET RETENTION :note {retention_class: "short", expires_at: :next_year}',
  ],
  Purge: [
    "Erases an element for good. It is refused while others need it, unless REFERENCE POLICY says otherwise.",
    'PURGE :id CONFIRM "PURGE"',
  ],
  PurgePayload: [
    "Erases what an Evidence record holds and keeps the record, its digest and its citations.",
    'PURGE PAYLOAD :evidence CONFIRM "PURGE"',
  ],
  ReferencePolicy: [
    "What becomes of elements that refer to the purged one.",
    'PURGE :id REFERENCE POLICY "tombstone_reference" CONFIRM "PURGE"',
  ],
  Confirm: ['Says that you mean it, with the word "PURGE".', 'CONFIRM "PURGE"'],
  MergeConcept: [
    "Lets one Concept stand for another from now on. Nothing is rewritten, and both stay addressable.",
    "MERGE CONCEPT :alicia INTO :alice",
  ],
  ExpectVersion: [
    "Commits only if nobody changed the element since you read it. OF limits that to one plane; 0 means it must be new.",
    "UPDATE :id SET ATTRIBUTES {status: :s} EXPECT VERSION 4 OF ATTRIBUTES",
  ],
  VersionPlane: [
    "Which plane of the element the guard looks at: changes to the others do not matter.",
    'EXPECT VERSION :v OF FACET "MnemonicState"',
    "OF",
  ],
  DefineConceptType: [
    "Adds a type that no package names to the draft vocabulary. It stands alone, outside MUTATE.",
    'DEFINE CONCEPT TYPE "Instrument" {description: "Something one plays music on."}',
  ],
  DefinePredicate: [
    "Adds a predicate that no package names to the draft vocabulary. It stands alone, outside MUTATE.",
    'DEFINE PREDICATE "plays" {description: "The person plays it.", subject: {concept_types: ["Person"]}}',
  ],
};
