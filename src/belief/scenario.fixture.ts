import fc from "fast-check";
import {
  type Activity,
  type AssertionMode,
  type Concept,
  type ElementId,
  isElementRef,
  type Proposition,
  type Stance,
  type ValidTimeEndpoint,
} from "../model/index.js";
import { type ClaimOptions, day, environmentOf, Memory, requestFor } from "./memory.fixture.js";
import { NO_CONTROLS } from "./request.js";
import type { SlotRules } from "./slot-rules.js";

/** Small generated memories of one slot: claims, what they were recorded with, and how they were derived. */

export const DAYS = 12;

/** The kinds of predicate whose slots differ, by name. */
export const RULES: Readonly<Record<string, Partial<SlotRules>>> = {
  free: {},
  functional: { functional: true },
  partitioned: { functionalBy: "object_type" },
  complete: { functional: true, complete: true },
  timeless: { functional: true, temporalConflict: "none" },
  closed: { openWorld: false },
  boolean: { booleanCompleteness: true },
  functional_boolean: { functional: true, booleanCompleteness: true },
};
const environment = environmentOf(RULES);

export const dayOrdinal = fc.integer({ min: 0, max: DAYS });
const endpoint: fc.Arbitrary<ValidTimeEndpoint> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: dayOrdinal.map(day) },
  fc.tuple(dayOrdinal, dayOrdinal).map(([left, right]) => ({
    earliest: day(Math.min(left, right)),
    latest: day(Math.max(left, right)),
  })),
  dayOrdinal.map((ordinal) => ({ earliest: day(ordinal) })),
  dayOrdinal.map((ordinal) => ({ latest: day(ordinal) })),
);

/** What became of an element since; most stay as they were. */
function fateOf<T extends string>(...fates: readonly T[]): fc.Arbitrary<T | "active"> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant("active" as const) },
    { weight: 1, arbitrary: fc.constantFrom(...fates) },
  );
}

export const claim = fc.record({
  value: fc.nat(3),
  actor: fc.nat(2),
  stance: fc.constantFrom<Stance>("support", "support", "support", "reject", "uncertain"),
  mode: fc.constantFrom<AssertionMode>(
    "stated",
    "stated",
    "observed",
    "inferred",
    "inferred",
    "hypothetical",
    "imported",
  ),
  at: dayOrdinal,
  from: endpoint,
  until: endpoint,
  contexts: fc.subarray([0, 1]),
  evidence: fc.subarray([0, 1, 2, 3], { maxLength: 2 }),
  role: fc.constantFrom("support" as const, "support" as const, "support" as const, "context" as const),
  /** An inference is given a contract of its own, over earlier elements by their number. */
  premises: fc.option(fc.array(fc.nat(11), { minLength: 1, maxLength: 2 })),
  fate: fateOf("retracted", "superseded", "archived", "tombstoned", "quarantined", "invalidated", "touched"),
});

/** A record: of which class, of what content, made from which earlier records or by whom, correcting which. */
const evidence = fc.record({
  evidenceClass: fc.constantFrom(
    "observation",
    "measurement",
    "tool_result",
    "user_statement",
    "message",
    "document",
    "derived_result",
  ),
  content: fc.option(fc.nat(1)),
  sources: fc.subarray([0, 1, 2], { maxLength: 2 }),
  speakers: fc.subarray([0, 1], { maxLength: 1 }),
  corrects: fc.option(fc.nat(2), { freq: 6 }),
  fate: fateOf("quarantined", "invalidated", "tombstoned", "archived", "touched"),
});

const pin = fc.record({
  source: fc.nat(11),
  isStale: fc.constantFrom(false, false, false, true),
  attributes: fc.constantFrom(null, null, 0, 1),
});

