import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Element } from "../model/index.js";
import { rowKeys } from "./row-keys.js";
import { type Bound, FieldValue, identityOf, SymbolValue } from "./values.js";

/** An element, of which its id is all that counts here. */
const concept = (ordinal: number) => ({ kind: "concept", id: `C-${ordinal}` }) as unknown as Element;

const values: readonly (Bound | undefined)[] = [
  undefined,
  concept(1),
  concept(2),
  new FieldValue("C-1"),
  new FieldValue(null),
  new FieldValue(1),
  new FieldValue("1"),
  new FieldValue([1, "C-1"]),
  new SymbolValue("kip://test@1.0.0/relates", "kip://test/relates"),
];

/** What the rows are told apart by, written out. */
const written = (row: readonly (Bound | undefined)[], columns: readonly number[]) =>
  JSON.stringify(columns.map((column) => row[column]).map((value) => (value ? identityOf(value) : null)));

describe("keys of rows", () => {
  it.each([1, 2, 3, 40])("are equal exactly for rows that hold the same in %d columns", (width) => {
    const columns = Array.from({ length: width }, (_, at) => at + 1);
    const row = fc.array(fc.constantFrom(...values), { minLength: width + 1, maxLength: width + 1 });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 8 }), (drawn) => {
        // Some of them again, as they would hardly be drawn twice.
        const rows = [...drawn, ...drawn.slice(0, 2)];
        const keys = rowKeys(rows, columns);
        for (const [at, left] of rows.entries()) {
          for (const [beside, right] of rows.entries()) {
            expect(keys[at] === keys[beside]).toBe(written(left, columns) === written(right, columns));
          }
        }
      }),
    );
  });

  it("are all the same where there is no column to tell rows apart by", () => {
    expect(new Set(rowKeys([[concept(1)], [concept(2)]], [])).size).toBe(1);
  });
});
