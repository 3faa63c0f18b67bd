import { describe, expect, it, vi } from "vitest";
import { asSpaceId, digestOf, NO_IDS } from "../model/index.js";
import { at, closeAfterwards, commitNext, openStore, pending, space } from "./commits.fixture.js";
import { NexusStore } from "./nexus-store.js";
import { NexusDatabase } from "./tables.js";

describe("the store", () => {
  it("keeps a commit, its head and its counters over a reopening", async () => {
    const name = crypto.randomUUID();
    const first = await openStore(name);
    await commitNext(first);
    await commitNext(first);
    first.close();

    const second = await openStore(name);
    expect(await second.basis(space)).toMatchObject({ headSeq: 2, counters: { concept: 2 } });
    const seqs: number[] = [];
    for await (const commit of second.commitsAfter(space, 0)) seqs.push(commit.seq);
    expect(seqs).toEqual([1, 2]);
    expect((await second.commitAt(space, 2))?.result).toEqual({ written: 2 });
  });

  it("opens when the browser fails to for a while, and finds everything", async () => {
    const name = crypto.randomUUID();
    await commitNext(await openStore(name));
    // More often than Dexie itself tries again.
    let failures = 6;
    const { open } = IDBFactory.prototype;
    const failing = vi.spyOn(IDBFactory.prototype, "open").mockImplementation(function (
      this: IDBFactory,
      ...args
    ) {
      failures -= 1;
      if (failures < 0) return open.apply(this, args);
      throw new DOMException("Internal error opening backing store for indexedDB.open.", "UnknownError");
    });
    try {
      expect(await (await openStore(name)).commitAt(space, 1)).toBeDefined();
      expect(failures).toBeLessThan(0);
    } finally {
      failing.mockRestore();
    }
  });

  it("keeps the secret of its first opening", async () => {
    const name = crypto.randomUUID();
    await openStore(name);
    const again = await NexusStore.open(name, "strict", "another secret");
    closeAfterwards(again, name);
    expect(await again.secret()).toBe("secret-of-the-first-opening");
  });

  it("refuses a commit evaluated against a head that has moved, and writes nothing of it", async () => {
    const name = crypto.randomUUID();
    const [tabA, tabB] = [await openStore(name), await openStore(name)];
    const stale = await tabB.basis(space);
    await commitNext(tabA);
    expect(await tabB.commit(stale, pending(stale))).toBe("stale");
    expect((await tabB.basis(space)).headSeq).toBe(1);
  });

  it("refuses a commit whose counters another Space has moved", async () => {
    const store = await openStore();
    const other = asSpaceId("kip:space:other");
    const stale = await store.basis(other);
    await commitNext(store);
    const late = pending(stale);
    expect(await store.commit(stale, { ...late, row: { ...late.row, space: other } })).toBe("stale");
  });

  it("appends a record once: a second commit at the same sequence fails whole", async () => {
    const store = await openStore();
    const basis = await store.basis(space);
    await store.commit(basis, pending(basis));
    const reading = { ...basis, headSeq: 1, counters: { ...NO_IDS, concept: 1 } };
    await expect(store.commit(reading, pending(basis))).rejects.toMatchObject({ code: "InternalError" });
    expect(await store.basis(space)).toEqual(reading);
  });

  it("reads more commits than one chunk holds, in order", async () => {
    const store = await openStore();
    for (let count = 0; count < 300; count += 1) await commitNext(store);
    const seqs: number[] = [];
    for await (const commit of store.commitsAfter(space, 10)) seqs.push(commit.seq);
    expect(seqs).toEqual(Array.from({ length: 290 }, (_, index) => index + 11));
  });

  it("gives way when another tab deletes the memory", async () => {
    const name = crypto.randomUUID();
    const store = await openStore(name);
    await NexusStore.delete(name);
    await expect(store.basis(space)).rejects.toMatchObject({ code: "InternalError" });
  });

  it("finds an outcome by its key, with the log record that holds it", async () => {
    const store = await openStore();
    const basis = await store.basis(space);
    const commit = pending(basis);
    await store.commit(basis, {
      ...commit,
      outcomes: [
        {
          space,
          principal: "principal:owner",
          key: "intent-1",
          request_digest: digestOf("request"),
          recorded_at: at,
          seq: 1,
          no_effect: null,
        },
      ],
    });
    const found = await store.outcome(space, "principal:owner", "intent-1");
    expect(found?.commit?.result).toEqual({ written: 1 });
    expect(await store.outcome(space, "principal:other", "intent-1")).toBeUndefined();
  });

  it("activates an environment version once", async () => {
    const store = await openStore();
    const digest = digestOf({ a: 1 });
    const record = { version: 1, packages: [], lineage_maps: [] };
    const artifact = {
      content_digest: digest,
      package_ref: "kip://a@1.0.0",
      artifact: { a: 1 },
      schemas: [],
    };
    const activation = { space, version: 1, record, packages: [artifact] };
    expect(await store.activateEnvironment(activation)).toBe("activated");
    expect(await store.activateEnvironment(activation)).toBe("stale");
    expect(await store.packages([digest, digestOf("unknown")])).toEqual([artifact]);
    expect((await store.environment(space, 1))?.record).toEqual(record);
  });

  it("puts an environment version in force with the commit that brings it, or neither", async () => {
    const store = await openStore();
    const stale = await store.basis(space);
    const record = { version: 1, packages: [], lineage_maps: [] };
    const artifact = {
      content_digest: digestOf({ a: 1 }),
      package_ref: "a",
      artifact: { a: 1 },
      schemas: [],
    };
    const environment = { space, version: 1, record, packages: [artifact] };
    await commitNext(store, () => ({ environment }));
    expect(await store.basis(space)).toMatchObject({ headSeq: 1, environmentVersion: 1 });
    expect(await store.environment(space, 1)).toEqual({ space, version: 1, record, since_seq: 1 });
    expect(await store.packages([artifact.content_digest])).toEqual([artifact]);
    expect((await store.commitAt(space, 1))?.activates).toBe(1);

    const late = { ...pending(stale), environment: { ...environment, version: 2 } };
    expect(await store.commit(stale, late)).toBe("stale");
    expect(await store.environment(space, 2)).toBeUndefined();
  });

  it("never leaves a body behind in a database it deleted", async () => {
    const name = crypto.randomUUID();
    const store = await openStore(name);
    await commitNext(store);
    await NexusStore.delete(name);
    const database = new NexusDatabase(name, "strict");
    await database.open();
    expect(await database.log.count()).toBe(0);
    database.close();
  });
});

