import { describe, expect, it } from "vitest";
import {
  asSpaceId,
  commitTxId,
  digestOf,
  type ElementId,
  type Evidence,
  elementId,
  type JsonValue,
  type Timestamp,
} from "../model/index.js";
import { hasPayloadAtHand, PayloadShelf, withPlainPayloads } from "./payload-shelf.js";

const space = asSpaceId("kip:space:test");
const at = "2026-12-01T00:00:00.000Z" as Timestamp;
const id = elementId("evidence", 1);
const NONE: ReadonlyMap<ElementId, JsonValue> = new Map();

function evidence(inline: JsonValue): Evidence {
  return {
    id,
    kind: "evidence",
    space_id: space,
    governance: { authority_class: "descriptive" },
    retention: { retention_class: "standard", expires_at: null, legal_hold: false },
    facets: {},
    evidence_class: "message",
    payload: { mode: "inline", inline },
    content_digest: digestOf(inline),
    observed_at: at,
    source: [],
    generated_by: null,
    lifecycle: { status: "active", corrects: [], corrected_by: [] },
    _system: {
      version: 1,
      plane_versions: {},
      created_at: at,
      updated_at: at,
      created_tx: commitTxId(space, 1),
      updated_tx: commitTxId(space, 1),
      state: "active",
      origin: { principal_id: "principal:owner", channel: "local", import_id: null },
      space_seq: 1,
    },
  };
}

const inlineOf = ({ payload }: Evidence) => ("inline" in payload ? payload.inline : undefined);

/** A large payload as another tab, or a later opening, has it: stored, and not at hand. */
function elsewhere(content: JsonValue) {
  const writer = new PayloadShelf(10);
  const { element, payload } = writer.stored(evidence(content));
  const shelf = new PayloadShelf(10);
  return { shelf, element: shelf.shelve(element) as Evidence, stored: element, payload };
}

describe("a payload shelf", () => {
  it("takes out what is larger than its limit, as the text it will come back as", () => {
    const { stored, payload } = elsewhere({ text: "more than ten" });
    expect(payload).toEqual({ id, text: '{"text":"more than ten"}' });
    expect(JSON.stringify(stored)).not.toContain("more than ten");
    const small = evidence("small");
    expect(new PayloadShelf(10).stored(small)).toEqual({ element: small, payload: null });
    expect(new PayloadShelf(10).shelve(small)).toBe(small);
  });

  it("stores what it has shelved without asking for it", () => {
    const { shelf, element, stored } = elsewhere("more than ten");
    expect(shelf.stored(element)).toEqual({ element: stored, payload: null });
  });

  it("names what an evaluation asked for, and forgets what came of it", () => {
    const { shelf, element } = elsewhere("more than ten");
    const evaluation = () => `read: ${String(inlineOf(element))}`;
    expect(shelf.attempt(NONE, evaluation)).toEqual({ status: "missing", ids: [id] });
    const throwing = () => {
      if (inlineOf(element) === null) throw new TypeError("no text");
      return "read";
    };
    expect(shelf.attempt(NONE, throwing)).toEqual({ status: "missing", ids: [id] });
    expect(shelf.attempt(new Map([[id, "more than ten"]]), evaluation)).toEqual({
      status: "done",
      value: "read: more than ten",
    });
  });

  it("keeps what was read at hand until it is forgotten", () => {
    const { shelf, element } = elsewhere("more than ten");
    const isAtHand = () => shelf.attempt(NONE, () => hasPayloadAtHand(element)).status === "done";
    expect(isAtHand()).toBe(false);
    shelf.keep(id, '"more than ten"', "more than ten");
    expect(isAtHand()).toBe(true);
    shelf.forget(id);
    expect(isAtHand()).toBe(false);
  });

  it("makes room for what is read by letting go of what was read longest ago", () => {
    const shelf = new PayloadShelf(10);
    const ids = [1, 2, 3].map((ordinal) => elementId("evidence", ordinal));
    const text = JSON.stringify("x".repeat(3_500_000));
    for (const each of ids) shelf.keep(each, text, "x");
    const { status } = shelf.attempt(NONE, () => ids.map((each) => shelf.isAtHand(each)));
    expect(status).toBe("missing");
    expect(shelf.attempt(NONE, () => ids.slice(1).map((each) => shelf.isAtHand(each)))).toEqual({
      status: "done",
      value: [true, true],
    });
  });

  it("lets nobody read outside of an evaluation, and no payload object out of one", () => {
    const { shelf, element } = elsewhere("more than ten");
    shelf.keep(id, '"more than ten"', "more than ten");
    expect(() => inlineOf(element)).toThrow(TypeError);
    const rows = [[element, "a"], ["b"]];
    const attempt = shelf.attempt(NONE, () => withPlainPayloads(rows));
    expect(attempt.status === "done" && JSON.parse(JSON.stringify(attempt.value))).toMatchObject([
      [{ id, payload: { mode: "inline", inline: "more than ten" } }, "a"],
      ["b"],
    ]);
    expect(attempt.status === "done" && attempt.value[1]).toBe(rows[1]);
  });
});
