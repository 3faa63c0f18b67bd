import { describe, expect, it } from "vitest";
import { type ErrorCode, type JsonObject, REGISTRY } from "../model/index.js";
import { type DescribeContext, evaluateDescribe, type PresentDescribeCommand } from "./describe.js";
import { commandOf, errorOf, memoryOf } from "./memory.fixture.js";

const view = memoryOf('CREATE CONCEPT ?p { TYPE "Person" NAME "Alice" }');

const context: DescribeContext = {
  parameters: {},
  principal: "principal:test",
  actors: [],
  capabilities: ["atomic_batch"],
  capabilityReport: { supported: {} },
  describeAccess: (request) => ({ asked: request }),
  space: { lastCommitAt: null },
  trustVersion: "trust:none",
};

const describeIt = (text: string, parameters: JsonObject = {}): JsonObject =>
  evaluateDescribe(view, commandOf(text) as PresentDescribeCommand, { ...context, parameters });

const MEMORY = "kip://profiles/cognitive-memory@2.0.0";

describe("DESCRIBE", () => {
  it.each([
    [
      'TYPE "Person"',
      { ref: `${MEMORY}/Person`, package_ref: MEMORY, status: "active", kind: "ConceptType" },
    ],
    ['TYPE "Assertion"', { ref: "kip://core@2.0.0/Assertion", kind: "CoreElementKind" }],
    ['PREDICATE "prefers"', { ref: `${MEMORY}/prefers`, lineage: "kip://profiles/cognitive-memory/prefers" }],
    [`FACET "${MEMORY}/MnemonicState"`, { local_name: "MnemonicState", kind: "FacetDefinition" }],
    ['STRUCTURAL FIELD "has_step"', { local_name: "has_step", definition: { ordered: true } }],
    ['STRUCTURAL FIELD "inputs"', { ref: "inputs", package_ref: "kip://core@2.0.0", reserved: true }],
  ])("%s names the exact symbol", (target, expected) => {
    expect(describeIt(`DESCRIBE ${target}`)).toMatchObject(expected);
  });

  it.each<[string, ErrorCode]>([
    ['TYPE "Persn"', "SchemaSymbolNotFound"],
    ["TYPE :type", "ReferenceError"],
    ["PREDICATE 7", "TypeMismatch"],
    ['PACKAGE "kip://nobody/knows@1.0.0"', "SchemaPackageUnavailable"],
    ['ERROR "VersionConflikt"', "NotFoundOrNotVisible"],
    ['SPACE "kip:space:other"', "NotFoundOrNotVisible"],
    ['EPISTEMIC POLICY "kip:mine"', "ProjectionPolicyUnavailable"],
    ["PRIMER MODE :mode", "ReferenceError"],
    [`COMPATIBILITY FROM "KIP 1.0" TO "${MEMORY}"`, "UnsupportedCapability"],
  ])("%s fails with %s", (target, code) => {
    expect(errorOf(() => describeIt(`DESCRIBE ${target}`))?.code).toBe(code);
  });

  it("tells the Space, its environment and what is asked about access", () => {
    expect(describeIt("DESCRIBE SPACE")).toEqual(describeIt('DESCRIBE SPACE "kip:space:test"'));
    expect(describeIt("DESCRIBE SPACE")).toMatchObject({ id: "kip:space:test", space_seq: 1, self: null });
    expect(describeIt("DESCRIBE ACCESS WITH {operation: :op}", { op: "purge" })).toEqual({
      asked: { operation: "purge" },
    });
    expect(describeIt("DESCRIBE TRUST")).toMatchObject({
      weighted_projection: false,
      trust_version: "trust:none",
    });
    expect(describeIt("DESCRIBE PROTOCOL")).toMatchObject({ kip: "2.0", core: "kip://core@2.0.0" });
  });

  it("tells of packages what they define, and what is in force exactly", () => {
    const environment = describeIt("DESCRIBE SCHEMA ENVIRONMENT");
    expect(environment).toMatchObject({ schema_environment_version: 1, lineage_maps: [] });
    const packages = environment.packages as readonly JsonObject[];
    expect(packages.map(({ package_ref }) => package_ref)).toEqual([
      "kip://core@2.0.0",
      "kip://domains/general@1.0.0",
      MEMORY,
    ]);
    for (const { package_ref, content_digest } of packages) {
      const described = describeIt("DESCRIBE PACKAGE :ref", { ref: package_ref as string });
      expect(described).toMatchObject({ package_ref, definitions: expect.any(Object) });
      if (content_digest) expect(described).toMatchObject({ integrity: { content_digest } });
    }
    expect(describeIt('DESCRIBE PACKAGE "kip://domains/general"')).toMatchObject({ version: "1.0.0" });
  });

  it("explains every error code: category, retry class, meaning and next step", () => {
    for (const [code, { category, retry }] of Object.entries(REGISTRY)) {
      expect(describeIt("DESCRIBE ERROR :code", { code })).toEqual({
        ...{ code, category, retry: { class: retry } },
        meaning: expect.stringMatching(/^[A-Z].{20,}\.$/),
        next_step: expect.stringMatching(/\S{2,}/),
      });
    }
  });

  it("points a misspelt error code at the right one", () => {
    expect(errorOf(() => describeIt('DESCRIBE ERROR "VersionConflikt"'))?.details).toMatchObject({
      suggestions: ["VersionConflict"],
    });
  });

  it("describes the policy a query gets that names none, and the standard memory policy", () => {
    expect(describeIt("DESCRIBE EPISTEMIC POLICY")).toMatchObject({ id: "kip:structural", precedence: [] });
    expect(describeIt('DESCRIBE EPISTEMIC POLICY "kip:memory-default"')).toMatchObject({
      precedence: [{ rule: "context_specificity" }, { rule: "first_person_testimony" }, { rule: "recency" }],
    });
  });
});