describe("an idempotency key", () => {
  const spent = (seq: number | null, key = "intent-1") => ({
    space,
    principal: "principal:owner",
    key,
    request_digest: digestOf("request"),
    recorded_at: at,
    seq,
    no_effect: null,
  });

  it("is spent once, whoever commits with it", async () => {
    const store = await openStore();
    await commitNext(store, (seq) => ({ outcomes: [spent(seq)] }));
    const basis = await store.basis(space);
    expect(await store.commit(basis, { ...pending(basis), outcomes: [spent(2, "intent-2"), spent(2)] })).toBe(
      "stale",
    );
    expect(await store.keepOutcomes(space, basis, [spent(null, "intent-2"), spent(null)])).toBe("stale");
    expect((await store.outcome(space, "principal:owner", "intent-1"))?.row.seq).toBe(1);
    expect(await store.outcome(space, "principal:owner", "intent-2")).toBeUndefined();
  });

  it("is not spent by an outcome that was found on an older state", async () => {
    const store = await openStore();
    const stale = await store.basis(space);
    await commitNext(store);
    expect(await store.keepOutcomes(space, stale, [spent(null)])).toBe("stale");
    expect(await store.outcome(space, "principal:owner", "intent-1")).toBeUndefined();
    expect(await store.keepOutcomes(space, await store.basis(space), [spent(null)])).toBe("kept");
  });
});
