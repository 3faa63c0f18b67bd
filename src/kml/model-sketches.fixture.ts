import fc from "fast-check";
import type { JsonObject, JsonValue } from "../model/index.js";
import { isGone } from "./model-items.fixture.js";
import {
  attributesOf,
  clientKey,
  type EdgeSketch,
  EVERY_KIND,
  edge,
  edgesIn,
  facetWrite,
  instant,
  key,
  maybe,
  mostly,
  number,
  type Pick,
  pick,
  refIn,
  refWithoutKey,
  type Scene,
  type Sketch,
  text,
  type,
  weighted,
} from "./model-scene.fixture.js";
import type { ModelId, Ref, Statement, Tuple } from "./model-statements.fixture.js";

const conceptFields = fc.record(
  {
    name: mostly(text, number),
    key: mostly(key, fc.constant("")),
    canonical_id: fc.constantFrom<JsonValue>("urn:1", "urn:2", null),
    aliases: mostly(fc.array(text, { maxLength: 2 }), fc.constantFrom<JsonValue>("a", [""])),
  },
  { requiredKeys: [] },
);

/** The references a Concept of a type may hold, and now and then some it may not. */
function edgesOf(name: string): fc.Arbitrary<readonly EdgeSketch[]> {
  if (name === "Box") return edge(["items", "items", "owner"]);
  if (name === "Chest") return edge(["lid"], 3, 1);
  return fc.oneof(
    { weight: 12, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: edge(["owner", "lid"], 1) },
  );
}

export const createConcept: fc.Arbitrary<Sketch> = type.chain((name) =>
  fc
    .record({
      fields: fc.oneof(
        { weight: 3, arbitrary: fc.record({ name: text }, { requiredKeys: [] }) },
        { weight: 2, arbitrary: conceptFields },
      ),
      attributes: attributesOf(name),
      facet: facetWrite,
      edges: edgesOf(name),
      clientKey,
    })
    .map(
      ({ fields, attributes, facet, edges, clientKey: under }): Sketch =>
        (handle, scene) => ({
          do: "create concept",
          handle,
          type: name,
          fields: fields as JsonObject,
          attributes,
          ...(facet ? { facet } : {}),
          edges: edgesIn(scene, edges),
          ...(under === undefined ? {} : { clientKey: under }),
        }),
    ),
);

export const createEvidence: fc.Arbitrary<Sketch> = fc
  .record({
    fields: fc.record(
      {
        evidence_class: mostly(fc.constantFrom("message", "document"), fc.constant("")),
        payload: fc.constantFrom<JsonValue>("x", "\u00e9", { a: 1 }, [1, 2], 5, null),
        media_type: text,
        observed_at: instant,
      },
      { requiredKeys: ["evidence_class", "payload"] },
    ),
    facet: facetWrite,
    edges: edge(["source", "generated_by", "tags"]),
    clientKey,
  })
  .map(
    ({ fields, facet, edges, clientKey: under }): Sketch =>
      (handle, scene) => ({
        do: "create evidence",
        handle,
        fields: fields as JsonObject,
        ...(facet ? { facet } : {}),
        edges: edgesIn(scene, edges),
        ...(under === undefined ? {} : { clientKey: under }),
      }),
  );

export const createActivity: fc.Arbitrary<Sketch> = fc
  .record({
    fields: fc.record(
      {
        activity_class: fc.constantFrom("inference", "extraction"),
        status: weighted([4, "pending"], [2, "running"], [2, "completed"], [1, "failed"], [1, "asleep"]),
      },
      { requiredKeys: ["activity_class"] },
    ),
    facet: facetWrite,
    edges: edge(["inputs", "outputs", "outputs", "associated_actors", "tags"], 3),
    clientKey,
  })
  .map(
    ({ fields, facet, edges, clientKey: under }): Sketch =>
      (handle, scene) => ({
        do: "create activity",
        handle,
        fields: fields as JsonObject,
        ...(facet ? { facet } : {}),
        edges: edgesIn(scene, edges),
        ...(under === undefined ? {} : { clientKey: under }),
      }),
  );

const tuple = fc.record({
  predicate: fc.constantFrom("color", "color", "weight", "since", "near", "about", "about"),
  subject: pick,
  object: pick,
  literal: fc.record({
    text,
    number,
    instant,
    isNull: weighted([5, false], [1, true]),
    isWrong: weighted([20, false], [1, true]),
  }),
});
type TupleSketch = typeof tuple extends fc.Arbitrary<infer T> ? T : never;

function tupleIn(scene: Scene, { predicate, subject, object, literal }: TupleSketch): Tuple {
  const from = refIn(
    scene,
    subject,
    predicate === "about" ? ["concept", "proposition", "evidence"] : ["concept"],
  );
  const element: Tuple["object"] = {
    element: refIn(scene, object, predicate === "near" ? ["concept"] : EVERY_KIND),
  };
  const literals: Readonly<Record<string, JsonValue>> = {
    color: literal.text,
    weight: literal.isNull ? null : literal.number,
    since: literal.isNull ? literal.text : literal.instant,
    about: literal.isNull ? null : literal.text,
  };
  const isElement = predicate === "near" || (predicate === "about" && object.n % 2 === 0);
  if (isElement !== literal.isWrong) return { subject: from, predicate, object: element };
  return { subject: from, predicate, object: { literal: literals[predicate] ?? literal.number } };
}

