import { Projector, readEpistemicSettings } from "../belief/index.js";
import type { FindCommand } from "../lang/index.js";
import { type Element, isJsonObject, type JsonValue, KipError, type Timestamp } from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import { evaluateFind } from "./find.js";
import { PARAMETERS } from "./generated-query.fixture.js";
import { NOW } from "./memory.fixture.js";
import { NaiveEvaluator, type Oracle } from "./naive.fixture.js";
import { NaiveError } from "./naive-expressions.fixture.js";

/** The answers of the engine and of the naive evaluator in a form that can be compared. */

/** The projections of a view under the settings a command was written with. */
export function oracleOf(view: SpaceView, { epistemic, forTime }: FindCommand): Oracle {
  const settings = Object.fromEntries(
    (epistemic?.members ?? []).map(({ name, value }) => [
      name,
      (value as { readonly value: JsonValue }).value,
    ]),
  );
  const validAt = (forTime ? (forTime as { readonly value: unknown }).value : NOW) as Timestamp;
  const projector = new Projector(view, readEpistemicSettings(settings, { validAt, seq: view.seq }));
  const cell = (projection: unknown) => projection as JsonValue;
  return {
    stored: (proposition) => cell(projector.proposition({ proposition })),
    grounded: (subject, predicateRef, object) =>
      cell(projector.proposition({ subject, predicateRef, object })),
    slot: (subject, lineage) => cell(projector.slot(subject, lineage)),
  };
}

/** What the engine answers: rows, or the code of its error. */
export function engineAnswer(view: SpaceView, command: FindCommand): readonly JsonValue[] | string {
  try {
    return evaluateFind(view, command, { parameters: PARAMETERS, now: NOW }).rows;
  } catch (error) {
    if (error instanceof KipError) return error.code;
    throw error;
  }
}

/** What the naive evaluator answers to the same, of the elements there are to see. */
export function naiveAnswer(
  view: SpaceView,
  elements: readonly Element[],
  command: FindCommand,
): readonly JsonValue[] | string {
  try {
    return new NaiveEvaluator(elements, PARAMETERS, oracleOf(view, command)).find(command);
  } catch (error) {
    if (error instanceof NaiveError) return error.code;
    throw error;
  }
}

/** An answer as texts that are equal for equal answers, whatever the order of its rows. */
export function comparable(answer: readonly JsonValue[] | string): readonly string[] | string {
  return typeof answer === "string" ? answer : answer.map((row) => unversioned(row)).sort();
}

/**
 * A row as text. Which version or former name of a symbol stands for its lineage is the engine's to say; a whole element
 * is told by its id, since what is computed of it is no part of matching.
 */
export function unversioned(row: JsonValue): string {
  return JSON.stringify(row, (_, value: JsonValue) => {
    if (!isJsonObject(value)) return value;
    if ("_system" in value) return { element: value.id };
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  })
    .replace(/@1\.[01]\.0\//g, "@1/")
    .replace(/drawn@1\/adores/g, "drawn@1/loves")
    .replace(/drawn@1\/Town/g, "drawn@1/Place");
}
