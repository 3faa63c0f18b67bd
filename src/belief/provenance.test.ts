import { describe, expect, test } from "vitest";
import type { ElementId } from "../model/index.js";
import { day, environmentOf, Memory, requestFor } from "./memory.fixture.js";
import { projectProposition } from "./projector.js";

const environment = environmentOf({ healthy: {} });

function setup() {
  const memory = new Memory(environment);
  const [service, alice, bob] = [memory.concept(), memory.concept(), memory.concept()];
  const proposition = memory.proposition(service, "healthy", true);
  const belief = () => projectProposition(memory.view(), { proposition }, requestFor(day(9)));
  const roots = () => belief().support.root_groups;
  return { memory, alice, bob, proposition, belief, roots };
}

describe("Provenance roots", () => {
  test("two claims that relay one observation are one voice", () => {
    const { memory, alice, bob, proposition, roots } = setup();
    const seen = memory.evidence();
    memory.assert(proposition, { by: alice, evidence: [seen] });
    memory.assert(proposition, { by: bob, evidence: [seen] });
    expect(roots()).toEqual([`root:${seen}`]);
  });

  test("two observations are two roots, even by one observer and in one claim", () => {
    const { memory, alice, proposition, roots } = setup();
    const [first, second] = [memory.evidence(), memory.evidence()];
    memory.assert(proposition, { by: alice, mode: "observed", evidence: [first, second] });
    expect(roots()).toHaveLength(2);
  });

  test("a person who says it again, with and without a record, is still one person", () => {
    const { memory, alice, proposition, roots } = setup();
    const spoken = memory.evidence({ evidence_class: "user_statement", source: [{ id: alice }] });
    const written = memory.evidence({ evidence_class: "message" });
    memory.assert(proposition, { by: alice, evidence: [spoken] });
    memory.assert(proposition, { by: alice, evidence: [written] });
    memory.assert(proposition, { by: alice });
    expect(roots()).toEqual([`root:${alice}`]);
  });

  test("somebody who repeats another person's statement adds no voice", () => {
    const { memory, alice, bob, proposition, roots } = setup();
    const spoken = memory.evidence({ evidence_class: "user_statement" });
    memory.assert(proposition, { by: alice, evidence: [spoken] });
    memory.assert(proposition, { by: bob, mode: "observed", evidence: [spoken] });
    expect(roots()).toEqual([`root:${alice}`]);
  });

  test("two captures of the same document are one source, two equal measurements are two", () => {
    const { memory, alice, bob, proposition, roots } = setup();
    const copy = { evidence_class: "document", content_digest: "sha256:report" } as const;
    memory.assert(proposition, { by: alice, evidence: [memory.evidence(copy)] });
    memory.assert(proposition, { by: bob, evidence: [memory.evidence(copy)] });
    expect(roots()).toEqual(["root:sha256:report"]);
    const reading = { evidence_class: "measurement", content_digest: "sha256:ok" } as const;
    memory.assert(proposition, { by: alice, mode: "observed", evidence: [memory.evidence(reading)] });
    memory.assert(proposition, { by: bob, mode: "observed", evidence: [memory.evidence(reading)] });
    expect(roots()).toHaveLength(3);
  });

  test("a summary and a translation lead back to what they were made from", () => {
    const { memory, alice, bob, proposition, roots } = setup();
    const original = memory.evidence();
    const summary = memory.evidence({ evidence_class: "derived_result" });
    const translation = memory.evidence({ evidence_class: "derived_result", source: [{ id: original }] });
    memory.activity({ activityClass: "summarization", inputs: [original], outputs: [summary] });
    memory.assert(proposition, { by: alice, evidence: [summary] });
    memory.assert(proposition, { by: bob, evidence: [translation] });
    memory.assert(proposition, { by: bob, mode: "observed", evidence: [original] });
    expect(roots()).toEqual([`root:${original}`]);
  });

  test("an inference does not corroborate its own premises", () => {
    const { memory, alice, proposition, roots } = setup();
    const seen = memory.evidence();
    const premise = memory.assert(proposition, { by: alice, mode: "observed", evidence: [seen] });
    const concluded = memory.assert(proposition, { by: memory.concept(), mode: "inferred" });
    memory.activity({
      inputs: [premise],
      outputs: [concluded],
      groups: [{ role: "all_of", pins: [{ id: premise }] }],
    });
    expect(roots()).toEqual([`root:${seen}`]);
  });

  test("what a derivation only looked at for context is no root of it", () => {
    const { memory, alice, proposition, roots } = setup();
    const [seen, background] = [memory.evidence(), memory.evidence()];
    const concluded = memory.assert(proposition, { by: alice, mode: "inferred" });
    memory.activity({
      inputs: [seen, background],
      outputs: [concluded],
      groups: [
        { role: "all_of", pins: [{ id: seen }] },
        { role: "context", pins: [{ id: background }] },
      ],
    });
    expect(roots()).toEqual([`root:${seen}`]);
  });

  test("a tool run on a service is an observation: the service is no source", () => {
    const { memory, alice, proposition, roots } = setup();
    const service = memory.concept();
    const runs: ElementId[] = [];
    for (let run = 0; run < 2; run += 1) {
      const result = memory.evidence({ evidence_class: "tool_result" });
      runs.push(memory.activity({ activityClass: "tool_execution", inputs: [service], outputs: [result] }));
      memory.assert(proposition, { by: alice, mode: "observed", evidence: [result] });
    }
    expect(roots()).toEqual(runs.map((id) => `root:${id}`));
  });

  test("two records of one tool run are one source, two pages it fetched are two", () => {
    const { memory, alice, bob, proposition, roots } = setup();
    const parts = ["tool_result", "measurement"].map((evidence_class) => memory.evidence({ evidence_class }));
    const pages = ["one", "two"].map((content) =>
      memory.evidence({ evidence_class: "web_resource", content_digest: `sha256:${content}` }),
    );
    const run = memory.activity({ activityClass: "tool_execution", outputs: [...parts, ...pages] });
    memory.assert(proposition, { by: alice, evidence: [parts[0]!] });
    memory.assert(proposition, { by: bob, evidence: [parts[1]!] });
    expect(roots()).toEqual([`root:${run}`]);
    for (const page of pages) memory.assert(proposition, { by: bob, evidence: [page] });
    expect(roots()).toHaveLength(3);
  });

  test("claims that rest on each other alone are never accepted", () => {
    const { memory, alice, bob, proposition, belief } = setup();
    const first = memory.assert(proposition, { by: alice, mode: "inferred" });
    const second = memory.assert(proposition, { by: bob, mode: "inferred" });
    memory.activity({ inputs: [first], outputs: [second] });
    memory.activity({ inputs: [second], outputs: [first] });
    expect(belief()).toMatchObject({ status: "uncertain", support: { root_groups: [] } });
  });

  test("a cycle with a way out has the root it leads to", () => {
    const { memory, alice, bob, proposition, roots } = setup();
    const seen = memory.evidence();
    const first = memory.assert(proposition, { by: alice, mode: "observed", evidence: [seen] });
    const second = memory.assert(proposition, { by: bob, mode: "observed" });
    memory.activity({ inputs: [first], outputs: [second] });
    memory.activity({ inputs: [second], outputs: [first] });
    expect(roots()).toEqual([`root:${seen}`]);
  });

  test("the leading side is the one with more roots, not the one with more claims or confidence", () => {
    const { memory, alice, bob, proposition, belief } = setup();
    const [one, two] = [memory.evidence(), memory.evidence()];
    memory.assert(proposition, { by: alice, mode: "observed", evidence: [one] });
    memory.assert(proposition, { by: alice, mode: "observed", evidence: [two] });
    for (let again = 0; again < 5; again += 1) memory.assert(proposition, { by: bob, stance: "reject" });
    expect(belief()).toMatchObject({ status: "contested", leading: "support" });
  });

  test("a chain longer than any call stack is followed to its root", () => {
    const { memory, alice, proposition, roots } = setup();
    const original = memory.evidence();
    let latest = original;
    for (let link = 0; link < 9_000; link += 1) latest = memory.evidence({ source: [{ id: latest }] });
    memory.assert(proposition, { by: alice, mode: "observed", evidence: [latest] });
    expect(roots()).toEqual([`root:${original}`]);
  });

  test("provenance too large to follow is refused rather than cut off", () => {
    const { memory, alice, proposition, belief } = setup();
    const many = Array.from({ length: 10_001 }, () => memory.evidence());
    memory.assert(proposition, { by: alice, mode: "observed", evidence: many });
    expect(belief).toThrow(expect.objectContaining({ code: "ResourceExhausted" }));
  });
});
