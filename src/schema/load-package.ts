import { isJsonObject, kipError } from "../model/index.js";
import { CORE_PACKAGE_ID } from "./core-package.js";
import type { SchemaPackage } from "./definitions.js";
import { type PackageLibrary, readPackage } from "./read-package.js";
import { LOCAL_PREFIX } from "./refs.js";

/**
 * Reads and verifies a package artifact (§20.5, §20.11). A package without `integrity` is taken as it is; one with it
 * must have the digest it states. Activating the result is the environment's business.
 * @throws `ArtifactParseError` when it is no package artifact; `ConstraintViolation` for a definition the format
 * forbids; `SchemaSymbolConflict` for a symbol in a reserved Core name or path; `SchemaSymbolAmbiguous` for a type name
 * that two dependencies export; `DigestMismatch` when its content is not what its digest names;
 * `SchemaPackageUnavailable`, naming what could not be verified, for a missing or different dependency, an unverifiable
 * pinned schema, and a contract this engine cannot hold writes to.
 */
export function loadPackage(artifact: unknown, library: PackageLibrary = {}): SchemaPackage {
  requireInstallable(artifact);
  return readPackage(artifact, library);
}

/** Some paths belong to the engine: Core, and what a Space names itself (§20.13, §20.16). */
function requireInstallable(artifact: unknown): void {
  const manifest = isJsonObject(artifact) ? artifact.manifest : undefined;
  const id = isJsonObject(manifest) ? manifest.package_id : undefined;
  if (typeof id !== "string") return;
  const reason =
    id === CORE_PACKAGE_ID
      ? "Core is built in and has no artifact"
      : `${id}/`.startsWith(LOCAL_PREFIX)
        ? "the path local/ is kept for what a Space names itself"
        : null;
  if (reason === null) return;
  throw kipError("SchemaSymbolConflict", `${id} cannot be installed: ${reason}`, {
    hint: "Publish your symbols under another package id.",
    details: { package_id: id },
  });
}
