import {
  type Digest,
  digestOf,
  isJsonObject,
  type JsonObject,
  kipError,
  requirePortableJson,
} from "../model/index.js";
import { ArtifactReader } from "./artifact-reader.js";
import { isCoreKindName } from "./core-package.js";
import type { DefinitionOf, SchemaPackage, SymbolKind, Symbols } from "./definitions.js";
import { type DefinitionContext, READERS } from "./read-definitions.js";
import { readDependency, readPin, requireDependency } from "./read-dependencies.js";
import { readLineageChanges } from "./read-lineage-changes.js";
import { isLocalName, isPackageId, lineageOf, localNameOf, packageRef, parsePackageRef } from "./refs.js";
import { readFormats } from "./string-formats.js";
import { ValueSchemas } from "./value-schemas.js";

/** The artifact format this engine reads (§20.11). */
export const PACKAGE_FORMAT = "KIP-Schema-Package";

/** The canonicalization under which package and schema digests are computed (§37.7). */
export const DIGEST_PROFILE = "kip-jcs-safe-v1";

/** What a package may rest on: the packages and JSON Schema documents that are at hand. Nothing is ever fetched. */
export interface PackageLibrary {
  readonly packages?: readonly SchemaPackage[];
  readonly schemas?: readonly JsonObject[];
}

/** The members of an artifact's `definitions`, `aliases`, … that hold each kind. */
export const DEFINITION_MEMBERS: Readonly<Record<SymbolKind, string>> = {
  ConceptType: "concept_types",
  PredicateType: "predicates",
  FacetDefinition: "facets",
  StructuralFieldDefinition: "structural_fields",
};

/** The content digest of an artifact: every top-level member except `integrity`, in canonical form (§37.7). */
export function artifactDigest(artifact: JsonObject): Digest {
  const { integrity: _, ...content } = artifact;
  return digestOf(content);
}

/** The members an artifact may have (§20.11). */
const MEMBERS = new Set([
  "$schema",
  "format",
  "format_version",
  "manifest",
  "dependencies",
  "definitions",
  "constraints",
  "aliases",
  "compatibility",
  "migrations",
  "model_hints",
  "canonicalization",
  "integrity",
]);

/**
 * Reads and verifies a package artifact of any path, reserved ones included; `loadPackage` is what hosts hand artifacts
 * to, and says what it throws.
 */
export function readPackage(artifact: unknown, library: PackageLibrary): SchemaPackage {
  const { content, id, version } = readIdentity(artifact);
  const ref = packageRef(id, version);
  const root = new ArtifactReader(ref, "", content);
  for (const [name, member] of root.members()) {
    if (MEMBERS.has(name)) continue;
    throw member.unsupported(
      "a package artifact has no such member",
      `Its members are ${[...MEMBERS].filter((known) => known !== "$schema").join(", ")}.`,
    );
  }
  const manifest = root.member("manifest");
  const contentDigest = verifiedDigest(root, content, ref);
  const dependencies = root.member("dependencies").items().map(readDependency);
  const based = dependencies.flatMap((dependency) =>
    requireDependency(ref, dependency, library.packages ?? []),
  );
  const pinnedSchemas = manifest.member("validation_schemas").items().map(readPin);
  const schemas = new ValueSchemas(ref, pinnedSchemas, library.schemas ?? []);
  const symbols = readSymbols(root.member("definitions"), { id, version, schemas, based });
  schemas.requireClosed();
  return {
    packageRef: ref,
    packageId: id,
    version,
    contentDigest,
    description: manifest.member("description").stringOr(""),
    dependencies,
    pinnedSchemas,
    symbols,
    aliases: readAliases(root.member("aliases"), id, symbols),
    ...readLineageChanges(root.member("migrations"), id, symbols),
    activityClasses: root
      .member("definitions")
      .member("registry_extensions")
      .member("activity_classes")
      .member("values")
      .strings(),
    artifact: content,
  };
}

