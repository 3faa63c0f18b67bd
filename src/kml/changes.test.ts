import { describe, expect, it } from "vitest";
import type { ChangeEntry } from "../model/index.js";
import { TestSpace } from "./test/space.js";

/** Commands of one transaction, and the entries of its envelope by id. */
function envelopeOf(space: TestSpace, commands: readonly string[]): Readonly<Record<string, ChangeEntry>> {
  const overlay = space.begin();
  let changes: readonly ChangeEntry[] = [];
  for (const command of commands) changes = space.execute(overlay, command).changes;
  space.commit(overlay);
  expect(new Set(changes.map(({ id }) => id)).size).toBe(changes.length);
  return Object.fromEntries(changes.map((entry) => [entry.id, entry]));
}

const MAKE = `MUTATE {
  CREATE CONCEPT ?a { TYPE "Option" NAME "A" }
  CREATE CONCEPT ?b { TYPE "Option" NAME "B" }
  CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "message", payload: "x"} }
  CREATE EVIDENCE ?f { SET FIELDS {evidence_class: "message", payload: "y"} }
  CREATE ACTIVITY ?x { SET FIELDS {activity_class: "inference"} }
  CREATE ACTIVITY ?y { SET FIELDS {activity_class: "inference", status: "completed"} }
  ASSERT ?c (?a, "relates", ?b) {by: ?a, mode: "stated"}
}`;

const MADE = { op: "create", new_version: 1 };

describe("The envelope of a transaction that makes an element and goes on with it", () => {
  it("says no more of an element than that it was made, where nothing else became of it", () => {
    const space = new TestSpace();
    const entries = envelopeOf(space, [MAKE, 'UPDATE "C-1" SET FIELDS {name: "Z"} SET ATTRIBUTES {n: 1}']);
    const { schema_ref } = space.get("concept", "C-1");
    expect(entries["C-1"]).toEqual({ ...MADE, kind: "concept", id: "C-1", schema_ref });
    expect(entries["X-2"]).toEqual({ ...MADE, kind: "activity", id: "X-2" });
  });

  it.each([
    [
      'TRANSITION "A-1" TO "retracted"',
      "A-1",
      { state: { from: "active", to: "retracted" }, refs: { proposition: "P-1" } },
    ],
    [
      'ASSERT ("C-1", "relates", "C-2") {by: "C-1", mode: "stated", stance: "reject"} SUPERSEDING "A-1"',
      "A-1",
      { state: { from: "active", to: "superseded" } },
    ],
    ['TRANSITION "E-1" TO "corrected" BY "E-2"', "E-1", { state: { from: "active", to: "corrected" } }],
    ['TRANSITION "X-1" TO "completed"', "X-1", { state: { from: "active", to: "completed" } }],
    ['TRANSITION "C-2" TO "archived"', "C-2", { state: { from: "active", to: "archived" } }],
    [
      'TRANSITION "P-1" TO "tombstoned"',
      "P-1",
      { state: { from: "active", to: "tombstoned" }, refs: { subject: "C-1" } },
    ],
    ['PURGE "E-1" CONFIRM "PURGE"', "E-1", { state: { from: "active", to: "purged" } }],
    [
      'PURGE PAYLOAD "E-1" CONFIRM "PURGE"',
      "E-1",
      { touched: ["fields.payload"], planes: { attributes: 1 } },
    ],
    [
      'SET RETENTION "E-1" {legal_hold: true}',
      "E-1",
      { touched: ["retention.legal_hold"], planes: { retention: 1 } },
    ],
    [
      'MERGE CONCEPT "C-1" INTO "C-2"',
      "C-1",
      {
        state: { from: "active", to: "merged" },
        refs: { merged_into: "C-2" },
        touched: ["fields.merged_into"],
      },
    ],
  ] as const)("tells what became of it: %s", (command, id, told) => {
    const entry = envelopeOf(new TestSpace(), [MAKE, command])[id];
    expect(entry).toMatchObject({ ...MADE, id, ...told });
    expect(entry).not.toHaveProperty("old_version");
    for (const member of ["state", "touched", "planes"]) {
      if (!Object.hasOwn(told, member)) expect(entry).not.toHaveProperty(member);
    }
  });

  it("says nothing of what an element was about that it made and erased", () => {
    const entries = envelopeOf(new TestSpace(), [MAKE, 'PURGE "A-1" CONFIRM "PURGE"']);
    expect(entries["A-1"]).toEqual({
      ...MADE,
      kind: "assertion",
      id: "A-1",
      state: { from: "active", to: "purged" },
    });
  });
});

describe("The envelope of a merge", () => {
  it("tells besides where the source leads that it was archived", () => {
    const space = new TestSpace();
    space.run(MAKE);
    const entries = envelopeOf(space, ['MERGE CONCEPT "C-1" INTO "C-2"', 'TRANSITION "C-1" TO "archived"']);
    expect(entries["C-1"]).toMatchObject({
      op: "merge",
      state: { from: "active", to: "archived" },
      refs: { merged_into: "C-2" },
    });
  });
});
