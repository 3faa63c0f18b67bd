import type { Assertion, AssertionMode, ElementId } from "../model/index.js";
import type { Instant } from "./instants.js";

/** One Assertion that counts as support for a candidate at the projection's instant, as precedence rules see it. */
export interface CountedSupport {
  readonly assertion: Assertion;
  /** The claim's actor, resolved through merges. */
  readonly actor: ElementId;
  /** The claim's context set, resolved through merges. */
  readonly contexts: ReadonlySet<ElementId>;
  /** The latest instant by which the claim says its value began (§25.4). */
  readonly startKey: Instant;
}

/** One candidate of a conflict set. Its support is never empty. */
export interface Contender {
  readonly support: readonly CountedSupport[];
  /** How many independent provenance roots its support has (§23.4). */
  readonly roots: number;
}

/** A named rule by which one candidate of a slot may prevail over another (§21.13). Pure. */
export interface PrecedenceRule {
  /** The name the ledger and `precedence` disclose. */
  readonly id: string;
  /** What the rule says, for `DESCRIBE EPISTEMIC POLICY`. */
  readonly summary: string;
  /** Whether `left` prevails over `right` in the slot of `subject`. Must be antisymmetric. */
  readonly prevails: (left: Contender, right: Contender, subject: ElementId) => boolean;
}

/** Rule 1 of `kip:memory-default`: the more specific context wins (§21.13). */
export const contextSpecificity: PrecedenceRule = {
  id: "context_specificity",
  summary: "A claim made for a narrower context prevails over claims made for a wider one that it contains.",
  prevails: (left, right) =>
    left.support.some((own) =>
      right.support.every((other) => strictlyContains(own.contexts, other.contexts)),
    ),
};

/** Rule 2 of `kip:memory-default`: what a subject says of itself outranks what others say of it (§21.13). */
export const firstPersonTestimony: PrecedenceRule = {
  id: "first_person_testimony",
  summary: "What the subject states or observes about itself prevails over what others merely say of it.",
  prevails: (left, right, subject) =>
    left.support.some(
      ({ actor, assertion }) =>
        actor === subject && (assertion.mode === "stated" || assertion.mode === "observed"),
    ) && right.support.every(({ actor, assertion }) => actor !== subject && assertion.mode !== "observed"),
};

/** Rule 3 of `kip:memory-default`: the value most recently claimed to hold wins (§21.13). Never the recording time. */
export const recency: PrecedenceRule = {
  id: "recency",
  summary: "The value claimed to have begun latest prevails, whenever it was recorded.",
  prevails: (left, right) => latestStart(left) > latestStart(right),
};

/** What is said first hand prevails, in the order of modes a host names (§21.13 leaves such rankings to a deployment). */
export function modeOrder(modes: readonly AssertionMode[]): PrecedenceRule {
  const best = ({ support }: Contender): number =>
    Math.min(
      ...support.map(({ assertion }) => {
        const at = modes.indexOf(assertion.mode);
        return at === -1 ? modes.length : at;
      }),
    );
  return {
    id: "mode_order",
    summary: `A value prevails by how its best claim was come by: ${modes.join(", then ")}, then any other way.`,
    prevails: (left, right) => best(left) < best(right),
  };
}

/** What more independent sources say prevails (§23); `margin` says by how many more. */
export function corroboration(margin: number): PrecedenceRule {
  return {
    id: "corroboration",
    summary: `A value prevails with at least ${margin} more independent ${margin === 1 ? "source" : "sources"} behind it.`,
    prevails: (left, right) => left.roots >= right.roots + margin,
  };
}

function latestStart(contender: Contender): Instant {
  return contender.support.reduce(
    (latest, { startKey }) => Math.max(latest, startKey),
    Number.NEGATIVE_INFINITY,
  );
}

function strictlyContains(larger: ReadonlySet<ElementId>, smaller: ReadonlySet<ElementId>): boolean {
  return larger.size > smaller.size && [...smaller].every((id) => larger.has(id));
}
