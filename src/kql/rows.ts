import type { ComputedMembers } from "../derive/index.js";
import type { SourceRange } from "../lang/index.js";
import { type JsonValue, kipError } from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import { aggregate } from "./aggregates.js";
import type { Output, SortKey } from "./outputs.js";
import { type RowKey, rowKeys } from "./row-keys.js";
import type { Slot } from "./scope.js";
import type { Bindings } from "./solution.js";
import { type Bound, cellOf, compareBound, FieldValue, isElement, isNothing } from "./values.js";
import { within } from "./within.js";

/** A result row before paging: what it shows, and what decides its place. */
export interface Row {
  readonly outputs: readonly (Bound | undefined)[];
  readonly sortKeys: readonly (Bound | undefined)[];
  /** Tells rows with equal sort keys apart, the same way every time (§44.8). */
  readonly tieBreakers: readonly (Bound | undefined)[];
}

/**
 * The rows of the distinct solutions, unordered: one a solution, or one a group where an output is an aggregate (§44.6).
 */
export function rowsOf(
  view: SpaceView,
  solutions: readonly Bindings[],
  outputs: readonly Output[],
  sortKeys: readonly SortKey[],
  columns: readonly Slot[],
): readonly Row[] {
  const grouped = outputs.some((output) => output.aggregate !== null);
  if (grouped) return groupRows(view, solutions, outputs, sortKeys);
  return solutions.map((bindings) => ({
    outputs: outputs.map(({ expression }) => expression.evaluate(bindings, view)),
    sortKeys: sortKeys.map(({ by, source }) =>
      typeof by === "number" ? undefined : sortable(by.evaluate(bindings, view), source),
    ),
    tieBreakers: columns.map((slot) => bindings[slot]),
  }));
}

interface Group {
  readonly key: readonly (Bound | undefined)[];
  readonly members: Bindings[];
}

function groupRows(
  view: SpaceView,
  solutions: readonly Bindings[],
  outputs: readonly Output[],
  sortKeys: readonly SortKey[],
): readonly Row[] {
  return groupsOf(view, solutions, outputs).map((group) => {
    const row = groupRow(view, group, outputs);
    return {
      outputs: row,
      sortKeys: sortKeys.map(({ by, source }) =>
        typeof by === "number" ? sortable(row[by], source) : undefined,
      ),
      tieBreakers: group.key,
    };
  });
}

/** The solutions by the values of what is no aggregate. Absent and null are one cell, so they are one group. */
function groupsOf(
  view: SpaceView,
  solutions: readonly Bindings[],
  outputs: readonly Output[],
): readonly Group[] {
  const keyed = outputs.filter((output) => output.aggregate === null);
  // Aggregates alone have one group, even of nothing.
  if (keyed.length === 0) return [{ key: [], members: [...solutions] }];
  const values = solutions.map((bindings) =>
    keyed.map(({ expression }) => {
      const value = expression.evaluate(bindings, view);
      return isNothing(value) ? undefined : value;
    }),
  );
  const keys = rowKeys(values, [...keyed.keys()]);
  const groups = new Map<RowKey, Group>();
  for (const [at, bindings] of solutions.entries()) {
    const known = groups.get(keys[at] ?? at);
    if (known) known.members.push(bindings);
    else groups.set(keys[at] ?? at, { key: values[at] ?? [], members: [bindings] });
  }
  return [...groups.values()];
}

function groupRow(
  view: SpaceView,
  { key, members }: Group,
  outputs: readonly Output[],
): readonly (Bound | undefined)[] {
  const values = key.values();
  return outputs.map(({ expression, aggregate: function_, source }) => {
    if (function_ === null) return values.next().value;
    const inputs = members.map((bindings) => expression.evaluate(bindings, view));
    return within(source, () => new FieldValue(aggregate(function_.name, function_.distinct, inputs)));
  });
}

/**
 * A sort key's value. What has no order of its own would be sorted by its identity, which answers no question.
 * @throws `TypeMismatch` for an element, a projection, an edge, a list or an object.
 */
function sortable(value: Bound | undefined, { from, to }: SourceRange): Bound | undefined {
  const cell = cellOf(value);
  if (value === undefined || typeof cell !== "object" || cell === null) return value;
  const found = isElement(value) ? `the whole ${value.kind}` : Array.isArray(cell) ? "a list" : "an object";
  throw kipError("TypeMismatch", `ORDER BY meets ${found}, which has no order of its own`, {
    hint: "Order by one value of it: a path such as ?p.id, ?p.name or ?b.status.",
    details: { expected: "a number, text or boolean", found, from, to },
  });
}

/** Sorts rows by their keys, nulls last in both directions, ties by what tells the rows apart (§44.7, §44.8). */
export function inOrder(rows: readonly Row[], sortKeys: readonly SortKey[]): readonly Row[] {
  if (rows.length < 2) return rows;
  const directions = sortKeys.map(({ descending }) => descending);
  return [...rows].sort((left, right) => {
    for (let at = 0; at < directions.length; at += 1) {
      const order = compareKeys(left.sortKeys[at], right.sortKeys[at], directions[at] === true);
      if (order !== 0) return order;
    }
    for (let at = 0; at < left.tieBreakers.length; at += 1) {
      const order = compareBound(left.tieBreakers[at], right.tieBreakers[at]);
      if (order !== 0) return order;
    }
    return 0;
  });
}

function compareKeys(left: Bound | undefined, right: Bound | undefined, descending: boolean): number {
  const leftNothing = isNothing(left);
  const rightNothing = isNothing(right);
  if (leftNothing || rightNothing) return Number(leftNothing) - Number(rightNothing);
  const order = compareBound(left, right);
  return descending ? -order : order;
}

/** The row as a caller sees it (§81.1): its only cell, or its cells in FIND order. Elements show what is computed. */
export function cellsOf({ outputs }: Row, computed: ComputedMembers): JsonValue {
  const shown = (output: Bound | undefined) =>
    output !== undefined && isElement(output) ? computed.whole(output) : cellOf(output);
  const [only, ...others] = outputs;
  return others.length === 0 ? shown(only) : outputs.map(shown);
}
