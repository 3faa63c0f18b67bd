import { expect, it } from "vitest";
import { builtInPackages, SchemaEnvironment, SYMBOL_KINDS, validateAttributes } from "./index.js";
import { errorOf, packageOf } from "./package.fixture.js";

/** Names every plain object seems to have. */
const INHERITED = Object.getOwnPropertyNames(Object.prototype);

const standard = SchemaEnvironment.core.activate(builtInPackages());

it.each(INHERITED)("%s is no symbol of any kind", (name) => {
  for (const kind of SYMBOL_KINDS) {
    expect(errorOf(() => standard.resolve(kind, name))).toMatchObject({ code: "SchemaSymbolNotFound" });
    expect(standard.definition(kind, name)).toBeUndefined();
    expect(standard.hasName(kind, name)).toBe(false);
  }
  expect(errorOf(() => standard.structuralFieldsNamed(name)).code).toBe("SchemaSymbolNotFound");
  expect(errorOf(() => standard.resolveStructuralField(name, "evidence")).code).toBe("SchemaSymbolNotFound");
});

it.each(INHERITED)("%s can be defined, required and constrained", (name) => {
  const item = packageOf("kip://test/names", "1.0.0", {
    concept_types: {
      [name]: {
        attributes: { fields: { [name]: { type: "string", required: true } } },
      },
      Shaped: {
        attributes: {
          value_schema: { type: "object", required: [name], properties: { [name]: { type: "string" } } },
        },
      },
      Loose: { attributes: { value_schema: { type: "object", properties: { [name]: { type: "string" } } } } },
    },
  });
  const environment = SchemaEnvironment.core.activate([item]);
  const { ref } = environment.resolveConceptType(name);
  const write = (type: string, attributes: readonly (readonly [string, string])[]) => () =>
    validateAttributes(environment, type, Object.fromEntries(attributes), null);
  expect(errorOf(write(ref, []))).toMatchObject({ code: "ConstraintViolation", details: { field: name } });
  expect(write(ref, [[name, "x"]])).not.toThrow();
  const shaped = environment.resolveConceptType("Shaped").ref;
  expect(errorOf(write(shaped, [])).code).toBe("ConstraintViolation");
  expect(write(shaped, [[name, "x"]])).not.toThrow();
  // An absent member is not checked, though a plain object seems to inherit one.
  expect(write(environment.resolveConceptType("Loose").ref, [])).not.toThrow();
});
