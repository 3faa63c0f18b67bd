import { nearest, type PathStep, type SourceRange } from "../lang/index.js";
import { isJsonObject, type JsonValue, kipError, type Warning } from "../model/index.js";
import { itemShapes, type Known, membersAt } from "./known.js";
import { neverHolds } from "./never-holds.js";
import type { Referent } from "./referents.js";
import { isRegistry, type Shape, SORT_SHAPES } from "./shapes.js";
import type { Symbols } from "./symbols.js";
import { stepText, unknownMember, unknownStep } from "./unknown-member.js";

/**
 * Refuses a path with a step that leads to nothing in any of the things the
 * variable can stand for (§44.1). It is a mistake whatever the memory holds, so it is told before anything is read.
 * Returns what the path may find there; nothing is known of a variable that no pattern so far binds.
 * @throws `SchemaFieldNotFound` with the nearest name, symbol errors for Facet names.
 */
export function requirePath(
  name: string,
  referent: Referent | undefined,
  steps: readonly PathStep[],
  symbols: Symbols,
): readonly Shape[] {
  if (referent === undefined) return [];
  const shapes = [...referent.sorts].flatMap((sort) => SORT_SHAPES[sort]);
  let known: Known = { shapes, types: referent.types, symbols };
  let path = `?${name}`;
  for (const [depth, step] of steps.entries()) {
    const next = membersAt(known, step.key);
    if (next === null) throw unknownStep(known, path, depth === 0 ? referent.sorts : null, step);
    known = next;
    path += stepText(step);
  }
  return known.shapes;
}

/**
 * Checks a value written in a pattern: the members of its objects exist, and a member with a closed registry has one of
 * its values (§20.13, §43.1). Anything else about the value is a matter of comparison, of which a remark is made where
 * nothing can be equal to it.
 * @throws `SchemaFieldNotFound`, `ConstraintViolation`.
 */
export function requireValue(
  known: Known,
  path: string,
  value: JsonValue,
  at: SourceRange,
  remarks: Warning[],
): void {
  if (Array.isArray(value)) {
    const items = { ...known, shapes: itemShapes(known.shapes) };
    for (const item of value as readonly JsonValue[]) requireValue(items, path, item, at, remarks);
    remarkOn(known, path, value, at, remarks);
  } else if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const next = membersAt(known, name);
      if (next === null) throw unknownMember(known, path, name, at);
      requireValue(next, `${path}.${name}`, member, at, remarks);
    }
  } else if (known.shapes.length > 0 && known.shapes.every(isRegistry)) {
    requireRegistered(known.shapes.flat(), path, value, at);
  } else if (value !== null) remarkOn(known, path, value, at, remarks);
}

/** Makes a remark of a value that nothing at the place ever equals. */
export function remarkOn(
  { shapes }: Known,
  path: string,
  value: JsonValue,
  at: SourceRange,
  remarks: Warning[],
): void {
  const remark = neverHolds(path, shapes, value, "equal", at);
  if (remark) remarks.push(remark);
}

function requireRegistered(
  registered: readonly string[],
  path: string,
  value: JsonValue,
  { from, to }: SourceRange,
): void {
  const allowed = [...new Set(registered)];
  if (allowed.some((known) => known === value)) return;
  const near = typeof value === "string" ? nearest(value, allowed) : null;
  const list = allowed.map((known) => JSON.stringify(known)).join(", ");
  throw kipError("ConstraintViolation", `${path} is never ${JSON.stringify(value)}`, {
    hint: `${near === null ? "" : `Did you mean ${JSON.stringify(near)}? `}Use one of ${list}.`,
    details: { field: path, found: value, allowed, from, to },
  });
}
