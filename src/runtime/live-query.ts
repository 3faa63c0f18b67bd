import { type FindOutcome, readAsOf } from "../kql/index.js";
import type { FindCommand } from "../lang/index.js";
import {
  canonicalJson,
  type JsonObject,
  type JsonValue,
  type KipErrorShape,
  type ResultContext,
  type Timestamp,
  timestampAt,
  type Warning,
} from "../model/index.js";
import { RecordingView, type Written } from "../state/index.js";
import { withPlainPayloads } from "../store/index.js";
import { reportedShape } from "./defects.js";
import { placed } from "./error-place.js";
import { answerOfFind, type Evaluation, evaluateRead, findOutcome } from "./evaluate.js";
import { withoutCoordinates } from "./moving-coordinates.js";
import type { PreparedOperation } from "./operation.js";
import { caveatsOf, readingOf } from "./read-material.js";
import { type Reader, type ReadInput, readOnce } from "./single-read.js";

/** An answer of a subscription: what `execute_kip_readonly` would answer, or with which error it would fail. */
export type LiveAnswer =
  | {
      readonly result: JsonValue;
      readonly context: ResultContext;
      readonly warnings?: readonly Warning[];
      readonly next_cursor?: string;
    }
  | { readonly error: KipErrorShape };

/** What an answer was read from, and so when it has to be read again. */
interface Basis {
  /** What it read; null where only reading again can tell whether a commit changed it. */
  readonly reads: RecordingView | null;
  /** Whether it is of a state that no commit changes, unless it erases something of it. */
  readonly isOfThePast: boolean;
  /** What is in force for the whole Space: a change of it may change everything. */
  readonly inForce: readonly unknown[];
  /** When the passing of time alone makes it invalid (§21.12). */
  readonly nextInvalidAt: Timestamp | null;
}

/**
 * How long an answer that fades with every instant, as strength does, is taken for the present one. No moment is the one
 * at which it changes; the half-life of the standard policy is 30 days, of which this is one 43,200th.
 */
export const FADING_MS = 60_000;

/** The longest that a timer of a browser waits, in milliseconds; a longer one would end at once. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** Whoever names these in a query asks for what every commit moves. */
const NAMES_COORDINATES = /snapshot_seq|identity_version|schema_environment_version|authorization_view/;

/**
 * One reading command that is answered again whenever its answer can have changed: after a commit, of this tab or
 * another, that touched something it read; when its projections reach their `next_invalid_at`; a minute later where it
 * shows what fades with every instant; when a rule about its reader begins or ends; and when the Schema Environment,
 * `$self` or the control plane changed. A FIND of an earlier sequence is read again only where something is erased.
 * Commands other than FIND, FINDs that search, and those of a reader from whom something is hidden are read again after
 * every commit. Commits in quick succession may be answered at once.
 */
export class LiveQuery {
  readonly #reader: Reader;
  readonly #operation: PreparedOperation;
  readonly #callback: (answer: LiveAnswer) => unknown;
  #basis: Basis | null = null;
  #last: string | null = null;
  #reading: Promise<void> | null = null;
  /** What was committed while an answer was being read. */
  #missed: Written[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopListening: () => void = () => undefined;
  #isClosed = false;

  constructor(reader: Reader, operation: PreparedOperation, callback: (answer: LiveAnswer) => unknown) {
    this.#reader = reader;
    this.#operation = operation;
    this.#callback = callback;
  }

  /** Gives the present answer, and from then on every other one, until `close`. */
  async start(): Promise<void> {
    this.#stopListening = this.#reader.session.onMoved((written) => this.#moved(written));
    await this.#read();
  }

