import {
  type Concept,
  type Element,
  type ElementId,
  type ElementRef,
  isPurged,
  sameJson,
} from "../model/index.js";
import {
  coreStructuralField,
  type ElementLookup,
  validateConcept,
  validateFacet,
  validateReferences,
  validateStructural,
} from "../schema/index.js";
import { keyFor } from "../state/index.js";
import { identityTaken } from "./identity-taken.js";
import { requireNestedReferences } from "./nested-references.js";
import type { MutationPlan } from "./plan.js";
import { validateProfile } from "./profile/validate-profile.js";
import { conceptsWithKey } from "./references.js";
import { sameContent } from "./stamp.js";
import { applyReferenceChanges } from "./structural.js";
import { requireStanding } from "./tombstones.js";

/**
 * Carries out the planned reference changes once all clauses are known: references in their order (§17.4).
 * @throws what `applyReferenceChanges` throws.
 */
export function completeReferences(plan: MutationPlan): void {
  for (const [owner, changes] of plan.referenceChanges()) {
    const draft = plan.element(owner);
    if (draft && draft.kind !== "proposition") plan.put(applyReferenceChanges(draft, changes.values()));
  }
}

/**
 * Checks everything the plan would write, as it would be after the command: the schema of each element, and the
 * identities of Concepts (§53.3, §58.4).
 * @throws what the schema and the Cognitive Memory Profile refuse; `IdentityConflict` for a key or canonical identity
 * that is taken; `NotFoundOrNotVisible` for a write to, or a new reference to, an element that was tombstoned.
 */
export function validatePlan(plan: MutationPlan): void {
  const lookup: ElementLookup = (id) => {
    const facts = plan.facts(plan.canonical(id));
    return facts && typed(facts);
  };
  for (const draft of plan.drafts()) {
    const before = plan.before.element(draft.id);
    // A stub keeps only what is left, which no schema is asked about.
    if (isPurged(draft) || (before && sameContent(draft, before))) continue;
    requireStanding(plan, draft, before);
    const concept = before?.kind === "concept" ? before : null;
    if (draft.kind === "concept") requireOwnIdentity(plan, draft, concept);
    if (before && sameJson(schemaContent(before), schemaContent(draft))) continue;
    if (draft.kind === "concept") validateConcept(plan.before.environment, draft, concept, lookup);
    else validateRecord(plan, draft, before, lookup);
    validateRemovedFacets(plan, draft, before);
    requireNestedReferences(plan, draft, before);
  }
  validateProfile(plan);
}

/**
 * What the Schema constrains of an element. A move or a retention decision touches none of it, and must stay possible
 * for an element that a later package would not let in.
 */
function schemaContent(element: Element): unknown {
  const { facets } = element;
  switch (element.kind) {
    case "concept":
      return [facets, element.structural, element.attributes];
    case "proposition":
      return [facets];
    default:
      // An Activity's class and status decide which Facets it may carry (§20.5).
      return [
        facets,
        element.structural,
        coreReferences(element),
        element.kind === "activity" && element.status,
      ];
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
  if (draft.kind !== "proposition") validateStructural(environment, draft, draft.structural ?? {}, lookup);
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

/**
 * A key is one identity within its type's lineage (§7.3); a canonical identity is one within the Space (§7.4).
 * @throws `IdentityConflict` when another Concept has one that is new here.
 */
export function requireOwnIdentity(plan: MutationPlan, draft: Concept, before: Concept | null): void {
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
