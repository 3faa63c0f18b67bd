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
