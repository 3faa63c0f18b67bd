import { afterEach, describe, expect, it, vi } from "vitest";
import { digestOf, type JsonObject, type OperationResult, type Receipt } from "../model/index.js";
import type { Endpoint } from "./endpoint.js";
import { openRuntime } from "./nexus.fixture.js";
import type { NexusRuntime } from "./nexus-runtime.js";

afterEach(() => {
  vi.useRealTimers();
});

/** Four people of whom each is an output of what the one before went into, in four commits and one more. */
async function memory(name?: string, options: { readonly space?: string } = {}): Promise<NexusRuntime> {
  const runtime = await openRuntime(name, options);
  for (const person of ["Ann", "Ann", "Ann", "Ann"]) {
    await runtime.executeKip({
      command: 'CREATE CONCEPT ?c { TYPE "Person" NAME :person }',
      parameters: { person },
    });
  }
  await runtime.executeKip({
    command: `CREATE ACTIVITY ?x {
      SET FIELDS {activity_class: "inference", status: "completed"}
      SET STRUCTURAL {("inputs", "C-1") ("outputs", "C-2") ("outputs", "C-3") ("outputs", "C-4")}
    }`,
  });
  return runtime;
}

/** A command of each family that pages, with a parameter it depends on. */
const FAMILIES: Readonly<Record<string, { readonly command: string; readonly parameters: JsonObject }>> = {
  kql: {
    command: 'FIND(?p.id) WHERE { ?p {type: "Person", name: :what} } LIMIT 2',
    parameters: { what: "Ann" },
  },
  list: { command: "LIST DEPENDENTS :what LIMIT 1", parameters: { what: "C-1" } },
  search: { command: "SEARCH CONCEPT :what LIMIT 2", parameters: { what: "Ann" } },
  history: { command: "HISTORY SPACE FROM SEQ :what LIMIT 1", parameters: { what: 1 } },
  changes: { command: "CHANGES AFTER SEQ :what LIMIT 1", parameters: { what: 0 } },
};
/** The same with a parameter of another value. */
const OTHER: JsonObject = { kql: "Bob", list: "C-2", search: "Bob", history: 2 };

type Reader = Pick<Endpoint, "executeKipReadonly">;

async function read(reader: Reader, command: string, parameters: JsonObject): Promise<OperationResult> {
  const { results, error } = await reader.executeKipReadonly({ command, parameters });
  expect(error).toBeUndefined();
  return results[0]!;
}

async function firstCursor(reader: Reader, family: string): Promise<string> {
  const { command, parameters } = FAMILIES[family]!;
  const { next_cursor, error } = await read(reader, command, parameters);
  expect(error).toBeUndefined();
  expect(next_cursor).toEqual(expect.any(String));
  return next_cursor!;
}

/** What the same command gets with a cursor. */
function go(
  reader: Reader,
  family: string,
  cursor: unknown,
  more: JsonObject = {},
): Promise<OperationResult> {
  const { command, parameters } = FAMILIES[family]!;
  const text = family === "changes" ? "CHANGES SINCE :cursor LIMIT 1" : `${command} CURSOR :cursor`;
  return read(reader, text, { ...parameters, cursor: cursor as string, ...more });
}

/** Whoever may read, found by a grant that is given again and taken. */
async function reader(
  runtime: NexusRuntime,
  expires_at?: string,
): Promise<{ grant: string; reader: Reader }> {
  const governance = await runtime.governance();
  await governance.change({ op: "add_principal", id: "reader" });
  const permissions = ["discover", "read", "search", "read_history"];
  const granted = await governance.change({
    op: "grant",
    ...{ principal: "reader", permissions },
    ...(expires_at === undefined ? {} : { expires_at }),
  });
  // From this on it sees a view of its own.
  await governance.change({
    op: "deny",
    ...{ principal: "reader", permissions: ["discover"], scope: { classifications: ["secret"] } },
  });
  return { grant: granted.ids[0]!, reader: await runtime.endpoint({ principal: "reader" }) };
}