  /** Ends it: nothing is called back any more. */
  close(): void {
    this.#isClosed = true;
    this.#stopListening();
    clearTimeout(this.#timer);
  }

  #moved(written: Written): void {
    if (this.#reading) this.#missed.push(written);
    else if (this.#isOutdatedBy(written)) void this.#read();
  }

  #isOutdatedBy(written: Written): boolean {
    if (this.#basis === null) return true;
    const { reads, isOfThePast, inForce } = this.#basis;
    if (this.#inForce().some((each, at) => each !== inForce[at])) return true;
    if (isOfThePast) return (written.erasures ?? []).length > 0;
    return reads === null || reads.isTouchedBy(written);
  }

  /** What is in force now, compared by identity. */
  #inForce(): readonly unknown[] {
    const { view, control } = this.#reader.session;
    return [view.environment, view.selfId, control.version];
  }

  #read(): Promise<void> {
    this.#reading ??= this.#readUntilLevel();
    return this.#reading;
  }

  async #readUntilLevel(): Promise<void> {
    try {
      do {
        this.#missed = [];
        const answer = await this.#answer();
        if (this.#isClosed) return;
        this.#tell(answer);
        this.#wait();
      } while (this.#missed.some((written) => this.#isOutdatedBy(written)));
    } finally {
      // In the same turn as the last look at what was missed: a commit of the next turn must start a reading of its own.
      this.#reading = null;
    }
  }

  async #answer(): Promise<LiveAnswer> {
    try {
      const { evaluation, basis } = await readOnce(this.#reader, this.#operation, (input) => ({
        ...readFor(this.#operation, input, this.#inForce()),
      }));
      this.#basis = basis;
      const { result, context, nextCursor } = evaluation;
      const warnings = [...this.#operation.warnings, ...evaluation.warnings];
      return {
        result,
        context,
        ...(warnings.length > 0 ? { warnings } : {}),
        ...(nextCursor === null ? {} : { next_cursor: nextCursor }),
      };
    } catch (thrown) {
      this.#basis = null;
      return { error: reportedShape(thrown) };
    }
  }

  #tell(answer: LiveAnswer): void {
    const said = canonicalJson("error" in answer ? { error: answer.error } : saidBy(answer));
    if (said === this.#last) return;
    this.#last = said;
    // A failing listener is its owner's to hear of; the subscription goes on.
    Promise.resolve()
      .then(() => (this.#isClosed ? undefined : this.#callback(answer)))
      .catch(reportError);
  }

  /** When a rule about what the reader may do and see begins or ends by itself; null for never. */
  #nextTurn(): Timestamp | null {
    const { session, caller } = this.#reader;
    const now = timestampAt(Date.now());
    return laterThan(now, session.authorities.authority(caller, now).validUntil);
  }

  /** Waits for the instant from which time makes the answer invalid, or another one of what may be known. */
  #wait(): void {
    clearTimeout(this.#timer);
    const next = earlier(this.#basis?.nextInvalidAt ?? null, this.#nextTurn());
    if (next === null) return;
    const ms = Date.parse(next) - Date.now();
    // A timer may be early, and one that is too long ends before its time.
    this.#timer = setTimeout(
      () => {
        if (Date.now() < Date.parse(next)) this.#wait();
        else void this.#read();
      },
      Math.min(Math.max(ms, 0), LONGEST_WAIT),
    );
  }
}

/** What two answers differ in: not the cursor, which names where it was issued, but whether there is one. */
function saidBy({ result, warnings = [], next_cursor }: Exclude<LiveAnswer, { error: unknown }>): JsonValue {
  return {
    result: withoutCoordinates(result),
    warnings: warnings.map(({ code }) => code),
    goes_on: next_cursor !== undefined,
  };
}

/** Evaluates a command on what it may see, and says what the answer rests on. */
function readFor(
  operation: PreparedOperation,
  { view, seesEverything, context, material }: ReadInput,
  inForce: readonly unknown[],
): { readonly evaluation: Evaluation; readonly basis: Basis } {
  const { command, text } = operation;
  if (command.type !== "Find") {
    const evaluation = evaluateRead(view, operation, context, material);
    return { evaluation, basis: { reads: null, isOfThePast: false, inForce, nextInvalidAt: null } };
  }
  const reading = readingOf(view, context, material);
  const recording = new RecordingView(reading.view);
  try {
    const outcome = findOutcome(recording, command, operation, reading.context);
    const evaluation = answerOfFind(reading.view, command, operation, reading.context, outcome);
    // What is hidden is not recorded, and a commit may show it.
    const isRecorded = seesEverything && !outcome.usesSearch && !NAMES_COORDINATES.test(text);
    return {
      evaluation: {
        ...evaluation,
        result: withPlainPayloads(evaluation.result),
        warnings: [...evaluation.warnings, ...caveatsOf(material)],
      },
      basis: {
        reads: isRecorded ? recording : null,
        isOfThePast: seesEverything && isBoundToSequence(command, operation.parameters),
        inForce,
        nextInvalidAt: invalidAt(command, outcome, context.now),
      },
    };
  } catch (thrown) {
    throw placed(thrown, text);
  }
}

/** Whether a FIND reads the sequence it names, or the one its traversal began on (§44.8, §48.1). */
function isBoundToSequence({ asOf, cursor }: FindCommand, parameters: JsonObject): boolean {
  return cursor !== null || readAsOf(asOf, parameters) !== null;
}

/** When time alone makes an answer invalid: at the moment it knows of, or soon where it fades with every instant. */
function invalidAt(command: FindCommand, outcome: FindOutcome, now: Timestamp): Timestamp | null {
  // The instant of a traversal's first page does not pass.
  if (command.cursor !== null) return null;
  // Nor does a world time that the query names; strength, though, is always of the instant of reading (Profile §6.1).
  const next = command.forTime === null ? laterThan(now, outcome.nextInvalidAt) : null;
  return outcome.fades ? earlier(next, timestampAt(Date.parse(now) + FADING_MS)) : next;
}

function earlier(left: Timestamp | null, right: Timestamp | null): Timestamp | null {
  if (left === null || right === null) return left ?? right;
  return left < right ? left : right;
}

/** An instant that is still to come. */
function laterThan(now: Timestamp, next: Timestamp | null): Timestamp | null {
  return next !== null && next > now ? next : null;
}
