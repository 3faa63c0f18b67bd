import { memorySymbol } from "../derive/index.js";
import type { Assignment, FieldName, SchemaSymbol, Value } from "../lang/index.js";
import { type Concept, type Element, type JsonObject, type JsonValue, kipError } from "../model/index.js";
import type { FacetDefinition } from "../schema/index.js";
import { REMOVED } from "./claims.js";
import type { MutationPlan } from "./plan.js";
import { evaluateSymbol } from "./values.js";

/** What an assigned value comes to; undefined skips the key, as an expression without a numeric result does (§59). */
export type Evaluate = (node: Value) => JsonValue | undefined;

/** Records that a path ends with a value, `REMOVED` for none: the claim of a clause, or part of a declaration. */
export type Say = (path: string, value: JsonValue | typeof REMOVED) => void;

/** A Concept with attributes assigned: named keys replace, omitted keys stay (§58.3). */
export function setAttributes(
  draft: Concept,
  assignments: readonly Assignment[],
  evaluate: Evaluate,
  say: Say,
): Concept {
  const assigned = evaluateAll(assignments, evaluate);
  for (const [name, value] of assigned) say(`attributes.${name}`, value);
  return { ...draft, attributes: { ...draft.attributes, ...Object.fromEntries(assigned) } };
}

/** A Concept without the named attributes; removing an absent one changes nothing (§58.3). */
export function unsetAttributes(draft: Concept, names: readonly FieldName[], say: Say): Concept {
  for (const { name } of names) say(`attributes.${name}`, REMOVED);
  return { ...draft, attributes: without(draft.attributes, names) };
}

/**
 * An element with members of a Facet assigned (§18.1, §58.3). A Facet the element already has under another version
 * of its lineage stays under that version (§20.14).
 * @throws `SchemaSymbolNotFound` or `SchemaSymbolAmbiguous` as the symbol resolves.
 */
export function setFacet<E extends Element>(
  plan: MutationPlan,
  draft: E,
  symbol: SchemaSymbol,
  assignments: readonly Assignment[],
  evaluate: Evaluate,
  say: Say,
): E {
  const { ref, lineage, definition } = facetOn(plan, draft, symbol);
  requireWritable(definition, assignments);
  const assigned = evaluateAll(assignments, evaluate);
  for (const [name, value] of assigned) say(`facets.${lineage}.${name}`, value);
  // Keys that were all skipped leave the Facet as it is, or away (§59).
  if (assigned.length === 0 && assignments.length > 0) return draft;
  const value = { ...draft.facets[ref], ...Object.fromEntries(assigned) };
  return { ...draft, facets: { ...draft.facets, [ref]: value } };
}

/**
 * An element without the named members of a Facet. A Facet left without members is gone (§58.3).
 * @throws `SchemaSymbolNotFound` or `SchemaSymbolAmbiguous` as the symbol resolves.
 */
export function unsetFacet<E extends Element>(
  plan: MutationPlan,
  draft: E,
  symbol: SchemaSymbol,
  names: readonly FieldName[],
  say: Say,
): E {
  const { ref, lineage, definition } = facetOn(plan, draft, symbol);
  requireWritable(definition, names);
  for (const { name } of names) say(`facets.${lineage}.${name}`, REMOVED);
  const present = draft.facets[ref];
  if (present === undefined) return draft;
  const { [ref]: _, ...others } = draft.facets;
  const value = without(present, names);
  return { ...draft, facets: Object.keys(value).length === 0 ? others : { ...others, [ref]: value } };
}

/** The exact ref a Facet has, or would get, on an element, and its lineage with renames followed (§20.14). */
function facetOn(plan: MutationPlan, draft: Element, symbol: SchemaSymbol) {
  const { environment } = plan.before;
  const definition = environment.resolveFacet(evaluateSymbol(symbol, plan.parameters));
  const lineage = environment.canonicalLineage("FacetDefinition", definition.ref);
  const present = Object.keys(draft.facets).find(
    (ref) => environment.canonicalLineage("FacetDefinition", ref) === lineage,
  );
  return { ref: present ?? environment.writeVersion(definition).ref, lineage, definition };
}

/** The Facet of the protected repair operation; a mutation that could write it would confer repair authority (§57.8). */
const RECORDING_REPAIR = memorySymbol("RecordingRepair");

/**
 * Refuses a write to what is derived or protected, also where it would come to nothing: an assignment that is skipped,
 * a removal of what is not there.
 * @throws `ConstraintViolation` for a computed Facet or member (§18.2), `NotAuthorized` for a RecordingRepair.
 */
function requireWritable(facet: FacetDefinition, members: readonly { readonly name: string }[]): void {
  if (facet.lineage === RECORDING_REPAIR) {
    throw kipError("NotAuthorized", "a RecordingRepair is written by the repair of a recording alone", {
      hint: "A misrecording is repaired by the host's protected operation, for whoever holds repair_recording. It is neither a retraction nor a correction of its source.",
      details: { facet: facet.ref, permission: "repair_recording" },
    });
  }
  const computed = facet.computed
    ? facet.name
    : members.map(({ name }) => name).find((name) => facet.value.fields.get(name)?.computed);
  if (computed === undefined) return;
  throw kipError("ConstraintViolation", `${computed} is computed and cannot be written`, {
    hint: `Leave ${computed} out; the engine derives it when it is read.`,
    details: { facet: facet.ref, field: computed },
  });
}

function evaluateAll(
  assignments: readonly Assignment[],
  evaluate: Evaluate,
): readonly (readonly [string, JsonValue])[] {
  const evaluated: (readonly [string, JsonValue])[] = [];
  for (const { name, value: node } of assignments) {
    const value = evaluate(node);
    if (value !== undefined) evaluated.push([name, value]);
  }
  return evaluated;
}

function without(object: JsonObject, names: readonly FieldName[]): JsonObject {
  const removed = new Set(names.map(({ name }) => name));
  return Object.fromEntries(Object.entries(object).filter(([name]) => !removed.has(name)));
}
