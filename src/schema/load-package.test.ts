import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digestOf, type JsonObject, type JsonValue } from "../model/index.js";
import {
  artifactDigest,
  builtInPackages,
  builtInSchemas,
  GENERAL_PACKAGE_REF,
  loadPackage,
  loadPackages,
  MEMORY_DEFAULT_ARTIFACT,
  MEMORY_PACKAGE_REF,
  SchemaEnvironment,
  validateAttributes,
  validatePropositionEndpoints,
} from "./index.js";
import { artifact, errorOf, packageOf } from "./package.fixture.js";

const empty = artifact("kip://test/empty", "1.0.0", {});

const sealed = (content: JsonObject): JsonObject => ({
  ...content,
  integrity: { digest_profile: "kip-jcs-safe-v1", content_digest: artifactDigest(content) },
});

describe("A package's content digest", () => {
  it("does not depend on the order of members, on white space or on integrity itself", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (content, integrity) => {
        const reversed = Object.fromEntries(Object.entries(content).reverse()) as JsonObject;
        const respelled = JSON.parse(JSON.stringify(reversed, null, 4)) as JsonObject;
        const expected = artifactDigest(JSON.parse(JSON.stringify(content)) as JsonObject);
        expect(artifactDigest({ ...respelled, integrity: integrity as JsonValue })).toBe(expected);
      }),
    );
  });

  it("changes with every member that is added or changed", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.string(),
        fc.nat(),
        (content, name, value) => {
          fc.pre(name !== "integrity" && content[name] !== value);
          expect(artifactDigest({ ...content, [name]: value } as JsonObject)).not.toBe(
            artifactDigest(content as JsonObject),
          );
        },
      ),
    );
  });

  it("is checked where the artifact states one", () => {
    expect(loadPackage(sealed(empty)).contentDigest).toBe(artifactDigest(empty));
    const forged = { ...sealed(empty), definitions: { concept_types: { Added: {} } } };
    const error = errorOf(() => loadPackage(forged));
    expect(error.code).toBe("DigestMismatch");
    expect(error.message).toContain("kip://test/empty@1.0.0");
    const foreign = { ...sealed(empty), integrity: { digest_profile: "other", content_digest: "sha256:00" } };
    expect(errorOf(() => loadPackage(foreign)).code).toBe("SchemaPackageUnavailable");
  });
});

describe("The built-in packages", () => {
  it("are verified like any other: their own digests, and every schema they pin", () => {
    expect(builtInPackages().map(({ packageRef }) => packageRef)).toEqual([
      MEMORY_PACKAGE_REF,
      GENERAL_PACKAGE_REF,
    ]);
    for (const { artifact: content, contentDigest } of builtInPackages()) {
      expect((content.integrity as JsonObject).content_digest).toBe(contentDigest);
    }
    const pins = builtInPackages()[0]?.pinnedSchemas ?? [];
    expect(new Set(pins.map(({ contentDigest }) => contentDigest))).toEqual(
      new Set(builtInSchemas().map(digestOf)),
    );
  });
});

it("The memory policy's artifact has the digest it states", () => {
  expect((MEMORY_DEFAULT_ARTIFACT.integrity as JsonObject).content_digest).toBe(
    artifactDigest(MEMORY_DEFAULT_ARTIFACT),
  );
});

describe("An artifact that is no package", () => {
  it.each([
    ["a text", "ArtifactParseError"],
    [null, "ArtifactParseError"],
    [{}, "ArtifactParseError"],
    [{ ...empty, format: "KIP-Cognitive-Capsule" }, "ConstraintViolation"],
    [{ ...empty, manifest: { package_id: "kip://test/empty" } }, "ArtifactParseError"],
    [{ ...empty, manifest: { package_id: "Test", version: "1.0.0" } }, "ConstraintViolation"],
    [{ ...empty, manifest: { package_id: "kip://test/empty", version: "^1" } }, "ConstraintViolation"],
    [{ ...empty, definitions: { predicates: [] } }, "ArtifactParseError"],
    [{ ...empty, definitions: { concept_types: { "no name": {} } } }, "ConstraintViolation"],
    [{ ...empty, extra: Number.MAX_SAFE_INTEGER + 1 }, "ConstraintViolation"],
  ])("is refused: %j", (value, code) => {
    expect(errorOf(() => loadPackage(value)).code).toBe(code);
  });
});

