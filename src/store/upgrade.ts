import type { Transaction } from "dexie";
import { type Digest, digestOfText, type ElementId, type JsonValue } from "../model/index.js";
import { erasedAnswer } from "./erased-answer.js";
import type { SpaceHeadRow } from "./tables.js";

// Rows as version 1 of the database kept them: only what the upgrade looks at.

interface FirstNexusRow {
  spaces?: Record<string, SpaceHeadRow>;
}

interface FirstSpaceRow {
  readonly id: string;
  readonly head_seq: number;
  readonly environment_version: number;
  readonly self_id: ElementId | null;
}

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
 * Brings the rows of version 1 into the form of version 2, inside the upgrade's own transaction: the heads of the Spaces
 * move into the one row every commit writes anyway, every log record gets the digest of its body, and what transactions
 * of several operations answered moves to the outcomes that retain it, since any of those operations may have read
 * content (§60.3).
 */
export async function upgradeFromFirst(transaction: Transaction): Promise<void> {
  const heads = await transaction.table<FirstSpaceRow>("spaces").toArray();
  await transaction
    .table<FirstNexusRow>("nexus")
    .toCollection()
    .modify((row) => {
      row.spaces = Object.fromEntries(
        heads.map(({ id, head_seq: seq, environment_version, self_id }) => [
          id,
          { seq, environment_version, self_id },
        ]),
      );
    });
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
