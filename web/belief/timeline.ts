import {
  isTimestamp,
  type JsonObject,
  type JsonValue,
  type SlotStatus,
  type Timestamp,
} from "../../src/model/index.js";
import type { NexusApi } from "../nexus.js";
import { isSlotProjection } from "./collect.js";

/** A stretch of world time over which a slot has one answer. `until` is null for the last one, which has no known end. */
export interface Stretch {
  readonly from: Timestamp;
  readonly until: Timestamp | null;
  readonly status: SlotStatus;
  readonly values: readonly JsonValue[];
}

/** The slot a timeline is of, and under which policy it is read. */
export interface TimelineOf {
  readonly subject: string;
  readonly predicateRef: string;
  readonly policy: string;
}

/** The most stretches that are asked for; a slot with more is shown up to there. */
export const MOST_STRETCHES = 24;

const SLOT_AT = `FIND(?slot) WHERE { ?slot BELIEF SLOT (:subject, :predicate) } FOR TIME :at
WITH EPISTEMIC {policy: :policy, explanation: "none"}`;

/** The instants at which anything on record about the slot begins or ends, as it was written. */
const CLAIMS = `FIND(?claim.valid_time, ?claim.asserted_at)
WHERE { ?statement (:subject, :predicate, ?value) ?claim ASSERTION {proposition: ?statement} }`;

/**
 * The history of a slot's answer in world time, as the memory tells it today (§25, §48): the engine is asked at the first
 * instant on record and then wherever it says its answer ends (`next_invalid_at`), so that nothing here knows how claims
 * succeed each other. Empty when nothing is on record, or when something cannot be read.
 */
export async function timelineOf(nexus: NexusApi, slot: TimelineOf): Promise<readonly Stretch[]> {
  const parameters = { subject: { id: slot.subject }, predicate: slot.predicateRef, policy: slot.policy };
  let at = await firstInstant(nexus, parameters);
  const stretches: Stretch[] = [];
  while (at !== null && stretches.length < MOST_STRETCHES) {
    const [answer] = await read(nexus, SLOT_AT, { ...parameters, at });
    if (answer === undefined || !isSlotProjection(answer)) return [];
    const { status, accepted_values, basis } = answer;
    const next: Timestamp | null = basis.next_invalid_at;
    addStretch(stretches, { from: at, until: next, status, values: accepted_values });
    // An answer that ended no later than it began would be asked for again without end.
    at = next !== null && next > at ? next : null;
  }
  return stretches;
}

/** Joins a stretch to the one before it where the answer stayed the same. */
function addStretch(stretches: Stretch[], stretch: Stretch): void {
  const last = stretches.at(-1);
  const same =
    last && last.status === stretch.status && JSON.stringify(last.values) === JSON.stringify(stretch.values);
  if (same) stretches[stretches.length - 1] = { ...last, until: stretch.until };
  else stretches.push(stretch);
}

async function firstInstant(nexus: NexusApi, parameters: JsonObject): Promise<Timestamp | null> {
  const rows = await read(nexus, CLAIMS, parameters);
  const instants = rows.flatMap((row: JsonValue) => (Array.isArray(row) ? row.flatMap(instantsIn) : []));
  return instants.sort()[0] ?? null;
}

/** Every timestamp in a value, however deep: interval ends, and the bounds of ends that are not known exactly. */
function instantsIn(value: JsonValue): readonly Timestamp[] {
  if (typeof value === "string") return isTimestamp(value) ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(instantsIn);
}

async function read(nexus: NexusApi, command: string, parameters: JsonObject): Promise<readonly JsonValue[]> {
  const { results } = await nexus.executeKipReadonly({ command, parameters });
  const result = results[0]?.result;
  return Array.isArray(result) ? result : [];
}
