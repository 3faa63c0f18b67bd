import type {
  JsonObject,
  JsonValue,
  KipErrorShape,
  Operation,
  ResponseEnvelope,
} from "../../src/model/index.js";
import type { Step } from "./fixture.js";

/** What a response says, reduced to what a fixture can expect. */
export type Answer = { readonly error: KipErrorShape } | { readonly result: JsonValue };

/** The request of one step, with the values captured so far as parameters of each operation. */
export function requestOf(step: Step, captured: JsonObject): JsonObject {
  const operations: readonly Operation[] = step.operations ?? [{ command: step.command ?? "" }];
  return {
    kip: "2.0",
    operations: operations.map((operation) => ({
      ...operation,
      parameters: { ...captured, ...step.params, ...operation.parameters },
    })) as unknown as JsonObject[],
    ...step.envelope,
  };
}

/** The answer of a request: its own error, else its first operation's error, else that operation's result. */
export function answerOf(response: ResponseEnvelope): Answer {
  if (response.error) return { error: response.error };
  const [first] = response.results;
  return first?.error ? { error: first.error } : { result: first?.result ?? null };
}
