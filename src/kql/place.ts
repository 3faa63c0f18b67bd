import type { ComputedMembers } from "../derive/index.js";
import type { ObjectPattern, PropositionExpression } from "../lang/index.js";
import type { ElementKind, Warning } from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import type { Parameters } from "./parameters.js";
import type { Scope, Slot } from "./scope.js";
import type { Symbols } from "./symbols.js";

/** Where a pattern is being compiled: what names mean there, and the segment it and its inline patterns join. */
export interface Place {
  readonly scope: Scope;
  readonly parameters: Parameters;
  readonly symbols: Symbols;
  /** What the caller sees: which ids a text can name. */
  readonly view: SpaceView;
  readonly computed: ComputedMembers;
  /** What is to be said of conditions that no memory can meet; compiling adds to it. */
  readonly remarks: Warning[];
  /** See `ElementSlots`; element patterns of the block add to it. */
  readonly constrained: Set<Slot>;
  /** Compiles an element pattern on a slot into the segment; null matches any kind. */
  element(kind: ElementKind | null, slot: Slot, pattern: ObjectPattern): void;
  /** Compiles a Proposition expression on a slot into the segment. */
  proposition(expression: PropositionExpression, slot: Slot): void;
}
