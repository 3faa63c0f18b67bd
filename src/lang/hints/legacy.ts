import { tokenAt } from "../tokens-at.js";
import type { Place } from "./index.js";

interface Form {
  /** The word that does not fit. */
  readonly word: string;
  /** The word before it, where that matters. */
  readonly after?: string;
  readonly hint: string;
}

/** The state that each statement of earlier drafts moved to. */
const MOVES: Readonly<Record<string, string>> = {
  RETRACT: "retracted",
  SUPERSEDE: "superseded",
  CORRECT: "corrected",
  ARCHIVE: "archived",
  TOMBSTONE: "tombstoned",
  START: "running",
  COMPLETE: "completed",
  FAIL: "failed",
  CANCEL: "cancelled",
};

/** What tells of types and predicates. */
const SCHEMA =
  'Write DESCRIBE TYPE "Person" or DESCRIBE PREDICATE "prefers", LIST TYPES or LIST PREDICATES; an element is read with FIND.';

/** Forms of KIP 1.x, of earlier drafts and of SQL, with what says the same in KIP 2.0. */
const FORMS: readonly Form[] = [
  {
    word: "{",
    after: "UPSERT",
    hint: 'UPSERT takes one Concept: UPSERT CONCEPT ?x { MATCH {type: "Person", key: "alice"} }. A relation is ASSERT (?s, "predicate", ?o) {by: :actor, mode: "stated"}; several statements go into MUTATE {…}.',
  },
  {
    word: "PROPOSITION",
    after: "UPSERT",
    hint: 'A Proposition is ensured, a claim asserted: ENSURE PROPOSITION ?p (:s, "predicate", :o), or ASSERT (:s, "predicate", :o) {by: :actor, mode: "stated"}.',
  },
  {
    word: "PROPOSITIONS",
    after: "SET",
    hint: 'Write each relation: ASSERT (?s, "predicate", ?o) {by: :actor, mode: "stated"}.',
  },
  {
    word: "METADATA",
    hint: 'There is no metadata block. Who claims it, how surely, since when: ASSERT (…) {by: :actor, mode: "stated", confidence: 0.9, valid: {from: :t}}; sources: CREATE EVIDENCE; the rest: SET ATTRIBUTES.',
  },
  {
    word: "DELETE",
    hint: 'TRANSITION :id TO "archived" hides it, "tombstoned" removes it logically, UNSET ATTRIBUTES {name} removes an attribute. PURGE :id CONFIRM "PURGE" erases for good.',
  },
  {
    word: "DETACH",
    hint: 'Leave DETACH out: TRANSITION :id TO "tombstoned" keeps what refers to it.',
  },
  {
    word: "TIME",
    after: "OF",
    hint: "For when something was true write FOR TIME :t. What the memory held is AS OF SEQ :seq; DESCRIBE SNAPSHOT AT TIME :t tells the sequence.",
  },
  {
    word: "TX",
    after: "OF",
    hint: "For when something was true write FOR TIME :t. What the memory held is AS OF SEQ :seq; DESCRIBE TRANSACTION :tx tells the sequence.",
  },
  {
    word: "STATE",
    after: "EXPECT",
    hint: "TRANSITION checks the state itself: leave EXPECT STATE out, or write EXPECT VERSION :v.",
  },
  {
    word: "COGNITION",
    after: "SEARCH",
    hint: "A search names one kind: CONCEPT, PROPOSITION, ASSERTION, EVIDENCE or ACTIVITY.",
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
    hint: "Grouping is implicit: by the expressions beside an aggregate in FIND.",
  },
  {
    word: "HAVING",
    hint: "Groups are not filtered: filter the returned rows, or solutions with FILTER in WHERE.",
  },
  { word: "ANY", hint: "Leave it out: every projected row is returned." },
];

/** The 2.0 form of what stands there, when it is a form of something older. */
export function legacyHint({ text, token, before }: Place): string | null {
  const next = token.text.toUpperCase() === "WITH" ? tokenAt(text, token.to).text.toUpperCase() : "";
  const written = next === "METADATA" ? next : token.text.toUpperCase();
  const word = written === "DROP" ? "DELETE" : written === "SKIP" ? "OFFSET" : written;
  const previous = before[0]?.text.toUpperCase() ?? "";
  const state = MOVES[word];
  if (state !== undefined && token.kind === "word" && !isOperand(before[0]?.text)) {
    return `Write TRANSITION :id TO "${state}"${/^(?:sup|corr)/.test(state) ? " BY :new" : ""}.`;
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
