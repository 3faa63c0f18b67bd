import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { ResponseEnvelope } from "../model/index.js";
import {
  type Hidings,
  Memory,
  type Question,
  renamed,
  SECRETS,
  type Secret,
  type Step,
} from "./two-memories.fixture.js";

const person = fc.constantFrom("ann", "ben", "cid");
const secret = fc.constantFrom<Secret>(...SECRETS);
const zone = fc.constantFrom("+01:00", "+02:00");
const word = fc.constantFrom("Ann", "Ark", "tea", "Mole", "den", "Ann's den", "knows", "drinks");

const hidings: fc.Arbitrary<Hidings> = fc.record({
  mole: fc.constantFrom("label", "element"),
  place: fc.constantFrom("type", "label", "element"),
  job: fc.constantFrom("predicate", "label", "element"),
  file: fc.constantFrom("label", "element"),
  tuple: fc.constantFrom("label", "element"),
  talk: fc.constantFrom("label", "element"),
  memo: fc.constantFrom("label", "element"),
  twin: fc.constantFrom("label", "element"),
});

const openStep: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(person, person, person).map(([subject, object, by]) => ({
    open: `ASSERT (:${subject}, "knows", :${object}) {by: :${by}, mode: "stated"}`,
  })),
  fc.tuple(person, zone, person).map(([subject, value, by]) => ({
    open: `ASSERT (:${subject}, "timezone", "${value}") {by: :${by}, mode: "observed"}`,
  })),
  fc.tuple(person, word).map(([who, name]) => ({ open: `UPDATE :${who} SET FIELDS {name: "${name}"}` })),
  fc.tuple(person, word).map(([who, name]) => ({
    open: `CREATE CONCEPT ?more { TYPE "Event" NAME "${name}" SET ATTRIBUTES {summary: "more"} SET STRUCTURAL { ("mentions", :${who}) CITED } }`,
    cited: '("mentions", :mole)',
  })),
  person.map((who) => ({
    open: `ASSERT (:${who}, "interested_in", :tea) {by: :${who}, mode: "stated"CITED}`,
    cited: ", evidence: :file",
  })),
);

const hiddenStep: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(person)
    .map(([who]) => ({ hidden: `ASSERT (:${who}, "knows", :mole) {by: :${who}, mode: "stated"}` })),
  fc.tuple(person, person).map(([subject, object]) => ({
    about: `ENSURE PROPOSITION (:${subject}, "knows", :${object})`,
    hidden: `ASSERT (:${subject}, "knows", :${object}) {by: :mole, mode: "observed", stance: "reject"}`,
  })),
  fc.tuple(person, zone).map(([subject, value]) => ({
    about: `ENSURE PROPOSITION (:${subject}, "timezone", "${value}")`,
    hidden: `ASSERT (:${subject}, "timezone", "${value}") {by: :mole, mode: "observed"}`,
  })),
  fc.tuple(person, person).map(([subject, object]) => ({
    about: `ENSURE PROPOSITION (:${subject}, "knows", :${object})`,
    hidden: `ASSERT (:${subject}, "knows", :${object}) {by: :${subject}, mode: "stated", context: [:place]}`,
  })),
  person.map((who) => ({ hidden: `ASSERT (:${who}, "lives_in", :place) {by: :${who}, mode: "stated"}` })),
  person.map((who) => ({ hidden: `ASSERT (:ann, "works_for", :firm) {by: :${who}, mode: "stated"}` })),
  fc.constantFrom<Step>(
    { hidden: 'UPDATE :mole SET FIELDS {name: "Ann Ark", aliases: ["tea"]}' },
    { hidden: 'UPDATE :place SET FIELDS {name: "Tea house"}' },
    { hidden: "MERGE CONCEPT :twin INTO :ann" },
    { hidden: "SET RETENTION :file {legal_hold: true}" },
    { hidden: 'TRANSITION :memo TO "archived"' },
    { hidden: 'ASSERT (:ann, "speaks", "pt") {by: :ann, mode: "stated"}' },
    { decided: "quarantine", on: "mole" },
    { decided: "quarantine", on: "tuple" },
    { decided: "release", on: "tuple" },
    { decided: "classify", on: "file" },
  ),
);

