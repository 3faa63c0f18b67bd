import { afterEach, expect } from "vitest";
import {
  asSpaceId,
  type ClientKeyBinding,
  commitTxId,
  digestOf,
  type Element,
  type Evidence,
  elementId,
  type JsonValue,
  type Timestamp,
} from "../model/index.js";
import type { CommitBasis } from "./heads.js";
import { NexusStore, type PendingCommit } from "./nexus-store.js";
import { NexusDatabase } from "./tables.js";

/** Hand-made commits for tests of the store, and stores that are closed and deleted when a test ends. */
export const space = asSpaceId("kip:space:default");
export const at = "2026-12-01T00:00:00.000Z" as Timestamp;
const opened: { store: NexusStore; name: string }[] = [];

export async function openStore(name: string = crypto.randomUUID()): Promise<NexusStore> {
  const store = await NexusStore.open(name, "strict", "secret-of-the-first-opening");
  opened.push({ store, name });
  return store;
}

/** For a store a test opened in its own way. */
export function closeAfterwards(store: NexusStore, name: string): void {
  opened.push({ store, name });
}

afterEach(async () => {
  for (const { store } of opened) store.close();
  for (const name of new Set(opened.splice(0).map((entry) => entry.name))) await NexusStore.delete(name);
});

/** The commit that follows `basis`. It creates one Concept as far as the counters say. */
export function pending(
  basis: CommitBasis,
  elements: readonly Element[] = [],
  clientKeys: readonly ClientKeyBinding[] = [],
): PendingCommit {
  const seq = basis.headSeq + 1;
  const facts = {
    tx_id: commitTxId(space, seq),
    space_id: space,
    space_seq: seq,
    snapshot_seq: seq - 1,
    committed_at: at,
    transaction_class: "cognitive",
    request_digest: digestOf("request"),
    result_digest: digestOf("result"),
    semantic_plan_digest: digestOf("plan"),
    schema_environment_version: 0,
    change_summary: {},
  };
  return {
    row: {
      space,
      seq,
      counters: { ...basis.counters, concept: basis.counters.concept + 1 },
      record: { ...facts, origin_principal: "principal:owner" },
      envelope: {
        kip: "2.0",
        space_id: space,
        space_seq: seq,
        tx_id: facts.tx_id,
        committed_at: at,
        transaction_class: "cognitive",
        schema_environment_version: 0,
        changes: [],
      },
      receipt: {
        ...facts,
        status: "committed",
        origin: { principal_id: "principal:owner", actor_binding_id: null, delegation_digest: null },
        receipt_digest: digestOf("receipt"),
      },
      result: { written: seq },
    },
    written: { elements, clientKeys },
    outcomes: [],
    environment: null,
    erasures: [],
  };
}

/** One version of a piece of Evidence. */
export function evidence(ordinal: number, payload: JsonValue, version: number, seq: number): Evidence {
  return {
    id: elementId("evidence", ordinal),
    kind: "evidence",
    space_id: space,
    governance: { authority_class: "descriptive" },
    retention: { retention_class: "standard", expires_at: null, legal_hold: false },
    facets: {},
    evidence_class: "message",
    payload: { mode: "inline", inline: payload },
    content_digest: digestOf(payload),
    observed_at: at,
    source: [],
    generated_by: null,
    lifecycle: { status: "active", corrects: [], corrected_by: [] },
    _system: {
      version,
      plane_versions: { attributes: 1, ...(version > 1 ? { retention: version - 1 } : {}) },
      created_at: at,
      updated_at: at,
      created_tx: commitTxId(space, 1),
      updated_tx: commitTxId(space, seq),
      state: "active",
      origin: { principal_id: "principal:owner", channel: "local", import_id: null },
      space_seq: seq,
    },
  };
}

/** Commits what `make` gives for the sequence it gets. */
export async function commitNext(
  store: NexusStore,
  make: (seq: number) => Partial<PendingCommit> & { readonly elements?: readonly Element[] } = () => ({}),
  sequences: readonly number[] = [],
): Promise<number> {
  const basis = await store.basis(space);
  const { elements, ...parts } = make(basis.headSeq + 1);
  const commit = { ...pending(basis, elements), ...parts };
  expect(await store.commit(basis, commit, () => sequences)).toBe("committed");
  return commit.row.seq;
}

/** Every row of every table as one text: what a purge must leave no byte of its content in. */
export async function everyByte(name: string): Promise<string> {
  const database = new NexusDatabase(name, "strict");
  await database.open();
  try {
    const tables = await Promise.all(database.tables.map((table) => table.toArray()));
    return JSON.stringify(tables);
  } finally {
    database.close();
  }
}
