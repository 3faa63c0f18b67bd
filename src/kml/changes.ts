import type { ChangeEntry, Element } from "../model/index.js";
import type { SchemaEnvironment } from "../schema/index.js";
import type { StateOverlay } from "../state/index.js";
import { facetCounter, facetPlaneName } from "./facet-counters.js";
import { changedParts, sameContent } from "./stamp.js";

/** Every change of a transaction so far, one entry an element: names and versions, never values (§36.1). */
export function changesOf(overlay: StateOverlay): readonly ChangeEntry[] {
  const entries: ChangeEntry[] = [];
  for (const element of overlay.written()) {
    const committed = overlay.base.element(element.id);
    if (!committed) entries.push(creation(element));
    else if (!sameContent(committed, element)) entries.push(change(committed, element, overlay.environment));
  }
  return entries;
}

function creation(element: Element): ChangeEntry {
  return { op: "create", ...identity(element), new_version: element._system.version, ...refs(element) };
}

function change(before: Element, after: Element, environment: SchemaEnvironment): ChangeEntry {
  const parts = changedParts(before, after);
  const state = movedState(before, after);
  const touched = parts.map(({ path }) => path);
  const planes = planesOf(after, parts, environment);
  return {
    op: operation(before, after, state !== null),
    ...identity(after),
    old_version: before._system.version,
    new_version: after._system.version,
    ...(state ? { state } : {}),
    ...refs(after),
    ...(touched.length > 0 ? { touched: [...new Set(touched)] } : {}),
    ...(Object.keys(planes).length > 0 ? { planes } : {}),
  };
}

function operation(before: Element, after: Element, moved: boolean): ChangeEntry["op"] {
  if (
    before.kind === "concept" &&
    after.kind === "concept" &&
    before.merged_into?.id !== after.merged_into?.id
  ) {
    return "merge";
  }
  if (
    before.kind === "evidence" &&
    after.kind === "evidence" &&
    "status" in after.payload &&
    !("status" in before.payload)
  ) {
    return "payload_purge";
  }
  if (moved) return "lifecycle";
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
    case "concept":
      return element.merged_into ? { refs: { merged_into: element.merged_into.id } } : {};
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
