import { styleTags, tags as t } from "@lezer/highlight";
import { keywordNames } from "./tokens.js";

/** Which parts of a command look like what in an editor: the same tree the engine reads. */
export const highlighting = styleTags({
  [keywordNames.join(" ")]: t.keyword,
  BooleanLiteral: t.bool,
  NullLiteral: t.null,
  String: t.string,
  Number: t.number,
  "FieldName/Identifier FieldName/String PathStep/Identifier PathStep/String": t.propertyName,
  "FunctionCall/Identifier": t.function(t.variableName),
  Variable: t.variableName,
  Parameter: t.special(t.variableName),
  LineComment: t.lineComment,
  "Predicate/String": t.labelName,
  "TypeClause/String SetFacet/String UnsetFacet/String StructuralEntry/String": t.typeName,
  '"||" "&&" "!"': t.logicOperator,
  '"==" "!=" "<" ">" "<=" ">="': t.compareOperator,
  '"-"': t.arithmeticOperator,
  '"|"': t.operator,
  '"(" ")"': t.paren,
  '"{" "}"': t.brace,
  '"[" "]"': t.squareBracket,
  '","': t.separator,
  '":" "."': t.punctuation,
});
