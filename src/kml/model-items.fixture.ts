import type { Element, ElementKind, JsonObject, JsonValue } from "../model/index.js";
import { nameOf } from "./model-schema.fixture.js";
import type { ModelId } from "./model-statements.fixture.js";

/** A reference as the model keeps it; only a citation of Evidence has a role. */
export interface Held {
  readonly id: ModelId;
  readonly role?: string;
}

/** What an element is, in parts that each belong to one version plane or to none (§6.3). */
export interface Content {
  /** The Core fields; those that can change belong to the attributes plane. */
  readonly fields: JsonObject;
  readonly attributes: JsonObject;
  readonly facets: Readonly<Record<string, JsonObject>>;
  readonly edges: Readonly<Record<string, readonly Held[]>>;
  readonly retention: JsonObject;
  /** What moves and merges write: it belongs to no plane. */
  readonly lifecycle: JsonObject;
  readonly state: string;
}

export interface Planes {
  readonly attributes: number;
  readonly structural: number;
  readonly retention: number;
  readonly facets: Readonly<Record<string, number>>;
}

/** An element of the model, and what an engine's element comes to when it is taken apart the same way. */
export interface Item {
  readonly id: ModelId;
  readonly kind: ElementKind;
  /** The Concept Type or Predicate by its local name; null for records. */
  readonly type: string | null;
  readonly content: Content;
  readonly version: number;
  readonly planes: Planes;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly createdTx: string;
  readonly updatedTx: string;
  readonly seq: number;
  /** The versions a finished Activity had its inputs and outputs at (§16.6). */
  readonly captured: JsonObject | null;
}

export const STANDARD_RETENTION: JsonObject = {
  retention_class: "standard",
  expires_at: null,
  legal_hold: false,
};

/** The state of a stub (§60.3). */
export const PURGED = "purged";

/** Whether an element is logically or physically deleted: it takes no writes and no new references (§60). */
export const isGone = (state: string): boolean => state === "tombstoned" || state === PURGED;

/** Whether ordinary recall passes an element by (§60.1). */
export const isOutOfRecall = (state: string): boolean => state === "archived" || isGone(state);

/** Everything an element refers to, with the place of the reference. */
export function referencesOf({ fields, edges, lifecycle }: Content): readonly (readonly [string, ModelId])[] {
  const held = (place: string, value: unknown): readonly (readonly [string, ModelId])[] => {
    if (Array.isArray(value)) return value.flatMap((item) => held(place, item));
    const id = typeof value === "object" && value !== null ? Reflect.get(value, "id") : undefined;
    return typeof id === "string" ? [[place, id]] : [];
  };
  return [...Object.entries(fields), ...Object.entries(edges), ...Object.entries(lifecycle)].flatMap(
    ([place, value]) => held(place, value),
  );
}

/** What a purge leaves: what it was for others, and nothing of what it said (§60.3). */
export function stubOf({ lifecycle }: Content): Content {
  return newContent({ lifecycle, state: PURGED });
}

/** What a new element holds where nothing else is said. */
export function newContent(given: Partial<Content>): Content {
  return {
    fields: {},
    attributes: {},
    facets: {},
    edges: {},
    retention: STANDARD_RETENTION,
    lifecycle: {},
    state: "active",
    ...given,
  };
}

/** Takes an element of the engine apart. Throws for a member nobody expects, so that none goes unjudged. */
export function itemOf(element: Element): Item {
  const { id, kind, space_id: _space, governance, retention, facets, _system, ...own } = element;
  const {
    version,
    plane_versions,
    created_at,
    updated_at,
    created_tx,
    updated_tx,
    state,
    space_seq,
    ...system
  } = _system;
  const { origin, input_versions, output_versions, output_plane_versions, input_references, ...unknown } =
    system;
  requireKnown(unknown, "_system");
  const { authority_class, purged, content_digest, ...unheard } = governance;
  requireKnown(unheard, "governance");
  if (authority_class !== "descriptive") throw new Error(`${id} is ${authority_class}`);
  if (purged !== (state === PURGED || undefined)) throw new Error(`${id} is ${state} and governed otherwise`);
  if (origin.principal_id !== "owner") throw new Error(`${id} comes from ${origin.principal_id}`);
  const { type, ...parts } = partsOf(own as unknown as Loose, kind);
  return {
    id,
    kind,
    type,
    content: { ...parts, retention: { ...retention }, facets: byName(facets), state },
    version,
    planes: {
      attributes: plane_versions.attributes ?? 0,
      structural: plane_versions.structural ?? 0,
      retention: plane_versions.retention ?? 0,
      facets: plane_versions.facets ?? {},
    },
    createdAt: created_at,
    updatedAt: updated_at,
    createdTx: created_tx,
    updatedTx: updated_tx,
    seq: space_seq,
    captured:
      input_versions === undefined
        ? null
        : ({ input_versions, output_versions, output_plane_versions } as unknown as JsonObject),
  };
}

