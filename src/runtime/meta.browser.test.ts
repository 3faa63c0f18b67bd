import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue, Receipt } from "../model/index.js";
import { codeOf, createPerson, onlyResult, openRuntime, people } from "./nexus.fixture.js";
import type { NexusRuntime } from "./nexus-runtime.js";

const ask = async (runtime: NexusRuntime, command: string, parameters: JsonObject = {}): Promise<JsonValue> =>
  onlyResult(await runtime.executeKipReadonly({ command, parameters })) ?? null;

const failure = async (runtime: NexusRuntime, command: string, parameters: JsonObject = {}) =>
  codeOf(await runtime.executeKipReadonly({ command, parameters }));

async function write(runtime: NexusRuntime, command: string, key?: string): Promise<Receipt> {
  const response = await runtime.request({
    kip: "2.0",
    operations: [{ command }],
    ...(key === undefined ? {} : { execution: { mode: "independent", idempotency_key: key } }),
  });
  onlyResult(response);
  return response.results[0]?.receipt as Receipt;
}

const aPerson = 'UPSERT CONCEPT ?p { MATCH {type: "Person", key: "ann"} SET FIELDS {name: "Ann"} }';

describe("a transaction", () => {
  it("is described by its id and by the key it was sent under, committed or without an effect", async () => {
    const runtime = await openRuntime();
    const committed = await write(runtime, aPerson, "first");
    const repeated = await write(runtime, aPerson, "second");
    expect(repeated.status).toBe("no_effect");

    const described = await ask(runtime, "DESCRIBE TRANSACTION :tx", { tx: committed.tx_id });
    expect(described).toMatchObject({
      ...{ tx_id: committed.tx_id, space_seq: 1, snapshot_seq: 0, status: "committed" },
      changes: [{ op: "create", id: "C-1" }],
    });
    expect(await ask(runtime, 'DESCRIBE TRANSACTION BY IDEMPOTENCY KEY "first"')).toEqual(described);
    const nothing = await ask(runtime, 'DESCRIBE TRANSACTION BY IDEMPOTENCY KEY "second"');
    expect(nothing).toMatchObject({ tx_id: repeated.tx_id, status: "no_effect", changes: [] });
    expect(nothing).not.toHaveProperty("space_seq");
    expect(await ask(runtime, "DESCRIBE TRANSACTION :tx", { tx: repeated.tx_id })).toEqual(nothing);
  });

  it.each(["kip:space:default#99", "kip:space:default#1~other", "kip:space:other#1", "nonsense"])(
    "nobody knows is unknown: %s",
    async (tx) => {
      const runtime = await openRuntime();
      await write(runtime, createPerson("Ann"));
      expect(await failure(runtime, "DESCRIBE TRANSACTION :tx", { tx })).toBe("TransactionUnknown");
      expect(await failure(runtime, "DESCRIBE TRANSACTION BY IDEMPOTENCY KEY :tx", { tx })).toBe(
        "TransactionUnknown",
      );
    },
  );

  it("has a receipt that verifies, until somebody alters it", async () => {
    const runtime = await openRuntime();
    const committed = await write(runtime, aPerson);
    const nothing = await write(runtime, aPerson, "kept");
    for (const receipt of [committed, nothing] as unknown as readonly JsonObject[]) {
      expect(await ask(runtime, "VERIFY RECEIPT :receipt", { receipt })).toMatchObject({ valid: true });
      const altered = { ...receipt, snapshot_seq: 7 };
      expect(await failure(runtime, "VERIFY RECEIPT :receipt", { receipt: altered })).toBe("DigestMismatch");
    }
  });
});

describe("a snapshot", () => {
  it("is found by sequence and by instant, and can be read", async () => {
    const runtime = await openRuntime();
    const first = await write(runtime, createPerson("One"));
    await new Promise((resolve) => setTimeout(resolve, 5));
    const second = await write(runtime, createPerson("Two"));
    const head = await ask(runtime, "DESCRIBE SNAPSHOT");
    expect(head).toMatchObject({ space_seq: 2, tx_id: second.tx_id, committed_at: second.committed_at });
    const earlier = await ask(runtime, "DESCRIBE SNAPSHOT AS OF SEQ 1");
    expect(earlier).toMatchObject({ space_seq: 1, tx_id: first.tx_id, schema_environment_version: 1 });
    const at = (time: JsonValue | undefined) =>
      ask(runtime, "DESCRIBE SNAPSHOT AT TIME :time", { time: time ?? null });
    expect(await at(first.committed_at)).toEqual(earlier);
    expect(await at("2999-01-01T00:00:00.000Z")).toEqual(head);
    expect(await at("1999-01-01T00:00:00.000Z")).toMatchObject({
      ...{ space_seq: 0, tx_id: null, committed_at: null, schema_environment_version: 1 },
    });
    expect(await failure(runtime, "DESCRIBE SNAPSHOT AS OF SEQ 3")).toBe("HistoricalSnapshotUnavailable");
  });

  it("names the Schema Environment of its time", async () => {
    const runtime = await openRuntime();
    await write(runtime, createPerson("One"));
    await runtime.activatePackages([
      {
        format: "KIP-Schema-Package",
        manifest: { package_id: "kip://test/later", version: "1.0.0" },
        definitions: { concept_types: { Later: { kind: "ConceptType", description: "Came later." } } },
      },
    ]);
    await write(runtime, 'CREATE CONCEPT ?c { TYPE "Later" NAME "x" }');
    const versions = async (asOf: string) => {
      const described = (await ask(runtime, `DESCRIBE SCHEMA ENVIRONMENT ${asOf}`)) as JsonObject;
      return [described.schema_environment_version, (described.packages as JsonValue[]).length];
    };
    expect([await versions("AS OF SEQ 1"), await versions("")]).toEqual([
      [1, 3],
      [2, 4],
    ]);
    const later = 'FIND(?c.name) WHERE { ?c CONCEPT {type: "Later"} }';
    expect(await failure(runtime, `${later} AS OF SEQ 1`)).toBe("SchemaSymbolNotFound");
    expect(await ask(runtime, later)).toEqual(["x"]);
  });
});

