import { DEFAULT_LIMITS } from "../kql/index.js";
import { LANGUAGE_LIMITS } from "../lang/index.js";
import { HISTORY_ROWS, MAX_ARTIFACT_LENGTH, PAGE_ROWS } from "../meta/index.js";
import { isJsonObject, type JsonObject, type JsonValue, kipError, MAX_JSON_DEPTH } from "../model/index.js";
import { IDEMPOTENCY_RETENTION_SECONDS } from "./idempotency.js";
import { MAX_OPERATIONS } from "./request-envelope.js";
import { MAX_TRANSACTION_ELEMENTS } from "./transaction-size.js";

type Value = true | JsonObject;

/** What a host decides about what its runtime offers. */
export interface HostChoices {
  readonly idempotencyRetentionSeconds: number;
}

/** What of the registry (§67.4) this engine supports beyond what every conforming runtime must. Only what works. */
const CAPABILITIES: Readonly<Record<string, Value>> = {
  serializable_isolation: true,
  atomic_batch: true,
  idempotency_retention: { seconds: IDEMPOTENCY_RETENTION_SECONDS },
  /** Every sequence can be read, from 0 on. */
  historical_reads: { bounded: false },
  /** And searched: the index of a sequence is made when it is first searched. */
  historical_search: true,
  search_index_freshness: { mode: "synchronous" },
  change_stream: true,
  draft_vocabulary: true,
  derive_permission: true,
  record_outcome_permission: true,
  identity_repair: true,
  recording_repair: true,
  streaming: true,
  artifacts: true,
};

/**
 * Names earlier drafts gave to what a level requires now (§67.4). They are no capabilities any more, but a request that
 * requires one is satisfied.
 */
const LEVEL_FEATURES: Readonly<Record<string, Value>> = {
  belief_slot: true,
  ingestion_context: true,
  list_dependents: true,
  payload_purge: true,
  serializable_transactions: true,
  symbol_lineage: true,
  transition: true,
  version_planes: true,
};

/** The permission without which a supported capability is nothing one may ask for (§29, §67.2). */
const PERMISSION_FOR: Readonly<Record<string, string>> = {
  change_stream: "discover",
  derive_permission: "derive",
  draft_vocabulary: "propose_schema",
  historical_reads: "read_history",
  historical_search: "read_history",
  identity_repair: "merge_identity",
  ingestion_context: "create",
  payload_purge: "purge",
  record_outcome_permission: "record_outcome",
  recording_repair: "repair_recording",
};

/** The supported capabilities of the registry, by name, with the values they have unless a host decides (§67.1). */
export function capabilities(): JsonObject {
  return CAPABILITIES;
}

/** Of the supported capabilities, the names of those that a caller with these permissions may ask for (§67.2). */
export function availableCapabilities(may: (permission: string) => boolean): readonly string[] {
  return Object.keys(CAPABILITIES).filter(isAvailable(may));
}

function isAvailable(may: (permission: string) => boolean): (name: string) => boolean {
  return (name) => {
    const permission = Object.hasOwn(PERMISSION_FOR, name) ? PERMISSION_FOR[name] : undefined;
    return permission === undefined || may(permission);
  };
}

/**
 * What `DESCRIBE CAPABILITIES` answers (§67): what works here, what the caller may ask for, and where requests end.
 * Past a limit a request fails with `ResourceExhausted`; it is never answered short.
 */
export function describeCapabilities(may: (permission: string) => boolean, choices: HostChoices): JsonObject {
  return {
    supported: offered(choices),
    available: [...availableCapabilities(may), ...Object.keys(LEVEL_FEATURES).filter(isAvailable(may))],
    limits: {
      command: {
        characters: LANGUAGE_LIMITS.maxLength,
        nesting: LANGUAGE_LIMITS.maxNesting,
        clauses: LANGUAGE_LIMITS.maxClauses,
      },
      request: { operations: MAX_OPERATIONS, value_nesting: MAX_JSON_DEPTH },
      transaction: { elements: MAX_TRANSACTION_ELEMENTS },
      query: {
        intermediate_solutions: DEFAULT_LIMITS.maxSolutions,
        index_entries_read: DEFAULT_LIMITS.maxWork,
        path_hops: DEFAULT_LIMITS.maxHops,
        rows_a_page: DEFAULT_LIMITS.maxRows,
        rows_a_page_with_limit: DEFAULT_LIMITS.maxPage,
      },
      list: { rows_a_page: PAGE_ROWS },
      history: { transitions_a_page: HISTORY_ROWS },
      artifact: { characters: MAX_ARTIFACT_LENGTH },
    },
    search: { default_mode: "keyword", modes: ["keyword"] },
    regex: { engine: "RE2", note: "linear time; no backreferences and no lookaround" },
    projection: { policies: "LIST EPISTEMIC POLICIES", scores: null },
  };
}

/**
 * Checks a request's `requires` before anything runs (§71).
 * @throws `UnsupportedCapability` for a required capability that is unknown here or not supported.
 */
export function requireCapabilities(requires: JsonObject | undefined, choices: HostChoices): void {
  if (requires === undefined) return;
  const offers = offered(choices);
  for (const [name, wanted] of Object.entries(requires)) {
    if (wanted === false || wanted === null) continue;
    const supported = Object.hasOwn(offers, name) ? offers[name] : undefined;
    if (supported === undefined || !satisfies(supported, wanted)) {
      throw kipError("UnsupportedCapability", `this engine does not offer ${JSON.stringify(name)}`, {
        hint: `Drop it from requires, or choose another way. Offered: ${Object.keys(offers).join(", ")}.`,
        details: { capability: name, ...(supported === undefined ? {} : { supported }) },
      });
    }
  }
}

function offered({ idempotencyRetentionSeconds: seconds }: HostChoices): Readonly<Record<string, Value>> {
  return { ...CAPABILITIES, idempotency_retention: { seconds }, ...LEVEL_FEATURES };
}

/** Whether what is supported is at least what is wanted. What has no bound covers every bound. */
function satisfies(supported: Value, wanted: JsonValue): boolean {
  if (wanted === true || !isJsonObject(wanted)) return wanted === true;
  if (supported === true) return false;
  if (supported.bounded === false) return wanted.bounded !== true;
  return Object.entries(wanted).every(([member, value]) => isAtLeast(member, supported[member], value));
}

/** A window that is wider than the one that is wanted serves as well (§34.5). */
function isAtLeast(member: string, supported: JsonValue | undefined, wanted: JsonValue): boolean {
  const isWindow = member === "seconds" && typeof supported === "number" && typeof wanted === "number";
  return isWindow ? supported >= wanted : supported === wanted;
}
