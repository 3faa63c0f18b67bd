import { describe, expect, it } from "vitest";
import type { JsonValue, ResponseEnvelope } from "../model/index.js";
import { codeOf, createPerson, onlyResult, openRuntime } from "./nexus.fixture.js";
import type { NexusRuntime } from "./nexus-runtime.js";

const people = 'FIND(?c.name) WHERE { ?c CONCEPT {type: "Person"} }';

async function write(runtime: NexusRuntime, ...commands: readonly string[]): Promise<void> {
  for (const command of commands) onlyResult(await runtime.executeKip({ command }));
}

const read = async (runtime: NexusRuntime, command: string): Promise<JsonValue | undefined> =>
  onlyResult(await runtime.executeKipReadonly({ command }));

const rename = (to: string) =>
  `UPDATE ?c SET FIELDS {name: "${to}"} WHERE { ?c CONCEPT {type: "Person", key: "one"} }`;

describe("AS OF SEQ", () => {
  it("reads names, claims and beliefs as they stood, and says which sequence it read", async () => {
    const runtime = await openRuntime();
    await write(
      runtime,
      'CREATE CONCEPT ?c { TYPE "Person" NAME "Alpha" SET FIELDS {key: "one"} }',
      rename("Beta"),
      createPerson("Late"),
    );
    const asOf = async (seq: number) => read(runtime, `${people} AS OF SEQ ${seq} ORDER BY ?c.name`);
    expect([await asOf(0), await asOf(1), await asOf(2), await asOf(3)]).toEqual([
      [],
      ["Alpha"],
      ["Beta"],
      ["Beta", "Late"],
    ]);
    const response = await runtime.executeKip({ command: `${people} AS OF SEQ 1` });
    expect(response.results[0]?.context).toMatchObject({ snapshot_seq: 1 });
    expect(
      codeOf(await runtime.executeKip({ command: `FIND(?c) WHERE { ?c CONCEPT {} } AS OF SEQ 4` })),
    ).toBe("HistoricalSnapshotUnavailable");
  });

  it("tells what was believed then apart from what is believed now about then", async () => {
    const runtime = await openRuntime();
    await write(
      runtime,
      'MUTATE { CREATE CONCEPT ?p { TYPE "Person" NAME "Ann" } CREATE CONCEPT ?x { TYPE "Place" NAME "Oslo" } CREATE CONCEPT ?y { TYPE "Place" NAME "Rome" } ASSERT ?a (?p, "lives_in", ?x) {by: ?p, mode: "stated", valid: {from: "2026-01-01T00:00:00.000Z"}} }',
      'ASSERT ("C-1", "lives_in", "C-3") {by: "C-1", mode: "stated", valid: {from: "2026-01-01T00:00:00.000Z"}} SUPERSEDING "A-1"',
    );
    const slot = 'FIND(?b.accepted_values) WHERE { ?b BELIEF SLOT ("C-1", "lives_in") }';
    const at = 'FOR TIME "2026-06-01T00:00:00.000Z"';
    expect(await read(runtime, `${slot} AS OF SEQ 1 ${at}`)).toEqual([[{ id: "C-2" }]]);
    expect(await read(runtime, `${slot} ${at}`)).toEqual([[{ id: "C-3" }]]);
  });

  it("judges a slot by the package of its time, whatever the Predicate has become since", async () => {
    const runtime = await openRuntime();
    const packageOf = (version: string, functional: boolean) => ({
      format: "KIP-Schema-Package",
      manifest: { package_id: "kip://test/garden", version },
      definitions: {
        predicates: { grows: { kind: "PredicateType", description: "What grows there.", functional } },
      },
    });
    await runtime.activatePackages([packageOf("1.0.0", false)]);
    const claim = (value: string, from: string) =>
      `ASSERT ("C-1", "grows", "${value}") {by: "C-1", mode: "stated", at: "${from}", valid: {from: "${from}"}}`;
    await write(
      runtime,
      createPerson("Ann"),
      claim("beans", "2026-01-01T00:00:00.000Z"),
      claim("peas", "2026-06-01T00:00:00.000Z"),
    );
    const { seq } = await runtime.status();
    await runtime.activatePackages([packageOf("1.1.0", true)]);
    const asked = 'FIND(?b.accepted_values) WHERE { ?b BELIEF SLOT ("C-1", "grows") }';
    const at = 'FOR TIME "2026-07-01T00:00:00.000Z"';
    expect(await read(runtime, `${asked} ${at}`)).toEqual([["peas"]]);
    expect(await read(runtime, `${asked} AS OF SEQ ${seq} ${at}`)).toEqual([["beans", "peas"]]);
    // What was written under the first version is what both are about.
    expect(await read(runtime, 'FIND(COUNT(?p)) WHERE { ?p (?x, "grows", ?y) }')).toEqual([2]);
  });

  it("works inside an atomic request, beside the transaction's own writes", async () => {
    const runtime = await openRuntime();
    await write(runtime, createPerson("One"), createPerson("Two"));
    const response = await runtime.request({
      kip: "2.0",
      execution: { mode: "atomic" },
      operations: [
        { command: createPerson("Three") },
        { command: 'FIND(COUNT(?c)) WHERE { ?c CONCEPT {type: "Person"} } AS OF SEQ 1' },
        { command: 'FIND(COUNT(?c)) WHERE { ?c CONCEPT {type: "Person"} }' },
      ],
    });
    expect(response.results.map(({ result }) => result).slice(1)).toEqual([[1], [3]]);
  });

  it("stays true while others write, and after the Space was opened anew", async () => {
    const name = crypto.randomUUID();
    const [one, other] = [await openRuntime(name), await openRuntime(name)];
    await write(one, 'CREATE CONCEPT ?c { TYPE "Person" NAME "v0" SET FIELDS {key: "one"} }');
    const then = `${people} AS OF SEQ 1`;
    expect(await read(one, then)).toEqual(["v0"]);
    for (let version = 1; version <= 5; version += 1) await write(other, rename(`v${version}`));
    await expect.poll(() => read(one, people)).toEqual(["v5"]);
    expect(await read(one, then)).toEqual(["v0"]);
    const anew = await openRuntime(name);
    expect(await read(anew, then)).toEqual(["v0"]);
    expect(await read(anew, then.replace("SEQ 1", "SEQ 4"))).toEqual(["v3"]);
  });
});