describe("a chronology", () => {
  it("is told of an element, of the Space, and as a stream another tab can follow", async () => {
    const name = crypto.randomUUID();
    const [runtime, follower] = [await openRuntime(name), await openRuntime(name)];
    await write(runtime, aPerson);
    await write(runtime, createPerson("Bob"));
    await write(runtime, 'UPDATE "C-1" SET FIELDS {name: "Anna"}');
    await write(runtime, 'TRANSITION "C-1" TO "archived"');
    const ops = (rows: JsonValue) =>
      (rows as JsonObject[]).map(({ space_seq, changes }) => [space_seq, (changes as JsonObject[])[0]?.op]);
    expect(ops(await ask(runtime, 'HISTORY ELEMENT "C-1"'))).toEqual([
      [1, "create"],
      [3, "update"],
      [4, "lifecycle"],
    ]);
    expect(ops(await ask(runtime, 'HISTORY ELEMENT "C-1" FROM SEQ 2 TO SEQ 3'))).toEqual([[3, "update"]]);
    expect(ops(await ask(runtime, "HISTORY SPACE FROM SEQ 2 LIMIT 1"))).toEqual([[2, "create"]]);

    await expect.poll(() => people(follower)).toEqual([1]);
    const first = await follower.executeKipReadonly({ command: "CHANGES AFTER SEQ 0 LIMIT 3" });
    const rest = await follower.executeKipReadonly({
      command: "CHANGES SINCE :cursor",
      parameters: { cursor: first.results[0]?.next_cursor ?? null },
    });
    expect(ops([...(onlyResult(first) as JsonValue[]), ...(onlyResult(rest) as JsonValue[])])).toEqual(
      ops(await ask(follower, "HISTORY SPACE")),
    );
    expect(rest.results[0]?.context?.extensions).toMatchObject({
      "kip-browser-nexus/coverage": { through_seq: 4, complete: true },
    });
  });
});

describe("an artifact", () => {
  const tools = {
    format: "KIP-Schema-Package",
    manifest: { package_id: "kip://test/tools", version: "1.0.0" },
    definitions: { concept_types: { Tool: { kind: "ConceptType", description: "A tool." } } },
  };

  it("is looked at as an object, as its text and by the handle it was staged under, and is not installed", async () => {
    const runtime = await openRuntime();
    const text = JSON.stringify(tools);
    const handles = [tools, text].map((payload) => runtime.stageArtifact(payload).handle);
    for (const artifact of [tools, text, ...handles]) {
      expect(await ask(runtime, "VERIFY SCHEMA PACKAGE :artifact", { artifact })).toMatchObject({
        ...{ valid: true, package_ref: "kip://test/tools@1.0.0", installed: "not_installed" },
      });
      expect(await ask(runtime, "VALIDATE SCHEMA PACKAGE :artifact", { artifact })).toMatchObject({
        valid: true,
      });
    }
    expect(await failure(runtime, 'DESCRIBE TYPE "Tool"')).toBe("SchemaSymbolNotFound");
    for (const artifact of ["artifact:other", "/etc/passwd", "https://example.org/tools.json"]) {
      expect(await failure(runtime, "VERIFY SCHEMA PACKAGE :artifact", { artifact })).toBe(
        "ArtifactUnavailable",
      );
    }
  });
});

