import { DEFAULT_LIMITS } from "../kql/index.js";
import { LANGUAGE_LIMITS } from "../lang/index.js";
import { isJsonObject, type JsonObject, type JsonValue, kipError, MAX_JSON_DEPTH } from "../model/index.js";
import { MAX_OPERATIONS } from "./request-envelope.js";

/**
 * What this engine supports beyond what every conforming runtime must (§67.4), and the names earlier drafts gave to
 * what is a requirement now, which any runtime satisfies. Only what works is listed.
 */
const CAPABILITIES: Readonly<Record<string, true | JsonObject>> = {
  serializable_isolation: true,
  serializable_transactions: true,
  atomic_batch: true,
  /** Every outcome is kept: a key never expires here. */
  idempotency_retention: { bounded: false },
  search_index_freshness: { mode: "synchronous" },
  belief_slot: true,
  transition: true,
  version_planes: true,
  draft_vocabulary: true,
  symbol_lineage: true,
};

/** The supported capabilities, by name (§67.1). */
export function capabilities(): JsonObject {
  return CAPABILITIES;
}

/**
 * What `DESCRIBE CAPABILITIES` answers (§67): what works here, what the caller may ask for, and where requests end.
 * Past a limit a request fails with `ResourceExhausted`; it is never answered short.
 */
export function describeCapabilities(): JsonObject {
  return {
    supported: CAPABILITIES,
    available: Object.keys(CAPABILITIES),
    limits: {
      command: {
        characters: LANGUAGE_LIMITS.maxLength,
        nesting: LANGUAGE_LIMITS.maxNesting,
        clauses: LANGUAGE_LIMITS.maxClauses,
      },
      request: { operations: MAX_OPERATIONS, value_nesting: MAX_JSON_DEPTH },
      query: {
        intermediate_solutions: DEFAULT_LIMITS.maxSolutions,
        index_entries_read: DEFAULT_LIMITS.maxWork,
        path_hops: DEFAULT_LIMITS.maxHops,
        rows_a_page: DEFAULT_LIMITS.maxRows,
      },
    },
    search: { default_mode: "keyword", modes: ["keyword"] },
    regex: { engine: "RE2", note: "linear time; no backreferences and no lookaround" },
  };
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
