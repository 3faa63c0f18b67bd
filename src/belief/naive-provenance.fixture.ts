import type { Activity, Assertion, Concept, Element, ElementId, Evidence } from "../model/index.js";

/**
 * A second reading of §23 and §57.6 for comparison: what a claim comes from, and whether a derivation still holds. Sets
 * over everything, repeated until nothing changes; no shared code with the engine.
 *
 * Where the text leaves a choice this follows the engine's own account of it: which Evidence is testimony, a copy or a
 * run (§23.4 says only that a projection may group); testimony without a named speaker is that of who first stated
 * something with it; observing an outcome and repairing a recording are no derivations; any completed contract that holds
 * will do, one of context alone is none for a conclusion, and a tombstoned source is an unavailable one; of two failings
 * the graver counts; what a pinned record was made from is no prerequisite with a contract, but a revised root (§57.5).
 */

/** 0 is current, 1 needs review, 2 is unverifiable. */
export type Validity = 0 | 1 | 2;

/** What the check has to be told about claims. */
export interface ClaimFacts {
  readonly hasLostEvidence: (assertion: Assertion) => boolean;
  readonly hasEnded: (assertion: Assertion) => boolean;
}

interface Basis {
  readonly groups: readonly {
    readonly role: string;
    readonly pins: readonly {
      readonly id: ElementId;
      readonly version: number;
      readonly planes?: Readonly<Record<string, number>>;
    }[];
  }[];
  readonly queries?: readonly unknown[];
}

const worst = (values: readonly Validity[]): Validity => Math.max(0, ...values) as Validity;

export class NaiveProvenance {
  readonly #elements: ReadonlyMap<ElementId, Element>;
  readonly #activities: readonly Activity[];
  readonly #isKeptOut: (element: Element) => boolean;

  constructor(elements: readonly Element[], isKeptOut: (element: Element) => boolean) {
    this.#elements = new Map(elements.map((element) => [element.id, element]));
    this.#activities = elements.filter((it): it is Activity => it.kind === "activity");
    this.#isKeptOut = isKeptOut;
  }

  // §23

  /** The independent sources of a claim, each by a name of its own. */
  roots(assertion: Assertion): ReadonlySet<string> {
    const reached = this.#closure(assertion, (it) => this.#madeFrom(it));
    const ends = reached.filter((it) => this.#madeFrom(it).length === 0);
    const roots = new Set(ends.map((it) => this.#group(it)));
    const isEvent = assertion.mode === "stated" || assertion.mode === "observed";
    return roots.size === 0 && isEvent ? new Set([assertion.asserted_by.id]) : roots;
  }

  /** An element and everything that can be reached from it, in any number of steps. */
  #closure(start: Element, next: (element: Element) => readonly Element[]): readonly Element[] {
    let reached = new Set([start]);
    for (;;) {
      const more = new Set([...reached, ...[...reached].flatMap(next)]);
      if (more.size === reached.size) return [...reached];
      reached = more;
    }
  }

  #madeFrom(element: Element): readonly Element[] {
    const cited =
      element.kind === "assertion"
        ? element.evidence.filter(({ role }) => role === "support").map(({ id }) => id)
        : element.kind === "evidence"
          ? element.source.map(({ id }) => id).filter((id) => this.#elements.get(id)?.kind === "evidence")
          : [];
    return [...this.#found(cited), ...this.#derivedFrom(element)];
  }

  #derivedFrom(element: Element): readonly Element[] {
    const premises = this.#producersOf(element)
      .filter(({ status }) => status !== "failed" && status !== "cancelled")
      .filter(({ activity_class }) => !["outcome_observation", "recording_repair"].includes(activity_class))
      .flatMap((activity) => {
        const groups = this.#basisOf(activity)?.groups ?? [];
        const pinned = (isContext: boolean) =>
          groups
            .filter(({ role }) => (role === "context") === isContext)
            .flatMap(({ pins }) => pins.map(({ id }) => id));
        const inputs = activity.inputs.map(({ id }) => id).filter((id) => !pinned(true).includes(id));
        return [...inputs, ...pinned(false)];
      });
    // A person or a service that takes part is no source; a note that was made from something is.
    return this.#found(premises).filter(
      (it) => it.kind === "evidence" || it.kind === "assertion" || this.#isMade(it),
    );
  }

  #isMade(element: Element): boolean {
    return this.#producersOf(element).some(({ inputs }) => inputs.length > 0);
  }

