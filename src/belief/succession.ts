import type { ElementId } from "../model/index.js";
import { type Claim, hasExactStart, hasOpenEnd, takesPartInSuccession } from "./claims.js";
import type { Bound, Instant, Interval } from "./instants.js";

/** When a claim holds once its actor's other claims are taken into account (§25.4). */
export interface Effective {
  readonly interval: Interval;
  /** The claims whose start ended this one, if succession did. */
  readonly endedBy: readonly ElementId[];
}

/**
 * The effective interval of every claim of one slot (§25.4). `claims` are the eligible ones, and only those: a claim
 * that is not eligible ends nothing. `slotLine` says whether the slot is functional, so that another value of the same
 * actor ends an earlier one.
 *
 * Work is linear in the claims of a line, apart from sorting them: a sensor may report one slot thousands of times.
 */
export function succeed(claims: readonly Claim[], slotLine: boolean): ReadonlyMap<Claim, Effective> {
  const taking = claims.filter(takesPartInSuccession);
  const lines = [
    ...linesBy(taking, lineOfProposition).map(
      (line) => new SuccessionLine(line, (claim) => claim.assertion.stance),
    ),
    ...(slotLine
      ? linesBy(taking.filter(isSupport), lineOfSlot).map(
          (line) => new SuccessionLine(line, (claim) => claim.candidate),
        )
      : []),
  ];
  const effective = new Map<Claim, Effective>();
  for (const claim of claims) effective.set(claim, { interval: claim.written, endedBy: [] });
  const seen = new Set<Claim>();
  for (const line of lines) {
    for (const [claim, onLine] of line.results()) {
      const soFar = seen.has(claim) ? effective.get(claim) : undefined;
      effective.set(claim, soFar ? combine(soFar, onLine) : onLine);
      seen.add(claim);
    }
  }
  return effective;
}

const isSupport = ({ assertion }: Claim) => assertion.stance === "support";
const lineOfSlot = ({ actor, contextKey }: Claim) => `${actor}|${contextKey}`;
const lineOfProposition = (claim: Claim) => `${lineOfSlot(claim)}|${claim.candidate}`;

function linesBy(claims: readonly Claim[], lineOf: (claim: Claim) => string): readonly Claim[][] {
  const lines = new Map<string, Claim[]>();
  for (const claim of claims) {
    const line = lineOf(claim);
    const members = lines.get(line);
    if (members) members.push(claim);
    else lines.set(line, [claim]);
  }
  return [...lines.values()];
}

/**
 * A claim on several lines holds where all of them let it: the latest starts and the earliest ends (§25.4). A line on
 * which it has no predecessor gives no latest start where the claim wrote none, so another line's stands.
 */
function combine(left: Effective, right: Effective): Effective {
  const endedFirst = left.interval.until.latest - right.interval.until.latest;
  return {
    interval: {
      from: {
        earliest: Math.max(left.interval.from.earliest, right.interval.from.earliest),
        latest: latestGiven(left.interval.from.latest, right.interval.from.latest),
      },
      until: earliestOf(left.interval.until, right.interval.until),
    },
    endedBy:
      endedFirst === 0 || Number.isNaN(endedFirst)
        ? [...new Set([...left.endedBy, ...right.endedBy])]
        : (endedFirst < 0 ? left : right).endedBy,
  };
}

function latestGiven(left: Instant, right: Instant): Instant {
  return left === Number.POSITIVE_INFINITY || right === Number.POSITIVE_INFINITY
    ? Math.min(left, right)
    : Math.max(left, right);
}

function earliestOf(left: Bound, right: Bound): Bound {
  return { earliest: Math.min(left.earliest, right.earliest), latest: Math.min(left.latest, right.latest) };
}

/** The claims of a line that share a start key: simultaneous, so none of them succeeds another. */
interface Moment {
  readonly key: Instant;
  readonly members: Claim[];
  readonly labels: Set<string>;
}

/**
 * One succession line. Two of its claims disagree when their labels differ: the stance on a proposition line, the
 * value on a slot line.
 */
class SuccessionLine {
  readonly #moments: readonly Moment[];
  readonly #labelOf: (claim: Claim) => string;
  readonly #starts = new Map<Claim, Bound>();

