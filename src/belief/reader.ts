import type { ElementId } from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import { rootGroupsOf } from "./provenance.js";
import type { WeighedClaim } from "./weighing.js";

/** How a root group is shown: by its name, or by a number where the name is not the reader's to know. */
export type RootNames = (group: string) => string;

/** Stands for why a claim plays no part, where the reason would tell what the claim says. */
export const WITHHELD = "withheld";

/**
 * What whoever asked may be shown of what was weighed (§29.4, §49.2). A status is given to who may project, and with it
 * what belongs to it whoever reads: which claims stand on which side, how many independent roots those have, the rule
 * that decided, and until when the answer holds. What a claim says besides, who makes it, when it holds and what it
 * rests on is for who may read the claim.
 */
export class Reader {
  readonly #seen: SpaceView;
  readonly #projected: SpaceView;

  /** `seen` is the view that is read, `projected` the one that is projected from; the same one for most callers. */
  constructor(seen: SpaceView, projected: SpaceView) {
    this.#seen = seen;
    this.#projected = projected;
  }

  /** Whether an element is in the view that is read. */
  knows(id: ElementId): boolean {
    return this.#seen.element(id) !== undefined;
  }

  /** Whether an element may be projected from and not be read. */
  isWithheld(id: ElementId): boolean {
    return this.#seen.element(id)?.governance.withheld === true;
  }

  /** Whether a claim may be weighed and not be read. */
  mayNotRead({ timed }: WeighedClaim): boolean {
    return this.isWithheld(timed.claim.assertion.id);
  }

  /** Why a claim plays no part, as far as the reader may know. */
  reasonOf(claim: WeighedClaim): string | null {
    return claim.reason !== null && this.mayNotRead(claim) ? WITHHELD : claim.reason;
  }

  /**
   * How the roots behind some claims are shown. A group is named after a speaker or after a content, so one that the
   * reader could not find out itself is numbered: that it is one source, and not which.
   */
  rootNames(claims: readonly WeighedClaim[]): RootNames {
    if (this.#seen === this.#projected) return (group) => group;
    const readable = claims.filter((claim) => !this.mayNotRead(claim));
    const known = new Set(readable.flatMap((claim) => this.#knownRoots(claim)));
    const numbers = new Map<string, number>();
    for (const group of claims.flatMap(({ rootGroups }) => rootGroups)) {
      if (!known.has(group) && !numbers.has(group)) numbers.set(group, numbers.size + 1);
    }
    return (group) => (numbers.has(group) ? `root:${WITHHELD}-${numbers.get(group)}` : group);
  }

  /** The roots of a claim that are found in what is read, and all of them where no step on the way to them is withheld. */
  #knownRoots({ timed, rootGroups }: WeighedClaim): readonly string[] {
    const { assertion } = timed.claim;
    const steps = new Set<ElementId>();
    rootGroupsOf(noting(this.#projected, steps), assertion);
    const isOpen = ![...steps].some((id) => this.isWithheld(id));
    return isOpen ? rootGroups : rootGroupsOf(this.#seen, assertion);
  }
}

/** The same view, noting which elements are looked at. */
function noting(view: SpaceView, looked: Set<ElementId>): SpaceView {
  const element = (id: ElementId) => {
    looked.add(id);
    return view.element(id);
  };
  return new Proxy(view, {
    get: (target, name) => {
      if (name === "element") return element;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}
