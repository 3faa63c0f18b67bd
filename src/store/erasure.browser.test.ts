import { describe, expect, it } from "vitest";
import { digestOf, digestOfText, type JsonObject, stubOf } from "../model/index.js";
import { at, commitNext, everyByte, evidence, openStore, space } from "./commits.fixture.js";
import { isErasedClientKey } from "./log-record.js";
import { NexusDatabase } from "./tables.js";

const CONTENT = "what-must-be-forgotten";

/** A Space in which E-1 was written at 1 and 3, and E-2 beside it at 1. */
async function remembering() {
  const name = crypto.randomUUID();
  const store = await openStore(name);
  await commitNext(store, (seq) => ({
    written: {
      elements: [evidence(1, CONTENT, 1, seq), evidence(2, "kept", 1, seq)],
      clientKeys: [
        {
          client_key: `key of ${CONTENT}`,
          kind: "evidence",
          id: evidence(1, "", 1, 1).id,
          creation_digest: digestOf(""),
        },
      ],
    },
  }));
  await commitNext(store);
  await commitNext(store, (seq) => ({ elements: [evidence(1, CONTENT, 2, seq)] }));
  return { name, store };
}

describe("an erasure", () => {
  it("of an element leaves its stub in place of every version, and no byte of the content", async () => {
    const { name, store } = await remembering();
    const stub = stubOf(evidence(1, "", 3, 4));
    await commitNext(
      store,
      () => ({ elements: [stub], erasures: [{ id: stub.id, scope: "element" }] }),
      [1, 3],
    );
    expect(await everyByte(name)).not.toContain(CONTENT);
    const first = await store.commitAt(space, 1);
    expect(first?.written.elements).toMatchObject([
      {
        governance: { purged: true, content_digest: digestOf(CONTENT) },
        payload: { status: "purged" },
        _system: { version: 1, space_seq: 1, state: "purged" },
      },
      { payload: { inline: "kept" } },
    ]);
    expect(first?.written.clientKeys.map(({ client_key }) => isErasedClientKey(client_key))).toEqual([true]);
    expect((await store.commitAt(space, 3))?.written.elements).toMatchObject([{ _system: { version: 2 } }]);
    expect((await store.commitAt(space, 4))?.erasures).toEqual([{ id: stub.id, scope: "element" }]);
  });

  it("of a payload leaves the record with its digest", async () => {
    const { name, store } = await remembering();
    const purged = { ...evidence(1, "", 3, 4), payload: { status: "purged" } as const };
    await commitNext(
      store,
      () => ({ elements: [purged], erasures: [{ id: purged.id, scope: "payload" }] }),
      [1, 3],
    );
    const kept = (await store.commitAt(space, 3))?.written;
    expect(kept?.elements[0]).toEqual({
      ...evidence(1, CONTENT, 2, 3),
      payload: { status: "purged" },
      content_digest: digestOf(CONTENT),
    });
    expect(await everyByte(name)).not.toContain(`"inline":"${CONTENT}`);
    expect((await store.commitAt(space, 1))?.written.clientKeys[0]?.client_key).toContain(CONTENT);
  });

  it("keeps what a record says about itself, and says who rewrote it", async () => {
    const { name, store } = await remembering();
    const before = await store.commitAt(space, 1);
    const purge = async (ordinal: number, seq: number) => {
      const purged = { ...evidence(ordinal, "", 3, seq), payload: { status: "purged" } as const };
      await commitNext(store, () => ({ erasures: [{ id: purged.id, scope: "payload" }] }), [1]);
    };
    await purge(1, 4);
    await purge(2, 5);
    const { written: _written, rewritten, ...after } = (await store.commitAt(space, 1)) ?? {};
    const { written: _before, rewritten: _none, ...issued } = before ?? {};
    expect(after).toEqual(issued);
    expect(rewritten?.by).toEqual([4, 5]);
    const database = new NexusDatabase(name, "strict");
    await database.open();
    const row = await database.log.get([space, 1]);
    expect(rewritten?.body_digest).toBe(digestOfText(row?.body ?? ""));
    expect(row?.body_digest).not.toBe(rewritten?.body_digest);
    database.close();
  });

  it("reaches payloads, images and the retained answers of reads, and nothing of another Space", async () => {
    const { name, store } = await remembering();
    const database = new NexusDatabase(name, "strict");
    await database.open();
    const other = "kip:space:other";
    for (const id of [space, other]) {
      await database.payloads.add({ space: id, id: "E-1", text: CONTENT });
      await database.images.add({ space: id, seq: 3, chunk: 1, text: CONTENT });
      await store.keepOutcomes(id, await store.basis(id), [
        {
          space: id,
          principal: "principal:owner",
          key: "read",
          request_digest: digestOf("r"),
          recorded_at: at,
          seq: null,
          no_effect: null,
          answers: [{ result: CONTENT } as JsonObject],
          answers_in: id,
        },
      ]);
    }
    const purged = { ...evidence(1, "", 3, 4), payload: { status: "purged" } as const };
    await commitNext(
      store,
      (seq) => ({
        elements: [purged],
        erasures: [{ id: purged.id, scope: "payload" }],
        outcomes: [
          {
            space,
            principal: "principal:owner",
            key: "purge",
            request_digest: digestOf("p"),
            recorded_at: at,
            seq,
            no_effect: null,
            answers: [{ result: CONTENT }],
            answers_in: space,
          },
        ],
      }),
      [1, 3],
    );
    expect(await database.payloads.toCollection().primaryKeys()).toEqual([[other, "E-1"]]);
    const images = (await database.images.toArray()).filter(({ text }) => text === CONTENT);
    expect(images.map((image) => image.space)).toEqual([other]);
    expect(
      (await database.outcomes.toArray()).map(({ space: of, key, answers }) => [of, key, !!answers]),
    ).toEqual([
      [space, "purge", false],
      [space, "read", false],
      [other, "read", true],
    ]);
    database.close();
  });

  it("that cannot be carried out whole commits nothing", async () => {
    const { store } = await remembering();
    const purged = { ...evidence(1, "", 3, 4), payload: { status: "purged" } as const };
    await expect(
      commitNext(store, () => ({ erasures: [{ id: purged.id, scope: "payload" }] }), [1, 99]),
    ).rejects.toMatchObject({ code: "InternalError" });
    expect((await store.basis(space)).headSeq).toBe(3);
    expect((await store.commitAt(space, 1))?.rewritten).toBeNull();
  });
});
