import fc from "fast-check";
import type { ElementKind } from "../model/index.js";
import {
  merge,
  move,
  purge,
  purgePayload,
  retain,
  tombstone,
  update,
  upsert,
} from "./model-changes.fixture.js";
import { type Item, isGone } from "./model-items.fixture.js";
import { EVERY_KIND, type Sketch } from "./model-scene.fixture.js";
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

type Choice = readonly [number, ElementKind | null, fc.Arbitrary<Sketch>];

const CHOICES: readonly Choice[] = [
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
];

const placedAs = (makes: ElementKind | null, arbitrary: fc.Arbitrary<Sketch>): fc.Arbitrary<Placed> =>
  arbitrary.map((sketch) => ({ makes, sketch, [fc.toStringMethod]: () => makes ?? "change" }));

const oneOf = (choices: readonly Choice[]): fc.Arbitrary<Placed> =>
  fc.oneof(...choices.map(([weight, makes, of]) => ({ weight, arbitrary: placedAs(makes, of) })));

const statement = oneOf(CHOICES);

/** A command as it is drawn: its statements, and how few elements they are all about. */
export interface Drawn {
  readonly statements: readonly Placed[];
  /** Where the few elements are looked for; null for a command that is about whatever there is. */
  readonly focus: number | null;
}

const drawn = (statements: fc.Arbitrary<readonly Placed[]>, focus: fc.Arbitrary<number | null>) =>
  fc.record({ statements, focus });

/** What takes an element away, in one block with others that are about the same few elements. */
const beside = (taking: fc.Arbitrary<Placed>): fc.Arbitrary<readonly Placed[]> =>
  fc
    .tuple(taking, fc.array(statement, { minLength: 1, maxLength: 3 }), fc.nat(3))
    .map(([taken, others, at]) => [...others.slice(0, at), taken, ...others.slice(at)]);

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
export const transaction: fc.Arbitrary<readonly Drawn[]> = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: drawn(fc.array(statement, { minLength: 1, maxLength: 1 }), fc.constant(null)),
    },
    {
      weight: 2,
      arbitrary: drawn(fc.array(statement, { minLength: 2, maxLength: 5 }), fc.constant(null)),
    },
    { weight: 2, arbitrary: drawn(beside(placedAs(null, merge)), fc.nat(99)) },
    { weight: 1, arbitrary: drawn(beside(placedAs(null, tombstone)), fc.nat(99)) },
  ),
  { minLength: 1, maxLength: 3 },
);

/** Places the statements of one command in what there is. */
export function placed(
  { statements, focus }: Drawn,
  items: ReadonlyMap<ModelId, Item>,
): readonly Statement[] {
  const handles = new Map(
    statements.flatMap(({ makes }, at) => (makes === null ? [] : [[`h${at}`, makes] as const])),
  );
  const scene = { items: focus === null ? items : few(items, focus), handles };
  return statements.map(({ sketch }, at) => sketch(`h${at}`, scene));
}

/** A few elements of every kind, the Concepts of one type, so that what is drawn from them meets. */
function few(items: ReadonlyMap<ModelId, Item>, focus: number): ReadonlyMap<ModelId, Item> {
  const all = [...items.values()].filter(({ content }) => !isGone(content.state));
  const concepts = all.filter(({ kind }) => kind === "concept");
  const type = concepts[focus % Math.max(1, concepts.length)]?.type;
  const chosen = EVERY_KIND.flatMap((kind) => {
    const ofKind =
      kind === "concept"
        ? concepts.filter((each) => each.type === type)
        : all.filter((each) => each.kind === kind);
    const start = focus % Math.max(1, ofKind.length);
    return [...ofKind.slice(start), ...ofKind.slice(0, start)].slice(0, 2);
  });
  return new Map(chosen.map((item) => [item.id, item]));
}
