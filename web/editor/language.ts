import {
  delimitedIndent,
  foldInside,
  foldNodeProp,
  indentNodeProp,
  LanguageSupport,
  LRLanguage,
} from "@codemirror/language";
import { highlighting, parser } from "../../grammar/index.js";

const BLOCKS = "WhereBlock ObjectLiteral ObjectPattern Mutate SetFields SetAttributes SetStructural";

/** KIP for CodeMirror: the engine's own parser, with indentation and folding on top. */
const language = LRLanguage.define({
  name: "kip",
  parser: parser.configure({
    props: [
      highlighting,
      indentNodeProp.add({ [BLOCKS]: delimitedIndent({ closing: "}" }) }),
      foldNodeProp.add({ [BLOCKS]: foldInside }),
    ],
  }),
  languageData: { commentTokens: { line: "//" }, closeBrackets: { brackets: ["(", "[", "{", '"'] } },
});

/** Highlighting, indentation and brackets for KIP. */
export function kip(): LanguageSupport {
  return new LanguageSupport(language);
}
