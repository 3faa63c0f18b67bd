import type { Command } from "../lang/index.js";
import {
  canonicalJson,
  type Digest,
  digestOf,
  type JsonValue,
  kipError,
  SharedBeginning,
  type Timestamp,
} from "../model/index.js";
import type { NexusStore, OutcomeRow } from "../store/index.js";
import { commitTimeAfter } from "./commit-time.js";
import type { PreparedOperation } from "./operation.js";

/** How long outcomes are kept for retries, unless the host says otherwise: 30 days (§34.5). */
export const IDEMPOTENCY_RETENTION_SECONDS = 30 * 24 * 60 * 60;

/**
 * How long outcomes are kept, as a host wishes it: whole seconds, or nothing for the usual time. Less than a day is
 * against the advice of §34.5.
 * @throws `InvalidRequestEnvelope` for what is no number of seconds.
 */
export function asRetention(wished: unknown): number {
  if (wished === undefined) return IDEMPOTENCY_RETENTION_SECONDS;
  if (typeof wished === "number" && Number.isSafeInteger(wished) && wished > 0) return wished;
  throw kipError("InvalidRequestEnvelope", "idempotencyRetentionSeconds is not a number of seconds", {
    hint: `Leave it out for ${IDEMPOTENCY_RETENTION_SECONDS}, or give a whole number above 0; 86400 is a day.`,
  });
}

/** The part of a session that keeps outcomes. */
export interface OutcomeKeeper {
  readonly store: Pick<NexusStore, "outcome">;
  readonly view: { readonly spaceId: string };
  readonly lastCommitAt: Timestamp | null;
  readonly idempotencyRetentionSeconds: number;
}

/** An outcome that is still kept, with the log record that holds it if it has one. */
export type KeptOutcome = NonNullable<Awaited<ReturnType<NexusStore["outcome"]>>>;

/**
 * The outcome kept under an idempotency key (§34.3), or null when nothing was ever finished under it. `sent` is the key
 * as its sender knows it, where it is kept under another.
 * @throws `TransactionUnknown` with `details.expired` when something was, longer ago than outcomes are kept (§34.5).
 */
export async function keptOutcome(
  { store, view, lastCommitAt, idempotencyRetentionSeconds: seconds }: OutcomeKeeper,
  principal: string,
  key: string,
  sent = key,
): Promise<KeptOutcome | null> {
  const found = await store.outcome(view.spaceId, principal, key);
  if (!found) return null;
  const age = Date.parse(commitTimeAfter(lastCommitAt)) - Date.parse(found.row.recorded_at);
  if (age <= seconds * 1000) return found;
  throw kipError("TransactionUnknown", "the outcome of this idempotency key is no longer kept", {
    hint: `Outcomes are kept for ${seconds} seconds. Read the memory to learn whether the work is there. New work needs a new key: this one is never executed again.`,
    details: { idempotency_key: sent, expired: true, recorded_at: found.row.recorded_at },
  });
}

/** @throws `IdempotencyConflict` when a key was spent on other work than what is asked for now (§34.4). */
export function requireSameWork({ request_digest }: OutcomeRow, requestDigest: Digest): void {
  if (request_digest === requestDigest) return;
  throw kipError("IdempotencyConflict", "this idempotency key was spent on other work", {
    hint: "Send the first request again unchanged to learn its outcome, or use a new key for this one. The key of a request of several operations stands for all of them, in their order and mode: what it committed stays, so send what is left under a new key.",
  });
}

/**
 * What a transaction was asked to do, as a digest: parsed commands, bound parameters and the observations it brings, so
 * that spacing, comments and the case of keywords do not make it another request (§34.3).
 */
export function requestDigestOf(
  operations: readonly Pick<PreparedOperation, "command" | "parameters">[],
  ingested: readonly JsonValue[] = [],
): Digest {
  const [first, ...others] = operations;
  if (first === undefined) return digestOf(ingested.length > 0 ? [{ ingest: ingested }] : []);
  const rest: readonly JsonValue[] = [
    ...others.map(({ command, parameters }) => ({ command: meaningOf(command), parameters })),
    ...(ingested.length > 0 ? [{ ingest: ingested }] : []),
  ];
  const end = rest.length === 0 ? "]" : `,${canonicalJson(rest).slice(1)}`;
  return beginningOf(first.command).digestWith(`${canonicalJson(first.parameters)}}${end}`);
}

/** Whoever asks again asks in the same words, and a tree is never changed. */
const beginnings = new WeakMap<Command, SharedBeginning>();

/** The canonical text of a request whose first operation is a command, up to its parameters. */
function beginningOf(command: Command): SharedBeginning {
  const known = beginnings.get(command);
  if (known) return known;
  const beginning = new SharedBeginning(`[{"command":${canonicalJson(meaningOf(command))},"parameters":`);
  beginnings.set(command, beginning);
  return beginning;
}

/** A syntax tree without where things stood and how numbers were spelled. */
function meaningOf(node: unknown): JsonValue {
  if (Array.isArray(node)) return node.map(meaningOf);
  if (typeof node !== "object" || node === null) return node as JsonValue;
  const members = Object.entries(node).filter(([name, value]) => !isSpelling(name, value));
  return Object.fromEntries(members.map(([name, value]) => [name, meaningOf(value)]));
}

function isSpelling(name: string, value: unknown): boolean {
  if (value === undefined) return true;
  if (name === "from" || name === "to") return typeof value === "number";
  return name.endsWith("Range") || (name === "source" && typeof value === "string");
}