describe("a log with a hole", () => {
  it("is told, wherever it would have to be read", async () => {
    const name = crypto.randomUUID();
    const runtime = await openRuntime(name);
    await write(runtime, aPerson);
    for (const next of ["Anna", "Annie"]) await write(runtime, `UPDATE "C-1" SET FIELDS {name: "${next}"}`);
    await forgetCommit(name, 2);
    const reads: readonly [string, string][] = [
      ["CHANGES AFTER SEQ 0", "CursorExpired"],
      ["HISTORY SPACE", "HistoricalSnapshotUnavailable"],
      ['HISTORY ELEMENT "C-1"', "HistoricalSnapshotUnavailable"],
      ["DESCRIBE SNAPSHOT AS OF SEQ 2", "HistoricalSnapshotUnavailable"],
      ['DESCRIBE SNAPSHOT AT TIME "2026-01-01T00:00:00.000Z"', "HistoricalSnapshotUnavailable"],
      ["FIND(?c.name) WHERE { ?c CONCEPT {} } AS OF SEQ 2", "HistoricalSnapshotUnavailable"],
      ["DESCRIBE SCHEMA ENVIRONMENT AS OF SEQ 2", "HistoricalSnapshotUnavailable"],
    ];
    for (const [command, code] of reads) expect(await failure(runtime, command), command).toBe(code);
    expect(await ask(runtime, "HISTORY SPACE FROM SEQ 3")).toHaveLength(1);
    expect(await ask(runtime, "FIND(?c.name) WHERE { ?c CONCEPT {} } AS OF SEQ 1")).toEqual(["Ann"]);
  });
});

/** Takes one record out of the log of the default Space. */
function forgetCommit(name: string, seq: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(`kip-nexus:${name}`);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction("log", "readwrite");
      transaction.objectStore("log").delete(["kip:space:default", seq]);
      transaction.oncomplete = () => {
        opening.result.close();
        resolve();
      };
    };
  });
}

describe("what is only tried", () => {
  it("leaves nothing behind, and takes no id", async () => {
    const runtime = await openRuntime();
    await write(runtime, createPerson("Ann"));
    const command = 'CREATE CONCEPT ?c { TYPE "Person" NAME :name CLIENT KEY "k" }';
    const tried = await ask(runtime, "PREVIEW KML :command", { command, name: "Bob" });
    expect(tried).toMatchObject({
      ...{ outcome: "would_commit", summary: { handles: { c: "C-2" } }, change_summary: { create: 1 } },
      changes: [{ op: "create", id: "C-2" }],
    });
    expect(await ask(runtime, "VALIDATE KML :command", { command, name: "Bob" })).toMatchObject({
      valid: true,
    });
    expect(await people(runtime)).toEqual([1]);
    expect(await ask(runtime, "DESCRIBE SPACE")).toMatchObject({ space_seq: 1 });
    expect((await write(runtime, createPerson("Cid"))).space_seq).toBe(2);
    expect(await ask(runtime, 'FIND(?c.id) WHERE { ?c CONCEPT {name: "Cid"} }')).toEqual(["C-2"]);
  });

  it("says what it would fail with", async () => {
    const runtime = await openRuntime();
    await write(runtime, createPerson("Ann"));
    const failing: readonly [string, string][] = [
      ['UPDATE "C-1" SET FIELDS {name: "x"} EXPECT VERSION 7', "VersionConflict"],
      ['UPDATE "C-9" SET FIELDS {name: "x"}', "NotFoundOrNotVisible"],
      ["CREATE CONCEPT ?c {", "InvalidSyntax"],
      ["FIND(?c) WHERE { ?c CONCEPT {} }", "LanguageMismatch"],
    ];
    for (const [command, code] of failing) {
      expect(await ask(runtime, "PREVIEW KML :command", { command })).toMatchObject({
        ...{ outcome: "would_fail", errors: [{ code }] },
      });
      expect(await ask(runtime, "VALIDATE KML :command", { command })).toMatchObject({
        ...{ valid: false, errors: [{ code }] },
      });
    }
    expect(await ask(runtime, "PREVIEW KML :c", { c: 'TRANSITION "C-1" TO "active"' })).toMatchObject({
      outcome: "would_fail",
    });
  });

  it("is also what would change the schema, and what would change nothing", async () => {
    const runtime = await openRuntime();
    await write(runtime, aPerson);
    const outcomes: readonly [string, string][] = [
      ['DEFINE PREDICATE "mentors" {description: "The subject mentors the object."}', "would_commit"],
      [aPerson, "no_effect"],
    ];
    for (const [command, outcome] of outcomes) {
      expect(await ask(runtime, "PREVIEW KML :command", { command })).toMatchObject({ outcome });
    }
    expect(await failure(runtime, 'DESCRIBE PREDICATE "mentors"')).toBe("SchemaSymbolNotFound");
  });

  it("sees what its own transaction has written", async () => {
    const runtime = await openRuntime();
    const response = await runtime.request({
      kip: "2.0",
      execution: { mode: "atomic" },
      parameters: { command: 'UPDATE "C-1" SET FIELDS {name: "Anna"}' },
      operations: [{ command: createPerson("Ann") }, { command: "PREVIEW KML :command" }],
    });
    expect(response.results[1]?.result).toMatchObject({ outcome: "would_commit", changes: [{ id: "C-1" }] });
    expect(await ask(runtime, "FIND(?c.name) WHERE { ?c CONCEPT {} }")).toEqual(["Ann"]);
  });
});
