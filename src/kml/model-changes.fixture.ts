import fc from "fast-check";
import type { ElementKind, JsonObject } from "../model/index.js";
import type { Item } from "./model-items.fixture.js";
import {
  boxed,
  type EdgeSketch,
  EVERY_KIND,
  edge,
  edgesIn,
  facetWrite,
  guard,
  guardsIn,
  instant,
  key,
  maybe,
  mostly,
  number,
  open,
  pick,
  plain,
  refIn,
  refWithoutKey,
  type Scene,
  type Sketch,
  text,
  type,
  weighted,
} from "./model-scene.fixture.js";
import { PACKAGE_EDGES } from "./model-schema.fixture.js";
import type { Assigned, Edge, Edits, Ref, Target } from "./model-statements.fixture.js";

const expression: fc.Arbitrary<Assigned> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom<"ADD" | "MUL" | "COALESCE">("ADD", "MUL", "COALESCE"),
      fc.constantFrom<readonly string[]>(
        ["attributes", "count"],
        ["attributes", "label"],
        ["facets", "Mark", "level"],
        ["_system", "version"],
      ),
      number,
    )
    .map(([name, path, operand]) => ({ call: name, args: [{ path }, operand] })),
  fc
    .tuple(
      fc.constantFrom<readonly string[]>(["attributes", "count"], ["attributes", "size"]),
      number,
      number,
    )
    .map(([path, low, high]) => ({ call: "CLAMP" as const, args: [{ path }, low, high] })),
);

const edits = fc.record({
  fields: maybe(
    fc.record(
      { name: mostly(text, number), aliases: fc.array(text, { maxLength: 2 }), key: maybe(key, 20) },
      { requiredKeys: ["name"] },
    ),
    3,
  ),
  values: maybe(fc.record({ Box: boxed, Thing: open, Chest: open, Ticket: fc.record({ title: text }) })),
  isForeign: weighted([20, false], [1, true]),
  counting: maybe(fc.record({ name: fc.constantFrom("count", "count", "size"), expression })),
  unset: maybe(fc.constantFrom<readonly string[]>(["count"], ["label", "extra"], ["title"], ["serial"]), 4),
  facet: facetWrite,
  level: maybe(expression, 4),
  unsetFacet: maybe(fc.constantFrom<readonly string[]>(["level"], ["note"], ["level", "note", "once"]), 5),
  add: maybe(edge(["items", "items", "items", "owner", "lid"]), 3),
  remove: maybe(edge(["items", "items", "owner", "lid"]), 4),
});
type EditsSketch = typeof edits extends fc.Arbitrary<infer T> ? T : never;

/** What is known of the target of a statement when it is written. */
interface Known {
  readonly item: Item | undefined;
  readonly kind: ElementKind;
  readonly type: string | undefined;
}

/** The edits of a statement; `canRead` where its target is a variable that an expression may read. */
function editsIn(
  scene: Scene,
  sketch: EditsSketch,
  canRead: boolean,
  { item, kind, type: of }: Known,
): Edits {
  const { fields, values, counting, unset, facet, level, unsetFacet, isForeign } = sketch;
  // Now and then what another type would take, and what no record takes.
  const concept = kind === "concept" || isForeign;
  const name = isForeign ? "Box" : (of ?? "Thing");
  const attributes = {
    ...plain(values?.[name as keyof typeof values] ?? {}),
    ...(counting && canRead && name !== "Thing" ? { [counting.name]: counting.expression } : {}),
  };
  // A name both set and removed in one statement is refused before anything is looked at.
  const removed = unset?.filter((each) => !Object.hasOwn(attributes, each)) ?? [];
  const levelled = level && canRead ? { facet: "Mark", set: { level } } : facet;
  const fits = ({ field }: EdgeSketch) => isForeign || PACKAGE_EDGES[field]?.holders.includes(name) === true;
  const added = edgesIn(scene, sketch.add?.filter(fits) ?? []);
  const taken = removableIn(scene, item, sketch.remove ?? []);
  return {
    ...(fields && concept ? { fields: plain(fields) } : {}),
    ...(concept && Object.keys(attributes).length > 0 ? { attributes } : {}),
    ...(concept && removed.length > 0 ? { unset: removed } : {}),
    ...(levelled ? { facet: levelled } : {}),
    ...(unsetFacet && !levelled ? { unsetFacet: { facet: "Mark", names: unsetFacet } } : {}),
    ...(concept && added.length > 0 ? { add: added } : {}),
    ...(concept && taken.length > 0 ? { remove: taken } : {}),
  };
}

