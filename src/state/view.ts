import type {
  ClientKeyBinding,
  Element,
  ElementId,
  ElementKind,
  IdentityDecision,
  SpaceId,
} from "../model/index.js";
import type { SchemaEnvironment } from "../schema/index.js";
import type { IndexKey } from "./index-keys.js";

/**
 * One state of one Space, as its readers see it. Everything is synchronous, so an evaluation that awaits nothing sees
 * exactly one state. Governance hides elements by handing readers a view that does not contain them (design 3.5):
 * implement these few members and every reader follows.
 */
export interface SpaceView {
  readonly spaceId: SpaceId;
  /** The committed sequence this view shows; 0 before the first commit (§5.4). */
  readonly seq: number;
  readonly environment: SchemaEnvironment;
  /** Moves whenever a merge or an identity repair changes how references resolve (§11.5). */
  readonly identityVersion: number;
  /** The Concept designated as the Space's `$self`, if any (§5.6). */
  readonly selfId: ElementId | null;
  /** The element with this id in any lifecycle state, or undefined when it is not in this view. */
  element(id: ElementId): Element | undefined;
  /** The ids filed under an index key, each once. */
  lookup(key: IndexKey): Iterable<ElementId>;
  /** How many ids `lookup` would give at most; cheap, for choosing where to start. */
  estimate(key: IndexKey): number;
  /** What an earlier creation under this client key made (§7.5). */
  clientKey(kind: ElementKind, clientKey: string): ClientKeyBinding | undefined;
  /**
   * The decisions that merged this Concept into another or another into it, oldest first, withdrawn ones included
   * (§11.5). Most Concepts have none.
   */
  identityDecisions(concept: ElementId): readonly IdentityDecision[];
  /**
   * The view Epistemic Projection reads, where it is not this one: a caller may be shown what is believed without being
   * shown all it rests on (§29.4). Absent: projection reads this view.
   */
  readonly projecting?: SpaceView;
  /** Whether the reader may know of changes of protected state (§36.1). Absent: yes. */
  readonly showsControlChanges?: boolean;
  /** Whether search may lead to an element that is in this view (§29.3). Absent: to every one of them. */
  mayFind?(id: ElementId): boolean;
}
