import type { Assertion, Element, ElementId, Proposition, Timestamp } from "../model/index.js";
import { NaiveProvenance, type Validity } from "./naive-provenance.fixture.js";
import { max, type NaiveRequest, NaiveTimeline, NEVER } from "./naive-time.fixture.js";
import type { SlotRules } from "./slot-rules.js";

/**
 * A second reading of §21, for comparison: sets and loops over everything, no indexes, no shared code with the engine.
 */

export interface NaiveBelief {
  readonly status: string;
  readonly candidate_status: string;
  readonly slot_status: string;
  readonly leading: string;
  readonly reasons: readonly string[];
  readonly conflict_refs: readonly string[];
  readonly conflict_reasons: readonly string[];
  readonly precedence: string | null;
  readonly support: readonly string[];
  readonly opposition: readonly string[];
  /** How many independent sources each side has, and the two together. */
  readonly roots: { readonly support: number; readonly opposition: number; readonly both: number };
  /**
   * The answer holds until `soonest`, the next instant at which a claim stands otherwise or a premise ends; no later than
   * `latest` may a basis say that it holds: a claim stands otherwise then, or an inference holds no more (§21.12).
   */
  readonly next_invalid_at: { readonly soonest: Timestamp | null; readonly latest: Timestamp | null };
}

interface StageOne {
  readonly status: string;
  readonly support: readonly Assertion[];
  readonly opposition: readonly Assertion[];
  readonly reasons: readonly string[];
  readonly material: { readonly support: readonly string[]; readonly opposition: readonly string[] };
}
interface Rival {
  readonly other: Proposition;
  readonly stage: StageOne;
}
export class NaiveProjection {
  readonly #all: readonly Proposition[];
  readonly #rules: SlotRules;
  readonly #request: NaiveRequest;
  readonly #time: NaiveTimeline;
  readonly #provenance: NaiveProvenance;
  /** Remembered only so that ten thousand cases take seconds. */
  readonly #rootsOf = new Map<ElementId, ReadonlySet<string>>();
  readonly #validAt = new Map<string, ReadonlyMap<ElementId, Validity>>();

  /** `elements` tell of one subject and one predicate. */
  constructor(elements: readonly Element[], rules: SlotRules, request: NaiveRequest) {
    this.#all = elements.filter((it): it is Proposition => it.kind === "proposition");
    this.#rules = rules;
    this.#request = request;
    this.#time = new NaiveTimeline(elements, this.#all, rules, request);
    this.#provenance = new NaiveProvenance(elements, ({ id }) => request.quarantined.has(id));
  }

