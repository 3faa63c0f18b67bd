import type { EditorState } from "@codemirror/state";
import type { SyntaxNode, Tree } from "@lezer/common";
import type { SchemaOutline, SymbolOutline } from "../../schema-outline.js";
import { Asked } from "../complete/asked.js";
import { describeVariable } from "../complete/names.js";
import { membersAt, objectPlace } from "../complete/objects.js";
import { memberOfPath } from "../complete/paths.js";
import { CORE_FIELDS } from "../docs/core-fields.js";
import type { Documentation } from "../docs/documentation.js";
import { AGGREGATE_DOCS, FILTER_DOCS, UPDATE_DOCS } from "../docs/functions.js";
import { documentKeyword } from "../docs/keywords.js";
import {
  documentCoreField,
  documentFacet,
  documentFunction,
  documentMember,
  documentPredicate,
  documentStructuralField,
  documentType,
} from "../docs/symbols.js";
import { decoded, textOf } from "../reading/nodes.js";
import { documentTree } from "../reading/prefix.js";
import { symbolSortOf } from "../reading/symbol-place.js";

/** Documentation with the stretch of text it is about. */
export interface DocumentationAt {
  readonly from: number;
  readonly to: number;
  readonly documentation: Documentation;
}

/** What there is to say about the word at a position, or null. `side` tells which of two touching words is meant. */
export function documentationAt(
  state: EditorState,
  pos: number,
  side: -1 | 1,
  schema: SchemaOutline | null,
): DocumentationAt | null {
  const tree = documentTree(state);
  const node = tree.resolveInner(pos, side);
  if (node.firstChild !== null) return null;
  const documentation = documentKeyword(node) ?? documentName(node, askedAbout(state, node, tree, schema));
  return documentation && { from: node.from, to: node.to, documentation };
}

/** The question that a completion right behind the node would ask. */
function askedAbout(state: EditorState, node: SyntaxNode, tree: Tree, schema: SchemaOutline | null): Asked {
  const { to } = node;
  const token = { kind: "none", start: to, from: to, to } as const;
  const place = { token, accepts: () => false, node, tree, text: state.doc.toString() };
  return new Asked(state, place, schema, []);
}

function documentName(node: SyntaxNode, asked: Asked): Documentation | null {
  const { parent } = node;
  switch (node.name) {
    case "Variable":
      return documentVariable(node, asked);
    case "Parameter":
      return {
        title: textOf(node, asked.place.text),
        kind: "parameter",
        text: "A value that comes with the request. It is data, whatever it holds, and stands for one whole value.",
      };
    case "Identifier":
    case "String":
      if (parent?.name === "PathStep") return documentStep(parent, asked);
      if (parent?.name === "FieldName") return documentMemberName(node, asked);
      return node.name === "String" ? documentSymbol(node, asked) : documentCall(node, asked);
    default:
      return null;
  }
}

function documentVariable(node: SyntaxNode, asked: Asked): Documentation {
  const written = textOf(node, asked.place.text);
  const variable = asked.variable(written.slice(1));
  const type = symbolNamed(asked.schema?.types, variable.types[0] ?? "");
  const facts = type && variable.types.length === 1 ? (documentType(type).facts ?? []) : [];
  return {
    title: written,
    kind: variable.kind ?? "variable",
    text: variable.types.length > 0 ? `Stands for: ${describeVariable(variable)}.` : "",
    ...(facts.length > 0 ? { facts } : {}),
  };
}

function documentStep(step: SyntaxNode, asked: Asked): Documentation | null {
  const member = step.parent && memberOfPath(step.parent, asked, step);
  if (!member) return null;
  const facet = member.ref === undefined ? undefined : symbolNamed(asked.schema?.facets, member.ref);
  return facet ? documentFacet(facet) : documentMember(member);
}

function documentMemberName(node: SyntaxNode, asked: Asked): Documentation | null {
  const place = objectPlace(node, asked.place.text);
  const name = decoded(node, asked.place.text);
  const member = place && membersAt(place, asked).find((known) => known.name === name || known.ref === name);
  return member ? documentMember(member) : null;
}

function documentCall(node: SyntaxNode, asked: Asked): Documentation | null {
  if (node.parent?.name !== "FunctionCall") return null;
  const name = textOf(node, asked.place.text).toUpperCase();
  return documentFunction(name, AGGREGATE_DOCS, FILTER_DOCS, UPDATE_DOCS);
}

function documentSymbol(node: SyntaxNode, { schema, place }: Asked): Documentation | null {
  const symbol = decoded(node, place.text);
  switch (symbolSortOf(node, place.text)) {
    case "type":
      return documented(symbolNamed(schema?.types, symbol), documentType);
    case "predicate":
      return documented(symbolNamed(schema?.predicates, symbol), documentPredicate);
    case "facet":
      return documented(symbolNamed(schema?.facets, symbol), documentFacet);
    case "structural":
      return (
        documented(symbolNamed(schema?.structuralFields, symbol), documentStructuralField) ??
        documented(
          CORE_FIELDS.find(({ name }) => name === symbol),
          documentCoreField,
        )
      );
    default:
      return null;
  }
}

function symbolNamed<S extends SymbolOutline>(
  symbols: readonly S[] | undefined,
  symbol: string,
): S | undefined {
  return symbols?.find(({ name, ref }) => name === symbol || ref === symbol);
}

function documented<S>(symbol: S | undefined, document: (symbol: S) => Documentation): Documentation | null {
  return symbol === undefined ? null : document(symbol);
}
