import {
  type Element,
  type ElementId,
  isPurged,
  type JsonObject,
  type JsonValue,
  kipError,
  type PlaneVersions,
  sameJson,
  stubOf,
} from "../model/index.js";

/** Members that hold values by name, of which some may be out of sight. */
const MAPS: ReadonlySet<string> = new Set(["attributes", "facets", "structural"]);

/** Members that hold lists of references, of which some may be out of sight. */
const LISTS: ReadonlySet<string> = new Set([
  "evidence",
  "context_refs",
  "source",
  "inputs",
  "outputs",
  "associated_actors",
  "supersedes",
  "superseded_by",
  "corrects",
  "corrected_by",
]);

/**
 * The element a write leaves, where its author saw only a part of it: what the author changed, and everything that was
 * out of its sight as it was. `whole` is the element as it is stored, `shown` the part the author saw, `draft` what the
 * author made of that part.
 * @throws `IdentityMergeConflict` when the author merged a Concept that was already merged, out of its sight.
 */
export function restore(whole: Element, shown: Element, draft: Element): Element {
  if (whole === shown) return draft;
  if (isPurged(draft) && !isPurged(whole)) {
    return { ...stubOf(whole), _system: restoredSystem(whole, shown, draft) };
  }
  if (whole.kind === "concept" && draft.kind === "concept" && draft.merged_into !== null) {
    if (whole.merged_into !== null && !sameJson(whole.merged_into, draft.merged_into)) {
      throw cannotMerge(draft.id);
    }
  }
  const merged = mergeMembers(asObject(whole), asObject(shown), asObject(draft));
  return inOrderOf(draft, {
    ...(merged as unknown as Element),
    governance: whole.governance,
    _system: restoredSystem(whole, shown, draft),
  } as Element);
}

/** The error for a merge that what its author cannot see forbids: it says nothing of why (§30.4). */
export function cannotMerge(id: ElementId) {
  return kipError("IdentityMergeConflict", `${id} cannot be merged`, {
    hint: "Merge another Concept, or ask the memory's owner.",
    details: { id },
  });
}

/**
 * A value with its members in the order of another's, what only it has at the end: in the order the author's own version
 * has them, since another order would tell that something was put back (§30.4).
 */
function inOrderOf<T extends object>(model: object, value: T): T {
  const names = new Set([...Object.keys(model), ...Object.keys(value)]);
  const members = new Map(Object.entries(value));
  return Object.fromEntries(
    [...names].filter((name) => members.has(name)).map((name) => [name, members.get(name)]),
  ) as T;
}

function mergeMembers(whole: JsonObject, shown: JsonObject, draft: JsonObject): JsonObject {
  const merged: Record<string, JsonValue> = {};
  for (const name of new Set([...Object.keys(draft), ...Object.keys(whole)])) {
    const value = mergeMember(name, whole[name], shown[name], draft[name]);
    if (value !== undefined) merged[name] = value;
  }
  return merged;
}

function mergeMember(
  name: string,
  whole: JsonValue | undefined,
  shown: JsonValue | undefined,
  draft: JsonValue | undefined,
): JsonValue | undefined {
  if (sameJson(shown, draft)) return whole;
  if (name === "lifecycle") return mergeMembers(objectOf(whole), objectOf(shown), objectOf(draft));
  if (name === "facets") return mergeFacets(objectOf(whole), objectOf(shown), objectOf(draft));
  if (MAPS.has(name)) return mergeMap(objectOf(whole), objectOf(shown), objectOf(draft));
  if (LISTS.has(name)) return mergeList(listOf(whole), listOf(shown), listOf(draft));
  return draft;
}

/**
 * A Facet is assigned member by member (§58.3), also by an author from whom the present one is hidden: the members it
 * assigned are assigned, and the others stay. To refuse it would tell that there is one (§30.4).
 */
function mergeFacets(whole: JsonObject, shown: JsonObject, draft: JsonObject): JsonObject {
  const unseen = Object.entries(draft).flatMap(([ref, assigned]) =>
    shown[ref] === undefined && whole[ref] !== undefined
      ? [[ref, { ...objectOf(whole[ref]), ...objectOf(assigned) }] as const]
      : [],
  );
  return mergeMap(whole, shown, { ...draft, ...Object.fromEntries(unseen) });
}

function mergeMap(whole: JsonObject, shown: JsonObject, draft: JsonObject): JsonObject {
  const merged: Record<string, JsonValue> = {};
  for (const name of new Set([...Object.keys(draft), ...Object.keys(whole)])) {
    const [before, seen, after] = [whole[name], shown[name], draft[name]];
    let value = sameJson(seen, after) ? before : after;
    if (Array.isArray(before) && !sameJson(seen, after)) {
      value = mergeList(before, listOf(seen), listOf(after));
      if ((value as readonly JsonValue[]).length === 0) value = undefined;
    }
    if (value !== undefined) merged[name] = value;
  }
  return merged;
}

/** The author's list with what it did not see put back, each after the reference it stood behind. */
function mergeList(
  whole: readonly JsonValue[],
  shown: readonly JsonValue[],
  draft: readonly JsonValue[],
): readonly JsonValue[] {
  const has = (list: readonly JsonValue[], item: JsonValue) => list.some((one) => sameJson(one, item));
  const merged = [...draft];
  let after = -1;
  for (const item of whole) {
    if (!has(shown, item) && !has(merged, item)) {
      after += 1;
      merged.splice(after, 0, item);
    } else {
      const at = merged.findIndex((one) => sameJson(one, item));
      if (at !== -1) after = at;
    }
  }
  return merged;
}

function restoredSystem(whole: Element, shown: Element, draft: Element): Element["_system"] {
  const { state, plane_versions, input_references } = draft._system;
  const seenReferences = shown._system.input_references ?? [];
  const newReferences = (input_references ?? []).filter(
    (reference) => !seenReferences.some((seen) => sameJson(seen, reference)),
  );
  const references = [...(whole._system.input_references ?? []), ...newReferences];
  return inOrderOf(draft._system, {
    ...whole._system,
    ...draft._system,
    state: state === shown._system.state ? whole._system.state : state,
    plane_versions: restoredPlanes(
      whole._system.plane_versions,
      shown._system.plane_versions,
      plane_versions,
    ),
    ...(references.length > 0 ? { input_references: references } : {}),
  });
}

/** The counters as they go on from the stored ones: an author who saw none moves them all the same. */
function restoredPlanes(whole: PlaneVersions, shown: PlaneVersions, draft: PlaneVersions): PlaneVersions {
  const advance = (before = 0, seen = 0, after = 0) => before + after - seen;
  const planes = (["attributes", "structural", "retention"] as const).flatMap((plane) => {
    const counter = advance(whole[plane], shown[plane], draft[plane]);
    return counter === 0 ? [] : [[plane, counter] as const];
  });
  const names = new Set([...Object.keys(draft.facets ?? {}), ...Object.keys(whole.facets ?? {})]);
  const facets = [...names].map(
    (name) => [name, advance(whole.facets?.[name], shown.facets?.[name], draft.facets?.[name])] as const,
  );
  return inOrderOf(draft, {
    ...Object.fromEntries(planes),
    ...(facets.length > 0 ? { facets: Object.fromEntries(facets) } : {}),
  });
}

function asObject(element: Element): JsonObject {
  const { _system: _engine, governance: _protected, ...rest } = element;
  return rest as unknown as JsonObject;
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}
