import { existsSync, readFileSync } from "node:fs";
import { type Schema, Validator } from "@cfworker/json-schema";
import { describe, expect, it } from "vitest";
import { asElementId, type Timestamp } from "../model/index.js";
import { TestMemory } from "./memory.fixture.js";
import { recall } from "./recall.js";

const now = "2026-12-01T00:00:00.000Z" as Timestamp;

/** Alice said where she lives; Ben and Carol disagree about Ben. */
function household(): TestMemory {
  const memory = new TestMemory();
  memory.write(`MUTATE {
    CREATE CONCEPT ?alice { TYPE "Person" NAME "Alice" SET FIELDS {key: "alice"} }
    CREATE CONCEPT ?ben { TYPE "Person" NAME "Ben" SET FIELDS {key: "ben"} }
    CREATE CONCEPT ?carol { TYPE "Person" NAME "Carol" SET FIELDS {key: "carol"} }
    CREATE CONCEPT ?lisbon { TYPE "Place" NAME "Lisbon" SET FIELDS {key: "lisbon"} }
    ASSERT (?alice, "lives_in", ?lisbon) {by: ?alice, mode: "stated"}
    ASSERT (?ben, "lives_in", ?lisbon) {by: ?carol, mode: "stated"}
    ASSERT (?ben, "lives_in", ?lisbon) {by: ?ben, mode: "stated", stance: "reject"}
  }`);
  return memory;
}