/** A process with some elements, by their number, before and after it. */
const activity = fc.record({
  activityClass: fc.constantFrom(
    "inference",
    "summarization",
    "tool_execution",
    "tool_execution",
    "outcome_observation",
    "recording_repair",
  ),
  status: fc.constantFrom<Activity["status"]>("completed", "completed", "completed", "failed", "running"),
  inputs: fc.array(fc.nat(11), { maxLength: 2 }),
  outputs: fc.array(fc.nat(11), { minLength: 1, maxLength: 2 }),
  groups: fc.option(
    fc.array(
      fc.record({
        role: fc.constantFrom("all_of", "any_of", "any_of", "context"),
        pins: fc.array(pin, { minLength: 1, maxLength: 2 }),
      }),
      { minLength: 1, maxLength: 2 },
    ),
    { freq: 2 },
  ),
  hasQueries: fc.constantFrom(false, false, false, false, false, true),
});

export const scenario = fc.record({
  predicate: fc.constantFrom(...Object.keys(RULES)),
  claims: fc.array(claim, { maxLength: 7 }),
  records: fc.array(evidence, { minLength: 4, maxLength: 4 }),
  /** Records of one run of a tool. */
  run: fc.option(fc.subarray([0, 1, 2, 3], { minLength: 2 }), { freq: 2 }),
  activities: fc.array(activity, { maxLength: 3 }),
  noteFate: fateOf("merged", "tombstoned", "invalidated"),
  propositionFates: fc.array(fateOf("active", "active", "active", "archived", "tombstoned", "quarantined"), {
    minLength: 4,
    maxLength: 4,
  }),
  at: dayOrdinal,
  contexts: fc.subarray([0, 1]),
  memoryDefault: fc.boolean(),
  hypothetical: fc.boolean(),
  historical: fc.boolean(),
});
export type Scenario = typeof scenario extends fc.Arbitrary<infer T> ? T : never;
type Fate = Scenario["claims"][number]["fate"];

/** A memory, and what of it is in quarantine. */
export interface Built {
  readonly memory: Memory;
  readonly subject: ElementId;
  readonly contexts: readonly ElementId[];
  readonly quarantined: ReadonlySet<ElementId>;
}

