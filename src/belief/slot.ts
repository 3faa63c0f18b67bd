import type { ElementId, PropositionObject } from "../model/index.js";
import {
  type Candidate,
  candidateAt,
  candidatesOf,
  isJudgedAlone,
  missingCandidate,
  type SlotAddress,
  scopeKeyOf,
} from "./candidates.js";
import { type Reading, Scope } from "./scope.js";
import { DEFAULT_RULES, predicateOf, type SlotRules } from "./slot-rules.js";

/** A candidate and the scope it is judged in. */
export interface Placed {
  readonly scope: Scope;
  readonly candidate: Candidate;
}

/** One subject–predicate pair: which candidates it has, and which of them are judged together (§20.15, §47). */
export class Slot {
  /** The canonical subject, or null where the subject is a Literal. */
  readonly subject: ElementId | null;
  /** The exact Predicate the slot is read under, or the text asked for when its definition is gone. */
  readonly predicateRef: string;
  readonly #reading: Reading;
  readonly #rules: SlotRules;
  readonly #lineages: readonly string[];
  readonly #scopes = new Map<string, Scope>();
  #stated: readonly Candidate[] | null = null;
  #grouped: ReadonlyMap<string, readonly Candidate[]> | null = null;

  constructor(reading: Reading, subject: ElementId | null, predicateRef: string) {
    const { environment } = reading.view;
    const definition = predicateOf(environment, predicateRef);
    this.subject = subject;
    this.predicateRef = definition?.ref ?? predicateRef;
    this.#reading = reading;
    this.#rules = definition ?? DEFAULT_RULES;
    this.#lineages = environment.equivalentLineages("PredicateType", predicateRef);
  }

  /** Whether a value that nothing counts for is rejected, so that what is not on record is a no (§24.2). */
  get isClosedWorld(): boolean {
    return !this.#rules.openWorld;
  }

  /** Every candidate on record, by the age of its oldest Proposition. */
  candidates(): readonly Placed[] {
    return this.#candidates().map((candidate) => ({
      scope: this.#scope(this.#keyOf(candidate), candidate),
      candidate,
    }));
  }

  /** Every scope that has a candidate on record. */
  scopes(): readonly Scope[] {
    return [...new Set(this.candidates().map(({ scope }) => scope))];
  }

  /** The candidate with a given object, stated or not, and the scope it is or would be judged in. */
  candidateFor(object: PropositionObject): Placed {
    const candidate =
      this.subject === null
        ? missingCandidate(this.#reading.view, object)
        : candidateAt(this.#reading.view, this.#addressOf(this.subject), object);
    return { scope: this.#scope(this.#keyOf(candidate), candidate), candidate };
  }

  #keyOf(candidate: Candidate): string {
    return scopeKeyOf(this.#reading.view, this.#rules, candidate);
  }

  /** The scope of a key; `candidate` is one that belongs to it. */
  #scope(key: string, candidate: Candidate): Scope {
    const known = this.#scopes.get(key);
    if (known) return known;
    const scope = new Scope(this.#reading, this.subject, this.#rules, this.#rivalsOf(key, candidate));
    this.#scopes.set(key, scope);
    return scope;
  }

  /** Everything stated in a scope. A value judged alone is not worth reading the whole slot for. */
  #rivalsOf(key: string, candidate: Candidate): readonly Candidate[] {
    if (isJudgedAlone(key)) return candidate.propositions.length > 0 ? [candidate] : [];
    this.#grouped ??= this.#groupByScope();
    return this.#grouped.get(key) ?? [];
  }

  #groupByScope(): ReadonlyMap<string, readonly Candidate[]> {
    const grouped = new Map<string, Candidate[]>();
    for (const candidate of this.#candidates()) {
      const key = this.#keyOf(candidate);
      const members = grouped.get(key);
      if (members) members.push(candidate);
      else grouped.set(key, [candidate]);
    }
    return grouped;
  }

  #candidates(): readonly Candidate[] {
    if (this.subject === null) return [];
    this.#stated ??= candidatesOf(this.#reading.view, this.#addressOf(this.subject));
    return this.#stated;
  }

  #addressOf(subject: ElementId): SlotAddress {
    return { subject, lineages: this.#lineages };
  }
}
