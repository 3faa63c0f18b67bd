import { type ChangeEntry, type Element, isPayloadPurged, isPurged } from "../model/index.js";
import type { SchemaEnvironment } from "../schema/index.js";
import { canonicalId, mergeTarget, type StateOverlay } from "../state/index.js";
import { STANDARD_RETENTION } from "./envelope.js";
import { facetCounter, facetPlaneName } from "./facet-counters.js";
import { changedParts, sameContent } from "./stamp.js";

/**
 * Every change of a transaction so far, one entry an element: names and versions, never values (§36.1). An envelope is
 * one transition (§36.2), so an entry says what the whole transaction did to its element; an element that it made has a
 * `create` entry, whatever else happened to it.
 */
export function changesOf(overlay: StateOverlay): readonly ChangeEntry[] {
  const entries: ChangeEntry[] = [];
  for (const element of overlay.written()) {
    const committed = overlay.base.element(element.id);
    if (!committed) entries.push(creation(element, overlay));
    else if (!sameContent(committed, element)) entries.push(change(committed, element, overlay));
  }
  return entries;
}

/**
 * The entry of a new element. What it is made with goes without saying; what became of it in the same transaction does
 * not: the state it was moved to (§52.5), the Concept it was merged into, a retention that was decided and a payload
 * that was erased.
 */
function creation(element: Element, overlay: StateOverlay): ChangeEntry {
  const { state, version } = element._system;
  const entry: ChangeEntry = {
    op: "create",
    ...identity(element),
    new_version: version,
    ...(state === "active" ? {} : { state: { from: "active", to: state } }),
  };
  // Made and purged by one transaction: what it was about is not said any more.
  if (isPurged(element)) return entry;
  const parts = changedParts(asMade(element), element);
  return {
    ...entry,
    ...refs(element, mergeTarget(element) !== null, overlay),
    ...reach(element, parts, overlay),
  };
}

/** An element of this transaction before anybody decided about its retention, its payload or its identity. */
function asMade(element: Element): Element {
  const made = { ...element, retention: STANDARD_RETENTION };
  if (made.kind === "concept") return { ...made, merged_into: null };
  if (made.kind !== "evidence" || !isPayloadPurged(made)) return made;
  return { ...made, payload: { mode: "inline", inline: null } };
}

function change(before: Element, after: Element, overlay: StateOverlay): ChangeEntry {
  if (isPurged(after) && !isPurged(before)) return purge(before, after, overlay);
  const op = operation(before, after);
  const state = movedState(before, after);
  const isMerge = op === "merge";
  return {
    op,
    ...identity(after),
    old_version: before._system.version,
    new_version: after._system.version,
    // That a merged Concept is merged goes without saying; that it was archived besides does not.
    ...(state && !(isMerge && state.to === "merged") ? { state } : {}),
    ...refs(after, isMerge, overlay),
    ...reach(after, changedParts(before, after), overlay),
  };
}

/** A purge names what a watcher needs to know that a slot or a type moved, and no part of what is gone. */
function purge(before: Element, after: Element, overlay: StateOverlay): ChangeEntry {
  return {
    op: "purge",
    ...identity(after),
    old_version: before._system.version,
    new_version: after._system.version,
    ...refs(before, false, overlay),
  };
}

function operation(before: Element, after: Element): ChangeEntry["op"] {
  const [led, leads] = [mergeTarget(before), mergeTarget(after)];
  if (leads !== null && led !== leads) return "merge";
  if (
    before.kind === "evidence" &&
    after.kind === "evidence" &&
    isPayloadPurged(after) &&
    !isPayloadPurged(before)
  ) {
    return "payload_purge";
  }
  if (movedState(before, after) !== null) return "lifecycle";
  const onlyRetention = changedParts(before, after).every(({ plane }) => plane === "retention");
  return onlyRetention ? "retention" : "update";
}

/** The move between two versions: of recall where that changed, else of the kind's own lifecycle (§52.5). */
function movedState(before: Element, after: Element): { readonly from: string; readonly to: string } | null {
  const outOfRecall = after._system.state === "archived" || after._system.state === "tombstoned";
  if (outOfRecall && before._system.state !== after._system.state) {
    return { from: before._system.state, to: after._system.state };
  }
  const [from, to] = [ownStatus(before), ownStatus(after)];
  return from === to ? null : { from, to };
}

function ownStatus(element: Element): string {
  if (element.kind === "activity") return element.status;
  if (element.kind === "concept") return element.merged_into ? "merged" : "active";
  return element.kind === "assertion" || element.kind === "evidence" ? element.lifecycle.status : "active";
}

function identity(element: Element): Pick<ChangeEntry, "kind" | "id" | "schema_ref"> {
  const { kind, id } = element;
  return kind === "concept" ? { kind, id, schema_ref: element.schema_ref } : { kind, id };
}

/** What a watcher has to know of an element besides its own name; for a merged Concept, where it leads now. */
function refs(element: Element, isMerged: boolean, overlay: StateOverlay): Pick<ChangeEntry, "refs"> {
  switch (element.kind) {
    case "concept":
      return isMerged ? { refs: { merged_into: canonicalId(overlay, element.id) } } : {};
    case "assertion":
      return { refs: { proposition: element.proposition.id } };
    case "proposition":
      return { refs: { subject: element.subject.id, predicate_ref: element.predicate_ref } };
    default:
      return {};
  }
}

/** The names of what an entry changed, and the counters of the planes that belongs to. */
function reach(
  after: Element,
  parts: ReturnType<typeof changedParts>,
  { environment }: StateOverlay,
): Pick<ChangeEntry, "touched" | "planes"> {
  if (parts.length === 0) return {};
  const planes = planesOf(after, parts, environment);
  return {
    touched: [...new Set(parts.map(({ path }) => path))],
    ...(Object.keys(planes).length > 0 ? { planes } : {}),
  };
}

/** The counters of the planes an entry touched, after it (§36.1). */
function planesOf(
  after: Element,
  parts: ReturnType<typeof changedParts>,
  environment: SchemaEnvironment,
): NonNullable<ChangeEntry["planes"]> {
  const { plane_versions } = after._system;
  const planes: Record<string, number> = {};
  const facets = new Map<string, number>();
  for (const { plane } of parts) {
    if (plane === null) continue;
    if (typeof plane === "string") planes[plane] = plane_versions[plane] ?? 0;
    else {
      const counters = plane_versions.facets ?? {};
      facets.set(facetPlaneName(environment, plane.facet), facetCounter(environment, counters, plane.facet));
    }
  }
  return { ...planes, ...(facets.size > 0 ? { facets: Object.fromEntries(facets) } : {}) };
}