describe("what was erased", () => {
  it("is erased from the past too, also from what had been read of it before", async () => {
    const runtime = await openRuntime();
    await write(
      runtime,
      'MUTATE { CREATE CONCEPT ?a {TYPE "Person" NAME "Ann"} CREATE CONCEPT ?b {TYPE "Person" NAME "Bob"} CREATE EVIDENCE ?e {SET FIELDS {evidence_class: "message", payload: "secret words"}} }',
      'UPDATE "C-1" SET FIELDS {name: "Anna"}',
    );
    const asOf = 'FIND(?c.name) WHERE { ?c CONCEPT {type: "Person"} } AS OF SEQ 1 ORDER BY ?c.name';
    const payload = "FIND(?e.payload.inline) WHERE { ?e EVIDENCE {} } AS OF SEQ 1";
    expect([await read(runtime, asOf), await read(runtime, payload)]).toEqual([
      ["Ann", "Bob"],
      ["secret words"],
    ]);
    await write(runtime, 'PURGE "C-1" CONFIRM "PURGE"', 'PURGE PAYLOAD "E-1" CONFIRM "PURGE"');
    expect([await read(runtime, asOf), await read(runtime, payload)]).toEqual([["Bob"], [null]]);
    const stub = 'FIND(?c.name, ?c._system.state, ?c._system.version) WHERE { ?c {id: "C-1"} } AS OF SEQ 1';
    expect(await read(runtime, stub)).toEqual([[null, "purged", 1]]);
    expect(await read(runtime, 'HISTORY ELEMENT "C-1"')).toMatchObject([
      { changes: [{ op: "create" }] },
      { changes: [{ op: "update", touched: ["fields.name"] }] },
      { changes: [{ op: "purge" }] },
    ]);
  });
});

