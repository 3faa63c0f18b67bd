import { ELEMENT_KINDS } from "../../../model/index.js";
import type { FacetOutline, FieldOutline, SchemaOutline, TypeOutline } from "../../schema-outline.js";
import {
  computedFieldsOfKind,
  fieldsOfKind,
  type Kind,
  STATE_MEMBER,
  TYPE_MEMBER,
} from "../docs/element-members.js";
import type { Member } from "../docs/member.js";
import { beliefMembers, edgeMembers, retrievalMember, slotMembers } from "../docs/projection-members.js";
import type { KnownVariable } from "./variables.js";

/** What a path that starts with a variable can step into. */
export function membersOfVariable(
  { kind, types, searched }: KnownVariable,
  schema: SchemaOutline | null,
): readonly Member[] {
  const more = searched ? [retrievalMember()] : [];
  switch (kind) {
    case "belief":
      return beliefMembers();
    case "slot":
      return slotMembers();
    case "edge":
      return edgeMembers();
    case "predicate":
    case "value":
      return [];
    default:
      return [...elementMembers(kind, types, schema), ...more];
  }
}

/** What an object pattern of a kind can constrain. */
export function membersOfPattern(
  kind: Kind,
  types: readonly string[],
  schema: SchemaOutline | null,
): readonly Member[] {
  const fields = withSchema(fieldsOfKind(kind), types, schema);
  return kind === "concept" ? [TYPE_MEMBER, ...fields, STATE_MEMBER] : [...fields, STATE_MEMBER];
}

/** The fields of an element: of its kind, or of every kind where that is not known. */
function elementMembers(
  kind: Kind | null,
  types: readonly string[],
  schema: SchemaOutline | null,
): readonly Member[] {
  const kinds = kind === null ? ELEMENT_KINDS : [kind];
  const fields = kinds.flatMap((one) => [...fieldsOfKind(one), ...computedFieldsOfKind(one)]);
  return withSchema(uniqueByName(fields), types, schema);
}

function withSchema(
  fields: readonly Member[],
  types: readonly string[],
  schema: SchemaOutline | null,
): readonly Member[] {
  return fields.map((field) => {
    if (field.name === "attributes") return { ...field, members: () => attributeMembers(types, schema) };
    if (field.name === "facets") return { ...field, members: () => facetMembers(schema) };
    if (field.name === "structural") return { ...field, members: () => structuralMembers(schema) };
    return field;
  });
}

/** The attributes of the types at hand; those of every type, each with its type, where none is known. */
export function attributeMembers(types: readonly string[], schema: SchemaOutline | null): readonly Member[] {
  if (schema === null) return [];
  const known = schema.types.filter(({ name, ref }) => types.includes(name) || types.includes(ref));
  if (known.length > 0) return uniqueByName(known.flatMap(({ attributes }) => attributes.map(fieldMember)));
  return types.length > 0 ? [] : uniqueByName(schema.types.flatMap(attributesWithType));
}

function attributesWithType({ name: type, attributes }: TypeOutline): readonly Member[] {
  return attributes.map((field) => {
    const member = fieldMember(field);
    return { ...member, detail: `${member.detail} · ${type}` };
  });
}

/** The Facets of the schema, with their fields inside. */
export function facetMembers(schema: SchemaOutline | null): readonly Member[] {
  return (schema?.facets ?? []).map((facet) => ({
    name: facet.name,
    ref: facet.ref,
    detail: "facet",
    text: facet.description,
    members: () => facet.fields.map(fieldMember),
  }));
}

/** The fields of one Facet, by name or reference; none when nobody knows it. */
export function fieldsOfFacet(symbol: string, schema: SchemaOutline | null): readonly FieldOutline[] {
  const facet = schema?.facets.find(({ name, ref }: FacetOutline) => name === symbol || ref === symbol);
  return facet?.fields ?? [];
}

function structuralMembers(schema: SchemaOutline | null): readonly Member[] {
  return (schema?.structuralFields ?? []).map(({ name, ref, description, target }) => ({
    name,
    ref,
    detail: `→ ${target.length > 0 ? target.join(" | ") : "any element"}`,
    text: description,
  }));
}

/** A field of the schema as a member. */
export function fieldMember({ name, types, required, description, oneOf, computed }: FieldOutline): Member {
  const values = oneOf?.filter((value) => typeof value === "string");
  const traits = [required ? "required" : "", computed ? "computed" : ""].filter(Boolean);
  return {
    name,
    detail: [types.join(" | "), ...traits].join(", "),
    text: description,
    ...(values && values.length > 0 ? { values } : {}),
  };
}

function uniqueByName(members: readonly Member[]): readonly Member[] {
  return [...new Map([...members].reverse().map((member) => [member.name, member])).values()].reverse();
}
