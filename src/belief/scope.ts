import type { Assertion, ElementId, Proposition, SlotStatus } from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import type { Candidate } from "./candidates.js";
import type { DependencyCheck } from "./dependency-validity.js";
import type { Eligibility } from "./eligibility.js";
import { earlier, type Instant, type Interval } from "./instants.js";
import type { EpistemicRequest } from "./request.js";
import { Settlement, type Verdict, type WeighedCandidate } from "./settlement.js";
import { isFunctional, type SlotRules } from "./slot-rules.js";
import { type Timeline, timelineOf } from "./timeline.js";
import { weigh } from "./weighing.js";

/** What every part of one projection shares. */
export interface Reading {
  readonly view: SpaceView;
  readonly request: EpistemicRequest;
  /** The request's context set, resolved and sorted. */
  readonly contexts: readonly ElementId[];
  readonly at: Instant;
  readonly eligibility: Eligibility;
  readonly dependencies: DependencyCheck;
}

/**
 * Candidates of one slot whose beliefs depend on one another, evaluated once and together (§21.11). Time is worked out
 * before anything is weighed, because the weight of an inference may depend on when its premises hold.
 */
export class Scope {
  readonly #reading: Reading;
  readonly #subject: ElementId | null;
  readonly #rules: SlotRules;
  readonly #candidates: readonly Candidate[];
  #timeline: Timeline | null = null;
  #intervals: ReadonlyMap<ElementId, Interval> | null = null;
  #members: ReadonlyMap<string, WeighedCandidate> | null = null;
  #settlement: Settlement | null = null;
  #status: SlotStatus | null = null;
  #nextChange: Instant | null | undefined;

  constructor(
    reading: Reading,
    subject: ElementId | null,
    rules: SlotRules,
    candidates: readonly Candidate[],
  ) {
    this.#reading = reading;
    this.#subject = subject;
    this.#rules = rules;
    this.#candidates = candidates;
  }

  /**
   * The effective interval of a claim of this scope (§25.4), or null when it is none of its claims. One that the request
   * leaves out is on no line, and holds as written: it has ended where it says so, whatever is asked for (§14.3).
   */
  intervalOf(assertion: Assertion): Interval | null {
    this.#intervals ??= new Map(
      [...this.#inTime().values()]
        .flat()
        .map((timed) => [
          timed.claim.assertion.id,
          timed.exclusion === null ? timed.effective.interval : timed.claim.written,
        ]),
    );
    return this.#intervals.get(assertion.id) ?? null;
  }

  /** The candidates with their claims, in the order they were given. */
  members(): readonly WeighedCandidate[] {
    return [...this.#weighed().values()];
  }

  /** One candidate with its claims; one that is not in the scope has none. */
  member(candidate: Candidate): WeighedCandidate {
    return this.#weighed().get(candidate.key) ?? { candidate, propositionId: null, claims: [] };
  }

  verdictOn(member: WeighedCandidate): Verdict {
    return this.#settled().verdictOn(member);
  }

  /** The candidates in conflict with one another; see `Settlement.contenders`. */
  contenders(): readonly WeighedCandidate[] {
    return this.#settled().contenders();
  }

  /** The status of the scope taken as a slot. */
  status(): SlotStatus {
    this.#status ??= this.#settled().status();
    return this.#status;
  }

  /**
   * The next instant at which a claim that was considered, or a premise of one, changes its standing (§21.12), or null.
   * Until then the same state gives the same answer.
   */
  nextChange(): Instant | null {
    if (this.#nextChange === undefined) this.#nextChange = this.#findNextChange();
    return this.#nextChange;
  }

  #findNextChange(): Instant | null {
    let next: Instant | null = null;
    for (const { claims } of this.members()) {
      for (const { timed, dependency } of claims) {
        if (timed.exclusion === null) next = earlier(next, timed.nextChange);
        if (dependency) next = earlier(next, dependency.nextChange);
      }
    }
    return next;
  }

  #inTime(): Timeline {
    const { view, eligibility, at } = this.#reading;
    this.#timeline ??= timelineOf(view, this.#candidates, eligibility, isFunctional(this.#rules), at);
    return this.#timeline;
  }

  #weighed(): ReadonlyMap<string, WeighedCandidate> {
    const { view, dependencies, at } = this.#reading;
    this.#members ??= new Map(
      this.#candidates.map((candidate) => [
        candidate.key,
        {
          candidate,
          propositionId: this.#representative(candidate),
          claims: (this.#inTime().get(candidate.key) ?? []).map((timed) =>
            weigh(view, timed, dependencies, at),
          ),
        },
      ]),
    );
    return this.#members;
  }

  #settled(): Settlement {
    this.#settlement ??= new Settlement(
      this.#subject,
      this.#rules,
      this.#reading.request.policy,
      this.members(),
    );
    return this.#settlement;
  }

  /** The Proposition that stands for a candidate: the oldest in ordinary recall, else the oldest (§11.4). */
  #representative({ propositions }: Candidate): ElementId | null {
    const listed = propositions.find((proposition: Proposition) =>
      this.#reading.eligibility.isListed(proposition),
    );
    return (listed ?? propositions[0])?.id ?? null;
  }
}
