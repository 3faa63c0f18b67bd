import { listPolicies, type PolicyRegistry } from "../belief/index.js";
import type { FieldOutline, SchemaOutline, SymbolOutline } from "../lang/index.js";
import type { ElementKind, Literal } from "../model/index.js";
import {
  type AnyDefinition,
  type ElementConstraint,
  type FieldDefinition,
  localNameOf,
  type ObjectConstraint,
  type SchemaEnvironment,
} from "../schema/index.js";

/** What an editor has to know of the schema in force, as plain JSON: every symbol that may be written now. */
export function schemaOutline(environment: SchemaEnvironment, policies?: PolicyRegistry): SchemaOutline {
  return {
    types: environment.current("ConceptType").map((type) => ({
      ...symbol(type),
      attributes: [...type.attributes.fields.values()].map(fieldOutline),
    })),
    predicates: environment.current("PredicateType").map((predicate) => ({
      ...symbol(predicate),
      subject: ends(predicate.subject),
      object: objectEnds(predicate.object),
      functional: predicate.functional,
      functionalBy: predicate.functionalBy,
    })),
    facets: environment.current("FacetDefinition").map((facet) => ({
      ...symbol(facet),
      fields: [...facet.value.fields.values()].map((field) => ({
        ...fieldOutline(field),
        ...(facet.computed ? { computed: true } : {}),
      })),
    })),
    structuralFields: environment.current("StructuralFieldDefinition").map((field) => ({
      ...symbol(field),
      source: ends(field.holders),
      target: ends(field.target),
      ordered: field.ordered,
      computed: field.computed,
    })),
    policies: listPolicies(policies).flatMap(({ id }) => (typeof id === "string" ? [id] : [])),
  };
}

function symbol({ name, ref, description }: AnyDefinition): SymbolOutline {
  return { name, ref, description };
}

function fieldOutline(field: FieldDefinition): FieldOutline {
  const { name, types, required, description, computed } = field;
  const oneOf = field.enum?.filter((value): value is Literal => typeof value !== "object" || value === null);
  return {
    name,
    types,
    required,
    description,
    ...(oneOf && oneOf.length > 0 ? { oneOf } : {}),
    ...(computed ? { computed } : {}),
  };
}

/** Type names, or kind names with a capital as KIP writes them; empty allows anything. */
function ends(constraint: ElementConstraint | null): readonly string[] {
  if (constraint === null) return [];
  const types = constraint.conceptTypes.map(localNameOf);
  return types.length > 0 ? types : constraint.kinds.map(kindName);
}

function objectEnds(object: ObjectConstraint | null): readonly string[] {
  if (object === null) return [];
  const literals = [...object.literalTypes, ...(object.nullable ? ["null"] : [])];
  return [...(object.elements === null ? [] : ends(object.elements)), ...literals];
}

function kindName(kind: ElementKind): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1);
}
