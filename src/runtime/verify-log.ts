import {
  type ChangeEntry,
  commitTxId,
  type Digest,
  digestOf,
  digestOfText,
  ELEMENT_KINDS,
  type Element,
  type ElementId,
  type IdCounters,
  isJsonObject,
  NO_IDS,
  type SpaceId,
  type Timestamp,
} from "../model/index.js";
import { decodeBody, type ErasureEntry, isPayloadElsewhere, type LogRow } from "../store/index.js";
import { planDigestVerifies, receiptDigestVerifies } from "./receipts.js";

/** What is wrong with one record of a log. */
export interface LogProblem {
  readonly seq: number;
  /** In plain words, without content of the record. */
  readonly problem: string;
}

/** What reading a whole log through found. */
export interface LogVerification {
  readonly space: SpaceId;
  /** How many records were read. */
  readonly commits: number;
  /** How many of them have had content erased since they were committed (§60). */
  readonly rewritten: number;
  /** Nothing, or what is wrong, in the order of the log. */
  readonly problems: readonly LogProblem[];
}

/** A log that is damaged everywhere is told about in its beginning. */
const MAX_PROBLEMS = 1_000;

/**
 * Checks the records of one log, one after the other, each against itself and against those before it: sequences without
 * gap or repeat, the digests of body, plan, result and receipt, counters and times that never go back, and versions of
 * every element that follow one another and are announced in the change envelope.
 *
 * A record that an erasure rewrote keeps the digests it was issued with (§33, §60): they are over names, ids and
 * versions and still hold. Its body is held against the digest the erasing commit left, and there must be a later record
 * that says it erased something of this one.
 */
export class LogVerifier {
  readonly #space: SpaceId;
  readonly #problems: LogProblem[] = [];
  readonly #versions = new Map<ElementId, number>();
  /** What each record holds that a later erasure may have taken content of, for records that were rewritten. */
  readonly #rewritten = new Map<
    number,
    { readonly ids: ReadonlySet<ElementId>; readonly by: readonly number[] }
  >();
  readonly #elsewhere = new Map<ElementId, { readonly seq: number; readonly digest: Digest }>();
  readonly #erasures = new Map<number, readonly ErasureEntry[]>();
  #seq = 0;
  #commits = 0;
  #counters: IdCounters = NO_IDS;
  #committedAt: Timestamp | null = null;

  constructor(space: SpaceId) {
    this.#space = space;
  }

