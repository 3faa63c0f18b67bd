import { afterEach, describe, expect, it } from "vitest";
import { asSpaceId, type RequestEnvelope } from "../model/index.js";
import { NexusStore } from "../store/index.js";
import { codeOf, createPerson, onlyResult, openRuntime, people } from "./nexus.fixture.js";

const space = asSpaceId("kip:space:default");
const rename = 'UPDATE "C-1" SET FIELDS {name: "Alicia"}';
const batch: RequestEnvelope = {
  kip: "2.0",
  execution: { mode: "atomic", idempotency_key: "batch" },
  operations: [
    { command: createPerson("Bob") },
    { command: 'FIND(?c.name) WHERE { ?c CONCEPT {type: "Person"} } ORDER BY ?c.name' },
  ],
};

type Row = Record<string, unknown>;
const connections: IDBDatabase[] = [];

afterEach(() => {
  for (const connection of connections.splice(0)) connection.close();
});

function finished<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function open(
  name: string,
  version?: number,
  create?: (database: IDBDatabase) => void,
): Promise<IDBDatabase> {
  const request = indexedDB.open(`kip-nexus:${name}`, version);
  request.onupgradeneeded = () => create?.(request.result);
  const database = await finished(request);
  connections.push(database);
  return database;
}

async function allRows(database: IDBDatabase, table: string): Promise<Row[]> {
  return finished(database.transaction(table).objectStore(table).getAll());
}

/** A memory as the first version of the database kept it, with the content of one that was written just now. */
async function memoryOfTheFirstVersion(): Promise<string> {
  const present = crypto.randomUUID();
  const runtime = await openRuntime(present);
  for (const command of [createPerson("Alice"), rename]) onlyResult(await runtime.executeKip({ command }));
  const response = await runtime.request(batch);
  runtime.close();
  const source = await open(present);
  const [nexus, log, outcomes, packages, environments] = await Promise.all(
    ["nexus", "log", "outcomes", "packages", "environments"].map((table) => allRows(source, table)),
  );
  const rows: Record<string, Row[]> = {
    nexus: (nexus ?? []).map(({ spaces: _spaces, ...row }) => row),
    spaces: Object.entries((nexus?.[0]?.spaces ?? {}) as Record<string, Row>).map(([id, head]) => ({
      id,
      head_seq: head.seq,
      environment_version: head.environment_version,
      self_id: head.self_id,
    })),
    log: (log ?? []).map(({ body_digest: _digest, activates: _a, erasures: _e, rewritten: _r, ...row }) =>
      row.seq === 3
        ? {
            ...row,
            result: response.results.map(({ result, context }) => ({
              result,
              context,
              warnings: [],
              nextCursor: null,
            })),
          }
        : row,
    ),
    outcomes: (outcomes ?? []).map(({ answers: _answers, answers_in: _answersIn, ...row }) => row),
    packages: packages ?? [],
    environments: environments ?? [],
  };
  const keys: Record<string, string | string[]> = {
    nexus: "id",
    spaces: "id",
    log: ["space", "seq"],
    outcomes: ["space", "principal", "key"],
    packages: "content_digest",
    environments: ["space", "version"],
  };
  const first = crypto.randomUUID();
  const database = await open(first, 10, (created) => {
    for (const [table, keyPath] of Object.entries(keys)) {
      const store = created.createObjectStore(table, { keyPath });
      for (const row of rows[table] ?? []) store.put(row);
    }
  });
  database.close();
  return first;
}

describe("a memory of the first version", () => {
  it("is upgraded with everything in it: elements, receipts, keys and a log that verifies", async () => {
    const runtime = await openRuntime(await memoryOfTheFirstVersion());
    expect(await people(runtime)).toEqual([2]);
    expect(await runtime.verifyLog()).toEqual({ space, commits: 3, rewritten: 0, problems: [] });
    const again = await runtime.request(batch);
    expect(again.receipt).toMatchObject({ status: "committed", space_seq: 3 });
    expect(again.results[1]?.result).toEqual(["Alicia", "Bob"]);
    const next = await runtime.executeKip({ command: createPerson("Carol") });
    expect(next.results[0]?.receipt).toMatchObject({ space_seq: 4 });
    expect(
      onlyResult(await runtime.executeKip({ command: 'FIND(?c.id) WHERE { ?c {name: "Carol"} }' })),
    ).toEqual(["C-3"]);
  });

  it("keeps what its reads answered where a purge finds it", async () => {
    const name = await memoryOfTheFirstVersion();
    const runtime = await openRuntime(name);
    onlyResult(await runtime.executeKip({ command: 'PURGE "C-1" CONFIRM "PURGE"' }));
    const database = await open(name);
    const tables = await Promise.all([...database.objectStoreNames].map((table) => allRows(database, table)));
    expect(JSON.stringify(tables)).not.toContain("Alicia");
    const again = await runtime.request(batch);
    expect(again.results[1]).toMatchObject({ result: [], warnings: [{ code: "AnswerErased" }] });
    expect((await runtime.verifyLog()).problems).toEqual([]);
  });
});

describe("a memory of a newer version", () => {
  it("is left alone, and the refusal says what to do", async () => {
    const name = crypto.randomUUID();
    (await openRuntime(name)).close();
    const newer = await open(name, 90, () => {});
    await expect(openRuntime(name)).rejects.toMatchObject({
      code: "UnsupportedCapability",
      message: expect.stringContaining("newer version"),
      hint: expect.stringContaining("Reload the page"),
    });
    expect(newer.version).toBe(90);
    newer.close();
  });
});

describe("a tab whose connection is gone", () => {
  it("says after an upgrade that it is old, for reads too, and does not hold the upgrade up", async () => {
    const name = crypto.randomUUID();
    const old = await openRuntime(name);
    await old.executeKip({ command: createPerson("Alice") });
    const newer = await open(name, 90, () => {});
    for (const response of [
      await old.executeKipReadonly({ command: 'FIND(?c) WHERE { ?c CONCEPT {type: "Person"} }' }),
      await old.executeKip({ command: createPerson("Bob") }),
    ]) {
      expect(codeOf(response)).toBe("InternalError");
      expect(response.error?.message).toContain("upgraded this memory");
      expect(response.error?.hint).toContain("Reload");
    }
    newer.close();
  });

  it("says after a deletion that nothing is left", async () => {
    const name = crypto.randomUUID();
    const old = await openRuntime(name);
    await NexusStore.delete(name);
    const response = await old.executeKip({ command: createPerson("Bob") });
    expect(response.error?.message).toContain("deleted this memory");
    await expect(old.status()).rejects.toMatchObject({ code: "InternalError" });
  });
});