  #producersOf({ id }: Element): readonly Activity[] {
    return this.#activities.filter(({ outputs }) => outputs.some((output) => output.id === id));
  }

  #found(ids: readonly ElementId[]): readonly Element[] {
    return ids.map((id) => this.#elements.get(id)).filter((it) => it !== undefined);
  }

  #group(element: Element): string {
    if (element.kind === "assertion") return element.asserted_by.id;
    if (element.kind !== "evidence") return element.id;
    switch (element.evidence_class) {
      case "document":
      case "web_resource":
      case "external_assertion":
      case "derived_result":
        return element.content_digest;
      case "user_statement":
      case "agent_statement":
      case "message":
      case "human_feedback":
        return this.#speakerOf(element);
      default:
        return this.#runOf(element) ?? element.id;
    }
  }

  #speakerOf({ id, source }: Evidence): string {
    const speakers = source.map((it) => it.id).filter((it) => this.#elements.get(it)?.kind === "concept");
    if (speakers.length > 0) return [...new Set(speakers)].sort().join("+");
    const stated = [...this.#elements.values()].find(
      (it): it is Assertion =>
        it.kind === "assertion" && it.mode === "stated" && it.evidence.some((cited) => cited.id === id),
    );
    return stated?.asserted_by.id ?? id;
  }

  #runOf(evidence: Evidence): string | undefined {
    return this.#producersOf(evidence).find(({ activity_class }) => activity_class === "tool_execution")?.id;
  }

  // §57.6

  /** How far each derivation may be relied on. All are unverifiable until their sources show otherwise. */
  validity(claims: ClaimFacts): ReadonlyMap<ElementId, Validity> {
    const derived = [...this.#elements.values()].filter((it) => this.#isDerived(it));
    let known = new Map<ElementId, Validity>(derived.map(({ id }) => [id, 2]));
    for (;;) {
      const next = new Map(derived.map((it) => [it.id, this.#judge(it, known, claims)]));
      if (derived.every(({ id }) => next.get(id) === known.get(id))) return known;
      known = next;
    }
  }

  /** The claims that some inferences are pinned to, directly or through one another. */
  premisesOf(assertions: readonly Assertion[]): readonly Assertion[] {
    const pinned = (it: Element) =>
      this.#found(
        this.#producersOf(it).flatMap(
          (activity) => this.#basisOf(activity)?.groups.flatMap(({ pins }) => pins.map(({ id }) => id)) ?? [],
        ),
      );
    return assertions
      .flatMap((it) => this.#closure(it, pinned).slice(1))
      .filter((it) => it.kind === "assertion");
  }

  #isDerived(element: Element): element is Assertion | Concept {
    return element.kind === "assertion"
      ? element.mode === "inferred"
      : element.kind === "concept" && this.#isMade(element);
  }

  #judge(element: Element, known: ReadonlyMap<ElementId, Validity>, claims: ClaimFacts): Validity {
    const contracts = this.#producersOf(element)
      .filter(({ status }) => status === "completed")
      .map((activity) => this.#basisOf(activity))
      .filter((basis) => basis !== null)
      .filter(
        ({ groups, queries }) =>
          element.kind === "concept" || queries || groups.some(({ role }) => role !== "context"),
      );
    const found = contracts.map(({ groups, queries }) =>
      worst([
        queries ? 2 : 0,
        ...groups.map(({ role, pins }) => {
          const each = pins.map((pin) => this.#judgePin(pin, known, claims));
          if (role === "context" || (role === "any_of" && each.includes(0))) return 0;
          return worst(role === "any_of" ? [1, ...each] : each);
        }),
      ]),
    );
    return worst([this.#isInvalidated(element) ? 1 : 0, Math.min(2, ...found) as Validity]);
  }

  #judgePin(
    { id, version, planes }: Basis["groups"][number]["pins"][number],
    known: ReadonlyMap<ElementId, Validity>,
    claims: ClaimFacts,
  ): Validity {
    const source = this.#elements.get(id);
    if (source === undefined || source._system.state === "tombstoned") return 2;
    const counters = source._system.plane_versions;
    const changed = planes
      ? Object.entries(planes).some(
          ([name, counter]) => (name === "attributes" ? (counters.attributes ?? 0) : 0) !== counter,
        )
      : source._system.version !== version;
    const behind =
      source.kind === "evidence" ? this.#closure(source, (it) => this.#sourcesOfRecord(it)) : [source];
    return worst([
      changed ? 1 : 0,
      behind.some((it) => this.#isRevised(it, claims)) ? 1 : 0,
      source.kind === "assertion" && claims.hasEnded(source) ? 1 : 0,
      known.get(id) ?? 0,
    ]);
  }

  /** What a record was made from but did not correct. A claim's own citations are for `hasLostEvidence` to judge. */
  #sourcesOfRecord(element: Element): readonly Element[] {
    if (element.kind !== "evidence") return this.#derivedFrom(element);
    return this.#madeFrom(element).filter(({ id }) => !element.lifecycle.corrects.some((it) => it.id === id));
  }

  #isRevised(element: Element, claims: ClaimFacts): boolean {
    if (this.#isInvalidated(element) || this.#isKeptOut(element)) return true;
    switch (element.kind) {
      case "evidence":
        return element.lifecycle.status === "corrected";
      case "assertion":
        return element.lifecycle.status !== "active" || claims.hasLostEvidence(element);
      case "concept":
        return element.merged_into !== null;
      default:
        return false;
    }
  }

  #isInvalidated({ _system }: Element): boolean {
    return _system.recording_validity?.status === "invalidated";
  }

  #basisOf({ facets }: Activity): Basis | null {
    return (Object.values(facets)[0] as unknown as Basis | undefined) ?? null;
  }
}
