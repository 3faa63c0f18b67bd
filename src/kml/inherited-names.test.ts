import { expect, it } from "vitest";
import { errorOf, TestSpace } from "./test/space.js";

/** Names every plain object seems to have: `constructor`, `toString`, `__proto__` and their kind. */
const INHERITED = Object.getOwnPropertyNames(Object.prototype);

function space(): TestSpace {
  const made = new TestSpace();
  made.run(`MUTATE {
    CREATE CONCEPT ?alice { TYPE "Person" SET FIELDS {key: "alice"} }
    CREATE CONCEPT ?n { TYPE "Counter" SET FIELDS {key: "n"} }
    ASSERT (?alice, "timezone", "x") {by: ?alice, mode: "stated"}
    CREATE ACTIVITY ?x { SET FIELDS {activity_class: "inference"} }
  }`);
  return made;
}

it.each(INHERITED)("refuses the unknown field %s like any other, and says so in plain data", (name) => {
  for (const command of [
    `CREATE CONCEPT ?x { TYPE "Person" SET FIELDS {${name}: 1} }`,
    `CREATE EVIDENCE ?x { SET FIELDS {${name}: 1} }`,
    `CREATE ASSERTION ?x { SET FIELDS {${name}: 1} }`,
    `CREATE ACTIVITY ?x { SET FIELDS {${name}: 1} }`,
    `UPSERT CONCEPT ?x { MATCH {type: "Person", key: "bob"} SET FIELDS {${name}: 1} }`,
    `UPDATE "C-1" SET FIELDS {${name}: 1}`,
    `TRANSITION "X-1" TO "completed" SET FIELDS {${name}: 1}`,
    `SET RETENTION "C-1" {${name}: 1}`,
  ]) {
    const error = errorOf(() => space().run(command));
    expect(error, command).toMatchObject({ code: "SchemaFieldNotFound", details: { field: name } });
    expect(typeof error?.hint, command).toBe("string");
    expect(() => structuredClone(error?.toShape()), command).not.toThrow();
  }
});

it.each(INHERITED)("knows no symbol, key, handle, parameter or state called %s", (name) => {
  const code = (command: string, parameters = {}) => errorOf(() => space().run(command, parameters))?.code;
  expect(code(`CREATE CONCEPT ?x { TYPE "${name}" }`)).toBe("SchemaSymbolNotFound");
  expect(code(`ENSURE PROPOSITION ("C-1", "${name}", 1)`)).toBe("SchemaSymbolNotFound");
  expect(code(`UPDATE "C-1" SET FACET "${name}" {a: 1}`)).toBe("SchemaSymbolNotFound");
  expect(code(`UPDATE "C-1" SET STRUCTURAL {("${name}", "C-2")}`)).toBe("SchemaSymbolNotFound");
  expect(code(`UPDATE "C-2" SET ATTRIBUTES {${name}: 1}`)).toBe("ConstraintViolation");
  expect(code(`UPDATE "${name}" SET FIELDS {name: "x"}`)).toBe("NotFoundOrNotVisible");
  expect(code(`UPDATE :${name} SET FIELDS {name: "x"}`)).toBe("ReferenceError");
  expect(code(`ASSERT ("C-1", "timezone", "y") {by: :a, mode: "stated"}`, { a: { key: name } })).toBe(
    "NotFoundOrNotVisible",
  );
  expect(code(`TRANSITION "A-1" TO :state`, { state: name })).toBe("InvalidLifecycleTransition");
});

it.each(INHERITED)("stores what is legally called %s, and counts it", (name) => {
  const made = new TestSpace([
    {
      format: "KIP-Schema-Package",
      manifest: { package_id: "kip://test/names", version: "1.0.0" },
      definitions: { facets: { [name]: { kind: "FacetDefinition" } }, concept_types: { Thing: {} } },
    },
  ]);
  const first = made.run(
    `CREATE CONCEPT ?${name} { TYPE "Thing" SET ATTRIBUTES {${name}: 1} SET FACET "${name}" {${name}: 2} }`,
  );
  expect(Object.entries(first.summary.handles as object)).toEqual([[name, "C-1"]]);
  const { changes } = made.run(
    `UPDATE "C-1" SET FACET "${name}" {${name}: 3} EXPECT VERSION 1 OF FACET "${name}"`,
  );
  const { attributes, facets, _system } = made.get("concept", "C-1");
  expect(Object.entries(attributes)).toEqual([[name, 1]]);
  expect(Object.entries(facets).map(([, value]) => Object.entries(value))).toEqual([[[name, 3]]]);
  expect(Object.entries(_system.plane_versions.facets ?? {})).toEqual([[name, 2]]);
  expect(Object.entries(changes[0]?.planes?.facets ?? {})).toEqual([[name, 2]]);
});