describe("a briefing", () => {
  it("tells what is accepted about whom the request names", () => {
    const briefing = recall(household(), { query: "Where does Alice live?" }, now);
    expect(briefing.knowledge.map(({ statement }) => statement)).toContain(
      "Alice lives in Lisbon: accepted (supported by Alice).",
    );
    expect(briefing.knowledge[0]).toMatchObject({
      subject: { name: "Alice" },
      object_name: "Lisbon",
      belief: { status: "accepted" },
    });
  });

  it("shows both sides of what is contested, and makes no knowledge of it", () => {
    const briefing = recall(household(), { query: "Ben" }, now);
    const [contest] = briefing.contested_assumptions;
    expect(contest?.candidates[0]?.belief).toMatchObject({
      status: "contested",
      support: { assertion_ids: [expect.any(String)] },
      opposition: { assertion_ids: [expect.any(String)] },
    });
    expect(contest?.statement).toContain("supported by Carol; opposed by Ben");
    expect(briefing.knowledge.map(({ subject }) => subject.name)).not.toContain("Ben");
  });

  it("names nobody behind a claim that may bear on belief and not be read, and no statement of which that holds", () => {
    const memory = household();
    const withhold = (...ids: readonly string[]) => {
      const elements = ids.flatMap((id) => {
        const element = memory.view.element(asElementId(id));
        return element
          ? [{ ...element, governance: { ...element.governance, withheld: true as const } }]
          : [];
      });
      memory.view.apply({ seq: memory.view.seq + 1, elements, clientKeys: [] });
    };
    withhold("A-2", "A-3");
    const statements = () =>
      recall(memory, { query: "Ben" }, now).contested_assumptions.map(({ statement }) => statement);
    expect(statements()).toEqual([
      expect.stringContaining("supported by someone who may not be named here; opposed by someone who may"),
    ]);
    withhold("P-2");
    expect(statements()).toEqual([]);
  });

  it("names what is on record but unsettled instead of dropping it", () => {
    const memory = household();
    memory.write('ASSERT (:alice, "timezone", "+01:00") {by: :alice, mode: "stated", stance: "reject"}', {
      alice: { id: "C-1" },
    });
    const briefing = recall(memory, { query: "Alice" }, now);
    expect(briefing.warnings.join(" ")).toContain('Not settled: Alice timezone "+01:00": rejected');
  });

  it("says that it found nothing, and that this proves nothing", () => {
    const briefing = recall(household(), { query: "submarines" }, now);
    expect(briefing).toMatchObject({ knowledge: [], contested_assumptions: [] });
    expect(briefing.warnings[0]).toContain("no proof of absence");
  });

  it("answers for the world time it is asked about", () => {
    const memory = household();
    memory.write(
      `MUTATE {
        CREATE CONCEPT ?porto { TYPE "Place" NAME "Porto" }
        ASSERT (:alice, "lives_in", ?porto) {by: :alice, mode: "stated", at: "2026-09-01T00:00:00.000Z", valid: {from: "2026-09-01T00:00:00.000Z"}}
      }`,
      { alice: { id: "C-1" } },
    );
    const homes = (valid_at: string) =>
      recall(memory, { query: "Alice", time: { valid_at } }, now).knowledge.map(
        ({ object_name }) => object_name,
      );
    expect(homes("2026-08-01T00:00:00.000Z")).toEqual(["Lisbon"]);
    expect(homes("2026-10-01T00:00:00.000Z")).toEqual(["Porto"]);
  });

  it("finds the counterparty by key or name, and does not choose between namesakes", () => {
    const memory = household();
    const about = (counterparty_ref: string) =>
      recall(memory, { query: "home", context: { counterparty_ref } }, now);
    expect(about("alice").knowledge.map(({ subject }) => subject.id)).toContain("C-1");
    expect(about("Alice").knowledge.map(({ subject }) => subject.id)).toContain("C-1");
    memory.write('CREATE CONCEPT ?other { TYPE "Person" NAME "Alice" }');
    expect(about("Alice").warnings[0]).toMatch(/could be C-1 or C-\d+/);
    expect(about("nobody").warnings[0]).toContain("No one here is known as");
  });

  it("is not grounded on the words that hold a question together", () => {
    for (const query of [
      "Is it raining and is the train late?",
      "What is the weather like today or tomorrow?",
      "::: AND OR * ? ( ) {}",
      "What should I know?",
    ]) {
      const { knowledge, contested_assumptions, warnings } = recall(household(), { query }, now);
      expect([knowledge, contested_assumptions], query).toEqual([[], []]);
      expect(warnings[0]).toContain("no proof of absence");
    }
  });

  it("is grounded on what a statement says, in any script", () => {
    const memory = household();
    memory.write(`MUTATE {
      CREATE CONCEPT ?mei { TYPE "Person" NAME "李梅" }
      CREATE CONCEPT ?shanghai { TYPE "Place" NAME "上海" }
      ASSERT (?mei, "lives_in", ?shanghai) {by: ?mei, mode: "stated"}
    }`);
    const about = (query: string) =>
      recall(memory, { query }, now).knowledge.map(({ subject }) => subject.name);
    expect(about("李梅住在哪里？")).toContain("李梅");
    expect(about("Who lives anywhere?")).toContain("Alice");
  });

  it("says when something is claimed only in a context of its own", () => {
    const memory = household();
    memory.write(
      `MUTATE {
        CREATE CONCEPT ?work { TYPE "Topic" NAME "Work" }
        CREATE CONCEPT ?paris { TYPE "Place" NAME "Paris" }
        ASSERT (:carol, "lives_in", ?paris) {by: :carol, mode: "stated", context: [?work]}
      }`,
      { carol: { id: "C-3" } },
    );
    const { knowledge, warnings } = recall(memory, { query: "Carol" }, now);
    expect(knowledge.map(({ subject }) => subject.name)).not.toContain("Carol");
    expect(warnings.join(" ")).toContain(
      "Claimed only in a context this request did not name: Carol lives in Paris",
    );
  });

  it("is the same for the same memory, request and time, and writes nothing", () => {
    const memory = household();
    const request = { query: "Who lives in Lisbon?", action_context: { goal: "Visit Ben" } };
    const before = memory.view.seq;
    expect(recall(memory, request, now)).toEqual(recall(memory, request, now));
    expect(memory.view.seq).toBe(before);
  });

  it("reports a cut as a cut", () => {
    const memory = new TestMemory();
    const people = Array.from(
      { length: 90 },
      (_, index) => `CREATE CONCEPT ?p${index} { TYPE "Person" NAME "Person ${index}" }
        ASSERT (?p${index}, "lives_in", ?lisbon) {by: ?p${index}, mode: "stated"}`,
    );
    memory.write(`MUTATE { CREATE CONCEPT ?lisbon { TYPE "Place" NAME "Lisbon" } ${people.join("\n")} }`);
    const { coverage, warnings } = recall(memory, { query: "Lisbon" }, now);
    expect(coverage.channels.knowledge).toEqual({ completed: false, truncated: true });
    expect(warnings.join(" ")).toContain("narrower question");
  });

  it("claims no channel it did not read, and clears nothing for action", () => {
    const { coverage } = recall(household(), { query: "Alice" }, now);
    const { knowledge, ...others } = coverage.channels;
    expect(knowledge.completed).toBe(true);
    expect(Object.values(others).every(({ completed }) => !completed)).toBe(true);
    expect(coverage.action_eligible).toBe(false);
  });

  it("rests on a real basis, in coverage that conforms to the published schema", ({ skip }) => {
    const folder = "../shared/spec/schemas";
    if (!existsSync(folder)) skip("skipped: no ../shared");
    const read = (name: string) =>
      JSON.parse(readFileSync(`${folder}/${name}.schema.json`, "utf8")) as Schema;
    const records = read("kip-cognitive-records");
    const validator = new Validator({ $ref: `${records.$id}#/$defs/RecallCoverage` }, "2020-12", false);
    for (const schema of [records, read("kip-projection"), read("kip-common")]) validator.addSchema(schema);
    const { coverage, basis } = recall(household(), { query: "Alice" }, now);
    expect(validator.validate(JSON.parse(JSON.stringify(coverage))).errors).toEqual([]);
    expect(basis).toMatchObject({ snapshot_seq: 1, policy: { id: "kip:memory-default" }, valid_at: now });
    expect(coverage.basis).toEqual(basis);
  });
});

describe("a recall request", () => {
  it.each<[string, unknown, string]>([
    ["nothing", null, "TypeMismatch"],
    ["no query", {}, "ConstraintViolation"],
    ["an empty query", { query: "  " }, "ConstraintViolation"],
    ["an unknown member", { query: "x", depth: 3 }, "InvalidRequestEnvelope"],
    ["a topic that is no text", { query: "x", context: { topic: 1 } }, "TypeMismatch"],
    ["a loose timestamp", { query: "x", time: { valid_at: "2026-08-14T01:00:00Z" } }, "ConstraintViolation"],
    ["a sequence not reached", { query: "x", time: { as_of_seq: 99 } }, "HistoricalSnapshotUnavailable"],
    [
      "another sequence than its source's",
      { query: "x", time: { as_of_seq: 0 } },
      "HistoricalSnapshotUnavailable",
    ],
    ["an endless query", { query: "x".repeat(5000) }, "ResourceExhausted"],
  ])("with %s is refused with a hint", (_, request, code) => {
    expect(() => recall(household(), request, now)).toThrowError(
      expect.objectContaining({ code, hint: expect.stringMatching(/\w/) }),
    );
  });
});
