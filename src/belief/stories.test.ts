import { describe, expect, test } from "vitest";
import type { JsonObject, Stance, ValidTimeEndpoint } from "../model/index.js";
import { day, environmentOf, Memory, predicate, requestFor } from "./memory.fixture.js";
import { Projector } from "./projector.js";

const environment = environmentOf({
  slot: { functional: true },
  facts: {},
  complete: { functional: true, complete: true },
});

/** A claim by an actor: what it says, and from when to when, in days of 2026. Unless it says otherwise, made at its start. */
interface Told {
  readonly by?: "ann" | "bob";
  readonly value: string;
  readonly from?: number | readonly [number | null, number | null];
  readonly until?: number | readonly [number | null, number | null];
  readonly at?: number;
  readonly stance?: Stance;
}

interface Story {
  readonly story: string;
  readonly predicate?: "slot" | "facts" | "complete";
  readonly claims: readonly Told[];
  /** For a day: the status of the slot, and then each value whose status is another than the slot's, or accepted. */
  readonly shows: Readonly<Record<number, string>>;
  readonly settings?: JsonObject;
}

const MEMORY_DEFAULT = { policy: "kip:memory-default" };

const STORIES: readonly Story[] = [
  {
    story: "a value that returns is three stretches, and two values",
    claims: [
      { value: "a", from: 10 },
      { value: "b", from: 40 },
      { value: "a", from: 70 },
    ],
    shows: { 9: "insufficient", 10: "accepted a", 39: "accepted a", 40: "accepted b", 70: "accepted a" },
  },
  {
    story: "support, denial and support again follow one another",
    predicate: "facts",
    claims: [
      { value: "a", from: 10 },
      { value: "a", from: 40, stance: "reject" },
      { value: "a", from: 70 },
    ],
    shows: {
      39: "accepted a",
      40: "insufficient a:rejected",
      69: "insufficient a:rejected",
      70: "accepted a",
    },
  },
  {
    story: "a successor that states its own end does not bring its predecessor back",
    claims: [
      { value: "a", from: 10 },
      { value: "b", from: 40, until: 70 },
    ],
    shows: { 39: "accepted a", 40: "accepted b", 69: "accepted b", 70: "insufficient", 99: "insufficient" },
  },
  {
    story: "a restatement moves the earliest instant of the change, and nothing else",
    claims: [
      { value: "a", from: 10 },
      { value: "a", at: 40 },
      { value: "b", at: 70 },
    ],
    shows: { 39: "accepted a", 40: "uncertain", 69: "uncertain", 70: "accepted b" },
  },
  {
    story: "a coarse start of a successor makes both values uncertain within it",
    claims: [
      { value: "a", from: 10 },
      { value: "b", from: [40, 70], at: 80 },
    ],
    shows: { 39: "accepted a", 40: "uncertain", 69: "uncertain", 70: "accepted b" },
  },
  {
    story: "a predecessor's start cuts a coarse start that reaches before it",
    claims: [
      { value: "a", from: 40 },
      { value: "b", from: [10, 70], at: 80 },
    ],
    shows: { 20: "insufficient", 40: "uncertain", 69: "uncertain", 70: "accepted b" },
  },
  {
    story:
      "a coarse start counts as late as it may have been: an exact one within it is earlier, one after it later",
    claims: [
      { value: "b", from: [10, 40], at: 80 },
      { value: "a", from: 50 },
    ],
    shows: { 9: "insufficient", 39: "uncertain a:insufficient", 40: "accepted b", 50: "accepted a" },
  },
  {
    story: "successors of one key end a predecessor by the earliest of each side",
    claims: [
      { value: "a", from: 10 },
      { value: "b", from: 70 },
      { value: "c", from: [40, 70] },
    ],
    shows: {
      39: "accepted a",
      40: "uncertain b:insufficient",
      69: "uncertain b:insufficient",
      70: "contested a:insufficient",
    },
  },
  {
    story: "an end that was stated is no later for a successor, and no earlier",
    claims: [
      { value: "a", from: 10, until: 70 },
      { value: "b", from: 40 },
    ],
    shows: { 39: "accepted a", 40: "contested", 69: "contested", 70: "accepted b" },
  },
  {
    story: "and an end known only within a range was stated, too",
    claims: [
      { value: "a", from: 10, until: [60, 70] },
      { value: "b", from: 40 },
    ],
    shows: { 39: "accepted a", 40: "contested", 60: "accepted b a:uncertain", 70: "accepted b" },
  },
  {
    story: "a claim on two lines ends at the earlier of its ends",
    claims: [
      { value: "a", from: 10 },
      { value: "b", from: 40 },
      { value: "a", from: 70, stance: "reject" },
    ],
    shows: { 39: "accepted a", 40: "accepted b", 70: "accepted b a:rejected" },
  },
  {
    story: "one of two voices moves on: the other goes on saying what both said",
    claims: [
      { value: "a", from: 10 },
      { by: "bob", value: "a", from: 10 },
      { value: "b", from: 40 },
    ],
    shows: { 39: "accepted a", 40: "contested" },
  },
  {
    story: "another's claim whose time is open disputes nothing until it is sure",
    claims: [
      { value: "a", from: 10 },
      { by: "bob", value: "b", from: [40, 70] },
    ],
    shows: { 39: "accepted a", 40: "accepted a b:uncertain", 69: "accepted a b:uncertain", 70: "contested" },
  },
  {
    story: "a start told only afterwards, with an end before it was told, is never sure",
    claims: [{ value: "a", until: 40, at: 70 }],
    shows: { 0: "uncertain", 39: "uncertain", 40: "insufficient", 70: "insufficient" },
  },
  {
    story: "start and end ranges that overlap leave no sure stretch",
    claims: [{ value: "a", from: [10, 60], until: [40, 70] }],
    shows: { 9: "insufficient", 10: "uncertain", 50: "uncertain", 69: "uncertain", 70: "insufficient" },
  },
  {
    story: "half-known ends are sure on their known side alone",
    claims: [{ value: "a", from: [null, 10], until: [40, null] }],
    shows: { 9: "uncertain", 10: "accepted a", 39: "accepted a", 40: "uncertain", 99: "uncertain" },
  },
  {
    story: "in a complete slot the value of the day rejects the other",
    predicate: "complete",
    claims: [
      { value: "a", from: 10 },
      { value: "b", from: 40 },
    ],
    shows: { 9: "insufficient", 10: "accepted a b:rejected", 40: "accepted b a:rejected" },
  },
  {
    story: "the newest start prevails under the memory policy, whoever was recorded last",
    claims: [
      { by: "bob", value: "b", from: 40 },
      { by: "ann", value: "a", from: 10 },
    ],
    settings: MEMORY_DEFAULT,
    shows: { 39: "accepted a", 40: "accepted b a:uncertain" },
  },
];

