import { describe, expect, test } from "vitest";
import type { Timestamp } from "../model/index.js";
import { day, environmentOf, Memory, predicate, requestFor } from "./memory.fixture.js";
import { Projector } from "./projector.js";

const environment = environmentOf({
  lives_in: { functional: true },
  works_for: {},
  prefers: { functionalBy: "object_type" },
});

function setup() {
  const memory = new Memory(environment);
  const [alice, bob] = [memory.concept(), memory.concept()];
  const status = (name: string, object: string | { id: typeof alice }, at: Timestamp, settings = {}) =>
    new Projector(memory.view(), requestFor(at, settings)).proposition({
      subject: alice,
      predicateRef: predicate(name),
      object,
    }).status;
  return { memory, alice, bob, status };
}

describe("Temporal succession", () => {
  test("a start that is only bounded below is placed by the statement where another value came before", () => {
    const { memory, alice, status } = setup();
    memory.claim(alice, "lives_in", "Beijing", { by: alice, at: day(1), from: day(1) });
    memory.claim(alice, "lives_in", "Shanghai", { by: alice, at: day(20), from: { earliest: day(10) } });
    expect(status("lives_in", "Beijing", day(15))).toBe("uncertain");
    expect(status("lives_in", "Shanghai", day(15))).toBe("uncertain");
    expect(status("lives_in", "Beijing", day(20))).toBe("insufficient");
    expect(status("lives_in", "Shanghai", day(20))).toBe("accepted");
  });

  test("an actor's newer value ends the older one from the newer one's start", () => {
    const { memory, alice, status } = setup();
    memory.claim(alice, "lives_in", "Beijing", { by: alice, at: day(10) });
    memory.claim(alice, "lives_in", "Shanghai", { by: alice, at: day(200), from: day(190) });
    expect(status("lives_in", "Beijing", day(189))).toBe("accepted");
    expect(status("lives_in", "Beijing", day(190))).toBe("insufficient");
    expect(status("lives_in", "Shanghai", day(190))).toBe("accepted");
    expect(status("lives_in", "Shanghai", day(189))).toBe("insufficient");
  });

  test("between two undated statements the change may have come at any time", () => {
    const { memory, alice, status } = setup();
    memory.claim(alice, "lives_in", "Beijing", { by: alice, at: day(10) });
    memory.claim(alice, "lives_in", "Shanghai", { by: alice, at: day(20) });
    expect(status("lives_in", "Beijing", day(15))).toBe("uncertain");
    expect(status("lives_in", "Shanghai", day(15))).toBe("uncertain");
    expect(status("lives_in", "Shanghai", day(20))).toBe("accepted");
    expect(status("lives_in", "Beijing", day(20))).toBe("insufficient");
  });

  test("another actor's newer value ends nothing: both stand and dispute each other", () => {
    const { memory, alice, bob, status } = setup();
    memory.claim(alice, "lives_in", "Beijing", { by: alice, at: day(10) });
    memory.claim(alice, "lives_in", "Shanghai", { by: bob, at: day(20) });
    expect(status("lives_in", "Beijing", day(30))).toBe("contested");
    expect(status("lives_in", "Shanghai", day(30))).toBe("contested");
  });

  test("a claim recorded late does not displace the current value", () => {
    const { memory, alice, status } = setup();
    memory.claim(alice, "lives_in", "Shanghai", { by: alice, at: day(20) });
    memory.claim(alice, "lives_in", "Beijing", { by: alice, at: day(10) });
    expect(status("lives_in", "Shanghai", day(30))).toBe("accepted");
    expect(status("lives_in", "Beijing", day(30))).toBe("insufficient");
  });

  test("withdrawing a successor gives its predecessor back its open end", () => {
    const { memory, alice, status } = setup();
    memory.claim(alice, "lives_in", "Beijing", { by: alice, at: day(10) });
    const move = memory.claim(alice, "lives_in", "Shanghai", { by: alice, at: day(20) });
    memory.retract(move);
    expect(status("lives_in", "Beijing", day(30))).toBe("accepted");
  });

  test("a value that stopped is ended by the same actor's denial, and denied from then on", () => {
    const { memory, alice, status } = setup();
    memory.claim(alice, "works_for", "Acme", { by: alice, at: day(10), from: day(5) });
    memory.claim(alice, "works_for", "Acme", { by: alice, stance: "reject", at: day(21), from: day(20) });
    expect(status("works_for", "Acme", day(15))).toBe("accepted");
    expect(status("works_for", "Acme", day(20))).toBe("rejected");
    expect(status("works_for", "Acme", day(4))).toBe("insufficient");
  });

  test("values of a Predicate that is not functional never succeed one another", () => {
    const { memory, alice, status } = setup();
    memory.claim(alice, "works_for", "Acme", { by: alice, at: day(10) });
    memory.claim(alice, "works_for", "Globex", { by: alice, at: day(20) });
    expect(status("works_for", "Acme", day(30))).toBe("accepted");
    expect(status("works_for", "Globex", day(30))).toBe("accepted");
  });

  test("a preference succeeds the older one of its kind and leaves other kinds alone", () => {
    const { memory, alice, status } = setup();
    const [dark, light, vim] = [memory.concept("Color"), memory.concept("Color"), memory.concept("Editor")];
    memory.claim(alice, "prefers", { id: dark }, { by: alice, at: day(1), from: day(1) });
    memory.claim(alice, "prefers", { id: vim }, { by: alice, at: day(2), from: day(2) });
    memory.claim(alice, "prefers", { id: light }, { by: alice, at: day(9), from: day(9) });
    expect(status("prefers", { id: dark }, day(10))).toBe("insufficient");
    expect(status("prefers", { id: light }, day(10))).toBe("accepted");
    expect(status("prefers", { id: vim }, day(10))).toBe("accepted");
  });

  test("claims in different contexts are on different lines", () => {
    const { memory, alice, status } = setup();
    const work = memory.concept("Context");
    memory.claim(alice, "lives_in", "Beijing", { by: alice, at: day(10) });
    memory.claim(alice, "lives_in", "Shanghai", { by: alice, at: day(20), contexts: [work] });
    expect(status("lives_in", "Beijing", day(30))).toBe("accepted");
    expect(status("lives_in", "Beijing", day(30), { context_refs: [work] })).toBe("contested");
  });

  test("two inferences without a start dispute each other instead of telling of a change", () => {
    const { memory, alice, bob, status } = setup();
    const [first, second] = [memory.evidence(), memory.evidence()];
    memory.infer(alice, "lives_in", "Austin", [first], { by: bob, at: day(10) });
    memory.infer(alice, "lives_in", "Dallas", [second], { by: bob, at: day(20) });
    expect(status("lives_in", "Austin", day(30))).toBe("contested");
    expect(status("lives_in", "Dallas", day(30))).toBe("contested");
  });

  test("an inference that writes its start takes part", () => {
    const { memory, alice, bob, status } = setup();
    const [first, second] = [memory.evidence(), memory.evidence()];
    memory.infer(alice, "lives_in", "Austin", [first], { by: bob, at: day(10), from: day(9) });
    memory.infer(alice, "lives_in", "Dallas", [second], { by: bob, at: day(20), from: day(19) });
    expect(status("lives_in", "Austin", day(30))).toBe("insufficient");
    expect(status("lives_in", "Dallas", day(30))).toBe("accepted");
  });

  test("claims with the same start are simultaneous and stay a conflict", () => {
    const { memory, alice, status } = setup();
    memory.claim(alice, "lives_in", "Beijing", { by: alice, at: day(10) });
    memory.claim(alice, "lives_in", "Shanghai", { by: alice, at: day(10) });
    expect(status("lives_in", "Beijing", day(10))).toBe("contested");
  });

  test("a successor never reopens an interval its own author closed", () => {
    const { memory, alice, status } = setup();
    memory.claim(alice, "lives_in", "Beijing", { by: alice, at: day(1), from: day(1), until: day(5) });
    memory.claim(alice, "lives_in", "Shanghai", { by: alice, at: day(20), from: day(20) });
    expect(status("lives_in", "Beijing", day(10))).toBe("insufficient");
  });

  test("a sensor's long run of readings leaves the last one standing", () => {
    const { memory, alice } = setup();
    const sensor = memory.concept();
    const rooms = Array.from({ length: 50 }, (_, room) =>
      memory.proposition(alice, "lives_in", `room ${room}`),
    );
    for (let minute = 0; minute < 5_000; minute += 1) {
      memory.assert(rooms[minute % rooms.length]!, {
        by: sensor,
        mode: "observed",
        at: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString() as Timestamp,
      });
    }
    const slot = new Projector(memory.view(), requestFor(day(100))).slot(alice, predicate("lives_in"));
    expect(slot.accepted_values).toEqual(["room 49"]);
  });
});