const script = fc.array(fc.oneof({ weight: 1, arbitrary: openStep }, { weight: 1, arbitrary: hiddenStep }), {
  minLength: 4,
  maxLength: 10,
});

/** Reads of the present, the past, the commits and the Space. */
const reading: fc.Arbitrary<Question> = fc.oneof(
  fc
    .constantFrom(
      'FIND(?p.name, ?p._system.version) WHERE { ?p {type: "Person"} }',
      "FIND(?x) WHERE { ?x CONCEPT {} }",
      "FIND(?a) WHERE { ?a ASSERTION {} } LIMIT 2",
      "FIND(?e) WHERE { ?e EVIDENCE {} }",
      "FIND(?x) WHERE { ?x ACTIVITY {} }",
      'FIND(?s, ?p, ?o) WHERE { ?p (?s, "knows", ?o) } LIMIT 3',
      "FIND(COUNT(?x), COUNT(DISTINCT ?x.name)) WHERE { ?x CONCEPT {} }",
      'FIND(?x.name, COUNT(?y)) WHERE { ?x {type: "Person"} OPTIONAL { (?x, "knows", ?y) } } ORDER BY COUNT(?y) DESC',
      'FIND(?x.name) WHERE { ?x {type: "Person"} NOT { (?x, "knows", ?y) } }',
      'FIND(?e, ?m) WHERE { ?e {type: "Event"} OPTIONAL { STRUCTURAL (?e, "mentions", ?m) } }',
      "FIND(?x) WHERE { ?x {id: :hidden} }",
      'FIND(?a) WHERE { STRUCTURAL (?a, "evidence", {id: :hidden}) }',
      'FIND(?b) WHERE { ?b BELIEF ({id: :ann}, "knows", {id: :hidden}) }',
      'FIND(?b) WHERE { ?b BELIEF (id: :hidden) } WITH EPISTEMIC {explanation: "ledger"}',
      'FIND(?x.name, ?y.name) WHERE { ?x {type: "Person"} (?x, "knows"{0,3}, ?y) }',
      'FIND(?p.name) WHERE { ?p {type: "Person"} } AS OF SEQ :seq',
      'FIND(?b) WHERE { ?b BELIEF SLOT ({id: :ann}, "timezone") } AS OF SEQ :seq WITH EPISTEMIC {explanation: "ledger"}',
      "HISTORY SPACE",
      "HISTORY SPACE LIMIT 2",
      "HISTORY SPACE FROM SEQ :seq",
      "HISTORY ELEMENT :ann",
      "HISTORY ELEMENT :trip",
      "HISTORY ELEMENT :day",
      "HISTORY ELEMENT :said",
      "HISTORY ELEMENT :hidden",
      "CHANGES AFTER SEQ 0",
      "CHANGES AFTER SEQ :seq LIMIT 2",
      "LIST DEPENDENTS :note DEPTH 3",
      "LIST DEPENDENTS :hidden",
      "DESCRIBE SPACE",
      "DESCRIBE PRIMER",
      'DESCRIBE PRIMER MODE "full"',
      "DESCRIBE PROTOCOL",
      "DESCRIBE CAPABILITIES",
      "DESCRIBE SCHEMA ENVIRONMENT",
      'DESCRIBE TYPE "Place"',
      'DESCRIBE PREDICATE "works_for"',
      'DESCRIBE STRUCTURAL FIELD "mentions"',
      'DESCRIBE FACET "MnemonicState"',
      'DESCRIBE PACKAGE "kip://domains/general"',
      'DESCRIBE COMPATIBILITY "kip://domains/general@1.0.0"',
      'DESCRIBE ERROR "PurgeDenied"',
      'DESCRIBE EPISTEMIC POLICY "kip:memory-default"',
      "DESCRIBE TRUST",
      "DESCRIBE SNAPSHOT",
      "DESCRIBE SNAPSHOT AS OF SEQ :seq",
      "DESCRIBE ACCESS",
      'DESCRIBE ACCESS WITH {operation: "purge", resource: :hidden}',
      'DESCRIBE TRANSACTION "kip:space:default#8888"',
      "LIST SPACES",
      "LIST TYPES",
      "LIST PREDICATES LIMIT 3",
      "LIST FACETS",
      "LIST STRUCTURAL FIELDS",
      "LIST SCHEMA PACKAGES",
      "LIST EPISTEMIC POLICIES",
      'VALIDATE KQL "FIND(?x) WHERE { ?x {id: :hidden} }" WITH {}',
    )
    .chain((text) => fc.record({ text: fc.constant(text), hidden: secret, seq: fc.nat(8) })),
  fc
    .tuple(fc.constantFrom("CONCEPT", "PROPOSITION", "ASSERTION", "EVIDENCE", "ACTIVITY"), word)
    .map(([kind, text]) => ({ text: `SEARCH ${kind} "${text}" LIMIT 2` })),
  word.map((text) => ({ text: `FIND(?x.id, ?x.retrieval.score) WHERE { ?x SEARCH CONCEPT "${text}" }` })),
  fc.tuple(person, person).map(([subject, object]) => ({
    text: `FIND(?b) WHERE { ?b BELIEF ({id: :${subject}}, "knows", {id: :${object}}) } WITH EPISTEMIC {explanation: "ledger", include_historical: true}`,
  })),
  person.map((subject) => ({
    text: `FIND(?s) WHERE { ?s BELIEF SLOT ({id: :${subject}}, "timezone") } WITH EPISTEMIC {policy: "kip:memory-default", explanation: "ledger"}`,
  })),
  word.map((query) => ({ text: "", recall: query })),
);

