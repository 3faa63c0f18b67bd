import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** The colours are the page's own, so the editor follows light and dark without a theme of its own for each. */
const highlightStyle = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.operatorKeyword, tags.definitionKeyword],
    color: "var(--code-keyword)",
    fontWeight: "600",
  },
  { tag: [tags.variableName, tags.special(tags.variableName)], color: "var(--code-variable)" },
  { tag: [tags.typeName, tags.labelName], color: "var(--code-name)" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: "var(--code-number)" },
  { tag: [tags.propertyName, tags.attributeName, tags.function(tags.name)], color: "var(--code-property)" },
  { tag: tags.comment, color: "var(--ink-soft)", fontStyle: "italic" },
  { tag: tags.invalid, textDecoration: "underline wavy var(--rejected)" },
]);

const look = EditorView.theme({
  "&": { backgroundColor: "transparent", color: "var(--ink)", fontSize: "13.5px" },
  // The ring is drawn around the element that holds the editor.
  "&.cm-focused": { outline: "none" },
  ".cm-placeholder": { color: "var(--ink-soft)" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)", paddingBlock: "0.5rem" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "transparent", border: "none", color: "var(--ink-soft)" },
  ".cm-activeLine, .cm-activeLineGutter": {
    backgroundColor: "color-mix(in oklab, var(--accent-wash) 55%, transparent)",
  },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground, ::selection":
    {
      backgroundColor: "light-dark(#cfe0ef, #2c4762) !important",
    },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--rejected) 1.5px",
    textUnderlineOffset: "3px",
  },
  ".cm-lintRange-warning": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--contested) 1.5px",
    textUnderlineOffset: "3px",
  },
  ".cm-tooltip, .cm-panels": {
    backgroundColor: "var(--surface)",
    color: "var(--ink)",
    border: "1px solid var(--line-strong)",
    borderRadius: "6px",
  },
  ".cm-diagnostic": { maxWidth: "34rem", padding: "0.4rem 0.7rem", fontFamily: "var(--font)" },
});

/** How the editor looks. */
export function editorTheme(): Extension {
  return [look, syntaxHighlighting(highlightStyle)];
}
