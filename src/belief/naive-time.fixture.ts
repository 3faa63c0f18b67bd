import type {
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
 * A second reading of §25, for comparison: which claims a request admits and when they hold. Where the text leaves a
 * choice it follows the engine's own account: Evidence that protected state keeps out carries a claim no better than
 * corrected Evidence (§22.4), and what was archived counts in a historical read (§60.1).
 */

export interface NaiveRequest {
  readonly at: Timestamp;
  readonly contexts: readonly ElementId[];
  readonly hypothetical: boolean;
  readonly historical: boolean;
  /** What is in quarantine (§31.6). */
  readonly quarantined: ReadonlySet<ElementId>;
  /** Whether the three rules of `kip:memory-default` apply. */
  readonly memoryDefault: boolean;
}

export interface Sides {
  readonly earliest: string;
  readonly latest: string;
}
export interface Span {
  readonly start: Sides;
  readonly end: Sides;
}

// Timestamps compare as strings; these two lie outside them.
const BEGINNING = "";
export const NEVER = "~";

export const max = (...values: readonly string[]) => [...values].sort().at(-1) ?? BEGINNING;
const min = (...values: readonly string[]) => [...values].sort().at(0) ?? NEVER;

export class NaiveTimeline {
  readonly #elements: ReadonlyMap<ElementId, Element>;
  readonly #all: readonly Proposition[];
  readonly #rules: SlotRules;
  readonly #request: NaiveRequest;
  /** Remembered only so that ten thousand cases take seconds. */
  readonly #spans = new Map<ElementId, Span>();

  constructor(
    elements: readonly Element[],
    propositions: readonly Proposition[],
    rules: SlotRules,
    request: NaiveRequest,
  ) {
    this.#elements = new Map(elements.map((element) => [element.id, element]));
    this.#all = propositions;
    this.#rules = rules;
    this.#request = request;
  }

  /** The Propositions judged together with one (§20.15). */
  scopeOf(proposition: Proposition): readonly Proposition[] {
    return this.#all.filter((other) => this.#sameScope(other, proposition));
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

  assertionsOf(proposition: Proposition): readonly Assertion[] {
    return [...this.#elements.values()].filter(
      (element): element is Assertion =>
        element.kind === "assertion" && element.proposition.id === proposition.id,
    );
  }

  /** Whether the request admits a claim, before time is looked at (§25.3, §26). */
  eligible(assertion: Assertion): boolean {
    const modes = [
      "stated",
      "observed",
      "inferred",
      ...(this.#request.hypothetical ? ["hypothetical", "predicted"] : []),
    ];
    const proposition = this.#elements.get(assertion.proposition.id);
    return (
      assertion.lifecycle.status === "active" &&
      [assertion, proposition].every((it) => it !== undefined && this.#isInRecall(it)) &&
      modes.includes(assertion.mode) &&
      assertion.context_refs.every(({ id }) => this.#request.contexts.includes(id))
    );
  }

  #isInRecall(element: Element): boolean {
    const { state } = element._system;
    return (
      !this.#isKeptOut(element) && (state === "active" || (state === "archived" && this.#request.historical))
    );
  }

  /** Quarantined, or found to misread its source (§31.6, §57.8). */
  #isKeptOut({ id, _system }: Element): boolean {
    return this.#request.quarantined.has(id) || _system.recording_validity?.status === "invalidated";
  }

  /** Whether nothing is left of the Evidence a claim cites in support (§22.4). */
  lostEvidence(assertion: Assertion): boolean {
    const support = assertion.evidence.filter(({ role }) => role === "support");
    return (
      support.length > 0 &&
      support.every(({ id }) => {
        const evidence = this.#elements.get(id);
        return (
          evidence?.kind === "evidence" &&
          (evidence.lifecycle.status === "corrected" || this.#isKeptOut(evidence))
        );
      })
    );
  }

  // §25.2 to §25.5

  written({ valid_time, asserted_at }: Assertion): Span {
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

  startKey(assertion: Assertion): string {
    const { latest } = this.written(assertion).start;
    return latest === NEVER ? assertion.asserted_at : latest;
  }

  #onLines(assertion: Assertion): boolean {
    const spoken = assertion.mode === "stated" || assertion.mode === "observed";
    return (
      this.eligible(assertion) &&
      !this.lostEvidence(assertion) &&
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
      .flatMap((proposition) => this.assertionsOf(proposition))
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
    const { start } = this.written(assertion);
    if (typeof assertion.valid_time.from === "string") return start;
    const key = this.startKey(assertion);
    const before = this.#disagreeing(assertion, scope, line)
      .map((other) => this.startKey(other))
      .filter((other) => other < key);
    if (before.length === 0) return start;
    return { earliest: max(start.earliest, ...before), latest: key < start.earliest ? start.latest : key };
  }

  #lineEnd(assertion: Assertion, scope: readonly Proposition[], line: "proposition" | "slot"): Sides {
    const { end } = this.written(assertion);
    if ((assertion.valid_time.until ?? null) !== null) return end;
    const after = this.#disagreeing(assertion, scope, line).filter(
      (other) => this.startKey(other) > this.startKey(assertion),
    );
    if (after.length === 0) return end;
    const nearest = min(...after.map((other) => this.startKey(other)));
    const starts = after
      .filter((other) => this.startKey(other) === nearest)
      .map((other) => this.#lineStart(other, scope, line));
    return {
      earliest: min(...starts.map(({ earliest }) => earliest)),
      latest: min(...starts.map(({ latest }) => latest)),
    };
  }

  #effective(assertion: Assertion, scope: readonly Proposition[]): Span {
    if (!this.#onLines(assertion)) return this.written(assertion);
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

  /** When a claim holds: as written, where the request leaves it out and it is on no line (§14.3, §25.4). */
  span(assertion: Assertion): Span {
    const known = this.#spans.get(assertion.id);
    if (known) return known;
    const proposition = this.#elements.get(assertion.proposition.id) as Proposition;
    const span = this.#effective(assertion, this.scopeOf(proposition));
    this.#spans.set(assertion.id, span);
    return span;
  }

  hasEnded(assertion: Assertion, at: string): boolean {
    return this.span(assertion).end.latest <= at;
  }

  standing(assertion: Assertion, at: string): string {
    const { start, end } = this.span(assertion);
    if (start.earliest > at || end.latest <= at) return "outside";
    return start.latest <= at && end.earliest > at ? "inside" : "indeterminate";
  }
}
