import fc from "fast-check";
import type { ElementKind } from "../model/index.js";
import { merge, move, purge, purgePayload, retain, update, upsert } from "./model-changes.fixture.js";
import type { Item } from "./model-items.fixture.js";
import type { Sketch } from "./model-scene.fixture.js";
import {
  assert,
  createActivity,
  createAssertion,
  createConcept,
  createEvidence,
  ensure,
} from "./model-sketches.fixture.js";
import type { ModelId, Ref, Statement } from "./model-statements.fixture.js";

/** What a statement will make, so that others may refer to its handle before it is placed. */
export interface Placed {
  readonly makes: ElementKind | null;
  readonly sketch: Sketch;
  /** What a report of a failure shows: the text of the commands says the rest. */
  readonly [fc.toStringMethod]: () => string;
}

const statement: fc.Arbitrary<Placed> = fc.oneof(
  ...(
    [
      [5, "concept", createConcept],
      [3, "evidence", createEvidence],
      [3, "activity", createActivity],
      [2, "assertion", createAssertion],
      [4, "assertion", assert],
      [3, "proposition", ensure],
      [3, "concept", upsert],
      [6, null, update],
      [6, null, move],
      [2, null, retain],
      [2, null, merge],
      [1, null, purgePayload],
      [1, null, purge],
    ] as const
  ).map(([weight, makes, arbitrary]) => ({
    weight,
    arbitrary: arbitrary.map(
      (sketch): Placed => ({ makes, sketch, [fc.toStringMethod]: () => makes ?? "change" }),
    ),
  })),
);

const id = (handle: string): Ref => ({ by: "handle", handle });

/** What a Space begins with, so that there is something of every kind to refer to. */
export const FOUNDATION: readonly Statement[] = [
  { do: "create concept", handle: "a", type: "Thing", fields: { name: "a", key: "k1" }, edges: [] },
  { do: "create concept", handle: "b", type: "Thing", fields: { name: "b" }, edges: [] },
  {
    do: "create concept",
    handle: "c",
    type: "Box",
    fields: { key: "k1" },
    attributes: { count: 1 },
    edges: [],
  },
  {
    do: "create concept",
    handle: "d",
    type: "Box",
    fields: {},
    edges: [{ field: "items", target: id("a") }],
  },
  { do: "create evidence", handle: "e", fields: { evidence_class: "message", payload: "x" }, edges: [] },
  { do: "create evidence", handle: "f", fields: { evidence_class: "message", payload: "y" }, edges: [] },
  { do: "create activity", handle: "g", fields: { activity_class: "inference" }, edges: [] },
  {
    do: "assert",
    handle: "h",
    tuple: { subject: id("a"), predicate: "color", object: { literal: "a" } },
    by: id("a"),
    mode: "stated",
  },
  {
    do: "assert",
    handle: "i",
    tuple: { subject: id("a"), predicate: "color", object: { literal: "b" } },
    by: id("a"),
    mode: "stated",
    evidence: [id("e")],
  },
];

/** A transaction: commands one after the other, each a statement or a MUTATE of several. */
export const transaction: fc.Arbitrary<readonly (readonly Placed[])[]> = fc.array(
  fc.oneof(
    { weight: 2, arbitrary: fc.array(statement, { minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: fc.array(statement, { minLength: 2, maxLength: 5 }) },
  ),
  { minLength: 1, maxLength: 3 },
);

/** Places the statements of one command in what there is. */
export function placed(sketches: readonly Placed[], items: ReadonlyMap<ModelId, Item>): readonly Statement[] {
  const handles = new Map(
    sketches.flatMap(({ makes }, at) => (makes === null ? [] : [[`h${at}`, makes] as const])),
  );
  return sketches.map(({ sketch }, at) => sketch(`h${at}`, { items, handles }));
}
