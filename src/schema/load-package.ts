import {
  type Digest,
  digestOf,
  isJsonObject,
  type JsonObject,
  kipError,
  requirePortableJson,
} from "../model/index.js";
import { ArtifactReader } from "./artifact-reader.js";
import { CORE_PACKAGE_ID, CORE_PACKAGE_REF } from "./core-package.js";
import type {
  DefinitionOf,
  PackageDependency,
  PinnedSchema,
  SchemaPackage,
  SymbolKind,
  SymbolSuccession,
  Symbols,
} from "./definitions.js";
import { type DefinitionContext, READERS } from "./read-definitions.js";
import { isLocalName, isPackageId, packageRef, parseLineage, parsePackageRef } from "./refs.js";
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

/**
 * Reads and verifies a package artifact (§20.5, §20.11). A package without `integrity` is taken as it is; one with it
 * must have the digest it states. Activating the result is the environment's business.
 * @throws `ArtifactParseError` when it is no package artifact; `ConstraintViolation` for a definition the format
 * forbids; `SchemaSymbolConflict` for a symbol in a reserved Core name or path; `DigestMismatch` when its content is
 * not what its digest names; `SchemaPackageUnavailable`, naming what could not be verified, for a missing or different
 * dependency, an unverifiable pinned schema, and a contract this engine cannot hold writes to.
 */
export function loadPackage(artifact: unknown, library: PackageLibrary = {}): SchemaPackage {
  const { content, id, version } = readIdentity(artifact);
  const ref = packageRef(id, version);
  const root = new ArtifactReader(ref, "", content);
  const manifest = root.member("manifest");
  if (id === CORE_PACKAGE_ID) {
    throw manifest.reserved(
      "Core is built in and has no artifact",
      "Publish your symbols under another package id.",
    );
  }
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
    aliases: readAliases(root.member("aliases"), symbols),
    successions: root
      .member("migrations")
      .items()
      .flatMap((entry) => readSuccession(entry, id)),
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

function readDependency(entry: ArtifactReader): PackageDependency {
  const stated = entry.member("package_ref");
  const ref = stated.isAbsent
    ? packageRef(entry.member("package_id").string(), entry.member("version").string())
    : stated.string();
  if (!parsePackageRef(ref)) {
    throw entry.illegal(`${ref} names no exact package version`, "Depend on kip://<path>@<exact version>.");
  }
  return {
    packageRef: ref,
    required: entry.member("required").booleanOr(true),
    contentDigest: readDigest(entry.member("content_digest")),
  };
}

function readPin(entry: ArtifactReader): PinnedSchema {
  const digest = readDigest(entry.member("content_digest"));
  if (digest === null)
    throw entry.illegal("a pinned schema needs its content_digest", "State the digest to verify.");
  return { id: entry.member("id").string(), contentDigest: digest };
}

function readDigest(at: ArtifactReader): Digest | null {
  if (at.isAbsent) return null;
  const text = at.string();
  if (isDigest(text)) return text;
  throw at.illegal("this is no digest", "Write sha256: and 64 lower-case hexadecimal digits.");
}

function isDigest(text: string): text is Digest {
  return /^sha256:[0-9a-f]{64}$/.test(text);
}

/**
 * The dependency among the packages at hand; none for Core, whose identity is the protocol version (§20.13), and for
 * an optional one that is absent. One without a digest is identified by its exact version alone.
 */
function requireDependency(
  ref: string,
  dependency: PackageDependency,
  packages: readonly SchemaPackage[],
): readonly SchemaPackage[] {
  if (dependency.packageRef === CORE_PACKAGE_REF) return [];
  const candidates = packages.filter((candidate) => candidate.packageRef === dependency.packageRef);
  const { contentDigest } = dependency;
  const match = candidates.find((found) => contentDigest === null || found.contentDigest === contentDigest);
  if (match) return [match];
  if (candidates.length === 0 && !dependency.required) return [];
  const reason =
    candidates.length === 0
      ? `its dependency ${dependency.packageRef} is not held here`
      : `its dependency ${dependency.packageRef} cannot be verified: no artifact held here has digest ${contentDigest}`;
  throw kipError("SchemaPackageUnavailable", `${ref} cannot be loaded: ${reason}`, {
    hint: `Hand the engine the artifact of ${dependency.packageRef}${contentDigest ? ` with digest ${contentDigest}` : ""} together with ${ref}.`,
    details: {
      package_ref: ref,
      dependency: dependency.packageRef,
      pinned_digest: contentDigest,
      held_digests: candidates.map((found) => found.contentDigest),
    },
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
    typeNamed: (name) => {
      if (ownTypes.has(name)) return `${id}/${name}`;
      const found = based.flatMap((other) => other.symbols.ConceptType.get(name)?.lineage ?? []);
      // Two dependencies that export the name leave it ambiguous, which is never guessed (§20.7).
      return new Set(found).size === 1 ? (found[0] ?? null) : null;
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

function readAliases(aliases: ArtifactReader, symbols: Symbols): SchemaPackage["aliases"] {
  const read = (kind: SymbolKind): ReadonlyMap<string, string> =>
    new Map(
      aliases
        .member(DEFINITION_MEMBERS[kind])
        .members()
        .map(([alias, target]) => {
          const name = target.string().slice(target.string().lastIndexOf("/") + 1);
          if (!isLocalName(alias) || !symbols[kind].has(name) || symbols[kind].has(alias)) {
            throw target.illegal(
              `${alias} cannot stand for ${target.string()}`,
              "An alias is a new local name for a symbol that this package defines.",
            );
          }
          return [alias, name] as const;
        }),
    );
  return {
    ConceptType: read("ConceptType"),
    PredicateType: read("PredicateType"),
    FacetDefinition: read("FacetDefinition"),
    StructuralFieldDefinition: read("StructuralFieldDefinition"),
  };
}

/**
 * Reads what a migration says about a symbol's lineage (§20.14). The specification names no shape for it; here it is
 * `{"op": "rename", "symbol_kind", "from", "to"}`, where `from` and `to` are local names of this package line or whole
 * lineages. Entries with another `op` describe work on data, are kept with the artifact, and change no lineage. A
 * symbol is retired by not defining it any more.
 */
function readSuccession(entry: ArtifactReader, id: string): readonly SymbolSuccession[] {
  if (entry.member("op").value !== "rename") return [];
  const kind = entry.member("symbol_kind").wordOr(Object.keys(DEFINITION_MEMBERS) as SymbolKind[], null);
  if (kind === null)
    throw entry.illegal("a rename needs its symbol_kind", "Name the kind of the renamed symbol.");
  const lineage = (at: ArtifactReader): string => {
    const text = at.string();
    if (parseLineage(text)) return text;
    if (isLocalName(text)) return `${id}/${text}`;
    throw at.illegal(
      `${JSON.stringify(text)} names no symbol`,
      "Write a local name or kip://<path>/<symbol>.",
    );
  };
  const from = lineage(entry.member("from"));
  if (parseLineage(from)?.packageId !== id) {
    throw entry.illegal("a package renames its own symbols only", `Rename a symbol of ${id}.`);
  }
  return [{ kind, from, to: lineage(entry.member("to")) }];
}
