import type {
  FacetOutline,
  FieldOutline,
  PredicateOutline,
  StructuralFieldOutline,
  TypeOutline,
} from "../../schema-outline.js";
import type { CoreField } from "./core-fields.js";
import type { Documentation } from "./documentation.js";
import type { FunctionTable } from "./functions.js";
import type { Member } from "./member.js";

/** A type with its fields. */
export function documentType({ name, ref, description, attributes }: TypeOutline): Documentation {
  const facts = attributes.map(fieldInWords);
  return { title: name, kind: "type", text: description, facts: [...facts, ref] };
}

/** A predicate with what it joins. */
export function documentPredicate(predicate: PredicateOutline): Documentation {
  const { name, ref, description } = predicate;
  return { title: name, kind: "predicate", text: description, facts: [signatureOf(predicate), ref] };
}

/** `Person → Place, one at a time`. */
export function signatureOf({ subject, object, functional, functionalBy }: PredicateOutline): string {
  const ends = `${endsInWords(subject)} → ${object.length === 0 ? "anything" : endsInWords(object)}`;
  if (functional) return `${ends}, one at a time`;
  return functionalBy === null ? ends : `${ends}, one of each type at a time`;
}

function endsInWords(ends: readonly string[]): string {
  return ends.length === 0 ? "any element" : ends.join(" | ");
}

/** A Facet with its fields. */
export function documentFacet({ name, ref, description, fields }: FacetOutline): Documentation {
  return { title: name, kind: "facet", text: description, facts: [...fields.map(fieldInWords), ref] };
}

/** A Structural Field of a package with what it joins. */
export function documentStructuralField(field: StructuralFieldOutline): Documentation {
  const { name, ref, description } = field;
  return {
    title: name,
    kind: "structural field",
    text: description,
    facts: [structuralSignatureOf(field), ref],
  };
}

/** `Experience → ExperienceStep, ordered`. */
export function structuralSignatureOf(field: StructuralFieldOutline): string {
  const traits = [field.ordered ? ", ordered" : "", field.computed ? ", only read" : ""].join("");
  return `${endsInWords(field.source)} → ${endsInWords(field.target)}${traits}`;
}

/** A Structural Field of Core. */
export function documentCoreField({ name, holder, target, text }: CoreField): Documentation {
  return { title: name, kind: "structural field", text, facts: [`${holder} → ${target}`] };
}

/** `status*: "open" | "done" — how far it is`: an asterisk marks what is required. */
function fieldInWords({ name, types, required, oneOf, computed, description }: FieldOutline): string {
  const values = oneOf ? oneOf.map((value) => JSON.stringify(value)).join(" | ") : types.join(" | ");
  const told = description === "" ? "" : ` — ${description}`;
  return `${name}${required ? "*" : ""}: ${values}${computed ? " (only read)" : ""}${told}`;
}

/** A member of an element, a projection or a clause. */
export function documentMember({ name, detail, text, values }: Member): Documentation {
  const facts = values ? [values.map((value) => JSON.stringify(value)).join(" | ")] : [];
  return { title: name, kind: detail, text, ...(facts.length > 0 ? { facts } : {}) };
}

/** A function of one of the tables, or null. */
export function documentFunction(name: string, ...tables: readonly FunctionTable[]): Documentation | null {
  const said = tables.find((table) => name in table)?.[name];
  return said ? { title: said[0], kind: "function", text: said[1], example: said[2] } : null;
}
