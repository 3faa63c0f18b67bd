import type {
  JsonObject,
  JsonValue,
  KipErrorShape,
  OperationResult,
  ResponseEnvelope,
} from "../../src/model/index.js";
import { sentences } from "../sentences.js";

/** What the last run led to. */
export type Outcome =
  | {
      readonly kind: "answered";
      readonly command: string;
      /** What was bound into the command. */
      readonly parameters: JsonObject;
      readonly response: ResponseEnvelope;
      /** The operation's result, with the rows of every page fetched so far. */
      readonly result: JsonValue;
      readonly nextCursor: string | null;
    }
  | {
      readonly kind: "refused";
      readonly command: string;
      readonly response: ResponseEnvelope | null;
      readonly error: RunError;
    };

/** An error as the page shows it: the registry's shape, or what a broken engine left behind. */
export type RunError = Pick<KipErrorShape, "message" | "hint" | "details"> & { readonly code: string };

/** Reads a response of one operation: the request's error, else the operation's, else its result. */
export function outcomeOf(command: string, parameters: JsonObject, response: ResponseEnvelope): Outcome {
  const operation = response.results[0];
  const error = response.error ?? operation?.error;
  if (error) return { kind: "refused", command, response, error };
  return {
    kind: "answered",
    command,
    parameters,
    response,
    result: operation?.result ?? null,
    nextCursor: operation?.next_cursor ?? null,
  };
}

/** The outcome with one more page of rows at its end. */
export function withNextPage(
  outcome: Extract<Outcome, { kind: "answered" }>,
  page: OperationResult | undefined,
): Outcome {
  const more = page?.result;
  const rows =
    Array.isArray(outcome.result) && Array.isArray(more) ? [...outcome.result, ...more] : outcome.result;
  return { ...outcome, result: rows, nextCursor: page?.next_cursor ?? null };
}

/** Something thrown where a response was due, such as a lost worker. */
export function brokenOutcome(command: string, thrown: unknown): Outcome {
  const { code, message, hint } = thrown as { code?: unknown; message?: unknown; hint?: unknown };
  return {
    kind: "refused",
    command,
    response: null,
    error: {
      code: typeof code === "string" ? code : "InternalError",
      message: typeof message === "string" ? message : "The engine did not answer.",
      hint: typeof hint === "string" ? hint : "Reload the page. Nothing that was acknowledged is lost.",
      details: {},
    },
  };
}

/** What a run did to the memory, in one line, or null when there is nothing to say about it. */
export function effectInWords({ response }: Outcome): string | null {
  const receipt = response?.receipt ?? response?.results[0]?.receipt;
  if (receipt?.space_seq !== undefined) return `Committed as sequence ${receipt.space_seq}.`;
  if (receipt || response?.results[0]?.status === "no_effect") return "Already there: nothing changed.";
  return null;
}

/** The sequence a run is about: the one it committed, else the one it read. */
export function sequenceOf({ response }: Outcome): number | null {
  const operation = response?.results[0];
  const receipt = response?.receipt ?? operation?.receipt;
  return (
    receipt?.space_seq ??
    receipt?.snapshot_seq ??
    operation?.context?.snapshot_seq ??
    response?.snapshot?.snapshot_seq ??
    null
  );
}

/** The whole outcome in one sentence, for those who hear the page. */
export function announcementOf(outcome: Outcome): string {
  if (outcome.kind === "refused") {
    const { code, message, hint } = outcome.error;
    return sentences(code, message, hint);
  }
  const effect = effectInWords(outcome);
  if (effect) return effect;
  if (!Array.isArray(outcome.result)) return "Done.";
  const rows = outcome.result.length;
  return `${rows === 1 ? "1 row" : `${rows} rows`}${outcome.nextCursor ? ", and more" : ""}.`;
}
