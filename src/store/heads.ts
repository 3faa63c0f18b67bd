import { type ElementId, type IdCounters, NO_IDS } from "../model/index.js";
import type { NexusRow, SpaceHeadRow } from "./tables.js";

/** What a commit was evaluated against. It must still be so when the commit happens. */
export interface CommitBasis {
  readonly headSeq: number;
  readonly counters: IdCounters;
  readonly environmentVersion: number;
  /** The Space's `$self` (§5.6). */
  readonly selfId: ElementId | null;
}

/** The head of a Space, that of a new one where there is none yet. */
export function headIn({ spaces }: NexusRow, space: string): SpaceHeadRow {
  const head = Object.hasOwn(spaces, space) ? spaces[space] : undefined;
  return head ?? { seq: 0, environment_version: 0, self_id: null };
}

/** The facts with the head of one Space moved. */
export function withHead(facts: NexusRow, space: string, moved: Partial<SpaceHeadRow>): NexusRow {
  return { ...facts, spaces: { ...facts.spaces, [space]: { ...headIn(facts, space), ...moved } } };
}

/** Where a Space stands, as the facts say. */
export function basisIn(facts: NexusRow, space: string): CommitBasis {
  const { seq, environment_version, self_id } = headIn(facts, space);
  return {
    headSeq: seq,
    counters: facts.counters,
    environmentVersion: environment_version,
    selfId: self_id,
  };
}

/** Whether what was evaluated against one basis is valid against another. */
export function sameBasis(left: CommitBasis, right: CommitBasis): boolean {
  return (
    left.headSeq === right.headSeq &&
    left.environmentVersion === right.environmentVersion &&
    left.selfId === right.selfId &&
    (Object.keys(NO_IDS) as (keyof IdCounters)[]).every(
      (kind) => left.counters[kind] === right.counters[kind],
    )
  );
}
