import { expect, test } from "vitest";
import { KipError } from "../model/index.js";
import { find, Memory } from "./memory.fixture.js";

/** Names every plain object seems to have. */
const INHERITED = Object.getOwnPropertyNames(Object.prototype);

const memory = new Memory();
const ann = memory.concept("Person", "Ann");
memory.proposition(ann, "likes", "tea");
const view = memory.view();

/** What a path to nothing gives: null, or a refusal where the field cannot exist at all. */
const NOTHING = [[null], "SchemaFieldNotFound"];

/** The rows of a query, or the code it is refused with. */
function answer(text: string) {
  try {
    return find(view, text).rows;
  } catch (thrown) {
    if (thrown instanceof KipError) return thrown.code;
    throw thrown;
  }
}

test.each(INHERITED)("%s leads to nothing that was not stored", (name) => {
  for (const path of [name, `attributes.${name}`, `_system.${name}`, `_system.plane_versions.${name}`]) {
    expect(NOTHING, path).toContainEqual(answer(`FIND(?x.${path}) WHERE { ?x {name: "Ann"} }`));
  }
  expect(NOTHING).toContainEqual(answer(`FIND(?o.${name}) WHERE { (?x, "likes", ?o) }`));
  expect(answer(`FIND(?x) WHERE { ?x {attributes: {${name}: ?v}} }`)).toEqual([]);
  expect(answer(`FIND(?x) WHERE { ?x {${name}: 1} }`)).toBe("SchemaFieldNotFound");
  expect(answer(`FIND(?x) WHERE { ?x {type: "${name}"} }`)).toBe("SchemaSymbolNotFound");
  expect(answer(`FIND(?x) WHERE { (?x, "${name}", ?o) }`)).toBe("SchemaSymbolNotFound");
  expect(answer(`FIND(?x.facets["${name}"].a) WHERE { ?x {} }`)).toBe("SchemaSymbolNotFound");
  expect(answer(`FIND(?x) WHERE { STRUCTURAL (?x, "${name}", ?y) }`)).toBe("SchemaSymbolNotFound");
  expect(answer(`FIND(?x) WHERE { ?x {name: :${name}} }`)).toBe("ReferenceError");
});
