import fc from "fast-check";
import type { ElementKind, JsonObject, JsonValue } from "../model/index.js";
import { type Item, isGone, PURGED } from "./model-items.fixture.js";
import { CORE_EDGES, PACKAGE_EDGES } from "./model-schema.fixture.js";
import type { Assigned, Edge, Guard, ModelId, Ref, Statement } from "./model-statements.fixture.js";

/** A choice among whatever there is when the command is made: numbers shrink, and never name what is gone. */
export interface Pick {
  readonly n: number;
  readonly how: "stored" | "handle" | "key" | "other kind" | "nothing";
}

/** What a command may refer to. */
export interface Scene {
  readonly items: ReadonlyMap<ModelId, Item>;
  /** The handles of the command by the kind of what they stand for. */
  readonly handles: ReadonlyMap<string, ElementKind>;
}

/** A statement that is still to be placed in a scene. */
export type Sketch = (handle: string, scene: Scene) => Statement;

export const pick: fc.Arbitrary<Pick> = fc.record({
  n: fc.nat(999),
  how: weighted<Pick["how"]>([20, "stored"], [10, "handle"], [3, "key"], [1, "other kind"], [1, "nothing"]),
});

export function weighted<T>(...choices: readonly (readonly [number, T])[]): fc.Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })));
}

/** Something, or, all but one time in so many, nothing. */
export const maybe = <T>(arbitrary: fc.Arbitrary<T>, oneIn = 2): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

export function idsOf({ items }: Scene, kinds: readonly ElementKind[], n: number): readonly ModelId[] {
  const all = [...items.values()].filter(({ kind }) => kinds.includes(kind));
  // What was tombstoned is met now and then, and does not come to fill every choice.
  const standing = all.filter(({ content }) => !isGone(content.state));
  return (n % 25 === 0 || standing.length === 0 ? all : standing).map(({ id }) => id);
}

export function refIn(scene: Scene, { n, how }: Pick, kinds: readonly ElementKind[]): Ref {
  const at = <T>(list: readonly T[]): T | undefined => list[n % Math.max(1, list.length)];
  if (how === "nothing") return { by: "nothing" };
  const wanted = how === "other kind" ? EVERY_KIND : kinds;
  const handles = [...scene.handles].filter(([, kind]) => wanted.includes(kind)).map(([handle]) => handle);
  const handle = at(handles);
  const id = at(idsOf(scene, wanted, n));
  if (how === "key" && kinds.includes("concept")) {
    const keyed = at(
      [...scene.items.values()].filter(({ content }) => typeof content.fields.key === "string"),
    );
    if (keyed)
      return { by: "key", type: n % 5 === 0 ? null : keyed.type, key: String(keyed.content.fields.key) };
  }
  if (handle !== undefined && (how === "handle" || id === undefined)) return { by: "handle", handle };
  return id === undefined ? { by: "nothing" } : { by: "id", id };
}

/** A reference where a selector by key cannot stand. */
export function refWithoutKey(scene: Scene, { n, how }: Pick, kinds: readonly ElementKind[]): Ref {
  return refIn(scene, { n, how: how === "key" ? "stored" : how }, kinds);
}

export const EVERY_KIND: readonly ElementKind[] = [
  "concept",
  "proposition",
  "assertion",
  "evidence",
  "activity",
];

// Values ---------------------------------------------------------------------------------------------------------------