describe("an earlier state that has lost something since", () => {
  const zone = (value: string, from: string) =>
    `ASSERT ("C-1", "timezone", "${value}") {by: "C-1", mode: "stated", valid: {from: "${from}"}}`;
  const asOf = (seq: number) =>
    `FIND(?b.accepted_values) WHERE { ?b BELIEF SLOT ("C-1", "timezone") } AS OF SEQ ${seq} FOR TIME "2026-07-01T00:00:00.000Z"`;
  const told = async (runtime: NexusRuntime, command: string, token?: string) => {
    const { results } = await runtime.executeKipReadonly({
      command,
      ...(token === undefined ? {} : { read: { snapshot_token: token } }),
    });
    return (results[0]?.warnings ?? []).map(({ code }) => code);
  };

  it("is not passed off as what was believed, counted or found then", async () => {
    const runtime = await openRuntime();
    await write(
      runtime,
      createPerson("Ann"),
      zone("east", "2026-01-01T00:00:00.000Z"),
      zone("west", "2026-06-01T00:00:00.000Z"),
    );
    const { snapshot } = await runtime.executeKipReadonly({ command: "DESCRIBE SPACE" });
    expect([await read(runtime, asOf(3)), await told(runtime, asOf(3))]).toEqual([[["west"]], []]);
    await write(runtime, 'PURGE "A-2" CONFIRM "PURGE"');
    const found = 'SEARCH CONCEPT "Ann" AS OF SEQ 3';
    expect([await told(runtime, asOf(3)), await told(runtime, found)]).toEqual([
      ["PastErased"],
      ["PastErased"],
    ]);
    const bound = "FIND(COUNT(?a)) WHERE { ?a ASSERTION {} }";
    expect(await told(runtime, bound, snapshot?.snapshot_token)).toEqual(["PastErased"]);
    // The states before it was written, after it was purged, and of now have lost nothing.
    expect([await told(runtime, asOf(2)), await told(runtime, asOf(4)), await told(runtime, bound)]).toEqual([
      [],
      [],
      [],
    ]);
  });

  it("tells nobody of what they may not discover", async () => {
    const runtime = await openRuntime();
    await write(runtime, createPerson("Ann"), zone("east", "2026-01-01T00:00:00.000Z"), createPerson("Bob"));
    const governance = await runtime.governance();
    const scope = { elements: ["A-1"] };
    await governance.change({ op: "deny", principal: "maintenance", permissions: ["discover"], scope });
    await write(runtime, 'PURGE "A-1" CONFIRM "PURGE"');
    const endpoint = await runtime.endpoint({ principal: "maintenance" });
    const command = "FIND(COUNT(?x)) WHERE { ?x CONCEPT {} } AS OF SEQ 3";
    const { results } = await endpoint.executeKipReadonly({ command });
    expect(results[0]).toMatchObject({ result: [2] });
    expect(results[0]).not.toHaveProperty("warnings");
    expect(await told(runtime, command)).toEqual(["PastErased"]);
  });
});

describe("what a caller may not discover today", () => {
  it("is in no past it may read, and in no chronology", async () => {
    const runtime = await openRuntime();
    await write(
      runtime,
      createPerson("Secret"),
      createPerson("Open"),
      'UPDATE "C-1" SET FIELDS {name: "Still secret"}',
    );
    const governance = await runtime.governance();
    const scope = { elements: ["C-1"] };
    await governance.change({ op: "deny", principal: "maintenance", permissions: ["discover"], scope });
    await governance.change({ op: "deny", principal: "maintenance", permissions: ["read_audit"] });
    const endpoint = await runtime.endpoint({ principal: "maintenance" });
    const ask = async (command: string) => endpoint.executeKip({ command });
    for (const seq of [1, 2, 3]) {
      const found = await ask(`FIND(?c.name) WHERE { ?c CONCEPT {type: "Person"} } AS OF SEQ ${seq}`);
      expect(onlyResult(found)).toEqual(seq === 1 ? [] : ["Open"]);
    }
    expect(codeOf(await ask('HISTORY ELEMENT "C-1"'))).toBe("NotFoundOrNotVisible");
    expect(codeOf(await ask('DESCRIBE TRANSACTION "kip:space:default#3"'))).toBe("TransactionUnknown");
    for (const command of ["HISTORY SPACE TO SEQ 3", "CHANGES AFTER SEQ 0 LIMIT 1"]) {
      expect(onlyResult(await ask(command))).toMatchObject([{ space_seq: 2, changes: [{ id: "C-2" }] }]);
    }
  });
});

describe("a cursor", () => {
  const page = `${people} ORDER BY ?c.name LIMIT 2`;
  const next = (response: ResponseEnvelope) => response.results[0]?.next_cursor;

  it("keeps reading the snapshot it began on, whatever is written meanwhile", async () => {
    const runtime = await openRuntime();
    await write(runtime, createPerson("a"), createPerson("b"), createPerson("c"));
    const first = await runtime.executeKipReadonly({ command: page });
    await write(runtime, createPerson("aa"), createPerson("d"));
    const second = await runtime.executeKipReadonly({
      command: `${page} CURSOR :cursor`,
      parameters: { cursor: next(first) ?? null },
    });
    expect([onlyResult(first), onlyResult(second)]).toEqual([["a", "b"], ["c"]]);
    expect(second.results[0]?.context).toMatchObject({ snapshot_seq: 3 });
    expect(next(second)).toBeUndefined();
  });

  it("ends when its symbols may mean something else", async () => {
    const runtime = await openRuntime();
    await write(runtime, createPerson("a"), createPerson("b"), createPerson("c"));
    const first = await runtime.executeKipReadonly({ command: page });
    await runtime.activatePackages([
      {
        format: "KIP-Schema-Package",
        manifest: { package_id: "kip://test/later", version: "1.0.0" },
        definitions: { concept_types: { Later: { kind: "ConceptType", description: "Came later." } } },
      },
    ]);
    const second = await runtime.executeKipReadonly({
      command: `${page} CURSOR :cursor`,
      parameters: { cursor: next(first) ?? null },
    });
    expect(second.results[0]?.error).toMatchObject({
      code: "CursorInvalid",
      details: { family: "kql", reason: "schema_changed" },
    });
  });
});