/** The memory of a scenario: four possible values, three actors of whom the first is the subject. */
export function build(given: Scenario, byFormerSelf?: Iterator<boolean>): Built {
  const { predicate: name, claims } = given;
  const memory = new Memory(environment);
  const actors = [memory.concept(), memory.concept(), memory.concept()];
  const contexts = [memory.concept("Context"), memory.concept("Context")];
  const notes = [memory.concept(), memory.concept()];
  const options = [
    memory.concept("Color"),
    memory.concept("Color"),
    memory.concept("Editor"),
    memory.concept("Editor"),
  ].map((id) => ({ id }));
  const values = name.includes("boolean") ? [true, false, "yes", "no"] : options;
  const [subject] = actors as [ElementId];
  const quarantined = new Set<ElementId>();
  const meet = (fate: Fate, id: ElementId) => {
    if (fate === "retracted") memory.retract(id);
    if (fate === "superseded") memory.supersede(id, id);
    if (fate === "archived" || fate === "tombstoned") memory.store(id, fate);
    if (fate === "quarantined") quarantined.add(id);
    if (fate === "invalidated") memory.invalidate(id);
    if (fate === "touched") memory.touch(id, "attributes");
  };
  // Asked for, everybody and everything has a former self, by which a claim may name it (§12.3).
  const former = new Map<ElementId, ElementId>();
  const merged = [...actors, ...contexts, ...options.map((option) => option.id)];
  for (const id of byFormerSelf ? merged : []) {
    const type = (memory.get(id) as Concept).schema_ref;
    const self = memory.concept(type);
    former.set(id, self);
    memory.merge(self, id);
  }
  const named = (id: ElementId) => (byFormerSelf?.next().value ? (former.get(id) ?? id) : id);
  const records = storeRecords(memory, given, actors);
  const numbered = [...records, ...notes];
  const concluded = new Map<ElementId, readonly number[]>();
  const propositions = new Map<ElementId, number>();
  for (const generated of claims) {
    const value = values[generated.value] ?? null;
    const object = isElementRef(value) ? { id: named(value.id) } : value;
    const said: ClaimOptions = {
      by: named(nth(actors, generated.actor)),
      stance: generated.stance,
      mode: generated.mode,
      at: day(generated.at),
      from: generated.from,
      until: generated.until,
      contexts: generated.contexts.map((index) => named(nth(contexts, index))),
      evidence: generated.evidence.map((index) => nth(records, index)),
      role: generated.role,
    };
    const proposition = memory.proposition(named(subject), name, object);
    const id = memory.assert(proposition, said);
    propositions.set(proposition, generated.value);
    numbered.push(id);
    if (generated.mode === "inferred" && generated.premises) concluded.set(id, generated.premises);
  }
  // What became of things comes before what is pinned to them, so that a changed version is only one reason of many.
  for (const [index, { fate }] of claims.entries()) meet(fate, nth(numbered, index + 6));
  for (const [index, { fate }] of given.records.entries()) meet(fate, nth(records, index));
  for (const [id, value] of propositions) meet(nth(given.propositionFates, value), id);
  const [note, otherNote] = notes as [ElementId, ElementId];
  if (given.noteFate === "merged") memory.merge(note, otherNote);
  else meet(given.noteFate, note);
  const pick = (index: number) => nth(numbered, index % numbered.length);
  if (given.run) {
    const outputs = given.run.map((index) => nth(records, index));
    memory.activity({ activityClass: "tool_execution", outputs });
  }
  for (const [id, premises] of concluded) {
    const pins = premises
      .map((index) => pick(index))
      .map((of) => ({ id: of, version: versionOf(memory, of) }));
    memory.activity({
      inputs: pins.map((it) => it.id),
      outputs: [id],
      groups: [{ role: "all_of", pins }],
    });
  }
  for (const process of given.activities) {
    const groups = process.groups?.map(({ role, pins }) => ({
      role,
      pins: pins.map(({ source, isStale, attributes }) => ({
        id: pick(source),
        version: versionOf(memory, pick(source)) - (isStale ? 1 : 0),
        ...(attributes === null ? {} : { planes: { attributes } }),
      })),
    }));
    memory.activity({
      activityClass: process.activityClass,
      status: process.status,
      inputs: process.inputs.map(pick),
      outputs: process.outputs.map(pick),
      ...(groups ? { groups } : {}),
      ...(groups && process.hasQueries ? { queries: [{ selector: "all" }] } : {}),
    });
  }
  return { memory, subject, contexts, quarantined };
}

function storeRecords(memory: Memory, given: Scenario, actors: readonly ElementId[]): readonly ElementId[] {
  const records: ElementId[] = [];
  for (const { evidenceClass, content, sources, speakers, corrects } of given.records) {
    const known = (index: number) => records.slice(index, index + 1);
    const corrected = corrects === null ? [] : known(corrects);
    const id = memory.evidence({
      evidence_class: evidenceClass,
      ...(content === null ? {} : { content_digest: `sha256:${content}` }),
      source: [...sources.flatMap(known), ...speakers.map((index) => nth(actors, index))].map((of) => ({
        id: of,
      })),
      corrects: corrected.map((of) => ({ id: of })),
    });
    for (const of of corrected) memory.correct(of, id);
    records.push(id);
  }
  return records;
}

function nth<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error(`the scenario has nothing at ${index}`);
  return found;
}

function versionOf(memory: Memory, id: ElementId): number {
  return memory.get(id)._system.version;
}

/** The projection request of a scenario. */
export function ask(built: Built, { at, contexts, memoryDefault, hypothetical, historical }: Scenario) {
  return requestFor(
    day(at),
    {
      policy: memoryDefault ? "kip:memory-default" : "kip:structural",
      context_refs: contexts.map((index) => nth(built.contexts, index)),
      include_hypothetical: hypothetical,
      include_historical: historical,
      explanation: "none",
    },
    {
      controls: {
        ...NO_CONTROLS,
        exclusionOf: ({ id }) => (built.quarantined.has(id) ? "quarantined" : null),
      },
    },
  );
}

/** The Propositions of a memory, oldest first. */
export function propositionsOf(memory: Memory): readonly Proposition[] {
  return memory.elements().filter((element): element is Proposition => element.kind === "proposition");
}
