import { isJsonObject, kipError, readTimestamp, type Timestamp } from "../model/index.js";

/** The longest text a recall request may carry in one member, in UTF-16 units. */
const MAX_TEXT = 4096;

/** A recall request whose every member has been checked. */
export interface ReadRecallRequest {
  readonly query: string;
  readonly goal: string;
  readonly topic: string | null;
  readonly counterparty: string | null;
  /** What the action's own words add to the grounding: its goal, the state it starts from, its tools. */
  readonly actionTerms: readonly string[];
  readonly validAt: Timestamp | null;
  readonly asOfSeq: number | null;
}

/**
 * Checks a recall request (Recall policy §3).
 * @throws `InvalidRequestEnvelope` for an unknown member, `TypeMismatch` for a wrong type, `ConstraintViolation` for
 * an empty query or a bad timestamp.
 */
export function readRecallRequest(received: unknown): ReadRecallRequest {
  const request = objectOf(received, "the recall request", ["query", "context", "action_context", "time"]);
  const context = objectOf(request.context, "context", ["counterparty_ref", "topic"]);
  const action = objectOf(request.action_context, "action_context", [
    "goal",
    "current_state",
    "available_tools",
  ]);
  const time = objectOf(request.time, "time", ["valid_at", "as_of_seq"]);
  const query = textOf(request.query, "query");
  if (query === null || query.trim() === "") {
    throw kipError("ConstraintViolation", "a recall request needs a query", {
      hint: 'Say what you want to know, for example {"query": "What should I know before deploying v2?"}.',
    });
  }
  const goal = textOf(action.goal, "action_context.goal");
  const state = textOf(action.current_state, "action_context.current_state");
  return {
    query,
    goal: goal ?? query,
    topic: textOf(context.topic, "context.topic"),
    counterparty: textOf(context.counterparty_ref, "context.counterparty_ref"),
    actionTerms: [goal, state, ...textsOf(action.available_tools, "action_context.available_tools")].filter(
      (term): term is string => term !== null && term.trim() !== "",
    ),
    validAt: time.valid_at == null ? null : readTimestamp(time.valid_at, "time.valid_at"),
    asOfSeq: sequenceOf(time.as_of_seq),
  };
}

function objectOf(value: unknown, where: string, members: readonly string[]): Record<string, unknown> {
  if (value === undefined || value === null) {
    if (where === "the recall request") throw wrongType(where, "an object");
    return {};
  }
  if (!isJsonObject(value)) throw wrongType(where, "an object");
  for (const member of Object.keys(value)) {
    if (members.includes(member)) continue;
    throw kipError("InvalidRequestEnvelope", `${where} has no member ${JSON.stringify(member)}`, {
      hint: `Leave it out. The members are ${members.join(", ")}.`,
      details: { member },
    });
  }
  return value as Record<string, unknown>;
}

function textOf(value: unknown, where: string): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") throw wrongType(where, "a string");
  if (value.length > MAX_TEXT) {
    throw kipError("ResourceExhausted", `${where} is longer than ${MAX_TEXT} characters`, {
      hint: "Ask with the few words that matter; put observed material into Evidence instead.",
      details: { limit: MAX_TEXT },
    });
  }
  return value;
}

function textsOf(value: unknown, where: string): readonly (string | null)[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw wrongType(where, "an array of strings");
  return value.map((item, index) => textOf(item, `${where}[${index}]`));
}

function sequenceOf(value: unknown): number | null {
  if (value === undefined || value === null) return null;
  if (!Number.isSafeInteger(value) || (value as number) < 0)
    throw wrongType("time.as_of_seq", "a sequence number");
  return value as number;
}

function wrongType(where: string, expected: string): Error {
  return kipError("TypeMismatch", `${where} must be ${expected}`, {
    hint: `Send ${where} as ${expected}.`,
    details: { field: where, expected },
  });
}
