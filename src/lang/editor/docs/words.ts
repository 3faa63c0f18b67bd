/**
 * Keywords that mean the same wherever they stand, or that begin several statements: a text and an example each. What a
 * keyword means as the head of one construct is in the tables of constructs.
 */
export const WORDS: Readonly<Record<string, readonly [text: string, example: string]>> = {
  WHERE: [
    "Patterns and conditions that must hold together, separated by white space.",
    'WHERE { ?who {type: "Person"} FILTER(?who.name == "Alice") }',
  ],
  DISTINCT: ["Counts each value once.", "COUNT(DISTINCT ?who)"],
  ASC: ["From low to high, as without the word.", "ORDER BY ?who.name ASC"],
  DESC: ["From high to low.", "ORDER BY ?hit.retrieval.score DESC"],
  ID: ["A statement that you know by its id.", "?b BELIEF (id: :statement)"],
  INTO: ["What the first operand goes into.", "MERGE CONCEPT :alicia INTO :alice"],
  CREATE: [
    "Makes something new: a Concept, Evidence, an Assertion or an Activity.",
    'CREATE CONCEPT ?p { TYPE "Person" NAME "Alice" }',
  ],
  UPSERT: [
    "Finds a Concept by id or key, or makes it, and writes to it.",
    'UPSERT CONCEPT ?p { MATCH {type: "Person", key: "alice"} SET FIELDS {name: "Alice"} }',
  ],
  ENSURE: ["Finds or records a bare statement.", 'ENSURE PROPOSITION (:alice, "speaks", "pt")'],
  MERGE: ["Lets one Concept stand for another.", "MERGE CONCEPT :alicia INTO :alice"],
  SET: [
    "Writes fields, attributes, a Facet or Structural References; with RETENTION, how long storage keeps an element.",
    'UPDATE :id SET ATTRIBUTES {status: "fulfilled"}',
  ],
  UNSET: [
    "Removes attributes, fields of a Facet, or Structural References.",
    "UPDATE :id UNSET ATTRIBUTES {due_at}",
  ],
  DEFINE: [
    "Adds a type or a predicate that no package names.",
    'DEFINE PREDICATE "plays" {description: "The person plays it."}',
  ],
  DESCRIBE: ["Tells about the memory, its schema, its rules or one of its records.", "DESCRIBE PRIMER"],
  LIST: ["Lists what there is of one sort, page by page.", "LIST TYPES LIMIT 50"],
  VERIFY: ["Checks that an artifact is intact and genuine.", "VERIFY RECEIPT :receipt"],
  VALIDATE: ["Checks that something is legal here, without doing it.", "VALIDATE KML :command"],
  PREVIEW: ["Shows what something would change, without doing it.", "PREVIEW KML :command"],
  HISTORY: ["Tells what happened, commit by commit.", "HISTORY ELEMENT :id"],
  CHANGES: ["The stream of commits, for whoever follows along.", "CHANGES AFTER SEQ 1500"],
  EXPORT: [
    "Packs part of the memory into a capsule.",
    'EXPORT CAPSULE ?skill WHERE { ?skill {type: "Skill"} }',
  ],
};
