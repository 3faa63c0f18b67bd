import { isJsonObject } from "../model/index.js";
import { packageRef } from "./refs.js";

/**
 * Things that stand for package artifacts, in an order in which each comes after those it depends on. Nothing about the
 * artifacts is taken for true here. Packages that wait for each other keep their order: whoever loads them finds that
 * the first lacks a dependency.
 */
export function inDependencyOrder<T>(items: readonly T[], artifactOf: (item: T) => unknown): readonly T[] {
  const ordered: T[] = [];
  let waiting = [...items];
  while (waiting.length > 0) {
    const names = new Set(waiting.map((item) => refOf(artifactOf(item))));
    const ready = waiting.filter((item) => !dependenciesOf(artifactOf(item)).some((ref) => names.has(ref)));
    ordered.push(...(ready.length > 0 ? ready : waiting));
    waiting = ready.length > 0 ? waiting.filter((item) => !ready.includes(item)) : [];
  }
  return ordered;
}

/** What an unverified artifact calls itself; whether that is true is for `loadPackage` to find out. */
function refOf(artifact: unknown): string {
  const manifest = isJsonObject(artifact) ? artifact.manifest : undefined;
  return isJsonObject(manifest) ? packageRef(String(manifest.package_id), String(manifest.version)) : "";
}

function dependenciesOf(artifact: unknown): readonly string[] {
  const dependencies =
    isJsonObject(artifact) && Array.isArray(artifact.dependencies) ? artifact.dependencies : [];
  return dependencies.flatMap((entry: unknown) => {
    if (!isJsonObject(entry)) return [];
    return [String(entry.package_ref ?? packageRef(String(entry.package_id), String(entry.version)))];
  });
}
