import type { SyntaxNode } from "@lezer/common";
import { decoded, operandIndex } from "./nodes.js";

/** The sorts of name that the schema, or the host, gives meaning to. */
export type SymbolSort = "type" | "predicate" | "facet" | "structural" | "package" | "policy";

const ALWAYS: Readonly<Record<string, SymbolSort>> = {
  TypeClause: "type",
  WithType: "type",
  DescribeType: "type",
  SetFacet: "facet",
  UnsetFacet: "facet",
  VersionPlane: "facet",
  DescribeFacet: "facet",
  Predicate: "predicate",
  WithPredicate: "predicate",
  DescribePredicate: "predicate",
  DescribeStructuralField: "structural",
  DescribePackage: "package",
  DescribeCompatibility: "package",
  DescribeEpistemicPolicy: "policy",
};

/** The nodes with a symbol among their operands, and at which position. */
const OPERANDS: Readonly<Record<string, readonly [position: number, sort: SymbolSort]>> = {
  BeliefSlotPattern: [1, "predicate"],
  StructuralPattern: [1, "structural"],
  StructuralEntry: [0, "structural"],
  StructuralRemoval: [0, "structural"],
};

/** The members of objects whose values are symbols. */
const MEMBERS: Readonly<Record<string, SymbolSort>> = {
  type: "type",
  concept_types: "type",
  policy: "policy",
};

/** What sort of symbol a string is by where it stands, or null where it is a plain value. */
export function symbolSortOf(node: SyntaxNode, text: string): SymbolSort | null {
  const { parent } = node;
  if (node.name !== "String" || parent === null) return null;
  const operand = OPERANDS[parent.name];
  if (operand) return operandIndex(parent, node.from) === operand[0] ? operand[1] : null;
  return ALWAYS[parent.name] ?? memberSort(parent.name === "ArrayLiteral" ? parent.parent : parent, text);
}

function memberSort(member: SyntaxNode | null, text: string): SymbolSort | null {
  const name = member?.getChild("FieldName");
  if (!member || !name) return null;
  const sort = MEMBERS[decoded(name, text)] ?? null;
  // `type` is sugar of patterns, `policy` a setting of WITH EPISTEMIC; elsewhere both are plain data.
  if (decoded(name, text) === "type") return member.name === "PatternMember" ? sort : null;
  const owner = member.parent?.parent;
  if (sort === "policy") return owner?.name === "Epistemic" ? sort : null;
  return sort;
}
