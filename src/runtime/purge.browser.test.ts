import { describe, expect, it } from "vitest";
import type { JsonValue, ResponseEnvelope } from "../model/index.js";
import { codeOf, onlyResult, openRuntime } from "./nexus.fixture.js";
import type { NexusRuntime } from "./nexus-runtime.js";

/** Every byte of every object store of a Nexus, keys and values, read past the engine, as one text. */
async function everyStoredByte(name: string): Promise<string> {
  const database = await settled(indexedDB.open(`kip-nexus:${name}`));
  const parts: string[] = [];
  for (const store of [...database.objectStoreNames]) {
    const transaction = database.transaction(store, "readonly");
    await new Promise<void>((resolve, reject) => {
      const request = transaction.objectStore(store).openCursor();
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        const cursor = request.result;
        if (!cursor) return resolve();
        parts.push(store, textOf(cursor.key), textOf(cursor.value));
        cursor.continue();
      };
    });
  }
  database.close();
  return parts.join("\n");
}

/** A stored value as text: binary content byte by byte, text also as it reads once unpacked from JSON. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (value instanceof ArrayBuffer) return new TextDecoder("latin1").decode(value);
  if (ArrayBuffer.isView(value)) return new TextDecoder("latin1").decode(value.buffer as ArrayBuffer);
  if (typeof value !== "object" || value === null) return String(value);
  return Object.entries(value)
    .flatMap(([key, item]) => [key, textOf(item)])
    .join("\n");
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

const run = async (runtime: NexusRuntime, command: string): Promise<JsonValue | undefined> =>
  onlyResult(await runtime.executeKip({ command }));

/** The words that must be gone, none of which occurs in anything else. */
const SECRETS = {
  name: "Wilhelmina Zuckerbrot",
  key: "person-zuckerbrot",
  clientKey: "crm-record-77123",
  alias: "Zuckerpuppe",
  attribute: "penicillin-anaphylaxis",
  literal: "lives-at-Sonnenallee-9",
  payload: "the quick brown anaconda",
  largePayload: "a long letter about Zuckerbrot's divorce",
  handle: "mina_from_school",
  facet: "0.7317",
};

const MAKE = `MUTATE {
  CREATE CONCEPT ?${SECRETS.handle} {
    TYPE "Person" NAME "${SECRETS.name}" CLIENT KEY "${SECRETS.clientKey}"
    SET FIELDS {key: "${SECRETS.key}", aliases: ["${SECRETS.alias}"]}
    SET ATTRIBUTES {allergy: "${SECRETS.attribute}"}
    SET FACET "MnemonicState" {salience: ${SECRETS.facet}}
  }
  CREATE EVIDENCE ?source { CLIENT KEY "msg" SET FIELDS {evidence_class: "message", payload: "${SECRETS.payload}"} }
  CREATE EVIDENCE ?letter { SET FIELDS {evidence_class: "message", payload: "${SECRETS.largePayload.repeat(10)}"} }
  ENSURE PROPOSITION ?fact (?${SECRETS.handle}, "timezone", "${SECRETS.literal}")
  CREATE ASSERTION ?claim {
    SET FIELDS {proposition: ?fact, asserted_by: ?${SECRETS.handle}, stance: "support", mode: "stated"}
    SET STRUCTURAL {("evidence", ?source) {role: "support"}}
  }
}`;

/** Reads that answer with content, in requests whose outcomes are retained. */
async function retainAnswers(runtime: NexusRuntime): Promise<void> {
  const readAll =
    'FIND(?c, ?e, ?p) WHERE { ?c {id: "C-1"} ?e EVIDENCE {id: "E-1"} ?p PROPOSITION (id: "P-1") }';
  const ask = (key: string, write: string): Promise<ResponseEnvelope> =>
    runtime.request({
      kip: "2.0",
      execution: { mode: "atomic", idempotency_key: key },
      operations: [{ command: readAll }, { command: write }],
    });
  const wrote = await ask("wrote", 'CREATE CONCEPT ?other { TYPE "Person" NAME "Bystander" }');
  const nothing = await ask("nothing", 'UPDATE "C-2" SET FIELDS {name: "Bystander"}');
  expect(JSON.stringify([wrote.results[0], nothing.results[0]])).toContain(SECRETS.payload);
  expect([wrote.receipt?.status, nothing.receipt?.status]).toEqual(["committed", "no_effect"]);
}

async function remembering() {
  const name = crypto.randomUUID();
  const runtime = await openRuntime(name, { payloadLimit: 300 });
  const made = await runtime.request({
    kip: "2.0",
    execution: { mode: "atomic", idempotency_key: "made" },
    operations: [{ command: MAKE }],
  });
  expect(onlyResult(made)).toMatchObject({ handles: { [SECRETS.handle]: expect.anything() } });
  await run(runtime, `UPDATE "C-1" SET FIELDS {aliases: ["${SECRETS.alias}", "Mina"]}`);
  await retainAnswers(runtime);
  const stored = await everyStoredByte(name);
  for (const secret of Object.values(SECRETS)) expect(stored).toContain(secret);
  return { name, runtime };
}

