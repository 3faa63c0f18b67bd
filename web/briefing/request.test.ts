import { describe, expect, it } from "vitest";
import { type BriefingForm, requestOf } from "./request.js";

const empty: BriefingForm = { query: "", counterparty: "", topic: "", goal: "", validAt: "" };

describe("the briefing form", () => {
  it("leaves out what was left empty", () => {
    expect(requestOf({ ...empty, query: " What about Alice? " })).toEqual({
      ok: true,
      request: { query: "What about Alice?" },
    });
  });

  it("fills the Recall request", () => {
    expect(
      requestOf({
        query: "Deploy?",
        counterparty: "alice",
        topic: "deployment",
        goal: "Ship",
        validAt: "2026-08-14T01:00",
      }),
    ).toEqual({
      ok: true,
      request: {
        query: "Deploy?",
        context: { counterparty_ref: "alice", topic: "deployment" },
        action_context: { goal: "Ship" },
        time: { valid_at: "2026-08-14T01:00:00.000Z" },
      },
    });
  });

  it("keeps seconds and fractions of the time", () => {
    expect(requestOf({ ...empty, query: "q", validAt: "2026-08-14T01:00:05.25" })).toMatchObject({
      request: { time: { valid_at: "2026-08-14T01:00:05.250Z" } },
    });
  });

  it("asks for a query, and for a whole time", () => {
    expect(requestOf(empty)).toEqual({ ok: false, problem: "Say what you want to know." });
    expect(requestOf({ ...empty, query: "q", validAt: "2026-02-30T01:00" })).toEqual({
      ok: false,
      problem: "The time is not complete.",
    });
  });
});
