import type { RecordAction, SetFields, StructuralEntry } from "../lang/index.js";
import {
  type Activity,
  type Assertion,
  type ElementRef,
  EVIDENCE_ROLES,
  type Evidence,
  type EvidenceRole,
} from "../model/index.js";
import type { StructuralFieldDefinition } from "../schema/index.js";
import { REMOVED } from "./claims.js";
import type { Declaration } from "./declaration.js";
import { type Say, setFacet } from "./edits.js";
import { evaluateValue, type ValueScope } from "./evaluate.js";
import type { MutationPlan } from "./plan.js";
import { keepSupplied, requireKind, resolveReference } from "./references.js";
import { planAdditions, readAdditions, requireOptions } from "./structural.js";
import { evaluateSymbol, requireMember } from "./values.js";

/** The kinds whose references live in fields of their own and are fixed once written (§17.5). */
export type RecordElement = Assertion | Evidence | Activity;

export function isSetFields(action: { readonly type: string }): action is SetFields {
  return action.type === "SetFields";
}

/**
 * A new record with the Facets and references its creation asks for (§56).
 * @throws `StructuralReferenceInvalid` for a reference its field does not take, `DuplicateMutationTarget` for a second
 * value of a field that holds one; whatever symbols, Facets and references throw.
 */
export function applyRecordActions<E extends RecordElement>(
  plan: MutationPlan,
  draft: E,
  actions: readonly RecordAction[],
  scope: ValueScope,
  declaration: Declaration,
): E {
  const say: Say = (path, value) => {
    if (value !== REMOVED) declaration.say(path, value);
  };
  let record = draft;
  for (const action of actions) {
    if (action.type === "SetFacet") {
      record = setFacet(
        plan,
        record,
        action.facet,
        action.assignments,
        (node) => evaluateValue(node, scope),
        say,
      );
    } else if (action.type === "SetStructural") {
      record = addCoreReferences(plan, record, action.entries, scope, say);
      const additions = readAdditions(plan, packageEntries(plan, record, action.entries), record, scope, say);
      if (declaration.isFresh) planAdditions(plan, record.id, additions);
    }
  }
  return record;
}

/**
 * A record with references added to its Core fields, each once (§20.13). Those to package fields are put in order when
 * the plan is validated, once all of them are known (§17.4).
 * @throws as `applyRecordActions`.
 */
export function addReferences<E extends RecordElement>(
  plan: MutationPlan,
  draft: E,
  entries: readonly StructuralEntry[],
  scope: ValueScope,
  say: Say,
): E {
  const additions = readAdditions(plan, packageEntries(plan, draft, entries), draft, scope, say);
  planAdditions(plan, draft.id, additions);
  return addCoreReferences(plan, draft, entries, scope, say);
}

function addCoreReferences<E extends RecordElement>(
  plan: MutationPlan,
  draft: E,
  entries: readonly StructuralEntry[],
  scope: ValueScope,
  say: Say,
): E {
  let record = draft;
  for (const entry of entries) {
    const field = fieldOf(plan, record, entry);
    if (!field.reserved) continue;
    const path = `structural.${field.name}`;
    const resolved = resolveReference(plan, entry.target, scope, path);
    requireKind(resolved, field.target?.kinds ?? [], path, "StructuralReferenceInvalid");
    keepSupplied(plan, record.id, resolved, path);
    const options = entry.options === null ? {} : evaluateValue(entry.options, scope);
    requireOptions(options, field.name === "evidence" ? ["role"] : [], field.name);
    if (field.max === 1) say(path, resolved.supplied);
    if (field.name === "evidence") {
      // ASSERT cites in support (§55.1); a citation that names no role does the same.
      const role =
        options.role === undefined ? "support" : requireMember(options.role, EVIDENCE_ROLES, "role");
      say(`${path}.${resolved.supplied}.${role}`, true);
      record = cite(record, { id: resolved.id }, role);
    } else {
      say(`${path}.${resolved.supplied}`, true);
      record = refer(record, field.name, { id: resolved.id });
    }
  }
  return record;
}

function fieldOf(
  plan: MutationPlan,
  record: RecordElement,
  entry: StructuralEntry,
): StructuralFieldDefinition {
  return plan.before.environment.resolveStructuralField(
    evaluateSymbol(entry.field, plan.parameters),
    record.kind,
  );
}

function packageEntries(
  plan: MutationPlan,
  record: RecordElement,
  entries: readonly StructuralEntry[],
): readonly StructuralEntry[] {
  return entries.filter((entry) => !fieldOf(plan, record, entry).reserved);
}

function cite<E extends RecordElement>(record: E, { id }: ElementRef, role: EvidenceRole): E {
  if (record.kind !== "assertion") return record;
  if (record.evidence.some((cited) => cited.id === id && cited.role === role)) return record;
  return { ...record, evidence: [...record.evidence, { id, role }] };
}

function refer<E extends RecordElement>(record: E, field: string, target: ElementRef): E {
  const including = (targets: readonly ElementRef[]) =>
    targets.some(({ id }) => id === target.id) ? targets : [...targets, target];
  if (record.kind === "evidence") {
    return field === "generated_by"
      ? { ...record, generated_by: target }
      : { ...record, source: including(record.source) };
  }
  if (record.kind !== "activity") return record;
  switch (field) {
    case "inputs":
      return { ...record, inputs: including(record.inputs) };
    case "outputs":
      return { ...record, outputs: including(record.outputs) };
    default:
      return { ...record, associated_actors: including(record.associated_actors) };
  }
}