describe.each(Object.keys(FAMILIES))("a cursor of the family %s", (family) => {
  it("goes on after the memory was closed, written to and opened again, with the rows it would have had", async () => {
    const name = crypto.randomUUID();
    const before = await memory(name);
    const cursor = await firstCursor(before, family);
    const expected = (await go(before, family, cursor)).result;
    await before.executeKip({ command: 'CREATE CONCEPT ?c { TYPE "Person" NAME "Ann" }' });
    before.close();
    const after = await go(await openRuntime(name), family, cursor);
    // Ranks are of all there is to find, so a search whose memory has moved says why it ends.
    expect(after).toMatchObject(
      family === "search"
        ? { error: { code: "CursorExpired", hint: expect.any(String) } }
        : { status: "succeeded", result: expected },
    );
  });

  it("is refused forged, truncated, of another memory, Space, family, query or parameter", async () => {
    const name = crypto.randomUUID();
    const nexus = await memory(name);
    const cursor = await firstCursor(nexus, family);
    expect(await go(nexus, family, cursor)).toMatchObject({ status: "succeeded" });
    const middle = Math.floor(cursor.length / 3);
    const altered = `${cursor.slice(0, middle)}${cursor[middle] === "A" ? "B" : "A"}${cursor.slice(middle + 1)}`;
    const [body] = cursor.split(".");
    const wrong = [
      cursor.slice(0, -1),
      cursor.slice(1),
      body,
      `${body}.`,
      `${cursor}.x`,
      altered,
      "",
      "1",
      7,
    ];
    for (const token of [...wrong, await firstCursor(await memory(), family)]) {
      expect((await go(nexus, family, token)).error).toMatchObject({
        code: "CursorInvalid",
        details: { family, reason: "malformed" },
      });
    }
    const elsewhere = await memory(name, { space: "kip:space:other" });
    expect((await go(elsewhere, family, cursor)).error?.code).toBe("CursorMismatch");
    const foreign = await firstCursor(nexus, family === "kql" ? "list" : "kql");
    expect((await go(nexus, family, foreign)).error?.code).toBe("CursorTypeMismatch");
    // The place in a stream of changes depends on nothing but the Space.
    if (family === "changes") return;
    expect((await go(nexus, family, cursor, { what: OTHER[family]! })).error?.code).toBe("CursorMismatch");
  });

  it("is nothing to another Principal", async () => {
    const nexus = await memory();
    const agent = await nexus.endpoint({ principal: "maintenance" });
    const cursor = await firstCursor(agent, family);
    expect((await go(nexus, family, cursor)).error?.code).toBe("CursorInvalid");
    expect((await go(agent, family, await firstCursor(nexus, family))).error?.code).toBe("CursorInvalid");
    expect((await go(agent, family, cursor)).error).toBeUndefined();
  });

  it("ends when what its holder may see has changed, or goes on with what may be seen now", async () => {
    const nexus = await memory();
    const { reader: holder } = await reader(nexus);
    const cursor = await firstCursor(holder, family);
    await (await nexus.governance()).change({
      op: "classify",
      ...{ elements: ["C-2", "C-3"], classification: "secret" },
    });
    const next = await go(holder, family, cursor);
    if (["history", "changes"].includes(family)) {
      // C-2 and C-3 were never there: the next transition is that of C-4.
      expect(next).toMatchObject({ status: "succeeded", result: [{ changes: [{ id: "C-4" }] }] });
    } else if (family === "search") {
      expect(next.error).toMatchObject({ code: "CursorExpired", details: { family } });
    } else {
      expect(next.error).toMatchObject({
        code: "CursorExpired",
        details: { family, reason: "access_revoked" },
      });
    }
  });

  it("does not outlive the permission to ask at all", async () => {
    const nexus = await memory();
    const { reader: holder, grant } = await reader(nexus);
    const cursor = await firstCursor(holder, family);
    await (await nexus.governance()).change({ op: "revoke", id: grant });
    expect((await go(holder, family, cursor)).error?.code).toBe("NotAuthorized");
  });
});

