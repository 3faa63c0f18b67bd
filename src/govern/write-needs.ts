import {
  type Activity,
  type Assertion,
  type Concept,
  type Element,
  type ElementId,
  type ErrorCode,
  type Evidence,
  isPayloadPurged,
  isPurged,
  sameJson,
} from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import { type Standing, standingTo } from "./actors.js";
import type { Authority } from "./authority.js";
import { isOutcome, newEdges } from "./derivation.js";
import type { Permission } from "./permissions.js";
import type { BoundActor } from "./records.js";

/** A permission that a write needs for one element. */
export interface WriteNeed {
  readonly id: ElementId;
  /** One of these is enough. */
  readonly anyOf: readonly Permission[];
  /** The code of the refusal, where it is not `NotAuthorized`. */
  readonly refusal?: ErrorCode;
  /** Why the code fits, for the message. */
  readonly because?: string;
}

/** What a transaction did, as far as authority looks at it. */
export interface Writing {
  readonly authority: Authority;
  /** The state before, as its author saw it, and after. */
  readonly before: SpaceView;
  readonly after: SpaceView;
  /** What was written, as its author saw it. */
  readonly written: readonly Element[];
  /** The state after with everything in it, whatever the author saw. */
  readonly whole: SpaceView;
  readonly reservedActors: readonly BoundActor[];
  /** The Space's designated `$self`, whether or not the author may see it. */
  readonly self: ElementId | null;
  /** What needs nothing more, because a protected operation wrote it. */
  readonly authorized?: ReadonlySet<ElementId>;
}

/**
 * What a transaction needs for what it did, element by element (§29). It is worked out from the effect, not from the
 * statements: however a change is brought about, it needs the same.
 */
export function writeNeeds(writing: Writing): readonly WriteNeed[] {
  const claimed = new Set(
    writing.written
      .filter((element) => element.kind === "assertion" && !writing.before.element(element.id))
      .map((element) => (element as Assertion).proposition.id),
  );
  return writing.written.flatMap((after) => {
    if (writing.authorized?.has(after.id)) return [];
    const before = writing.before.element(after.id);
    if (before) return changeNeeds(writing, before, after);
    const created = creationNeeds(writing, after, claimed);
    return [...created, ...changeNeeds(writing, asCreated(after), after)];
  });
}

/** How a new claim stands to its actor (§28.4). */
export function standingOfClaim(writing: Writing, claim: Assertion): Standing {
  const { after, authority, reservedActors, self } = writing;
  return standingTo(claim, after, authority, reservedActors, self);
}

function creationNeeds(
  writing: Writing,
  element: Element,
  claimed: ReadonlySet<ElementId>,
): readonly WriteNeed[] {
  const { id } = element;
  switch (element.kind) {
    case "concept":
      return [
        { id, anyOf: ["create"] },
        ...(element.canonical_id === null ? [] : [{ id, anyOf: ["merge_identity"] } as const]),
      ];
    case "proposition":
      return claimed.has(id) ? [] : [{ id, anyOf: ["create"] }];
    case "evidence":
      return [
        { id, anyOf: ["create"] },
        ...(isOutcome(element) ? [{ id, anyOf: ["record_outcome"] } as const] : []),
      ];
    case "activity":
      return [{ id, anyOf: ["create"] }, ...edgeNeeds(writing, undefined, element)];
    case "assertion":
      return [claimNeed(writing, element)];
  }
}

function claimNeed(writing: Writing, claim: Assertion): WriteNeed {
  const { id } = claim;
  switch (standingOfClaim(writing, claim).as) {
    case "actor":
      return { id, anyOf: ["assert", "assert_as_actor"] };
    case "recorder":
      return { id, anyOf: ["record_attributed_assertion"] };
    case "outsider":
      return { id, anyOf: [], refusal: "ActorBindingRequired", because: claim.asserted_by.id };
  }
}

function edgeNeeds(writing: Writing, before: Activity | undefined, after: Activity): readonly WriteNeed[] {
  const { derived, observed } = newEdges(before, after, (id) => writing.after.element(id));
  return [
    ...derived.map((id): WriteNeed => ({ id, anyOf: ["derive"] })),
    ...observed.map((id): WriteNeed => ({ id, anyOf: ["record_outcome"] })),
  ];
}

const FRESH_RETENTION = { retention_class: "standard", expires_at: null, legal_hold: false };

/** Whether nothing was done to a new element after it was made. */
function isUntouched(element: Element): boolean {
  if (element._system.state !== "active" || !sameJson(element.retention, FRESH_RETENTION)) return false;
  if (element.kind === "concept") return element.merged_into === null;
  return !("lifecycle" in element) || element.lifecycle.status === "active";
}

