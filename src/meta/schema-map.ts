import type { JsonObject, JsonValue } from "../model/index.js";
import {
  type ConceptTypeDefinition,
  type ElementConstraint,
  type FieldDefinition,
  type FieldSet,
  localNameOf,
  type ObjectConstraint,
  type PredicateDefinition,
  type SchemaEnvironment,
} from "../schema/index.js";
import type { PrimerMode } from "./primer.js";

/** The schema in force, by local name: what each type holds and what each predicate joins (§64, §65). */
export function schemaMap(environment: SchemaEnvironment, mode: PrimerMode): JsonObject {
  const named = <D extends { readonly name: string }>(
    definitions: readonly D[],
    describe: (definition: D) => JsonValue,
  ): JsonObject =>
    Object.fromEntries(definitions.map((definition) => [definition.name, describe(definition)]));
  return {
    packages: environment.packages.map(({ package: item }) => item.packageRef),
    types: named(environment.current("ConceptType"), (type) => describeType(type, mode)),
    predicates: named(environment.current("PredicateType"), (predicate) =>
      describePredicate(predicate, mode),
    ),
    facets: named(environment.current("FacetDefinition"), (facet) => describeFields(facet.value, mode)),
    structural_fields: named(environment.current("StructuralFieldDefinition"), (field) => {
      const line = `${constraintWords(field.holders)} → ${constraintWords(field.target)}`;
      const traits = [field.ordered ? "ordered" : "", field.computed ? "computed" : ""].filter(Boolean);
      return traits.length > 0 ? `${line} (${traits.join(", ")})` : line;
    }),
  };
}

function describeType(type: ConceptTypeDefinition, mode: PrimerMode): JsonValue {
  const fields = describeFields(type.attributes, mode);
  return mode === "compact" ? fields : { description: type.description, attributes: fields };
}

/** Field names in one line: `!` after a required one, `…` where further names are allowed. */
function describeFields(set: FieldSet, mode: PrimerMode): JsonValue {
  const fields = [...set.fields.values()].filter(({ computed }) => !computed);
  if (mode === "compact") {
    const names = fields.map(({ name, required }) => (required ? `${name}!` : name));
    return [...names, ...(set.open ? ["…"] : [])].join(" ");
  }
  return Object.fromEntries(fields.map((field) => [field.name, describeField(field)]));
}

function describeField(field: FieldDefinition): JsonObject {
  return {
    types: [...field.types],
    ...(field.required ? { required: true } : {}),
    ...(field.mutable ? {} : { fixed_at_creation: true }),
    ...(field.enum === null ? {} : { one_of: [...field.enum] }),
    ...(field.description === "" ? {} : { description: field.description }),
  };
}

function describePredicate(predicate: PredicateDefinition, mode: PrimerMode): JsonValue {
  const traits = [
    predicate.functional ? "one value at a time" : "",
    predicate.functionalBy === null ? "" : "one value at a time for each type of object",
  ].filter(Boolean);
  const line = `${constraintWords(predicate.subject)} → ${objectWords(predicate.object)}`;
  const signature = traits.length > 0 ? `${line} (${traits.join(", ")})` : line;
  return mode === "compact" ? signature : { signature, description: predicate.description };
}

function objectWords(object: ObjectConstraint | null): string {
  if (object === null) return "anything";
  const literals = object.literalTypes.map((type) => (object.format ? `${type} (${object.format})` : type));
  const elements = object.elements === null ? [] : [constraintWords(object.elements)];
  return [...elements, ...literals, ...(object.nullable ? ["null"] : [])].join(" | ");
}

function constraintWords(constraint: ElementConstraint | null): string {
  if (constraint === null) return "any element";
  const types = constraint.conceptTypes.map(localNameOf);
  return (types.length > 0 ? types : constraint.kinds).join(" | ");
}
