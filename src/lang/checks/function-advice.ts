import type { FunctionCall } from "../ast.js";
import { AGGREGATES } from "../build/find.js";
import { nearest } from "../nearest.js";

/** What to say about the name of a function that is none where it stands. */
interface FunctionAdvice {
  readonly expected: readonly string[];
  readonly hint: string;
}

/** Names other languages give to what KIP calls by the name on the right. */
export const SYNONYMS: Readonly<Record<string, string>> = {
  TOTAL: "SUM",
  AVERAGE: "AVG",
  MINIMUM: "MIN",
  MAXIMUM: "MAX",
  SIZE: "COUNT",
  LIKE: "CONTAINS",
  INCLUDES: "CONTAINS",
  HAS: "CONTAINS",
  STARTS: "STARTS_WITH",
  ENDS: "ENDS_WITH",
  REGEXP: "REGEX",
  MATCHES: "REGEX",
  EXISTS: "IS_NOT_NULL",
  BOUND: "IS_NOT_NULL",
  NOT_NULL: "IS_NOT_NULL",
  IS_EMPTY: "IS_NULL",
  DATATYPE: "LITERAL_TYPE",
  TYPE: "LITERAL_TYPE",
  PLUS: "ADD",
  MULTIPLY: "MUL",
  IFNULL: "COALESCE",
};

const UPDATE_ONLY: ReadonlySet<string> = new Set(["ADD", "MUL", "CLAMP", "COALESCE"]);

/** What to do about a DISTINCT that does not stand inside an aggregate. */
export function distinctAdvice(operand: string): string {
  return `DISTINCT stands only inside an aggregate: FIND(COUNT(DISTINCT ${operand})). To have each value once, group by it: FIND(${operand}, COUNT(?x)).`;
}

/**
 * About a call in a query.
 * @param wholeOutput whether it is a whole output of FIND or sort key, where an aggregate is what is usually meant.
 */
export function queryFunctionAdvice(
  { name, args }: FunctionCall,
  wholeOutput: boolean,
  filterFunctions: readonly string[],
): FunctionAdvice {
  const expected = wholeOutput ? [...AGGREGATES, ...filterFunctions] : filterFunctions;
  if (/^(?:A|DE)SC$/.test(name)) return { expected, hint: `Write ORDER BY ?x.name ${name}.` };
  if (name.includes("DISTINCT")) return { expected, hint: distinctAdvice("?x.name") };
  if (name === "NOT" && args.length === 1) {
    return { expected, hint: "Write !(…) to negate a condition; NOT {…} in WHERE excludes a pattern." };
  }
  if (/^(?:TO)?(?:LOWER|UPPER)/.test(name)) {
    return { expected, hint: 'Case is ignored with REGEX(?x.name, "(?i)^alice$").' };
  }
  if (AGGREGATES.has(name)) {
    return {
      expected,
      hint: `${name} is an aggregate: it stands only as a whole FIND projection or sort key.`,
    };
  }
  if (UPDATE_ONLY.has(name)) {
    return { expected, hint: `${name} computes values in UPDATE, not in a query.` };
  }
  return { expected, hint: similarOrKnown(name, expected) };
}

/** About a call in UPDATE. */
export function updateFunctionAdvice(name: string, expected: readonly string[]): FunctionAdvice {
  const elsewhere = AGGREGATES.has(name) ? `${name} is an aggregate of FIND. ` : "";
  return { expected, hint: elsewhere + similarOrKnown(name, expected) };
}

function similarOrKnown(name: string, known: readonly string[]): string {
  const synonym = SYNONYMS[name];
  const similar = synonym !== undefined && known.includes(synonym) ? synonym : nearest(name, known);
  return similar === null ? `Known are ${known.join(", ")}.` : `Did you mean ${similar}?`;
}
