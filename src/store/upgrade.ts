import type { Transaction } from "dexie";
import { type Digest, digestOfText, type JsonValue } from "../model/index.js";
import { erasedAnswer } from "./erased-answer.js";

/** A log record and an outcome as version 1 of the database kept them: only what the upgrade looks at. */
interface FirstLogRow {
  readonly space: string;
  readonly seq: number;
  readonly body: string;
  result: JsonValue;
  body_digest?: Digest;
  activates?: null;
  erasures?: readonly never[];
  rewritten?: null;
}

interface FirstOutcomeRow {
  readonly space: string;
  readonly seq: number | null;
  no_effect: { readonly result: JsonValue } | null;
  answers?: JsonValue;
  answers_in?: string;
}

/**
 * Brings the rows of version 1 into the form of version 2, inside the upgrade's own transaction: every log record gets
 * the digest of its body, and what transactions of several operations answered moves to the outcomes that retain it,
 * since any of those operations may have read content (§60.3).
 */
export async function upgradeLog(transaction: Transaction): Promise<void> {
  await transaction.table("spaces").toCollection().modify({ erased_seq: 0 });
  const moved = new Map<string, JsonValue>();
  await transaction
    .table<FirstLogRow>("log")
    .toCollection()
    .modify((row) => {
      row.body_digest = digestOfText(row.body);
      row.activates = null;
      row.erasures = [];
      row.rewritten = null;
      if (Array.isArray(row.result) && row.result.length > 1) {
        moved.set(`${row.space}#${row.seq}`, row.result);
        row.result = row.result.map(() => erasedAnswer({}));
      }
    });
  await transaction
    .table<FirstOutcomeRow>("outcomes")
    .toCollection()
    .modify((row) => {
      const result = row.seq === null ? several(row.no_effect?.result) : moved.get(`${row.space}#${row.seq}`);
      if (result === undefined) return;
      row.answers = result;
      row.answers_in = row.space;
      if (row.no_effect) {
        row.no_effect = {
          ...row.no_effect,
          result: several(row.no_effect.result)?.map(() => erasedAnswer({})) ?? null,
        };
      }
    });
}

function several(result: JsonValue | undefined): readonly JsonValue[] | undefined {
  return Array.isArray(result) && result.length > 1 ? result : undefined;
}
