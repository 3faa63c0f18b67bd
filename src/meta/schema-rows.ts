import type { JsonObject, JsonValue } from "../model/index.js";
import {
  CORE_PACKAGE_ID,
  CORE_PACKAGE_REF,
  listSymbols,
  PROTOCOL_VERSION,
  type SchemaEnvironment,
  type SchemaPackage,
  type SymbolKind,
} from "../schema/index.js";

/**
 * The rows of LIST TYPES, PREDICATES, FACETS and STRUCTURAL FIELDS (§65), in the order of their references: what packages
 * define. Element kinds and reserved fields are Core's and the same everywhere; DESCRIBE PACKAGE tells them (§20.13).
 */
export function symbolRows(environment: SchemaEnvironment, kind: SymbolKind): readonly JsonObject[] {
  return listSymbols(environment, kind).map((row) => ({ ...row }));
}

/**
 * The rows of LIST SCHEMA PACKAGES (§65), in the order of their references. The Core package is in force everywhere and
 * has no artifact, so no digest (§20.13).
 */
export function packageRows(environment: SchemaEnvironment): readonly JsonObject[] {
  const core: JsonObject = {
    package_ref: CORE_PACKAGE_REF,
    package_id: CORE_PACKAGE_ID,
    version: PROTOCOL_VERSION,
    status: "active",
    description: "What every Space has: the five element kinds, their reserved fields and registries.",
  };
  const rows = environment.packages.map(({ package: item, status }) => packageRow(item, status));
  return [core, ...rows].sort((left, right) => compare(left.package_ref, right.package_ref));
}

/** One package of an environment, in one row. */
export function packageRow(item: SchemaPackage, status: string): JsonObject {
  return {
    package_ref: item.packageRef,
    package_id: item.packageId,
    version: item.version,
    status,
    content_digest: item.contentDigest,
    description: item.description,
  };
}

function compare(left: JsonValue | undefined, right: JsonValue | undefined): number {
  return String(left) < String(right) ? -1 : String(left) > String(right) ? 1 : 0;
}
