import type { SpaceId } from "../model/index.js";
import type { SpaceState } from "../state/index.js";
import type { NexusStore } from "../store/index.js";
import { contentOf, type RestoredImage } from "./space-image.js";

/** How a Space came into memory. */
export interface Opening {
  /** Whether an image gave most of it, or the log all of it. */
  readonly from: "image" | "log";
  /** The sequence of the image, or null. */
  readonly imageSeq: number | null;
  /** What went wrong on the way without keeping the Space from opening, in plain words. */
  readonly warnings: readonly string[];
}

/** A state to bring level with the log, and what came with it. */
export interface OpenedState {
  readonly state: SpaceState;
  readonly image: RestoredImage | null;
  readonly opening: Opening;
}

/**
 * The state of a Space as its newest image shows it, or an empty one to read the whole log into. An image that is
 * missing or damaged costs time and nothing else: it is a cache of the log (design §4).
 */
export async function openState(
  store: NexusStore,
  space: SpaceId,
  headSeq: number,
  empty: () => SpaceState,
): Promise<OpenedState> {
  const opened = await fromImageOrLog(store, space, headSeq, empty);
  const lossAt = await store.begunAfterLoss();
  if (lossAt === undefined) return opened;
  const { opening } = opened;
  return { ...opened, opening: { ...opening, warnings: [lossOf(lossAt), ...opening.warnings] } };
}

const lossOf = (at: string): string =>
  `This memory was begun at ${at} in place of one that the browser had found damaged and deleted, together with everything else this site had stored. What that one held is not here.`;

async function fromImageOrLog(
  store: NexusStore,
  space: SpaceId,
  headSeq: number,
  empty: () => SpaceState,
): Promise<OpenedState> {
  const fromLog = (warnings: readonly string[]): OpenedState => ({
    state: empty(),
    image: null,
    opening: { from: "log", imageSeq: null, warnings },
  });
  const found = await store.images.newest(space, headSeq);
  if (found.status === "none") return fromLog([]);
  let reason: string;
  if (found.status === "unusable") reason = found.reason;
  else {
    try {
      const image = contentOf(found.image, store.payloads.shelfOf(space));
      const state = empty();
      state.restore(image.state);
      return { state, image, opening: { from: "image", imageSeq: image.state.seq, warnings: [] } };
    } catch {
      reason = "what it holds is no state of a Space";
    }
  }
  const seq = found.status === "unusable" ? found.seq : found.image.seq;
  await store.images.drop(space, seq).catch(() => undefined);
  return fromLog([
    `The image of ${space} at sequence ${seq} could not be used: ${reason}. The Space was opened from its log, and nothing is lost.`,
  ]);
}
