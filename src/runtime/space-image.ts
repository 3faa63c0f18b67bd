import type { ClientKeyBinding, Element, ElementId, IdentityDecision, Timestamp } from "../model/index.js";
import type { RestoredState, SpaceState } from "../state/index.js";
import type { PayloadShelf, SpaceImage } from "../store/index.js";
import type { SequenceIndex } from "./sequence-index.js";

/** What of a session is more than its Space's state. */
export interface SessionFacts {
  readonly lastCommitAt: Timestamp | null;
  readonly sequences: SequenceIndex;
  /** Where the large payloads are, which no image holds. */
  readonly shelf: PayloadShelf;
}

/** What an image gives back. */
export interface RestoredImage {
  readonly state: RestoredState;
  readonly lastCommitAt: Timestamp | null;
  readonly sequences: readonly (readonly [ElementId, readonly number[]])[];
}

/** The image of a Space as it stands now. Elements never change, so it stays true of this sequence while others follow. */
export function imageOf(state: SpaceState, { lastCommitAt, sequences, shelf }: SessionFacts): SpaceImage {
  return {
    seq: state.seq,
    facts: { last_commit_at: lastCommitAt, identity_version: state.identityVersion },
    lists: {
      elements: Array.from(state.elements(), (element) => shelf.stored(element).element),
      client_keys: [...state.clientKeyBindings()],
      identity: [...state.allIdentityDecisions()],
      sequences: sequences.entries().map(([id, seqs]) => ({ id, seqs })),
    },
  };
}

/** What an image holds. Its digests have been verified, so its form is that of `imageOf`. */
export function contentOf({ seq, facts, lists }: SpaceImage, shelf: PayloadShelf): RestoredImage {
  const list = <T>(name: string) => (lists[name] ?? []) as readonly T[];
  return {
    state: {
      seq,
      elements: list<Element>("elements").map((element) => shelf.shelve(element)),
      clientKeys: list<ClientKeyBinding>("client_keys"),
      identity: list<IdentityDecision>("identity"),
      identityVersion: Number(facts.identity_version),
    },
    lastCommitAt: (facts.last_commit_at ?? null) as Timestamp | null,
    sequences: list<{ id: ElementId; seqs: readonly number[] }>("sequences").map(({ id, seqs }) => [
      id,
      seqs,
    ]),
  };
}
