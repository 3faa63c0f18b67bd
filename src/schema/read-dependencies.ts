import { type Digest, kipError } from "../model/index.js";
import type { ArtifactReader } from "./artifact-reader.js";
import { CORE_PACKAGE_REF } from "./core-package.js";
import type { PackageDependency, PinnedSchema, SchemaPackage } from "./definitions.js";
import { LOCAL_PREFIX, packageRef, parsePackageRef } from "./refs.js";

/**
 * A dependency as the artifact states it: one exact version, with or without the digest of its artifact (§20.4).
 * @throws `ConstraintViolation` for a range or a name without a version, and for a Space's own vocabulary.
 */
export function readDependency(entry: ArtifactReader): PackageDependency {
  const stated = entry.member("package_ref");
  const ref = stated.isAbsent
    ? packageRef(entry.member("package_id").string(), entry.member("version").string())
    : stated.string();
  if (!parsePackageRef(ref)) {
    throw entry.illegal(`${ref} names no exact package version`, "Depend on kip://<path>@<exact version>.");
  }
  if (ref.startsWith(LOCAL_PREFIX)) {
    throw entry.illegal(
      `${ref} belongs to one Space, so no portable package can rest on it`,
      "Depend on installed packages only.",
    );
  }
  return {
    packageRef: ref,
    required: entry.member("required").booleanOr(true),
    contentDigest: readDigest(entry.member("content_digest")),
  };
}

/** A JSON Schema resource and the digest that identifies it (§20.5). @throws `ConstraintViolation` without a digest. */
export function readPin(entry: ArtifactReader): PinnedSchema {
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
export function requireDependency(
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
