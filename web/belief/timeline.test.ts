import { describe, expect, it } from "vitest";
import type { JsonValue, ProjectionBasis, Timestamp } from "../../src/model/index.js";
import { fakeNexus } from "../run/nexus.fixture.js";
import { coordinatesOf } from "./coordinates.js";
import { NO_MATERIAL } from "./material.js";
import { lookOf, MOST_STRETCHES, type SlotTimeline, stretchAt, timelineOf } from "./timeline.js";
import { answerInWords } from "./timeline-in-words.js";

const SLOT = { subject: "C-1", predicateRef: "kip://x@1.0.0/lives_in" };
const BASIS = {
  policy: { id: "kip:memory-default", version: "1" },
  context_refs: ["C-9"],
  purpose: "planning",
  risk: "high",
  snapshot_seq: 7,
} as unknown as ProjectionBasis;
const COORDINATES = coordinatesOf(BASIS, "", {});
const NOW = "2026-01-01T00:00:00.000Z" as Timestamp;
const BEGINNING = "0001-01-01T00:00:00.000Z";
const day = (number: number) => `2025-01-${String(number).padStart(2, "0")}T00:00:00.000Z`;

interface Answer {
  readonly from: number;
  readonly status: string;
  readonly values?: JsonValue[];
  readonly candidates?: JsonValue[];
  readonly isClosed?: boolean;
}

/** An engine whose slot has these answers, each from the given day on; day 0 is the beginning. */
function engine(answers: readonly Answer[]) {
  return fakeNexus(({ parameters }) => {
    const at = String(parameters.at);
    const index = answers.findLastIndex(({ from }) => from === 0 || day(from) <= at);
    const next = answers[index + 1];
    return [
      {
        status: answers[index]?.status ?? "insufficient",
        accepted_values: answers[index]?.values ?? [],
        candidate_projections: answers[index]?.candidates ?? [],
        ...(answers[index]?.isClosed ? { explanation: { closed_world: true } } : {}),
        basis: { next_invalid_at: next ? day(next.from) : null },
      },
    ];
  });
}

const candidate = (proposition_id: string, status: string, ...reasons: string[]) => ({
  proposition_id,
  status,
  uncertainty: { reasons },
});

const shortOf = ({ stretches }: SlotTimeline) =>
  stretches.map((each) => [each.from, each.until, answerInWords(each, NO_MATERIAL)]);

