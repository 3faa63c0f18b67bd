import { type ElementId, kipError, sameJson } from "../model/index.js";

/** The final value of a path that is removed. */
export const REMOVED: unique symbol = Symbol("removed");

/** What else writes a path, where a reader of the command would not look for it. */
const OTHER_SPELLINGS: ReadonlyMap<string, string> = new Map([
  ["fields.name", "NAME and SET FIELDS {name: …} write the same field. "],
  ["fields.key", "MATCH {key: …} of UPSERT and SET FIELDS {key: …} write the same field. "],
]);

/**
 * The final value every path of every target gets from one command. Clauses that agree may say a thing twice; clauses
 * that do not have no answer, since the order they are written in decides nothing (§53.4, §58.3).
 */
export class Claims {
  readonly #values = new Map<ElementId, Map<string, unknown>>();

  /**
   * Records that a path of an element ends with a value.
   * @throws `DuplicateMutationTarget` when the command already gave the path another one.
   */
  claim(id: ElementId, path: string, value: unknown): void {
    const values = this.#values.get(id);
    if (!values) {
      this.#values.set(id, new Map([[path, value]]));
      return;
    }
    if (!values.has(path)) {
      values.set(path, value);
      return;
    }
    if (sameJson(values.get(path), value)) return;
    throw kipError("DuplicateMutationTarget", `two clauses leave ${path} of ${id} with different values`, {
      hint: `${OTHER_SPELLINGS.get(path) ?? ""}Clause order decides nothing. Say once what the value should be, or write two commands.`,
      details: { target: id, path },
    });
  }
}