const claim = fc.record({
  by: pick,
  mode: weighted([5, "stated"], [5, "observed"], [1, "guessed"]),
  stance: maybe(weighted([5, "support"], [5, "reject"], [1, "maybe"])),
  confidence: maybe(weighted([5, 0.5], [5, 1], [1, 1.5])),
  at: maybe(instant),
  valid: maybe(
    fc.constantFrom<JsonObject>(
      { from: "2026-01-01T00:00:00.000Z", until: null },
      { from: { latest: "2026-02-01T00:00:00.000Z" } },
      { from: "2026-03-01T00:00:00.000Z", until: "2026-01-01T00:00:00.000Z" },
      {},
    ),
  ),
  context: maybe(fc.array(pick, { maxLength: 2 }), 3),
  clientKey,
});
type ClaimSketch = typeof claim extends fc.Arbitrary<infer T> ? T : never;

function claimIn(
  scene: Scene,
  { by, mode, stance, confidence, at, valid, context, clientKey: under }: ClaimSketch,
) {
  return {
    by: refIn(scene, by, ["concept"]),
    mode,
    ...(stance === undefined ? {} : { stance }),
    ...(confidence === undefined ? {} : { confidence }),
    ...(at === undefined ? {} : { at }),
    ...(valid === undefined ? {} : { valid }),
    ...(context === undefined ? {} : { context: context.map((each) => refIn(scene, each, ["concept"])) }),
    ...(under === undefined ? {} : { clientKey: under }),
  };
}

/** A claim about what an earlier one was about, by its actor: the only kind that may supersede it. */
function revisionOf(
  scene: Scene,
  target: Pick,
): { old: ModelId; by: Ref; tuple: Tuple; context: readonly Ref[] } | null {
  const ref = refIn(scene, { ...target, how: "stored" }, ["assertion"]);
  const old = ref.by === "id" ? scene.items.get(ref.id) : undefined;
  if (!old || isGone(old.content.state)) return null;
  const about = scene.items.get(String((old.content.fields.proposition as JsonObject).id));
  if (!about || isGone(about.content.state)) return null;
  const at = (value: JsonValue | undefined): Ref => ({ by: "id", id: String((value as JsonObject).id) });
  const object = about.content.fields.object ?? null;
  const isElement = typeof object === "object" && object !== null;
  return {
    old: old.id,
    by: at(old.content.fields.asserted_by),
    tuple: {
      subject: at(about.content.fields.subject),
      predicate: about.type ?? "",
      object: isElement ? { element: at(object) } : { literal: object },
    },
    context: (old.content.fields.context_refs as readonly JsonObject[]).map(at),
  };
}

export const assert: fc.Arbitrary<Sketch> = fc
  .record({
    tuple,
    claim,
    evidence: maybe(fc.array(pick, { maxLength: 2 })),
    superseding: maybe(pick),
    isFitting: fc.boolean(),
  })
  .map(
    (sketch): Sketch =>
      (handle, scene) => {
        const drawn: Statement & { do: "assert" } = {
          do: "assert",
          handle,
          tuple: tupleIn(scene, sketch.tuple),
          ...claimIn(scene, sketch.claim),
          ...(sketch.evidence
            ? { evidence: sketch.evidence.map((each) => refIn(scene, each, ["evidence"])) }
            : {}),
        };
        if (!sketch.superseding) return drawn;
        const revision = sketch.isFitting ? revisionOf(scene, sketch.superseding) : null;
        if (!revision)
          return { ...drawn, superseding: refWithoutKey(scene, sketch.superseding, ["assertion"]) };
        const { old, ...same } = revision;
        return { ...drawn, ...same, superseding: { by: "id", id: old } };
      },
  );

export const createAssertion: fc.Arbitrary<Sketch> = fc
  .record({ proposition: pick, claim, facet: facetWrite, edges: edge(["evidence"]) })
  .map(
    ({ proposition, claim: said, facet, edges }): Sketch =>
      (handle, scene) => ({
        do: "create assertion",
        handle,
        proposition: refIn(scene, proposition, ["proposition"]),
        stance: "support",
        ...claimIn(scene, said),
        ...(facet ? { facet } : {}),
        edges: edgesIn(scene, edges),
      }),
  );

export const ensure: fc.Arbitrary<Sketch> = fc.record({ tuple, isNew: weighted([8, false], [1, true]) }).map(
  ({ tuple: drawn, isNew }): Sketch =>
    (handle, scene) => ({
      do: "ensure",
      handle,
      tuple: tupleIn(scene, drawn),
      guards: isNew ? [{ version: 0, plane: null }] : [],
    }),
);
