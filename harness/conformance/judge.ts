import { isStateChanging, parse } from "../../src/lang/index.js";
import { isJsonObject, type JsonValue } from "../../src/model/index.js";
import { exactDifference, missingPart } from "./compare.js";
import type { Answer } from "./exchange.js";
import type { Case } from "./fixture.js";
import { normalizeActual, normalizeExpected } from "./normalize.js";

/** How a case ended, and what a reader needs to see why. */
export type Verdict =
  | { readonly outcome: "passed" }
  | { readonly outcome: "skipped"; readonly reason: string }
  | {
      readonly outcome: "failed";
      readonly reason: string;
      readonly expected?: JsonValue;
      readonly actual?: JsonValue;
    };

/** Whether an answer is the summary of a state-changing command. */
function isSummary(text: string | undefined, result: JsonValue): boolean {
  const { command } = parse(text ?? "");
  return command !== null && isStateChanging(command) && isJsonObject(result);
}

/** Compares an answer with what its case expects. */
export function judge({ command, operations, expect, ordered = false }: Case, answer: Answer): Verdict {
  const failed = (reason: string, actual: JsonValue): Verdict => ({
    outcome: "failed",
    reason,
    expected: expect as JsonValue,
    actual,
  });
  if ("error" in answer) {
    const { code, message } = answer.error;
    if (code === expect.error) return { outcome: "passed" };
    if (code === "UnsupportedCapability") return { outcome: "skipped", reason: message };
    const wanted = expect.error === undefined ? "an answer" : expect.error;
    return failed(`${code} where ${wanted} was expected`, { error: answer.error as unknown as JsonValue });
  }
  const actual = normalizeActual(answer.result);
  // The format lets KML answer null or a summary (§81.1 leaves the layout to us), so an expected null takes either.
  if (expect.result === null && isSummary(command ?? operations?.[0]?.command, answer.result))
    return { outcome: "passed" };
  if (expect.error !== undefined)
    return failed(`a result where ${expect.error} was expected`, { result: actual });
  const difference =
    expect.result !== undefined
      ? exactDifference(normalizeExpected(expect.result), actual, ordered)
      : expect.result_contains !== undefined
        ? missingPart(normalizeExpected(expect.result_contains), actual)
        : null;
  return difference === null ? { outcome: "passed" } : failed(difference, { result: actual });
}
