import { describe, expect, it } from "vitest";
import type { JsonObject } from "../model/index.js";
import { loadPackage, SchemaEnvironment } from "../schema/index.js";
import { describeCompatibility } from "./describe-compatibility.js";

const artifact = (version: string, fields: JsonObject, predicates: JsonObject = {}) => ({
  format: "KIP-Schema-Package",
  manifest: { package_id: "kip://test/tools", version },
  definitions: {
    concept_types: {
      Tool: { kind: "ConceptType", description: `Tools of ${version}.`, attributes: { open: false, fields } },
    },
    predicates,
  },
});

function between(first: unknown, second: unknown): JsonObject {
  const environment = SchemaEnvironment.core.activate([loadPackage(first)]).activate([loadPackage(second)]);
  return describeCompatibility(environment, "kip://test/tools@1.0.0", "kip://test/tools@1.1.0");
}

const uses = { uses: { kind: "PredicateType", subject: { concept_types: ["kip://test/tools@1.0.0/Tool"] } } };
const usesToday = {
  uses: { kind: "PredicateType", subject: { concept_types: ["kip://test/tools@1.1.0/Tool"] } },
};

describe("the compatibility of two package versions", () => {
  it("holds where only optional fields and words are new, and references moved along", () => {
    const compared = between(
      artifact("1.0.0", { weight: { type: "number" } }, uses),
      artifact("1.1.0", { weight: { type: "number" }, color: { type: "string" } }, usesToday),
    );
    expect(compared).toMatchObject({
      same_package: true,
      compatible: true,
      removed: [],
      changed: [{ local_name: "Tool", paths: ["attributes.fields.color", "description"], breaking: [] }],
    });
  });

  it("is lost by a field that changes its type, a new obligation, and a symbol that is gone", () => {
    const compared = between(
      artifact("1.0.0", { weight: { type: "number" } }, uses),
      artifact("1.1.0", { weight: { type: "string" }, maker: { type: "string", required: true } }),
    );
    expect(compared).toMatchObject({
      compatible: false,
      removed: [{ kind: "PredicateType", local_name: "uses" }],
      changed: [{ breaking: ["attributes.fields.maker", "attributes.fields.weight.type"] }],
    });
  });

  it("names what is new", () => {
    expect(between(artifact("1.0.0", {}), artifact("1.1.0", {}, usesToday))).toMatchObject({
      compatible: true,
      added: [{ ref: "kip://test/tools@1.1.0/uses" }],
    });
  });

  it("is no question about the protocol's own symbols, which are no package", () => {
    const core = () => describeCompatibility(SchemaEnvironment.core, "kip://core@2.0.0", "kip://core@2.0.0");
    expect(core).toThrowError(expect.objectContaining({ code: "SchemaPackageUnavailable" }));
    expect(core).toThrowError(/the protocol itself/);
  });
});
