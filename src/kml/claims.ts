import { type ElementId, kipError, sameJson } from "../model/index.js";

/** The final value of a path that is removed. */
export const REMOVED: unique symbol = Symbol("removed");

/**
 * The final value every path of every target gets from one command. Clauses that agree may say a thing twice; clauses
 * that do not have no answer, since the order they are written in decides nothing (§53.4, §58.3).
 */
export class Claims {
  readonly #values = new Map<string, unknown>();

  /**
   * Records that a path of an element ends with a value.
   * @throws `DuplicateMutationTarget` when the command already gave the path another one.
   */
  claim(id: ElementId, path: string, value: unknown): void {
    const key = `${id}\u0000${path}`;
    if (!this.#values.has(key)) {
      this.#values.set(key, value);
      return;
    }
    if (sameJson(this.#values.get(key), value)) return;
    throw kipError("DuplicateMutationTarget", `two clauses leave ${path} of ${id} with different values`, {
      hint: "Clause order decides nothing. Say once what the value should be, or write two commands.",
      details: { target: id, path },
    });
  }
}
