import {
  canonicalJson,
  ELEMENT_KINDS,
  type Element,
  type JsonObject,
  type JsonValue,
  literalKey,
  type Projection,
  type SlotProjection,
  shownElement,
} from "../model/index.js";
import { lineageOf } from "../schema/index.js";
import type { StructuralEdge } from "../state/index.js";

/** A Literal, a field's value, or a computed scalar, as a query sees it (§42.4). */
export class FieldValue {
  readonly value: JsonValue;
  constructor(value: JsonValue) {
    this.value = value;
  }
}

/** An exact Schema ref. It compares by lineage and is reported as it stands (§20.14, §42.5). */
export class SymbolValue {
  readonly ref: string;
  /** What counts for identity: the lineage, renames followed. */
  readonly lineage: string;
  constructor(ref: string, lineage: string) {
    this.ref = ref;
    this.lineage = lineage;
  }
}

/** One Structural Reference as query state (§43.7). Only a field declared ordered has an `index`. */
export class EdgeValue {
  readonly edge: StructuralEdge;
  readonly ordered: boolean;
  constructor(edge: StructuralEdge, ordered: boolean) {
    this.edge = edge;
    this.ordered = ordered;
  }
}

/** A projection as query state (§46.2). Within one query the target alone tells two beliefs apart (§42.5). */
export class BeliefValue {
  readonly target: string;
  readonly projection: Projection | SlotProjection;
  constructor(target: string, projection: Projection | SlotProjection) {
    this.target = target;
    this.projection = projection;
  }
}

/** What a variable can be bound to (§42.4). Elements are bound as they are; everything else is wrapped. */
export type Bound = Element | FieldValue | SymbolValue | EdgeValue | BeliefValue;

/** Whether a binding is a Cognitive Element. */
export function isElement(bound: Bound): bound is Element {
  return !(
    bound instanceof FieldValue ||
    bound instanceof SymbolValue ||
    bound instanceof EdgeValue ||
    bound instanceof BeliefValue
  );
}

/** A text that is equal for two bindings exactly when they are the same binding (§42.5). */
export function identityOf(bound: Bound): string {
  if (bound instanceof FieldValue) return valueKey(bound.value);
  if (bound instanceof SymbolValue) return `#${bound.lineage}`;
  if (bound instanceof BeliefValue) return `!${bound.target}`;
  if (bound instanceof EdgeValue) {
    const { source, field, target, position, role } = bound.edge;
    return `~${source}\u0000${field}\u0000${target}\u0000${bound.ordered ? position : ""}\u0000${role ?? ""}`;
  }
  return `@${bound.id}`;
}

/** Scalars as Literals (§9.6), structures by their data: key order is insignificant, array order significant. */
function valueKey(value: JsonValue): string {
  if (typeof value === "object" && value !== null) return `=${canonicalJson(value)}`;
  if (typeof value !== "string") return `=${literalKey(value)}`;
  return `=s:${canonicalText(value)}`;
}

/** The first character that a normal form can be about: what lies below is the same in all of them. */
const FIRST_COMBINING = 0x300;

/** A text in NFC (§9.6). Most texts are in it, and short: that is seen before the normalizer is asked. */
function canonicalText(text: string): string {
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) >= FIRST_COMBINING) return text.normalize("NFC");
  }
  return text;
}

/** Whether two bindings are the same (§42.5). A text that is an exact ref agrees with the symbol it names. */
export function sameBinding(left: Bound, right: Bound): boolean {
  if (left === right) return true;
  if (isElement(left) && isElement(right)) return left.id === right.id;
  if (left instanceof FieldValue && right instanceof FieldValue && left.value === right.value) return true;
  if (left instanceof SymbolValue && right instanceof FieldValue) return isSymbol(left, right.value);
  if (left instanceof FieldValue && right instanceof SymbolValue) return isSymbol(right, left.value);
  return identityOf(left) === identityOf(right);
}

/** Whether a text is an exact ref of the symbol's lineage. Local names never are (§43.3). */
export function isSymbol(symbol: SymbolValue, value: JsonValue): boolean {
  if (typeof value !== "string" || !value.startsWith("kip://")) return false;
  const lineage = lineageOf(value);
  return lineage === symbol.lineage || lineage === lineageOf(symbol.ref);
}

/** What a binding looks like in a result cell (§42.5); unbound is null (§44.1). */
export function cellOf(bound: Bound | undefined): JsonValue {
  if (bound === undefined) return null;
  if (bound instanceof FieldValue) return bound.value;
  if (bound instanceof SymbolValue) return bound.ref;
  if (bound instanceof BeliefValue) return bound.projection as unknown as JsonObject;
  if (bound instanceof EdgeValue) return edgeView(bound);
  return shownElement(bound);
}

/** Whether a result cell is null: absent, unbound and null are one (§44.1). */
export function isNothing(bound: Bound | undefined): bound is undefined {
  return bound === undefined || (bound instanceof FieldValue && bound.value === null);
}

/** The members of a Structural edge (§43.7). */
export function edgeView({ edge, ordered }: EdgeValue): JsonObject {
  return {
    source: { id: edge.source },
    field: edge.fieldRef,
    target: { id: edge.target },
    ...(ordered ? { index: edge.position } : {}),
    ...(edge.role === undefined ? {} : { role: edge.role }),
  };
}

/**
 * The order of the deterministic tie-breaker (§44.8) and of ORDER BY: numbers, then texts, then booleans, then
 * elements in the order of their creation, then everything else. Unbound and null come last and are equal.
 */
export function compareBound(left: Bound | undefined, right: Bound | undefined): number {
  const leftRank = rankOf(left);
  const rightRank = rankOf(right);
  if (leftRank !== rightRank || left === undefined || right === undefined) return leftRank - rightRank;
  if (isElement(left) && isElement(right)) return compareElements(left, right);
  const leftCell = cellOf(left);
  const rightCell = cellOf(right);
  if (typeof leftCell === "number" && typeof rightCell === "number") return leftCell - rightCell;
  if (typeof leftCell === "boolean") return Number(leftCell) - Number(rightCell);
  if (typeof leftCell === "string" && typeof rightCell === "string") return compareText(leftCell, rightCell);
  return compareText(identityOf(left), identityOf(right));
}

/** By code units, so that the order is the same in every locale. */
export function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function rankOf(bound: Bound | undefined): number {
  if (bound === undefined) return 9;
  if (bound instanceof FieldValue) {
    if (bound.value === null) return 9;
    switch (typeof bound.value) {
      case "number":
        return 0;
      case "string":
        return 1;
      case "boolean":
        return 2;
      default:
        return 4;
    }
  }
  if (bound instanceof SymbolValue) return 1;
  return isElement(bound) ? 3 : 5;
}

function compareElements(left: Element, right: Element): number {
  if (left.kind !== right.kind) return ELEMENT_KINDS.indexOf(left.kind) - ELEMENT_KINDS.indexOf(right.kind);
  // Ids of one kind grow with creation, so a shorter one is older.
  return left.id.length - right.id.length || compareText(left.id, right.id);
}