function readIdentity(artifact: unknown) {
  if (!isJsonObject(artifact)) {
    throw kipError("ArtifactParseError", `a schema package is a JSON object, not ${inWords(artifact)}`, {
      hint: "Hand the engine the package artifact itself, parsed from its JSON.",
    });
  }
  const content = artifact;
  const unnamed = new ArtifactReader("schema package", "", content);
  requirePortableJson(content, "schema package");
  const format = unnamed.member("format");
  if (format.string() !== PACKAGE_FORMAT) {
    throw format.illegal(
      `the format is not ${PACKAGE_FORMAT}`,
      `Hand the engine a ${PACKAGE_FORMAT} artifact.`,
    );
  }
  const manifest = unnamed.member("manifest");
  const id = manifest.member("package_id").string();
  const version = manifest.member("version").string();
  const ref = packageRef(id, version);
  if (!isPackageId(id) || !parsePackageRef(ref)) {
    throw manifest.illegal(
      `${ref} is no package reference`,
      "Write package_id as kip:// and lower-case segments, and one exact version, for example 1.0.0.",
    );
  }
  const stated = manifest.member("package_ref");
  if (stated.stringOr(ref) !== ref) {
    throw stated.illegal(
      `package_ref must be ${ref}`,
      "Make it the package_id, @ and the version, or leave it out.",
    );
  }
  return { content, id, version };
}

/** What was handed over in place of an artifact; it may be anything, so it is not printed. */
function inWords(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an instance of a class" : `a ${typeof value}`;
}

function verifiedDigest(root: ArtifactReader, content: JsonObject, ref: string): Digest {
  const actual = artifactDigest(content);
  const integrity = root.member("integrity");
  if (integrity.isAbsent) return actual;
  const profile = integrity.member("digest_profile");
  if (profile.string() !== DIGEST_PROFILE) {
    throw profile.unsupported(
      `digests under ${JSON.stringify(profile.value)} cannot be verified here`,
      `Publish the package with a digest under ${DIGEST_PROFILE}.`,
    );
  }
  const stated = integrity.member("content_digest").string();
  if (stated === actual) return actual;
  throw kipError("DigestMismatch", `${ref} is not the artifact its digest names`, {
    hint: "Get the artifact again from its publisher, unchanged, or recompute its digest if you are the publisher.",
    details: { package_ref: ref, stated_digest: stated, actual_digest: actual },
  });
}

interface SymbolSource {
  readonly id: string;
  readonly version: string;
  readonly schemas: ValueSchemas;
  readonly based: readonly SchemaPackage[];
}

function readSymbols(definitions: ArtifactReader, { id, version, schemas, based }: SymbolSource): Symbols {
  const ownTypes = new Set(
    definitions
      .member("concept_types")
      .members()
      .map(([name]) => name),
  );
  const context: DefinitionContext = {
    packageId: id,
    version,
    schemas,
    formats: readFormats(definitions.member("formats"), schemas),
    typesNamed: (name) => {
      if (ownTypes.has(name)) return [`${id}/${name}`];
      const found = based.flatMap((other) => other.symbols.ConceptType.get(name)?.lineage ?? []);
      return [...new Set(found)];
    },
  };
  const read = <K extends SymbolKind>(kind: K): ReadonlyMap<string, DefinitionOf[K]> =>
    new Map(
      definitions
        .member(DEFINITION_MEMBERS[kind])
        .members()
        .map(([name, definition]) => [name, READERS[kind](name, definition, context)] as const),
    );
  return {
    ConceptType: read("ConceptType"),
    PredicateType: read("PredicateType"),
    FacetDefinition: read("FacetDefinition"),
    StructuralFieldDefinition: read("StructuralFieldDefinition"),
  };
}

function readAliases(aliases: ArtifactReader, id: string, symbols: Symbols): SchemaPackage["aliases"] {
  const read = (kind: SymbolKind): ReadonlyMap<string, string> =>
    new Map(
      aliases
        .member(DEFINITION_MEMBERS[kind])
        .members()
        .map(([alias, target]) => [alias, readAlias(alias, target, id, symbols[kind])] as const),
    );
  return {
    ConceptType: read("ConceptType"),
    PredicateType: read("PredicateType"),
    FacetDefinition: read("FacetDefinition"),
    StructuralFieldDefinition: read("StructuralFieldDefinition"),
  };
}

/** The name of the symbol an alias stands for. */
function readAlias(
  alias: string,
  target: ArtifactReader,
  id: string,
  symbols: ReadonlyMap<string, unknown>,
): string {
  const text = target.string();
  const lineage = lineageOf(text);
  const name = isLocalName(text) ? text : lineage.startsWith(`${id}/`) ? localNameOf(lineage) : "";
  if (!isLocalName(alias) || !symbols.has(name) || symbols.has(alias)) {
    throw target.illegal(
      `${alias} cannot stand for ${text}`,
      "An alias is a new local name for a symbol that this package defines.",
    );
  }
  if (isCoreKindName(alias)) {
    throw target.reserved(
      `${alias} is reserved by Core`,
      "Choose another alias: Core names are never shadowed.",
    );
  }
  return name;
}
