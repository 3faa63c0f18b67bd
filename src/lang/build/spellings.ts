import type { Scalar } from "../ast.js";
import type { TreeReader } from "./tree-reader.js";

/** The operand unchanged, after reporting a literal that is none of the words the grammar spells out here. */
export function oneOf(reader: TreeReader, operand: Scalar, words: readonly string[], what: string): Scalar {
  if (operand.type === "Literal" && !words.includes(String(operand.value))) {
    reader.report({
      from: operand.from,
      to: operand.to,
      message: `${operand.source} is no ${what}.`,
      found: operand.source,
      expected: words.map((word) => JSON.stringify(word)),
    });
  }
  return operand;
}
