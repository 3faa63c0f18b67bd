import type { ElementId, JsonValue, SlotProjection, SlotStatus, Timestamp } from "../../src/model/index.js";
import type { NexusApi } from "../nexus.js";
import { type Coordinates, readBelief } from "./coordinates.js";

/** A stretch of world time over which a slot has one answer. */
export interface Stretch {
  /** Null for one that reaches back as far as can be asked: the first claims on record do not say since when. */
  readonly from: Timestamp | null;
  /** Null for the last one, which has no known end. */
  readonly until: Timestamp | null;
  readonly status: SlotStatus;
  /** What is accepted, and the statements that say so. */
  readonly values: readonly JsonValue[];
  readonly accepted: readonly ElementId[];
  /** The statements that may hold: whether they do is not certain. One that another value outranks is not among them. */
  readonly uncertain: readonly ElementId[];
  /** The statements that are disputed. */
  readonly contested: readonly ElementId[];
  /** Whether what is not on record is false, so that no accepted value means that there is none (§24.2). */
  readonly isClosedWorld: boolean;
}

/** The history of a slot's answer around one instant, and whether there is more of it before and after. */
export interface SlotTimeline {
  readonly stretches: readonly Stretch[];
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/** The slot a timeline is of. */
export interface TimelineOf {
  readonly subject: string;
  readonly predicateRef: string;
}

export const NO_TIMELINE: SlotTimeline = { stretches: [], isCutBefore: false, isCutAfter: false };

/** The most stretches that are shown: those around the instant asked for. */
export const MOST_STRETCHES = 24;

/** The most reads for one timeline; where the instant asked for lies further on, it is shown up to there. */
const MOST_READS = 400;

/** The first instant that can be asked for: long before anything on record. */
const BEGINNING = "0001-01-01T00:00:00.000Z" as Timestamp;

/**
 * The history of a slot's answer in world time, at the coordinates of one belief (§25, §48): the engine is asked at the
 * beginning and then wherever it says that its answer ends (`next_invalid_at`), so that nothing here knows how claims
 * succeed each other. Empty when nothing was ever claimed, or when something cannot be read.
 */
export async function timelineOf(
  nexus: NexusApi,
  slot: TimelineOf,
  coordinates: Coordinates,
  around: Timestamp,
): Promise<SlotTimeline> {
  const stretches: Stretch[] = [];
  let isCutBefore = false;
  let at: Timestamp | null = BEGINNING;
  for (let reads = 0; at !== null; reads += 1) {
    if (reads === MOST_READS) return { stretches, isCutBefore, isCutAfter: true };
    const answer: SlotProjection | null = await slotAt(nexus, slot, coordinates, at);
    if (answer === null) return NO_TIMELINE;
    const next: Timestamp | null = answer.basis.next_invalid_at;
    addStretch(stretches, stretchOf(answer, at === BEGINNING ? null : at, next));
    // Before the first claim there is nothing to show, nor where there never was any.
    if (stretches.length === 1 && stretches[0]?.status === "insufficient" && !isCutBefore) stretches.pop();
    if (stretches.length > MOST_STRETCHES) {
      // The instant stays in the middle, or nearer to an end where there is no more on that side.
      const middle = stretches[MOST_STRETCHES / 2]?.from ?? null;
      if (middle !== null && around < middle)
        return { stretches: stretches.slice(0, -1), isCutBefore, isCutAfter: true };
      stretches.shift();
      isCutBefore = true;
    }
    // An answer that ended no later than it began would be asked for again without end.
    at = next !== null && next > at ? next : null;
  }
  return { stretches, isCutBefore, isCutAfter: false };
}

/** Where a timeline stands at an instant, or -1. */
export function stretchAt({ stretches }: SlotTimeline, instant: Timestamp): number {
  return stretches.findIndex(
    ({ from, until }) => (from === null || from <= instant) && (until === null || instant < until),
  );
}

/**
 * How a stretch is drawn: everything that is true of some value of it, so that what is disputed or not certain shows
 * beside what is accepted, as in `accepted-and-contested`.
 */
export function lookOf({ values, contested, uncertain }: Stretch): string {
  const looks = [
    ...(values.length > 0 ? ["accepted"] : []),
    ...(contested.length > 0 ? ["contested"] : []),
    ...(uncertain.length > 0 ? ["uncertain"] : []),
  ];
  return looks.join("-and-") || "insufficient";
}

function stretchOf(
  { status, accepted_values, candidate_projections, explanation }: SlotProjection,
  from: Timestamp | null,
  until: Timestamp | null,
): Stretch {
  const statements = (wanted: SlotStatus): readonly ElementId[] =>
    candidate_projections.flatMap(({ status: own, proposition_id, uncertainty }) =>
      own === wanted && proposition_id !== null && !uncertainty.reasons.includes("outranked")
        ? [proposition_id]
        : [],
    );
  return {
    from,
    until,
    status,
    values: accepted_values,
    accepted: statements("accepted"),
    uncertain: statements("uncertain"),
    contested: statements("contested"),
    isClosedWorld: explanation?.closed_world === true,
  };
}

/** Joins a stretch to the one before it where the answer stayed the same. */
function addStretch(stretches: Stretch[], stretch: Stretch): void {
  const last = stretches.at(-1);
  if (last && sayOf(last) === sayOf(stretch)) {
    stretches[stretches.length - 1] = { ...last, until: stretch.until };
  } else stretches.push(stretch);
}

function sayOf({ status, values, uncertain, contested }: Stretch): string {
  return JSON.stringify([status, values, uncertain, contested]);
}

async function slotAt(
  nexus: NexusApi,
  { subject, predicateRef }: TimelineOf,
  coordinates: Coordinates,
  at: Timestamp,
): Promise<SlotProjection | null> {
  const again = await readBelief(nexus, "summary", coordinates, {
    pattern: "?b BELIEF SLOT (:subject, :predicate)",
    parameters: { subject: { id: subject }, predicate: predicateRef },
    at,
  });
  return again?.kind === "slot" ? again.slot : null;
}
