import { isElementRef, isJsonObject, type JsonObject, type JsonValue } from "../../src/model/index.js";

/** A result as rows and named columns. */
export interface ResultTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly JsonValue[])[];
}

/**
 * Lays a result out as a table. `expressions` are the FIND expressions of the command, or null for any other command.
 * A FIND answers with rows: the bare value of a single expression, an array for several, in FIND order. Lists of
 * objects (SEARCH, LIST, HISTORY) get a column for each member; a single object gets a row for each member.
 */
export function tableOf(result: JsonValue, expressions: readonly string[] | null): ResultTable | null {
  if (expressions && Array.isArray(result)) {
    const rows = expressions.length === 1 ? result.map((value) => [value]) : result.map(asRow);
    return { columns: expressions, rows };
  }
  if (Array.isArray(result)) return listTable(result);
  if (isJsonObject(result)) return memberTable(result);
  return result === null ? null : { columns: ["value"], rows: [[result]] };
}

function asRow(row: JsonValue): readonly JsonValue[] {
  return Array.isArray(row) ? row : [row];
}

function listTable(items: readonly JsonValue[]): ResultTable {
  if (items.length === 0 || !items.every(isJsonObject)) {
    return { columns: ["value"], rows: items.map((item) => [item]) };
  }
  const flat = items.map(flattened);
  const columns = [...new Set(flat.flatMap((item) => Object.keys(item)))];
  return { columns, rows: flat.map((item) => columns.map((column) => item[column] ?? null)) };
}

/** Members of small objects of scalars, such as a hit's `retrieval`, get columns of their own: `retrieval.score`. */
function flattened(item: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(item).flatMap(([name, value]): [string, JsonValue][] =>
      isJsonObject(value) && !isElementRef(value) && Object.values(value).every(isScalar)
        ? Object.entries(value).map(([member, inner]) => [`${name}.${member}`, inner])
        : [[name, value]],
    ),
  );
}

function isScalar(value: JsonValue): boolean {
  return typeof value !== "object" || value === null;
}

function memberTable(object: Readonly<Record<string, JsonValue>>): ResultTable {
  return { columns: ["member", "value"], rows: Object.entries(object) };
}
