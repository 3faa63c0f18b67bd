import { isElementRef, isJsonObject, type JsonValue, type PropositionObject } from "../../src/model/index.js";
import { shown } from "../shown.js";
import type { AskedTuple } from "./asked.js";
import type { Statement } from "./facts.js";
import type { BeliefMaterial } from "./material.js";

/** The tuple of a Proposition in names, or null when it could not be read. */
export function statementOf(propositionId: string, material: BeliefMaterial): Statement | null {
  const proposition = material.propositions.get(propositionId);
  if (!proposition) return null;
  return {
    subject: nameOf(proposition.subject.id, material),
    predicate: localName(proposition.predicate_ref),
    object: valueInWords(proposition.object, material),
  };
}

/** What was asked, in names, for a tuple that is not stored. */
export function statementOfTuple(tuple: AskedTuple | null, material: BeliefMaterial): Statement | null {
  if (!tuple) return null;
  return {
    subject: valueInWords(tuple.subject, material),
    predicate: localName(tuple.predicate),
    object: valueInWords(tuple.object, material),
  };
}

/** The object of a Proposition in words; by the id alone where it could not be read. */
export function objectOf(propositionId: string, material: BeliefMaterial): string {
  return statementOf(propositionId, material)?.object ?? `the value ${propositionId}`;
}

/** A Concept's name, else its key, else its id: names are for people and are never identity (§10). */
export function nameOf(id: string, material: BeliefMaterial): string {
  const concept = material.concepts.get(id);
  return [concept?.name, concept?.key].map((name) => name && shown(name)).find(Boolean) ?? id;
}

/** A value as a reader would say it: an element by its name, a Literal by itself, the text "1" told from the number. */
export function valueInWords(value: PropositionObject | JsonValue, material: BeliefMaterial): string {
  if (isElementRef(value)) return nameOf(value.id, material);
  if (typeof value === "string") return looksLikeJson(value) ? JSON.stringify(value) : shown(value);
  return isJsonObject(value) ? shown(JSON.stringify(value)) : JSON.stringify(value);
}

/** Whether a text would be read as a Literal of another type. */
function looksLikeJson(text: string): boolean {
  return /^(?:true|false|null|-?\d[\d.]*(?:[eE][+-]?\d+)?)$/.test(text) && text.length < 40;
}

/** The last part of an exact Schema reference: `kip://domains/general@1.0.0/lives_in` is `lives_in`. */
export function localName(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}
