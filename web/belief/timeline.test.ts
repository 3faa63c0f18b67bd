import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../src/model/index.js";
import { fakeNexus } from "../run/nexus.fixture.js";
import { MOST_STRETCHES, timelineOf } from "./timeline.js";

const SLOT = { subject: "C-1", predicateRef: "kip://x@1.0.0/lives_in", policy: "kip:memory-default" };
const day = (number: number) => `2025-01-${String(number).padStart(2, "0")}T00:00:00.000Z`;

/** An engine whose slot has these answers, each from the given day on. */
function engine(
  claims: JsonValue,
  answers: readonly { from: number; status: string; values: JsonValue[] }[],
) {
  return fakeNexus(({ command, parameters }) => {
    if (!command.includes("BELIEF SLOT")) return claims;
    const at = String(parameters.at);
    const index = answers.findLastIndex(({ from }) => day(from) <= at);
    const next = answers[index + 1];
    return [
      {
        status: answers[index]?.status ?? "insufficient",
        accepted_values: answers[index]?.values ?? [],
        candidate_projections: [],
        basis: { next_invalid_at: next ? day(next.from) : null },
      },
    ];
  });
}

describe("a slot's timeline", () => {
  it("asks at the first instant on record, and then wherever an answer ends", async () => {
    const claims = [[{ from: day(3), until: { earliest: day(8), latest: day(9) } }, day(20)]];
    const { nexus, seen } = engine(claims, [
      { from: 3, status: "accepted", values: ["Lima"] },
      { from: 8, status: "uncertain", values: [] },
      { from: 9, status: "insufficient", values: [] },
    ]);
    expect(await timelineOf(nexus, SLOT)).toEqual([
      { from: day(3), until: day(8), status: "accepted", values: ["Lima"] },
      { from: day(8), until: day(9), status: "uncertain", values: [] },
      { from: day(9), until: null, status: "insufficient", values: [] },
    ]);
    expect(
      seen.filter(({ command }) => command.includes("BELIEF")).map(({ parameters }) => parameters.at),
    ).toEqual([day(3), day(8), day(9)]);
  });

  it("joins stretches between which the answer stayed the same", async () => {
    const { nexus } = engine(
      [[{ from: day(1) }, day(1)]],
      [
        { from: 1, status: "accepted", values: ["Lima"] },
        { from: 2, status: "accepted", values: ["Lima"] },
        { from: 3, status: "accepted", values: ["Oslo"] },
      ],
    );
    expect((await timelineOf(nexus, SLOT)).map(({ from, until, values }) => [from, until, values])).toEqual([
      [day(1), day(3), ["Lima"]],
      [day(3), null, ["Oslo"]],
    ]);
  });

  it("is empty when nothing is on record, and ends where there is too much to show", async () => {
    expect(await timelineOf(engine([], []).nexus, SLOT)).toEqual([]);
    const many = Array.from({ length: 31 }, (_, index) => ({
      from: index + 1,
      status: "accepted",
      values: [index],
    }));
    expect(await timelineOf(engine([[{ from: day(1) }, day(1)]], many).nexus, SLOT)).toHaveLength(
      MOST_STRETCHES,
    );
  });
});
