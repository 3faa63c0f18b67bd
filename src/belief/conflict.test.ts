import { describe, expect, test } from "vitest";
import type { JsonObject, Projection, PropositionObject } from "../model/index.js";
import { day, environmentOf, Memory, predicate, requestFor } from "./memory.fixture.js";
import { Projector } from "./projector.js";

const environment = environmentOf({
  timezone: { functional: true },
  likes: {},
  prefers: { functionalBy: "object_type" },
  born_in: { functional: true, complete: true },
  enabled: { openWorld: false },
  vegetarian: { booleanCompleteness: true },
});

const memoryDefault = { policy: "kip:memory-default" };

function setup() {
  const memory = new Memory(environment);
  const [alice, bob, sensor] = [memory.concept(), memory.concept(), memory.concept()];
  const slot = (name: string, settings: JsonObject = {}, at = day(100)) =>
    new Projector(memory.view(), requestFor(at, settings)).slot(alice, predicate(name));
  const belief = (
    name: string,
    object: PropositionObject,
    settings: JsonObject = {},
    at = day(100),
  ): Projection =>
    new Projector(memory.view(), requestFor(at, settings)).proposition({
      subject: alice,
      predicateRef: predicate(name),
      object,
    });
  return { memory, alice, bob, sensor, slot, belief };
}

