import { memorySymbol } from "../derive/index.js";
import type { Activity, Element, ElementId, PlaneVersions, SystemState } from "../model/index.js";
import { sameJson } from "../model/index.js";
import { isTerminalStatus, type SchemaEnvironment } from "../schema/index.js";
import { structuralEdges } from "../state/index.js";
import { type ElementPart, elementParts } from "./element-parts.js";
import { STANDARD_RETENTION } from "./envelope.js";
import { advanceFacetCounter, facetPlaneName } from "./facet-counters.js";
import type { MutationPlan, SuppliedReference } from "./plan.js";

/** Whether two versions of an element hold the same content and state, whatever their counters say. */
export function sameContent(left: Element, right: Element): boolean {
  if (left === right) return true;
  if (left._system.state !== right._system.state) return false;
  if (!sameJson(left._system.recording_validity, right._system.recording_validity)) return false;
  const { _system: _left, ...leftContent } = left;
  const { _system: _right, ...rightContent } = right;
  return sameJson(leftContent, rightContent);
}

/**
 * A draft with the `_system` the transaction gives it (§6.3). `committed` is the element as the transaction found it;
 * however many commands change it, its version and each plane's counter move once (§35.5).
 */
export function stamp(
  draft: Element,
  committed: Element | undefined,
  plan: MutationPlan,
  references: readonly SuppliedReference[],
): Element {
  const { now, txId, nextSeq, opId } = plan.context;
  const earlier = draft._system;
  const version = committed ? committed._system.version + 1 : 1;
  const plane_versions = planesAfter(draft, committed, plan.before.environment);
  const moved = { version, plane_versions, updated_at: now, updated_tx: txId, space_seq: nextSeq };
  if (references.length === 0 && earlier.input_references === undefined) {
    return { ...draft, _system: { ...earlier, ...moved } };
  }
  const input_references = [
    ...(earlier.input_references ?? []),
    ...references.map(({ supplied, resolved, path }) => ({
      supplied,
      resolved,
      decision_id: decisionOn(plan, supplied),
      identity_version: plan.resolving.identityVersion,
      path,
      op_id: opId ?? "1",
    })),
  ];
  return { ...draft, _system: { ...earlier, ...moved, input_references } };
}

/** The decision that redirects references to a Concept, if it was made by a merge, of this command or before (§11.5). */
function decisionOn(plan: MutationPlan, supplied: ElementId): string | null {
  const own = plan.identityOrders.find(({ source }) => source === supplied);
  if (own) return own.decisionId;
  const standing = plan.before
    .identityDecisions(supplied)
    .findLast(({ source, withdrawn }) => source === supplied && withdrawn === null);
  return standing?.decision_id ?? null;
}

function planesAfter(
  draft: Element,
  committed: Element | undefined,
  environment: SchemaEnvironment,
): PlaneVersions {
  if (!committed) return planesOfNew(draft, environment);
  const touched = changedParts(committed, draft);
  const planes = new Set(touched.map(({ plane }) => plane).filter((plane) => typeof plane === "string"));
  const before = committed._system.plane_versions;
  let facets = before.facets ?? {};
  for (const ref of new Set(touched.map(facetOf).filter((ref) => ref !== null))) {
    facets = advanceFacetCounter(environment, facets, ref);
  }
  const counter = (plane: "attributes" | "structural" | "retention") => {
    const value = (before[plane] ?? 0) + (planes.has(plane) ? 1 : 0);
    return value === 0 ? {} : { [plane]: value };
  };
  return {
    ...counter("attributes"),
    ...counter("structural"),
    ...counter("retention"),
    ...(Object.keys(facets).length > 0 ? { facets } : {}),
  };
}

/** Its own fields are written with every element; its retention only when somebody decides about it (§35.2). */
function planesOfNew(draft: Element, environment: SchemaEnvironment): PlaneVersions {
  let facets = {};
  for (const ref of Object.keys(draft.facets)) facets = advanceFacetCounter(environment, facets, ref);
  return {
    attributes: 1,
    ...(structuralEdges(draft).length > 0 ? { structural: 1 } : {}),
    ...(sameJson(draft.retention, STANDARD_RETENTION) ? {} : { retention: 1 }),
    ...(Object.keys(facets).length > 0 ? { facets } : {}),
  };
}

function facetOf({ plane }: ElementPart): string | null {
  return typeof plane === "object" && plane !== null ? plane.facet : null;
}

/** The parts two versions of an element differ in, ordered by path. */
export function changedParts(before: Element, after: Element): readonly ElementPart[] {
  const [earlier, later] = [elementParts(before), elementParts(after)];
  const changed: ElementPart[] = [];
  for (const [key, part] of later) if (!sameJson(earlier.get(key)?.value, part.value)) changed.push(part);
  for (const [key, part] of earlier) if (!later.has(key)) changed.push(part);
  return changed.sort((left, right) => (left.path < right.path ? -1 : left.path > right.path ? 1 : 0));
}

/**
 * A finished Activity with the versions of its inputs and outputs as the transaction leaves them (§16.6): which exact
 * outputs it vouches for, plane by plane (§57.6). Any other element is returned as it is.
 */
export function captureVersions(
  element: Element,
  find: (id: ElementId) => Element | undefined,
  environment: SchemaEnvironment,
): Element {
  if (element.kind !== "activity" || !isTerminalStatus(element.status)) return element;
  const outputs = present(element.outputs, find);
  const audit: Partial<SystemState> = {
    input_versions: versionsOf(present(element.inputs, find)),
    output_versions: versionsOf(outputs),
    output_plane_versions: Object.fromEntries(
      outputs.map((output) => [output.id, certifiedPlanes(output, environment)]),
    ),
  };
  const system: SystemState = { ...element._system, ...audit };
  return { ...element, _system: system } satisfies Activity;
}

function present(refs: readonly { readonly id: ElementId }[], find: (id: ElementId) => Element | undefined) {
  return refs.map(({ id }) => find(id)).filter((element) => element !== undefined);
}

function versionsOf(elements: readonly Element[]): Readonly<Record<string, number>> {
  return Object.fromEntries(elements.map(({ id, _system }) => [id, _system.version]));
}

/** Facets that say how a memory is kept at hand or worked on, and nothing about what it says (Profile §6.1, §6.5). */
const OPERATIONAL: ReadonlySet<string> = new Set(
  ["MnemonicState", "WatchState", "LeaseState"].map(memorySymbol),
);

/**
 * The planes of an output that an Activity vouches for: what it says. How long it is kept and how well it comes to mind
 * may change afterwards without another look (§57.6).
 */
function certifiedPlanes(output: Element, environment: SchemaEnvironment): Readonly<Record<string, number>> {
  const { facets = {}, retention: _, ...planes } = output._system.plane_versions;
  const passing = new Set(
    Object.keys(output.facets)
      .filter((ref) => OPERATIONAL.has(environment.canonicalLineage("FacetDefinition", ref)))
      .map((ref) => facetPlaneName(environment, ref)),
  );
  const named = Object.entries(facets)
    .filter(([name]) => !passing.has(name))
    .map(([name, counter]) => [`facets.${name}`, counter] as const);
  return { ...planes, ...Object.fromEntries(named) };
}
