import { describe, expect, it } from "vitest";
import type { Timestamp } from "../../src/model/index.js";
import type { BeliefFacts, Voice } from "./facts.js";
import { beliefInWords } from "./in-words.js";
import { slotInWords } from "./slot-in-words.js";

function voice(actor: string, day: string, extra: Partial<Voice> = {}): Voice {
  return {
    assertionId: `A-${actor}`,
    actorId: `C-${actor}`,
    actor,
    isSubject: false,
    stance: "support",
    mode: "stated",
    assertedAt: `${day}T09:00:00.000Z` as Timestamp,
    validTime: {},
    endedAt: null,
    confidence: null,
    exhibits: [],
    ...extra,
  };
}

function facts(extra: Partial<BeliefFacts>): BeliefFacts {
  return {
    status: "insufficient",
    leading: "none",
    statement: { subject: "Alice", predicate: "prefers", object: "Dark" },
    support: [],
    opposition: [],
    uncertaintyReasons: [],
    conflictReasons: [],
    rivals: [],
    rule: null,
    decidedBy: null,
    outrankedBy: null,
    setAside: [],
    validAt: "2025-09-01T00:00:00.000Z" as Timestamp,
    ...extra,
  };
}

const alice = voice("Alice", "2025-03-05", { isSubject: true });
const ben = voice("Ben", "2025-04-02");

describe("a belief in plain words", () => {
  it("accepts a person's own word", () => {
    expect(beliefInWords(facts({ status: "accepted", leading: "support", support: [alice] }))).toBe(
      "Accepted: Alice said so first-hand on 5 March 2025. Nobody disagrees.",
    );
  });

  it("names the kind of account each voice gives", () => {
    const support = [
      ben,
      voice("The sensor", "2025-05-01", { mode: "observed" }),
      voice("Nexus", "2025-05-02", { mode: "inferred" }),
    ];
    expect(beliefInWords(facts({ status: "accepted", leading: "support", support }))).toBe(
      "Accepted: Ben said so on 2 April 2025, The sensor saw it on 1 May 2025 and Nexus concluded so on 2 May 2025. Nobody disagrees.",
    );
  });

  it("counts voices beyond the third", () => {
    const support = ["A", "B", "C", "D", "E"].map((name) => voice(name, "2025-01-01"));
    expect(beliefInWords(facts({ status: "accepted", leading: "support", support }))).toContain(
      "and 2 more. Nobody disagrees.",
    );
  });

  it("says which rule let it prevail", () => {
    expect(
      beliefInWords(
        facts({
          status: "accepted",
          leading: "support",
          support: [alice],
          rivals: ["Light"],
          rule: "first_person_testimony",
        }),
      ),
    ).toBe(
      "Accepted: Alice said so first-hand on 5 March 2025. Light was claimed too, but a person's own word about themselves outranks hearsay.",
    );
  });

  it("rejects only on someone's denial", () => {
    expect(beliefInWords(facts({ status: "rejected", leading: "opposition", opposition: [ben] }))).toBe(
      "Rejected: Ben denied it on 2 April 2025. Nobody claims it.",
    );
  });

  it("rejects a value because another is accepted, or because the predicate is closed, and says so", () => {
    expect(
      beliefInWords(
        facts({ status: "rejected", leading: "opposition", rivals: ["false"], decidedBy: "exclusive_value" }),
      ),
    ).toBe("Rejected: false is accepted, which rules this out.");
    expect(
      beliefInWords(facts({ status: "rejected", leading: "opposition", decidedBy: "closed_world" })),
    ).toBe("Rejected: nothing counts for it, and of this predicate whatever is not on record is false.");
  });

  it("says what keeps a claim from counting in full", () => {
    const inferred = voice("Nexus", "2025-05-02", { mode: "inferred" });
    expect(
      beliefInWords(
        facts({ status: "uncertain", support: [inferred], uncertaintyReasons: ["dependency_needs_review"] }),
      ),
    ).toBe(
      "Uncertain: Nexus concluded so on 2 May 2025, but what is on record is a conclusion whose sources have changed since.",
    );
  });

  it("shows both sides of a contested statement without choosing", () => {
    expect(beliefInWords(facts({ status: "contested", support: [alice], opposition: [ben] }))).toBe(
      "Contested: Alice said so first-hand on 5 March 2025; Ben denied it on 2 April 2025. Neither side settles it.",
    );
    expect(
      beliefInWords(facts({ status: "contested", leading: "support", support: [alice], opposition: [ben] })),
    ).toContain("More weighs for it, but that is not a verdict.");
  });

  it("shows rival values of one slot", () => {
    expect(beliefInWords(facts({ status: "contested", support: [ben], rivals: ["Light"] }))).toBe(
      "Contested: Ben said so on 2 April 2025; Light is claimed too, and only one can hold. Neither side settles it.",
    );
  });

  it("says that an outranked value was not denied", () => {
    const outranked = facts({
      status: "uncertain",
      support: [ben],
      uncertaintyReasons: ["outranked"],
      rule: "recency",
      outrankedBy: "Light",
    });
    expect(beliefInWords(outranked)).toBe(
      "Uncertain: Ben said so on 2 April 2025, but Light prevails. The value most recently claimed to hold prevails. It is not rejected: nobody denied it.",
    );
  });

  it("says when the dates leave it open", () => {
    expect(
      beliefInWords(
        facts({ status: "uncertain", support: [alice], uncertaintyReasons: ["temporal_indeterminate"] }),
      ),
    ).toBe(
      "Uncertain: Alice said so first-hand on 5 March 2025, but whether that held on 1 September 2025 is not known. The dates on record leave it open.",
    );
  });

  it("never words insufficient as a no", () => {
    expect(beliefInWords(facts({}))).toBe("Insufficient: nothing on record. That is not a no.");
    expect(beliefInWords(facts({ setAside: [{ reason: "superseded", claims: 1 }] }))).toBe(
      "Insufficient: nothing on record counts on 1 September 2025. One claim was corrected by its own author. That is not a no.",
    );
  });

  it("admits a claim whose author may not be named", () => {
    const hidden = voice("someone (A-9)", "2025-01-01", { assertedAt: null });
    expect(beliefInWords(facts({ status: "accepted", leading: "support", support: [hidden] }))).toBe(
      "Accepted: someone (A-9) said so at a time you may not see. Nobody disagrees.",
    );
  });
});

describe("a slot in plain words", () => {
  const oslo = facts({
    status: "accepted",
    statement: { subject: "Erin", predicate: "lives_in", object: "Oslo" },
  });
  const porto = facts({
    status: "contested",
    statement: { subject: "Ben", predicate: "lives_in", object: "Porto" },
  });
  const lisbon = facts({
    status: "contested",
    statement: { subject: "Ben", predicate: "lives_in", object: "Lisbon" },
  });

  it.each([
    ["accepted", ["Oslo"], [oslo], "Accepted: Oslo. Nothing else was claimed."],
    [
      "accepted",
      ["Oslo"],
      [oslo, porto],
      "Accepted: Oslo. One other value was claimed; see why it gave way.",
    ],
    [
      "contested",
      [],
      [porto, lisbon],
      "Contested: Porto and Lisbon are claimed, and only one can hold. Nothing on record settles it.",
    ],
    [
      "contested",
      [],
      [lisbon],
      "Contested: Lisbon is claimed by some and denied by others. Nothing on record settles it.",
    ],
    ["insufficient", [], [], "Insufficient: nothing on record. That is not a no."],
  ] as const)("%s, accepting %j", (status, accepted, candidates, words) => {
    expect(slotInWords({ status, accepted, candidates })).toBe(words);
  });
});
