import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { isJsonObject, type JsonObject, type JsonValue } from "../model/index.js";
import { builtInSchemas, loadPackage } from "./index.js";
import { errorOf } from "./package.fixture.js";
import memoryArtifact from "./packages/cognitive-memory-2.0.0.json" with { type: "json" };
import generalArtifact from "./packages/general-domain-1.0.0.json" with { type: "json" };
import memoryPolicy from "./policies/memory-default-1.json" with { type: "json" };
import strengthPolicy from "./policies/strength-half-life-30d.json" with { type: "json" };

// The published data stands beside the project, so a checkout alone has none.
const shared = fileURLToPath(new URL("../../../shared/", import.meta.url));

const readJson = (path: string): JsonObject => JSON.parse(readFileSync(path, "utf8")) as JsonObject;

/** The path of a file or folder beside the project. */
const besideProject = (path: string): string => `${shared}${path}`;

const isThere = existsSync(shared);
if (!isThere) console.log("skipped: no ../shared");

/** `describe` for tests that need the data beside the project; without it they are skipped, and it says so. */
const describeWithShared = isThere ? describe : describe.skip;

/** Every JSON document of a folder beside the project, by file name; none when there is no such data. */
function documentsOf(folder: string): ReadonlyMap<string, JsonObject> {
  if (!isThere) return new Map();
  const names = readdirSync(besideProject(folder)).filter((name) => name.endsWith(".json"));
  return new Map(names.map((name) => [name, readJson(besideProject(`${folder}/${name}`))]));
}

const ours = [memoryArtifact, generalArtifact] as unknown as readonly [JsonObject, JsonObject];

/** What only explains, or identifies one publication of the same content. */
const INCIDENTAL = new Set(["description", "model_hints", "content_digest", "$schema", "name", "publisher"]);

function withoutWords(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutWords);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !INCIDENTAL.has(name));
  return Object.fromEntries(kept.map(([name, item]) => [name, withoutWords(item)]));
}

/** The members of a package that say what may be written, and what it rests on. */
function contract(artifact: JsonObject): JsonValue {
  const { definitions, constraints, aliases, dependencies, migrations } = artifact;
  const {
    package_id,
    version,
    package_ref,
    purpose,
    executable,
    validation_schemas = [],
  } = artifact.manifest as JsonObject;
  return {
    definitions: definitions as JsonObject,
    constraints: constraints as JsonValue,
    aliases: aliases as JsonValue,
    dependencies: dependencies as JsonValue,
    migrations: migrations as JsonValue,
    manifest: {
      package_id: package_id as string,
      version: version as string,
      package_ref: package_ref as string,
      purpose: purpose as string,
      executable: executable as boolean,
      validation_schemas,
    },
  };
}

describeWithShared("Our packages beside the published ones", () => {
  const published = documentsOfProfiles();

  it.each([0, 1])("state the same symbols, fields and constraints (%i)", (index) => {
    const mine = ours[index] as JsonObject;
    const theirs = published.get((mine.manifest as JsonObject).package_ref as string);
    expect(withoutWords(contract(mine))).toEqual(withoutWords(contract(theirs as JsonObject)));
  });

  it("explain everything in other sentences", () => {
    const theirs = sentencesOf([...published.values(), ...documentsOf("spec/schemas").values()]);
    const mine = sentencesOf([...ours, memoryPolicy, strengthPolicy, ...builtInSchemas()] as JsonObject[]);
    expect(mine.size).toBeGreaterThan(150);
    expect([...mine].filter((sentence) => theirs.has(sentence))).toEqual([]);
  });

  it("The published memory package is refused by name, because its pinned schemas cannot be verified", () => {
    const artifact = readJson(besideProject("spec/profiles/cognitive-memory-2.0.0.schema.json"));
    const refusal =
      /^kip:\/\/profiles\/cognitive-memory@2\.0\.0 cannot be loaded: its pinned schema urn:kip:2\.0:schema:\S+/;
    for (const schemas of [[], builtInSchemas(), [...documentsOf("spec/schemas").values()]]) {
      const error = errorOf(() => loadPackage(artifact, { schemas }));
      expect(error.code).toBe("SchemaPackageUnavailable");
      expect(error.message).toMatch(refusal);
    }
  });

  it("Every package of the conformance fixtures loads as it is", () => {
    const fixtures = [...documentsOf("conformance/engine-suite").values()];
    const packages = fixtures.flatMap((fixture) => (fixture.packages ?? []) as readonly JsonObject[]);
    expect(packages.length).toBeGreaterThan(10);
    for (const artifact of packages) expect(loadPackage(artifact).artifact).toBe(artifact);
  });
});

