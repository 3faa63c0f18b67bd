import { type ElementId, type JsonValue, kipError, type SpaceId } from "../model/index.js";
import type { PayloadStore } from "../store/index.js";

/** Where the large payloads of a Space come from. */
export interface PayloadSource {
  readonly space: SpaceId;
  readonly payloads: PayloadStore;
  /** Makes memory level with what is durable. */
  level(): Promise<void>;
}

/**
 * Carries out a synchronous evaluation on memory and returns what it gives. When it asks for large payloads, which are
 * not in memory, they are fetched and it is carried out again: it may run several times, and what an incomplete run gave
 * or threw counts for nothing. Whatever it keeps for itself must therefore be made anew in each run.
 * @throws what the evaluation throws; `BlobUnavailable` when a payload is not held although nobody purged it.
 */
export async function evaluateWithPayloads<T>(
  { space, payloads, level }: PayloadSource,
  evaluation: () => T,
): Promise<T> {
  const shelf = payloads.shelfOf(space);
  const loaded = new Map<ElementId, JsonValue>();
  const lost = new Set<ElementId>();
  for (;;) {
    const attempt = shelf.attempt(loaded, evaluation);
    if (attempt.status === "done") return attempt.value;
    const contents = await payloads.read(space, attempt.ids);
    for (const [id, content] of contents) loaded.set(id, content);
    const absent = attempt.ids.filter((id) => !contents.has(id));
    const id = absent.find((each) => lost.has(each));
    if (id !== undefined) {
      throw kipError("BlobUnavailable", `the payload of ${id} is not held`, {
        hint: "The record itself is intact. Read it without its payload, or restore the payload from where it was observed.",
        details: { id },
      });
    }
    // Another tab may have purged it since memory was last level with the log.
    if (absent.length > 0) await level();
    for (const each of absent) lost.add(each);
  }
}
