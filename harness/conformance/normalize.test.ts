import { describe, expect, it } from "vitest";
import { normalizeActual, normalizeExpected } from "./normalize.js";

describe("normalizeActual", () => {
  it("renames ids in order of first appearance, one count over all kinds", () => {
    expect(normalizeActual([["P-7", "C-2"], ["C-2", "A-1"], "E-3", "X-9"])).toEqual([
      ["P:<1>", "C:<2>"],
      ["C:<2>", "A:<3>"],
      "E:<4>",
      "X:<5>",
    ]);
  });

  it("meets the members of an object with sorted keys", () => {
    const entry = { refs: { proposition: "P-1" }, op: "create", id: "A-1", kind: "assertion" };
    expect(normalizeActual({ z: ["C-5"], changes: [entry] })).toEqual({
      changes: [{ id: "A:<1>", kind: "assertion", op: "create", refs: { proposition: "P:<2>" } }],
      z: ["C:<3>"],
    });
  });

  it("leaves strings alone that only resemble ids", () => {
    const strings = ["C-0", "C-01", "c-1", "C-1 ", "D-1", "see C-1", "kip:space:default", "C:<1>"];
    expect(normalizeActual(strings)).toEqual(strings);
  });

  it("drops what no fixture can know, at every depth", () => {
    expect(
      normalizeActual({
        tx_id: "t",
        score: 1,
        _system: { created_at: "now", updated_at: "now", created_tx: "t", updated_tx: "t", version: 1 },
        rows: [
          {
            extensions: {},
            committed_at: "now",
            valid_at: "now",
            authorization_view: "v",
            content_digest: "d",
          },
        ],
      }),
    ).toEqual({ _system: { version: 1 }, rows: [{}] });
  });

  it("does not count the ids of dropped members", () => {
    expect(normalizeActual([{ extensions: { a: "C-9" }, id: "C-1" }])).toEqual([{ id: "C:<1>" }]);
  });

  it("keeps a member called __proto__", () => {
    const value = JSON.parse('{"__proto__": "C-1"}');
    expect(JSON.stringify(normalizeActual(value))).toBe('{"__proto__":"C:<1>"}');
  });
});

describe("normalizeExpected", () => {
  it("drops extensions and nothing else", () => {
    expect(
      normalizeExpected([{ extensions: { a: 1 }, id: "A:<1>", score: 1, deep: [{ extensions: 1 }] }]),
    ).toEqual([{ id: "A:<1>", score: 1, deep: [{}] }]);
  });
});
