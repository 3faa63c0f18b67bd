import { describe, expect, test } from "vitest";
import type { ElementId, JsonObject } from "../model/index.js";
import { day, environmentOf, Memory, requestFor } from "./memory.fixture.js";
import { projectProposition } from "./projector.js";
import { NO_CONTROLS } from "./request.js";

const environment = environmentOf({ likes: {} });

function setup() {
  const memory = new Memory(environment);
  const alice = memory.concept();
  const proposition = memory.proposition(alice, "likes", "tea");
  const belief = (settings: JsonObject = {}, context = {}) =>
    projectProposition(memory.view(), { proposition }, requestFor(day(9), settings, context));
  const reasonOf = (id: ElementId, settings: JsonObject = {}, context = {}) => {
    const { entries } = belief({ ...settings, explanation: "ledger" }, context).explanation as unknown as {
      entries: readonly { assertion_id: string; reason: string | null }[];
    };
    return entries.find(({ assertion_id }) => assertion_id === id)?.reason;
  };
  return { memory, alice, proposition, belief, reasonOf };
}

describe("Which claims count", () => {
  test("a withdrawn claim and a corrected one do not", () => {
    const { memory, alice, proposition, belief, reasonOf } = setup();
    const withdrawn = memory.assert(proposition, { by: alice });
    const wrong = memory.assert(proposition, { by: alice });
    memory.retract(withdrawn);
    memory.supersede(wrong, withdrawn);
    expect(belief().status).toBe("insufficient");
    expect(reasonOf(withdrawn)).toBe("retracted");
    expect(reasonOf(wrong)).toBe("superseded");
    expect(belief({ include_historical: true }).status).toBe("insufficient");
  });

  test.each(["hypothetical", "predicted"] as const)(
    "a %s claim counts only when a scenario is asked for",
    (mode) => {
      const { memory, alice, proposition, belief, reasonOf } = setup();
      const id = memory.assert(proposition, { by: alice, mode });
      expect(belief().status).toBe("insufficient");
      expect(reasonOf(id)).toBe(mode);
      expect(belief({ include_hypothetical: true }).status).not.toBe("insufficient");
    },
  );

  test("an imported claim is transport, not endorsement", () => {
    const { memory, alice, proposition, belief, reasonOf } = setup();
    const id = memory.assert(proposition, { by: alice, mode: "imported" });
    expect(belief({ include_hypothetical: true, include_historical: true }).status).toBe("insufficient");
    expect(reasonOf(id)).toBe("imported");
  });

  test("a claim counts only where the request's contexts include all of its own", () => {
    const { memory, alice, proposition, belief, reasonOf } = setup();
    const [work, travel] = [memory.concept("Context"), memory.concept("Context")];
    const id = memory.assert(proposition, { by: alice, contexts: [work, travel] });
    expect(belief().status).toBe("insufficient");
    expect(reasonOf(id)).toBe("context_mismatch");
    expect(belief({ context_refs: [work] }).status).toBe("insufficient");
    expect(belief({ context_refs: [work, travel] }).status).toBe("accepted");
  });

  test("an archived claim counts only in a historical read, and a deleted one never", () => {
    const { memory, alice, proposition, belief, reasonOf } = setup();
    const id = memory.assert(proposition, { by: alice });
    memory.store(id, "archived");
    expect(belief().status).toBe("insufficient");
    expect(reasonOf(id)).toBe("archived");
    expect(belief({ include_historical: true }).status).toBe("accepted");
    memory.store(id, "tombstoned");
    expect(belief({ include_historical: true }).status).toBe("insufficient");
    expect(reasonOf(id)).toBe("tombstoned");
  });

  test("the claims about an archived Proposition rest with it", () => {
    const { memory, alice, proposition, belief } = setup();
    memory.assert(proposition, { by: alice });
    memory.store(proposition, "archived");
    expect(belief().status).toBe("insufficient");
    expect(belief({ include_historical: true }).status).toBe("accepted");
  });

  test("what protected state keeps out is out, under the reason it gives", () => {
    const { memory, alice, proposition, belief, reasonOf } = setup();
    const id = memory.assert(proposition, { by: alice });
    const controls = {
      ...NO_CONTROLS,
      trustVersion: "trust:7",
      exclusionOf: (element: { id: string }) => (element.id === id ? "quarantined" : null),
    };
    expect(belief({}, { controls })).toMatchObject({
      status: "insufficient",
      basis: { trust_version: "trust:7" },
    });
    expect(reasonOf(id, {}, { controls })).toBe("quarantined");
  });

  test("a claim is expired from the end of its interval, and stays stored as active", () => {
    const { memory, alice, proposition, reasonOf } = setup();
    const past = memory.assert(proposition, { by: alice, from: day(1), until: day(9) });
    const future = memory.assert(proposition, { by: alice, from: day(10) });
    expect(reasonOf(past)).toBe("expired");
    expect(reasonOf(future)).toBe("not_yet_valid");
    expect(memory.get(past)).toMatchObject({ lifecycle: { status: "active" } });
  });
});

