import type { FieldOutline, SchemaOutline, TypeOutline } from "../schema-outline.js";

const MEMORY = "kip://profiles/cognitive-memory@2.0.0";
const GENERAL = "kip://domains/general@1.0.0";

function field(name: string, types: readonly string[], more: Partial<FieldOutline> = {}): FieldOutline {
  return { name, types, required: false, description: "", ...more };
}

function type(name: string, description: string, attributes: readonly FieldOutline[] = []): TypeOutline {
  return { name, ref: `${MEMORY}/${name}`, description, attributes };
}

function predicate(name: string, subject: string, object: string, functional = false) {
  return {
    name,
    ref: `${GENERAL}/${name}`,
    description: `About ${name}.`,
    subject: [subject],
    object: [object],
    functional,
    functionalBy: null,
  };
}

/** A small schema in the manner of the standard packages. */
export const schemaFixture: SchemaOutline = {
  types: [
    type("Person", "Someone memories are about.", [
      field("display_name", ["string"]),
      field("born", ["timestamp", "null"], { description: "When they were born." }),
    ]),
    type("Commitment", "Something promised.", [
      field("summary", ["string"], { required: true }),
      field("status", ["string"], { oneOf: ["pending", "fulfilled"] }),
      field("urgent", ["boolean"]),
      field("age", ["number"], { computed: true }),
    ]),
    type("Place", "Somewhere."),
  ],
  predicates: [
    predicate("lives_in", "Person", "Place", true),
    predicate("located_in", "Place", "Place", true),
    predicate("speaks", "Person", "string"),
  ],
  facets: [
    {
      name: "MnemonicState",
      ref: `${MEMORY}/MnemonicState`,
      description: "How well it is remembered.",
      fields: [
        field("salience", ["number"]),
        field("memory_strength", ["number"]),
        field("effective_strength", ["number"], { computed: true }),
      ],
    },
  ],
  structuralFields: [
    {
      name: "owed_to",
      ref: `${MEMORY}/owed_to`,
      description: "Who waits for it.",
      source: ["Commitment"],
      target: ["Person"],
      ordered: false,
      computed: false,
    },
    {
      name: "derived_from",
      ref: `${MEMORY}/derived_from`,
      description: "What it was made from.",
      source: ["Concept"],
      target: [],
      ordered: false,
      computed: true,
    },
  ],
  policies: ["kip:structural", "kip:memory-default"],
};