/** What a write may do: on what is open, on what the author made, and on what it cannot see. */
const writeText = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.oneof(
      fc.nat(3).map((n) => `CREATE CONCEPT ?own${n} { TYPE "Person" NAME "Own ${n}" }`),
      fc
        .tuple(person, word)
        .map(
          ([key, name]) =>
            `UPSERT CONCEPT ?u { MATCH {type: "Person", key: "${key}"} SET FIELDS {name: "${name}"} }`,
        ),
      fc
        .tuple(person, fc.constantFrom("pt", "en"))
        .map(([who, tongue]) => `ENSURE PROPOSITION ?p (:${who}, "speaks", "${tongue}")`),
      fc.constant('ENSURE PROPOSITION (:ann, "works_for", :firm)'),
      fc
        .tuple(person, fc.constantFrom("pt", "en"), person)
        .map(
          ([who, tongue, by]) =>
            `ASSERT ?claim (:${who}, "speaks", "${tongue}") {by: :${by}, mode: "stated"}`,
        ),
      fc
        .tuple(person, person)
        .map(([who, by]) => `ASSERT ?claim (:${who}, "timezone", "+09:00") {by: :${by}, mode: "stated"}`),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      'ASSERT (:ann, "works_for", :firm) {by: :ann, mode: "stated"}',
      'ASSERT (:ann, "knows", :hidden) {by: :ann, mode: "stated"}',
      'ASSERT (:ann, "knows", :ben) {by: :hidden, mode: "stated"}',
      'ASSERT (:ann, "knows", :ben) {by: :ann, mode: "stated", evidence: :hidden}',
      'ASSERT (:ann, "knows", :ben) {by: :ann, mode: "stated", context: [:hidden]}',
      'ASSERT (:ann, "knows", :cid) {by: :ann, mode: "stated"} SUPERSEDING :said',
      'ASSERT (:ann, "timezone", "+03:00") {by: :ann, mode: "stated"} SUPERSEDING :claim',
      'UPDATE :hidden SET FIELDS {name: "x"}',
      'UPDATE ?x SET FIELDS {name: "x"} WHERE { ?x {id: :hidden} }',
      'UPDATE ?x SET FIELDS {aliases: ["y"]} WHERE { ?x CONCEPT {} } LIMIT 20',
      'UPDATE :trip SET STRUCTURAL { ("mentions", :cid) }',
      'UPDATE :trip SET STRUCTURAL { ("mentions", :hidden) }',
      'UPDATE :trip UNSET STRUCTURAL { ("mentions", :ben) }',
      'UPDATE :trip UNSET STRUCTURAL { ("mentions", :hidden) }',
      'UPDATE :day SET FIELDS {name: "Other day"} EXPECT VERSION 1',
      'UPDATE :day SET FIELDS {name: "Other day"} EXPECT VERSION 0 OF STRUCTURAL',
      'UPDATE :trip SET FIELDS {name: "Other trip"} EXPECT VERSION 1 OF STRUCTURAL',
      'UPDATE :ann SET FIELDS {name: "Anna"} EXPECT VERSION 1',
      'TRANSITION :hidden TO "archived"',
      'TRANSITION :said TO "archived"',
      'TRANSITION :claim TO "retracted"',
      'TRANSITION :note TO "tombstoned"',
      'TRANSITION ?x TO "archived" WHERE { ?x ASSERTION {} } LIMIT 2',
      'TRANSITION :work TO "completed"',
      'TRANSITION :said TO "superseded" BY :hidden',
      'SET RETENTION :note {retention_class: "short"}',
      'SET RETENTION :hidden {retention_class: "short"}',
      "MERGE CONCEPT :ben INTO :cid",
      "MERGE CONCEPT :cid INTO :ann",
      "MERGE CONCEPT :ann INTO :hidden",
      "MERGE CONCEPT :hidden INTO :ann",
      'PURGE :note CONFIRM "PURGE"',
      'PURGE :tea CONFIRM "PURGE"',
      'PURGE :ben REFERENCE POLICY "tombstone_reference" CONFIRM "PURGE"',
      'PURGE :ann REFERENCE POLICY "authorized_cascade" CONFIRM "PURGE"',
      'PURGE :hidden CONFIRM "PURGE"',
      'PURGE ?x WHERE { ?x EVIDENCE {} } LIMIT 5 REFERENCE POLICY "tombstone_reference" CONFIRM "PURGE"',
      'PURGE PAYLOAD :note CONFIRM "PURGE"',
      'PURGE PAYLOAD :hidden CONFIRM "PURGE"',
      'CREATE EVIDENCE ?seen { SET FIELDS {evidence_class: "document", payload: "Ann drinks tea with a mole"} }',
      'CREATE ACTIVITY ?did { SET FIELDS {activity_class: "inference", status: "completed"} SET STRUCTURAL { ("inputs", :note) ("outputs", :tea) } }',
      'CREATE ACTIVITY ?did { SET FIELDS {activity_class: "inference", status: "completed"} SET STRUCTURAL { ("inputs", :hidden) } }',
      'DEFINE CONCEPT TYPE "Ghost" {description: "a ghost"}',
      'MUTATE { UPDATE :ann SET FIELDS {name: "Two"} UPDATE :hidden SET FIELDS {name: "x"} }',
    ),
  },
);

