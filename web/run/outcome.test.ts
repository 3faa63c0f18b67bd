import { describe, expect, it } from "vitest";
import type { JsonValue, OperationResult, ResponseEnvelope } from "../../src/model/index.js";
import { announcementOf, effectInWords, outcomeOf, sequenceOf } from "./outcome.js";

function response(operation: Partial<Record<keyof OperationResult, unknown>>): ResponseEnvelope {
  return {
    kip: "2.0",
    status: "succeeded",
    results: [{ status: "succeeded", ...operation } as OperationResult],
  };
}

const outcome = (operation: Partial<Record<keyof OperationResult, unknown>>) =>
  outcomeOf("…", {}, response(operation));

describe("what a run did, in words", () => {
  it("names the sequence a commit got", () => {
    const committed = outcome({ receipt: { status: "committed", space_seq: 3, snapshot_seq: 2 } });
    expect(effectInWords(committed)).toBe("Committed as sequence 3.");
    expect(sequenceOf(committed)).toBe(3);
  });

  it("says when everything was there already", () => {
    const nothing = outcome({ status: "no_effect", receipt: { status: "no_effect", snapshot_seq: 3 } });
    expect(effectInWords(nothing)).toBe("Already there: nothing changed.");
    expect(sequenceOf(nothing)).toBe(3);
  });

  it("has nothing to say of a read, which has the sequence it was read at", () => {
    const read = outcome({ result: [], context: { snapshot_seq: 7 } });
    expect(effectInWords(read)).toBeNull();
    expect(sequenceOf(read)).toBe(7);
  });

  it.each<[JsonValue, string]>([
    [[], "0 rows."],
    [["a"], "1 row."],
    [["a", "b"], "2 rows."],
    [{ status: "ok" }, "Done."],
  ])("is announced: %j", (result, text) => {
    expect(announcementOf(outcome({ result }))).toBe(text);
  });

  it("puts the request's error before the operation's", () => {
    const error = (code: string) => ({ code, message: `${code} happened`, hint: "", details: {} });
    const refused = outcomeOf("…", {}, {
      ...response({ error: error("VersionConflict") }),
      error: error("Unauthenticated"),
    } as unknown as ResponseEnvelope);
    expect(announcementOf(refused)).toBe("Unauthenticated. Unauthenticated happened.");
  });
});
