import type { Aggregate, Expression, FunctionCall, WhereBlock } from "../ast.js";
import type { ProblemSink } from "../problem.js";
import { queryFunctionAdvice } from "./function-advice.js";
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
    if (clause.type === "FilterClause") checkInner(clause.condition, report);
    const body = bodyOf(clause);
    if (body !== null) checkFilterFunctions(body, report);
  }
}

/** The same for one output of FIND or sort key, which as a whole may also be an aggregate. */
export function checkFunctions(output: Expression | Aggregate, report: ProblemSink): void {
  if (output.type === "Aggregate") checkInner(output.argument, report);
  else if (output.type === "FunctionCall") checkCall(output, true, report);
  else checkInner(output, report);
}

function checkInner(expression: Expression, report: ProblemSink): void {
  switch (expression.type) {
    case "Binary":
      checkInner(expression.left, report);
      checkInner(expression.right, report);
      break;
    case "Unary":
      checkInner(expression.operand, report);
      break;
    case "ArrayLiteral":
      for (const item of expression.items) checkInner(item, report);
      break;
    case "ObjectLiteral":
      for (const { value } of expression.members) checkInner(value, report);
      break;
    case "FunctionCall":
      checkCall(expression, false, report);
  }
}

function checkCall(call: FunctionCall, wholeOutput: boolean, report: ProblemSink): void {
  const { name, nameRange, args } = call;
  const arity = FILTER_FUNCTIONS.get(name);
  if (arity === undefined) {
    report({
      ...nameRange,
      message: `${name} is no function of a query.`,
      found: name,
      ...queryFunctionAdvice(call, wholeOutput, [...FILTER_FUNCTIONS.keys()]),
    });
  } else if (args.length !== arity) {
    report({
      from: call.from,
      to: call.to,
      message: `${name} takes ${arity} ${arity === 1 ? "argument" : "arguments"}, not ${args.length}.`,
      found: `${args.length}`,
      hint: EXAMPLES[name] ?? `Write ${name}(?x.name).`,
    });
  }
  for (const argument of args) checkInner(argument, report);
}

const EXAMPLES: Readonly<Record<string, string>> = {
  IN: 'Write IN(?x.name, ["a", "b"]).',
  CONTAINS: 'Write CONTAINS(?x.name, "part").',
  STARTS_WITH: 'Write STARTS_WITH(?x.name, "start").',
  ENDS_WITH: 'Write ENDS_WITH(?x.name, "end").',
  REGEX: 'Write REGEX(?x.name, "(?i)^a").',
  IS_KIND: 'Write IS_KIND(?x, "concept").',
};
