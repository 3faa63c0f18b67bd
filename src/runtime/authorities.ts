import type { EpistemicControls } from "../belief/index.js";
import {
  Authority,
  AuthorizedView,
  authorizedPast,
  authorizedView,
  type Caller,
  type ControlState,
  type ElementChanges,
} from "../govern/index.js";
import { digestOf, type Timestamp } from "../model/index.js";
import { PastView, type SpaceState, type SpaceView } from "../state/index.js";

/** What one caller may do and see, as it was last worked out. */
interface Known {
  authority: Authority;
  /** The rules it was worked out from, and the state of the control plane its name is of. */
  readonly rulesVersion: number;
  version: number;
  /** What it sees of the present; null until somebody looks. */
  view: SpaceView | null;
}

/** How many callers' views are kept. One that is pushed out is worked out again. */
const KEPT = 16;

/**
 * The authority and the view of everybody who asks about one Space. Both are worked out once and follow the commits, so
 * that Governance costs a request next to nothing; both are of the control plane as it stands when they are asked for.
 */
export class Authorities {
  readonly #state: SpaceState;
  readonly #control: ControlState;
  readonly #known = new Map<string, Known>();
  /** Who asked last, and asks again more often than not. */
  #latest: { readonly caller: Caller; readonly known: Known } | null = null;

  constructor(state: SpaceState, control: ControlState) {
    this.#state = state;
    this.#control = control;
  }

  /** What a caller may do at an instant, under the rules of this moment. */
  authority(caller: Caller, at: Timestamp): Authority {
    return this.#of(caller, at).authority;
  }

  /** What a caller may see of the present at an instant. */
  view(caller: Caller, at: Timestamp): SpaceView {
    const known = this.#of(caller, at);
    if (known.view instanceof AuthorizedView && known.view.isOutdated) known.view = null;
    known.view ??= authorizedView(this.#state, known.authority);
    return known.view;
  }

  /** What a caller may see of a state of the Space, past or present (§48.5). */
  authorized(caller: Caller, at: Timestamp, view: SpaceView): SpaceView {
    if (view === this.#state) return this.view(caller, at);
    const { authority } = this.#of(caller, at);
    return view instanceof PastView
      ? authorizedPast(view, this.view(caller, at), authority)
      : authorizedView(view, authority);
  }

  /** Makes every view follow what a commit did. */
  follow(changes: ElementChanges): void {
    for (const known of this.#known.values()) {
      if (known.view instanceof AuthorizedView && !known.view.follow(changes)) known.view = null;
    }
  }

  #of(caller: Caller, at: Timestamp): Known {
    const { version, rulesVersion } = this.#control;
    if (this.#latest?.caller === caller) {
      const { known } = this.#latest;
      const stands = known.version === version && known.rulesVersion === rulesVersion;
      if (stands && !hasTurned(known.authority, at)) return known;
    }
    const known = this.#worked(caller, at);
    this.#latest = { caller, known };
    return known;
  }

  #worked(caller: Caller, at: Timestamp): Known {
    const key = `${caller.principal}\u0000${caller.purpose ?? ""}`;
    const known = this.#known.get(key);
    const { version, rulesVersion } = this.#control;
    this.#known.delete(key);
    if (known && known.rulesVersion === rulesVersion && !hasTurned(known.authority, at)) {
      // What was decided about elements alone changes no rule, but what the caller sees has another name.
      if (known.version !== version) known.authority = new Authority(this.#control, caller, at, version);
      known.version = version;
      this.#known.set(key, known);
      return known;
    }
    const fresh: Known = {
      authority: new Authority(this.#control, caller, at, version),
      rulesVersion,
      version,
      view: null,
    };
    this.#known.set(key, fresh);
    const [oldest] = this.#known.keys();
    if (this.#known.size > KEPT && oldest !== undefined) this.#known.delete(oldest);
    return fresh;
  }
}

function hasTurned({ validUntil }: Authority, at: Timestamp): boolean {
  return validUntil !== null && at >= validUntil;
}

/** What protected state means for belief: nothing in quarantine counts, and the basis names what may be seen (§31.6). */
export function epistemicControls({ viewName }: Authority, control: ControlState): EpistemicControls {
  return {
    trustVersion: "trust:none",
    authorizationView: viewName,
    exclusionsIn: (view) => {
      const ids = [...control.elements()]
        .map(({ id }) => id)
        .filter((id) => view.element(id)?.governance.quarantined)
        .sort();
      return ids.length === 0 ? null : `quarantine:${digestOf(ids).slice("sha256:".length)}`;
    },
    exclusionOf: ({ governance }) => (governance.quarantined ? "quarantined" : null),
  };
}
