import { type JsonObject, KipError } from "../model/index.js";
import { loadPackage, type PackageLibrary, type SchemaPackage } from "./index.js";

/** A minimal artifact with the given definitions. */
export function artifact(
  id: string,
  version: string,
  definitions: JsonObject,
  more: JsonObject = {},
): JsonObject {
  return { format: "KIP-Schema-Package", manifest: { package_id: id, version }, definitions, ...more };
}

/** A loaded minimal package. */
export function packageOf(
  id: string,
  version: string,
  definitions: JsonObject,
  more: JsonObject = {},
  library: PackageLibrary = {},
): SchemaPackage {
  return loadPackage(artifact(id, version, definitions, more), library);
}

/** The error a piece of work fails with. */
export function errorOf(work: () => unknown): KipError {
  try {
    work();
  } catch (error) {
    if (error instanceof KipError) return error;
    throw error;
  }
  throw new Error("it did not fail");
}

/** A package with one of everything that writes are held to. */
export const lab = packageOf("kip://test/lab", "1.0.0", {
  concept_types: {
    Run: {
      attributes: {
        open: false,
        fields: {
          run_id: { type: "string", required: true, mutable: false },
          note: { type: "string" },
          serial: { type: "string", mutable: false },
          level: { type: "integer", minimum: 0, maximum: 10 },
          at: { type: ["timestamp", "null"] },
          formatted: { type: "string", format: "timestamp" },
          page: { type: "string", format: "uri" },
          code: { type: "string", pattern: "^[A-Z]{3}$" },
          grade: { type: ["string", "null"], enum: ["good", "bad", null] },
          constructor: { type: "string" },
        },
      },
    },
    Note: { attributes: { fields: { text: { type: "string" } } } },
  },
  predicates: {
    measured: { subject: { concept_types: ["Run"] }, object: { literal_types: ["number"], nullable: true } },
    happened_at: { object: { literal_types: ["string"], format: "timestamp" } },
    relates: {},
    cites: { subject: { kinds: ["Concept"] }, object: { kinds: ["Evidence", "Proposition"] } },
  },
  structural_fields: {
    parts: {
      source: { concept_types: ["Run"] },
      target: { concept_types: ["Note"] },
      cardinality: { min: 1, max: 2 },
      unique: true,
    },
    reviewed: { source: { kinds: ["Concept", "Activity"] }, target: { kinds: ["Concept"] } },
  },
});
