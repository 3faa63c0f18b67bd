import { describe, expect, it } from "vitest";
import type { Concept } from "../model/index.js";
import { TestSpace } from "./test/space.js";

/** A Space in which C-1 was merged into C-2, as MERGE CONCEPT will leave it (§11.1). */
function merged(): TestSpace {
  const space = new TestSpace();
  space.run(`MUTATE {
    CREATE CONCEPT ?alicia { TYPE "Person" NAME "Alicia" SET FIELDS {key: "alicia"} }
    CREATE CONCEPT ?alice { TYPE "Person" NAME "Alice" }
    CREATE CONCEPT ?tea { TYPE "Option" NAME "Tea" }
    ASSERT (?alicia, "prefers", ?tea) {by: ?alicia, mode: "stated"}
  }`);
  const overlay = space.begin();
  const alicia: Concept = space.get("concept", "C-1");
  overlay.put({ ...alicia, merged_into: { id: space.get("concept", "C-2").id } });
  space.commit(overlay);
  return space;
}

describe("A write that names a merged Concept", () => {
  it("goes to the Concept it was merged into and keeps what was written", () => {
    const space = merged();
    space.run(
      'ASSERT ("C-1", "timezone", "+08:00") {by: {type: "Person", key: "alicia"}, mode: "stated", context: ["C-1"]}',
    );
    expect(space.get("proposition", "P-2")).toMatchObject({ subject: { id: "C-2" } });
    expect(space.get("assertion", "A-2")).toMatchObject({
      asserted_by: { id: "C-2" },
      context_refs: [{ id: "C-2" }],
    });
    const { _system } = space.get("assertion", "A-2");
    const entry = (path: string) => ({
      supplied: "C-1",
      resolved: "C-2",
      decision_id: null,
      identity_version: space.state.identityVersion,
      path,
      op_id: "1",
    });
    expect((_system as { input_references?: unknown }).input_references).toEqual([
      entry("fields.asserted_by"),
      entry("fields.context_refs[0]"),
      entry("proposition.subject"),
    ]);
  });

  it("resolves the stored tuple instead of making a second one, and remembers how it was named", () => {
    const space = merged();
    const { summary } = space.run(
      'ASSERT ?a ("C-2", "prefers", "C-3") {by: "C-2", mode: "stated"} SUPERSEDING "A-1"',
    );
    expect(summary).toMatchObject({ created: 1, resolved_ids: ["P-1"] });
    expect(space.get("assertion", "A-1").lifecycle.status).toBe("superseded");
    expect(space.get("assertion", "A-2")._system).not.toHaveProperty("input_references");
  });

  it("updates the Concept that is left", () => {
    const space = merged();
    space.run('UPDATE "C-1" SET FIELDS {aliases: ["Al"]}');
    expect(space.get("concept", "C-2").aliases).toEqual(["Al"]);
    expect(space.get("concept", "C-1").aliases).toEqual([]);
  });
});
