import type {
  JsonValue,
  OperationResult,
  ProgressStage,
  RequestEnvelope,
  ResponseEnvelope,
  StreamedOperation,
  StreamFrame,
  Warning,
} from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import { executionOf } from "./responses.js";

/** A frame without what every frame carries. */
type FrameBody = StreamFrame extends infer Frame
  ? Frame extends StreamFrame
    ? Omit<Frame, "kip" | "request_id" | "sequence">
    : never
  : never;

/** Takes a frame. What it returns settles once there is room for the next one; only rows wait for it. */
export type SendFrame = (frame: StreamFrame) => void | Promise<void>;

/** The frames of one streamed response, numbered as they are sent. */
export class StreamFrames {
  readonly #send: SendFrame;
  #requestId: string | undefined;
  #sequence = 0;
  readonly #streamed = new Map<number, number>();

  constructor(send: SendFrame) {
    this.#send = send;
  }

  /** The request is about to be carried out. */
  start({ request_id, operations, execution }: RequestEnvelope, view: SpaceView): void {
    this.#requestId = request_id;
    void this.#put({
      frame: "start",
      ...(execution === undefined ? {} : { execution: executionOf(execution) }),
      operations: operations.length,
      context: { space_id: view.spaceId, schema_environment_version: view.environment.version },
    });
  }

  progress(
    of: StreamedOperation,
    stage: ProgressStage,
    rows?: { readonly sent: number; readonly total?: number },
  ) {
    void this.#put({ frame: "progress", ...of, stage, ...(rows ? { rows } : {}) });
  }

  warning(of: StreamedOperation, warning: Warning): void {
    void this.#put({ frame: "warning", ...of, warning });
  }

  /** Sends rows, and settles once there is room for more. */
  async rows(of: StreamedOperation, rows: readonly JsonValue[]): Promise<void> {
    const offset = this.#streamed.get(of.operation) ?? 0;
    this.#streamed.set(of.operation, offset + rows.length);
    await this.#put({ frame: "data", ...of, offset, rows });
  }

  outcome(of: StreamedOperation, outcome: OperationResult): void {
    const isStreamed = this.#streamed.has(of.operation);
    void this.#put({ frame: "data", ...of, outcome: isStreamed ? withoutResult(outcome) : outcome });
  }

  /** Ends the stream with what came of the request. */
  end(response: ResponseEnvelope): void {
    if (response.error !== undefined) {
      const { request_id, status, execution, error } = response;
      this.#requestId ??= request_id;
      void this.#put({
        frame: "error",
        status: status === "outcome_unknown" ? status : "failed",
        ...(execution === undefined ? {} : { execution }),
        error,
      });
      return;
    }
    const results = response.results.map((result, operation) =>
      this.#streamed.has(operation) ? withoutResult(result) : result,
    );
    const streamed = [...this.#streamed].map(([operation, rows]) => ({ operation, rows }));
    void this.#put({ frame: "final", response: { ...response, results }, streamed });
  }

  #put(body: FrameBody): void | Promise<void> {
    const head = {
      kip: "2.0" as const,
      ...(this.#requestId === undefined ? {} : { request_id: this.#requestId }),
      sequence: this.#sequence,
    };
    this.#sequence += 1;
    return this.#send({ ...head, ...body } as StreamFrame);
  }
}

function withoutResult({ result: _, ...rest }: OperationResult): OperationResult {
  return rest;
}
