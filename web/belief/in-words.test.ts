import { describe, expect, it } from "vitest";
import type { Timestamp } from "../../src/model/index.js";
import type { BeliefFacts, Voice } from "./facts.js";
import { beliefInWords } from "./in-words.js";
import { slotInWords } from "./slot-in-words.js";

function voice(actor: string, day: string, extra: Partial<Voice> = {}): Voice {
  return {
    assertionId: `A-${actor}`,
    actor,
    isSubject: false,
    stance: "support",
    mode: "stated",
    assertedAt: `${day}T09:00:00.000Z` as Timestamp,
    validTime: {},
    ending: null,
    contexts: [],
    confidence: null,
    exhibits: [],
    standing: "counts",
    reason: null,
    ...extra,
  };
}

function facts(extra: Partial<BeliefFacts>): BeliefFacts {
  return {
    status: "insufficient",
    leading: "none",
    statement: { subject: "Alice", predicate: "prefers", object: "Dark" },
    value: "Dark",
    support: [],
    opposition: [],
    aside: [],
    sources: { support: 0, opposition: 0 },
    uncertaintyReasons: [],
    conflictReasons: [],
    rivals: [],
    rule: null,
    decidedBy: "a_rule",
    outrankedBy: null,
    setAside: [],
    listsAll: true,
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
      "Uncertain: Ben said so on 2 April 2025, but Light prevails. The value most recently claimed to hold prevails. It is not rejected: nothing counts against it.",
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
    const hidden = voice("someone (A-9)", "2025-01-01", { assertedAt: null, mode: null });
    expect(beliefInWords(facts({ status: "accepted", leading: "support", support: [hidden] }))).toBe(
      "Accepted: someone (A-9) said so at a time withheld from you. Nobody disagrees.",
    );
  });

  it("says that nobody disagrees, or claims it, only where a ledger lists every claim and none does", () => {
    const accepted = facts({ status: "accepted", leading: "support", support: [alice] });
    const denial = voice("Ben", "2025-04-02", { stance: "reject", standing: "does not count" });
    const open = "Accepted: Alice said so first-hand on 5 March 2025. Nothing that counts is against it.";
    expect(beliefInWords({ ...accepted, listsAll: false })).toBe(open);
    expect(beliefInWords({ ...accepted, aside: [denial] })).toBe(open);
    const rejected = facts({ status: "rejected", leading: "opposition", opposition: [ben] });
    for (const more of [{ listsAll: false }, { aside: [alice] }]) {
      expect(beliefInWords({ ...rejected, ...more })).toBe(
        "Rejected: Ben denied it on 2 April 2025. Nothing that counts is for it.",
      );
    }
  });

  it("names those whose claims decide, and says when they go back to one source", () => {
    const carol = voice("Carol", "2025-04-03");
    const dan = voice("Dan", "2025-04-04", { standing: "undecided", reason: "temporal_indeterminate" });
    const accepted = facts({ status: "accepted", support: [ben, carol, dan] });
    expect(beliefInWords({ ...accepted, sources: { support: 1, opposition: 0 } })).toBe(
      "Accepted: Ben said so on 2 April 2025 and Carol said so on 3 April 2025, from one and the same source. Nobody disagrees.",
    );
    expect(beliefInWords({ ...accepted, opposition: [{ ...dan, stance: "reject" }] })).toContain(
      "Dan denied it on 4 April 2025, which decides nothing.",
    );
  });

  it("says of what takes no side neither that it was claimed nor that it was denied", () => {
    const unsure = facts({ status: "uncertain", uncertaintyReasons: ["temporal_indeterminate"] });
    expect(beliefInWords(unsure)).toBe(
      "Uncertain: whether that held on 1 September 2025 is not known. The dates on record leave it open.",
    );
  });

  it("does not say that nothing is on record where no explanation was asked for", () => {
    expect(beliefInWords(facts({ decidedBy: null }))).toBe(
      "Insufficient: nothing counts on 1 September 2025. That is not a no.",
    );
  });

  it("leaves a value as it is at the beginning of a sentence", () => {
    const prevailing = facts({ status: "accepted", support: [alice], rivals: ["false"], rule: "recency" });
    expect(beliefInWords(prevailing)).toContain(". false was claimed too, but the value most recently");
  });
});

describe("a slot in plain words", () => {
  const oslo = facts({
    status: "accepted",
    value: "Oslo",
  });
  const porto = facts({
    status: "contested",
    value: "Porto",
  });
  const lisbon = facts({
    status: "contested",
    value: "Lisbon",
  });

  const rival = (object: string) => ({
    ...porto,
    conflictReasons: ["functional_value"],
    value: object,
  });
  const open = { ...oslo, status: "uncertain" as const };
  const denied = { ...oslo, status: "rejected" as const };
  const silent = { ...oslo, status: "insufficient" as const };

  it.each([
    ["accepted", ["Oslo"], [oslo], "Accepted: Oslo. No other value is on record."],
    [
      "accepted",
      ["Oslo"],
      [oslo, porto, silent, silent],
      "Accepted: Oslo. Other values on record: 1 contested and 2 insufficient.",
    ],
    [
      "contested",
      [],
      [rival("Porto"), rival("Lisbon")],
      "Contested: Porto and Lisbon are claimed, and only one can hold. Nothing on record settles it.",
    ],
    [
      "contested",
      [],
      [lisbon, porto],
      "Contested: Lisbon and Porto are both claimed and denied. Nothing on record settles it.",
    ],
    ["uncertain", [], [open], "Uncertain: what is on record about Oslo is not enough to commit to."],
    ["insufficient", [], [], "Insufficient: nothing on record. That is not a no."],
    ["insufficient", [], [silent], "Insufficient: nothing on record counts at this time. That is not a no."],
    [
      "insufficient",
      [],
      [denied, silent],
      "Insufficient: Oslo is rejected, and nothing counts for any other value. Of those, that is not a no.",
    ],
  ] as const)("%s, accepting %j", (status, accepted, candidates, words) => {
    expect(slotInWords({ status, accepted, isClosedWorld: false, candidates })).toBe(words);
  });

  it("says of a closed world that what is not on record is a no, whatever the slot holds (§24.2)", () => {
    const words = (...candidates: BeliefFacts[]) =>
      slotInWords({ status: "insufficient", accepted: [], isClosedWorld: true, candidates });
    expect(words()).toBe(
      "Insufficient: nothing on record. Of this predicate whatever is not on record is false, so any value is rejected.",
    );
    expect(words({ ...oslo, status: "rejected" })).toBe(
      "Insufficient: Oslo is rejected. Of this predicate whatever is not on record is false, so any other value is rejected, too.",
    );
  });
});
