import { matchWhere } from "../kql/index.js";
import type { PatternMember, UpsertConceptCommand } from "../lang/index.js";
import { asElementId, type ElementId, isInOrdinaryRecall, type JsonValue, kipError } from "../model/index.js";
import { emptyConcept, readKey, writtenType } from "./create-concept.js";
import { evaluateValue } from "./evaluate.js";
import { checkGuards } from "./guards.js";
import { heldByTombstone, readArchived } from "./identity-taken.js";
import type { MutationPlan } from "./plan.js";
import { ambiguousKey, conceptsWithKey } from "./references.js";
import { isTombstoned, requireStandingTarget } from "./tombstones.js";
import { applyAction } from "./update.js";
import { requireNonEmptyText, requireText } from "./values.js";

/** The identity an UPSERT addresses (§54.3). */
interface Address {
  readonly type: string | undefined;
  readonly id: string | undefined;
  readonly key: string | undefined;
}

/** An UPSERT with the Concept it addresses: one there is, or the one it makes. */
export interface AddressedUpsert {
  readonly command: UpsertConceptCommand;
  readonly address: Address;
  readonly id: ElementId;
}

/**
 * Finds the Concept an UPSERT addresses, or takes an id for the one it creates, and declares its handle (§54). The
 * handle of one that was merged stands for the Concept that is left.
 * @throws `NotFoundOrNotVisible` for an id that resolves to no matching Concept, `IdentityConflict` for a key that names
 * several, `SchemaSymbolNotFound` for a creation without a type, `IdentitySelectorRequired` without id and key,
 * `TypeMismatch`, `DuplicateLocalHandle`.
 */
export function addressUpsert(plan: MutationPlan, command: UpsertConceptCommand): AddressedUpsert {
  const address = readAddress(plan, command);
  const existing = address.id === undefined ? byKey(plan, address) : byId(plan, address.id);
  const isStored = existing !== undefined && !plan.isNew(existing);
  if (!isStored) checkGuards(plan, existing, command.guards, "the Concept");
  const id = existing ?? create(plan, address);
  plan.declare(command.handle, isStored ? () => plan.canonical(id) : id);
  return { command, address, id };
}

/**
 * Resolves what an UPSERT addressed through the merges of its command and returns the Concept it writes to. One that the
 * same command creates takes what it is made with, even where it is merged at once.
 * @throws `NotFoundOrNotVisible` or `IdentityConflict` for a tombstoned Concept and for one that the other members of
 * MATCH exclude, `VersionConflict`.
 */
export function resolveUpsert(plan: MutationPlan, { command, address, id }: AddressedUpsert): ElementId {
  if (plan.isNew(id)) return id;
  const target = plan.canonical(id);
  if (address.id !== undefined) {
    if (!isAddressed(plan, address, target)) throw addressesNone(address.id);
    requireStandingTarget(plan, target);
  } else if (isTombstoned(plan, target)) {
    throw keyOfTombstoned(address.key, target);
  }
  checkGuards(plan, target, command.guards, "the Concept");
  if (!plan.isNew(target)) {
    requireConstraints(plan, command, target);
    plan.noteResolved(target);
  }
  plan.noteHandle(target, command.handle);
  return target;
}

/** Carries out the actions of an UPSERT on the Concept it resolved or creates. @throws as UPDATE. */
export function applyUpsert(plan: MutationPlan, command: UpsertConceptCommand, id: ElementId): void {
  for (const action of command.actions) applyAction(plan, id, action, plan.scopeOf(null), command.handle);
}

function readAddress(plan: MutationPlan, { match, from }: UpsertConceptCommand): Address {
  const member = (name: string) => {
    const found = match.members.find((candidate) => candidate.name === name);
    return found === undefined ? undefined : readMember(plan, found);
  };
  const [type, id, key] = [member("type"), member("id"), member("key")];
  if (id === undefined && key === undefined) {
    throw kipError("IdentitySelectorRequired", "MATCH names neither an id nor a key", {
      hint: 'Write MATCH {type: "Person", key: "alice"}. A name is not an identity.',
      details: { position: from },
    });
  }
  return {
    type: type === undefined ? undefined : requireText(type, "MATCH type"),
    id: id === undefined ? undefined : requireNonEmptyText(id, "MATCH id"),
    key: key === undefined ? undefined : readKey(key),
  };
}

