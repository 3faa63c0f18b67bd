import { terms } from "../../../grammar/index.js";
import type { Scalar, SearchCommand, SearchKind, SearchPattern, Variable } from "../ast.js";
import { SEARCH_MODES } from "../search-modes.js";
import { readClauseScalar } from "./clauses.js";
import { isScalar, readScalar, readVariable } from "./literals.js";
import { oneOf } from "./spellings.js";
import type { TreeReader } from "./tree-reader.js";
import { missing } from "./values.js";

interface SearchParts {
  variable: Variable | null;
  kind: SearchKind;
  term: Scalar;
  withType: Scalar | null;
  withPredicate: Scalar | null;
  mode: Scalar | null;
  threshold: Scalar | null;
  asOf: Scalar | null;
  limit: Scalar | null;
  cursor: Scalar | null;
}

const CLAUSES: ReadonlyMap<number, "withType" | "withPredicate" | "threshold" | "asOf" | "limit" | "cursor"> =
  new Map([
    [terms.WithType, "withType"],
    [terms.WithPredicate, "withPredicate"],
    [terms.Threshold, "threshold"],
    [terms.AsOf, "asOf"],
    [terms.Limit, "limit"],
    [terms.Cursor, "cursor"],
  ]);

function readParts(reader: TreeReader): SearchParts {
  let term: Scalar | undefined;
  const parts: Omit<SearchParts, "term"> = {
    variable: null,
    kind: "CONCEPT",
    withType: null,
    withPredicate: null,
    mode: null,
    threshold: null,
    asOf: null,
    limit: null,
    cursor: null,
  };
  for (const id of reader.children()) {
    const clause = CLAUSES.get(id);
    if (id === terms.Variable) parts.variable = readVariable(reader);
    else if (id === terms.SearchKind) parts.kind = reader.source.toUpperCase() as SearchKind;
    else if (isScalar(id)) term = readScalar(reader);
    else if (id === terms.Mode) {
      const mode = readClauseScalar(reader);
      parts.mode = oneOf(reader, mode, SEARCH_MODES, "search mode", "SearchModeUnsupported");
    } else if (clause !== undefined) parts[clause] = readClauseScalar(reader);
  }
  return { ...parts, term: term ?? missing(reader) };
}

/** `SEARCH <KIND> term …` (§66.1). */
export function readSearch(reader: TreeReader): SearchCommand {
  const { variable: _, ...parts } = readParts(reader);
  return { type: "Search", ...parts, from: reader.from, to: reader.to };
}

/** `?x SEARCH <KIND> term … LIMIT k` (§43.8). */
export function readSearchPattern(reader: TreeReader): SearchPattern {
  const { variable, limit, asOf: _, cursor: __, ...parts } = readParts(reader);
  if (variable === null) return missing(reader);
  if (limit === null) {
    reader.problem("A Search Pattern needs a LIMIT: it bounds how many hits the rest of the query sees.", {
      expected: ["LIMIT"],
      hint: `Add it at the end: ${reader.source.trimEnd()} LIMIT 10`,
    });
  }
  // A reported problem means the command is refused, so the stand-in is never evaluated.
  return {
    type: "SearchPattern",
    variable,
    limit: limit ?? parts.term,
    ...parts,
    from: reader.from,
    to: reader.to,
  };
}
