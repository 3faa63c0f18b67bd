import canonicalize from "canonicalize";

// RFC 8785 writes scalars as ECMAScript's own JSON does and sorts the members of every object. So the browser's
// JSON.stringify of a value whose members stand in order is the canonical text, many times faster than one that is
// put together here. What an object cannot hold in order, or JSON.stringify treats otherwise, is left to the library.

/**
 * The RFC 8785 text of a value, the canonical form every digest is computed over (`kip-jcs-safe-v1`, §37.7).
 * The value must already be within the numeric domain of §9.3.
 * @throws `TypeError` for what has no JSON form, `Error` for what RFC 8785 refuses: NaN, an infinite number, a text with
 * half of a surrogate pair.
 */
export function canonicalJson(value: unknown): string {
  const ordered = inOrder(value);
  if (ordered !== UNORDERED) {
    const text = JSON.stringify(ordered) as string | undefined;
    // Half of a surrogate pair is written as such an escape, and refused by RFC 8785.
    if (text !== undefined && !text.includes("\\ud")) return text;
  }
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("a value without a JSON form has no canonical form");
  return text;
}

/** Stands for a value of which there is no copy with its members in order. */
const UNORDERED = Symbol("unordered");

/** The value with the members of every object in the order of RFC 8785: itself, where they stand so already. */
function inOrder(value: unknown): unknown {
  if (typeof value === "number") return Number.isFinite(value) ? value : UNORDERED;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return itemsInOrder(value);
  if (typeof (value as { readonly toJSON?: unknown }).toJSON === "function") return UNORDERED;
  return membersInOrder(value as Readonly<Record<string, unknown>>);
}

function itemsInOrder(items: readonly unknown[]): unknown {
  let copy: unknown[] | null = null;
  for (let index = 0; index < items.length; index += 1) {
    const ordered = inOrder(items[index]);
    if (ordered === UNORDERED) return UNORDERED;
    if (copy === null && ordered !== items[index]) copy = items.slice(0, index);
    copy?.push(ordered);
  }
  return copy ?? items;
}

function membersInOrder(object: Readonly<Record<string, unknown>>): unknown {
  const names = Object.keys(object);
  let isCopied = !isAscending(names);
  if (isCopied) names.sort();
  const values: unknown[] = [];
  for (const name of names) {
    const ordered = inOrder(object[name]);
    // An object always has names that are whole numbers first, and `__proto__` is no name that can be assigned.
    if (ordered === UNORDERED || isDigit(name.charCodeAt(0)) || name === "__proto__") return UNORDERED;
    isCopied ||= ordered !== object[name];
    values.push(ordered);
  }
  if (!isCopied) return object;
  const copy: Record<string, unknown> = {};
  for (let index = 0; index < names.length; index += 1) copy[names[index] as string] = values[index];
  return copy;
}

/** Whether names stand in the order of their UTF-16 code units, which is that of RFC 8785 and of `<`. */
function isAscending(names: readonly string[]): boolean {
  for (let index = 1; index < names.length; index += 1) {
    if ((names[index - 1] as string) >= (names[index] as string)) return false;
  }
  return true;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
