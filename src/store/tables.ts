import { Dexie, type Table } from "dexie";
import type {
  ChangeEnvelope,
  CommitRecord,
  Digest,
  ElementId,
  IdCounters,
  JsonObject,
  JsonValue,
  Receipt,
} from "../model/index.js";
import type { EnvironmentRecord } from "../schema/index.js";

/** The one row of facts about the whole Nexus. */
export interface NexusRow {
  readonly id: "nexus";
  /** The counters element ids are allocated from, shared by every Space (§7.1). */
  readonly counters: IdCounters;
  /** A random key that authenticates what this Nexus hands out, such as cursors (§88.4). */
  readonly secret: string;
}

/** The head of one Space (design §4). */
export interface SpaceRow {
  readonly id: string;
  readonly head_seq: number;
  readonly environment_version: number;
  readonly self_id: ElementId | null;
}

/** One commit: what it wrote, and everything that is known about it (design 3.3). */
export interface LogRow {
  readonly space: string;
  readonly seq: number;
  /** The JSON text of the write set: a text is cloned far faster than the objects it holds. */
  readonly body: string;
  /** The Nexus-wide id counters after this commit. */
  readonly counters: IdCounters;
  readonly record: CommitRecord;
  readonly envelope: ChangeEnvelope;
  readonly receipt: Receipt;
  /** What the caller was answered, kept so that a retry is answered alike (§34.3). */
  readonly result: JsonValue;
}

/** Where the outcome of an idempotency key is (§34). */
export interface OutcomeRow {
  readonly space: string;
  readonly principal: string;
  readonly key: string;
  readonly request_digest: Digest;
  readonly recorded_at: string;
  /** The log record that holds the outcome, or null for an outcome that allocated no sequence. */
  readonly seq: number | null;
  /** The outcome itself when no log record holds it. */
  readonly no_effect: { readonly receipt: Receipt; readonly result: JsonValue } | null;
}

/** A Schema Package artifact as it was when a Space activated it (§20.11). The digest, not the ref, says which. */
export interface PackageRow {
  readonly content_digest: Digest;
  readonly package_ref: string;
  readonly artifact: JsonObject;
  /** The JSON Schema documents it pins: without them it could not be verified again years later (§20.5). */
  readonly schemas: readonly JsonObject[];
}

/** What was in force at one version of a Space's Schema Environment (§20.8). */
export interface EnvironmentRow {
  readonly space: string;
  readonly version: number;
  readonly record: EnvironmentRecord;
  /** The Space sequence after which this version was in force. */
  readonly since_seq: number;
}

/**
 * The database of one Nexus. Each read the commit protocol or hydration makes is a lookup by primary key or one
 * primary-key range.
 */
export class NexusDatabase extends Dexie {
  declare readonly nexus: Table<NexusRow, "nexus">;
  declare readonly spaces: Table<SpaceRow, string>;
  declare readonly log: Table<LogRow, [string, number]>;
  declare readonly outcomes: Table<OutcomeRow, [string, string, string]>;
  declare readonly packages: Table<PackageRow, Digest>;
  declare readonly environments: Table<EnvironmentRow, [string, number]>;

  constructor(name: string, durability: "strict" | "relaxed") {
    // Opened once, on purpose: after another tab deleted or upgraded the memory, nothing may quietly recreate it.
    super(databaseName(name), { chromeTransactionDurability: durability, autoOpen: false });
    this.version(1).stores({
      nexus: "id",
      spaces: "id",
      log: "[space+seq]",
      outcomes: "[space+principal+key]",
      packages: "content_digest",
      environments: "[space+version]",
    });
  }
}

/** The IndexedDB name of a Nexus. */
export function databaseName(name: string): string {
  return `kip-nexus:${name}`;
}