  /** Checks the next record. */
  take(row: LogRow): void {
    this.#commits += 1;
    const { seq } = row;
    if (seq !== this.#seq + 1) this.#say(seq, `it follows the record of sequence ${this.#seq}`);
    this.#seq = seq;
    this.#checkCoordinates(row);
    this.#checkDigests(row);
    this.#checkCounters(row);
    this.#checkElements(row);
    if (row.erasures.length > 0) this.#erasures.set(seq, row.erasures);
  }

  /** The elements whose newest version has its payload beside the log, for `takePayload`. */
  get payloads(): readonly ElementId[] {
    return [...this.#elsewhere.keys()];
  }

  /** Checks the stored text of such a payload; undefined when there is none. */
  takePayload(id: ElementId, text: string | undefined): void {
    const place = this.#elsewhere.get(id);
    if (!place) return;
    if (text === undefined) this.#say(place.seq, `the payload of ${id} is not held`);
    else if (payloadDigest(text) !== place.digest)
      this.#say(place.seq, `the payload of ${id} has another digest`);
  }

  /** What was found in all records, held against where the Space says it stands. */
  finish(headSeq: number): LogVerification {
    if (headSeq !== this.#seq) this.#say(this.#seq, `the log ends here, but the head is at ${headSeq}`);
    for (const [seq, { ids, by }] of this.#rewritten) {
      for (const eraser of by) {
        const erased = this.#erasures.get(eraser) ?? [];
        if (eraser <= seq || !erased.some(({ id }) => ids.has(id))) {
          this.#say(
            seq,
            `its content was changed by sequence ${eraser}, which does not say that it erased any of it`,
          );
        }
      }
    }
    const problems = this.#problems.sort((left, right) => left.seq - right.seq);
    return { space: this.#space, commits: this.#commits, rewritten: this.#rewritten.size, problems };
  }

  #checkCoordinates({ space, seq, record, envelope, receipt }: LogRow): void {
    const txId = commitTxId(this.#space, seq);
    for (const [name, part] of Object.entries({ record, envelope, receipt })) {
      if (part.space_id !== this.#space || space !== this.#space)
        this.#say(seq, `its ${name} names another Space`);
      if (part.space_seq !== seq || part.tx_id !== txId) this.#say(seq, `its ${name} is of another commit`);
      if (part.committed_at !== record.committed_at) this.#say(seq, `its ${name} has another time`);
    }
    if (record.snapshot_seq !== seq - 1 || receipt.snapshot_seq !== seq - 1) {
      this.#say(seq, "it was not evaluated on the state before it");
    }
    if (this.#committedAt !== null && record.committed_at < this.#committedAt) {
      this.#say(seq, "its time is before that of the record before it");
    }
    this.#committedAt = record.committed_at;
  }

  #checkDigests({ seq, body, body_digest, rewritten, record, envelope, receipt, result }: LogRow): void {
    if (digestOfText(body) !== (rewritten?.body_digest ?? body_digest)) {
      this.#say(seq, "its write set is not the one that was committed");
    }
    if (!receiptDigestVerifies(receipt)) this.#say(seq, "its receipt does not verify");
    if (!planDigestVerifies(receipt, envelope))
      this.#say(seq, "its change envelope is not what the receipt names");
    if (
      record.semantic_plan_digest !== receipt.semantic_plan_digest ||
      record.request_digest !== receipt.request_digest ||
      record.result_digest !== receipt.result_digest
    ) {
      this.#say(seq, "its commit record and its receipt disagree");
    }
    const results = retainedResults(result);
    if (results !== null && digestOf(results) !== receipt.result_digest) {
      this.#say(seq, "its retained result is not the one the receipt names");
    }
  }

  #checkCounters({ seq, counters }: LogRow): void {
    for (const kind of ELEMENT_KINDS) {
      if (counters[kind] < this.#counters[kind]) this.#say(seq, `the ${kind} counter goes back`);
    }
    this.#counters = counters;
  }

  #checkElements({ seq, body, rewritten, envelope }: LogRow): void {
    const elements = this.#elementsOf(seq, body);
    if (rewritten) {
      this.#rewritten.set(seq, { ids: new Set(elements.map(({ id }) => id)), by: rewritten.by });
    }
    const announced = new Map(envelope.changes.map((change) => [change.id, change]));
    for (const element of elements) {
      this.#checkVersion(seq, element, announced.get(element.id));
      announced.delete(element.id);
    }
    for (const id of announced.keys()) this.#say(seq, `it announces a change of ${id} and does not hold it`);
  }

  #checkVersion(seq: number, element: Element, change: ChangeEntry | undefined): void {
    const { id, space_id, _system } = element;
    const { version, space_seq, updated_tx } = _system;
    const before = this.#versions.get(id) ?? 0;
    if (version !== before + 1) this.#say(seq, `version ${version} of ${id} follows version ${before}`);
    if (change?.new_version !== version) this.#say(seq, `it does not announce version ${version} of ${id}`);
    if (space_id !== this.#space || space_seq !== seq || updated_tx !== commitTxId(this.#space, seq)) {
      this.#say(seq, `${id} claims to have been written by another commit`);
    }
    this.#versions.set(id, version);
    if (isPayloadElsewhere(element)) this.#elsewhere.set(id, { seq, digest: element.content_digest });
    else this.#elsewhere.delete(id);
  }

  #elementsOf(seq: number, body: string): readonly Element[] {
    try {
      return decodeBody(body).elements;
    } catch {
      this.#say(seq, "its write set cannot be read");
      return [];
    }
  }

  #say(seq: number, problem: string): void {
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push({ seq, problem });
  }
}

/** The results the digest of a receipt is over, or null where an answer among them is kept elsewhere. */
function retainedResults(retained: LogRow["result"]): readonly unknown[] | null {
  if (!Array.isArray(retained)) return null;
  const results = retained.map((answer: unknown) => (isJsonObject(answer) ? (answer.result ?? null) : null));
  return results.includes(null) ? null : results;
}

/** The content digest of a payload that is stored as this JSON text (§37.7). */
function payloadDigest(text: string): Digest | null {
  try {
    const content: unknown = JSON.parse(text);
    return typeof content === "string" ? digestOfText(content) : digestOf(content);
  } catch {
    return null;
  }
}
