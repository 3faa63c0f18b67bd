import { describe, expect, it } from "vitest";
import type { RequestEnvelope } from "../model/index.js";
import { codeOf, countPeople, createPerson, openRuntime, people } from "./nexus.fixture.js";

describe("the readonly path", () => {
  it.each([
    createPerson("Mallory"),
    `// FIND(?x) WHERE { ?x {} }\n${createPerson("Mallory")}`,
    `mutate { ${createPerson("Mallory")} }`,
    'DEFINE PREDICATE "likes" {description: "x"}',
  ])("refuses what changes state: %s", async (command) => {
    const runtime = await openRuntime();
    expect(codeOf(await runtime.executeKipReadonly({ command }))).toBe("ReadonlyViolation");
    expect(await people(runtime)).toEqual([0]);
  });
});

describe("bad input", () => {
  it.each<[string, unknown, string]>([
    ["no envelope", null, "InvalidRequestEnvelope"],
    [
      "another protocol",
      { kip: "1.0", operations: [{ command: countPeople }] },
      "UnsupportedProtocolVersion",
    ],
    ["no operations", { kip: "2.0", operations: [] }, "InvalidRequestEnvelope"],
    [
      "an unknown member",
      { kip: "2.0", operations: [{ command: countPeople }], mode: "x" },
      "InvalidRequestEnvelope",
    ],
    [
      "a mislabelled write",
      { kip: "2.0", operations: [{ command: createPerson("A"), language: "KQL" }] },
      "LanguageMismatch",
    ],
    [
      "a missing parameter",
      { kip: "2.0", operations: [{ command: "FIND(?c) WHERE { ?c {name: :n} }" }] },
      "ReferenceError",
    ],
    [
      "an unknown capability",
      { kip: "2.0", operations: [{ command: countPeople }], requires: { telepathy: true } },
      "UnsupportedCapability",
    ],
    [
      "another isolation",
      {
        kip: "2.0",
        execution: { mode: "independent", isolation: "snapshot" },
        operations: [{ command: countPeople }],
      },
      "UnsupportedIsolation",
    ],
    [
      "a foreign Space",
      { kip: "2.0", space: { id: "kip:space:other" }, operations: [{ command: countPeople }] },
      "NotFoundOrNotVisible",
    ],
    [
      "an unsafe number in a parameter",
      { kip: "2.0", operations: [{ command: countPeople, parameters: { n: 2 ** 60 } }] },
      "ConstraintViolation",
    ],
    [
      "a command of five megabytes",
      { kip: "2.0", operations: [{ command: `FIND(${"(".repeat(5_000_000)}` }] },
      "ResourceExhausted",
    ],
    [
      "a statement this engine does not have",
      { kip: "2.0", operations: [{ command: "DESCRIBE CAPSULE :c", parameters: { c: "x" } }] },
      "UnsupportedCapability",
    ],
  ])("such as %s gets its code and a hint", async (_, envelope, code) => {
    const runtime = await openRuntime();
    const response = await runtime.request(envelope as RequestEnvelope);
    expect(codeOf(response)).toBe(code);
    expect((response.error ?? response.results[0]?.error)?.hint).toMatch(/\w/);
    expect(await people(runtime)).toEqual([0]);
  });

  it("in a command says where it is wrong", async () => {
    const runtime = await openRuntime();
    const response = await runtime.executeKip({ command: "FIND(?c)\nWHERE { ?c CONCEPT {name = 1} }" });
    expect(response.results[0]?.error).toMatchObject({
      code: "InvalidSyntax",
      details: {
        line: 2,
        column: expect.any(Number),
        found: expect.any(String),
        expected: expect.any(Array),
      },
    });
  });
});