const writing: fc.Arbitrary<Question> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ text: writeText, hidden: secret, dryRun: fc.constantFrom(false, false, true) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      text: fc.array(writeText, { minLength: 2, maxLength: 3 }).map((texts) => texts.join("\n;\n")),
      hidden: secret,
      mode: fc.constantFrom("independent", "sequence", "atomic"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      text: fc
        .tuple(fc.constantFrom("PREVIEW KML", "VALIDATE KML"), writeText)
        .map(([say, text]) => `${say} ${JSON.stringify(text)}`),
      hidden: secret,
    }),
  },
);

const questions = fc.array(fc.oneof({ weight: 3, arbitrary: reading }, { weight: 2, arbitrary: writing }), {
  minLength: 30,
  maxLength: 30,
});

/** More of them with VITE_RUNS; each run has another seed, which a failure names. */
const RUNS = Number(import.meta.env.VITE_RUNS ?? 5);

/** Two memories after the same steps: without secrets, and with them. */
async function both(hiding: Hidings, steps: readonly Step[]): Promise<readonly [Memory, Memory]> {
  const memories = [await Memory.of(false, hiding), await Memory.of(true, hiding)] as const;
  for (const memory of memories) for (const step of steps) await memory.take(step);
  return memories;
}

const HIDING: Hidings = {
  mole: "label",
  place: "type",
  job: "predicate",
  file: "element",
  tuple: "label",
  talk: "element",
  memo: "label",
  twin: "element",
};

