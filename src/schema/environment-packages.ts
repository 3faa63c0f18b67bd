import { kipError } from "../model/index.js";
import { CORE_PACKAGE_REF } from "./core-package.js";
import type { SchemaPackage } from "./definitions.js";
import { DRAFT_PACKAGE_ID } from "./draft-package.js";
import type { EnvironmentPackage } from "./symbol-table.js";

/**
 * The packages of an environment after an activation, each in its place, new ones last. Of a package line only one
 * version is active: another version of a package already here becomes the one that writes bind to, the earlier one
 * stays readable (§20.14); of several versions given at once it is the last.
 * @throws `SchemaSymbolConflict` when a version is here with other content.
 */
export function withActivated(
  entries: readonly EnvironmentPackage[],
  packages: readonly SchemaPackage[],
): readonly EnvironmentPackage[] {
  const chosen = new Map(packages.map((item) => [item.packageId, item]));
  const known = new Set(entries.map(({ package: { packageRef } }) => packageRef));
  for (const item of packages) requireSameContent(entries, item);
  const statusOf = (item: SchemaPackage, before: EnvironmentPackage["status"]) => {
    const active = chosen.get(item.packageId);
    if (active === undefined) return before;
    return active.packageRef === item.packageRef ? "active" : "readable";
  };
  const fresh = new Map(
    packages.filter(({ packageRef }) => !known.has(packageRef)).map((item) => [item.packageRef, item]),
  );
  return [
    ...entries.map(({ package: item, status }) => ({ package: item, status: statusOf(item, status) })),
    ...[...fresh.values()].map((item) => ({ package: item, status: statusOf(item, "readable") })),
  ];
}

/**
 * The packages of an environment after some were deactivated: what was written with them stays readable, and nothing
 * more can be written with them (§20.14).
 * @throws `SchemaPackageUnavailable` for a package that is not here, `ConstraintViolation` for the draft vocabulary,
 * which nothing removes (§20.16), and for one that an active package rests on.
 */
export function withDeactivated(
  entries: readonly EnvironmentPackage[],
  refs: readonly string[],
): readonly EnvironmentPackage[] {
  for (const ref of refs) {
    const entry = entries.find(({ package: { packageRef } }) => packageRef === ref);
    if (!entry) throw notHere(entries, ref);
    if (entry.package.packageId === DRAFT_PACKAGE_ID) {
      throw kipError("ConstraintViolation", "the draft vocabulary of a Space is never deactivated", {
        hint: "Promote its symbols to those of an installed package instead.",
        details: { package_ref: ref },
      });
    }
  }
  const after = entries.map(({ package: item, status }) => ({
    package: item,
    status: refs.includes(item.packageRef) ? ("readable" as const) : status,
  }));
  for (const { package: item } of after.filter(({ status }) => status === "active")) {
    const missing = unmetDependency(after, item);
    if (missing === undefined) continue;
    throw kipError("ConstraintViolation", `${item.packageRef} rests on ${missing} and is still active`, {
      hint: `Deactivate ${item.packageRef} together with it.`,
      details: { package_ref: missing, dependent: item.packageRef },
    });
  }
  return after;
}

/**
 * The first required dependency of a package that an environment does not meet: its exact version must be here, with
 * the pinned digest, and its package line must be active, in that version or another (§20.11).
 */
export function unmetDependency(
  entries: readonly EnvironmentPackage[],
  { dependencies }: SchemaPackage,
): string | undefined {
  const activeLines = new Set(
    entries.filter(({ status }) => status === "active").map(({ package: { packageId } }) => packageId),
  );
  return dependencies.find(({ packageRef, required, contentDigest }) => {
    if (!required || packageRef === CORE_PACKAGE_REF) return false;
    const held = entries.find((entry) => entry.package.packageRef === packageRef)?.package;
    const isHeld = held && (contentDigest === null || held.contentDigest === contentDigest);
    return !isHeld || !activeLines.has(held.packageId);
  })?.packageRef;
}

function requireSameContent(entries: readonly EnvironmentPackage[], item: SchemaPackage): void {
  const present = entries.find(({ package: { packageRef } }) => packageRef === item.packageRef);
  if (!present || present.package.contentDigest === item.contentDigest) return;
  throw kipError("SchemaSymbolConflict", `${item.packageRef} is already here with other content`, {
    hint: "A package version never changes. Publish the new content under another version, then activate that.",
    details: {
      package_ref: item.packageRef,
      active_digest: present.package.contentDigest,
      offered_digest: item.contentDigest,
    },
  });
}

function notHere(entries: readonly EnvironmentPackage[], ref: string) {
  const refs = entries.map(({ package: { packageRef } }) => packageRef);
  return kipError("SchemaPackageUnavailable", `${ref} is not in force here`, {
    hint: `In force are ${[CORE_PACKAGE_REF, ...refs].join(", ")}.`,
    details: { package_ref: ref },
  });
}
