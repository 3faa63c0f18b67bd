import type { OperationResult, ResponseEnvelope, Warning } from "./envelope.js";
import type { KipErrorShape } from "./errors.js";
import type { JsonValue } from "./json.js";

/** What every frame of a stream carries. */
interface FrameHead {
  readonly kip: "2.0";
  /** As in the request. */
  readonly request_id?: string;
  /** The number of the frame in its stream, from 0 on, without a gap. */
  readonly sequence: number;
}

/** Which operation of the request a frame is about. */
export interface StreamedOperation {
  /** Its place in the request's `operations`. */
  readonly operation: number;
  readonly op_id?: string;
}

/** How far an operation has come. None of these means that anything is durable (§84.2). */
export type ProgressStage =
  /** It is its turn; it waits for other writers or reads the log. */
  | "waiting"
  /** It is carried out on a tentative state that nobody else sees. */
  | "evaluating"
  /** It is on its way into the log, and may yet fail. */
  | "committing"
  /** Its answer is complete, and its rows are being sent. */
  | "delivering";

/**
 * One frame of a streamed response (§84.1). A stream begins with `start` and ends with exactly one `final` or `error`;
 * a stream that ends otherwise was cut off, and says nothing about what was committed.
 */
export type StreamFrame = FrameHead &
  (
    | {
        readonly frame: "start";
        readonly execution?: ResponseEnvelope["execution"];
        readonly operations: number;
        readonly context: NonNullable<ResponseEnvelope["context"]>;
      }
    /** The next rows of a collection; all of an operation's rows, in the order of the frames, are its `result`. */
    | (StreamedOperation & {
        readonly frame: "data";
        /** How many rows of this operation came before. */
        readonly offset: number;
        readonly rows: readonly JsonValue[];
      })
    /** What an operation came to, once and for all: a write that is answered here is durable. Without streamed rows. */
    | (StreamedOperation & { readonly frame: "data"; readonly outcome: OperationResult })
    | (StreamedOperation & { readonly frame: "warning"; readonly warning: Warning })
    | (StreamedOperation & {
        readonly frame: "progress";
        readonly stage: ProgressStage;
        /** Rows that were sent, of those there are where that is known. */
        readonly rows?: { readonly sent: number; readonly total?: number };
      })
    /**
     * The response. The `result` of an operation whose rows were streamed is left out, and `streamed` says how many there
     * were: `joinFrames` puts them together.
     */
    | {
        readonly frame: "final";
        readonly response: ResponseEnvelope;
        readonly streamed: readonly { readonly operation: number; readonly rows: number }[];
      }
    /** The request failed as a whole. With the status `outcome_unknown` it may yet have been committed (§80.3). */
    | {
        readonly frame: "error";
        readonly status: "failed" | "outcome_unknown";
        readonly execution?: ResponseEnvelope["execution"];
        readonly error: KipErrorShape;
      }
  );

/**
 * The response that the frames of a whole stream make up: what the same request would have been answered without a
 * stream, except that its rows are not cut into pages.
 * @throws `TypeError` for frames that are no whole stream: one is missing, or the last one is.
 */
export function joinFrames(frames: readonly StreamFrame[]): ResponseEnvelope {
  const rows = new Map<number, JsonValue[]>();
  for (const [at, frame] of frames.entries()) {
    if (frame.sequence !== at) throw new TypeError(`frame ${at} of the stream is missing`);
    if (frame.frame !== "data" || !("rows" in frame)) continue;
    const known = rows.get(frame.operation) ?? [];
    known.push(...frame.rows);
    rows.set(frame.operation, known);
  }
  const last = frames.at(-1);
  if (last?.frame === "error") {
    const { kip, request_id, status, execution, error } = last;
    return {
      kip,
      ...(request_id === undefined ? {} : { request_id }),
      status,
      ...(execution === undefined ? {} : { execution }),
      results: [],
      error,
    };
  }
  if (last?.frame !== "final") throw new TypeError("the stream was cut off before its last frame");
  const results = last.response.results.map((result, operation) => {
    const streamed = rows.get(operation);
    return streamed && result.status === "succeeded" ? { ...result, result: streamed } : result;
  });
  return { ...last.response, results };
}