describe("what a Principal may not discover", () => {
  it("changes nothing that the Principal is answered or told, whatever it asks or does", async () => {
    let succeeded = 0;
    await fc.assert(
      fc.asyncProperty(hidings, script, questions, async (hiding, steps, asked) => {
        const [without, withSecrets] = await both(hiding, steps);
        const done: Question[] = [];
        for (const question of asked) {
          done.push(question);
          const [expected, found] = [
            renamed(await without.ask(question)),
            renamed(await withSecrets.ask(question)),
          ];
          expect(found, JSON.stringify({ hiding, steps, done })).toBe(expected);
          expect(found).not.toContain('"code":"InternalError"');
          if (found.includes('"status":"succeeded"')) succeeded += 1;
        }
        expect(renamed(withSecrets.told)).toBe(renamed(without.told));
        // The memories are not alike: their owner is answered otherwise.
        expect(await counted(withSecrets)).toBeGreaterThan(await counted(without));
      }),
      // To make a counterexample smaller takes longer than to read it.
      { numRuns: RUNS, endOnFailure: true },
    );
    expect(succeeded).toBeGreaterThan(RUNS * 8);
  });

  it("calls no subscription, and changes none of its answers", async () => {
    const told: (readonly [number, unknown])[][] = [];
    for (const memory of await both(HIDING, [])) {
      const answers: (readonly [number, unknown])[] = [];
      const said = (query: number) => JSON.stringify(answers.filter(([at]) => at === query));
      const commands = [
        "FIND(?x.name) WHERE { ?x CONCEPT {} } ORDER BY ?x.name",
        'FIND(?b.status, ?b.explanation) WHERE { ?b BELIEF ({id: :ann}, "knows", {id: :ben}) } WITH EPISTEMIC {explanation: "ledger"}',
        'SEARCH CONCEPT "Ark"',
      ];
      const stops = await Promise.all(
        commands.map((command, at) =>
          memory.reader.subscribe(command, memory.parameters(), (answer) => {
            const { context: _moves, ...rest } = answer as { context?: unknown };
            answers.push([at, rest]);
          }),
        ),
      );
      const hidden: readonly Step[] = [
        { hidden: 'ASSERT (:ann, "knows", :ben) {by: :mole, mode: "observed", stance: "reject"}' },
        { hidden: 'UPDATE :mole SET FIELDS {name: "Ark Ark"}' },
        { decided: "quarantine", on: "mole" },
        { hidden: 'ASSERT (:ann, "works_for", :firm) {by: :ann, mode: "stated"}' },
      ];
      for (const step of hidden) await memory.take(step);
      await memory.take({ open: 'UPDATE :ben SET FIELDS {name: "Ben Other Ark"}' });
      await vi.waitFor(() => expect([0, 2].every((query) => said(query).includes("Other"))).toBe(true));
      for (const step of hidden) await memory.take(step);
      await memory.take({
        open: 'ASSERT (:ann, "knows", :ben) {by: :cid, mode: "stated", stance: "reject"}',
      });
      await vi.waitFor(() => expect(said(1)).toContain("contested"));
      for (const stop of stops) stop();
      told.push(answers);
    }
    const [without, withSecrets] = told.map((answers) =>
      [0, 1, 2].map((query) => renamed(answers.filter(([at]) => at === query))),
    );
    expect(withSecrets).toEqual(without);
  });
});

