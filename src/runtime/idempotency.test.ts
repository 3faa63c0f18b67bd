import { describe, expect, it } from "vitest";
import { digestOf, type JsonObject } from "../model/index.js";
import { requestDigestOf } from "./idempotency.js";
import { prepareOperation } from "./operation.js";

const digest = (command: string, parameters: JsonObject = {}) => {
  const operation = { command, parameters };
  return requestDigestOf([prepareOperation({ kip: "2.0", operations: [operation] }, operation, "full")]);
};

const isPlace = (name: string, value: unknown) =>
  name.endsWith("Range") || (name === "source" && typeof value === "string") || /^(from|to)$/.test(name);

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

  it("is over the parsed operations and what is ingested, one array of them", () => {
    const operation = (command: string, parameters: JsonObject) =>
      prepareOperation({ kip: "2.0", operations: [] }, { command, parameters }, "full");
    const update = operation('UPDATE "C-1" SET ATTRIBUTES {z: "\u2028", a: :a}', {
      a: { y: 1, x: "\u{1f600}" },
    });
    const merge = operation('MERGE CONCEPT "C-1" INTO "C-2"', {});
    const ingested = [{ key: "seen", payload: "x" }];
    const said = ({ command, parameters }: typeof update) => ({
      command: JSON.parse(
        JSON.stringify(command, (name, value) => (isPlace(name, value) ? undefined : value)),
      ),
      parameters,
    });
    // Twice, since what is remembered of a command must say the same.
    for (const _ of [1, 2]) expect(requestDigestOf([update])).toBe(digestOf([said(update)]));
    expect(requestDigestOf([update, merge])).toBe(digestOf([said(update), said(merge)]));
    expect(requestDigestOf([merge], ingested)).toBe(digestOf([said(merge), { ingest: ingested }]));
    expect(requestDigestOf([], ingested)).toBe(digestOf([{ ingest: ingested }]));
  });

  it("differs with the values that are bound", () => {
    const command = 'UPDATE "C-1" SET ATTRIBUTES {a: :a}';
    expect(digest(command, { a: 1 })).not.toBe(digest(command, { a: 2 }));
  });
});