/** A new element as it stood the moment it was made, before the same transaction did more to it. */
function asCreated(element: Element): Element {
  if (isUntouched(element)) return element;
  const fresh = {
    ...element,
    retention: FRESH_RETENTION,
    _system: { ...element._system, state: "active" },
  };
  if (fresh.kind === "assertion") {
    return { ...fresh, lifecycle: { ...fresh.lifecycle, status: "active" } } as Assertion;
  }
  if (fresh.kind === "concept") return { ...fresh, merged_into: null } as Concept;
  return (
    fresh.kind === "evidence" ? { ...fresh, lifecycle: { ...fresh.lifecycle, status: "active" } } : fresh
  ) as Element;
}

function changeNeeds(writing: Writing, before: Element, after: Element): readonly WriteNeed[] {
  if (before === after) return [];
  const { id } = after;
  if (isPurged(after) && !isPurged(before)) return [{ id, anyOf: ["purge"] }];
  const needs: WriteNeed[] = [];
  if (before._system.state !== after._system.state) {
    if (after._system.state === "archived") needs.push({ id, anyOf: ["archive"] });
    if (after._system.state === "tombstoned") needs.push({ id, anyOf: ["tombstone"] });
  }
  needs.push(...retentionNeeds(before, after));
  if (before.kind === "assertion" && after.kind === "assertion") {
    needs.push(...withdrawalNeeds(writing, before, after));
  }
  if (before.kind === "evidence" && after.kind === "evidence") needs.push(...evidenceNeeds(before, after));
  if (before.kind === "concept" && after.kind === "concept") needs.push(...identityNeeds(before, after));
  if (before.kind === "activity" && after.kind === "activity" && writing.before.element(id)) {
    needs.push(...edgeNeeds(writing, before, after));
  }
  needs.push(...contentNeeds(before, after));
  return needs;
}

function retentionNeeds({ retention: before }: Element, { id, retention: after }: Element): WriteNeed[] {
  const needs: WriteNeed[] = [];
  if (before.legal_hold !== after.legal_hold) needs.push({ id, anyOf: ["manage_legal_hold"] });
  if (!sameJson({ ...before, legal_hold: false }, { ...after, legal_hold: false })) {
    needs.push({ id, anyOf: ["manage_retention"] });
  }
  return needs;
}

/** Who may take a claim back: whoever speaks for its actor, or whoever put it on record (§14.1, §29). */
function withdrawalNeeds(writing: Writing, before: Assertion, after: Assertion): WriteNeed[] {
  const { id } = after;
  const { status } = after.lifecycle;
  if (before.lifecycle.status === status) return [];
  const recorded = before._system.origin.principal_id === writing.authority.principal;
  const own = recorded || standingOfClaim(writing, before).as === "actor";
  if (status === "retracted") {
    const refusal = "RetractionNotAuthorized" as const;
    if (!own) return [{ id, anyOf: [], refusal, because: before.asserted_by.id }];
    return [{ id, anyOf: ["retract_own"], refusal }];
  }
  if (status !== "superseded") return [];
  return [own ? { id, anyOf: ["supersede_own"] } : { id, anyOf: [], because: before.asserted_by.id }];
}

function evidenceNeeds(before: Evidence, after: Evidence): WriteNeed[] {
  const { id } = after;
  if (isPayloadPurged(after) && !isPayloadPurged(before)) return [{ id, anyOf: ["purge"] }];
  return before.lifecycle.status === after.lifecycle.status ? [] : [{ id, anyOf: ["update"] }];
}

/** A canonical identity is identity, not an attribute (§7.4). */
function identityNeeds(before: Concept, after: Concept): WriteNeed[] {
  const merged = !sameJson(before.merged_into, after.merged_into);
  return merged || before.canonical_id !== after.canonical_id
    ? [{ id: after.id, anyOf: ["merge_identity"] }]
    : [];
}

/** Members that other needs are about, or that the engine keeps. */
const OTHERWISE_DECIDED: ReadonlySet<string> = new Set([
  "_system",
  "governance",
  "retention",
  "lifecycle",
  "merged_into",
  "canonical_id",
  "payload",
]);

/** Facets alone are the business of maintenance; anything else is an update (§29.5). */
function contentNeeds(before: Element, after: Element): WriteNeed[] {
  const changed = changedContent(before, after);
  if (changed.length === 0) return [];
  const anyOf: readonly Permission[] = changed.every((name) => name === "facets")
    ? ["update", "maintain"]
    : ["update"];
  return [{ id: after.id, anyOf }];
}

/** The names of the members in which two versions differ, of those that no other need is about. */
function changedContent(before: Element, after: Element): readonly string[] {
  type Members = Readonly<Record<string, unknown>>;
  const [earlier, later] = [before as unknown as Members, after as unknown as Members];
  const names = new Set([...Object.keys(later), ...Object.keys(earlier)]);
  return [...names].filter((name) => !OTHERWISE_DECIDED.has(name) && !sameJson(earlier[name], later[name]));
}
