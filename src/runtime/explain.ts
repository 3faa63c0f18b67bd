import type { PlanStep } from "../kql/index.js";
import { statementName } from "../lang/index.js";
import { type JsonObject, kipError } from "../model/index.js";
import { placed } from "./error-place.js";
import { findOutcome } from "./evaluate.js";
import { readingOf } from "./read-material.js";
import { prepareRead, type Reader, readOnce } from "./single-read.js";

/** One step of a plan as it was carried out. */
export interface ExplainedStep extends PlanStep {
  /** The clause the step stands for, as the command writes it. */
  readonly clause: string;
}

/** How a FIND was answered. */
export interface Explanation {
  /** The sequence it was carried out on: the one that AS OF SEQ names, else the newest. */
  readonly snapshot_seq: number;
  /** In the order the planner chose. Clauses within NOT, OPTIONAL and UNION come before the clause they stand in. */
  readonly steps: readonly ExplainedStep[];
  /** How many rows the answer has, before LIMIT. */
  readonly rows: number;
}

/**
 * Carries out a FIND and says how: which clause when, through which index, with how many solutions expected and found
 * (§42.4 leaves the order to the engine). The steps are those of this evaluation; other contents may be planned
 * otherwise.
 * @throws `LanguageMismatch` for a command that is no FIND; whatever the FIND throws.
 */
export async function explain(
  reader: Reader,
  command: string,
  parameters?: JsonObject,
): Promise<Explanation> {
  const operation = prepareRead(command, parameters);
  const find = operation.command;
  if (find.type !== "Find") {
    throw kipError("LanguageMismatch", `${statementName(find)} has no plan to explain`, {
      hint: "Only a FIND is planned. Explain a FIND, or send this command to execute_kip_readonly.",
      details: { statement: statementName(find) },
    });
  }
  return readOnce(reader, operation, ({ view, context, material }) => {
    const { view: seen, context: reading } = readingOf(view, context, material);
    try {
      const { plan, total } = findOutcome(seen, find, operation, reading);
      const { text } = operation;
      return {
        snapshot_seq: seen.seq,
        steps: plan.map((step) => ({ ...step, clause: text.slice(step.from, step.to) })),
        rows: total,
      };
    } catch (thrown) {
      throw placed(thrown, operation.text);
    }
  });
}
