import type { ElementId, JsonValue } from "../model/index.js";
import { PayloadShelf } from "./payload-shelf.js";
import { guarded } from "./storage-errors.js";
import type { NexusDatabase } from "./tables.js";

/** The large payloads of a Nexus: stored by the element they belong to, read by id after matching (design 3.2). */
export class PayloadStore {
  readonly #database: NexusDatabase;
  readonly #limit: number;
  readonly #shelves = new Map<string, PayloadShelf>();

  constructor(database: NexusDatabase, limit: number) {
    this.#database = database;
    this.#limit = limit;
  }

  /** The shelf that stands for the large payloads of a Space in this worker's memory. */
  shelfOf(space: string): PayloadShelf {
    const shelf = this.#shelves.get(space) ?? new PayloadShelf(this.#limit);
    this.#shelves.set(space, shelf);
    return shelf;
  }

  /** The contents of payloads, as far as they are held. They are kept at hand for a while. */
  async read(space: string, ids: readonly ElementId[]): Promise<ReadonlyMap<ElementId, JsonValue>> {
    const shelf = this.shelfOf(space);
    const contents = new Map<ElementId, JsonValue>();
    for (const [id, text] of await this.texts(space, ids)) {
      const value = JSON.parse(text) as JsonValue;
      contents.set(id, value);
      shelf.keep(id, text, value);
    }
    return contents;
  }

  /** The JSON texts of payloads as they are stored, as far as they are held. */
  async texts(space: string, ids: readonly ElementId[]): Promise<ReadonlyMap<ElementId, string>> {
    const { payloads } = this.#database;
    const rows = await guarded(() => payloads.bulkGet(ids.map((id): [string, string] => [space, id])));
    return new Map(rows.flatMap((row) => (row ? [[row.id as ElementId, row.text]] : [])));
  }
}
