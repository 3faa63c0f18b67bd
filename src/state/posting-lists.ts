import type { ElementId } from "../model/index.js";
import type { IndexKey } from "./index-keys.js";

const NONE: readonly ElementId[] = [];

/** Ids by index key. Most keys hold one id, so a lone id is stored without a set around it. */
export class PostingLists {
  readonly #lists = new Map<IndexKey, ElementId | Set<ElementId>>();

  add(key: IndexKey, id: ElementId): void {
    const list = this.#lists.get(key);
    if (list === undefined) this.#lists.set(key, id);
    else if (typeof list !== "string") list.add(id);
    else if (list !== id) this.#lists.set(key, new Set([list, id]));
  }

  remove(key: IndexKey, id: ElementId): void {
    const list = this.#lists.get(key);
    if (list === id) this.#lists.delete(key);
    else if (list !== undefined && typeof list !== "string") {
      list.delete(id);
      if (list.size === 0) this.#lists.delete(key);
    }
  }

  ids(key: IndexKey): Iterable<ElementId> {
    const list = this.#lists.get(key);
    if (list === undefined) return NONE;
    return typeof list === "string" ? [list] : list;
  }

  has(key: IndexKey, id: ElementId): boolean {
    const list = this.#lists.get(key);
    return typeof list === "string" ? list === id : (list?.has(id) ?? false);
  }

  size(key: IndexKey): number {
    const list = this.#lists.get(key);
    if (list === undefined) return 0;
    return typeof list === "string" ? 1 : list.size;
  }
}
