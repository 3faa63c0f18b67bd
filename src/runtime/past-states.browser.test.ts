import { describe, expect, it } from "vitest";
import type { JsonValue } from "../model/index.js";
import { codeOf, onlyResult, openRuntime } from "./nexus.fixture.js";

const FROM = "2026-01-01T00:00:00.000Z";
const MOVED = "2026-06-01T00:00:00.000Z";

/** One small life, each line a sequence of its own, from 1 on. */
const LIFE: readonly string[] = [
  `MUTATE {
    CREATE CONCEPT ?ann {TYPE "Person" NAME "Ann" SET FIELDS {key: "ann"} SET ATTRIBUTES {mood: "calm", note: "n"}}
    CREATE CONCEPT ?annie {TYPE "Person" NAME "Annie"}
    CREATE CONCEPT ?bob {TYPE "Person" NAME "Bob"}
    CREATE EVIDENCE ?said {SET FIELDS {evidence_class: "message", payload: "east"}}
    ASSERT (?annie, "timezone", "north") {by: ?bob, mode: "stated", at: "${FROM}"}
  }`,
  `ASSERT ("C-1", "timezone", "east") {by: "C-1", mode: "stated", at: "${FROM}", valid: {from: "${FROM}"}, evidence: "E-1"}`,
  'UPDATE "C-1" SET FIELDS {name: "Ann B."} SET ATTRIBUTES {mood: "busy"} UNSET ATTRIBUTES {"note"}',
  `ASSERT ("C-1", "timezone", "west") {by: "C-1", mode: "stated", at: "${MOVED}", valid: {from: "${FROM}"}} SUPERSEDING "A-2"`,
  `ASSERT ("C-1", "timezone", "south") {by: "C-1", mode: "stated", at: "${MOVED}", valid: {from: "${MOVED}"}}`,
  'TRANSITION "A-4" TO "retracted"',
  'UPDATE "C-3" SET FACET "MnemonicState" {salience: 0.5}',
  'MERGE CONCEPT "C-2" INTO "C-1"',
  'TRANSITION "C-3" TO "archived"',
  'DEFINE PREDICATE "mentors" {description: "The subject mentors the object."}',
  'ENSURE PROPOSITION ?p ("C-1", "mentors", "C-3")',
  'TRANSITION "C-3" TO "tombstoned"',
];
const HEAD = LIFE.length;

const slot = (of: string, at: string) => [
  `FIND(?b.status, ?b.accepted_values, ?b.basis.next_invalid_at) WHERE { ?b BELIEF SLOT ("${of}", "timezone") }`,
  ` FOR TIME "${at}"`,
];
const one = (what: string, where: string) => [`FIND(${what}) WHERE { ${where} }`];

interface Reading {
  readonly what: string;
  /** The command, cut where AS OF SEQ belongs. */
  readonly read: readonly string[];
  /** The rows at sequences, or the code of the error. */
  readonly at: Readonly<Record<number, JsonValue>>;
}

const READINGS: readonly Reading[] = [
  {
    what: "names and what was found by them",
    read: one("?x.name", '?x {id: "C-1"} UNION { ?x {name: "Bob"} }'),
    at: { 0: [], 2: ["Ann", "Bob"], 3: ["Ann B.", "Bob"] },
  },
  {
    what: "attributes and the versions of their plane",
    read: one("?x.attributes, ?x._system.version, ?x._system.plane_versions", '?x {id: "C-1"}'),
    at: {
      2: [[{ mood: "calm", note: "n" }, 1, { attributes: 1 }]],
      3: [[{ mood: "busy" }, 2, { attributes: 2 }]],
    },
  },
  {
    what: "Facets",
    read: one('?x.facets["MnemonicState"].salience', '?x {id: "C-3"}'),
    at: { 6: [null], 7: [0.5] },
  },
  {
    what: "lifecycles and lineage",
    read: one("?a.lifecycle.status, ?a.lifecycle.superseded_by", '?a ASSERTION {id: "A-2"}'),
    at: { 1: [], 2: [["active", []]], 4: [["superseded", [{ id: "A-3" }]]] },
  },
  {
    what: "withdrawals",
    read: one(
      "?a.lifecycle.status, ?a.lifecycle.retracted_at",
      '?a ASSERTION {id: "A-4"} FILTER(?a.lifecycle.status == "active")',
    ),
    at: { 4: [], 5: [["active", null]], 6: [] },
  },
  {
    what: "what was believed of the time before the move",
    read: slot("C-1", "2026-03-01T00:00:00.000Z"),
    at: {
      1: [["insufficient", [], null]],
      2: [["accepted", ["east"], null]],
      4: [["accepted", ["west"], null]],
      5: [["accepted", ["west"], MOVED]],
      6: [["accepted", ["west"], null]],
    },
  },
  {
    what: "what was believed of the time after it",
    read: slot("C-1", "2026-07-01T00:00:00.000Z"),
    at: {
      4: [["accepted", ["west"], null]],
      5: [["accepted", ["south"], null]],
      6: [["accepted", ["west"], null]],
    },
  },
  {
    what: "whose slot it was",
    read: slot("C-2", "2026-07-01T00:00:00.000Z"),
    at: { 7: [["accepted", ["north"], null]], 8: [["contested", [], null]] },
  },
  {
    what: "which Concept a tuple was about",
    read: one("?p.subject.id, ?p.canonical_subject.id", '?p PROPOSITION ("C-1", "timezone", "north")'),
    at: { 7: [], 8: [["C-2", "C-1"]] },
  },
  {
    what: "states of elements",
    read: one("?x.id, ?x._system.state", '?x {id: "C-2"} UNION { ?x {id: "C-3"} }'),
    at: {
      7: [
        ["C-2", "active"],
        ["C-3", "active"],
      ],
      9: [
        ["C-2", "merged"],
        ["C-3", "archived"],
      ],
      12: [
        ["C-2", "merged"],
        ["C-3", "tombstoned"],
      ],
    },
  },
  {
    what: "vocabulary",
    read: one("?y.id", '("C-1", "mentors", ?y)'),
    at: { 9: "SchemaSymbolNotFound", 10: [], 11: ["C-3"], 13: "HistoricalSnapshotUnavailable" },
  },
  {
    what: "what a search found",
    read: one("?x.id", '?x SEARCH CONCEPT "Ann" MODE "keyword" LIMIT 5 FILTER(?x.name == "Ann")'),
    at: { 0: [], 2: ["C-1"], 3: [] },
  },
  {
    what: "absence, options and counts, all of one state",
    read: one(
      "COUNT(?x), COUNT(?zone)",
      '?x {type: "Person"} NOT { (?x, "timezone", "west") } OPTIONAL { (?x, "timezone", ?zone) }',
    ),
    at: { 0: [[0, 0]], 2: [[3, 2]], 4: [[2, 1]] },
  },
];

describe("every part of an earlier state", () => {
  it.each(READINGS)("is that of its sequence: $what", async ({ read, at }) => {
    const runtime = await openRuntime();
    for (const command of LIFE) onlyResult(await runtime.executeKip({ command }));
    const answers: [string, JsonValue | undefined][] = [];
    for (const seq of Object.keys(at)) {
      const [query, rest = ""] = read;
      const response = await runtime.executeKipReadonly({ command: `${query} AS OF SEQ ${seq}${rest}` });
      answers.push([seq, codeOf(response) ?? onlyResult(response)]);
    }
    expect(Object.fromEntries(answers)).toEqual(at);
    expect((await runtime.status()).seq).toBe(HEAD);
  });
});