describe("Values of one functional slot", () => {
  test("two supported values are both contested, and the slot accepts neither", () => {
    const { memory, alice, bob, slot, belief } = setup();
    memory.claim(alice, "timezone", "+08:00", { by: alice });
    const other = memory.claim(alice, "timezone", "+01:00", { by: bob });
    expect(belief("timezone", "+08:00")).toMatchObject({
      status: "contested",
      candidate_status: "accepted",
      slot_status: "contested",
      leading: "none",
      conflict_refs: [memory.proposition(alice, "timezone", "+01:00")],
      conflict_reasons: ["functional_value"],
      opposition: { assertion_ids: [] },
    });
    expect(belief("timezone", "+01:00").support.assertion_ids).toEqual([other]);
    expect(slot("timezone")).toMatchObject({ status: "contested", accepted_values: [] });
  });

  test("the value with more independent roots leads, and stays contested", () => {
    const { memory, alice, bob, sensor, belief } = setup();
    memory.claim(alice, "timezone", "+08:00", { by: bob });
    memory.claim(alice, "timezone", "+08:00", { by: sensor, mode: "observed" });
    memory.claim(alice, "timezone", "+01:00", { by: alice });
    expect(belief("timezone", "+08:00")).toMatchObject({ status: "contested", leading: "support" });
    expect(belief("timezone", "+01:00")).toMatchObject({ status: "contested", leading: "opposition" });
  });

  test("a value that is itself disputed still disputes another", () => {
    const { memory, alice, bob, sensor, belief, slot } = setup();
    memory.claim(alice, "timezone", "+08:00", { by: alice });
    memory.claim(alice, "timezone", "+01:00", { by: bob });
    memory.claim(alice, "timezone", "+01:00", { by: sensor, stance: "reject" });
    expect(belief("timezone", "+08:00").status).toBe("contested");
    expect(belief("timezone", "+01:00")).toMatchObject({
      status: "contested",
      candidate_status: "contested",
    });
    expect(slot("timezone").status).toBe("contested");
  });

  test("a rejected value disputes nothing", () => {
    const { memory, alice, bob, belief, slot } = setup();
    memory.claim(alice, "timezone", "+08:00", { by: alice });
    memory.claim(alice, "timezone", "+01:00", { by: bob, stance: "reject" });
    expect(belief("timezone", "+08:00")).toMatchObject({ status: "accepted", slot_status: "accepted" });
    expect(belief("timezone", "+01:00")).toMatchObject({ status: "rejected", leading: "opposition" });
    expect(slot("timezone").accepted_values).toEqual(["+08:00"]);
  });

  test("a slot whose values are all rejected is insufficient: what the value is nobody has said", () => {
    const { memory, alice, bob, slot, belief } = setup();
    const denial = memory.claim(alice, "timezone", "+08:00", { by: bob, stance: "reject" });
    memory.claim(alice, "likes", "tea", { by: alice, stance: "reject" });
    expect(belief("timezone", "+08:00")).toMatchObject({ status: "rejected", slot_status: "insufficient" });
    for (const name of ["timezone", "likes"]) {
      expect(slot(name)).toMatchObject({
        status: "insufficient",
        accepted_values: [],
        candidate_projections: [{ status: "rejected", slot_status: "insufficient", leading: "opposition" }],
        uncertainty: { reasons: [] },
        explanation: { candidates: { rejected: 1 } },
      });
    }
    memory.claim(alice, "timezone", "+01:00", { by: bob, stance: "uncertain" });
    expect(slot("timezone").status).toBe("uncertain");
    memory.claim(alice, "timezone", "+08:00", { by: alice });
    expect(slot("timezone").status).toBe("contested");
    memory.retract(denial);
    expect(slot("timezone").accepted_values).toEqual(["+08:00"]);
  });

  test("a value whose time is indeterminate does not dispute one that certainly holds", () => {
    const { memory, alice, bob, belief } = setup();
    memory.claim(alice, "timezone", "+08:00", { by: alice });
    memory.claim(alice, "timezone", "+01:00", { by: bob, from: { earliest: day(50), latest: day(150) } });
    expect(belief("timezone", "+08:00").status).toBe("accepted");
    expect(belief("timezone", "+01:00")).toMatchObject({
      status: "uncertain",
      uncertainty: { reasons: ["temporal_indeterminate"] },
    });
  });

  test("several values of an ordinary Predicate are accepted side by side", () => {
    const { memory, alice, bob, slot } = setup();
    memory.claim(alice, "likes", "tea", { by: alice });
    memory.claim(alice, "likes", "coffee", { by: alice });
    memory.claim(alice, "likes", "gin", { by: bob });
    memory.claim(alice, "likes", "gin", { by: alice, stance: "reject" });
    expect(slot("likes")).toMatchObject({ status: "accepted", accepted_values: ["tea", "coffee"] });
    expect(slot("likes").candidate_projections.map(({ status }) => status)).toEqual([
      "accepted",
      "accepted",
      "contested",
    ]);
  });

  test("a dispute in one partition leaves the others accepted", () => {
    const { memory, alice, bob, slot } = setup();
    const [dark, light, vim] = [memory.concept("Color"), memory.concept("Color"), memory.concept("Editor")];
    memory.claim(alice, "prefers", { id: dark }, { by: alice });
    memory.claim(alice, "prefers", { id: light }, { by: bob });
    memory.claim(alice, "prefers", { id: vim }, { by: alice });
    expect(slot("prefers")).toMatchObject({ status: "accepted", accepted_values: [{ id: vim }] });
    expect(slot("prefers").candidate_projections.map(({ slot_status }) => slot_status)).toEqual([
      "contested",
      "contested",
      "accepted",
    ]);
  });

  test("Propositions that a merge made one are one candidate", () => {
    const { memory, alice, bob, slot } = setup();
    const [shade, black] = [memory.concept("Color"), memory.concept("Color")];
    memory.claim(alice, "prefers", { id: shade }, { by: alice });
    memory.claim(alice, "prefers", { id: black }, { by: bob });
    expect(slot("prefers").status).toBe("contested");
    memory.merge(shade, black);
    expect(slot("prefers")).toMatchObject({ status: "accepted", accepted_values: [{ id: black }] });
    expect(slot("prefers").candidate_projections).toHaveLength(1);
  });
});

