import type {
  Activity,
  Assertion,
  Element,
  ElementId,
  Proposition,
  TimeBound,
  Timestamp,
  ValidTimeEndpoint,
} from "../model/index.js";
import type { SlotRules } from "./slot-rules.js";

/**
 * A second reading of §21 and §25, for comparison: sets and loops over everything, no indexes, no caches, no shared
 * code with the engine. It knows as much provenance as the generated memories have: Evidence without sources, and one
 * DependencyBasis an inference.
 */

export interface NaiveRequest {
  readonly at: Timestamp;
  readonly contexts: readonly ElementId[];
  readonly hypothetical: boolean;
  /** Whether the three rules of `kip:memory-default` apply. */
  readonly memoryDefault: boolean;
}

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
  readonly next_invalid_at: Timestamp | null;
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
interface Sides {
  readonly earliest: string;
  readonly latest: string;
}
interface Span {
  readonly start: Sides;
  readonly end: Sides;
}

// Timestamps compare as strings; these two lie outside them.
const BEGINNING = "";
const NEVER = "~";

const max = (...values: readonly string[]) => [...values].sort().at(-1) ?? BEGINNING;
const min = (...values: readonly string[]) => [...values].sort().at(0) ?? NEVER;

export class NaiveProjection {
  readonly #elements: ReadonlyMap<ElementId, Element>;
  readonly #rules: SlotRules;
  readonly #request: NaiveRequest;
  /** Remembered only so that ten thousand cases take seconds. */
  readonly #spans = new Map<ElementId, Span>();

  constructor(elements: readonly Element[], rules: SlotRules, request: NaiveRequest) {
    this.#elements = new Map(elements.map((element) => [element.id, element]));
    this.#rules = rules;
    this.#request = request;
  }

  /** The belief about every stored Proposition of a subject's only predicate, by Proposition. */
  beliefs(propositions: readonly Proposition[]): ReadonlyMap<ElementId, NaiveBelief> {
    return new Map(
      propositions.map((proposition) => [proposition.id, this.#belief(proposition, propositions)]),
    );
  }

  #belief(proposition: Proposition, all: readonly Proposition[]): NaiveBelief {
    const scope = all.filter((other) => this.#sameScope(other, proposition));
    const own = this.#stageOne(proposition, scope);
    const rivals = scope.map((other) => ({ other, stage: this.#stageOne(other, scope) }));
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
      next_invalid_at: this.#nextChange(scope),
    };
  }

  #sameScope(left: Proposition, right: Proposition): boolean {
    if (left.id === right.id || this.#rules.functional) return true;
    if (this.#rules.functionalBy !== null) return this.#typeOf(left) === this.#typeOf(right);
    return (
      this.#rules.booleanCompleteness && [left, right].every(({ object }) => typeof object === "boolean")
    );
  }

  #typeOf({ object }: Proposition): string {
    const element = typeof object === "object" && object !== null ? this.#elements.get(object.id) : undefined;
    return element?.kind === "concept" ? element.schema_ref : "?";
  }

  #assertionsOf(proposition: Proposition): readonly Assertion[] {
    return [...this.#elements.values()].filter(
      (element): element is Assertion =>
        element.kind === "assertion" && element.proposition.id === proposition.id,
    );
  }

  #eligible(assertion: Assertion): boolean {
    const modes = [
      "stated",
      "observed",
      "inferred",
      ...(this.#request.hypothetical ? ["hypothetical", "predicted"] : []),
    ];
    return (
      assertion.lifecycle.status === "active" &&
      modes.includes(assertion.mode) &&
      assertion.context_refs.every(({ id }) => this.#request.contexts.includes(id))
    );
  }

  #lostEvidence(assertion: Assertion): boolean {
    return (
      assertion.evidence.length > 0 &&
      assertion.evidence.every(({ id }) => {
        const evidence = this.#elements.get(id);
        return evidence?.kind === "evidence" && evidence.lifecycle.status === "corrected";
      })
    );
  }

  // §25.2 to §25.5

  #written({ valid_time, asserted_at }: Assertion): Span {
    const sides = (endpoint: Timestamp | TimeBound): Sides =>
      typeof endpoint === "string"
        ? { earliest: endpoint, latest: endpoint }
        : { earliest: endpoint.earliest ?? BEGINNING, latest: endpoint.latest ?? NEVER };
    const given = (endpoint: ValidTimeEndpoint | undefined) => endpoint ?? null;
    const from = given(valid_time.from);
    const until = given(valid_time.until);
    return {
      start: from === null ? { earliest: BEGINNING, latest: asserted_at } : sides(from),
      end: until === null ? { earliest: NEVER, latest: NEVER } : sides(until),
    };
  }

  #startKey(assertion: Assertion): string {
    const { latest } = this.#written(assertion).start;
    return latest === NEVER ? assertion.asserted_at : latest;
  }

  #onLines(assertion: Assertion): boolean {
    const spoken = assertion.mode === "stated" || assertion.mode === "observed";
    return (
      this.#eligible(assertion) &&
      !this.#lostEvidence(assertion) &&
      (spoken || (assertion.valid_time.from ?? null) !== null)
    );
  }