describe("Corrected Evidence", () => {
  test("leaves a claim that rests on nothing else uncertain", () => {
    const { memory, alice, proposition, belief, reasonOf } = setup();
    const [wrong, right] = [memory.evidence(), memory.evidence()];
    const id = memory.assert(proposition, { by: alice, evidence: [wrong] });
    expect(belief().status).toBe("accepted");
    memory.correct(wrong, right);
    expect(belief()).toMatchObject({
      status: "uncertain",
      uncertainty: { reasons: ["evidence_corrected"] },
      support: { assertion_ids: [id], root_groups: [] },
    });
    expect(reasonOf(id)).toBe("evidence_corrected");
  });

  test("does not hurt a claim that cites other Evidence too", () => {
    const { memory, alice, proposition, belief } = setup();
    const [wrong, right] = [memory.evidence(), memory.evidence()];
    memory.assert(proposition, { by: alice, evidence: [wrong, right] });
    memory.correct(wrong, right);
    expect(belief().status).toBe("accepted");
  });

  test("cited as context only, takes nothing away", () => {
    const { memory, alice, proposition, belief } = setup();
    const [wrong, right] = [memory.evidence(), memory.evidence()];
    memory.assert(proposition, { by: alice, evidence: [wrong], role: "context" });
    memory.correct(wrong, right);
    expect(belief().status).toBe("accepted");
  });

  test("does not let a claim dispute one with sound support", () => {
    const { memory, alice, proposition, belief } = setup();
    const bob = memory.concept();
    const [wrong, right] = [memory.evidence(), memory.evidence()];
    memory.assert(proposition, { by: alice });
    memory.assert(proposition, { by: bob, stance: "reject", evidence: [wrong] });
    expect(belief().status).toBe("contested");
    memory.correct(wrong, right);
    expect(belief().status).toBe("accepted");
  });
});

describe("Stance", () => {
  test("an uncertain stance alone leaves the belief uncertain", () => {
    const { memory, alice, proposition, belief } = setup();
    memory.assert(proposition, { by: alice, stance: "uncertain" });
    expect(belief()).toMatchObject({ status: "uncertain", uncertainty: { reasons: ["stance_uncertain"] } });
  });

  test("an uncertain stance takes nothing from somebody else's support", () => {
    const { memory, alice, proposition, belief } = setup();
    memory.assert(proposition, { by: alice, stance: "uncertain" });
    memory.assert(proposition, { by: memory.concept() });
    expect(belief().status).toBe("accepted");
  });

  test("support and rejection of different actors are contested", () => {
    const { memory, alice, proposition, belief } = setup();
    memory.assert(proposition, { by: alice });
    memory.assert(proposition, { by: memory.concept(), stance: "reject" });
    expect(belief()).toMatchObject({ status: "contested", leading: "none", conflict_reasons: [] });
  });
});
