import { describe, expect, test } from "vitest";
import { asTxId, type ElementId, type IdentityDecision, stubOf } from "../model/index.js";
import { day, environmentOf, Memory, predicate, requestFor } from "./memory.fixture.js";
import { Projector } from "./projector.js";

const environment = environmentOf({ speaks: {} });

function setup() {
  const memory = new Memory(environment);
  const [alice, bob] = [memory.concept(), memory.concept()];
  const projector = (settings = {}) => new Projector(memory.view(), requestFor(day(9), settings));
  const belief = (settings = {}) =>
    projector(settings).proposition({ subject: alice, predicateRef: predicate("speaks"), object: "French" });
  return { memory, alice, bob, projector, belief };
}

/** The memory with some of its elements purged. */
function purged(memory: Memory, ...ids: readonly ElementId[]) {
  const elements = memory.elements().map((element) => (ids.includes(element.id) ? stubOf(element) : element));
  return new Projector(memory.view(elements), requestFor(day(9), { explanation: "ledger" }));
}

describe("What was purged", () => {
  test("is no claim any more, and no candidate", () => {
    const { memory, alice, bob, belief } = setup();
    const claim = memory.claim(alice, "speaks", "French", { by: bob });
    expect(belief().status).toBe("accepted");
    const target = { subject: alice, predicateRef: predicate("speaks"), object: "French" } as const;
    expect(purged(memory, claim).proposition(target)).toMatchObject({ status: "insufficient" });
    const proposition = memory.get(claim);
    if (proposition.kind !== "assertion") throw new Error("a claim is an Assertion");
    expect(purged(memory, proposition.proposition.id).proposition(target)).toMatchObject({
      status: "insufficient",
      proposition_id: null,
    });
  });

  test("leaves a claim with the roots its Evidence gave it", () => {
    const { memory, alice, bob } = setup();
    const carol = memory.concept();
    const document = memory.evidence();
    const target = { subject: alice, predicateRef: predicate("speaks"), object: "French" } as const;
    memory.claim(alice, "speaks", "French", { by: bob, evidence: [document] });
    memory.claim(alice, "speaks", "French", { by: carol, evidence: [document] });
    const roots = (projector: Projector) => projector.proposition(target).support.root_groups;
    const before = roots(new Projector(memory.view(), requestFor(day(9))));
    expect(roots(purged(memory, document))).toEqual(before);
  });

  test("is unavailable to what was derived from it", () => {
    const { memory, alice, bob } = setup();
    const source = memory.evidence();
    const inferred = memory.infer(alice, "speaks", "French", [source], { by: bob });
    expect(purged(memory, source).dependencyValidity(inferred)).toMatchObject({
      status: "unverifiable",
      reasons: ["source_unavailable"],
    });
  });
});

describe("What was recorded by mistake", () => {
  test("counts in no projection, and keeps its record", () => {
    const { memory, alice, bob, belief } = setup();
    const claim = memory.claim(alice, "speaks", "French", { by: bob });
    memory.invalidate(claim);
    expect(belief({ explanation: "ledger" })).toMatchObject({ status: "insufficient" });
    expect(JSON.stringify(belief({ explanation: "ledger" }).explanation)).toContain("recording_invalidated");
    expect(memory.get(claim)).toMatchObject({ lifecycle: { status: "active" } });
  });

  test("supports no claim as Evidence either", () => {
    const { memory, alice, bob, belief } = setup();
    const extraction = memory.evidence();
    memory.claim(alice, "speaks", "French", { by: bob, evidence: [extraction] });
    memory.invalidate(extraction);
    expect(belief().status).toBe("uncertain");
  });
});

describe("A merge that was withdrawn", () => {
  const decision = (source: ElementId, target: ElementId, from: number, until: number): IdentityDecision => ({
    decision_id: "d",
    source,
    target,
    canonical_target: target,
    principal_id: "owner",
    tx_id: asTxId("t"),
    decided_at: day(1),
    basis: { snapshot_seq: from - 1 },
    space_seq: from,
    identity_version: 1,
    withdrawn: {
      tx_id: asTxId("u"),
      space_seq: until,
      at: day(2),
      principal_id: "owner",
      reason_evidence: source,
      identity_version: 2,
    },
  });

  test.each([
    { name: "stood when the sources were read", from: 1, until: 2, status: "needs_review" },
    { name: "came only later", from: 2, until: 3, status: "current" },
  ])("puts derivations up for review when it $name", ({ from, until, status }) => {
    const { memory, alice, bob } = setup();
    const claim = memory.claim(alice, "speaks", "German", { by: alice });
    const inferred = memory.infer(alice, "speaks", "French", [claim], { by: bob });
    const view = memory.view();
    view.apply({ seq: 2, elements: [], clientKeys: [], identity: [decision(bob, alice, from, until)] });
    const projector = new Projector(view, requestFor(day(9)));
    expect(projector.dependencyValidity(inferred)).toMatchObject({
      status,
      reasons: status === "current" ? [] : ["identity_repaired"],
    });
  });
});
