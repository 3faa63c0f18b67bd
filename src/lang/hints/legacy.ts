import { tokenAt } from "../tokens-at.js";
import type { Place } from "./index.js";

interface Form {
  /** The word that does not fit. */
  readonly word: string;
  /** The word before it, where that matters. */
  readonly after?: string;
  readonly hint: string;
}

const TRANSITION_WORDS: Readonly<Record<string, string>> = {
  RETRACT: 'TRANSITION :assertion TO "retracted"',
  SUPERSEDE: 'TRANSITION :old TO "superseded" BY :new',
  CORRECT: 'TRANSITION :old TO "corrected" BY :new',
  ARCHIVE: 'TRANSITION :id TO "archived"',
  TOMBSTONE: 'TRANSITION :id TO "tombstoned"',
  START: 'TRANSITION :activity TO "running"',
  COMPLETE: 'TRANSITION :activity TO "completed"',
  FAIL: 'TRANSITION :activity TO "failed"',
  CANCEL: 'TRANSITION :activity TO "cancelled"',
};

/** What tells of types and predicates. */
const SCHEMA =
  'Write DESCRIBE TYPE "Person" or DESCRIBE PREDICATE "prefers" for one of them, LIST TYPES or LIST PREDICATES for all; an element is read with FIND.';

/** Forms of KIP 1.x, of earlier drafts and of SQL, with what says the same in KIP 2.0. */
const FORMS: readonly Form[] = [
  {
    word: "{",
    after: "UPSERT",
    hint: 'UPSERT takes one Concept: UPSERT CONCEPT ?x { MATCH {type: "Person", key: "alice"} SET ATTRIBUTES {…} }. For a relation write ASSERT (?s, "predicate", ?o) {by: …, mode: "stated"}; put several statements into MUTATE {…}.',
  },
  {
    word: "PROPOSITION",
    after: "UPSERT",
    hint: 'A Proposition is ensured, a claim asserted: ENSURE PROPOSITION ?p (:s, "predicate", :o), or ASSERT (:s, "predicate", :o) {by: :actor, mode: "stated"}.',
  },
  {
    word: "PROPOSITIONS",
    after: "SET",
    hint: 'Write each relation as its own statement: ASSERT (?s, "predicate", ?o) {by: :actor, mode: "stated"} inside MUTATE {…}.',
  },
  {
    word: "METADATA",
    hint: 'There is no metadata block. Who claims it, how surely and since when go into ASSERT {by: …, mode: "stated", confidence: 0.9, valid: {…}}; sources into CREATE EVIDENCE; other data into SET ATTRIBUTES or SET FACET "…".',
  },
  {
    word: "DELETE",
    hint: 'Memory is not deleted by default: TRANSITION :id TO "archived" hides it, "tombstoned" removes it logically, UNSET ATTRIBUTES {name} removes an attribute. PURGE :id CONFIRM "PURGE" erases an element for good, PURGE PAYLOAD :evidence CONFIRM "PURGE" only what was observed.',
  },
  {
    word: "DETACH",
    hint: 'References are never deleted along. TRANSITION :id TO "tombstoned" keeps what refers to it; PURGE :id … CONFIRM "PURGE" erases, and its REFERENCE POLICY says what becomes of references.',
  },
  {
    word: "TIME",
    after: "OF",
    hint: "For when something was true in the world write FOR TIME :t. What the memory held at an earlier time is AS OF SEQ :seq; DESCRIBE SNAPSHOT AT TIME :t tells the sequence of an instant.",
  },
  {
    word: "TX",
    after: "OF",
    hint: "For when something was true in the world write FOR TIME :t. What the memory held at an earlier time is AS OF SEQ :seq; DESCRIBE TRANSACTION :tx tells the sequence of a transaction.",
  },
  {
    word: "STATE",
    after: "EXPECT",
    hint: "TRANSITION checks the current state itself: leave EXPECT STATE out. To make sure that nothing else changed write EXPECT VERSION :v.",
  },
  {
    word: "COGNITION",
    after: "SEARCH",
    hint: "A search names one kind: CONCEPT, PROPOSITION, ASSERTION, EVIDENCE or ACTIVITY. Search each kind, or UNION several Search Patterns in one FIND.",
  },
  {
    word: "FIELDS",
    after: "UNSET",
    hint: 'Core fields cannot be removed. UNSET takes ATTRIBUTES {name}, FACET "F" {name} or STRUCTURAL {("field", :target)}.',
  },
  { word: "CONTEXT", after: "EXECUTION", hint: "The execution context is part of DESCRIBE PRIMER." },
  { word: "EXECUTION", after: "DESCRIBE", hint: "The execution context is part of DESCRIBE PRIMER." },
  { word: "PROPOSITION", after: "DESCRIBE", hint: SCHEMA },
  { word: "CONCEPT", after: "DESCRIBE", hint: SCHEMA },
  { word: "DOMAINS", after: "DESCRIBE", hint: SCHEMA },
  { word: "DOMAINS", after: "LIST", hint: SCHEMA },
  { word: "SELECT", hint: 'Reading is FIND: FIND(?x.name) WHERE { ?x {type: "Person"} }.' },
  {
    word: "INSERT",
    hint: 'Writing is CREATE, UPSERT CONCEPT or ASSERT, for example ASSERT (:s, "predicate", :o) {by: :actor, mode: "stated"}.',
  },
  {
    word: "ADD",
    hint: 'Writing is CREATE, UPSERT CONCEPT or ASSERT, for example ASSERT (:s, "predicate", :o) {by: :actor, mode: "stated"}.',
  },
  {
    word: "REMOVE",
    hint: 'Write UNSET ATTRIBUTES {name} for an attribute, TRANSITION :id TO "tombstoned" for an element.',
  },
  { word: "OFFSET", hint: "Pages continue with CURSOR :next_cursor, the token of the previous answer." },
  {
    word: "GROUP",
    hint: "Grouping is implicit: the expressions beside an aggregate in FIND are the grouping key.",
  },
  {
    word: "HAVING",
    hint: "Groups cannot be filtered in the query: filter the returned rows, or filter solutions with FILTER inside WHERE.",
  },
  { word: "ANY", hint: "Leave it out: every projected row is returned." },
];

/** The 2.0 form of what stands there, when it is a form of something older. */
export function legacyHint({ text, token, before }: Place): string | null {
  const next = token.text.toUpperCase() === "WITH" ? tokenAt(text, token.to).text.toUpperCase() : "";
  const word = next === "METADATA" ? next : token.text.toUpperCase();
  const previous = before[0]?.text.toUpperCase() ?? "";
  const transition = TRANSITION_WORDS[word];
  if (transition !== undefined && token.kind === "word" && !isOperand(before[0]?.text)) {
    return `Lifecycle moves are one statement: ${transition}.`;
  }
  const form =
    FORMS.find(({ word: own, after }) => own === word && after === previous) ??
    FORMS.find(({ word: own, after }) => own === word && after === undefined);
  return form?.hint ?? null;
}

/** Whether a word would be a value or name rather than the beginning of a statement. */
function isOperand(previous: string | undefined): boolean {
  return previous !== undefined && [":", ",", "(", "."].includes(previous);
}
