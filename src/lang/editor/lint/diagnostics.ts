import type { EditorState, Text } from "@codemirror/state";
import type { Diagnostic } from "../../diagnostic.js";
import { parseWith } from "../../parse.js";
import { incrementalSyntax } from "./incremental-syntax.js";

const known = new WeakMap<Text, readonly Diagnostic[]>();

/**
 * What is wrong with the document of a state: the diagnostics of `parse`, found incrementally. Nothing is wrong with a
 * text nobody has begun. The state needs the KIP language among its extensions.
 */
export function diagnosticsOf(state: EditorState): readonly Diagnostic[] {
  const found = known.get(state.doc) ?? diagnose(state);
  known.set(state.doc, found);
  return found;
}

function diagnose(state: EditorState): readonly Diagnostic[] {
  const text = state.doc.toString();
  return text.trim() === "" ? [] : parseWith(incrementalSyntax(state), text).diagnostics;
}
