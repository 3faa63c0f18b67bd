import type {
  ClientKeyBinding,
  Element,
  ElementId,
  ElementKind,
  IdentityDecision,
  SpaceId,
} from "../model/index.js";
import type { SchemaEnvironment } from "../schema/index.js";
import { type IndexKey, indexKeysOf } from "./index-keys.js";
import type { AppliedCommit } from "./space-state.js";
import { clientKeySlot } from "./space-state.js";
import type { SpaceView } from "./view.js";

/** What a commit changed that a reader can have seen. */
export type Written = Pick<AppliedCommit, "elements" | "clientKeys" | "identity" | "erasures">;

/** What was read of a state of a Space, whether or not it was there. */
class Reads {
  readonly ids = new Set<ElementId>();
  readonly keys = new Set<IndexKey>();
  readonly clientKeys = new Set<string>();
  readonly decided = new Set<ElementId>();
}

/**
 * A view that notes what is read through it: elements by id, what index keys lead to, client keys and identity
 * decisions. An evaluation that depends on nothing else would read the same again, and so give the same, as long as no
 * commit touched any of it. Not noted: `estimate`, which may change how an answer is found but never the answer; the
 * coordinates `seq` and `identityVersion`; and what is in force for the whole Space, the Schema Environment and `$self`.
 */
export class RecordingView implements SpaceView {
  readonly #view: SpaceView;
  readonly #reads: Reads;
  #projecting: RecordingView | null = null;

  constructor(view: SpaceView, reads: Reads = new Reads()) {
    this.#view = view;
    this.#reads = reads;
  }

  get spaceId(): SpaceId {
    return this.#view.spaceId;
  }

  get seq(): number {
    return this.#view.seq;
  }

  get environment(): SchemaEnvironment {
    return this.#view.environment;
  }

  get identityVersion(): number {
    return this.#view.identityVersion;
  }

  get selfId(): ElementId | null {
    return this.#view.selfId;
  }

  element(id: ElementId): Element | undefined {
    this.#reads.ids.add(id);
    return this.#view.element(id);
  }

  *lookup(key: IndexKey): Iterable<ElementId> {
    this.#reads.keys.add(key);
    for (const id of this.#view.lookup(key)) {
      // One that leaves the key is no longer filed under it, so its new version would not tell.
      this.#reads.ids.add(id);
      yield id;
    }
  }

  estimate(key: IndexKey): number {
    return this.#view.estimate(key);
  }

  clientKey(kind: ElementKind, clientKey: string): ClientKeyBinding | undefined {
    this.#reads.clientKeys.add(clientKeySlot(kind, clientKey));
    const binding = this.#view.clientKey(kind, clientKey);
    if (binding) this.#reads.ids.add(binding.id);
    return binding;
  }

  identityDecisions(concept: ElementId): readonly IdentityDecision[] {
    this.#reads.decided.add(concept);
    return this.#view.identityDecisions(concept);
  }

  get projecting(): SpaceView {
    const { projecting } = this.#view;
    if (projecting === undefined || projecting === this.#view) return this;
    this.#projecting ??= new RecordingView(projecting, this.#reads);
    return this.#projecting;
  }

  get showsControlChanges(): boolean {
    return this.#view.showsControlChanges ?? true;
  }

  mayFind(id: ElementId): boolean {
    this.#reads.ids.add(id);
    return this.#view.mayFind?.(id) ?? true;
  }

  /** Whether a commit to the state beneath changed anything that was read here. It may say so in vain, never the reverse. */
  isTouchedBy({ elements, clientKeys, identity = [] }: Written): boolean {
    const { ids, keys, decided } = this.#reads;
    return (
      elements.some(
        (element) => ids.has(element.id) || [...indexKeysOf(element)].some((key) => keys.has(key)),
      ) ||
      clientKeys.some(({ kind, client_key }) =>
        this.#reads.clientKeys.has(clientKeySlot(kind, client_key)),
      ) ||
      identity.some(({ source, target }) => decided.has(source) || decided.has(target))
    );
  }
}
