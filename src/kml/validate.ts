import type { Concept, Element, ElementId, ElementRef } from "../model/index.js";
import {
  coreStructuralField,
  type ElementLookup,
  validateConcept,
  validateFacet,
  validateReferences,
} from "../schema/index.js";
import { canonicalId, keyFor } from "../state/index.js";
import { identityTaken } from "./identity-taken.js";
import type { MutationPlan } from "./plan.js";
import { conceptsWithKey } from "./references.js";
import { sameContent } from "./stamp.js";
import { applyReferenceChanges } from "./structural.js";
import { requireStanding } from "./tombstones.js";

/**
 * Completes and checks everything the plan would write, as it would be after the command: references in their order,
 * the schema of each element, and the identities of Concepts (§53.3, §58.4).
 * @throws what the schema refuses; `IdentityConflict` for a key or canonical identity that is taken;
 * `NotFoundOrNotVisible` for a write to, or a new reference to, an element that was tombstoned.
 */
export function validatePlan(plan: MutationPlan): void {
  for (const [owner, changes] of plan.referenceChanges()) {
    const draft = plan.element(owner);
    if (draft?.kind === "concept") plan.put(applyReferenceChanges(draft, changes.values()));
  }
  const lookup: ElementLookup = (id) => {
    const facts = plan.facts(canonicalId(plan.before, id));
    return facts && typed(facts);
  };
  for (const draft of plan.drafts()) {
    const before = plan.before.element(draft.id);
    if (before && sameContent(draft, before)) continue;
    requireStanding(plan, draft, before);
    if (draft.kind === "concept") {
      validateConcept(plan.before.environment, draft, before?.kind === "concept" ? before : null, lookup);
      requireOwnIdentity(plan, draft, before?.kind === "concept" ? before : null);
    } else {
      validateRecord(plan, draft, before, lookup);
    }
    validateRemovedFacets(plan, draft, before);
  }
}

function typed({ kind, schemaRef }: NonNullable<ReturnType<MutationPlan["facts"]>>) {
  return schemaRef === undefined ? { kind } : { kind, schema_ref: schemaRef };
}

function validateRecord(
  plan: MutationPlan,
  draft: Exclude<Element, Concept>,
  before: Element | undefined,
  lookup: ElementLookup,
): void {
  const { environment } = plan.before;
  for (const [ref, value] of Object.entries(draft.facets)) {
    validateFacet(environment, ref, draft, value, before?.facets[ref] ?? null);
  }
  for (const [name, targets] of coreReferences(draft)) {
    const field = coreStructuralField(name, draft.kind);
    if (field && targets.length > 0) validateReferences(environment, field, draft, targets, lookup);
  }
}

/** A Facet whose last member is removed still answers for members that must stay (§58.3). */
function validateRemovedFacets(plan: MutationPlan, draft: Element, before: Element | undefined): void {
  for (const [ref, value] of Object.entries(before?.facets ?? {})) {
    if (draft.facets[ref] === undefined) validateFacet(plan.before.environment, ref, draft, {}, value);
  }
}

function coreReferences(
  element: Exclude<Element, Concept>,
): readonly (readonly [string, readonly ElementRef[]])[] {
  switch (element.kind) {
    case "proposition":
      return [];
    case "assertion":
      // Evidence may be cited in several roles; the schema counts targets.
      return [["evidence", [...new Set(element.evidence.map(({ id }) => id))].map((id) => ({ id }))]];
    case "evidence":
      return [
        ["source", element.source],
        ["generated_by", element.generated_by ? [element.generated_by] : []],
      ];
    case "activity":
      return [
        ["inputs", element.inputs],
        ["outputs", element.outputs],
        ["associated_actors", element.associated_actors],
      ];
  }
}

/** A key is one identity within its type's lineage (§7.3); a canonical identity is one within the Space (§7.4). */
function requireOwnIdentity(plan: MutationPlan, draft: Concept, before: Concept | null): void {
  const { key, canonical_id } = draft;
  if (key !== undefined && key !== before?.key) {
    const taken = conceptsWithKey(plan, plan.lineageOfType(draft.schema_ref), key).find(
      (id) => id !== draft.id,
    );
    if (taken !== undefined) throw identityTaken(plan, draft, "key", key, taken);
  }
  if (canonical_id !== null && canonical_id !== before?.canonical_id) {
    const taken = conceptsWithCanonicalId(plan, canonical_id).find((id) => id !== draft.id);
    if (taken !== undefined) throw identityTaken(plan, draft, "canonical_id", canonical_id, taken);
  }
}

function conceptsWithCanonicalId(plan: MutationPlan, canonical: string): readonly ElementId[] {
  const planned = [...plan.drafts()].filter(
    (draft) => draft.kind === "concept" && draft.canonical_id === canonical,
  );
  return [...plan.before.lookup(keyFor.canonicalId(canonical)), ...planned.map(({ id }) => id)];
}
