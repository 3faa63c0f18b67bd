import type { ErrorCode } from "../../model/index.js";
import type { Scalar } from "../ast.js";
import type { TreeReader } from "./tree-reader.js";

/**
 * The operand unchanged, after reporting a literal that is none of the words there are here; with the code that a
 * parameter bound to such a word would get.
 */
export function oneOf(
  reader: TreeReader,
  operand: Scalar,
  words: readonly string[],
  what: string,
  code: ErrorCode = "InvalidSyntax",
): Scalar {
  if (operand.type === "Literal" && !words.includes(String(operand.value))) {
    reader.report({
      code,
      from: operand.from,
      to: operand.to,
      message: `${operand.source} is no ${what}.`,
      found: operand.source,
      expected: words.map((word) => JSON.stringify(word)),
    });
  }
  return operand;
}