describe("a traversal of rows", () => {
  it.each(["kql", "list", "search"])("ends when a grant ends by itself (%s)", async (family) => {
    const nexus = await memory();
    const soon = new Date(Date.now() + 60_000).toISOString();
    const { reader: holder } = await reader(nexus, soon);
    // What is left afterwards lets it ask again, and see less.
    await (await nexus.governance()).change({
      op: "grant",
      principal: "reader",
      permissions: ["discover", "read", "search"],
      scope: { elements: ["C-1", "C-2", "X-1"] },
    });
    const cursor = await firstCursor(holder, family);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 120_000 });
    expect((await go(holder, family, cursor)).error).toMatchObject({
      code: "CursorExpired",
      details: { family, reason: "access_revoked" },
    });
  });

  it("of the owner survives what others are granted, and ends when it is decided what counts", async () => {
    const nexus = await memory();
    const cursor = await firstCursor(nexus, "kql");
    const { reader: other } = await reader(nexus);
    expect((await go(nexus, "kql", cursor)).result).toEqual(["C-3", "C-4"]);
    expect((await firstCursor(other, "kql")).length).toBeGreaterThan(0);
    await (await nexus.governance()).change({ op: "quarantine", elements: ["C-4"], reason: "odd" });
    expect((await go(nexus, "kql", cursor)).error?.code).toBe("CursorExpired");
  });
});

describe("a cursor after an erasure", () => {
  const write = async (nexus: NexusRuntime, command: string) =>
    expect((await nexus.executeKip({ command })).status).toBe("succeeded");

  it("ends rather than pass over a row in silence", async () => {
    const nexus = await memory();
    await write(nexus, 'CREATE CONCEPT ?c { TYPE "Person" NAME "Ann" }');
    const cursors = { kql: await firstCursor(nexus, "kql"), list: await firstCursor(nexus, "list") };
    await write(nexus, 'PURGE "C-5" CONFIRM "PURGE"');
    for (const [family, cursor] of Object.entries(cursors)) {
      expect((await go(nexus, family, cursor)).error).toMatchObject({
        code: "CursorExpired",
        details: { reason: "erased" },
      });
    }
    // One that began after it is not concerned.
    const begun = await firstCursor(nexus, "kql");
    expect((await go(nexus, "kql", begun)).result).toEqual(["C-3", "C-4"]);
  });

  /** The first page of the past that a command or its request names, and the way to go on. */
  const past = {
    "AS OF SEQ": (nexus: NexusRuntime, cursor?: string) =>
      nexus.executeKipReadonly({
        command: `FIND(?p.id) WHERE { ?p {type: "Person"} } AS OF SEQ 7 LIMIT 2${cursor ? " CURSOR :cursor" : ""}`,
        parameters: cursor ? { cursor } : {},
      }),
    "a snapshot token": (nexus: NexusRuntime, cursor?: string, token = "") =>
      nexus.executeKipReadonly({
        command: `FIND(?p.id) WHERE { ?p {type: "Person"} } LIMIT 2${cursor ? " CURSOR :cursor" : ""}`,
        parameters: cursor ? { cursor } : {},
        read: { snapshot_token: token },
      }),
    "a list under a snapshot token": (nexus: NexusRuntime, cursor?: string, token = "") =>
      nexus.executeKipReadonly({
        command: `LIST DEPENDENTS "C-1" LIMIT 1${cursor ? " CURSOR :cursor" : ""}`,
        parameters: cursor ? { cursor } : {},
        read: { snapshot_token: token },
      }),
  };

  it.each(Object.entries(past))("ends where it reads the past, too, by %s", async (_, page) => {
    const nexus = await memory();
    for (const name of ["Bob", "Cyn"])
      await write(nexus, `CREATE CONCEPT ?c { TYPE "Person" NAME "${name}" }`);
    const { snapshot } = await nexus.executeKipReadonly({ command: "DESCRIBE SPACE" });
    const token = snapshot?.snapshot_token;
    await write(nexus, 'PURGE "C-5" CONFIRM "PURGE"');
    // What was erased before it began is no part of the traversal and does not end it.
    const [first] = (await page(nexus, undefined, token)).results;
    const cursor = first?.next_cursor ?? "";
    expect((await page(nexus, cursor, token)).results[0]).toMatchObject({ status: "succeeded" });
    await write(nexus, 'PURGE "C-6" CONFIRM "PURGE"');
    expect((await page(nexus, cursor, token)).results[0]?.error).toMatchObject({
      code: "CursorExpired",
      details: { reason: "erased" },
    });
  });

  it("ends for a payload, too, which a row may hang on", async () => {
    const nexus = await memory();
    await write(nexus, 'CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "note", payload: "word"} }');
    const cursor = await firstCursor(nexus, "kql");
    await write(nexus, 'PURGE PAYLOAD "E-1" CONFIRM "PURGE"');
    expect((await go(nexus, "kql", cursor)).error?.code).toBe("CursorExpired");
  });
});

