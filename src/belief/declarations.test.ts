import { describe, expect, test } from "vitest";
import type { AssertionMode, BeliefStatus, Stance } from "../model/index.js";
import { day, environmentOf, Memory, predicate, requestFor } from "./memory.fixture.js";
import { projectProposition, projectSlot } from "./projector.js";
import type { SlotRules } from "./slot-rules.js";

type Value = string | boolean;
/** Who takes which stance towards which value; a bare value is on record and nobody speaks of it. */
type Said = readonly [value: Value, ...voices: readonly (Stance | "later")[]];

/** The status of each value, where every voice is another person's. */
function statuses(rules: Partial<SlotRules>, said: readonly Said[], asked: readonly Value[]): BeliefStatus[] {
  const memory = new Memory(environmentOf({ is: rules }));
  const subject = memory.concept();
  for (const [value, ...voices] of said) {
    const proposition = memory.proposition(subject, "is", value);
    for (const voice of voices) {
      const by = memory.concept();
      if (voice === "later") memory.assert(proposition, { by, from: { earliest: day(5), latest: day(20) } });
      else memory.assert(proposition, { by, stance: voice });
    }
  }
  return asked.map(
    (object) =>
      projectProposition(
        memory.view(),
        { subject, predicateRef: predicate("is"), object },
        requestFor(day(9)),
      ).status,
  );
}

const one = { functional: true };
const exclusive = { functional: true, complete: true };
const negation = { booleanCompleteness: true };
const closed = { openWorld: false };

describe("What a Predicate declares, value by value (§20.15)", () => {
  test.each<[string, Partial<SlotRules>, readonly Said[], Partial<Record<string, BeliefStatus>>]>([
    [
      "values of no slot stand side by side",
      {},
      [
        ["a", "support"],
        ["b", "support"],
      ],
      { a: "accepted", b: "accepted", c: "insufficient" },
    ],
    [
      "a dispute about one leaves the others alone",
      {},
      [
        ["a", "support", "reject"],
        ["b", "support"],
      ],
      { a: "contested", b: "accepted" },
    ],
    [
      "two values of a slot dispute each other",
      one,
      [
        ["a", "support"],
        ["b", "support"],
        ["c", "reject"],
      ],
      { a: "contested", b: "contested", c: "rejected" },
    ],
    [
      "a rejected rival is none",
      one,
      [
        ["a", "support"],
        ["b", "reject"],
      ],
      { a: "accepted", b: "rejected" },
    ],
    [
      "a doubted rival is none",
      one,
      [
        ["a", "support"],
        ["b", "uncertain"],
      ],
      { a: "accepted", b: "uncertain" },
    ],
    [
      "a rival that may have begun is none",
      one,
      [
        ["a", "support"],
        ["b", "later"],
      ],
      { a: "accepted", b: "uncertain" },
    ],
    [
      "an accepted value rules out what it excludes",
      exclusive,
      [["a", "support"], ["b"]],
      { a: "accepted", b: "rejected" },
    ],
    [
      "a contested value rules out nothing",
      exclusive,
      [["a", "support"], ["b", "support"], ["c"]],
      { a: "contested", b: "contested", c: "insufficient" },
    ],
    [
      "a value that may have begun rules out nothing",
      exclusive,
      [["a", "later"], ["b"]],
      { a: "uncertain", b: "insufficient" },
    ],
    [
      "completeness is about slots",
      { complete: true },
      [["a", "support"], ["b"]],
      { a: "accepted", b: "insufficient" },
    ],
    [
      "the other boolean is its negation",
      negation,
      [[true, "support"], [false]],
      { true: "accepted", false: "rejected" },
    ],
    [
      "a value and its negation dispute each other",
      negation,
      [
        [true, "support"],
        [false, "support"],
      ],
      { true: "contested", false: "contested" },
    ],
    [
      "false is a value like any other",
      {},
      [
        [true, "support"],
        [false, "support"],
      ],
      { true: "accepted", false: "accepted" },
    ],
    [
      "false is a rival of true, and no denial of it",
      one,
      [[true, "support"], [false]],
      { true: "accepted", false: "insufficient" },
    ],
    [
      "what is not on record is false in a closed world",
      closed,
      [["a", "support"], ["b"], ["c", "uncertain"]],
      { a: "accepted", b: "rejected", c: "uncertain", d: "rejected" },
    ],
  ])("%s", (_what, rules, said, expected) => {
    const asked = Object.keys(expected).map((name) =>
      name === "true" ? true : name === "false" ? false : name,
    );
    expect(statuses(rules, said, asked)).toEqual(Object.values(expected));
  });
});

describe("What a claim of each mode can do (§26)", () => {
  test.each<[AssertionMode, "counts" | "when asked for" | "never"]>([
    ["observed", "counts"],
    ["stated", "counts"],
    ["hypothetical", "when asked for"],
    ["imported", "never"],
  ])("%s: %s", (mode, how) => {
    const memory = new Memory(environmentOf({ is: {} }));
    const [subject, witness, other] = [memory.concept(), memory.concept(), memory.concept()];
    const stances: readonly Stance[] = ["support", "reject", "uncertain"];
    for (const stance of stances) memory.claim(subject, "is", stance, { by: other, mode, stance });
    memory.claim(subject, "is", "denied", { by: witness });
    memory.claim(subject, "is", "denied", { by: other, mode, stance: "reject" });
    const believed = (settings: Record<string, boolean>) =>
      [...stances, "denied"].map(
        (object) =>
          projectProposition(
            memory.view(),
            { subject, predicateRef: predicate("is"), object },
            requestFor(day(9), settings),
          ).status,
      );
    const counting = ["accepted", "rejected", "uncertain", "contested"];
    const apart = ["insufficient", "insufficient", "insufficient", "accepted"];
    expect(believed({})).toEqual(how === "counts" ? counting : apart);
    expect(believed({ include_hypothetical: true })).toEqual(how === "never" ? apart : counting);
  });
});

test("the explanation of a slot says that its world is closed, as a slot has no status for a no (§24.2, §47.3)", () => {
  const memory = new Memory(environmentOf({ is: closed, was: {} }));
  const subject = memory.concept();
  const explained = (name: string, explanation = "summary") =>
    projectSlot(memory.view(), subject, predicate(name), requestFor(day(9), { explanation }));
  expect(explained("is")).toMatchObject({ status: "insufficient", explanation: { closed_world: true } });
  expect(explained("was").explanation).not.toHaveProperty("closed_world");
  expect(explained("is", "none")).not.toHaveProperty("explanation");
});
