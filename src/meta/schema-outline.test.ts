import { describe, expect, it } from "vitest";
import { builtInPackages, SchemaEnvironment } from "../schema/index.js";
import { schemaOutline } from "./schema-outline.js";

const outline = schemaOutline(SchemaEnvironment.core.activate(builtInPackages()));
const named = <T extends { readonly name: string }>(list: readonly T[], name: string) =>
  list.find((one) => one.name === name);

describe("the outline of a schema", () => {
  it("tells what a type holds", () => {
    expect(named(outline.types, "Commitment")).toMatchObject({
      ref: "kip://profiles/cognitive-memory@2.0.0/Commitment",
      description: expect.stringMatching(/\w/),
      attributes: expect.arrayContaining([
        expect.objectContaining({ name: "summary", types: ["string"], required: true }),
        expect.objectContaining({ name: "status", oneOf: expect.arrayContaining(["pending"]) }),
      ]),
    });
  });

  it("tells what a predicate joins, and whether its values compete", () => {
    expect(named(outline.predicates, "lives_in")).toMatchObject({
      subject: ["Person"],
      object: ["Place"],
      functional: true,
      functionalBy: null,
    });
    expect(named(outline.predicates, "prefers")).toMatchObject({
      object: ["Concept"],
      functional: false,
      functionalBy: "object_type",
    });
    expect(named(outline.predicates, "timezone")).toMatchObject({ object: ["string"] });
  });

  it("tells which facets and fields are only read", () => {
    expect(named(outline.structuralFields, "has_step")).toMatchObject({ ordered: true, computed: false });
    expect(named(outline.structuralFields, "derived_from")).toMatchObject({ computed: true });
    expect(named(outline.facets, "GradingState")?.fields.every(({ computed }) => computed)).toBe(true);
  });

  it("is plain JSON, and names the policies", () => {
    expect(JSON.parse(JSON.stringify(outline))).toEqual(outline);
    expect(outline.policies).toEqual(["kip:structural", "kip:memory-default"]);
  });
});
