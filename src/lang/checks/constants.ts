import type { ObjectLiteral, Value } from "../ast.js";
import type { ProblemSink } from "../problem.js";

/** Reports variables, paths and functions in an option object: only literals and parameters have a value there. */
export function checkConstants(options: ObjectLiteral | null, where: string, report: ProblemSink): void {
  if (options !== null) checkConstant(options, where, report);
}

function checkConstant(value: Value, where: string, report: ProblemSink): void {
  switch (value.type) {
    case "ArrayLiteral":
      for (const item of value.items) checkConstant(item, where, report);
      break;
    case "ObjectLiteral":
      for (const member of value.members) checkConstant(member.value, where, report);
      break;
    case "Variable":
    case "Path":
    case "FunctionCall":
      report({
        from: value.from,
        to: value.to,
        message: `${where} takes literals and parameters only.`,
        expected: ["a literal", "a :parameter"],
        hint: "Write the value itself, or bind it as a :parameter.",
      });
  }
}