describeWithShared("Our companion schemas beside the published ones", () => {
  const theirs = new Map([...documentsOf("spec/schemas").values()].map((schema) => [schema.$id, schema]));
  const mine = new Map(builtInSchemas().map((schema) => [schema.$id, schema]));

  // Where a published schema and the Specification differ, ours follow the Specification; and ours name a few shared
  // parts that the published ones repeat in place.
  const ofElement = [
    // §13.2 takes a time bound at either end.
    "properties.valid_time.properties.from.anyOf",
    "properties.valid_time.properties.until.anyOf",
    // Any kind may hold a package's Structural Field that names it as a source (§17, §20.15), so `structural` is not
    // foreign to Assertions, Evidence and Activities.
    ...[2, 3, 4].map((kind) => `allOf.${kind}.then.not.anyOf`),
    "$defs",
  ];
  // §21.13 has a third rule.
  const ofProjection = ["properties.precedence.properties.rule.enum", "$defs.Side", "$defs.Uncertainty"];
  const differences: Readonly<Record<string, readonly string[]>> = {
    "urn:kip:2.0:schema:common": ["$defs.Count", "$defs.Ordinal"],
    "urn:kip:2.0:schema:projection": [
      ...ofProjection,
      // §47.3 lets a slot name its subject and Predicate and explain itself.
      "$defs.Slot.properties.subject",
      "$defs.Slot.properties.predicate_ref",
      "$defs.Slot.properties.uncertainty",
      "$defs.Slot.properties.explanation",
    ],
    "urn:kip:2.0:schema:cognitive-records": [
      // §60.7 calls the scope semantic.
      "$defs.ErasurePlan.properties.scope.enum",
      // Profile §6.1 names it; the schemas at hand are older.
      "$defs.StrengthPolicy",
    ],
    "urn:kip:2.0:schema:element": ofElement,
    "urn:kip:2.0:schema:capsule": ofElement,
    "urn:kip:2.0:schema:schema-package": ["$defs.Definition", "$defs.Field", "$defs.Fields"],
  };

  it.each([...mine.keys()] as string[])("state the same constraints: %s", (id) => {
    const left = constraintsOf(mine.get(id) as JsonObject, mine as ReadonlyMap<JsonValue, JsonObject>);
    const right = constraintsOf(theirs.get(id) as JsonObject, theirs as ReadonlyMap<JsonValue, JsonObject>);
    const differing = differingPaths(left, right, "");
    const allowed = differences[id] ?? [];
    const unexpected = differing.filter(
      (path) => !allowed.some((known) => `.${path}.`.includes(`.${known}.`)),
    );
    expect(unexpected).toEqual([]);
  });
});

function documentsOfProfiles(): ReadonlyMap<string, JsonObject> {
  const packages = [...documentsOf("spec/profiles").values()].filter(({ manifest }) =>
    isJsonObject(manifest),
  );
  return new Map(
    packages.map((artifact) => [(artifact.manifest as JsonObject).package_ref as string, artifact]),
  );
}

/** Every sentence and phrase of prose in the documents, without regard to case and punctuation. */
function sentencesOf(documents: readonly JsonObject[]): ReadonlySet<string> {
  const sentences = new Set<string>();
  const collect = (value: JsonValue): void => {
    if (Array.isArray(value)) value.forEach(collect);
    else if (isJsonObject(value)) Object.values(value).forEach(collect);
    else if (typeof value === "string" && value.includes(" ")) {
      for (const sentence of value.split(/[.;:!?]\s+/)) {
        const words = sentence.toLowerCase().match(/[a-z0-9_]+/g) ?? [];
        if (words.length > 2) sentences.add(words.join(" "));
      }
    }
  };
  documents.forEach(collect);
  return sentences;
}

/** A schema with its references replaced by what they name, and everything that constrains nothing left out. */
function constraintsOf(root: JsonObject, documents: ReadonlyMap<JsonValue, JsonObject>): JsonValue {
  const expand = (value: JsonValue, base: JsonObject, trail: readonly string[]): JsonValue => {
    if (Array.isArray(value)) return value.map((item) => expand(item, base, trail));
    if (!isJsonObject(value)) return value;
    const {
      $ref: reference,
      $id: _id,
      $schema: _schema,
      description: _words,
      title: _title,
      ...rest
    } = value;
    const own = Object.fromEntries(
      Object.entries(rest)
        .filter(([name, item]) => !isEmptyConstraint(name, item))
        .map(([name, item]) => [name, expand(item, base, trail)]),
    );
    if (typeof reference !== "string" || trail.includes(reference)) return own;
    const [id = "", pointer = ""] = reference.split("#");
    const document = id === "" ? base : (documents.get(id) ?? base);
    const target = pointer
      .split("/")
      .slice(1)
      .reduce<JsonValue>((at, key) => (at as JsonObject)[key] ?? null, document);
    return { ...(expand(target, document, [...trail, reference]) as JsonObject), ...own };
  };
  return normalized(expand(root, root, []));
}

function isEmptyConstraint(name: string, value: JsonValue): boolean {
  return (
    (name === "minItems" && value === 0) ||
    (name === "required" && Array.isArray(value) && value.length === 0)
  );
}

/** Spellings of one constraint made equal: a digest is never empty, `items: {}` says nothing. */
function normalized(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(normalized);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([name, item]) => [name, normalized(item)] as const);
  const result = Object.fromEntries(entries) as Record<string, JsonValue>;
  if (typeof result.pattern === "string" && result.minLength === 1) delete result.minLength;
  if (isJsonObject(result.items) && Object.keys(result.items).length === 0) delete result.items;
  if (Array.isArray(result.anyOf)) result.anyOf = [...(result.anyOf as readonly JsonValue[])].sort(byText);
  if (Array.isArray(result.required)) result.required = [...(result.required as readonly string[])].sort();
  return result;
}

function byText(left: JsonValue, right: JsonValue): number {
  return JSON.stringify(left) < JSON.stringify(right) ? -1 : 1;
}

function differingPaths(
  left: JsonValue | undefined,
  right: JsonValue | undefined,
  path: string,
): readonly string[] {
  if (isJsonObject(left) && isJsonObject(right)) {
    const names = new Set([...Object.keys(left), ...Object.keys(right)]);
    return [...names].flatMap((name) =>
      differingPaths(left[name], right[name], path === "" ? name : `${path}.${name}`),
    );
  }
  if (Array.isArray(left) && Array.isArray(right) && left.length === right.length) {
    return left.flatMap((item, index) => differingPaths(item, right[index], `${path}.${index}`));
  }
  return left === right ? [] : [path];
}
