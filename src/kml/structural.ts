import type { StructuralEntry } from "../lang/index.js";
import {
  type Element,
  type ElementId,
  type ElementRef,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  kipError,
} from "../model/index.js";
import type { StructuralFieldDefinition } from "../schema/index.js";
import { REMOVED } from "./claims.js";
import type { Say } from "./edits.js";
import { evaluateValue, type ValueScope } from "./evaluate.js";
import type { MutationPlan } from "./plan.js";
import { keepSupplied, type Resolved, resolveReference } from "./references.js";
import { evaluateSymbol, requireCount } from "./values.js";

/** The elements that can hold references in the fields of packages (§17). A Proposition is its tuple alone (§12.6). */
export type StructuralHolder = Exclude<Element, { kind: "proposition" }>;

/** What one command does to the references of one package field on one element (§17.5). */
export interface ReferenceChange {
  /** The exact ref the references are stored under. */
  readonly ref: string;
  readonly field: StructuralFieldDefinition;
  /** In mutation order; `index` is the intended zero-based position (§17.4). */
  readonly added: { readonly target: ElementId; readonly index: number | null }[];
  readonly removed: Set<ElementId>;
}

/** One reference of SET or UNSET STRUCTURAL with everything resolved. */
interface ReadReference {
  readonly field: StructuralFieldDefinition;
  readonly lineage: string;
  readonly target: Resolved;
  readonly index: number | null;
}

/**
 * Reads the references a SET STRUCTURAL adds to the package fields of an element, without planning them. A field that
 * holds one reference at most has one final value (§17.5).
 * @throws `SchemaSymbolNotFound` or `SchemaSymbolAmbiguous` as fields resolve, `ConstraintViolation` for an option the
 * field does not take, `DuplicateMutationTarget` for contradicting clauses; whatever references throw.
 */
export function readAdditions(
  plan: MutationPlan,
  entries: readonly StructuralEntry[],
  holder: StructuralHolder,
  scope: ValueScope,
  say: Say,
): readonly ReadReference[] {
  return entries.map((entry) => {
    const read = readEntry(plan, entry, holder, scope);
    const { field, target, index } = read;
    const path = `structural.${read.lineage}`;
    if (field.max === 1) say(path, target.supplied);
    say(`${path}.${target.supplied}`, index === null ? {} : { index });
    if (index !== null) say(`${path}#${index}`, target.supplied);
    return read;
  });
}

/**
 * Plans references that were read for an element.
 * @throws `DuplicateMutationTarget` when two that resolve to one element would stand in different places (§11.3).
 */
export function planAdditions(
  plan: MutationPlan,
  owner: ElementId,
  additions: readonly ReadReference[],
): void {
  for (const { field, lineage, target, index } of additions) {
    keepSupplied(plan, owner, target, `structural.${field.name}`);
    plan.claims.claim(owner, `structural.${lineage}.${target.id}`, index === null ? {} : { index });
    changeOf(plan, owner, field, lineage).added.push({ target: target.id, index });
  }
}

/**
 * Plans the references an UNSET STRUCTURAL removes; one that is not there changes nothing (§17.5, §58.3).
 * @throws as `readAdditions`.
 */
export function planRemovals(
  plan: MutationPlan,
  holder: StructuralHolder,
  entries: readonly StructuralEntry[],
  scope: ValueScope,
  say: Say,
): void {
  for (const entry of entries) {
    const { field, lineage, target } = readEntry(plan, entry, holder, scope);
    say(`structural.${lineage}.${target.supplied}`, REMOVED);
    // A reference stored before a merge still names the source (§11.2).
    changeOf(plan, holder.id, field, lineage).removed.add(target.id).add(target.supplied);
  }
}

function readEntry(
  plan: MutationPlan,
  entry: StructuralEntry,
  holder: StructuralHolder,
  scope: ValueScope,
): ReadReference {
  const { environment } = plan.before;
  const symbol = evaluateSymbol(entry.field, plan.parameters);
  const newest = environment.resolveStructuralField(symbol, holder.kind);
  const lineage = environment.canonicalLineage("StructuralFieldDefinition", newest.ref);
  const field = inForceFor(plan, holder, newest, lineage);
  requireWritable(field);
  return {
    field,
    lineage,
    target: resolveReference(plan, entry.target, scope, `structural.${field.name}`),
    index: readIndex(field, entry, scope),
  };
}