/** Removals of references that are mostly there. */
function removableIn(
  scene: Scene,
  target: Item | undefined,
  sketches: readonly EdgeSketch[],
): readonly Edge[] {
  return sketches.map(({ field, target: chosen }) => {
    const held = target?.content.edges[field] ?? [];
    const there = held[chosen.n % Math.max(1, held.length)];
    return { field, target: there ? { by: "id", id: there.id } : refIn(scene, chosen, ["concept"]) };
  });
}

export const upsert: fc.Arbitrary<Sketch> = fc
  .record({
    type: weighted<string | undefined>([5, "Thing"], [5, "Box"], [1, "Ticket"], [1, undefined]),
    key,
    byId: maybe(pick, 3),
    edits,
    guards: guard,
  })
  .map(
    ({ type: name, key: under, byId, edits: drawn, guards }): Sketch =>
      (handle, scene) => {
        const ref = byId && refWithoutKey(scene, byId, ["concept"]);
        const id = ref?.by === "id" || ref?.by === "nothing" ? ref : undefined;
        const found = [...scene.items.values()].find(
          ({ type: of, content }) => of === name && content.fields.key === under.normalize("NFC"),
        );
        const item = id?.by === "id" ? scene.items.get(id.id) : found;
        return {
          do: "upsert",
          handle,
          match: { ...(name === undefined || id ? {} : { type: name }), ...(id ? { id } : { key: under }) },
          guards: guardsIn(scene, guards, item?.id),
          ...editsIn(scene, drawn, true, { item, kind: "concept", type: item?.type ?? name }),
        };
      },
  );

type Selectable = Exclude<ElementKind, "proposition">;
const target = fc.record({
  one: pick,
  at: weighted<Target["at"]>([4, "one"], [3, "found"], [1, "all"]),
  type: maybe(type),
  limit: maybe(fc.nat(2), 2),
});
type TargetSketch = typeof target extends fc.Arbitrary<infer T> ? T : never;

function targetIn(scene: Scene, { one, at, type: name, limit }: TargetSketch, kinds: readonly ElementKind[]) {
  const ref = refWithoutKey(scene, one, kinds);
  const selectable = kinds.filter((each): each is Selectable => each !== "proposition");
  const kind = selectable[one.n % Math.max(1, selectable.length)] ?? "concept";
  const item = ref.by === "id" ? scene.items.get(ref.id) : undefined;
  const limited = limit === undefined ? {} : { limit };
  if (at === "all") {
    const typed = kind === "concept" && name !== undefined ? { type: name } : {};
    const known: Known = { item: undefined, kind, type: typed.type };
    const target: Target = { at, kind, ...typed };
    return { known, chosen: { target, ...limited } };
  }
  const handled = ref.by === "handle" ? scene.handles.get(ref.handle) : undefined;
  const known: Known = { item, kind: item?.kind ?? handled ?? "concept", type: item?.type ?? undefined };
  const isFound = at === "found" && item !== undefined && item.kind !== "proposition";
  const target: Target = isFound ? { at, kind: item.kind as Selectable, id: item.id } : { at: "one", ref };
  return { known, chosen: { target } };
}

export const update: fc.Arbitrary<Sketch> = fc
  .record({
    target,
    edits,
    guards: guard,
    kinds: weighted<readonly ElementKind[]>([8, ["concept"]], [2, EVERY_KIND]),
  })
  .map(
    (sketch): Sketch =>
      (_, scene) => {
        const { known, chosen } = targetIn(scene, sketch.target, sketch.kinds);
        const made = editsIn(scene, sketch.edits, chosen.target.at !== "one", known);
        const filled =
          Object.keys(made).length > 0 ? made : { facet: { facet: "Mark", set: plain({ level: 3 }) } };
        return { do: "update", ...chosen, ...filled, guards: guardsIn(scene, sketch.guards, known.item?.id) };
      },
  );

const MOVES: Readonly<Record<string, readonly ElementKind[]>> = {
  retracted: ["assertion"],
  superseded: ["assertion"],
  corrected: ["evidence"],
  running: ["activity"],
  completed: ["activity"],
  failed: ["activity"],
  cancelled: ["activity"],
  archived: EVERY_KIND,
  tombstoned: EVERY_KIND,
};

