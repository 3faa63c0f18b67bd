import type { ResultTable as Table } from "../results/table.js";
import { ValueView } from "./ValueView.js";

/** More rows than this are not drawn at once; the JSON view and LIMIT serve larger answers. */
const MOST_ROWS = 500;

/** A result as a table. */
export function ResultTable({ table }: { readonly table: Table }) {
  const shown = table.rows.slice(0, MOST_ROWS);
  return (
    <>
      <table>
        <caption class="visually-hidden">Result</caption>
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, index) => (
            // Rows have no identity of their own: the same values may stand in several.
            <tr key={index}>
              {table.columns.map((column, cell) => (
                <td key={column}>
                  <ValueView value={row[cell] ?? null} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {table.rows.length === 0 && (
        <p class="soft">No rows. That says nothing about the world, only about what is stored.</p>
      )}
      {shown.length < table.rows.length && (
        <p class="soft">
          The first {shown.length} of {table.rows.length} rows. The JSON view has all of them.
        </p>
      )}
    </>
  );
}
