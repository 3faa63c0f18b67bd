import { type ElementId, isElementRef, type Proposition, type PropositionObject } from "../model/index.js";
import {
  canonicalObject,
  identityClass,
  keyFor,
  objectKey,
  propositionsOfSlot,
  type SpaceView,
} from "../state/index.js";
import { compareIds } from "./id-order.js";
import type { SlotRules } from "./slot-rules.js";

/** One value a slot may take: a canonical object and the Propositions that state it, oldest first (§11.4, §12.3). */
export interface Candidate {
  readonly key: string;
  readonly object: PropositionObject;
  /** Empty for a value that was asked about and never stated. */
  readonly propositions: readonly Proposition[];
}

/** Where candidates are: one canonical subject and every lineage that counts as the one predicate (§20.14). */
export interface SlotAddress {
  readonly subject: ElementId;
  readonly lineages: readonly string[];
}

/** Every value anybody put on record for a slot, in any lifecycle state, by the age of its oldest Proposition. */
export function candidatesOf(view: SpaceView, { subject, lineages }: SlotAddress): readonly Candidate[] {
  const propositions = lineages.flatMap((lineage) => propositionsOfSlot(view, subject, lineage)).sort(byAge);
  const byKey = new Map<string, { object: PropositionObject; propositions: Proposition[] }>();
  for (const proposition of propositions) {
    const object = canonicalObject(view, proposition.object);
    const key = objectKey(object);
    const candidate = byKey.get(key);
    if (candidate) candidate.propositions.push(proposition);
    else byKey.set(key, { object, propositions: [proposition] });
  }
  return [...byKey].map(([key, candidate]) => ({ key, ...candidate }));
}

/**
 * One value of a slot, without looking at the others: a subject may know thousands of people. Its Propositions are
 * empty when nobody stated it (§46.4).
 */
export function candidateAt(
  view: SpaceView,
  { subject, lineages }: SlotAddress,
  object: PropositionObject,
): Candidate {
  const canonical = canonicalObject(view, object);
  const objects = isElementRef(canonical)
    ? identityClass(view, canonical.id).map((id) => objectKey({ id }))
    : [objectKey(canonical)];
  const propositions: Proposition[] = [];
  for (const subjectId of identityClass(view, subject)) {
    for (const lineage of lineages) {
      for (const key of objects) {
        for (const id of view.lookup(keyFor.tuple(subjectId, lineage, key))) {
          const element = view.element(id);
          if (element?.kind === "proposition") propositions.push(element);
        }
      }
    }
  }
  return { key: objectKey(canonical), object: canonical, propositions: propositions.sort(byAge) };
}

/** A value nobody can have stated: one about a Literal (§8.4). */
export function missingCandidate(view: SpaceView, object: PropositionObject): Candidate {
  const canonical = canonicalObject(view, object);
  return { key: objectKey(canonical), object: canonical, propositions: [] };
}

/**
 * Names the group of candidates of one slot whose beliefs depend on one another (§20.15): all values of a functional
 * slot, the values of one partition, the two booleans of a complete boolean Predicate, or a value alone.
 */
export function scopeKeyOf(view: SpaceView, rules: SlotRules, { key, object }: Candidate): string {
  if (rules.functional) return "slot";
  if (rules.functionalBy === "object_type") return `type ${typeOf(view, object) ?? key}`;
  return rules.booleanCompleteness && typeof object === "boolean" ? "booleans" : `${ALONE}${key}`;
}

/** Whether a scope key names a value that no other value bears on. */
export function isJudgedAlone(scopeKey: string): boolean {
  return scopeKey.startsWith(ALONE);
}

const ALONE = "value ";

/** The Concept Type lineage that decides a candidate's partition; a value without a visible type stands alone. */
function typeOf(view: SpaceView, object: PropositionObject): string | null {
  const element = isElementRef(object) ? view.element(object.id) : undefined;
  return element?.kind === "concept"
    ? view.environment.canonicalLineage("ConceptType", element.schema_ref)
    : null;
}

function byAge(left: Proposition, right: Proposition): number {
  return compareIds(left.id, right.id);
}