describe("a slot's timeline", () => {
  it("asks at the beginning, and then wherever an answer ends, and leaves out the silence before it", async () => {
    const { nexus, seen } = engine([
      { from: 0, status: "insufficient" },
      { from: 3, status: "accepted", values: ["Lima"] },
      { from: 8, status: "uncertain", candidates: [candidate("P-1", "uncertain")] },
      { from: 9, status: "insufficient" },
    ]);
    const timeline = await timelineOf(nexus, SLOT, COORDINATES, NOW);
    expect(shortOf(timeline)).toEqual([
      [day(3), day(8), "Lima"],
      [day(8), day(9), "uncertain: the value P-1"],
      [day(9), null, "nothing known"],
    ]);
    expect(seen.map(({ parameters }) => parameters.at)).toEqual([BEGINNING, day(3), day(8), day(9)]);
    expect([2, 8, 20].map((on) => stretchAt(timeline, day(on) as Timestamp))).toEqual([-1, 1, 2]);
  });

  it("says that there is no value where what is not on record is false", async () => {
    const { nexus } = engine([
      { from: 0, status: "accepted", values: ["Lima"], isClosed: true },
      { from: 3, status: "insufficient", isClosed: true },
    ]);
    expect(shortOf(await timelineOf(nexus, SLOT, COORDINATES, NOW))).toEqual([
      [null, day(3), "Lima"],
      [day(3), null, "no value"],
    ]);
  });

  it("draws what is disputed or not certain beside what is accepted", async () => {
    const [disputed, open] = [candidate("P-1", "contested"), candidate("P-2", "uncertain")];
    const { nexus } = engine([
      { from: 0, status: "accepted", values: ["Lima"] },
      { from: 3, status: "accepted", values: ["Lima"], candidates: [disputed] },
      { from: 5, status: "contested", candidates: [disputed, open] },
      { from: 7, status: "insufficient" },
    ]);
    const { stretches } = await timelineOf(nexus, SLOT, COORDINATES, NOW);
    expect(stretches.map(lookOf)).toEqual([
      "accepted",
      "accepted-and-contested",
      "contested-and-uncertain",
      "insufficient",
    ]);
  });

  it("begins with what is uncertain because nobody said since when", async () => {
    const { nexus } = engine([
      { from: 0, status: "uncertain", candidates: [candidate("P-1", "uncertain")] },
      { from: 3, status: "accepted", values: ["Lima"] },
    ]);
    expect(shortOf(await timelineOf(nexus, SLOT, COORDINATES, NOW))).toEqual([
      [null, day(3), "uncertain: the value P-1"],
      [day(3), null, "Lima"],
    ]);
  });

  it("tells what may hold, and what is disputed, beside what does; never what is merely outranked", async () => {
    const { nexus } = engine([
      {
        from: 0,
        status: "accepted",
        values: ["de", "1"],
        candidates: [
          candidate("P-1", "accepted"),
          candidate("P-2", "uncertain", "temporal_indeterminate"),
          candidate("P-3", "uncertain", "outranked"),
          candidate("P-4", "contested"),
        ],
      },
    ]);
    const timeline = await timelineOf(nexus, SLOT, COORDINATES, NOW);
    expect(shortOf(timeline)).toEqual([
      [null, null, 'de and "1", contested: the value P-4, uncertain: the value P-2'],
    ]);
    expect(timeline.stretches[0]?.accepted).toEqual(["P-1"]);
  });

  it("joins stretches between which the answer stayed the same", async () => {
    const { nexus } = engine([
      { from: 0, status: "accepted", values: ["Lima"] },
      { from: 2, status: "accepted", values: ["Lima"] },
      { from: 3, status: "accepted", values: ["Oslo"] },
    ]);
    expect(shortOf(await timelineOf(nexus, SLOT, COORDINATES, NOW))).toEqual([
      [null, day(3), "Lima"],
      [day(3), null, "Oslo"],
    ]);
  });

  it("is empty when nothing was ever claimed", async () => {
    const nothing = engine([{ from: 0, status: "insufficient" }]);
    expect((await timelineOf(nothing.nexus, SLOT, COORDINATES, NOW)).stretches).toEqual([]);
  });

  it.each([
    ["the end", 31, { first: 7, isCutBefore: true, isCutAfter: false }],
    ["the middle", 17, { first: 6, isCutBefore: true, isCutAfter: true }],
    ["the beginning", 2, { first: 0, isCutBefore: false, isCutAfter: true }],
  ])("shows what is around the instant asked for where there is too much: %s", async (_, on, expected) => {
    const many = Array.from({ length: 31 }, (_, from) => ({ from, status: "accepted", values: [from] }));
    const around = day(on) as Timestamp;
    const timeline = await timelineOf(engine(many).nexus, SLOT, COORDINATES, around);
    const { stretches, isCutBefore, isCutAfter } = timeline;
    expect({ first: stretches[0]?.values[0], isCutBefore, isCutAfter }).toEqual(expected);
    expect(stretches).toHaveLength(MOST_STRETCHES);
    expect(stretchAt(timeline, around)).not.toBe(-1);
  });

  it("is read at the coordinates of the belief it stands under", async () => {
    const { nexus, seen } = engine([{ from: 0, status: "insufficient" }]);
    const command = `FIND(?s) WHERE { ?s BELIEF SLOT (:c, "lives_in") }
      WITH EPISTEMIC {include_hypothetical: true, include_historical: :old, policy: "kip:memory-default"}`;
    await timelineOf(nexus, SLOT, coordinatesOf(BASIS, command, { old: true }), NOW);
    expect(seen[0]?.parameters).toEqual({
      subject: { id: "C-1" },
      predicate: SLOT.predicateRef,
      seq: 7,
      at: BEGINNING,
      policy: "kip:memory-default",
      context_refs: ["C-9"],
      purpose: "planning",
      risk: "high",
      include_hypothetical: true,
      include_historical: true,
    });
    expect(seen[0]?.command).toContain("AS OF SEQ :seq FOR TIME :at WITH EPISTEMIC {policy: :policy");
  });
});
