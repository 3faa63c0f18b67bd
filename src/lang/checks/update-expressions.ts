import type { Assignment, Expression, FunctionCall, Path, UpdateAction, Value } from "../ast.js";
import type { ProblemSink } from "../problem.js";
import { updateFunctionAdvice } from "./function-advice.js";

/** The functions of update expressions with the number of their arguments (§59). */
export const UPDATE_FUNCTIONS: ReadonlyMap<string, number> = new Map([
  ["ADD", 2],
  ["MUL", 2],
  ["CLAMP", 3],
  ["COALESCE", 2],
]);

/**
 * Reports update expressions that cannot be evaluated: unknown functions, wrong numbers of arguments, operands that
 * are no numbers, and paths that read anything but the statement's own target (§59).
 * @param target the name of the target's variable, or null when the target is addressed by id.
 */
export function checkUpdateExpressions(
  actions: readonly UpdateAction[],
  target: string | null,
  report: ProblemSink,
): void {
  for (const action of actions) {
    if (action.type === "SetStructural" || action.type === "UnsetStructural") {
      for (const { target: reference } of action.entries) refuseComputed(reference, report);
    } else if ("assignments" in action) checkAssignments(action.assignments, target, report);
  }
}

/** The same for the members of one object. */
export function checkAssignments(
  assignments: readonly Assignment[],
  target: string | null,
  report: ProblemSink,
): void {
  for (const { value } of assignments) checkValue(value, target, report);
}

function checkValue(value: Value, target: string | null, report: ProblemSink): void {
  switch (value.type) {
    case "FunctionCall":
      checkCall(value, target, report);
      break;
    case "Path":
      checkPath(value, target, report);
      break;
    case "ArrayLiteral":
      for (const item of value.items) checkValue(item, target, report);
      break;
    case "ObjectLiteral":
      for (const member of value.members) checkValue(member.value, target, report);
  }
}

function checkCall(call: FunctionCall, target: string | null, report: ProblemSink): void {
  const { name, nameRange, args } = call;
  const arity = UPDATE_FUNCTIONS.get(name);
  if (arity === undefined) {
    const advice = updateFunctionAdvice(name, [...UPDATE_FUNCTIONS.keys()]);
    report({ ...nameRange, message: `${name} is no update function.`, found: name, ...advice });
  } else if (args.length !== arity) {
    report({
      from: call.from,
      to: call.to,
      message: `${name} takes ${arity} arguments, not ${args.length}.`,
      found: `${args.length}`,
      hint: name === "CLAMP" ? "Write CLAMP(value, low, high)." : `Write ${name}(value, other).`,
    });
  }
  for (const argument of args) checkOperand(argument, target, report);
}

function checkOperand(operand: Expression, target: string | null, report: ProblemSink): void {
  switch (operand.type) {
    case "Literal":
    case "Parameter":
      break;
    case "FunctionCall":
      checkCall(operand, target, report);
      break;
    case "Path":
      checkPath(operand, target, report);
      break;
    default:
      report({
        from: operand.from,
        to: operand.to,
        message: "An update function computes with numbers: this is no operand for it.",
        expected: ["a number", "a :parameter", "a path of the target", "another update function"],
      });
  }
}

function checkPath(path: Path, target: string | null, report: ProblemSink): void {
  const { name } = path.root;
  if (target === name) return;
  report({
    from: path.from,
    to: path.to,
    message: "A computed value may read the statement's own target only.",
    found: `?${name}`,
    hint:
      target === null
        ? `Bind the target to a variable to read its fields: UPDATE ?x SET … WHERE { ?x {id: :id} }.`
        : `Read from ?${target}, or pass the value as a :parameter.`,
  });
}

function refuseComputed(reference: Value, report: ProblemSink): void {
  if (reference.type !== "FunctionCall" && reference.type !== "Path") return;
  report({
    from: reference.from,
    to: reference.to,
    message: "A structural reference names an element; it is not computed.",
    expected: ["a ?handle or ?variable", "a :parameter", "a quoted id"],
  });
}