function readMember(plan: MutationPlan, { name, value }: PatternMember): JsonValue {
  if (value.type === "Literal" || value.type === "Parameter" || value.type === "Variable") {
    return evaluateValue(value, plan.scopeOf(null));
  }
  throw kipError("TypeMismatch", `MATCH ${name} must be a single value`, {
    hint: `Write MATCH {${name}: "…"} or bind it with ${name}: :${name}.`,
    details: { field: name, position: value.from },
  });
}

/** An id only addresses what exists; it never creates and falls back to nothing (§54.3). */
function byId(plan: MutationPlan, text: string): ElementId {
  const id = asElementId(text);
  if (plan.before.element(id)?.kind === "concept") return id;
  throw addressesNone(text);
}

/** Whether a Concept is of the type and has the key that stand beside the id (§54.3). */
function isAddressed(plan: MutationPlan, { type, key }: Address, id: ElementId): boolean {
  const schemaRef = plan.facts(id)?.schemaRef;
  const element = plan.before.element(id);
  return (
    schemaRef !== undefined &&
    (type === undefined || plan.lineageOfType(schemaRef) === plan.typeLineage(type)) &&
    (key === undefined ||
      (element?.kind === "concept" ? element.key === key : plan.plannedKeys(undefined, key).includes(id)))
  );
}

function addressesNone(id: string) {
  return kipError("NotFoundOrNotVisible", "MATCH addresses no Concept by that id", {
    hint: "An id names an existing Concept only. To create one, MATCH {type, key}; to find one, use SEARCH or FIND.",
    details: { id },
  });
}

function byKey(plan: MutationPlan, { type, key = "" }: Address): ElementId | undefined {
  const lineage = type === undefined ? undefined : plan.typeLineage(type);
  const [only, ...others] = conceptsWithKey(plan, lineage, key);
  if (others.length > 0) throw ambiguousKey(key);
  return only;
}

function keyOfTombstoned(key: string | undefined, id: ElementId) {
  return kipError(
    "IdentityConflict",
    `the key ${JSON.stringify(key)} belongs to a Concept that was tombstoned`,
    {
      hint: heldByTombstone("key", id),
      details: { field: "key", value: key ?? "", id, state: "tombstoned" },
    },
  );
}

/** Further members of MATCH constrain the address; they never lead to another Concept (§54.3). */
function requireConstraints(
  plan: MutationPlan,
  { match, handle }: UpsertConceptCommand,
  id: ElementId,
): void {
  const members = match.members.filter(({ name }) => !["type", "id", "key"].includes(name));
  if (members.length === 0) return;
  const { from, to } = match;
  // Addressed by its id, since a pattern without one passes an archived Concept by (§60.1).
  const address: PatternMember = {
    from,
    to,
    type: "PatternMember",
    name: "id",
    nameRange: { from, to },
    value: { from, to, type: "Literal", value: id, source: JSON.stringify(id) },
  };
  const clause = {
    from,
    to,
    type: "ConceptPattern" as const,
    variable: handle,
    pattern: { ...match, members: [address, ...members] },
  };
  const context = { parameters: plan.parameters, now: plan.context.now };
  if (matchWhere(plan.matching, [clause], context).some((row) => row.get(handle.name)?.id === id)) return;
  const addressed = plan.before.element(id);
  const archived = addressed && !isInOrdinaryRecall(addressed) ? ` ${readArchived(id)}` : "";
  throw kipError("IdentityConflict", "the addressed Concept does not satisfy the rest of MATCH", {
    hint: `Identity is the type with the key, or the id. Drop the other members of MATCH, or address another Concept.${archived}`,
    details: { id, members: members.map(({ name }) => name) },
  });
}

/** A Concept under the declared type and key; everything else arrives through SET (§54.4). */
function create(plan: MutationPlan, { type, key = "" }: Address): ElementId {
  if (type === undefined) {
    throw kipError("SchemaSymbolNotFound", "an UPSERT that creates needs the type of the new Concept", {
      hint: 'Add the type to the selector: MATCH {type: "Person", key: "alice"}. DESCRIBE PRIMER lists the types.',
      details: { key },
    });
  }
  const schemaRef = writtenType(plan, type);
  const id = plan.allocate({ kind: "concept", schemaRef });
  plan.planKey(id, plan.lineageOfType(schemaRef), key);
  plan.claims.claim(id, "fields.key", key);
  plan.put({ ...emptyConcept(plan, id, schemaRef), key });
  return id;
}
