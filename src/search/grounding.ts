import {
  type Element,
  type ElementId,
  isElementRef,
  isJsonObject,
  type JsonValue,
  type Proposition,
} from "../model/index.js";
import { localNameOf, type SchemaEnvironment } from "../schema/index.js";
import { SEARCH_FIELDS, type SearchField } from "./fields.js";

/** How other elements are looked up: in a view, or among what the index has taken in. */
export type Lookup = (id: ElementId) => Element | undefined;

/** The text an element is found by, field by field; see `fields.ts` for what each holds. */
export type Grounding = Readonly<Record<SearchField, readonly string[]>>;

const NOTHING: Grounding = Object.fromEntries(SEARCH_FIELDS.map((field) => [field, []])) as never;

/** The text an element is found by (§66.4). `related` comes from the elements that `relatedTo` names. */
export function groundingOf(element: Element, environment: SchemaEnvironment, lookup: Lookup): Grounding {
  const related = relatedTo(element).flatMap((id) => labelsOf(lookup(id)));
  switch (element.kind) {
    case "concept":
      return {
        ...NOTHING,
        name: element.name === undefined ? [] : [element.name],
        aliases: element.aliases,
        key: element.key === undefined ? [] : [element.key],
        text: textsIn(element.attributes),
      };
    case "proposition":
      return { ...NOTHING, ...statementOf(element, environment), related };
    case "assertion": {
      const about = lookup(element.proposition.id);
      const statement = about?.kind === "proposition" ? statementOf(about, environment) : {};
      const ends = about ? relatedTo(about).flatMap((id) => labelsOf(lookup(id))) : [];
      return { ...NOTHING, related: [...related, ...ends, ...Object.values(statement).flat()] };
    }
    case "evidence":
      return { ...NOTHING, name: [element.evidence_class], text: payloadTexts(element) };
    case "activity":
      return { ...NOTHING, name: [element.activity_class], related };
  }
}

/** The elements whose labels help to find this one. */
export function relatedTo(element: Element): readonly ElementId[] {
  switch (element.kind) {
    case "proposition":
      return isElementRef(element.object) ? [element.subject.id, element.object.id] : [element.subject.id];
    case "assertion":
      return [element.asserted_by.id, element.proposition.id];
    case "activity":
      return [...element.associated_actors, ...element.inputs, ...element.outputs].map(({ id }) => id);
    default:
      return [];
  }
}

function statementOf(
  { predicate_ref, object }: Proposition,
  environment: SchemaEnvironment,
): Partial<Grounding> {
  const description = environment.definition("PredicateType", predicate_ref)?.description;
  return {
    name: [localNameOf(predicate_ref)],
    text: [...(description ? [description] : []), ...(isElementRef(object) ? [] : textsIn(object))],
  };
}

/** What a Concept is called. */
function labelsOf(element: Element | undefined): readonly string[] {
  if (element?.kind !== "concept") return [];
  return element.name === undefined ? element.aliases : [element.name, ...element.aliases];
}

/** Whether two versions of an element are called the same, so that what is found by its names stays as it is. */
export function sameLabels(previous: Element, next: Element): boolean {
  return labelsOf(previous).join("\n") === labelsOf(next).join("\n");
}

/** The texts of an inline payload. */
export function payloadTexts({ payload }: Extract<Element, { kind: "evidence" }>): readonly string[] {
  return "inline" in payload ? textsIn(payload.inline) : [];
}

/** Every text within a value. Member names are structure, not content. */
export function textsIn(value: JsonValue): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => textsIn(item));
  return isJsonObject(value) ? Object.values(value).flatMap(textsIn) : [];
}
