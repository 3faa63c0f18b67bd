import { describe, expect, test } from "vitest";
import { asElementId, type ElementId } from "../model/index.js";
import { memoryPackage, SchemaEnvironment } from "../schema/index.js";
import { type ClaimOptions, day, environmentOf, Memory, predicate, requestFor } from "./memory.fixture.js";
import { Projector } from "./projector.js";

const environment = environmentOf({ lives_in: { functional: true }, speaks: {} });

function setup() {
  const memory = new Memory(environment);
  const [alice, brain] = [memory.concept(), memory.concept()];
  const evidence = memory.evidence();
  const projector = (at = day(9)) => new Projector(memory.view(), requestFor(at));
  const status = (at = day(9)) =>
    projector(at).proposition({ subject: alice, predicateRef: predicate("speaks"), object: "French" }).status;
  return { memory, alice, brain, evidence, projector, status };
}

describe("Dependency validity", () => {
  test("an inference with unchanged sources is accepted like anything else", () => {
    const { memory, alice, brain, evidence, projector, status } = setup();
    const inferred = memory.infer(alice, "speaks", "French", [evidence], { by: brain });
    expect(status()).toBe("accepted");
    expect(projector().dependencyValidity(inferred)).toMatchObject({
      status: "current",
      reasons: [],
      action_eligible: true,
      basis: { valid_at: day(9), snapshot_seq: 1, next_invalid_at: null },
    });
  });

  test("an inference without a contract is unverifiable, and at most uncertain", () => {
    const { memory, alice, brain, evidence, projector, status } = setup();
    const inferred = memory.claim(alice, "speaks", "French", {
      by: brain,
      mode: "inferred",
      evidence: [evidence],
    });
    expect(status()).toBe("uncertain");
    expect(projector().dependencyValidity(inferred)).toMatchObject({
      status: "unverifiable",
      reasons: ["basis_missing"],
      action_eligible: false,
    });
  });

  test("a correction of the source is felt at the next read, and changes no record", () => {
    const { memory, alice, brain, evidence, projector, status } = setup();
    const inferred = memory.infer(alice, "speaks", "French", [evidence], { by: brain });
    const before = memory.get(inferred);
    memory.correct(evidence, memory.evidence());
    expect(status()).toBe("uncertain");
    expect(projector().dependencyValidity(inferred)).toMatchObject({
      status: "needs_review",
      reasons: ["source_changed", "source_corrected"],
    });
    expect(memory.get(inferred)).toBe(before);
  });

  test("somebody's contradiction still makes it contested, and somebody's support accepted", () => {
    const { memory, alice, brain, status } = setup();
    memory.claim(alice, "speaks", "French", { by: brain, mode: "inferred" });
    const denial = memory.claim(alice, "speaks", "French", { by: memory.concept(), stance: "reject" });
    expect(status()).toBe("contested");
    memory.retract(denial);
    memory.claim(alice, "speaks", "French", { by: alice });
    expect(status()).toBe("accepted");
  });

  test("an unverified inference does not dispute another value of the slot", () => {
    const { memory, alice, brain, projector } = setup();
    memory.claim(alice, "lives_in", "Rome", { by: alice });
    memory.claim(alice, "lives_in", "Paris", { by: brain, mode: "inferred", at: day(5) });
    const slot = projector().slot(alice, predicate("lives_in"));
    expect(slot.accepted_values).toEqual(["Rome"]);
    expect(slot.candidate_projections[1]).toMatchObject({
      status: "uncertain",
      uncertainty: { reasons: ["dependency_unverifiable"] },
    });
  });

  test("a withdrawn or expired premise takes its conclusion along, and the basis says when", () => {
    const { memory, alice, brain, projector, status } = setup();
    const premise = memory.claim(alice, "lives_in", "Paris", { by: alice, at: day(1) });
    memory.infer(alice, "speaks", "French", [premise], { by: brain, at: day(2) });
    expect(status(day(9))).toBe("accepted");
    memory.claim(alice, "lives_in", "Rome", { by: alice, from: day(20), at: day(21) });
    const belief = projector(day(9)).proposition({
      subject: alice,
      predicateRef: predicate("speaks"),
      object: "French",
    });
    expect(belief).toMatchObject({ status: "accepted", basis: { next_invalid_at: day(20) } });
    const [inferred] = belief.support.assertion_ids;
    expect(projector(day(9)).dependencyValidity(asElementId(inferred ?? ""))).toMatchObject({
      status: "current",
      basis: { next_invalid_at: day(20) },
    });
    expect(status(day(20))).toBe("uncertain");
    memory.retract(premise);
    expect(status(day(9))).toBe("uncertain");
  });

  test("one unchanged alternative is enough, and changed context is not held against it", () => {
    const { memory, alice, brain, evidence, status } = setup();
    const [other, background] = [memory.evidence(), memory.evidence()];
    const inferred = memory.claim(alice, "speaks", "French", { by: brain, mode: "inferred" });
    memory.activity({
      inputs: [evidence, other, background],
      outputs: [inferred],
      groups: [
        { role: "any_of", pins: [{ id: evidence }, { id: other }] },
        { role: "context", pins: [{ id: background }] },
      ],
    });
    memory.touch(evidence);
    memory.touch(background);
    expect(status()).toBe("accepted");
    memory.touch(other);
    expect(status()).toBe("uncertain");
  });

  test.each<[string, Partial<ClaimOptions>]>([
    ["a hypothesis", { mode: "hypothetical" }],
    ["an import", { mode: "imported" }],
    ["something said of another context", {}],
  ])("what is concluded from %s is a claim of its own, with its own mode and context", (what, options) => {
    const { memory, alice, brain } = setup();
    const contexts = what.endsWith("context") ? [memory.concept("Context")] : [];
    const premise = memory.claim(alice, "speaks", "Breton", { by: alice, contexts, ...options });
    const inferred = memory.infer(alice, "speaks", "Gaelic", [premise], { by: brain });
    const projector = new Projector(memory.view(), requestFor(day(9)));
    const target = { subject: alice, predicateRef: predicate("speaks") };
    expect(projector.dependencyValidity(inferred)?.status).toBe("current");
    expect(projector.proposition({ ...target, object: "Gaelic" }).status).toBe("accepted");
    expect(projector.proposition({ ...target, object: "Breton" }).status).toBe("insufficient");
  });

  test("a claim that lost its Evidence is no premise any more", () => {
    const { memory, alice, brain, evidence, projector, status } = setup();
    const premise = memory.claim(alice, "speaks", "Breton", { by: alice, evidence: [evidence] });
    const inferred = memory.infer(alice, "speaks", "French", [premise], { by: brain });
    expect(status()).toBe("accepted");
    memory.correct(evidence, memory.evidence());
    expect(status()).toBe("uncertain");
    expect(projector().dependencyValidity(inferred)).toMatchObject({
      status: "needs_review",
      reasons: ["source_unsupported"],
    });
  });

  test("a record made from one that was corrected has a corrected root, and the correction itself has none", () => {
    const { memory, alice, brain, evidence, projector } = setup();
    const summary = memory.evidence({ evidence_class: "derived_result", source: [{ id: evidence }] });
    const translation = memory.evidence({ evidence_class: "derived_result" });
    memory.activity({ activityClass: "translation", inputs: [summary], outputs: [translation] });
    const right = memory.evidence({ corrects: [{ id: evidence }], source: [{ id: evidence }] });
    memory.correct(evidence, right);
    const validity = [translation, right].map((source) => {
      const inferred = memory.infer(alice, "speaks", `from ${source}`, [source], { by: brain });
      return projector().dependencyValidity(inferred)?.reasons;
    });
    expect(validity).toEqual([["source_corrected"], []]);
  });

  test("a record of a claim that was withdrawn, replaced or misheard has a revised root, however far behind", () => {
    const { memory, alice, brain, projector } = setup();
    const reasons = (["retract", "supersede", "invalidate"] as const).map((revision) => {
      const premise = memory.claim(alice, "speaks", `Breton, ${revision}`, { by: alice });
      const [report, summary] = [memory.evidence({ evidence_class: "derived_result" }), memory.evidence()];
      memory.activity({ activityClass: "summarization", inputs: [premise], outputs: [report] });
      memory.activity({ activityClass: "summarization", inputs: [report], outputs: [summary] });
      const inferred = memory.infer(alice, "speaks", `French, ${revision}`, [summary], { by: brain });
      expect(projector().dependencyValidity(inferred)?.status).toBe("current");
      memory[revision](premise, premise);
      expect(projector().dependencyValidity(inferred)?.status).toBe("needs_review");
      return projector().dependencyValidity(inferred)?.reasons;
    });
    expect(reasons).toEqual([["source_retracted"], ["source_superseded"], ["recording_invalidated"]]);
  });

  test.each<[string, Partial<ClaimOptions>]>([
    ["a forecast", { mode: "predicted" }],
    ["an import", { mode: "imported" }],
    ["something said of another context", {}],
  ])("%s has ended where it says so, though the request leaves it out", (what, options) => {
    const { memory, alice, brain, projector } = setup();
    const contexts = what.endsWith("context") ? [memory.concept("Context")] : [];
    const premise = memory.claim(alice, "speaks", "Breton", {
      by: alice,
      contexts,
      until: day(20),
      ...options,
    });
    const inferred = memory.infer(alice, "speaks", "Gaelic", [premise], { by: brain });
    expect(projector(day(9)).dependencyValidity(inferred)).toMatchObject({
      status: "current",
      basis: { next_invalid_at: day(20) },
    });
    expect(projector(day(20)).dependencyValidity(inferred)?.reasons).toEqual(["source_expired"]);
  });

  test("a premise that ends before it ever began takes its conclusion along then", () => {
    const { memory, alice, brain, projector } = setup();
    const planned = { by: alice, at: day(1), from: { earliest: day(30) } };
    const premise = memory.claim(alice, "lives_in", "Paris", planned);
    const inferred = memory.infer(alice, "speaks", "French", [premise], { by: brain });
    memory.claim(alice, "lives_in", "Rome", { by: alice, at: day(20), from: day(20) });
    expect(projector(day(9)).dependencyValidity(inferred)).toMatchObject({
      status: "current",
      basis: { next_invalid_at: day(20) },
    });
    expect(projector(day(20)).dependencyValidity(inferred)?.reasons).toEqual(["source_expired"]);
  });

  test("a contract that names nothing but context supports no conclusion", () => {
    const { memory, alice, brain, evidence, projector, status } = setup();
    const inferred = memory.claim(alice, "speaks", "French", { by: brain, mode: "inferred" });
    memory.activity({ outputs: [inferred], groups: [{ role: "context", pins: [{ id: evidence }] }] });
    expect(status()).toBe("uncertain");
    expect(projector().dependencyValidity(inferred)).toMatchObject({
      status: "unverifiable",
      reasons: ["basis_missing"],
    });
  });

  test("a pin that names planes is held against those planes alone", () => {
    const { memory, alice, brain, status } = setup();
    const note = memory.concept();
    memory.touch(note, "attributes");
    const inferred = memory.claim(alice, "speaks", "French", { by: brain, mode: "inferred" });
    memory.activity({
      inputs: [note],
      outputs: [inferred],
      groups: [{ role: "all_of", pins: [{ id: note, version: 2, planes: { attributes: 1 } }] }],
    });
    memory.touch(note, "retention");
    expect(status()).toBe("accepted");
    memory.touch(note, "attributes");
    expect(status()).toBe("uncertain");
  });

  test("revalidation by a later Activity restores it", () => {
    const { memory, alice, brain, evidence, status } = setup();
    const inferred = memory.infer(alice, "speaks", "French", [evidence], { by: brain });
    memory.touch(evidence);
    expect(status()).toBe("uncertain");
    memory.activity({
      activityClass: "dependency_validation",
      inputs: [evidence],
      outputs: [inferred],
      groups: [{ role: "all_of", pins: [{ id: evidence, version: 2 }] }],
    });
    expect(status()).toBe("accepted");
  });

  test("validity is checked through chains of inferences", () => {
    const { memory, alice, brain, evidence, status } = setup();
    const first = memory.infer(alice, "lives_in", "Paris", [evidence], { by: brain });
    memory.infer(alice, "speaks", "French", [first], { by: brain });
    expect(status()).toBe("accepted");
    memory.correct(evidence, memory.evidence());
    expect(status()).toBe("uncertain");
  });

  test("a source outside the view cannot vouch for anything", () => {
    const { memory, alice, brain, evidence } = setup();
    memory.infer(alice, "speaks", "French", [evidence], { by: brain });
    const withoutSource = memory.view(memory.elements().filter(({ id }) => id !== evidence));
    const projector = new Projector(withoutSource, requestFor(day(9)));
    const target = { subject: alice, predicateRef: predicate("speaks"), object: "French" };
    expect(projector.proposition(target).uncertainty.reasons).toEqual(["dependency_unverifiable"]);
  });

  test("inferences that vouch for each other are unverifiable, whichever is asked about first", () => {
    const { memory, alice, brain, projector } = setup();
    const first = memory.claim(alice, "speaks", "French", { by: brain, mode: "inferred" });
    const second = memory.claim(alice, "speaks", "Latin", { by: brain, mode: "inferred" });
    memory.activity({ outputs: [first], groups: [{ role: "all_of", pins: [{ id: second }] }] });
    memory.activity({ outputs: [second], groups: [{ role: "all_of", pins: [{ id: first }] }] });
    const forth = projector();
    const back = projector();
    const answers = [forth.dependencyValidity(first), forth.dependencyValidity(second)];
    expect([back.dependencyValidity(second), back.dependencyValidity(first)].reverse()).toEqual(answers);
    expect(answers).toMatchObject([{ status: "unverifiable" }, { status: "unverifiable" }]);
  });

  test("a cycle with a sound alternative outside it holds, whichever member is asked about first", () => {
    const { memory, alice, brain, evidence, projector } = setup();
    const first = memory.claim(alice, "speaks", "French", { by: brain, mode: "inferred" });
    const second = memory.claim(alice, "speaks", "Latin", { by: brain, mode: "inferred" });
    memory.activity({
      outputs: [first],
      groups: [{ role: "any_of", pins: [{ id: second }, { id: evidence }] }],
    });
    memory.activity({ outputs: [second], groups: [{ role: "all_of", pins: [{ id: first }] }] });
    for (const order of [
      [first, second],
      [second, first],
    ] as const) {
      const one = projector();
      expect(order.map((id) => one.dependencyValidity(id)?.status)).toEqual(["current", "current"]);
    }
  });

  test("a derivation that relied on a whole selection is never reported current", () => {
    const { memory, alice, brain, evidence, projector } = setup();
    const inferred = memory.claim(alice, "speaks", "French", { by: brain, mode: "inferred" });
    memory.activity({
      inputs: [evidence],
      outputs: [inferred],
      groups: [{ role: "all_of", pins: [{ id: evidence }] }],
      queries: [{ selector: "…" }],
    });
    expect(projector().dependencyValidity(inferred)).toMatchObject({
      status: "unverifiable",
      reasons: ["selection_unproven"],
    });
  });

  test("derived Concepts are checked too", () => {
    const { memory, evidence, projector } = setup();
    const insight = memory.concept();
    memory.activity({
      inputs: [evidence],
      outputs: [insight],
      groups: [{ role: "all_of", pins: [{ id: evidence }] }],
    });
    expect(projector().dependencyValidity(insight)?.status).toBe("current");
  });

  test("a derived artifact of the Profile that no Activity made is unverifiable, not underived", () => {
    const memory = new Memory(SchemaEnvironment.core.activate([memoryPackage()]));
    const [insight, event] = ["Insight", "Event"].map((type) =>
      memory.concept(`kip://profiles/cognitive-memory@2.0.0/${type}`),
    );
    const projector = new Projector(memory.view(), requestFor(day(9)));
    expect(projector.dependencyValidity(insight as ElementId)).toMatchObject({
      status: "unverifiable",
      reasons: ["basis_missing"],
    });
    expect(projector.dependencyValidity(event as ElementId)).toBeNull();
  });

  test("a change inside what the Activity certified needs review, one outside it does not", () => {
    const { memory, evidence, projector } = setup();
    const insight = memory.concept();
    memory.touch(insight, "attributes");
    const activity = memory.activity({
      inputs: [evidence],
      outputs: [insight],
      groups: [{ role: "all_of", pins: [{ id: evidence }] }],
    });
    memory.certify(activity, { [insight]: { attributes: 1 } });
    memory.touch(insight, "retention");
    expect(projector().dependencyValidity(insight)?.status).toBe("current");
    memory.touch(insight, "attributes");
    expect(projector().dependencyValidity(insight)).toMatchObject({
      status: "needs_review",
      reasons: ["changed_since_certified"],
    });
    const validation = memory.activity({
      activityClass: "dependency_validation",
      outputs: [insight],
      groups: [{ role: "all_of", pins: [{ id: evidence }] }],
    });
    memory.certify(validation, { [insight]: { attributes: 2 } });
    expect(projector().dependencyValidity(insight)?.status).toBe("current");
  });

  test("a misrecorded source, and what was misrecorded itself, need review", () => {
    const { memory, alice, brain, projector } = setup();
    const premise = memory.claim(alice, "lives_in", "Paris", { by: alice });
    const inferred = memory.infer(alice, "speaks", "French", [premise], { by: brain });
    memory.invalidate(premise);
    expect(projector().dependencyValidity(inferred)).toMatchObject({
      status: "needs_review",
      reasons: ["recording_invalidated", "source_changed"],
    });
    memory.invalidate(inferred);
    expect(projector().dependencyValidity(inferred)?.reasons).toContain("recording_invalidated");
  });

  test("what was not derived has no dependencies to check", () => {
    const { memory, alice, evidence, projector } = setup();
    const stated = memory.claim(alice, "speaks", "French", { by: alice });
    for (const id of [stated, alice, evidence]) expect(projector().dependencyValidity(id)).toBeNull();
    expect(() => projector().dependencyValidity(asElementId("A-404"))).toThrow(
      expect.objectContaining({ code: "NotFoundOrNotVisible" }),
    );
  });
});
