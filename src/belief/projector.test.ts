import { describe, expect, test } from "vitest";
import { day, environmentOf, Memory, predicate, requestFor } from "./memory.fixture.js";
import { Projector, projectProposition, projectSlot } from "./projector.js";

const environment = environmentOf({ lives_in: { functional: true }, likes: {} });

describe("A projection", () => {
  test("of a Proposition nobody asserted is insufficient, not rejected", () => {
    const memory = new Memory(environment);
    const proposition = memory.proposition(memory.concept(), "likes", "tea");
    expect(projectProposition(memory.view(), { proposition }, requestFor(day(1)))).toMatchObject({
      proposition_id: proposition,
      status: "insufficient",
      candidate_status: "insufficient",
      slot_status: "insufficient",
      leading: "none",
      support: { score: null, score_semantics: null, assertion_ids: [], root_groups: [] },
      opposition: { score: null, score_semantics: null, assertion_ids: [], root_groups: [] },
      uncertainty: { level: null, reasons: [] },
    });
  });

  test("carries every coordinate it depends on", () => {
    const memory = new Memory(environment);
    const [alice, work] = [memory.concept(), memory.concept("Context")];
    memory.claim(alice, "lives_in", "Rome", { by: alice, from: day(1), until: day(8) });
    const request = requestFor(day(3), {
      policy: "kip:memory-default",
      purpose: "answer_user",
      risk: "low",
      context_refs: [work],
    });
    expect(projectSlot(memory.view(), alice, predicate("lives_in"), request).basis).toEqual({
      space_id: "kip:space:test",
      snapshot_seq: 1,
      schema_environment_version: environment.version,
      identity_version: 0,
      policy: { id: "kip:memory-default", version: "1" },
      trust_version: "trust:none",
      authorization_view: "view:whole-space",
      context_refs: [work],
      purpose: "answer_user",
      risk: "low",
      valid_at: day(3),
      next_invalid_at: day(8),
    });
  });

  test("of one value waits for the next change of its rivals too", () => {
    const memory = new Memory(environment);
    const [alice, bob] = [memory.concept(), memory.concept()];
    memory.claim(alice, "lives_in", "Rome", { by: alice });
    memory.claim(alice, "lives_in", "Paris", { by: bob, from: day(40) });
    const projector = new Projector(memory.view(), requestFor(day(3)));
    const rome = { subject: alice, predicateRef: predicate("lives_in"), object: "Rome" };
    expect(projector.proposition(rome)).toMatchObject({
      status: "accepted",
      basis: { next_invalid_at: day(40) },
    });
  });

  test("of a value that has no rivals does not wait for other values", () => {
    const memory = new Memory(environment);
    const [alice, bob] = [memory.concept(), memory.concept()];
    memory.claim(alice, "likes", "tea", { by: alice });
    memory.claim(alice, "likes", "gin", { by: bob, from: day(40) });
    const projector = new Projector(memory.view(), requestFor(day(3)));
    const tea = { subject: alice, predicateRef: predicate("likes"), object: "tea" };
    expect(projector.proposition(tea).basis.next_invalid_at).toBeNull();
    expect(projector.slot(alice, predicate("likes")).basis.next_invalid_at).toBe(day(40));
  });
});