describe("A package that claims what is Core's", () => {
  it.each([
    ["kip://core", {}],
    ["kip://test/shadow", { concept_types: { Assertion: {} } }],
    ["kip://test/shadow", { predicates: { Evidence: {} } }],
    ["kip://test/shadow", { structural_fields: { evidence: { source: { kinds: ["Assertion"] } } } }],
    ["kip://test/shadow", { structural_fields: { inputs: {} } }],
  ])("is refused: %s %j", (id, definitions) => {
    const error = errorOf(() => packageOf(id, "1.0.0", definitions as JsonObject));
    expect(error.code).toBe("SchemaSymbolConflict");
    expect(error.message).toContain(id);
  });
});

describe("A Predicate definition", () => {
  const predicate = (definition: JsonObject) =>
    packageOf("kip://test/p", "1.0.0", { predicates: { p: definition } }).symbols.PredicateType.get("p");

  it("has the defaults of the specification", () => {
    expect(predicate({})).toMatchObject({
      subject: null,
      object: null,
      functional: false,
      functionalBy: null,
      openWorld: true,
      complete: false,
      booleanCompleteness: false,
      temporalConflict: "overlapping_valid_time",
    });
  });

  it("partitions by type only where objects are Concepts, and only instead of being functional", () => {
    expect(predicate({ functional_by: "object_type", object: { kinds: ["Concept"] } })?.functionalBy).toBe(
      "object_type",
    );
    for (const definition of [
      { functional_by: "object_type", functional: true, object: { kinds: ["Concept"] } },
      { functional_by: "object_type", object: { literal_types: ["string"] } },
      { functional_by: "object_type", object: { kinds: ["Concept", "Evidence"] } },
      { functional_by: "object_type" },
      { functional_by: "subject_type", object: { kinds: ["Concept"] } },
    ]) {
      expect(["ConstraintViolation", "ArtifactParseError"]).toContain(
        errorOf(() => predicate(definition)).code,
      );
    }
  });

  it("takes types by local name from its own package and its dependencies", () => {
    const loaded = packageOf(
      "kip://test/pets",
      "1.0.0",
      {
        concept_types: { Pet: {} },
        predicates: { owns: { subject: { concept_types: ["Person"] }, object: { concept_types: ["Pet"] } } },
      },
      { dependencies: [{ package_ref: MEMORY_PACKAGE_REF }] },
      { packages: builtInPackages() },
    );
    const owns = loaded.symbols.PredicateType.get("owns");
    expect(owns?.subject?.conceptTypes).toEqual(["kip://profiles/cognitive-memory/Person"]);
    expect(owns?.object?.elements?.conceptTypes).toEqual(["kip://test/pets/Pet"]);
    expect(errorOf(() => predicate({ subject: { concept_types: ["Person"] } })).code).toBe(
      "ConstraintViolation",
    );
  });
});

