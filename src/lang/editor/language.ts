import { foldNodeProp, indentNodeProp, LRLanguage } from "@codemirror/language";
import { parser } from "../../../grammar/index.js";
import { foldBlock, indentInBrackets } from "./blocks.js";

/**
 * KIP for CodeMirror: the engine's own parser, with folding and indentation on top. What an editor asks of any language
 * (comments, brackets, when to indent) is language data, so the usual extensions pick it up.
 */
export const kipLanguage: LRLanguage = LRLanguage.define({
  name: "kip",
  parser: parser.configure({
    props: [
      indentNodeProp.add((type) => (type.isTop ? undefined : indentInBrackets)),
      foldNodeProp.add((type) => (type.isTop || type.isAnonymous ? undefined : foldBlock)),
    ],
  }),
  languageData: {
    commentTokens: { line: "//" },
    closeBrackets: { brackets: ["(", "[", "{", '"'] },
    indentOnInput: /^\s*[)\]}]$/,
  },
});
