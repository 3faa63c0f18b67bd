import { type ChangeEntry, type Element, isPayloadPurged, isPurged } from "../model/index.js";
import type { SchemaEnvironment } from "../schema/index.js";
import { canonicalId, mergeTarget, type StateOverlay } from "../state/index.js";
import { facetCounter, facetPlaneName } from "./facet-counters.js";
import { changedParts, sameContent } from "./stamp.js";

/** Every change of a transaction so far, one entry an element: names and versions, never values (§36.1). */
export function changesOf(overlay: StateOverlay): readonly ChangeEntry[] {
  const entries: ChangeEntry[] = [];
  for (const element of overlay.written()) {
    const committed = overlay.base.element(element.id);
    if (!committed) entries.push(creation(element));
    else if (!sameContent(committed, element)) entries.push(change(committed, element, overlay));
  }
  return entries;
}

function creation(element: Element): ChangeEntry {
  // Made and purged by one transaction: what it was about is not said any more.
  if (isPurged(element)) return { op: "create", ...identity(element), new_version: element._system.version };
  return { op: "create", ...identity(element), new_version: element._system.version, ...refs(element) };
}

function change(before: Element, after: Element, overlay: StateOverlay): ChangeEntry {
  if (isPurged(after) && !isPurged(before)) return purge(before, after);
  const op = operation(before, after);
  const parts = changedParts(before, after);
  const state = movedState(before, after);
  const touched = parts.map(({ path }) => path);
  const planes = planesOf(after, parts, overlay.environment);
  return {
    op,
    ...identity(after),
    old_version: before._system.version,
    new_version: after._system.version,
    ...(state && op !== "merge" ? { state } : {}),
    ...(op === "merge" ? { refs: { merged_into: canonicalId(overlay, after.id) } } : refs(after)),
    ...(touched.length > 0 ? { touched: [...new Set(touched)] } : {}),
    ...(Object.keys(planes).length > 0 ? { planes } : {}),
  };
}

/** A purge names what a watcher needs to know that a slot or a type moved, and no part of what is gone. */
function purge(before: Element, after: Element): ChangeEntry {
  return {
    op: "purge",
    ...identity(after),
    old_version: before._system.version,
    new_version: after._system.version,
    ...refs(before),
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

function refs(element: Element): Pick<ChangeEntry, "refs"> {
  switch (element.kind) {
    case "assertion":
      return { refs: { proposition: element.proposition.id } };
    case "proposition":
      return { refs: { subject: element.subject.id, predicate_ref: element.predicate_ref } };
    default:
      return {};
  }
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