describe("A contract the engine cannot hold writes to", () => {
  const field = (definition: JsonObject) => ({
    concept_types: { T: { attributes: { fields: { f: definition } } } },
  });
  it.each([
    field({ type: "decimal" }),
    field({ type: "string", format: "iban" }),
    field({ type: "string", checksum: true }),
    field({ type: "string", value_schema: { $dynamicRef: "#x" } }),
    field({ type: "string", value_schema: { $schema: "http://json-schema.org/draft-07/schema#" } }),
    field({ type: "string", value_schema: { pattern: "(" } }),
    field({ type: "string", value_schema: { anyOf: [{ format: "iban" }] } }),
    field({ type: "object", value_schema: { properties: { a: { maxlength: 3 } } } }),
    field({ type: "object", value_schema: { patternProperties: { "(": true } } }),
    field({ type: "object", value_schema: { $defs: { a: { dependencies: {} } } } }),
    field({ type: "array", value_schema: { items: [{}] } }),
    field({ type: "string", value_schema: { $ref: "https://example.org/schema" } }),
    field({ type: "string", value_schema: { $ref: "#/$defs/missing" } }),
    { facets: { F: { fields: {}, attachment: { channels: ["x"] } } } },
    { facets: { F: { fields: {}, applicable_to: { states: ["x"] } } } },
    { concept_types: { T: { attributes: { fields: {}, additional: false } } } },
    { predicates: { p: { subject: { concept_types: [], named: "x" } } } },
    { predicates: { p: { object: { literal_types: ["string"], maxLength: 3 } } } },
    { structural_fields: { s: { cardinality: { exactly: 2 } } } },
    {
      facets: {
        F: {
          fields: { r: { type: "string" } },
          reference_paths: [{ path: "/r", target: "file", namespace: "source" }],
        },
      },
    },
    { predicates: { p: { object: { literal_types: ["string"], format: "iban" } } } },
    { formats: { code: { value_schema: { pattern: "(" } } } },
  ])("keeps the package out, naming it and the place: %j", (definitions) => {
    const error = errorOf(() => packageOf("kip://test/odd", "1.0.0", definitions as unknown as JsonObject));
    expect(error.code).toBe("SchemaPackageUnavailable");
    expect(error.message).toContain("kip://test/odd@1.0.0");
    expect(error.hint).not.toBe("");
  });

  it("is a path to a reference that leads nowhere", () => {
    const facet = {
      closed: true,
      fields: {},
      reference_paths: [{ path: "/x", target: "element", namespace: "source" }],
    };
    expect(errorOf(() => packageOf("kip://test/odd", "1.0.0", { facets: { F: facet } })).code).toBe(
      "ConstraintViolation",
    );
  });
});

describe("A format of a package's own", () => {
  const codes = (
    definition: JsonObject,
    predicate: JsonObject = { object: { literal_types: ["string"], format: "code" } },
  ) =>
    packageOf("kip://test/codes", "1.0.0", {
      formats: { code: definition },
      concept_types: { Part: { attributes: { fields: { code: { type: "string", format: "code" } } } } },
      predicates: { coded: predicate },
    });
  const letters = { description: "Three capital letters.", value_schema: { pattern: "^[A-Z]{3}$" } };

  it("is what attributes and objects of Predicates are held to", () => {
    const environment = SchemaEnvironment.core.activate([codes(letters)]);
    const write = (code: string) => () =>
      validateAttributes(environment, "kip://test/codes@1.0.0/Part", { code }, null);
    const claim = (literal: string) => () =>
      validatePropositionEndpoints(
        environment,
        environment.resolvePredicate("coded"),
        { kind: "concept", schema_ref: "kip://test/codes@1.0.0/Part" },
        { literal },
      );
    for (const use of [write, claim]) {
      expect(use("ABC")).not.toThrow();
      const error = errorOf(use("abc"));
      expect([error.code, error.details.expected]).toEqual(["ConstraintViolation", "code"]);
      expect(error.hint).toContain("Three capital letters.");
    }
  });

  it("has a name of its own and says which strings have it", () => {
    expect(errorOf(() => codes({})).code).toBe("ArtifactParseError");
    const formats = (name: string) => ({ formats: { [name]: letters } });
    expect(errorOf(() => packageOf("kip://test/codes", "1.0.0", formats("timestamp"))).code).toBe(
      "SchemaSymbolConflict",
    );
    expect(errorOf(() => packageOf("kip://test/codes", "1.0.0", formats("no name"))).code).toBe(
      "ConstraintViolation",
    );
  });
});

