import { describe, expect, test } from "vitest";
import type { JsonObject } from "../model/index.js";
import { day, environmentOf, Memory, predicate, requestFor } from "./memory.fixture.js";
import { Projector, projectProposition } from "./projector.js";

const environment = environmentOf({ lives_in: { functional: true }, likes: {} });

function setup() {
  const memory = new Memory(environment);
  const [alice, bob] = [memory.concept(), memory.concept()];
  const explain = (object: string, settings: JsonObject = {}, at = day(30)) =>
    projectProposition(
      memory.view(),
      { subject: alice, predicateRef: predicate("lives_in"), object },
      requestFor(at, settings),
    ).explanation as JsonObject;
  return { memory, alice, bob, explain };
}

describe("Why a belief is held", () => {
  test("none says nothing, not even an empty explanation", () => {
    const { memory, alice } = setup();
    const projector = new Projector(memory.view(), requestFor(day(0), { explanation: "none" }));
    const target = { subject: alice, predicateRef: predicate("likes"), object: "tea" };
    expect(projector.proposition(target)).not.toHaveProperty("explanation");
    expect(projector.slot(alice, predicate("likes"))).not.toHaveProperty("explanation");
  });

  test("a summary names the rule, counts, and says it in words", () => {
    const { memory, alice, bob, explain } = setup();
    const withdrawn = memory.claim(alice, "lives_in", "Rome", { by: bob });
    memory.claim(alice, "lives_in", "Rome", { by: alice });
    memory.retract(withdrawn);
    expect(explain("Rome")).toEqual({
      level: "summary",
      rule: "unopposed_support",
      text: "Accepted: 1 claim supports it and nothing counts against it.",
      counted: { support: 1, opposition: 0, unverified: 0, undecided: 0 },
      excluded: { retracted: 1 },
    });
    expect(explain("Rome", { include_historical: true })).toMatchObject({
      historical: [{ assertion_id: withdrawn, reason: "retracted" }],
    });
  });

  test("a ledger entry tells who said what for when, and what became of it", () => {
    const { memory, alice, explain } = setup();
    const seen = memory.evidence();
    const first = memory.claim(alice, "lives_in", "Rome", { by: alice, at: day(1), evidence: [seen] });
    const second = memory.claim(alice, "lives_in", "Paris", { by: alice, at: day(21), from: day(20) });
    const ledger = explain("Rome", { explanation: "ledger" });
    expect(ledger).toMatchObject({
      level: "ledger",
      rule: "no_basis",
      root_groups: [],
      competitors: [{ object: "Paris", in_conflict: false, support: [{ assertion_id: second }] }],
      entries: [
        {
          assertion_id: first,
          proposition_id: memory.proposition(alice, "lives_in", "Rome"),
          actor: { id: alice },
          stance: "support",
          mode: "stated",
          confidence: null,
          asserted_at: day(1),
          start_key: day(1),
          written: { from: null, until: null },
          effective: { from: { latest: day(1) }, until: day(20) },
          ended_by: [second],
          standing: "outside",
          side: "support",
          counted: false,
          weight: "none",
          reason: "expired",
          evidence: [{ id: seen, role: "support" }],
          root_groups: [],
          dependency_validity: null,
        },
      ],
    });
    expect(explain("Paris", { explanation: "ledger" })).toMatchObject({
      root_groups: [{ group: `root:${alice}`, side: "support", assertion_ids: [second] }],
    });
  });

  test("a ledger of a conflict shows the other values' support and the rule that decided", () => {
    const { memory, alice, bob, explain } = setup();
    memory.claim(alice, "lives_in", "Rome", { by: alice, at: day(1) });
    const hearsay = memory.claim(alice, "lives_in", "Paris", { by: bob, at: day(9) });
    const settings = { explanation: "ledger", policy: "kip:memory-default" };
    expect(explain("Rome", settings)).toMatchObject({
      rule: "first_person_testimony",
      competitors: [
        {
          in_conflict: true,
          undecided: [],
          proposition_id: memory.proposition(alice, "lives_in", "Paris"),
          object: "Paris",
          support: [{ assertion_id: hearsay, actor: { id: bob }, mode: "stated", start_key: day(9) }],
        },
      ],
    });
  });

  test("a ledger names what is no conflict and might look like one, and why it is none", () => {
    const { memory, alice, bob, explain } = setup();
    memory.claim(alice, "lives_in", "Rome", { by: alice });
    const vague = memory.claim(alice, "lives_in", "Paris", {
      by: bob,
      from: { earliest: day(20), latest: day(40) },
    });
    const inferred = memory.claim(alice, "lives_in", "Oslo", { by: bob, mode: "inferred" });
    memory.claim(alice, "lives_in", "Bern", { by: bob, stance: "reject" });
    memory.claim(alice, "lives_in", "Kyiv", { by: bob, mode: "predicted" });
    expect(explain("Rome", { explanation: "ledger" })).toMatchObject({
      rule: "unopposed_support",
      competitors: [
        {
          object: "Paris",
          in_conflict: false,
          support: [],
          undecided: [{ assertion_id: vague, reason: "temporal_indeterminate" }],
        },
        {
          object: "Oslo",
          in_conflict: false,
          undecided: [{ assertion_id: inferred, reason: "dependency_unverifiable" }],
        },
      ],
    });
  });

  test("what the ledgers of a slot tell of a rival is put together once for all of them", () => {
    const { memory, alice } = setup();
    for (const city of ["Rome", "Oslo", "Lima"])
      memory.claim(alice, "lives_in", city, { by: memory.concept(), at: day(1) });
    const projector = new Projector(memory.view(), requestFor(day(9), { explanation: "ledger" }));
    const { candidate_projections } = projector.slot(alice, predicate("lives_in"));
    const [besideRome, besideOslo] = candidate_projections.map(
      ({ explanation }) => explanation?.competitors as readonly JsonObject[],
    );
    expect(besideRome?.map(({ object }) => object)).toEqual(["Oslo", "Lima"]);
    expect(besideOslo?.map(({ object }) => object)).toEqual(["Rome", "Lima"]);
    expect(besideRome?.[1]).toBe(besideOslo?.[1]);
  });

  test("a ledger holds no Evidence that is outside the view", () => {
    const { memory, alice } = setup();
    const seen = memory.evidence();
    memory.claim(alice, "lives_in", "Rome", { by: alice, evidence: [seen] });
    const view = memory.view(memory.elements().filter(({ id }) => id !== seen));
    const target = { subject: alice, predicateRef: predicate("lives_in"), object: "Rome" };
    const { status, explanation } = projectProposition(
      view,
      target,
      requestFor(day(9), { explanation: "ledger" }),
    );
    expect(status).toBe("accepted");
    expect(explanation).toMatchObject({ entries: [{ evidence: [] }] });
  });

  test.each<[string, (it: ReturnType<typeof setup>) => void, RegExp, JsonObject?]>([
    ["nothing on record", () => {}, /^Insufficient: nobody is on record about it\.$/],
    [
      "only a claim that ended",
      ({ memory, alice }) =>
        memory.claim(alice, "lives_in", "Rome", { by: alice, from: day(1), until: day(2) }),
      /^Insufficient: .*has ended by this time/,
    ],
    [
      "a dispute",
      ({ memory, alice, bob }) => {
        memory.claim(alice, "lives_in", "Rome", { by: alice });
        memory.claim(alice, "lives_in", "Rome", { by: bob, stance: "reject" });
      },
      /^Contested: 1 claim supports it, and 1 claim opposes it\.$/,
    ],
    [
      "two values",
      ({ memory, alice, bob }) => {
        memory.claim(alice, "lives_in", "Rome", { by: alice });
        memory.claim(alice, "lives_in", "Paris", { by: bob });
      },
      /^Contested: .*another value is supported too\.$/,
    ],
    [
      "two values, one of which is denied besides",
      ({ memory, alice, bob }) => {
        memory.claim(alice, "lives_in", "Rome", { by: alice });
        memory.claim(alice, "lives_in", "Paris", { by: bob });
        memory.claim(alice, "lives_in", "Rome", { by: bob, stance: "reject" });
        memory.claim(alice, "lives_in", "Rome", { by: memory.concept(), stance: "reject", mode: "inferred" });
      },
      /^Contested: 1 claim supports it, .*another value is supported too; besides, 2 claims oppose it, from 2 independent sources\.$/,
    ],
    [
      "a value that prevails and is denied",
      ({ memory, alice, bob }) => {
        memory.claim(alice, "lives_in", "Rome", { by: alice });
        memory.claim(alice, "lives_in", "Paris", { by: bob });
        memory.claim(alice, "lives_in", "Rome", { by: bob, stance: "reject" });
      },
      /^Contested: it prevails over another value, but 1 claim opposes it\. What the subject/,
      { policy: "kip:memory-default" },
    ],
    [
      "a value that is outranked and denied",
      ({ memory, alice, bob }) => {
        memory.claim(alice, "lives_in", "Rome", { by: bob });
        memory.claim(alice, "lives_in", "Paris", { by: alice });
        memory.claim(alice, "lives_in", "Rome", { by: alice, stance: "reject" });
      },
      /^Uncertain: another value comes first, and 1 claim opposes it\. What the subject/,
      { policy: "kip:memory-default" },
    ],
    [
      "a value that prevails",
      ({ memory, alice, bob }) => {
        memory.claim(alice, "lives_in", "Rome", { by: alice });
        memory.claim(alice, "lives_in", "Paris", { by: bob });
      },
      /^Accepted: it prevails over another value\. What the subject states/,
      { policy: "kip:memory-default" },
    ],
    [
      "a value that is outranked",
      ({ memory, alice, bob }) => {
        memory.claim(alice, "lives_in", "Rome", { by: bob });
        memory.claim(alice, "lives_in", "Paris", { by: alice });
      },
      /^Uncertain: another value comes first, though nobody denies this one\./,
      { policy: "kip:memory-default" },
    ],
    [
      "an inference nobody can check",
      ({ memory, alice, bob }) => memory.claim(alice, "lives_in", "Rome", { by: bob, mode: "inferred" }),
      /^Uncertain: .*an inference whose sources cannot be checked\.$/,
    ],
    [
      "several voices",
      ({ memory, alice, bob }) => {
        memory.claim(alice, "lives_in", "Rome", { by: alice });
        memory.claim(alice, "lives_in", "Rome", { by: bob });
      },
      /^Accepted: 2 claims support it, from 2 independent sources and nothing counts against it\.$/,
    ],
  ])("puts %s into words", (_what, arrange, words, settings) => {
    const given = setup();
    arrange(given);
    expect(given.explain("Rome", settings)?.text).toMatch(words);
  });
});
