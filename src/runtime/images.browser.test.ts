import { afterEach, describe, expect, it } from "vitest";
import { asSpaceId } from "../model/index.js";
import { encodeImage, NexusStore } from "../store/index.js";
import { createPerson, onlyResult, openRuntime } from "./nexus.fixture.js";
import type { NexusRuntime } from "./nexus-runtime.js";

const space = asSpaceId("kip:space:default");
const everything = "FIND(?x) WHERE { ?x CONCEPT {} } ORDER BY ?x.id";

afterEach(() => {
  for (const database of databases.splice(0)) database.close();
});
const databases: IDBDatabase[] = [];

/** A memory with a merge, a renaming and a client key, and the image of it. */
async function remembered(): Promise<{ readonly name: string; readonly runtime: NexusRuntime }> {
  const name = crypto.randomUUID();
  const runtime = await openRuntime(name);
  for (const command of [
    createPerson("Alice"),
    createPerson("Alicia"),
    'MERGE CONCEPT "C-2" INTO "C-1"',
    'UPDATE "C-1" SET FIELDS {name: "Alice B."}',
    'CREATE EVIDENCE ?e { CLIENT KEY "m:1" SET FIELDS { evidence_class: "message", payload: "hi" } }',
  ]) {
    onlyResult(await runtime.executeKip({ command }));
  }
  return { name, runtime };
}

/** Changes rows of a table behind the engine's back. */
async function tamper(name: string, change: (images: IDBObjectStore) => void): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(`kip-nexus:${name}`);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  databases.push(database);
  const transaction = database.transaction("images", "readwrite");
  change(transaction.objectStore("images"));
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error);
  });
  database.close();
}

async function reopened(name: string) {
  const runtime = await openRuntime(name);
  return { runtime, session: await runtime.readingSession() };
}

describe("an image of a Space", () => {
  it("opens it as its log would, together with what was committed after it", async () => {
    const { name, runtime } = await remembered();
    expect(await (await runtime.readingSession()).writeImage()).toBe(true);
    await runtime.executeKip({ command: createPerson("Bob") });
    const before = (await runtime.readingSession()).view;
    const answer = onlyResult(await runtime.executeKipReadonly({ command: everything }));
    runtime.close();

    const { runtime: again, session } = await reopened(name);
    expect(session.opening).toEqual({ from: "image", imageSeq: 5, warnings: [] });
    expect(onlyResult(await again.executeKipReadonly({ command: everything }))).toEqual(answer);
    expect(session.view.seq).toBe(6);
    expect(session.view.identityVersion).toBe(before.identityVersion);
    expect(session.lastCommitAt).not.toBeNull();
    const id = session.view.clientKey("evidence", "m:1")?.id;
    expect(id).toBe("E-1");
    const merged = before.element(session.view.identityDecisions("C-2" as never)[0]?.source ?? ("" as never));
    expect(merged?.id).toBe("C-2");
    expect(session.sequencesOf("C-1" as never)).toEqual([1, 4]);
    expect(session.sequencesOf("E-1" as never)).toEqual([5]);
    expect(onlyResult(await again.executeKipReadonly({ command: 'SEARCH CONCEPT "Bob"' }))).toHaveLength(1);
    expect(onlyResult(await again.executeKipReadonly({ command: 'SEARCH CONCEPT "Alice"' }))).not.toEqual([]);
  });

  it("that is damaged is passed over for the log, and the opening says so", async () => {
    const damages: readonly [string, (images: IDBObjectStore) => void][] = [
      ["missing", (images) => images.delete([space, 5, 1])],
      ["another digest", (images) => images.put({ space, seq: 5, chunk: 1, text: "{}" })],
      ["cannot be read", (images) => images.put({ space, seq: 5, chunk: 0, text: "?" })],
    ];
    const { name, runtime } = await remembered();
    const answer = onlyResult(await runtime.executeKipReadonly({ command: everything }));
    runtime.close();
    for (const [reason, change] of damages) {
      const writing = await reopened(name);
      expect(await writing.session.writeImage()).toBe(true);
      writing.runtime.close();
      await tamper(name, change);
      const { runtime: again, session } = await reopened(name);
      expect(session.opening.from).toBe("log");
      expect(session.opening.warnings).toEqual([expect.stringContaining(reason)]);
      expect(onlyResult(await again.executeKipReadonly({ command: everything }))).toEqual(answer);
      again.close();
      // What was of no use is gone.
      const { runtime: last, session: next } = await reopened(name);
      expect(next.opening).toEqual({ from: "log", imageSeq: null, warnings: [] });
      last.close();
    }
  });

  it("replaces the one before it, and is not written twice", async () => {
    const { name, runtime } = await remembered();
    const session = await runtime.readingSession();
    expect(await session.writeImage()).toBe(true);
    expect(await session.writeImage()).toBe(false);
    await runtime.executeKip({ command: createPerson("Bob") });
    expect(await session.writeImage()).toBe(true);
    runtime.close();
    const store = await NexusStore.open(name, "strict", "");
    expect(await store.images.newest(space, 5)).toEqual({ status: "none" });
    expect(await store.images.newest(space, 6)).toMatchObject({ status: "read", image: { seq: 6 } });
    store.close();
  });

  it("is gone once content was erased, and one of the time before can no longer be stored", async () => {
    const { name, runtime } = await remembered();
    const session = await runtime.readingSession();
    expect(await session.writeImage()).toBe(true);
    const store = await NexusStore.open(name, "strict", "");
    const found = await store.images.newest(space, 5);
    if (found.status !== "read") throw new Error(found.status);
    onlyResult(await runtime.executeKip({ command: 'PURGE PAYLOAD "E-1" CONFIRM "PURGE"' }));
    expect(await store.images.newest(space, 6)).toEqual({ status: "none" });
    expect(await store.images.store(space, await encodeImage(found.image, async () => {}))).toBe(false);
    expect(await store.images.newest(space, 6)).toEqual({ status: "none" });
    expect(await session.writeImage()).toBe(true);
    store.close();
  });
});
