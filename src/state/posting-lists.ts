import type { ElementId } from "../model/index.js";
import { type IndexKey, indexOf } from "./index-keys.js";

const NONE: readonly ElementId[] = [];

/** Most keys hold one id, so a lone id is stored without a set around it. */
type Lists = Map<IndexKey, ElementId | Set<ElementId>>;

/** Ids by index key. Each index has a map of its own: those that hold little are read at no cost beside large ones. */
export class PostingLists {
  /** By the number of their index. */
  readonly #maps: (Lists | undefined)[] = [];

  add(key: IndexKey, id: ElementId): void {
    const lists = this.#listsOf(key);
    const list = lists.get(key);
    if (list === undefined) lists.set(key, id);
    else if (typeof list !== "string") list.add(id);
    else if (list !== id) lists.set(key, new Set([list, id]));
  }

  remove(key: IndexKey, id: ElementId): void {
    const lists = this.#listsOf(key);
    const list = lists.get(key);
    if (list === id) lists.delete(key);
    else if (list !== undefined && typeof list !== "string") {
      list.delete(id);
      if (list.size === 0) lists.delete(key);
    }
  }

  ids(key: IndexKey): Iterable<ElementId> {
    const list = this.#maps[indexOf(key)]?.get(key);
    if (list === undefined) return NONE;
    return typeof list === "string" ? [list] : list;
  }

  has(key: IndexKey, id: ElementId): boolean {
    const list = this.#maps[indexOf(key)]?.get(key);
    return typeof list === "string" ? list === id : (list?.has(id) ?? false);
  }

  size(key: IndexKey): number {
    const list = this.#maps[indexOf(key)]?.get(key);
    if (list === undefined) return 0;
    return typeof list === "string" ? 1 : list.size;
  }

  #listsOf(key: IndexKey): Lists {
    const index = indexOf(key);
    const known = this.#maps[index];
    if (known) return known;
    while (this.#maps.length <= index) this.#maps.push(undefined);
    const lists: Lists = new Map();
    this.#maps[index] = lists;
    return lists;
  }
}