/** @throws `ConstraintViolation` for a field the engine derives, whatever is asked of it (§18.2). */
function requireWritable(field: StructuralFieldDefinition): void {
  if (!field.computed) return;
  throw kipError(
    "ConstraintViolation",
    `the Structural Field ${field.name} is computed and cannot be written`,
    {
      hint: `Leave it out. Record the Activity that made the element, with its inputs and outputs: ${field.name} is read off that.`,
      details: { field: field.ref },
    },
  );
}

/**
 * The definition a holder's references of a lineage follow: that of the version they are stored under, which is the one
 * they are validated against (§20.14), or else the one that takes writes. A field of Core has one version.
 */
function inForceFor(
  { before: { environment } }: MutationPlan,
  holder: StructuralHolder,
  newest: StructuralFieldDefinition,
  lineage: string,
): StructuralFieldDefinition {
  const kind = "StructuralFieldDefinition";
  const stored = Object.keys(holder.structural ?? {}).find(
    (ref) => environment.canonicalLineage(kind, ref) === lineage,
  );
  if (stored !== undefined) return environment.definition(kind, stored) ?? newest;
  return newest.reserved ? newest : environment.writeVersion(newest);
}

function changeOf(
  plan: MutationPlan,
  owner: ElementId,
  field: StructuralFieldDefinition,
  lineage: string,
): ReferenceChange {
  return plan.referenceChange(owner, lineage, () => ({
    ref: field.ref,
    field,
    added: [],
    removed: new Set(),
  }));
}

function readIndex(
  field: StructuralFieldDefinition,
  { options: node }: StructuralEntry,
  scope: ValueScope,
): number | null {
  if (node === null) return null;
  const options = evaluateValue(node, scope);
  requireOptions(options, field.ordered ? ["index"] : [], field.name);
  const { index } = options;
  if (index === undefined) return null;
  // A negative position is one outside the order, which is for the change to say.
  return Number.isSafeInteger(index) ? Number(index) : requireCount(index, `${field.name}.index`);
}

/**
 * Checks that a reference's options are ones its field takes.
 * @throws `ConstraintViolation` for any other.
 */
export function requireOptions(
  options: JsonValue,
  allowed: readonly string[],
  field: string,
): asserts options is JsonObject {
  const unknown = isJsonObject(options) ? Object.keys(options).find((name) => !allowed.includes(name)) : "";
  if (unknown === undefined) return;
  throw kipError("ConstraintViolation", `${field} does not take the option ${JSON.stringify(unknown)}`, {
    hint:
      allowed.length > 0
        ? `Use {${allowed.map((name) => `${name}: …`).join(", ")}} or no options.`
        : `Write ("${field}", target) without options: the field keeps no order and no roles.`,
    details: { field, option: unknown, allowed },
  });
}

/**
 * An element with its planned reference changes carried out: removals, then additions at the end, then the positions
 * that were asked for; the order stays dense (§17.4).
 * @throws `ConstraintViolation` for a position outside the final range.
 */
export function applyReferenceChanges<E extends StructuralHolder>(
  draft: E,
  changes: Iterable<ReferenceChange>,
): E {
  const { structural: present, ...rest } = draft;
  const structural: Record<string, readonly ElementRef[]> = { ...present };
  for (const change of changes) {
    const targets = changedTargets(
      (structural[change.ref] ?? []).map(({ id }) => id),
      change,
    );
    if (targets.length > 0) structural[change.ref] = targets.map((id) => ({ id }));
    else delete structural[change.ref];
  }
  // Only a Concept shows an empty set of fields.
  if (draft.kind !== "concept" && Object.keys(structural).length === 0) return rest as E;
  return { ...draft, structural };
}

function changedTargets(present: readonly ElementId[], change: ReferenceChange): readonly ElementId[] {
  const { added, removed, field } = change;
  const replaced = field.max === 1 && added.length > 0;
  const targets = new Set(replaced ? [] : present.filter((id) => !removed.has(id)));
  for (const { target } of added) targets.add(target);
  const placed = new Map<number, ElementId>();
  for (const { target, index } of added) if (index !== null) placed.set(index, target);
  if (placed.size === 0) return [...targets];
  for (const [index, target] of placed) {
    if (index >= 0 && index < targets.size) continue;
    throw kipError("ConstraintViolation", `${field.name} has no position ${index}`, {
      hint: `Positions are dense, from 0 to ${targets.size - 1}. Leave index out to append.`,
      details: { field: field.ref, index, target, length: targets.size },
    });
  }
  const fixed = new Set(placed.values());
  const floating = [...targets].filter((id) => !fixed.has(id)).values();
  return Array.from(
    { length: targets.size },
    (_, index) => placed.get(index) ?? floating.next().value,
  ).filter((id) => id !== undefined);
}
