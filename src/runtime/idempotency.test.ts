import { describe, expect, it } from "vitest";
import type { JsonObject } from "../model/index.js";
import { requestDigestOf } from "./idempotency.js";
import { prepareOperation } from "./operation.js";

const digest = (command: string, parameters: JsonObject = {}) => {
  const operation = { command, parameters };
  return requestDigestOf([prepareOperation({ kip: "2.0", operations: [operation] }, operation, "full")]);
};

describe("The digest of a request", () => {
  it("is the same for the same work in another spelling", () => {
    expect(
      digest(`update "C-1"   // who
        set attributes {count: 1.0, "label": "x"} expect version 2`),
    ).toBe(digest('UPDATE "C-1" SET ATTRIBUTES {count: 1, label: "x"} EXPECT VERSION 2'));
  });

  it.each([
    ['UPDATE "C-1" SET ATTRIBUTES {count: 1}', 'UPDATE "C-1" SET ATTRIBUTES {count: 2}'],
    ['UPDATE "C-1" SET ATTRIBUTES {a: "x"}', 'UPDATE "C-1" SET ATTRIBUTES {a: "x "}'],
    ['MERGE CONCEPT "C-1" INTO "C-2"', 'MERGE CONCEPT "C-2" INTO "C-1"'],
    ['PURGE "E-1" CONFIRM "PURGE"', 'PURGE PAYLOAD "E-1" CONFIRM "PURGE"'],
    ['PURGE "E-1" CONFIRM "PURGE"', 'PURGE "E-1" REFERENCE POLICY "authorized_cascade" CONFIRM "PURGE"'],
    ['UPDATE "C-1" SET ATTRIBUTES {a: "1"}', 'UPDATE "C-1" SET ATTRIBUTES {a: 1}'],
  ])("differs between %s and %s", (left, right) => {
    expect(digest(left)).not.toBe(digest(right));
  });

  it("differs with the values that are bound", () => {
    const command = 'UPDATE "C-1" SET ATTRIBUTES {a: :a}';
    expect(digest(command, { a: 1 })).not.toBe(digest(command, { a: 2 }));
  });
});
