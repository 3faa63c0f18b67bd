import type { TargetRef, Value } from "../lang/index.js";
import {
  asElementId,
  type ElementId,
  type ElementKind,
  type ErrorCode,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  kipError,
} from "../model/index.js";
import { keyFor } from "../state/index.js";
import { aKind, describeType, kindName } from "./describe.js";
import { evaluateValue, type ValueScope } from "./evaluate.js";
import type { ElementFacts, MutationPlan } from "./plan.js";
import { requireNonEmptyText } from "./values.js";

/** A reference that resolved: the element it names today, and the id it was written with (§11.3). */
export interface Resolved {
  readonly id: ElementId;
  readonly supplied: ElementId;
  readonly facts: ElementFacts;
}

const REFERENCE_FORMS =
  'Write a reference as {id: "C-1"}, {type: "Person", key: "alice"}, a ?handle of this command, or a parameter bound to one of the first two.';

/**
 * Resolves what stands in a reference position: a handle or WHERE variable, an id string, `{id}`, `{type, key}`, or a
 * parameter bound to one of these (§8). New writes go to the canonical element of a merged one (§11.3).
 * @throws `ReferenceError` for a name that stands for nothing, `NotFoundOrNotVisible` for an element that is not in
 * this Space, `IdentityConflict` for a key without a type that names several Concepts, `NameIdentityForbidden` for a
 * name, `TypeMismatch` for any other value.
 */
export function resolveReference(
  plan: MutationPlan,
  node: Value | TargetRef,
  scope: ValueScope,
  where: string,
): Resolved {
  if (node.type === "Variable") return resolveId(plan, scope.elementOf(node), where);
  return resolveJsonReference(plan, evaluateValue(node, scope), where);
}

/** Resolves a reference that is already JSON. @throws what `resolveReference` throws. */
export function resolveJsonReference(plan: MutationPlan, value: JsonValue, where: string): Resolved {
  if (typeof value === "string") return resolveId(plan, asElementId(value), where);
  if (!isJsonObject(value)) {
    throw kipError("TypeMismatch", `${where} must be a reference, not ${describeType(value)}`, {
      hint: REFERENCE_FORMS,
      details: { field: where, expected: "reference", found: describeType(value) },
    });
  }
  return resolveSelector(plan, value, where);
}

/** @throws `NotFoundOrNotVisible` when no element of this Space has the id. */
export function resolveId(plan: MutationPlan, supplied: ElementId, where: string): Resolved {
  const facts = plan.facts(supplied);
  if (!facts) throw notFound(where, { id: supplied });
  const id = facts.kind === "concept" ? plan.canonical(supplied) : supplied;
  if (id === supplied) return { id, supplied, facts };
  return { id, supplied, facts: plan.facts(id) ?? facts };
}

/**
 * Resolves a reference and requires the element to be of certain kinds. `owner` is the element being written: a
 * reference that a merge redirected is kept with it, as supplied (§11.3).
 * @throws what `resolveReference` throws; `TypeMismatch` for an element of another kind.
 */
export function resolveOwned(
  plan: MutationPlan,
  owner: ElementId,
  node: Value,
  scope: ValueScope,
  path: string,
  kinds: readonly ElementKind[],
): Resolved {
  const resolved = resolveReference(plan, node, scope, path);
  requireKind(resolved, kinds, path, "TypeMismatch");
  keepSupplied(plan, owner, resolved, path);
  return resolved;
}

/** Keeps the id a reference was written with, where a merge made it name another element (§11.3). */
export function keepSupplied(plan: MutationPlan, owner: ElementId, resolved: Resolved, path: string): void {
  if (resolved.supplied !== resolved.id) {
    plan.noteInputReference(owner, { supplied: resolved.supplied, resolved: resolved.id, path });
  }
}

/** @throws the given code for an element of another kind. */
export function requireKind(
  { id, facts }: Resolved,
  kinds: readonly ElementKind[],
  where: string,
  code: ErrorCode,
): void {
  if (kinds.includes(facts.kind)) return;
  throw kipError(code, `${where} must refer to ${kinds.map(aKind).join(" or ")}`, {
    hint: `${id} is ${aKind(facts.kind)}. Refer to ${kinds.map(aKind).join(" or ")} instead.`,
    details: { field: where, expected: kinds.map(kindName), found: kindName(facts.kind), id },
  });
}

function resolveSelector(plan: MutationPlan, value: JsonObject, where: string): Resolved {
  const members = Object.keys(value);
  const unknown = members.find((name) => !["id", "type", "key"].includes(name));
  if (unknown === "name") {
    throw kipError("NameIdentityForbidden", `${where} selects by name, and a name is no identity`, {
      hint: "Look the Concept up with SEARCH or FIND and refer to it by {id}, or by {type, key}.",
      details: { field: where },
    });
  }
  if (unknown !== undefined || (value.id === undefined) === (value.key === undefined)) {
    throw kipError("TypeMismatch", `${where} is not a reference`, {
      hint: REFERENCE_FORMS,
      details: { field: where, members },
    });
  }
  const lineage =
    value.type === undefined ? undefined : plan.typeLineage(requireNonEmptyText(value.type, `${where}.type`));
  if (value.id !== undefined) {
    const resolved = resolveId(plan, asElementId(requireNonEmptyText(value.id, `${where}.id`)), where);
    if (lineage !== undefined && !hasType(plan, resolved, lineage))
      throw notFound(where, { id: resolved.supplied });
    return resolved;
  }
  return resolveKey(plan, lineage, requireNonEmptyText(value.key, `${where}.key`).normalize("NFC"), where);
}

function hasType(plan: MutationPlan, { facts }: Resolved, lineage: string): boolean {
  return facts.schemaRef !== undefined && plan.lineageOfType(facts.schemaRef) === lineage;
}

/**
 * The Concept a key names, in this Space or in this very command (§7.3).
 * @throws `IdentityConflict` when a key without a type names several, `NotFoundOrNotVisible` when it names none.
 */
function resolveKey(plan: MutationPlan, lineage: string | undefined, key: string, where: string): Resolved {
  const found = conceptsWithKey(plan, lineage, key);
  const [only, ...others] = found;
  if (only === undefined) throw notFound(where, lineage === undefined ? { key } : { type: lineage, key });
  if (others.length > 0) throw ambiguousKey(key);
  return resolveId(plan, only, where);
}

/** Every Concept with a key, of one type lineage or of any, those this command creates included (§7.3). */
export function conceptsWithKey(
  plan: MutationPlan,
  lineage: string | undefined,
  key: string,
): readonly ElementId[] {
  const filed =
    lineage === undefined
      ? [keyFor.anyConceptKey(key)]
      : plan.before.environment
          .equivalentLineages("ConceptType", lineage)
          .map((equivalent) => keyFor.conceptKey(equivalent, key));
  return [
    ...new Set([...filed.flatMap((at) => [...plan.before.lookup(at)]), ...plan.plannedKeys(lineage, key)]),
  ];
}

/** @returns the error for a key that names several Concepts where no type tells them apart (§7.3). */
export function ambiguousKey(key: string) {
  return kipError("IdentityConflict", `the key ${JSON.stringify(key)} names several Concepts`, {
    hint: "Add the type: a key is an identity within its Concept Type. Or refer to the Concept by id.",
    details: { key },
  });
}

function notFound(where: string, selector: JsonObject) {
  return kipError("NotFoundOrNotVisible", `${where} refers to no element of this Space`, {
    hint: "Find the element with SEARCH or FIND and use the id it returns, or create it in the same MUTATE.",
    details: { field: where, ...selector },
  });
}
