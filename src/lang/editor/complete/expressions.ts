import type { Completion } from "@codemirror/autocomplete";
import type { SyntaxNode } from "@lezer/common";
import { ELEMENT_KINDS } from "../../../model/index.js";
import { AGGREGATE_DOCS, FILTER_DOCS, type FunctionTable, UPDATE_DOCS } from "../docs/functions.js";
import { documentFunction } from "../docs/symbols.js";
import { ancestor, operandIndex, textOf } from "../reading/nodes.js";
import type { Asked } from "./asked.js";
import { option, values } from "./options.js";
import { memberOfPath } from "./paths.js";

/** The functions that can be called at a place. */
export function functionOptions(asked: Asked): readonly Completion[] {
  const { node } = asked.place;
  const around = ancestor(node, "FilterClause", "OrderItem", "Epistemic", "Find", ...WRITES);
  if (around === null || around.name === "Epistemic") return [];
  if (around.name === "FilterClause") return calls(FILTER_DOCS);
  if (WRITES.includes(around.name)) return calls(UPDATE_DOCS);
  // An aggregate is a whole column or sort key.
  const whole = node.parent?.name === "Find" || node.parent?.name === "OrderItem";
  return whole ? [...calls(AGGREGATE_DOCS, 10), ...calls(FILTER_DOCS)] : calls(FILTER_DOCS);
}

const WRITES = ["SetFields", "SetAttributes", "SetFacet", "SetRetention"];

function calls(table: FunctionTable, boost = 0): readonly Completion[] {
  return Object.keys(table).map((name) =>
    option(
      name,
      {
        type: "function",
        detail: table[name]?.[0].slice(name.length) ?? "",
        documentation: documentFunction(name, table),
        boost,
      },
      `${name}(`,
    ),
  );
}

/** The strings that what stands on the other side of a comparison, or of IN, can be equal to. */
export function comparedOptions(asked: Asked): readonly Completion[] {
  const { node, token } = asked.place;
  if (node.name !== "String") return [];
  const list = node.parent?.name === "ArrayLiteral" ? node.parent : node;
  const around = list.parent;
  if (around?.name === "Equality" || around?.name === "Relation") {
    return values(valuesOf(otherSide(around, list), asked), token);
  }
  if (around?.name !== "FunctionCall" || operandIndex(around, list.from) !== 1) return [];
  const name = around.getChild("Identifier");
  const called = name ? textOf(name, asked.place.text).toUpperCase() : "";
  if (called === "IS_KIND") return values(ELEMENT_KINDS, token);
  return called === "IN" ? values(valuesOf(around.getChild("Path"), asked), token) : [];
}

function otherSide(comparison: SyntaxNode, side: SyntaxNode): SyntaxNode | null {
  const first = comparison.firstChild;
  return first && first.from !== side.from ? first : null;
}

const LITERAL_TYPES = ["string", "number", "boolean", "null"];

function valuesOf(operand: SyntaxNode | null, asked: Asked): readonly string[] {
  if (operand?.name === "Path") return memberOfPath(operand, asked)?.values ?? [];
  const name = operand?.name === "FunctionCall" ? operand.getChild("Identifier") : null;
  const called = name ? textOf(name, asked.place.text).toUpperCase() : "";
  return called === "LITERAL_TYPE" ? LITERAL_TYPES : [];
}
