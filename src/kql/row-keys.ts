import { type Bound, identityOf, isElement } from "./values.js";

/** What tells rows apart that are to be compared: numbers where they fit, which cost less than texts. */
export type RowKey = string | number;

/**
 * A key for each row, equal for two of them exactly when they hold the same values in the given columns, one by one
 * (§42.5). An absent value is one of its own.
 */
export function rowKeys(
  rows: readonly (readonly (Bound | undefined)[])[],
  columns: readonly number[],
): readonly RowKey[] {
  const width = columns.length;
  const numbers = new Map<string, number>();
  const numbered = new Uint32Array(rows.length * width);
  let at = 0;
  for (const row of rows) {
    for (const column of columns) {
      numbered[at] = numberOf(numbers, row[column]);
      at += 1;
    }
  }
  const base = numbers.size + 1;
  if (base ** width > Number.MAX_SAFE_INTEGER) {
    return rows.map((_, position) => numbered.subarray(position * width, (position + 1) * width).join());
  }
  return rows.map((_, position) => {
    let key = 0;
    for (let from = position * width; from < (position + 1) * width; from += 1) {
      key = key * base + (numbered[from] ?? 0);
    }
    return key;
  });
}

/** Numbers values in the order they are met. What an identity is written as is never the id of an element. */
function numberOf(numbers: Map<string, number>, value: Bound | undefined): number {
  if (value === undefined) return 0;
  const identity = isElement(value) ? value.id : identityOf(value);
  const known = numbers.get(identity);
  if (known !== undefined) return known;
  numbers.set(identity, numbers.size + 1);
  return numbers.size;
}
