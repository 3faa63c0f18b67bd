import { Dexie } from "dexie";
import type { JsonObject } from "../model/index.js";
import { type EncodedImage, readHeader, readPiece, type SpaceImage } from "./image-codec.js";
import { guarded } from "./storage-errors.js";
import type { ImageRow, NexusDatabase } from "./tables.js";

/** What the images of a Space offer to an opening. */
export type FoundImage =
  | { readonly status: "none" }
  | { readonly status: "read"; readonly image: SpaceImage }
  /** There is one, and it cannot be used; the log can. */
  | { readonly status: "unusable"; readonly seq: number; readonly reason: string };

/** The row that remembers the newest erasure: no image of an earlier state may be stored after it. */
const ERASURE_MARK = { seq: -1, chunk: 0 } as const;

/** The images of a Nexus: caches of what its log says, one a Space. */
export class ImageStore {
  readonly #database: NexusDatabase;

  constructor(database: NexusDatabase) {
    this.#database = database;
  }

  /** The newest image of a Space at or before its head, verified and decoded. */
  newest(space: string, headSeq: number): Promise<FoundImage> {
    return guarded(async () => {
      for (;;) {
        const found = await this.#read(space, headSeq);
        // One that another tab was replacing meanwhile is not damaged.
        if (found.status !== "unusable" || found.seq === (await this.#newestSeq(space, headSeq)))
          return found;
      }
    });
  }

  /**
   * Stores an image in place of older ones, piece by piece so that commits are not held up, its description last: until
   * then it does not count. Returns false, leaving nothing of it, when there is one as new already, or content was
   * erased since the state it shows.
   * @throws `ResourceExhausted` on a full disk; the older image is still there then.
   */
  store(space: string, { seq, header, pieces }: EncodedImage): Promise<boolean> {
    const { images } = this.#database;
    return guarded(async () => {
      if ((await this.#newestSeq(space, Number.MAX_SAFE_INTEGER)) >= seq) return false;
      for (const [index, text] of pieces.entries()) {
        // The erasure that refuses this piece took the earlier ones with it.
        if (!(await this.#put({ space, seq, chunk: index + 1, text }))) return false;
      }
      if (!(await this.#put({ space, seq, chunk: 0, text: header }))) return false;
      await images.where(":id").between([space, 0, 0], [space, seq, 0], true, false).delete();
      return true;
    });
  }

  /** Deletes one image, whole or not. */
  async drop(space: string, seq: number): Promise<void> {
    const { images } = this.#database;
    await guarded(() =>
      images.where(":id").between([space, seq, 0], [space, seq, Dexie.maxKey], true, true).delete(),
    );
  }

  async #read(space: string, headSeq: number): Promise<FoundImage> {
    const { images } = this.#database;
    const seq = await this.#newestSeq(space, headSeq);
    if (seq === 0) return { status: "none" };
    const unusable = (reason: string): FoundImage => ({ status: "unusable", seq, reason });
    const header = readHeader((await images.get([space, seq, 0]))?.text ?? "");
    if (typeof header === "string") return unusable(header);
    const lists: Record<string, JsonObject[]> = {};
    for (const [index, { list, digest }] of header.pieces.entries()) {
      const row = await images.get([space, seq, index + 1]);
      const objects = row ? await readPiece(row.text, digest) : "a piece of it is missing";
      if (typeof objects === "string") return unusable(objects);
      const collected = lists[list] ?? [];
      lists[list] = collected;
      for (const object of objects) collected.push(object);
    }
    return { status: "read", image: { seq, facts: header.facts, lists } };
  }

  async #newestSeq(space: string, headSeq: number): Promise<number> {
    const keys = await this.#database.images
      .where(":id")
      .between(...everyImage(space))
      .primaryKeys();
    const seqs = keys.flatMap(([, seq, chunk]) => (chunk === 0 && seq <= headSeq ? [seq] : []));
    return Math.max(0, ...seqs);
  }

  #put(row: ImageRow): Promise<boolean> {
    const { images } = this.#database;
    return this.#database.transaction("rw", images, async () => {
      const mark = await images.get([row.space, ERASURE_MARK.seq, ERASURE_MARK.chunk]);
      if (mark && Number(mark.text) > row.seq) return false;
      await images.put(row);
      return true;
    });
  }
}

/** Deletes every image of a Space, inside the transaction of the commit at `seq` that erases content. */
export async function eraseImages({ images }: NexusDatabase, space: string, seq: number): Promise<void> {
  await images
    .where(":id")
    .between(...everyImage(space))
    .delete();
  await images.put({ space, ...ERASURE_MARK, text: String(seq) });
}

function everyImage(space: string): [[string, number, number], [string, unknown, unknown], boolean, boolean] {
  return [[space, 0, 0], [space, Dexie.maxKey, Dexie.maxKey], true, true];
}
