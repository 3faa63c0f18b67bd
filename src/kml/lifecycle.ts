import { type ActivityStatus, ELEMENT_KINDS, type ElementKind } from "../model/index.js";
import { aKind } from "./describe.js";

/** Which part of an element's standing a move concerns: its kind's own lifecycle, or ordinary recall (§52.5). */
export type MoveScope = "lifecycle" | "recall";

/** A state TRANSITION can name (§52.5). */
export type MoveState =
  | "retracted"
  | "superseded"
  | "corrected"
  | Exclude<ActivityStatus, "pending">
  | "archived"
  | "tombstoned";

interface Move {
  readonly scope: MoveScope;
  /** The kind the state belongs to; null belongs to every kind. */
  readonly kind: ElementKind | null;
  /** The states it can be reached from. */
  readonly from: readonly string[];
  /** Whether the move names a successor with BY. */
  readonly successor: boolean;
}

/** Every move of §52.5. A move to the state already held is no move and needs no entry. */
export const MOVES: Readonly<Record<MoveState, Move>> = {
  retracted: { scope: "lifecycle", kind: "assertion", from: ["active"], successor: false },
  superseded: { scope: "lifecycle", kind: "assertion", from: ["active"], successor: true },
  corrected: { scope: "lifecycle", kind: "evidence", from: ["active"], successor: true },
  running: { scope: "lifecycle", kind: "activity", from: ["pending"], successor: false },
  completed: { scope: "lifecycle", kind: "activity", from: ["pending", "running"], successor: false },
  failed: { scope: "lifecycle", kind: "activity", from: ["pending", "running"], successor: false },
  cancelled: { scope: "lifecycle", kind: "activity", from: ["pending", "running"], successor: false },
  archived: { scope: "recall", kind: null, from: [], successor: false },
  tombstoned: { scope: "recall", kind: null, from: [], successor: false },
};

export function isMoveState(text: string): text is MoveState {
  return Object.hasOwn(MOVES, text);
}

/** Every state TRANSITION can name by what it belongs to, for hints: an unknown one does not tell the kind. */
export function movesInWords(): string {
  const own = ELEMENT_KINDS.flatMap((kind) => {
    const states = Object.entries(MOVES).filter(([, move]) => move.kind === kind);
    return states.length === 0 ? [] : [`${aKind(kind)} moves to ${quoted(states.map(([state]) => state))}`];
  });
  const any = Object.entries(MOVES).filter(([, move]) => move.kind === null);
  return `${own.join(", ")}; any element to ${quoted(any.map(([state]) => state))}.`;
}

function quoted(states: readonly string[]): string {
  return states.map((state) => `"${state}"`).join(", ");
}

/** The states of a kind's own lifecycle that TRANSITION can name, for hints. */
export function movesOf(kind: ElementKind): readonly string[] {
  return Object.entries(MOVES)
    .filter(([, move]) => move.kind === kind || move.kind === null)
    .map(([state]) => state);
}
