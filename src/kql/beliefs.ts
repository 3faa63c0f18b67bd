import { type EpistemicRequest, type ProjectionTarget, Projector, resolveContexts } from "../belief/index.js";
import { ComputedMembers } from "../derive/index.js";
import {
  type ElementId,
  isElementRef,
  type JsonObject,
  type Projection,
  type ProjectionBasis,
  type PropositionObject,
  type SlotProjection,
  type Timestamp,
} from "../model/index.js";
import { canonicalId, canonicalObject, objectKey, type SpaceView } from "../state/index.js";
import { BeliefValue } from "./values.js";

/** The projections one query asks for: each target projected once, and what all of them rest on (§21.12, §50). */
export class Beliefs {
  readonly #view: SpaceView;
  readonly #request: EpistemicRequest;
  readonly #known = new Map<string, BeliefValue>();
  #usesBelief = false;
  #contexts: readonly ElementId[] | null = null;
  #projector: Projector | null = null;
  #basis: ProjectionBasis | null = null;
  #nextDependencyChange: Timestamp | null = null;

  constructor(view: SpaceView, request: EpistemicRequest) {
    this.#view = view;
    this.#request = request;
  }

  /**
   * Resolves the request's contexts, which are right or wrong whatever the patterns find (§44.2). A query that asks for no
   * belief may be sent by a caller who may not project: its contexts have to be known to the reader, and no more.
   * `contextsIn` is the view they are in, where that is another than the one that is matched.
   * @throws `NotFoundOrNotVisible` for one that is not in the view, `ConstraintViolation` for what is no Concept (§25.3).
   */
  requireContexts(usesBelief: boolean, contextsIn: SpaceView = this.#view): void {
    this.#usesBelief = usesBelief;
    const view = usesBelief ? (contextsIn.projecting ?? contextsIn) : contextsIn;
    this.#contexts = resolveContexts(view, this.#request);
  }

  /**
   * The coordinates all beliefs share, invalid as soon as the first of them is. Also where none was found: the policy and
   * the world time were used to find none (§50). Null where none was asked for.
   */
  get basis(): ProjectionBasis | null {
    return this.#basis ?? (this.#usesBelief ? this.#projecting().basis : null);
  }

  /** When the first of the beliefs, or of the judgements of dependency validity, becomes invalid; null for never. */
  get nextInvalidAt(): Timestamp | null {
    const next = this.#basis?.next_invalid_at ?? null;
    const dependent = this.#nextDependencyChange;
    return next === null || (dependent !== null && dependent < next) ? dependent : next;
  }

  /**
   * The belief about a stored Proposition (§46.1). One that may be known of and not projected is answered as its tuple is:
   * as if nobody had stored it.
   */
  stored(proposition: ElementId): BeliefValue {
    const { projecting } = this.#view;
    const known = projecting?.element(proposition) ? undefined : this.#view.element(proposition);
    if (projecting !== undefined && known?.kind === "proposition") {
      const lineage = this.#view.environment.canonicalLineage("PredicateType", known.predicate_ref);
      return this.grounded(known.subject.id, lineage, known.object);
    }
    return this.#belief(`p ${proposition}`, { proposition });
  }

  /** The belief about a grounded tuple, stored or not (§46.4). A null subject stands for a Literal. */
  grounded(subject: ElementId | null, lineage: string, object: PropositionObject): BeliefValue {
    const ends = `${this.#subjectKey(subject)} ${lineage} ${objectKey(canonicalObject(this.#view, object))}`;
    return this.#belief(`t ${ends}`, { subject, predicateRef: lineage, object });
  }

  /** The belief about a slot (§47). A null subject stands for a Literal. */
  slot(subject: ElementId | null, lineage: string): BeliefValue {
    const key = `s ${this.#subjectKey(subject)} ${lineage}`;
    return this.#remember(key, () => [key, this.#projecting().slot(subject, lineage)]);
  }

  /** The computed members of a read evaluated at an instant, with validity as these beliefs judge it (§18.2, §57.6). */
  computedMembers(now: Timestamp): ComputedMembers {
    return new ComputedMembers(this.#view, {
      now,
      dependencyValidity: ({ id }) => {
        const validity = this.#projecting().dependencyValidity(id);
        const next = validity?.basis.next_invalid_at ?? null;
        const known = this.#nextDependencyChange;
        if (next !== null && (known === null || next < known)) this.#nextDependencyChange = next;
        return validity as JsonObject | null;
      },
    });
  }

  #belief(key: string, target: ProjectionTarget): BeliefValue {
    return this.#remember(key, () => {
      const projection = this.#projecting().proposition(target);
      // The same Proposition is the same belief, however it was named (§42.5).
      return [projection.proposition_id === null ? key : `p ${projection.proposition_id}`, projection];
    });
  }

  #remember(key: string, project: () => readonly [string, Projection | SlotProjection]): BeliefValue {
    const known = this.#known.get(key);
    if (known) return known;
    const [target, projection] = project();
    const belief = new BeliefValue(target, projection);
    this.#known.set(key, belief);
    this.#basis = earlier(this.#basis, projection.basis);
    return belief;
  }

  #projecting(): Projector {
    this.#projector ??= new Projector(this.#view, this.#request, this.#contexts ?? undefined);
    return this.#projector;
  }

  #subjectKey(subject: ElementId | null): string {
    return subject === null ? "" : canonicalId(this.#view, subject);
  }
}

function earlier(known: ProjectionBasis | null, next: ProjectionBasis): ProjectionBasis {
  if (known === null || known.next_invalid_at === null) return next;
  return next.next_invalid_at !== null && next.next_invalid_at < known.next_invalid_at ? next : known;
}

/** The object a binding's value can be in a Proposition, or undefined when it can be none (§9.2). */
export function objectOf(value: unknown): PropositionObject | undefined {
  if (isElementRef(value)) return value;
  if (typeof value === "string") return value.normalize("NFC");
  return value === null || typeof value === "number" || typeof value === "boolean" ? value : undefined;
}