describe("kip:memory-default", () => {
  test("what the subject says of itself prevails over newer hearsay", () => {
    const { memory, alice, bob, slot, belief } = setup();
    memory.claim(alice, "timezone", "+08:00", { by: alice, at: day(1) });
    memory.claim(alice, "timezone", "+09:00", { by: bob, at: day(50) });
    expect(belief("timezone", "+08:00", memoryDefault)).toMatchObject({
      status: "accepted",
      leading: "support",
      conflict_refs: [],
      conflict_reasons: [],
      precedence: {
        rule: "first_person_testimony",
        prevailed_over: [memory.proposition(alice, "timezone", "+09:00")],
      },
    });
    expect(belief("timezone", "+09:00", memoryDefault)).toMatchObject({
      status: "uncertain",
      candidate_status: "accepted",
      slot_status: "accepted",
      leading: "none",
      uncertainty: { reasons: ["outranked"] },
      precedence: {
        rule: "first_person_testimony",
        outranked_by: memory.proposition(alice, "timezone", "+08:00"),
      },
    });
    expect(slot("timezone", memoryDefault)).toMatchObject({
      status: "accepted",
      accepted_values: ["+08:00"],
    });
  });

  test("testimony never outranks an observation; the newer of the two prevails", () => {
    const { memory, alice, sensor, belief } = setup();
    memory.claim(alice, "timezone", "+01:00", { by: alice, at: day(1) });
    memory.claim(alice, "timezone", "+02:00", { by: sensor, mode: "observed", at: day(50) });
    expect(belief("timezone", "+02:00", memoryDefault)).toMatchObject({
      status: "accepted",
      precedence: { rule: "recency" },
    });
    expect(belief("timezone", "+01:00", memoryDefault).uncertainty.reasons).toEqual(["outranked"]);
  });

  test("testimony and an observation of the same moment stay contested", () => {
    const { memory, alice, sensor, belief } = setup();
    memory.claim(alice, "timezone", "+01:00", { by: alice, at: day(1) });
    memory.claim(alice, "timezone", "+02:00", { by: sensor, mode: "observed", at: day(1) });
    expect(belief("timezone", "+01:00", memoryDefault)).toMatchObject({
      status: "contested",
      leading: "none",
    });
    expect(belief("timezone", "+01:00", memoryDefault)).not.toHaveProperty("precedence");
  });

  test("a claim for the task prevails over the general one, whoever is newer or speaks of themselves", () => {
    const { memory, alice, bob, belief } = setup();
    const task = memory.concept("Context");
    memory.claim(alice, "timezone", "tabs", { by: bob, at: day(1), contexts: [task] });
    memory.claim(alice, "timezone", "spaces", { by: alice, at: day(50) });
    const settings = { ...memoryDefault, context_refs: [task] };
    expect(belief("timezone", "tabs", settings)).toMatchObject({
      status: "accepted",
      precedence: { rule: "context_specificity" },
    });
    expect(belief("timezone", "spaces", settings).uncertainty.reasons).toEqual(["outranked"]);
    expect(belief("timezone", "spaces", memoryDefault).status).toBe("accepted");
  });

  test("recency compares when values were claimed to hold, not when they were recorded", () => {
    const { memory, alice, bob, sensor, belief } = setup();
    memory.claim(alice, "timezone", "+09:00", { by: bob, at: day(50) });
    memory.claim(alice, "timezone", "+08:00", { by: sensor, at: day(1) });
    expect(belief("timezone", "+09:00", memoryDefault).status).toBe("accepted");
  });

  test("of three values one has to prevail over both others", () => {
    const { memory, alice, bob, sensor, belief } = setup();
    memory.claim(alice, "timezone", "+07:00", { by: alice, at: day(1) });
    memory.claim(alice, "timezone", "+08:00", { by: bob, at: day(2) });
    memory.claim(alice, "timezone", "+09:00", { by: sensor, mode: "observed", at: day(3) });
    expect(belief("timezone", "+09:00", memoryDefault)).toMatchObject({
      status: "accepted",
      precedence: { rule: "recency", prevailed_over: { length: 2 } },
    });
  });

  test("the structural policy leaves all of these contested", () => {
    const { memory, alice, bob, belief } = setup();
    memory.claim(alice, "timezone", "+08:00", { by: alice, at: day(1) });
    memory.claim(alice, "timezone", "+09:00", { by: bob, at: day(50) });
    expect(belief("timezone", "+08:00").status).toBe("contested");
    expect(belief("timezone", "+09:00").status).toBe("contested");
  });

  test("a dispute about one value is not a conflict between values: no rule settles it", () => {
    const { memory, alice, bob, belief } = setup();
    memory.claim(alice, "timezone", "+08:00", { by: alice, at: day(1) });
    memory.claim(alice, "timezone", "+08:00", { by: bob, stance: "reject", at: day(50) });
    expect(belief("timezone", "+08:00", memoryDefault)).toMatchObject({
      status: "contested",
      conflict_refs: [],
    });
  });
});

