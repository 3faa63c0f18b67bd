import { ELEMENT_KINDS, type JsonObject, type JsonValue, kipError } from "../model/index.js";
import {
  type AnyDefinition,
  CORE_ACTIVITY_CLASSES,
  CORE_EVIDENCE_CLASSES,
  CORE_PACKAGE_REF,
  CORE_STRUCTURAL_FIELDS,
  coreKind,
  coreKindRef,
  DIGEST_PROFILE,
  describeSymbol,
  type EnvironmentPackage,
  localNameOf,
  nearNames,
  parsePackageRef,
  type SchemaEnvironment,
  type SymbolKind,
} from "../schema/index.js";
import { packageRow, packageRows } from "./schema-rows.js";

/** What `DESCRIBE SCHEMA ENVIRONMENT` answers (§65): exactly what is in force, and what became of renamed symbols. */
export function describeSchemaEnvironment(environment: SchemaEnvironment): JsonObject {
  return {
    schema_environment_version: environment.version,
    lock_digest: environment.lockDigest,
    packages: packageRows(environment),
    lineage_maps: environment.lineageMaps.map(({ kind, from, to }) => ({ kind, from, to })),
  };
}

/**
 * What `DESCRIBE PACKAGE` answers (§65): the package and everything it defines. A package is named by its exact
 * reference, or by its id where one version of it is held; the active version is preferred.
 * @throws `SchemaPackageUnavailable` for a package that is not part of the environment.
 */
export function describePackage(environment: SchemaEnvironment, symbol: string): JsonObject {
  if (symbol === CORE_PACKAGE_REF) return describeCore(environment);
  const { package: item, status } = packageNamed(environment, symbol);
  const { definitions = {}, aliases, migrations } = item.artifact;
  return {
    ...packageRow(item, status),
    integrity: { digest_profile: DIGEST_PROFILE, content_digest: item.contentDigest },
    dependencies: item.dependencies.map(({ packageRef, required, contentDigest }) => ({
      package_ref: packageRef,
      required,
      ...(contentDigest === null ? {} : { content_digest: contentDigest }),
    })),
    validation_schemas: item.pinnedSchemas.map(({ id, contentDigest }) => ({
      id,
      content_digest: contentDigest,
    })),
    ...(aliases === undefined ? {} : { aliases }),
    ...(migrations === undefined ? {} : { migrations }),
    definitions,
  };
}

/**
 * The package of an environment that a reference or id names.
 * @throws `SchemaPackageUnavailable` when there is none, listing what is in force.
 */
export function packageNamed(environment: SchemaEnvironment, symbol: string): EnvironmentPackage {
  const wanted = parsePackageRef(symbol);
  const found =
    environment.packages.find(({ package: item }) => item.packageRef === symbol) ??
    (wanted === null
      ? environment.packages.findLast(
          ({ package: item, status }) => item.packageId === symbol && status === "active",
        )
      : undefined);
  if (found) return found;
  const refs = packageRows(environment).map(({ package_ref }) => String(package_ref));
  const near = nearNames(symbol, refs);
  throw kipError("SchemaPackageUnavailable", `${JSON.stringify(symbol)} is no package of this Space`, {
    hint: `${near.length > 0 ? `Did you mean ${near[0]}? ` : ""}In force are ${refs.join(", ")}.`,
    details: { package_ref: symbol, suggestions: near },
  });
}

function describeCore(environment: SchemaEnvironment): JsonObject {
  const [row = {}] = packageRows(environment).filter(({ package_ref }) => package_ref === CORE_PACKAGE_REF);
  return {
    ...row,
    virtual: true,
    dependencies: [],
    definitions: {
      element_kinds: Object.fromEntries(
        ELEMENT_KINDS.map((kind) => [localNameOf(coreKindRef(kind)), KINDS[kind]]),
      ),
      structural_fields: Object.fromEntries(
        CORE_STRUCTURAL_FIELDS.map(({ name, description, source }) => [name, { ...source, description }]),
      ),
      registry_extensions: {
        activity_classes: { values: CORE_ACTIVITY_CLASSES, extensible: true },
        evidence_classes: { values: CORE_EVIDENCE_CLASSES, extensible: true },
      },
    },
  };
}

/** What each element kind is (§6.1). */
const KINDS: Readonly<Record<(typeof ELEMENT_KINDS)[number], string>> = {
  concept: "Something that can be referred to: a person, a thing, an event, an idea.",
  proposition:
    "A statement that may be true or false: subject, predicate, object. Its existence claims nothing.",
  assertion: "One actor's commitment about one Proposition.",
  evidence: "Something observed that claims can rest on.",
  activity: "A process: what it used, and what came of it.",
};

/**
 * What `DESCRIBE TYPE`, `PREDICATE`, `FACET` and `STRUCTURAL FIELD` answer (§65): the exact symbol, its lineage, and its
 * definition. Element kinds and reserved fields of Core are described like any other.
 * @throws `SchemaSymbolNotFound`, `SchemaSymbolAmbiguous`.
 */
export function describeNamed(environment: SchemaEnvironment, kind: SymbolKind, symbol: string): JsonObject {
  const core = kind === "ConceptType" ? describeCoreKind(symbol) : null;
  if (core !== null) return core;
  return describeSymbolOf(environment, definitionNamed(environment, kind, symbol));
}

function describeSymbolOf(environment: SchemaEnvironment, definition: AnyDefinition): JsonObject {
  const described = describeSymbol(environment, definition);
  if (definition.kind !== "StructuralFieldDefinition" || !definition.reserved) return described;
  return { ...described, status: "active", reserved: true };
}

function definitionNamed(environment: SchemaEnvironment, kind: SymbolKind, symbol: string): AnyDefinition {
  const reserved =
    kind === "StructuralFieldDefinition"
      ? CORE_STRUCTURAL_FIELDS.find(({ name }) => name === symbol)
      : undefined;
  return reserved ?? environment.resolve(kind, symbol);
}

function describeCoreKind(symbol: string): JsonObject | null {
  const kind = coreKind(symbol);
  if (kind === null) return null;
  const ref = coreKindRef(kind);
  const definition: JsonValue = { description: KINDS[kind] };
  return {
    ref,
    local_name: localNameOf(ref),
    package_ref: CORE_PACKAGE_REF,
    status: "active",
    kind: "CoreElementKind",
    lineage: ref,
    definition,
  };
}
