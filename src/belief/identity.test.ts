import { describe, expect, test } from "vitest";
import { day, environmentOf, Memory, predicate, requestFor } from "./memory.fixture.js";
import { Projector } from "./projector.js";

const environment = environmentOf({ lives_in: { functional: true }, resides_in: { functional: true } });

describe("Identity in projection", () => {
  test("claims about a merged subject are claims about the Concept it became", () => {
    const memory = new Memory(environment);
    const [ali, alice, bob] = [memory.concept(), memory.concept(), memory.concept()];
    memory.claim(ali, "lives_in", "Rome", { by: bob });
    memory.claim(alice, "lives_in", "Rome", { by: alice });
    memory.merge(ali, alice);
    for (const subject of [ali, alice]) {
      const slot = new Projector(memory.view(), requestFor(day(1))).slot(subject, predicate("lives_in"));
      expect(slot).toMatchObject({ subject: { id: alice }, accepted_values: ["Rome"] });
      expect(slot.candidate_projections).toMatchObject([{ support: { assertion_ids: ["A-1", "A-2"] } }]);
    }
  });

  test("a merged actor's claims succeed those made under the other identity, and speak in the first person", () => {
    const memory = new Memory(environment);
    const [ali, alice, bob] = [memory.concept(), memory.concept(), memory.concept()];
    memory.claim(alice, "lives_in", "Rome", { by: ali, at: day(1), from: day(1) });
    memory.claim(alice, "lives_in", "Paris", { by: alice, at: day(5), from: day(5) });
    memory.claim(alice, "lives_in", "Oslo", { by: bob, at: day(6) });
    memory.merge(alice, ali);
    const request = requestFor(day(9), { policy: "kip:memory-default" });
    const slot = new Projector(memory.view(), request).slot(alice, predicate("lives_in"));
    expect(slot.accepted_values).toEqual(["Paris"]);
    expect(slot.candidate_projections.map(({ status }) => status)).toEqual([
      "insufficient",
      "accepted",
      "uncertain",
    ]);
  });

  test("two actors who turn out to be one are one voice, whatever their statements were recorded with", () => {
    const memory = new Memory(environment);
    const [ali, alice, bob] = [memory.concept(), memory.concept(), memory.concept()];
    const said = memory.evidence({ evidence_class: "user_statement", source: [{ id: ali }] });
    const written = memory.evidence({ evidence_class: "message", source: [{ id: alice }, { id: ali }] });
    memory.claim(bob, "lives_in", "Rome", { by: ali });
    memory.claim(bob, "lives_in", "Rome", { by: alice });
    memory.claim(bob, "lives_in", "Rome", { by: ali, evidence: [said] });
    memory.claim(bob, "lives_in", "Rome", { by: alice, evidence: [written] });
    memory.claim(bob, "lives_in", "Rome", { by: bob, stance: "reject" });
    const belief = () =>
      new Projector(memory.view(), requestFor(day(1))).proposition({
        subject: bob,
        predicateRef: predicate("lives_in"),
        object: "Rome",
      });
    expect(belief()).toMatchObject({ status: "contested", leading: "support" });
    memory.merge(ali, alice);
    expect(belief()).toMatchObject({
      status: "contested",
      leading: "none",
      support: { assertion_ids: { length: 4 }, root_groups: [`root:${alice}`] },
    });
  });

  test("a tuple stored on both sides of a merge is one candidate, one belief and one value, however it is asked for", () => {
    const memory = new Memory(environment);
    const [ali, alice, bob] = [memory.concept(), memory.concept(), memory.concept()];
    const [roma, rome] = [memory.concept("Place"), memory.concept("Place")];
    memory.claim(ali, "lives_in", { id: roma }, { by: bob });
    memory.claim(alice, "lives_in", { id: rome }, { by: alice, stance: "reject" });
    memory.merge(ali, alice);
    memory.merge(roma, rome);
    const projector = new Projector(memory.view(), requestFor(day(1)));
    const [older, newer] = [
      memory.proposition(ali, "lives_in", { id: roma }),
      memory.proposition(alice, "lives_in", { id: rome }),
    ];
    const slot = projector.slot(ali, predicate("lives_in"));
    expect(slot.candidate_projections).toMatchObject([{ proposition_id: older, status: "contested" }]);
    for (const target of [
      { proposition: older },
      { proposition: newer },
      { subject: ali, predicateRef: predicate("lives_in"), object: { id: rome } },
      { subject: alice, predicateRef: predicate("lives_in"), object: { id: roma } },
    ]) {
      expect(projector.proposition(target)).toEqual(slot.candidate_projections[0]);
    }
  });

  test("a renamed Predicate keeps one population under both names", () => {
    const renamed = environmentOf(
      { lives_in: { functional: true }, resides_in: { functional: true } },
      { lives_in: "resides_in" },
    );
    const memory = new Memory(renamed);
    const [alice, bob] = [memory.concept(), memory.concept()];
    memory.claim(alice, "lives_in", "Rome", { by: alice });
    memory.claim(alice, "resides_in", "Rome", { by: bob });
    memory.claim(alice, "resides_in", "Paris", { by: bob, stance: "reject" });
    const projector = new Projector(memory.view(), requestFor(day(1)));
    for (const name of ["lives_in", "resides_in"]) {
      const slot = projector.slot(alice, predicate(name));
      expect(slot.candidate_projections).toHaveLength(2);
      expect(slot.candidate_projections[0]?.support.assertion_ids).toEqual(["A-1", "A-2"]);
    }
    expect(projector.slot(alice, predicate("resides_in")).predicate_ref).toBe(predicate("resides_in"));
  });

  test("a Predicate nobody defines any more is read with the defaults", () => {
    const memory = new Memory(environmentOf({}));
    const alice = memory.concept();
    memory.claim(alice, "lives_in", "Rome", { by: alice });
    memory.claim(alice, "lives_in", "Paris", { by: alice });
    const slot = new Projector(memory.view(), requestFor(day(1))).slot(alice, predicate("lives_in"));
    expect(slot).toMatchObject({ accepted_values: ["Rome", "Paris"], predicate_ref: predicate("lives_in") });
  });

  test("of the Propositions of one tuple the oldest still in use stands for the candidate", () => {
    const memory = new Memory(environment);
    const [rome, roma, alice] = [memory.concept("Place"), memory.concept("Place"), memory.concept()];
    const older = memory.proposition(alice, "lives_in", { id: roma });
    const newer = memory.proposition(alice, "lives_in", { id: rome });
    memory.assert(newer, { by: alice });
    memory.merge(roma, rome);
    const belief = () => new Projector(memory.view(), requestFor(day(1))).proposition({ proposition: newer });
    expect(belief()).toMatchObject({ proposition_id: older, status: "accepted" });
    memory.store(older, "archived");
    expect(belief()).toMatchObject({ proposition_id: newer, status: "accepted" });
  });

  test("an archived candidate is not listed in its slot, unless history is asked for", () => {
    const memory = new Memory(environment);
    const alice = memory.concept();
    memory.store(memory.proposition(alice, "lives_in", "Rome"), "archived");
    const slot = (settings = {}) =>
      new Projector(memory.view(), requestFor(day(1), settings)).slot(alice, predicate("lives_in"));
    expect(slot().candidate_projections).toHaveLength(0);
    expect(slot({ include_historical: true }).candidate_projections).toHaveLength(1);
  });
});