  /** The claims of a line through `assertion` that disagree with it. */
  #disagreeing(
    assertion: Assertion,
    scope: readonly Proposition[],
    line: "proposition" | "slot",
  ): readonly Assertion[] {
    const contexts = (it: Assertion) =>
      it.context_refs
        .map(({ id }) => id)
        .sort()
        .join();
    return scope
      .flatMap((proposition) => this.#assertionsOf(proposition))
      .filter((other) => this.#onLines(other))
      .filter(
        (other) =>
          other.asserted_by.id === assertion.asserted_by.id && contexts(other) === contexts(assertion),
      )
      .filter((other) =>
        line === "proposition"
          ? other.proposition.id === assertion.proposition.id && other.stance !== assertion.stance
          : other.proposition.id !== assertion.proposition.id && other.stance === "support",
      );
  }

  #lineStart(assertion: Assertion, scope: readonly Proposition[], line: "proposition" | "slot"): Sides {
    const { start } = this.#written(assertion);
    if (typeof assertion.valid_time.from === "string") return start;
    const key = this.#startKey(assertion);
    const before = this.#disagreeing(assertion, scope, line)
      .map((other) => this.#startKey(other))
      .filter((other) => other < key);
    if (before.length === 0) return start;
    return { earliest: max(start.earliest, ...before), latest: key < start.earliest ? start.latest : key };
  }

  #lineEnd(assertion: Assertion, scope: readonly Proposition[], line: "proposition" | "slot"): Sides {
    const { end } = this.#written(assertion);
    if ((assertion.valid_time.until ?? null) !== null) return end;
    const after = this.#disagreeing(assertion, scope, line).filter(
      (other) => this.#startKey(other) > this.#startKey(assertion),
    );
    if (after.length === 0) return end;
    const nearest = min(...after.map((other) => this.#startKey(other)));
    const starts = after
      .filter((other) => this.#startKey(other) === nearest)
      .map((other) => this.#lineStart(other, scope, line));
    return {
      earliest: min(...starts.map(({ earliest }) => earliest)),
      latest: min(...starts.map(({ latest }) => latest)),
    };
  }

  #effective(assertion: Assertion, scope: readonly Proposition[]): Span {
    if (!this.#onLines(assertion)) return this.#written(assertion);
    const slotLine =
      (this.#rules.functional || this.#rules.functionalBy !== null) && assertion.stance === "support";
    const lines: readonly ("proposition" | "slot")[] = slotLine ? ["proposition", "slot"] : ["proposition"];
    const starts = lines.map((line) => this.#lineStart(assertion, scope, line));
    const ends = lines.map((line) => this.#lineEnd(assertion, scope, line));
    const latestGiven = starts.map(({ latest }) => latest).filter((latest) => latest !== NEVER);
    return {
      start: {
        earliest: max(...starts.map(({ earliest }) => earliest)),
        latest: latestGiven.length > 0 ? max(...latestGiven) : NEVER,
      },
      end: {
        earliest: min(...ends.map(({ earliest }) => earliest)),
        latest: min(...ends.map(({ latest }) => latest)),
      },
    };
  }

  #standing(assertion: Assertion, scope: readonly Proposition[], at: string): string {
    const known = this.#spans.get(assertion.id);
    const { start, end } = known ?? this.#effective(assertion, scope);
    if (!known) this.#spans.set(assertion.id, { start, end });
    if (start.earliest > at || end.latest <= at) return "outside";
    return start.latest <= at && end.earliest > at ? "inside" : "indeterminate";
  }

  /** Every instant any claim names, tried in turn: standings change nowhere else. */
  #nextChange(scope: readonly Proposition[]): Timestamp | null {
    const eligible = scope.flatMap((it) => this.#assertionsOf(it)).filter((it) => this.#eligible(it));
    const instants = eligible.flatMap((it) => {
      const { start, end } = this.#written(it);
      return [start.earliest, start.latest, end.earliest, end.latest, it.asserted_at];
    });
    const standings = (at: string) => eligible.map((it) => this.#standing(it, scope, at)).join();
    const now = standings(this.#request.at);
    const later = [...new Set(instants)].filter((it) => it > this.#request.at && it !== NEVER).sort();
    return (later.find((it) => standings(it) !== now) ?? null) as Timestamp | null;
  }

  // §21.11, first stage

  #stageOne(proposition: Proposition, scope: readonly Proposition[]): StageOne {
    const bearing = this.#assertionsOf(proposition)
      .filter((it) => this.#eligible(it))
      .filter((it) => this.#standing(it, scope, this.#request.at) !== "outside");
    const definite = bearing
      .filter((it) => !this.#lostEvidence(it) && it.stance !== "uncertain")
      .filter((it) => this.#standing(it, scope, this.#request.at) === "inside");
    const full = definite.filter((it) => it.mode !== "inferred" || this.#isCurrent(it));
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
        if (this.#lostEvidence(it)) return "evidence_corrected";
        if (this.#standing(it, scope, this.#request.at) !== "inside") return "temporal_indeterminate";
        return it.stance === "uncertain" ? "stance_uncertain" : "dependency_unverifiable";
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

  #isCurrent(assertion: Assertion): boolean {
    return [...this.#elements.values()].some(
      (element) =>
        element.kind === "activity" &&
        element.outputs.some(({ id }) => id === assertion.id) &&
        Object.keys((element as Activity).facets).length > 0,
    );
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
    const roots = (assertions: readonly Assertion[]) => new Set(assertions.flatMap((it) => this.#roots(it)));
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
        max(...left.stage.support.map((it) => this.#startKey(it))) >
        max(...right.stage.support.map((it) => this.#startKey(it))),
    };
    for (const [rule, prevails] of Object.entries(rules)) {
      for (const left of contenders) {
        if (contenders.every((right) => right === left || prevails(left, right)))
          return { id: left.other.id, rule };
      }
    }
    return null;
  }

  #roots(assertion: Assertion): readonly string[] {
    const pinned = [...this.#elements.values()]
      .filter(
        (it): it is Activity => it.kind === "activity" && it.outputs.some(({ id }) => id === assertion.id),
      )
      .flatMap(({ inputs }) => inputs.map(({ id }) => id));
    const sources = [...new Set([...assertion.evidence.map(({ id }) => id), ...pinned])];
    return sources.length > 0 ? sources : [assertion.asserted_by.id];
  }
}