  /** The belief about every stored Proposition. */
  beliefs(): ReadonlyMap<ElementId, NaiveBelief> {
    return new Map(this.#all.map((proposition) => [proposition.id, this.#belief(proposition)]));
  }

  #belief(proposition: Proposition): NaiveBelief {
    const scope = this.#time.scopeOf(proposition);
    const own = this.#stageOne(proposition);
    const rivals = scope.map((other) => ({ other, stage: this.#stageOne(other) }));
    const final = this.#stageTwo(proposition, rivals);
    const statuses = scope.map((other) => this.#stageTwo(other, rivals).status);
    const slot =
      ["accepted", "contested", "uncertain"].find((status) => statuses.includes(status)) ?? "insufficient";
    return {
      ...final,
      candidate_status: own.status,
      slot_status: slot,
      support: own.material.support,
      opposition: own.material.opposition,
      roots: {
        support: this.#roots(own.support).size,
        opposition: this.#roots(own.opposition).size,
        both: this.#roots([...own.support, ...own.opposition]).size,
      },
      next_invalid_at: this.#nextChange(scope),
    };
  }

  /** Every instant any claim names, tried in turn: standings change nowhere else. */
  #nextChange(scope: readonly Proposition[]): NaiveBelief["next_invalid_at"] {
    const eligible = scope
      .flatMap((it) => this.#time.assertionsOf(it))
      .filter((it) => this.#time.eligible(it));
    const inferred = eligible.filter(
      (it) => this.#isDefinite(it, this.#request.at) && it.mode === "inferred",
    );
    const premises = this.#provenance.premisesOf(inferred);
    const instants = this.#all
      .flatMap((it) => this.#time.assertionsOf(it))
      .flatMap((it) => {
        const { start, end } = this.#time.written(it);
        return [start.earliest, start.latest, end.earliest, end.latest, it.asserted_at];
      });
    const later = [...new Set(instants)].filter((it) => it > this.#request.at && it !== NEVER).sort();
    const firstChange = (told: (at: string) => string) => {
      const now = told(this.#request.at);
      return (later.find((it) => told(it) !== now) ?? null) as Timestamp | null;
    };
    const standings = (claims: readonly Assertion[], at: string) =>
      claims.map((it) => this.#time.standing(it, at)).join();
    return {
      soonest: firstChange(
        (at) => `${standings(eligible, at)} ${premises.map((it) => this.#time.hasEnded(it, at)).join()}`,
      ),
      latest: firstChange(
        (at) => `${standings(eligible, at)} ${inferred.map((it) => this.#validity(it, at)).join()}`,
      ),
    };
  }

  // §21.11, first stage

  #stageOne(proposition: Proposition): StageOne {
    const { at } = this.#request;
    const bearing = this.#time
      .assertionsOf(proposition)
      .filter((it) => this.#time.eligible(it))
      .filter((it) => this.#time.standing(it, at) !== "outside");
    const definite = bearing.filter((it) => this.#isDefinite(it, at));
    const full = definite.filter(
      (it) => (it.mode !== "inferred" || this.#validity(it, at) === 0) && this.#roots([it]).size > 0,
    );
    const supports = (it: Assertion) => it.stance === "support";
    const support = full.filter(supports);
    const opposition = full.filter((it) => !supports(it));
    const status = (() => {
      if (definite.some(supports) && definite.some((it) => !supports(it))) return "contested";
      if (support.length > 0) return "accepted";
      if (opposition.length > 0) return "rejected";
      return bearing.length > 0 ? "uncertain" : "insufficient";
    })();
    const reasons = bearing
      .filter((it) => !full.includes(it))
      .map((it) => {
        if (this.#time.lostEvidence(it)) return "evidence_corrected";
        if (this.#time.standing(it, at) !== "inside") return "temporal_indeterminate";
        if (it.stance === "uncertain") return "stance_uncertain";
        if (it.mode !== "inferred" || this.#validity(it, at) === 0) return "circular_provenance";
        return this.#validity(it, at) === 1 ? "dependency_needs_review" : "dependency_unverifiable";
      });
    return {
      status,
      support,
      opposition,
      reasons: status === "uncertain" ? [...new Set(reasons)].sort() : [],
      material: {
        support: bearing.filter(supports).map(({ id }) => id),
        opposition: bearing.filter(({ stance }) => stance === "reject").map(({ id }) => id),
      },
    };
  }

  #isDefinite(assertion: Assertion, at: string): boolean {
    return (
      !this.#time.lostEvidence(assertion) &&
      assertion.stance !== "uncertain" &&
      this.#time.standing(assertion, at) === "inside"
    );
  }

  /** How far an inference may be relied on at an instant: 0 where it holds. */
  #validity(assertion: Assertion, at: string): Validity {
    const known = this.#validAt.get(at);
    const validity =
      known ??
      this.#provenance.validity({
        hasLostEvidence: (it) => this.#time.lostEvidence(it),
        hasEnded: (it) => this.#time.hasEnded(it, at),
      });
    if (!known) this.#validAt.set(at, validity);
    return validity.get(assertion.id) ?? 2;
  }

  // §21.11, second stage, and §21.13

  #stageTwo(proposition: Proposition, rivals: readonly Rival[]) {
    const found = rivals.find(({ other }) => other.id === proposition.id);
    if (found === undefined) throw new Error("a candidate is one of its own scope");
    const { stage } = found;
    const isBoolean = ({ other }: Rival) => typeof other.object === "boolean";
    const functional = this.#rules.functional || this.#rules.functionalBy !== null;
    const conflictsOnValue = functional && this.#rules.temporalConflict !== "none";
    const exclusive = functional && this.#rules.complete;
    const supported = rivals.filter((rival) => rival.stage.support.length > 0);
    const contenders =
      conflictsOnValue || exclusive
        ? supported
        : this.#rules.booleanCompleteness
          ? supported.filter(isBoolean)
          : [];
    const roots = (assertions: readonly Assertion[]) => this.#roots(assertions);
    const side = (left: number, right: number) =>
      left === right ? "none" : left > right ? "support" : "opposition";
    const base = {
      status: stage.status,
      reasons: stage.reasons,
      conflict_refs: [] as string[],
      conflict_reasons: [] as string[],
      precedence: null as string | null,
      leading:
        stage.status === "accepted"
          ? "support"
          : stage.status === "rejected"
            ? "opposition"
            : stage.status === "contested"
              ? side(roots(stage.support).size, roots(stage.opposition).size)
              : "none",
    };
    const conflict = contenders.length > 1;
    const winner = conflict ? this.#winner(contenders) : null;
    if (conflict && contenders.some(({ other }) => other.id === proposition.id)) {
      const others = contenders.filter(({ other }) => other.id !== proposition.id);
      const conflict_reasons = [
        ...(exclusive || (this.#rules.booleanCompleteness && contenders.filter(isBoolean).length > 1)
          ? ["exclusive_value"]
          : []),
        ...(conflictsOnValue ? ["functional_value"] : []),
      ];
      if (winner === null) {
        const against = roots([...stage.opposition, ...others.flatMap((rival) => rival.stage.support)]);
        return {
          ...base,
          status: "contested",
          reasons: [],
          conflict_refs: others.map(({ other }) => other.id),
          conflict_reasons,
          leading: side(roots(stage.support).size, against.size),
        };
      }
      if (winner.id === proposition.id) return { ...base, precedence: winner.rule };
      return {
        ...base,
        status: "uncertain",
        reasons: ["outranked"],
        conflict_refs: [winner.id],
        conflict_reasons,
        precedence: winner.rule,
        leading: "none",
      };
    }
    const accepted = rivals.filter(
      (rival) =>
        rival.stage.status === "accepted" &&
        (!conflict || !contenders.includes(rival) || winner?.id === rival.other.id) &&
        rival.other.id !== proposition.id &&
        (exclusive ||
          (this.#rules.booleanCompleteness && isBoolean(rival) && typeof proposition.object === "boolean")),
    );
    if (accepted[0]) {
      return {
        ...base,
        status: "rejected",
        reasons: [],
        conflict_refs: [accepted[0].other.id],
        conflict_reasons: ["exclusive_value"],
        leading: "opposition",
      };
    }
    if (base.status === "insufficient" && !this.#rules.openWorld) {
      return { ...base, status: "rejected", leading: "opposition" };
    }
    return base;
  }

  #winner(contenders: readonly Rival[]): { id: ElementId; rule: string } | null {
    if (!this.#request.memoryDefault) return null;
    const contexts = (it: Assertion) => new Set<string>(it.context_refs.map(({ id }) => id));
    const moreSpecific = (left: Assertion, right: Assertion) =>
      contexts(left).size > contexts(right).size &&
      [...contexts(right)].every((id) => contexts(left).has(id));
    const byItself = (it: Assertion, { other }: Rival) => it.asserted_by.id === other.subject.id;
    const rules: Record<string, (left: Rival, right: Rival) => boolean> = {
      context_specificity: (left, right) =>
        left.stage.support.some((it) => right.stage.support.every((against) => moreSpecific(it, against))),
      first_person_testimony: (left, right) =>
        left.stage.support.some((it) => byItself(it, left) && ["stated", "observed"].includes(it.mode)) &&
        !right.stage.support.some((it) => byItself(it, right) || it.mode === "observed"),
      recency: (left, right) =>
        max(...left.stage.support.map((it) => this.#time.startKey(it))) >
        max(...right.stage.support.map((it) => this.#time.startKey(it))),
    };
    for (const [rule, prevails] of Object.entries(rules)) {
      for (const left of contenders) {
        if (contenders.every((right) => right === left || prevails(left, right)))
          return { id: left.other.id, rule };
      }
    }
    return null;
  }

  #roots(assertions: readonly Assertion[]): ReadonlySet<string> {
    return new Set(
      assertions.flatMap((it) => {
        const roots = this.#rootsOf.get(it.id) ?? this.#provenance.roots(it);
        this.#rootsOf.set(it.id, roots);
        return [...roots];
      }),
    );
  }
}
