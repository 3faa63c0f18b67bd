import { describe, expect, test } from "vitest";
import { day, environmentOf, Memory, requestFor } from "./memory.fixture.js";
import { projectProposition, projectSlot } from "./projector.js";

const environment = environmentOf({
  lives_in: { functional: true },
  likes: {},
  prefers: { functionalBy: "object_type" },
});

describe("Projecting one Proposition", () => {
  test("a Proposition nobody asserted is insufficient, not rejected", () => {
    const memory = new Memory(environment);
    const alice = memory.concept();
    const proposition = memory.proposition(alice, "likes", "tea");
    expect(projectProposition(memory.view(), { proposition }, requestFor(day(1)))).toMatchObject({
      proposition_id: proposition,
      status: "insufficient",
      slot_status: "insufficient",
      leading: "none",
    });
  });

  test("a world change is one Assertion: the new value is accepted and the old one has expired", () => {
    const memory = new Memory(environment);
    const alice = memory.concept();
    const beijing = memory.concept("Place");
    const shanghai = memory.concept("Place");
    memory.claim(alice, "lives_in", { id: beijing }, { by: alice, at: day(10) });
    memory.claim(alice, "lives_in", { id: shanghai }, { by: alice, at: day(200), from: day(190) });
    const view = memory.view();
    const at = (time: number) =>
      projectSlot(view, alice, "kip://test/belief/lives_in", requestFor(day(time)));
    expect(at(250).accepted_values).toEqual([{ id: shanghai }]);
    expect(at(100).accepted_values).toEqual([{ id: beijing }]);
    expect(at(5)).toMatchObject({
      status: "uncertain",
      uncertainty: { reasons: ["temporal_indeterminate"] },
    });
    expect(at(100).basis.next_invalid_at).toBe(day(190));
    expect(at(250).basis.next_invalid_at).toBeNull();
  });
});