describe("What a Predicate declares beyond one value at a time", () => {
  test("in a complete slot accepting one value rejects every other, stated or not", () => {
    const { memory, alice, bob, belief, slot } = setup();
    memory.claim(alice, "born_in", "Rome", { by: alice });
    memory.claim(alice, "born_in", "Paris", { by: bob, from: { earliest: day(50), latest: day(150) } });
    const rejected = {
      status: "rejected",
      leading: "opposition",
      conflict_reasons: ["exclusive_value"],
      conflict_refs: [memory.proposition(alice, "born_in", "Rome")],
    };
    expect(belief("born_in", "Paris")).toMatchObject({ ...rejected, candidate_status: "uncertain" });
    expect(belief("born_in", "Oslo")).toMatchObject({
      ...rejected,
      proposition_id: null,
      candidate_status: "insufficient",
    });
    expect(slot("born_in")).toMatchObject({ status: "accepted", accepted_values: ["Rome"] });
  });

  test("a conflict in a complete slot names both constraints, and an outranked value is not rejected", () => {
    const { memory, alice, bob, belief } = setup();
    memory.claim(alice, "born_in", "Rome", { by: alice });
    memory.claim(alice, "born_in", "Paris", { by: bob });
    expect(belief("born_in", "Rome").conflict_reasons).toEqual(["exclusive_value", "functional_value"]);
    expect(belief("born_in", "Paris", memoryDefault).status).toBe("uncertain");
    expect(belief("born_in", "Oslo", memoryDefault).status).toBe("rejected");
    expect(belief("born_in", "Oslo").status).toBe("insufficient");
  });

  test("under a closed world what is not on record is rejected, and the slot is merely insufficient", () => {
    const { memory, alice, belief, slot } = setup();
    expect(belief("enabled", "dark mode")).toMatchObject({ status: "rejected", proposition_id: null });
    expect(slot("enabled")).toMatchObject({ status: "insufficient", candidate_projections: [] });
    memory.claim(alice, "enabled", "dark mode", { by: alice });
    expect(belief("enabled", "dark mode").status).toBe("accepted");
  });

  test("for a complete boolean, true and false exclude each other", () => {
    const { memory, alice, bob, belief } = setup();
    memory.claim(alice, "vegetarian", true, { by: alice });
    expect(belief("vegetarian", false)).toMatchObject({
      status: "rejected",
      conflict_reasons: ["exclusive_value"],
    });
    memory.claim(alice, "vegetarian", false, { by: bob });
    expect(belief("vegetarian", true)).toMatchObject({
      status: "contested",
      conflict_reasons: ["exclusive_value"],
    });
    expect(belief("vegetarian", true, memoryDefault).status).toBe("accepted");
    expect(belief("vegetarian", false, memoryDefault).status).toBe("uncertain");
  });

  test("denying true does not accept false, which nobody supports", () => {
    const { memory, alice, belief } = setup();
    memory.claim(alice, "vegetarian", true, { by: alice, stance: "reject" });
    expect(belief("vegetarian", true).status).toBe("rejected");
    expect(belief("vegetarian", false).status).toBe("insufficient");
  });
});

describe("A slot with nothing to say", () => {
  test("is insufficient, with its coordinates", () => {
    const { alice, slot } = setup();
    expect(slot("likes")).toMatchObject({
      status: "insufficient",
      accepted_values: [],
      candidate_projections: [],
      subject: { id: alice },
      predicate_ref: predicate("likes"),
      basis: { valid_at: day(100), next_invalid_at: null },
    });
  });

  test("is insufficient about a Literal, which no Proposition is about", () => {
    const { memory } = setup();
    const projector = new Projector(memory.view(), requestFor(day(0)));
    expect(projector.slot(null, predicate("likes"))).toMatchObject({ status: "insufficient", subject: null });
    const target = { subject: null, predicateRef: predicate("likes"), object: "tea" };
    expect(projector.proposition(target)).toMatchObject({ status: "insufficient", proposition_id: null });
  });

  test("asking about a value nobody stated creates nothing", () => {
    const { memory, alice, belief } = setup();
    const before = memory.elements().length;
    expect(belief("likes", { id: alice })).toMatchObject({ status: "insufficient", proposition_id: null });
    expect(memory.elements()).toHaveLength(before);
  });
});
