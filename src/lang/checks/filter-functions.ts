import type { Aggregate, Expression, FunctionCall, WhereBlock } from "../ast.js";
import { AGGREGATES } from "../build/find.js";
import { nearest } from "../nearest.js";
import type { ProblemSink } from "../problem.js";
import { UPDATE_FUNCTIONS } from "./update-expressions.js";
import { bodyOf } from "./variables.js";

/** The functions of FILTER with the number of their arguments (§44.2). */
export const FILTER_FUNCTIONS: ReadonlyMap<string, number> = new Map([
  ["IN", 2],
  ["CONTAINS", 2],
  ["STARTS_WITH", 2],
  ["ENDS_WITH", 2],
  ["REGEX", 2],
  ["IS_NULL", 1],
  ["IS_NOT_NULL", 1],
  ["IS_LITERAL", 1],
  ["IS_ELEMENT", 1],
  ["IS_KIND", 2],
  ["LITERAL_TYPE", 1],
]);

/** Reports function names nobody knows and wrong numbers of arguments in every FILTER of a block (§44.2). */
export function checkFilterFunctions(block: WhereBlock, report: ProblemSink): void {
  for (const clause of block.clauses) {
    if (clause.type === "FilterClause") checkFunctions(clause.condition, report);
    const body = bodyOf(clause);
    if (body !== null) checkFilterFunctions(body, report);
  }
}

/** The same for one expression of FIND, FILTER or ORDER BY. */
export function checkFunctions(expression: Expression | Aggregate, report: ProblemSink): void {
  switch (expression.type) {
    case "Aggregate":
      checkFunctions(expression.argument, report);
      break;
    case "Binary":
      checkFunctions(expression.left, report);
      checkFunctions(expression.right, report);
      break;
    case "Unary":
      checkFunctions(expression.operand, report);
      break;
    case "ArrayLiteral":
      for (const item of expression.items) checkFunctions(item, report);
      break;
    case "ObjectLiteral":
      for (const { value } of expression.members) checkFunctions(value, report);
      break;
    case "FunctionCall":
      checkCall(expression, report);
      for (const argument of expression.args) checkFunctions(argument, report);
  }
}

function checkCall(call: FunctionCall, report: ProblemSink): void {
  const { name, nameRange, args } = call;
  const arity = FILTER_FUNCTIONS.get(name);
  if (arity === undefined) {
    report({ ...nameRange, message: `${name} is no function of a query.`, found: name, ...adviceFor(name) });
  } else if (args.length !== arity) {
    report({
      from: call.from,
      to: call.to,
      message: `${name} takes ${arity} ${arity === 1 ? "argument" : "arguments"}, not ${args.length}.`,
      found: `${args.length}`,
      hint: EXAMPLES[name] ?? `Write ${name}(?x.name).`,
    });
  }
}

const EXAMPLES: Readonly<Record<string, string>> = {
  IN: 'Write IN(?x.name, ["a", "b"]).',
  CONTAINS: 'Write CONTAINS(?x.name, "part").',
  STARTS_WITH: 'Write STARTS_WITH(?x.name, "start").',
  ENDS_WITH: 'Write ENDS_WITH(?x.name, "end").',
  REGEX: 'Write REGEX(?x.name, "^A").',
  IS_KIND: 'Write IS_KIND(?x, "concept").',
};

function adviceFor(name: string): { hint: string; expected: readonly string[] } {
  const expected = [...FILTER_FUNCTIONS.keys()];
  if (AGGREGATES.has(name)) {
    return {
      expected,
      hint: `${name} is an aggregate: it stands only as a whole FIND projection or sort key.`,
    };
  }
  if (UPDATE_FUNCTIONS.has(name))
    return { expected, hint: `${name} computes values in UPDATE, not in a query.` };
  const similar = nearest(name, expected);
  return {
    expected,
    hint: similar === null ? `Known are ${expected.join(", ")}.` : `Did you mean ${similar}?`,
  };
}
