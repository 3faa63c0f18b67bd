import { isJsonObject, type JsonObject, type JsonValue, kipError } from "../model/index.js";

/**
 * What this engine supports beyond what every conforming runtime must (§67.4), and the names earlier drafts gave to
 * what is a requirement now, which any runtime satisfies. Only what works is listed.
 */
const CAPABILITIES: Readonly<Record<string, true | JsonObject>> = {
  serializable_isolation: true,
  serializable_transactions: true,
  atomic_batch: true,
  search_index_freshness: { mode: "synchronous" },
  belief_slot: true,
  transition: true,
  version_planes: true,
  symbol_lineage: true,
};

/** The capability report, by name (§67). */
export function capabilities(): JsonObject {
  return CAPABILITIES;
}

/**
 * Checks a request's `requires` before anything runs (§71).
 * @throws `UnsupportedCapability` for a required capability that is unknown here or not supported.
 */
export function requireCapabilities(requires: JsonObject | undefined): void {
  for (const [name, wanted] of Object.entries(requires ?? {})) {
    if (wanted === false || wanted === null) continue;
    const supported = Object.hasOwn(CAPABILITIES, name) ? CAPABILITIES[name] : undefined;
    if (supported === undefined || !satisfies(supported, wanted)) {
      throw kipError("UnsupportedCapability", `this engine does not offer ${JSON.stringify(name)}`, {
        hint: `Drop it from requires, or choose another way. Offered: ${Object.keys(CAPABILITIES).join(", ")}.`,
        details: { capability: name },
      });
    }
  }
}

function satisfies(supported: true | JsonObject, wanted: JsonValue): boolean {
  if (wanted === true || !isJsonObject(wanted)) return wanted === true;
  return supported !== true && Object.entries(wanted).every(([member, value]) => supported[member] === value);
}
