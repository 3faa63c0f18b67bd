import type { ConstructTable } from "./constructs.js";

/** The statement, clauses and patterns of KQL. */
export const QUERY_CONSTRUCTS: ConstructTable = {
  Find: [
    "Reads the memory: one column for each expression, one row for each match of WHERE. A row says that something is recorded, not that it is believed; BELIEF tells that.",
    'FIND(?who.name) WHERE { ?who {type: "Person"} } LIMIT 10',
  ],
  AsOf: [
    "Reads the memory as it was right after a commit: what was recorded and believed then.",
    "FIND(?b.status) WHERE { ?b BELIEF (id: :statement) } AS OF SEQ 1500",
    "AS OF SEQ",
  ],
  ForTime: [
    "Asks about an instant of the world, with everything the memory knows today. It is independent of AS OF SEQ.",
    'FIND(?home.accepted_values) WHERE { ?home BELIEF SLOT (:alice, "lives_in") } FOR TIME :last_summer',
  ],
  Epistemic: [
    "Says how beliefs are to be judged: by which policy, for what purpose, and how much of the reasoning to return.",
    'WITH EPISTEMIC {policy: "kip:memory-default", explanation: "ledger"}',
    "WITH EPISTEMIC",
  ],
  OrderBy: [
    "Sorts the rows, the first key first. Missing values come last either way.",
    "ORDER BY ?who.name ASC, ?who.id",
  ],
  Limit: [
    "At most so many: rows of a query, hits of a search, elements of a mutation. It chooses no order.",
    "LIMIT 20",
  ],
  Cursor: [
    "Goes on where the last page ended. Pass the next_cursor of that answer, unchanged, with the same statement.",
    "LIMIT 20 CURSOR :next",
  ],
  ConceptPattern: [
    "Matches Concepts by type, key, name or attributes. The word itself may be left out.",
    '?who CONCEPT {type: "Person", key: "alice"}',
  ],
  PropositionPattern: [
    "Matches recorded statements, whoever claims or denies them. The word and the variable may be left out.",
    '?said PROPOSITION (?who, "works_for", ?org)',
  ],
  AssertionPattern: [
    "Matches claims: who takes which stance towards a statement, and how they know.",
    '?claim ASSERTION {proposition: ?said, stance: "reject"}',
  ],
  EvidencePattern: [
    "Matches what was observed: messages, documents, results of tools.",
    '?e EVIDENCE {evidence_class: "tool_result"}',
  ],
  ActivityPattern: [
    "Matches processes with what went into them and what came out.",
    '?act ACTIVITY {activity_class: "inference", status: "completed"}',
  ],
  StructuralPattern: [
    "Matches how records are put together. Such a reference is part of a record, so nobody believes or disputes it.",
    '?edge STRUCTURAL (?trip, "has_step", ?step)',
  ],
  BeliefPattern: [
    "Works out what the memory makes of a statement from everyone's claims about it. Nothing on record gives insufficient, which means unknown.",
    '?b BELIEF (?who, "prefers", ?what)',
  ],
  BeliefSlotPattern: [
    "Works out which value of a predicate stands for a subject, with all its rivals.",
    '?home BELIEF SLOT (?who, "lives_in")',
  ],
  SearchPattern: [
    "Finds elements by text inside a query. It needs a LIMIT, and finding nothing proves nothing, so it cannot stand in NOT.",
    '?who SEARCH CONCEPT "alice" WITH TYPE "Person" LIMIT 5',
  ],
  FilterClause: [
    "Keeps the rows for which the condition is true. A comparison with a missing value is not true, nor is its negation.",
    'FILTER(?claim.confidence >= 0.8 && ?claim.mode != "imported")',
  ],
  NotClause: [
    "Keeps the rows for which the block has no match. That something is not recorded does not make it false.",
    'NOT { (?who, "works_for", ?org) }',
  ],
  OptionalClause: [
    "Adds what the block matches and keeps the row where it matches nothing; its variables are null there.",
    'OPTIONAL { (?who, "lives_in", ?place) }',
  ],
  UnionClause: [
    "Adds the rows of another block to those of everything before it. The block starts from nothing, so repeat what it needs.",
    '?who {key: "alice"} UNION { ?who {key: "bob"} }',
  ],
  SearchKind: [
    "Which kind of element to search: one kind at a time.",
    'SEARCH EVIDENCE "invoice" LIMIT 5',
    "SEARCH",
  ],
};