describe("Pinned schemas", () => {
  it("know the timestamps of the protocol, calendar and all", () => {
    const loaded = packageOf("kip://test/times", "1.0.0", {
      facets: {
        Times: { fields: { at: { type: "array", value_schema: { items: { format: "timestamp" } } } } },
      },
    });
    const schema = loaded.symbols.FacetDefinition.get("Times")?.value.fields.get("at")?.valueSchema;
    expect(schema?.failuresOf(["2024-02-29T00:00:00.000Z"])).toEqual([]);
    for (const text of ["2026-02-29T00:00:00.000Z", "2026-01-01T00:00:00Z", "2026-01-01"]) {
      expect(schema?.failuresOf([text])).toMatchObject([{ pointer: "/0", keyword: "format" }]);
    }
  });

  const color = { $id: "https://example.org/color", type: "string", pattern: "^#[0-9a-f]{6}$" };
  const palette = { $id: "urn:test:palette", type: "array", items: { $ref: "https://example.org/color" } };
  const pinning = (...pins: readonly JsonObject[]) => ({
    ...artifact("kip://test/colors", "1.0.0", {
      facets: {
        Palette: { fields: { colors: { type: "array", value_schema: { $ref: "urn:test:palette" } } } },
      },
    }),
    manifest: { package_id: "kip://test/colors", version: "1.0.0", validation_schemas: pins },
  });
  const pin = (schema: JsonObject): JsonObject => ({
    id: schema.$id as string,
    content_digest: digestOf(schema),
  });

  it("are resolved from the documents at hand, those with HTTPS ids too", () => {
    const loaded = loadPackage(pinning(pin(palette), pin(color)), { schemas: [palette, color] });
    const field = loaded.symbols.FacetDefinition.get("Palette")?.value.fields.get("colors");
    expect(field?.valueSchema?.failuresOf(["#00ff00"])).toEqual([]);
    expect(field?.valueSchema?.failuresOf(["green"]).length).toBeGreaterThan(0);
  });

  it("must be pinned to be used, even when they are at hand", () => {
    const error = errorOf(() => loadPackage(pinning(pin(palette)), { schemas: [palette, color] }));
    expect(error.message).toContain(
      "https://example.org/color, which is not among the package's verified schemas",
    );
  });

  it("must be at hand", () => {
    const error = errorOf(() => loadPackage(pinning(pin(palette), pin(color)), { schemas: [palette] }));
    expect(error.message).toContain("its pinned schema https://example.org/color is not held here");
  });

  it("must be the documents that were pinned", () => {
    const other = { ...color, pattern: "." };
    const error = errorOf(() =>
      loadPackage(pinning(pin(palette), pin(color)), { schemas: [palette, other] }),
    );
    expect(error.code).toBe("SchemaPackageUnavailable");
    expect(error.details).toMatchObject({ pinned_digest: digestOf(color), held_digests: [digestOf(other)] });
  });
});

describe("Dependencies", () => {
  const base = artifact("kip://test/base", "1.0.0", { concept_types: { Thing: {} } });
  const dependent = (more: JsonObject) =>
    artifact(
      "kip://test/top",
      "1.0.0",
      {},
      { dependencies: [{ package_ref: "kip://test/base@1.0.0", ...more }] },
    );

  it("must be at hand, unless they are optional", () => {
    const error = errorOf(() => loadPackage(dependent({})));
    expect(error.message).toBe(
      "kip://test/top@1.0.0 cannot be loaded: its dependency kip://test/base@1.0.0 is not held here",
    );
    expect(loadPackage(dependent({ required: false })).dependencies).toHaveLength(1);
  });

  it("must be the artifacts that were pinned", () => {
    const held = { packages: [loadPackage(base)] };
    expect(loadPackage(dependent({ content_digest: artifactDigest(base) }), held).packageRef).toBe(
      "kip://test/top@1.0.0",
    );
    const error = errorOf(() => loadPackage(dependent({ content_digest: artifactDigest(empty) }), held));
    expect(error.code).toBe("SchemaPackageUnavailable");
    expect(error.message).toContain("cannot be verified");
  });

  it("may be handed over in any order, and come out before what needs them", () => {
    for (const artifacts of [
      [base, dependent({})],
      [dependent({}), base],
    ]) {
      expect(loadPackages(artifacts).map(({ packageRef }) => packageRef)).toEqual([
        "kip://test/base@1.0.0",
        "kip://test/top@1.0.0",
      ]);
    }
  });

  it("on Core need no digest, because its version is its identity", () => {
    const onCore = artifact(
      "kip://test/top",
      "1.0.0",
      {},
      { dependencies: [{ package_ref: "kip://core@2.0.0" }] },
    );
    expect(loadPackage(onCore).dependencies).toHaveLength(1);
    const future = artifact(
      "kip://test/top",
      "1.0.0",
      {},
      { dependencies: [{ package_ref: "kip://core@3.0.0" }] },
    );
    expect(errorOf(() => loadPackage(future)).message).toContain("kip://core@3.0.0 is not held here");
  });
});