export const move: fc.Arbitrary<Sketch> = fc
  .record({
    target,
    to: weighted(
      [3, "retracted"],
      [3, "superseded"],
      [4, "corrected"],
      [2, "running"],
      [5, "completed"],
      [1, "failed"],
      [1, "cancelled"],
      [4, "archived"],
      [1, "tombstoned"],
    ),
    successor: pick,
    fields: maybe(
      fc.record(
        { started_at: instant, ended_at: fc.constantFrom("2026-06-01T00:00:00.000Z", null) },
        { requiredKeys: [] },
      ),
    ),
    add: edge(["inputs", "outputs", "tags"]),
    guards: guard,
    isMisplaced: weighted([20, false], [1, true]),
  })
  .map(
    (sketch): Sketch =>
      (_, scene) => {
        const { to } = sketch;
        const kinds = sketch.isMisplaced ? EVERY_KIND : (MOVES[to] ?? EVERY_KIND);
        const { known, chosen } = targetIn(scene, sketch.target, kinds);
        const takesSuccessor = to === "superseded" || to === "corrected";
        const isActivityMove = MOVES[to]?.[0] === "activity" && MOVES[to].length === 1;
        const added = edgesIn(scene, sketch.add);
        return {
          do: "move",
          ...chosen,
          to,
          ...(takesSuccessor ? { successor: refWithoutKey(scene, sketch.successor, MOVES[to] ?? []) } : {}),
          ...(isActivityMove && sketch.fields && Object.keys(sketch.fields).length > 0
            ? { fields: sketch.fields as JsonObject }
            : {}),
          ...(isActivityMove && added.length > 0 ? { add: added } : {}),
          guards: guardsIn(scene, sketch.guards, known.item?.id),
        };
      },
  );

export const tombstone: fc.Arbitrary<Sketch> = pick.map(
  (one): Sketch =>
    (_, scene) => ({
      do: "move",
      target: { at: "one", ref: refWithoutKey(scene, one, one.n % 2 === 0 ? ["concept"] : EVERY_KIND) },
      to: "tombstoned",
      guards: [],
    }),
);

export const retain: fc.Arbitrary<Sketch> = fc
  .record({
    target,
    members: fc.record(
      {
        retention_class: mostly(fc.constantFrom("short", "standard"), fc.constant("")),
        expires_at: fc.oneof(instant, fc.constant(null)),
        legal_hold: mostly(fc.boolean(), fc.constant("yes")),
      },
      { requiredKeys: ["retention_class"] },
    ),
    guards: guard,
  })
  .map(
    (sketch): Sketch =>
      (_, scene) => {
        const { known, chosen } = targetIn(scene, sketch.target, EVERY_KIND);
        return {
          do: "retain",
          ...chosen,
          members: sketch.members as JsonObject,
          guards: guardsIn(scene, sketch.guards, known.item?.id),
        };
      },
  );

export const merge: fc.Arbitrary<Sketch> = fc
  .record({ source: pick, into: pick, guards: guard, isMixed: weighted([8, false], [1, true]) })
  .map(
    ({ source, into, guards, isMixed }): Sketch =>
      (_, scene) => {
        const from = refWithoutKey(scene, source, ["concept"]);
        const item = from.by === "id" ? scene.items.get(from.id) : undefined;
        // Mostly two of one type: nothing else can be merged.
        const alike = [...scene.items.values()].filter(
          ({ type: of, id }) => of === item?.type && id !== item?.id,
        );
        const other = alike[into.n % Math.max(1, alike.length)];
        const target: Ref =
          other && !isMixed ? { by: "id", id: other.id } : refWithoutKey(scene, into, ["concept"]);
        return { do: "merge", source: from, into: target, guards: guardsIn(scene, guards, item?.id) };
      },
  );

export const purgePayload: fc.Arbitrary<Sketch> = fc
  .record({
    target,
    guards: guard,
    kinds: weighted<readonly ElementKind[]>([9, ["evidence"]], [1, EVERY_KIND]),
  })
  .map(
    (sketch): Sketch =>
      (_, scene) => {
        const { known, chosen } = targetIn(scene, sketch.target, sketch.kinds);
        return { do: "purge payload", ...chosen, guards: guardsIn(scene, sketch.guards, known.item?.id) };
      },
  );

export const purge: fc.Arbitrary<Sketch> = fc
  .record({
    target,
    guards: guard,
    policy: weighted<string | undefined>(
      [4, undefined],
      [4, "tombstone_reference"],
      [2, "authorized_cascade"],
      [1, "deny_if_referenced"],
      [1, "forget_everything"],
    ),
  })
  .map(
    ({ target: drawn, guards, policy }): Sketch =>
      (_, scene) => {
        const { known, chosen } = targetIn(scene, drawn, EVERY_KIND);
        return {
          do: "purge",
          ...chosen,
          ...(policy === undefined ? {} : { policy }),
          guards: guardsIn(scene, guards, known.item?.id),
        };
      },
  );
