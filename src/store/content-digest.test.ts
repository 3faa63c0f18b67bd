import { expect, it } from "vitest";
import { digestOfText } from "../model/index.js";
import { contentDigest } from "./content-digest.js";

it("the digest of a text is the same whoever computes it", async () => {
  for (const length of [0, 1, 16_383, 16_384, 100_000]) {
    const text = "aä漢😀".repeat(length / 5 + 1).slice(0, length);
    expect(await contentDigest(text)).toBe(digestOfText(text));
  }
});