  constructor(claims: readonly Claim[], labelOf: (claim: Claim) => string) {
    this.#labelOf = labelOf;
    this.#moments = this.#arrange(claims);
  }

  /** Each claim with its interval on this line. */
  *results(): Iterable<[Claim, Effective]> {
    this.#narrowStarts();
    const skip = this.#skips();
    for (const [index, moment] of this.#moments.entries()) {
      const ends = new Map<string, { until: Bound; endedBy: readonly ElementId[] } | null>();
      for (const claim of moment.members) {
        const from = this.#starts.get(claim) ?? claim.written.from;
        const label = this.#labelOf(claim);
        if (!ends.has(label)) ends.set(label, this.#endAfter(index, label, skip));
        const end = hasOpenEnd(claim) ? ends.get(label) : null;
        yield [
          claim,
          {
            interval: { from, until: end?.until ?? claim.written.until },
            endedBy: end?.endedBy ?? [],
          },
        ];
      }
    }
  }

  #arrange(claims: readonly Claim[]): readonly Moment[] {
    const byKey = new Map<Instant, Moment>();
    for (const claim of claims) {
      const moment = byKey.get(claim.startKey) ?? { key: claim.startKey, members: [], labels: new Set() };
      moment.members.push(claim);
      moment.labels.add(this.#labelOf(claim));
      byKey.set(claim.startKey, moment);
    }
    return [...byKey.values()].sort((left, right) => left.key - right.key);
  }

  /**
   * Gives each claim its start on this line. The predecessor's key is all that matters of a predecessor, and the two
   * latest keys with different labels are enough to find it for any label.
   */
  #narrowStarts(): void {
    let latest: { key: Instant; label: string } | null = null;
    let other: { key: Instant; label: string } | null = null;
    for (const { key, members, labels } of this.#moments) {
      for (const claim of members) {
        const predecessor: { key: Instant } | null = latest?.label === this.#labelOf(claim) ? other : latest;
        this.#starts.set(claim, predecessor ? narrowedStart(claim, predecessor.key) : claim.written.from);
      }
      for (const label of labels) {
        if (latest !== null && latest.label !== label) other = latest;
        latest = { key, label };
      }
    }
  }

  /** For each moment, the next one that differs from it when both hold a single label. */
  #skips(): readonly number[] {
    const skips: number[] = [];
    for (let index = this.#moments.length - 1; index >= 0; index -= 1) {
      const next = index + 1;
      skips[index] = this.#soleLabel(index) === this.#soleLabel(next) ? (skips[next] ?? next) : next;
    }
    return skips;
  }

  /** The label all claims of a moment share, or a value no other moment has. */
  #soleLabel(index: number): string | number {
    const labels = this.#moments[index]?.labels;
    const [only] = labels ?? [];
    return labels?.size === 1 && only !== undefined ? only : index;
  }

  /** The combined line start of the nearest later claims that disagree with a label, or null when none does. */
  #endAfter(
    index: number,
    label: string,
    skips: readonly number[],
  ): { until: Bound; endedBy: readonly ElementId[] } | null {
    let next = index + 1;
    if (this.#soleLabel(next) === label) next = skips[next] ?? this.#moments.length;
    const successors = (this.#moments[next]?.members ?? []).filter((claim) => this.#labelOf(claim) !== label);
    const starts = successors.map((claim) => this.#starts.get(claim) ?? claim.written.from);
    const [first, ...rest] = starts;
    if (first === undefined) return null;
    return {
      until: rest.reduce(earliestOf, first),
      endedBy: successors.map(({ assertion }) => assertion.id),
    };
  }
}

/**
 * The start of a claim that has a predecessor: after the predecessor's claim was true, and no later than its own key.
 * A claim made before the earliest start it writes keeps what it wrote: its key says nothing about such a start.
 */
function narrowedStart(claim: Claim, predecessorKey: Instant): Bound {
  const { from } = claim.written;
  if (hasExactStart(claim)) return from;
  return {
    earliest: Math.max(from.earliest, predecessorKey),
    latest: claim.startKey < from.earliest ? from.latest : claim.startKey,
  };
}