function endpoint(end: Told["from"]): ValidTimeEndpoint | undefined {
  if (end === undefined) return undefined;
  if (typeof end === "number") return day(end);
  const [earliest, latest] = end;
  return {
    ...(earliest === null ? {} : { earliest: day(earliest) }),
    ...(latest === null ? {} : { latest: day(latest) }),
  } as ValidTimeEndpoint;
}

/** The instant the actor spoke: when told, else when its value began. */
function spokenOn({ at, from }: Told): number {
  if (at !== undefined) return at;
  return typeof from === "number" ? from : (from?.[1] ?? from?.[0] ?? 0);
}

/** The shown days of a story, on a memory whose claims were recorded in the given order. */
function shown({ claims, shows, settings, predicate: name = "slot" }: Story, order: readonly Told[]) {
  const memory = new Memory(environment);
  const thing = memory.concept();
  const actors = { ann: memory.concept(), bob: memory.concept() };
  for (const told of order) {
    const [from, until] = [endpoint(told.from), endpoint(told.until)];
    memory.claim(thing, name, told.value, {
      by: actors[told.by ?? "ann"],
      at: day(spokenOn(told)),
      ...(from === undefined ? {} : { from }),
      ...(until === undefined ? {} : { until }),
      ...(told.stance === undefined ? {} : { stance: told.stance }),
    });
  }
  const view = memory.view();
  const values = [...new Set(claims.map(({ value }) => value))].sort();
  return Object.fromEntries(
    Object.keys(shows).map((date) => {
      const projector = new Projector(view, requestFor(day(Number(date)), settings ?? {}));
      const slot = projector.slot(thing, predicate(name));
      const others = values.flatMap((value) => {
        const { status } = projector.proposition({
          subject: thing,
          predicateRef: predicate(name),
          object: value,
        });
        return status === "accepted" || goesWithoutSaying(slot.status, status) ? [] : [`${value}:${status}`];
      });
      return [date, [slot.status, ...[...slot.accepted_values].sort(), ...others].join(" ")];
    }),
  );
}

/** Whether a value's status goes without saying: it is the slot's, or nothing is known of it beside an accepted one. */
const goesWithoutSaying = (slot: string, value: string): boolean =>
  slot === value || (slot === "accepted" && value === "insufficient");

describe("What is believed of each day", () => {
  test.each(STORIES)("$story", (story) => {
    expect(shown(story, story.claims)).toEqual(story.shows);
    // When a claim came to be recorded says nothing about the world (§13.2).
    expect(shown(story, [...story.claims].reverse())).toEqual(story.shows);
  });
});