describe("a snapshot token", () => {
  it("names a state and gives no sight: whoever uses it sees what it may see now", async () => {
    const name = crypto.randomUUID();
    const nexus = await memory(name);
    const { reader: holder } = await reader(nexus);
    const { snapshot } = await nexus.executeKip({ command: "DESCRIBE SPACE" });
    const token = snapshot?.snapshot_token ?? "";
    await (await nexus.governance()).change({ op: "classify", elements: ["C-2"], classification: "secret" });
    const ids = {
      command: "FIND(?p.id) WHERE { ?p CONCEPT {} } ORDER BY ?p.id",
      read: { snapshot_token: token },
    };
    expect((await holder.executeKipReadonly(ids)).results[0]?.result).toEqual(["C-1", "C-3", "C-4"]);
    const elsewhere = await memory(name, { space: "kip:space:other" });
    for (const [at, snapshot_token] of [
      [elsewhere, token],
      [nexus, token.slice(0, -1)],
      [nexus, await firstCursor(nexus, "changes")],
    ] as const) {
      const refused = await at.executeKipReadonly({ ...ids, read: { snapshot_token } });
      expect(refused.error).toMatchObject({ code: "InvalidRequestEnvelope" });
    }
  });
});

describe("a receipt", () => {
  it("that was forged, altered or issued elsewhere verifies as none of this memory's", async () => {
    const nexus = await memory();
    const { results } = await nexus.executeKip({ command: 'CREATE CONCEPT ?c { TYPE "Person" NAME "Eve" }' });
    const issued = results[0]?.receipt as Receipt;
    const verify = async (reader: Reader, receipt: unknown) => {
      const answer = await read(reader, "VERIFY RECEIPT :receipt", { receipt: receipt as JsonObject });
      return answer.error?.code ?? answer.result;
    };
    expect(await verify(nexus, issued)).toMatchObject({ valid: true, commit_record: "match" });
    const { receipt_digest: _, ...claims } = issued;
    const elsewhere = { ...claims, origin: { ...claims.origin, principal_id: "principal:agent" } };
    const forged = [
      { ...issued, committed_at: "2020-01-01T00:00:00.000Z" },
      { ...elsewhere, receipt_digest: issued.receipt_digest },
      { ...elsewhere, receipt_digest: digestOf(elsewhere) },
    ];
    for (const receipt of forged) expect(await verify(nexus, receipt)).toBe("DigestMismatch");
    const unknown = { ...claims, tx_id: "kip:space:default#99" };
    expect(await verify(nexus, { ...unknown, receipt_digest: digestOf(unknown) })).toBe("TransactionUnknown");
  });
});