type Loose = Readonly<Record<string, JsonValue | undefined>>;
type Parts = Pick<Content, "fields" | "attributes" | "edges" | "lifecycle"> & Pick<Item, "type">;

function partsOf(own: Loose, kind: ElementKind): Parts {
  switch (kind) {
    case "concept": {
      const { schema_ref, attributes, structural, merged_into, ...fields } = own;
      return {
        type: nameOf(String(schema_ref)),
        fields: present(fields),
        attributes: attributes as JsonObject,
        edges: edgesOf({}, structural),
        lifecycle: { merged_into: merged_into ?? null },
      };
    }
    case "proposition": {
      const { predicate_ref, ...fields } = own;
      return {
        type: nameOf(String(predicate_ref)),
        fields: present(fields),
        attributes: {},
        edges: {},
        lifecycle: {},
      };
    }
    case "assertion": {
      const { evidence, structural, lifecycle, ...fields } = own;
      return recordParts(fields, edgesOf({ evidence }, structural), lifecycle as JsonObject);
    }
    case "evidence": {
      const { source, generated_by, structural, lifecycle, ...fields } = own;
      const generated = generated_by === null ? [] : [generated_by as JsonValue];
      return recordParts(
        fields,
        edgesOf({ source, generated_by: generated }, structural),
        lifecycle as JsonObject,
      );
    }
    case "activity": {
      const { inputs, outputs, associated_actors, structural, status, ...fields } = own;
      const edges = edgesOf({ inputs, outputs, associated_actors }, structural);
      return recordParts(fields, edges, { status: status ?? null });
    }
  }
}

function recordParts(fields: Loose, edges: Content["edges"], lifecycle: JsonObject): Parts {
  return { type: null, fields: present(fields), attributes: {}, edges, lifecycle };
}

function present(fields: Loose): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as JsonObject;
}

function edgesOf(core: Loose, structural: JsonValue | undefined): Content["edges"] {
  const all = Object.entries({ ...core, ...(structural as JsonObject | undefined) });
  return Object.fromEntries(
    all
      .filter(([, targets]) => Array.isArray(targets) && targets.length > 0)
      .map(([ref, targets]) => [nameOf(ref), targets as unknown as readonly Held[]]),
  );
}

function byName(facets: Readonly<Record<string, JsonObject>>): Content["facets"] {
  return Object.fromEntries(Object.entries(facets).map(([ref, value]) => [nameOf(ref), value]));
}

function requireKnown(unknown: object, where: string): void {
  const names = Object.keys(unknown);
  if (names.length > 0) throw new Error(`the model does not know ${names.join(", ")} of ${where}`);
}

/**
 * An item as it is compared: with the lists of its lifecycle sorted, since which predecessors an element has is a set
 * (§14.2, §57.2). Of a stub only that it is one, and its version: what it keeps is a choice (§60.3), and what its planes
 * count, wherever they are told, says nothing any more.
 */
export function comparable(item: Item, isStub: (id: ModelId) => boolean): unknown {
  if (item.content.state === PURGED) {
    const { content: _content, planes: _planes, captured: _captured, ...stub } = item;
    return stub;
  }
  const sorted = (value: JsonValue): JsonValue =>
    Array.isArray(value)
      ? [...value].sort((left, right) => (textOfJson(left) < textOfJson(right) ? -1 : 1))
      : value;
  const lifecycle = Object.entries(item.content.lifecycle).map(
    ([name, value]) => [name, sorted(value)] as const,
  );
  const planes = Object.entries((item.captured?.output_plane_versions ?? {}) as JsonObject);
  const captured = item.captured && {
    ...item.captured,
    output_plane_versions: Object.fromEntries(planes.filter(([id]) => !isStub(id))),
  };
  return { ...item, captured, content: { ...item.content, lifecycle: Object.fromEntries(lifecycle) } };
}

/** Text that is equal for equal JSON, whatever the order of members. */
export function textOfJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([left], [right]) => (left < right ? -1 : 1)))
      : part,
  );
}

export const same = (left: unknown, right: unknown): boolean => textOfJson(left) === textOfJson(right);
