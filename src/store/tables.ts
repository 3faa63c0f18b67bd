import { Dexie, type Table, type Transaction } from "dexie";
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
import { watchedIndexedDb } from "./storage-loss.js";
import { upgradeFromFirst } from "./upgrade.js";

/** The one row of facts about the whole Nexus: all that a commit reads, and all that it writes beside its record. */
export interface NexusRow {
  readonly id: "nexus";
  /** The counters element ids are allocated from, shared by every Space (§7.1). */
  readonly counters: IdCounters;
  /** A random key that authenticates what this Nexus hands out, such as cursors (§88.4). */
  readonly secret: string;
  /** When this Nexus was begun in place of one that the browser had found damaged and deleted; usually absent. */
  readonly begun_after_loss?: string;
  /** The heads of its Spaces, by id. A row each would cost every commit a second table to read and write. */
  readonly spaces: Readonly<Record<string, SpaceHeadRow>>;
}

/** The head of one Space (design §4). */
export interface SpaceHeadRow {
  readonly seq: number;
  readonly environment_version: number;
  readonly self_id: ElementId | null;
}

/** What a commit removed from everything durable before it. */
export interface ErasureEntry {
  readonly id: ElementId;
  /** `element`: the whole record (§60.3); `payload`: the bytes of an Evidence element (§60.6). */
  readonly scope: "element" | "payload";
}

/** One commit: what it wrote, and everything that is known about it (design 3.3). */
export interface LogRow {
  readonly space: string;
  readonly seq: number;
  /** The JSON text of the write set: a text is cloned far faster than the objects it holds. */
  readonly body: string;
  /** The digest of the body's text as it was committed. A later erasure does not change it. */
  readonly body_digest: Digest;
  /** The Nexus-wide id counters after this commit. */
  readonly counters: IdCounters;
  readonly record: CommitRecord;
  readonly envelope: ChangeEnvelope;
  readonly receipt: Receipt;
  /**
   * What the caller was answered, kept so that a retry is answered alike (§34.3). Answers of reads are not here, since
   * they hold content: an outcome keeps them.
   */
  readonly result: JsonValue;
  /** The Schema Environment version this commit put in force, or null (§20.16). */
  readonly activates: number | null;
  /** What this commit erased from the records before it. */
  readonly erasures: readonly ErasureEntry[];
  /** What later erasures left of the body: the digest of its text now, and the sequences that erased; else null. */
  readonly rewritten: { readonly body_digest: Digest; readonly by: readonly number[] } | null;
}

/** A request of several transactions that share an idempotency key; each of them keeps its own outcome (§75). */
export interface OutcomeBatch {
  readonly mode: string;
  /** The places in the request of the operations that commit under its key, each with the key its outcome is under. */
  readonly operations: readonly {
    readonly operation: number;
    readonly op_id?: string;
    readonly key: string;
  }[];
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
  /** The whole answer of a transaction that read: what it read is content, and an erasure must find it. */
  readonly answers?: JsonValue;
  /** The Space, on exactly the rows with `answers`: an index over those alone. */
  readonly answers_in?: string;
  /** What the observations of the request are cited by, where its transaction minted some (§71.1). */
  readonly cited?: JsonObject;
  /** The digest of the content behind each artifact handle the request named: the handle outlives the content (§85). */
  readonly artifacts?: Readonly<Record<string, Digest>>;
  /** What the Principal was authorized to see when the answers were made: see `standingOf`. */
  readonly seen?: string;
  /** On the row of a key that is shared by several transactions, which has no outcome of its own. */
  readonly batch?: OutcomeBatch;
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
  /** The Space sequence from which on this version was in force. */
  readonly since_seq: number;
}

/** Content too large to be carried by the log and by memory: it is read by id, after matching (design 3.2). */
export interface PayloadRow {
  readonly space: string;
  /** The Evidence element it belongs to, or the digest of an artifact. */
  readonly id: string;
  /** The JSON text of the content. */
  readonly text: string;
}

/** One piece of an image: the whole state of a Space at a sequence, a cache of what the log says (design §4). */
export interface ImageRow {
  readonly space: string;
  readonly seq: number;
  /** 0 is the description of the image; the rest are its pieces in order. */
  readonly chunk: number;
  readonly text: string;
}

/** One record of the control plane of a Space as it stands, or one line of its audit (§28.1). */
export interface GovernanceRow {
  readonly space: string;
  readonly kind: string;
  readonly id: string;
  /** The sequence of the commit it was written with; 0 for a row that is part of none. */
  readonly seq: number;
  readonly record: JsonObject;
}

/** The newest version of the database, which this engine reads and writes. */
export const DATABASE_VERSION = 3;

/**
 * The database of one Nexus. Each read the commit protocol or hydration makes is a lookup by primary key or one
 * primary-key range.
 */
export class NexusDatabase extends Dexie {
  declare readonly nexus: Table<NexusRow, "nexus">;
  declare readonly log: Table<LogRow, [string, number]>;
  declare readonly outcomes: Table<OutcomeRow, [string, string, string]>;
  declare readonly packages: Table<PackageRow, Digest>;
  declare readonly environments: Table<EnvironmentRow, [string, number]>;
  declare readonly payloads: Table<PayloadRow, [string, string]>;
  declare readonly images: Table<ImageRow, [string, number, number]>;
  declare readonly governance: Table<GovernanceRow, [string, string, string]>;

  /** Whether this connection created the database in place of one that the browser had found damaged and deleted. */
  isAfterLoss = false;

  constructor(name: string, durability: "strict" | "relaxed") {
    let onLoss = (): void => undefined;
    const indexedDB = watchedIndexedDb(() => onLoss());
    // Opened once, on purpose: after another tab deleted or upgraded the memory, nothing may quietly recreate it.
    super(databaseName(name), {
      chromeTransactionDurability: durability,
      autoOpen: false,
      ...(indexedDB ? { indexedDB } : {}),
    });
    onLoss = () => {
      this.isAfterLoss = true;
    };
    this.version(1).stores({
      nexus: "id",
      spaces: "id",
      log: "[space+seq]",
      outcomes: "[space+principal+key]",
      packages: "content_digest",
      environments: "[space+version]",
    });
    this.version(2)
      .stores({
        outcomes: "[space+principal+key], answers_in",
        payloads: "[space+id]",
        images: "[space+seq+chunk]",
        governance: "[space+kind+id]",
      })
      .upgrade((transaction: Transaction) => upgradeFromFirst(transaction));
    // A table can be read in the upgrade only while it is still there.
    this.version(DATABASE_VERSION).stores({ spaces: null });
  }
}

/** The IndexedDB name of a Nexus. */
export function databaseName(name: string): string {
  return `kip-nexus:${name}`;
}
