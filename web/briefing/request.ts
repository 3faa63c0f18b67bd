import { isTimestamp } from "../../src/model/index.js";
import type { RecallRequest } from "../nexus.js";

/** What the briefing form holds. */
export interface BriefingForm {
  readonly query: string;
  readonly counterparty: string;
  readonly topic: string;
  readonly goal: string;
  /** As a `datetime-local` field gives it: `2026-08-14T01:00`, taken as UTC. Empty means now. */
  readonly validAt: string;
}

/** A request made of the form, or what to fill in differently. */
export type BriefingRequest =
  | { readonly ok: true; readonly request: RecallRequest }
  | { readonly ok: false; readonly problem: string };

/** The Recall request a form stands for. What is left empty is left out. */
export function requestOf(form: BriefingForm): BriefingRequest {
  const query = form.query.trim();
  if (query === "") return { ok: false, problem: "Say what you want to know." };
  const validAt = timestampOf(form.validAt);
  if (validAt === undefined) return { ok: false, problem: "The time is not complete." };
  const context = given({ counterparty_ref: form.counterparty.trim(), topic: form.topic.trim() });
  const action = given({ goal: form.goal.trim() });
  return {
    ok: true,
    request: {
      query,
      ...(context ? { context } : {}),
      ...(action ? { action_context: action } : {}),
      ...(validAt === null ? {} : { time: { valid_at: validAt } }),
    },
  };
}

/** The members that are not empty, or null when all are. */
function given<T extends Record<string, string>>(members: T): Partial<T> | null {
  const kept = Object.entries(members).filter(([, value]) => value !== "");
  return kept.length === 0 ? null : (Object.fromEntries(kept) as Partial<T>);
}

/** The field's local-looking time as a protocol timestamp in UTC; null for now, undefined when it names no instant. */
function timestampOf(field: string): string | null | undefined {
  if (field === "") return null;
  const [date = "", time = ""] = field.split("T");
  const [hour = "00", minute = "00", second = "00.000"] = time.split(":");
  const seconds = second.includes(".") ? second.padEnd(6, "0") : `${second}.000`;
  const timestamp = `${date}T${hour}:${minute}:${seconds}Z`;
  return isTimestamp(timestamp) ? timestamp : undefined;
}