describe("after a purge, no byte of the content is left in any table", () => {
  it("of elements that were purged", async () => {
    const { name, runtime } = await remembering();
    const other = await openRuntime(name);
    const purged = await run(runtime, 'PURGE "C-1" REFERENCE POLICY "authorized_cascade" CONFIRM "PURGE"');
    expect(purged).toMatchObject({ purged_ids: ["C-1", "P-1", "A-1"] });
    await run(runtime, 'PURGE "E-1" CONFIRM "PURGE"');
    await run(runtime, 'PURGE "E-2" CONFIRM "PURGE"');
    const stored = await everyStoredByte(name);
    for (const [what, secret] of Object.entries(SECRETS)) expect(stored, what).not.toContain(secret);

    const later = await openRuntime(name);
    await other.readingSession().then((session) => session.catchUp());
    for (const tab of [runtime, other, later]) {
      const stubs = 'FIND(?c.id, ?c.name, ?c.governance.purged) WHERE { ?c CONCEPT {state: "purged"} }';
      expect(await run(tab, stubs)).toEqual([["C-1", null, true]]);
      expect(await run(tab, 'FIND(?c.name) WHERE { ?c CONCEPT {type: "Person"} }')).toEqual(["Bystander"]);
      expect(await run(tab, 'FIND(?c.name) WHERE { ?c CONCEPT {type: "Person"} } AS OF SEQ 1')).toEqual([]);
      expect(await run(tab, 'FIND(?c.name, ?c.key) WHERE { ?c {id: "C-1"} } AS OF SEQ 1')).toEqual([
        [null, null],
      ]);
      expect(await run(tab, `SEARCH CONCEPT "${SECRETS.name}"`)).toEqual([]);
      expect(codeOf(await tab.executeKip({ command: 'UPDATE "C-1" SET FIELDS {name: "X"}' }))).toBe(
        "NotFoundOrNotVisible",
      );
    }
    const session = await later.readingSession();
    expect(
      JSON.stringify([...["C-1", "P-1", "A-1", "E-1", "E-2"].map((id) => session.view.element(id as never))]),
    ).not.toMatch(new RegExp(Object.values(SECRETS).join("|")));
  });

  it("of a payload that was purged, while its record stays", async () => {
    const { name, runtime } = await remembering();
    const [before] = (await run(runtime, 'FIND(?e) WHERE { ?e EVIDENCE {id: "E-1"} }')) as JsonValue[];
    await run(runtime, 'PURGE PAYLOAD "E-1" CONFIRM "PURGE"');
    await run(runtime, 'PURGE PAYLOAD "E-2" CONFIRM "PURGE"');
    const stored = await everyStoredByte(name);
    for (const secret of [SECRETS.payload, SECRETS.largePayload]) expect(stored).not.toContain(secret);
    for (const tab of [runtime, await openRuntime(name)]) {
      const [after] = (await run(tab, 'FIND(?e) WHERE { ?e EVIDENCE {id: "E-1"} }')) as JsonValue[];
      expect(after).toMatchObject({
        ...(before as object),
        payload: { mode: "purged" },
        _system: { version: 2, state: "active" },
      });
      expect(await run(tab, "FIND(?e.payload) WHERE { ?e EVIDENCE {} } AS OF SEQ 1")).toEqual([
        { mode: "purged" },
        { mode: "purged" },
      ]);
      expect(await run(tab, `SEARCH EVIDENCE "${SECRETS.payload}"`)).toEqual([]);
      expect(await run(tab, `SEARCH EVIDENCE "${SECRETS.largePayload}"`)).toEqual([]);
    }
  });

  it("and a resend is told what is still known: the receipt, and that what it read is gone", async () => {
    const { name, runtime } = await remembering();
    const request = {
      kip: "2.0" as const,
      execution: { mode: "atomic" as const, idempotency_key: "purge" },
      operations: [{ command: 'PURGE PAYLOAD "E-1" CONFIRM "PURGE"' }],
    };
    const first = await runtime.request(request);
    expect((await (await openRuntime(name)).request(request)).receipt).toEqual(first.receipt);
    const again = await runtime.request({
      kip: "2.0",
      execution: { mode: "atomic", idempotency_key: "nothing" },
      operations: [
        {
          command:
            'FIND(?c, ?e, ?p) WHERE { ?c {id: "C-1"} ?e EVIDENCE {id: "E-1"} ?p PROPOSITION (id: "P-1") }',
        },
        { command: 'UPDATE "C-2" SET FIELDS {name: "Bystander"}' },
      ],
    });
    expect(again.results[0]).toMatchObject({ result: [], warnings: [{ code: "AnswerErased" }] });
    expect(again.receipt).toMatchObject({ status: "no_effect" });
    const [remade] = (
      await runtime.request({
        kip: "2.0",
        execution: { mode: "atomic", idempotency_key: "made" },
        operations: [{ command: MAKE }],
      })
    ).results;
    expect(remade).toMatchObject({ status: "succeeded", warnings: [{ code: "AnswerErased" }] });
    expect(remade?.result).toMatchObject({ created: 5 });
    expect(remade?.result).not.toHaveProperty("handles");
  });

  it("and the log still verifies", async () => {
    const { name, runtime } = await remembering();
    await run(runtime, 'PURGE "C-1" REFERENCE POLICY "tombstone_reference" CONFIRM "PURGE"');
    expect(await (await openRuntime(name)).verifyLog()).toMatchObject({ problems: [] });
  });
});