export const text = fc.constantFrom("a", "b", "\u00e9", "e\u0301");
export const key = fc.constantFrom("k1", "k2", "k3", "\u00e9", "e\u0301");
export const number = fc.constantFrom(0, 1, 2.5, -0, -3, 7, 42, 9007199254740991, 1e-200);
export const instant = weighted(
  [20, "2026-01-01T00:00:00.000Z"],
  [20, "2026-05-05T05:05:05.005Z"],
  [1, "2026-02-30T00:00:00.000Z"],
  [1, "2026-01-01T00:00:00Z"],
);
export const mostly = <T>(good: fc.Arbitrary<T>, bad: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonValue> =>
  fc.oneof(
    { weight: 40, arbitrary: good as unknown as fc.Arbitrary<JsonValue> },
    { weight: 1, arbitrary: bad },
  );

export const clientKey = maybe(fc.constantFrom("ck1", "ck2"), 5);
export const type = weighted([5, "Thing"], [5, "Box"], [2, "Ticket"], [2, "Chest"], [0, "Nothing"]);

export const boxed: fc.Arbitrary<JsonObject> = fc.record(
  {
    count: mostly(number, text),
    size: mostly(fc.integer({ min: 0, max: 10 }), fc.constantFrom(11, 2.5, "x")),
    label: mostly(text, number),
    serial: text,
  },
  { requiredKeys: [] },
);
export const open: fc.Arbitrary<JsonObject> = fc.record(
  { count: number, label: text, extra: fc.constantFrom<JsonValue>(null, [1], { a: 1 }, true) },
  { requiredKeys: [] },
);
export const attributesOf = (name: string): fc.Arbitrary<JsonObject> => {
  if (name === "Box") return boxed;
  if (name === "Ticket") return fc.record({ title: text, count: number }, { requiredKeys: ["title"] });
  return open;
};

export const mark = fc.record(
  {
    level: mostly(fc.constantFrom(0, 1, 50.5, 100), fc.constantFrom<JsonValue>(101, "x")),
    note: text,
    once: text,
  },
  { requiredKeys: ["level"] },
);
export const facetWrite = maybe(
  fc.oneof(
    { weight: 5, arbitrary: mark.map((set) => ({ facet: "Mark", set: plain(set) })) },
    { weight: 1, arbitrary: fc.constantFrom(1, 2).map((rank) => ({ facet: "Badge", set: plain({ rank }) })) },
  ),
  3,
);

export function plain(object: object): Readonly<Record<string, Assigned>> {
  const members = Object.entries(object).filter(([, value]) => value !== undefined);
  return Object.fromEntries(members.map(([name, value]) => [name, { value: value as JsonValue }]));
}

export const edge = (fields: readonly string[], most = 2, least = 0) =>
  fc.array(
    fc.record({
      field: fc.constantFrom(...fields),
      target: pick,
      index: maybe(weighted([6, 0], [3, 1], [1, 2]), 3),
      role: maybe(fc.nat(2)),
    }),
    { minLength: least, maxLength: most },
  );
export type EdgeSketch = {
  readonly field: string;
  readonly target: Pick;
  readonly index: number | undefined;
  readonly role: number | undefined;
};

export function edgesIn(scene: Scene, sketches: readonly EdgeSketch[]): readonly Edge[] {
  return sketches.map(({ field, target, index, role }) => {
    const rule = PACKAGE_EDGES[field] ?? CORE_EDGES[field];
    return {
      field,
      target: refIn(scene, target, rule?.targets ?? EVERY_KIND),
      // Now and then a position in a field that keeps none.
      ...(index !== undefined &&
      (rule?.ordered || (target.n % 20 === 0 && Object.hasOwn(PACKAGE_EDGES, field)))
        ? { index }
        : {}),
      ...(field === "evidence" && role !== undefined
        ? { role: ["support", "challenge", "context"][role] ?? "" }
        : {}),
    };
  });
}

export const guard = fc.array(
  fc.record({
    off: weighted([20, 0], [1, 1], [1, -1]),
    plane: weighted<Guard["plane"]>(
      [4, null],
      [1, "attributes"],
      [1, "structural"],
      [1, "retention"],
      [1, { facet: "Mark" }],
    ),
  }),
  { maxLength: 1 },
);
export type GuardSketch = { readonly off: number; readonly plane: Guard["plane"] };

/** Guards that mostly hold for the element they are about. */
export function guardsIn(
  scene: Scene,
  sketches: readonly GuardSketch[],
  id: ModelId | undefined,
): readonly Guard[] {
  const item = id === undefined ? undefined : scene.items.get(id);
  const isStub = item?.content.state === PURGED;
  return sketches.map(({ off, plane: drawn }) => {
    const plane = isStub ? null : drawn;
    const present =
      plane === null
        ? item?.version
        : typeof plane === "string"
          ? item?.planes[plane]
          : item?.planes.facets[plane.facet];
    return { plane, version: Math.max(0, (present ?? 0) + off) };
  });
}
