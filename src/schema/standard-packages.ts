import type { JsonObject } from "../model/index.js";
import type { SchemaPackage } from "./definitions.js";
import { inDependencyOrder } from "./dependency-order.js";
import { loadPackage } from "./load-package.js";
import memoryArtifact from "./packages/cognitive-memory-2.0.0.json" with { type: "json" };
import generalArtifact from "./packages/general-domain-1.0.0.json" with { type: "json" };
import type { PackageLibrary } from "./read-package.js";
import capsule from "./schemas/capsule.schema.json" with { type: "json" };
import changeEnvelope from "./schemas/change-envelope.schema.json" with { type: "json" };
import cognitiveRecords from "./schemas/cognitive-records.schema.json" with { type: "json" };
import common from "./schemas/common.schema.json" with { type: "json" };
import element from "./schemas/element.schema.json" with { type: "json" };
import projection from "./schemas/projection.schema.json" with { type: "json" };
import schemaPackage from "./schemas/schema-package.schema.json" with { type: "json" };

/** The Cognitive Memory Profile's package (Profile §4). */
export const MEMORY_PACKAGE_REF = "kip://profiles/cognitive-memory@2.0.0";

/** The general domain package (Profile §7). */
export const GENERAL_PACKAGE_REF = "kip://domains/general@1.0.0";

const companions: readonly JsonObject[] = [
  capsule,
  changeEnvelope,
  cognitiveRecords,
  common,
  element,
  projection,
  schemaPackage,
] as unknown as readonly JsonObject[];

/** Our own companion JSON Schemas, which our memory package pins (§20.5). */
export function builtInSchemas(): readonly JsonObject[] {
  return companions;
}

let builtIn: readonly SchemaPackage[] | undefined;

/**
 * Our own publication of the standard packages, verified like any other: the Cognitive Memory Profile and the general
 * domain, in the order in which they can be activated. They are read once, on first use.
 */
export function builtInPackages(): readonly SchemaPackage[] {
  if (builtIn === undefined) {
    const memory = loadPackage(memoryArtifact, { schemas: companions });
    const general = loadPackage(generalArtifact, { packages: [memory], schemas: companions });
    builtIn = [memory, general];
  }
  return builtIn;
}

/** The Cognitive Memory Profile's package alone. */
export function memoryPackage(): SchemaPackage {
  return standardPackage(MEMORY_PACKAGE_REF);
}

/** The general domain package alone. It depends on the memory package. */
export function generalPackage(): SchemaPackage {
  return standardPackage(GENERAL_PACKAGE_REF);
}

function standardPackage(ref: string): SchemaPackage {
  const found = builtInPackages().find((candidate) => candidate.packageRef === ref);
  if (found) return found;
  throw new Error(`the built-in package ${ref} is missing`);
}

/**
 * Verifies the packages a host brings along, in any order: they may depend on each other and on the standard ones.
 * The result is in an order in which they can be activated.
 * @throws as `loadPackage`, for the first package that cannot be verified.
 */
export function loadPackages(
  artifacts: readonly unknown[],
  library: PackageLibrary = {},
): readonly SchemaPackage[] {
  const schemas = [...companions, ...(library.schemas ?? [])];
  const held = [...builtInPackages(), ...(library.packages ?? [])];
  const loaded: SchemaPackage[] = [];
  for (const artifact of inDependencyOrder(artifacts, (item) => item)) {
    loaded.push(loadPackage(artifact, { packages: [...held, ...loaded], schemas }));
  }
  return loaded;
}
