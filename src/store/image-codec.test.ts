import { describe, expect, it } from "vitest";
import { encodeImage, readHeader, readPiece, type SpaceImage } from "./image-codec.js";

const image: SpaceImage = {
  seq: 7,
  facts: { last_commit_at: "2026-12-01T00:00:00.000Z" },
  lists: {
    elements: Array.from({ length: 45_000 }, (_, index) => ({ id: `A-${index}`, stance: "support" })),
    client_keys: [{ client_key: "k", id: "A-1" }],
    identity: [],
  },
};

describe("an encoded image", () => {
  it("is a few pieces that give back every list, and pauses on the way", async () => {
    let pauses = 0;
    const { header, pieces, seq } = await encodeImage(image, async () => {
      pauses += 1;
    });
    expect([seq, pieces.length]).toEqual([7, 4]);
    expect(pauses).toBeGreaterThan(10);
    const read = readHeader(header);
    if (typeof read === "string") throw new Error(read);
    const lists: Record<string, object[]> = {};
    for (const [index, { list, digest }] of read.pieces.entries()) {
      const objects = await readPiece(pieces[index] ?? "", digest);
      if (typeof objects === "string") throw new Error(objects);
      lists[list] = [...(lists[list] ?? []), ...objects];
    }
    expect({ ...read.facts }).toEqual(image.facts);
    expect(lists).toEqual({ elements: image.lists.elements, client_keys: image.lists.client_keys });
  });

  it("is refused with the reason when any of it is not what was written", async () => {
    const { header, pieces } = await encodeImage(
      { ...image, lists: { elements: [{ id: "A-1" }] } },
      async () => {},
    );
    expect(readHeader(header.slice(1))).toBe("its description cannot be read");
    expect(readHeader(header.replace("2026", "2025"))).toBe("its description has another digest");
    const read = readHeader(header);
    if (typeof read === "string") throw new Error(read);
    const digest = read.pieces[0]?.digest;
    if (!digest) throw new Error("no piece");
    expect(await readPiece((pieces[0] ?? "").replace("A-1", "A-2"), digest)).toBe(
      "a piece of it has another digest",
    );
  });
});
