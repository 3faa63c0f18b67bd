import {
  type Assertion,
  type Element,
  type ElementId,
  type Evidence,
  kipError,
  type Proposition,
  PURGED,
} from "../model/index.js";
import { canonicalId, type SpaceView } from "../state/index.js";
import type { Claim } from "./claims.js";
import type { EpistemicRequest } from "./request.js";

/** Why a claim is not eligible for a projection, in the words of the ledger. Protected state may add its own. */
export type Exclusion =
  | "retracted"
  | "superseded"
  | "archived"
  | "tombstoned"
  | "purged"
  | "hypothetical"
  | "predicted"
  | "imported"
  | "recording_invalidated"
  | "context_mismatch"
  | (string & {});

/**
 * The request's context set at the identity resolution of the view, sorted (§25.3, §21.12).
 * @throws `NotFoundOrNotVisible` for a context that is not in the view: an unknown scope never widens or narrows a
 * read silently. `ConstraintViolation` for a reference to something that is no Concept (§13.3).
 */
export function resolveContexts(view: SpaceView, request: EpistemicRequest): readonly ElementId[] {
  const resolved = request.contextRefs.map((ref) => {
    const id = canonicalId(view, ref);
    const element = view.element(id);
    if (element === undefined) {
      throw kipError("NotFoundOrNotVisible", `context ${ref} is not in this memory`, {
        hint: "Find the context Concept with SEARCH or FIND and use its id, or leave context_refs out for general claims.",
        details: { field: "context_refs", id: ref },
      });
    }
    if (element.kind === "concept") return id;
    throw kipError("ConstraintViolation", `context ${ref} is a ${element.kind}, not a Concept`, {
      hint: "A context is a Concept: a situation, a purpose or a domain. Name its id in context_refs.",
      details: { field: "context_refs", id: ref, found: element.kind },
    });
  });
  return [...new Set(resolved)].sort();
}

/** Decides which claims a request admits before time is looked at (§25.3, §25.4, §26, §31.6). */
export class Eligibility {
  readonly #view: SpaceView;
  readonly #request: EpistemicRequest;
  readonly #contexts: ReadonlySet<ElementId>;

  constructor(view: SpaceView, request: EpistemicRequest, contexts: readonly ElementId[]) {
    this.#view = view;
    this.#request = request;
    this.#contexts = new Set(contexts);
  }

  /** Why the claim may not count at all, or null when it is eligible. */
  exclusionOf({ assertion, contexts }: Claim, proposition: Proposition): Exclusion | null {
    return (
      this.#byLifecycle(assertion) ??
      this.#byStorage(assertion) ??
      this.#byStorage(proposition) ??
      this.#byControls(assertion) ??
      this.#byControls(proposition) ??
      this.#byMode(assertion) ??
      ([...contexts].every((id) => this.#contexts.has(id)) ? null : "context_mismatch")
    );
  }

  /**
   * Whether the claim rests on Evidence that can no longer carry it: it cites supporting Evidence, and each piece was
   * corrected or is kept out by protected state. Such a claim cannot give unqualified support (§22.4); nothing follows
   * the correction to the new Evidence on its behalf. Evidence outside the view is given the benefit of the doubt, so
   * that hiding it changes nothing.
   */
  hasLostItsEvidence({ evidence }: Assertion): boolean {
    const support = evidence.filter(({ role }) => role === "support");
    return (
      support.length > 0 &&
      support.every(({ id }) => {
        const evidence = this.#view.element(id);
        return evidence?.kind === "evidence" && this.#isUnusable(evidence);
      })
    );
  }

  /** Whether an element may be shown as a candidate: archived ones only when the request asks for history (§60.1). */
  isListed(element: Element): boolean {
    return this.#byStorage(element) === null;
  }

  #isUnusable(evidence: Evidence): boolean {
    return evidence.lifecycle.status === "corrected" || this.#byControls(evidence) !== null;
  }

  #byLifecycle({ lifecycle }: Assertion): Exclusion | null {
    return lifecycle.status === "active" ? null : lifecycle.status;
  }

  #byStorage({ _system: { state } }: Element): Exclusion | null {
    if (state === "tombstoned" || state === PURGED) return state;
    return state === "archived" && !this.#request.includeHistorical ? state : null;
  }

  /** What protected state says: a recording repair keeps what was never claimed out of every projection (§57.8). */
  #byControls(element: Element): Exclusion | null {
    if (element._system.recording_validity?.status === "invalidated") return "recording_invalidated";
    return this.#request.controls.exclusionOf?.(element) ?? null;
  }

  #byMode({ mode }: Assertion): Exclusion | null {
    const { modes, scenarioModes } = this.#request.policy;
    if (modes.includes(mode)) return null;
    return this.#request.includeHypothetical && scenarioModes.includes(mode) ? null : mode;
  }
}
