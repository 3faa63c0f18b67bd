import { KipError } from "../model/index.js";
import type { PredicateDefinition, SchemaEnvironment } from "../schema/index.js";

/** What a Predicate declares about the values of one slot (§20.15). */
export type SlotRules = Pick<
  PredicateDefinition,
  "functional" | "functionalBy" | "openWorld" | "complete" | "booleanCompleteness" | "temporalConflict"
>;

/** What holds for a Predicate whose definition cannot be read any more: the defaults of §20.15. */
export const DEFAULT_RULES: SlotRules = {
  functional: false,
  functionalBy: null,
  openWorld: true,
  complete: false,
  booleanCompleteness: false,
  temporalConflict: "overlapping_valid_time",
};

/**
 * The definition that speaks for a Predicate's slots: the one its lineage has today, so that Propositions written under
 * different versions are judged as one population (§20.14). Null when no readable package defines it.
 */
export function predicateOf(
  environment: SchemaEnvironment,
  refOrLineage: string,
): PredicateDefinition | null {
  try {
    return environment.resolvePredicate(environment.canonicalLineage("PredicateType", refOrLineage));
  } catch (error) {
    if (error instanceof KipError && error.code === "SchemaSymbolNotFound") return null;
    throw error;
  }
}

/** Whether values compete in slots, so that succession has slot lines (§25.4). */
export function isFunctional({ functional, functionalBy }: SlotRules): boolean {
  return functional || functionalBy !== null;
}

/**
 * Whether two supported values of one slot are a conflict (§25.1). Claims are weighed at one instant, so supported values
 * always overlap there; `temporal_conflict: "none"` says that this alone is no conflict.
 */
export function isFunctionalConflict(rules: SlotRules): boolean {
  return isFunctional(rules) && rules.temporalConflict !== "none";
}

/** Whether accepting one value of a functional slot rejects the others (§20.15, `complete`). */
export function isExclusive(rules: SlotRules): boolean {
  return isFunctional(rules) && rules.complete;
}
