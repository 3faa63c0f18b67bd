import type { PlaneVersions } from "../model/index.js";
import { lineageOf } from "../schema/index.js";

/**
 * The counter of a version plane by the name a pin gives it: `attributes`, `structural`, `retention`, or a Facet as
 * `facets.MnemonicState`, by its local name or by a reference (§6.3, §57.6). 0 for a plane that was never written.
 */
export function planeCounter(planes: PlaneVersions, name: string): number {
  if (name === "attributes" || name === "structural" || name === "retention") return planes[name] ?? 0;
  const symbol = name.replace(/^facets?[./ ]/, "");
  const found = Object.entries(planes.facets ?? {}).find(
    ([ref]) => ref === symbol || lineageOf(ref) === lineageOf(symbol) || ref.endsWith(`/${symbol}`),
  );
  return found?.[1] ?? 0;
}