/** How many elements the owner finds. */
async function counted({ owner }: Memory): Promise<number> {
  const { results } = await owner.executeKipReadonly({ command: "FIND(COUNT(?x)) WHERE { ?x CONCEPT {} }" });
  const [count = 0] = (results[0]?.result ?? []) as readonly number[];
  return count;
}

// What a reader can tell all the same. Each has a reason in the Specification; nothing else is known of.
describe("what may be told of the hidden", () => {
  const refusedOf = async (memory: Memory, text: string) => {
    const [response] = (await memory.ask({ text })) as unknown as readonly ResponseEnvelope[];
    return response?.results[0]?.error ?? null;
  };

  it("is that a key is taken: it is unique in the Space, whoever sees it (§7.3)", async () => {
    const [without, withSecrets] = await both(HIDING, []);
    for (const text of [
      'CREATE CONCEPT ?x { TYPE "Person" NAME "X" SET FIELDS {key: "mole"} }',
      'UPSERT CONCEPT ?x { MATCH {type: "Person", key: "mole"} SET FIELDS {name: "X"} }',
    ]) {
      const refused = await refusedOf(withSecrets, text);
      expect(refused?.code).toBe("IdentityConflict");
      expect(JSON.stringify(refused)).not.toMatch(/\b[CPAEX]-[1-9]/);
    }
    expect(
      await refusedOf(without, 'CREATE CONCEPT ?x { TYPE "Person" NAME "X" SET FIELDS {key: "mole"} }'),
    ).toBeNull();
  });

  it("is that something was committed or made in between: sequences and ids have gaps (§36.1, §7.1)", async () => {
    const step: Step = { hidden: 'ASSERT (:ann, "works_for", :firm) {by: :ann, mode: "stated"}' };
    const heads: number[] = [];
    for (const memory of await both(HIDING, [step, step])) {
      const { snapshot } = await memory.reader.executeKipReadonly({ command: "LIST SPACES" });
      heads.push(snapshot?.snapshot_seq ?? 0);
    }
    const [without = 0, withSecrets] = heads;
    expect(withSecrets).toBeGreaterThan(without);
  });

  it("is that what was derived from it became restricted with it (§31.2)", async () => {
    const [without, withSecrets] = await both({ ...HIDING, file: "label" }, []);
    const derive: Question = {
      text: 'CREATE EVIDENCE ?made { SET FIELDS {evidence_class: "derived_result", payload: "x"} }',
    };
    const finish: Question = {
      text: 'TRANSITION :work TO "completed" SET STRUCTURAL { ("outputs", :made) }',
    };
    const look: Question = { text: "FIND(?e.evidence_class) WHERE { ?e EVIDENCE {id: :made} }" };
    const found = [];
    for (const memory of [without, withSecrets]) {
      for (const question of [derive, finish]) await memory.ask(question);
      const [response] = (await memory.ask(look)) as unknown as readonly ResponseEnvelope[];
      found.push(response?.results[0]?.result);
    }
    expect(found).toEqual([["derived_result"], []]);
  });

  it("is a counter of references, where the reader adds the first it can see (§6.3)", async () => {
    const counters = (await both(HIDING, [])).map(async (memory) => {
      await memory.ask({ text: 'UPDATE :day SET STRUCTURAL { ("mentions", :cid) }' });
      const [response] = (await memory.ask({
        text: "FIND(?d._system.plane_versions.structural) WHERE { ?d {id: :day} }",
      })) as unknown as readonly ResponseEnvelope[];
      return response?.results[0]?.result;
    });
    expect(await Promise.all(counters)).toEqual([[1], [2]]);
  });
});
