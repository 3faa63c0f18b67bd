import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { Documentation } from "./documentation.js";

/** Documentation as an element for a tooltip. Everything in it is text: names of a schema never become markup. */
export function renderDocumentation({ title, kind, text, facts = [], example }: Documentation): HTMLElement {
  const root = document.createElement("div");
  root.className = "cm-kip-doc";
  const head = append(root, "div", "cm-kip-doc-head");
  append(head, "code", "cm-kip-doc-title", title);
  append(head, "span", "cm-kip-doc-kind", kind);
  if (text !== "") append(root, "p", "cm-kip-doc-text", text);
  if (facts.length > 0) {
    const list = append(root, "ul", "cm-kip-doc-facts");
    for (const fact of facts) append(list, "li", "", fact);
  }
  if (example !== undefined) append(root, "code", "cm-kip-doc-example", example);
  return root;
}

function append(parent: HTMLElement, tag: string, className: string, text?: string): HTMLElement {
  const child = document.createElement(tag);
  if (className !== "") child.className = className;
  if (text !== undefined) child.textContent = text;
  parent.append(child);
  return child;
}

/** How documentation looks unless the page says otherwise. */
export const documentationTheme: Extension = EditorView.baseTheme({
  ".cm-kip-doc": { padding: "0.4rem 0.7rem", maxWidth: "34rem", whiteSpace: "normal" },
  ".cm-kip-doc-head": { display: "flex", gap: "0.6em", alignItems: "baseline" },
  ".cm-kip-doc-title": { fontWeight: "600" },
  ".cm-kip-doc-kind": { opacity: "0.75", fontSize: "0.9em" },
  ".cm-kip-doc-text": { margin: "0.3em 0 0" },
  ".cm-kip-doc-facts": { margin: "0.3em 0 0", paddingInlineStart: "1.1em", overflowWrap: "anywhere" },
  ".cm-kip-doc-example": { display: "block", marginTop: "0.4em", whiteSpace: "pre-wrap" },
});
