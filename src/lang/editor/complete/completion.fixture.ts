import { CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { EditorState, type TransactionSpec } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { expect, it } from "vitest";
import type { SchemaOutline } from "../../schema-outline.js";
import { kipLanguage } from "../language.js";
import { schemaFixture } from "../schema.fixture.js";
import { completionsAt } from "./source.js";

/** What surrounds a completion in a test. */
export interface Given {
  readonly schema?: SchemaOutline | null;
  readonly parameters?: readonly string[];
  /** Whether the completion was asked for, rather than offered while typing. */
  readonly explicit?: boolean;
}

/** The completions where `|` marks the cursor. In a text with several, `‸` is the cursor. */
export function completeAt(marked: string, given: Given = {}): CompletionResult | null {
  const { schema = schemaFixture, parameters = [], explicit = true } = given;
  const { state, pos } = stateAt(marked);
  return completionsAt(new CompletionContext(state, pos, explicit), {
    schema: () => schema,
    parameters: () => parameters,
  });
}

function stateAt(marked: string): { readonly state: EditorState; readonly pos: number } {
  const cursor = marked.includes("‸") ? "‸" : "|";
  const state = EditorState.create({ doc: marked.replace(cursor, ""), extensions: [kipLanguage] });
  return { state, pos: marked.indexOf(cursor) };
}

/** The labels of the completions, best first. */
export function labelsAt(marked: string, given?: Given): readonly string[] {
  const options = completeAt(marked, given)?.options ?? [];
  return [...options].sort((a, b) => (b.boost ?? 0) - (a.boost ?? 0)).map(({ label }) => label);
}

/** The text after the completion of this label is chosen. */
export function textAfter(marked: string, label: string, given?: Given): string {
  const { state, pos } = stateAt(marked);
  const result = completeAt(marked, given);
  const chosen = result?.options.find((option) => option.label === label);
  if (!result || !chosen) throw new Error(`${label} is not offered at ${marked}`);
  const { apply = chosen.label } = chosen;
  if (typeof apply === "string") return write(state, apply, result.from, pos);
  let text = "";
  const dispatch = (spec: TransactionSpec) => {
    text = state.update(spec).state.doc.toString();
  };
  apply({ state, dispatch } as unknown as EditorView, chosen, result.from, pos);
  return text;
}

function write(state: EditorState, insert: string, from: number, to: number): string {
  return state.update({ changes: { from, to, insert } }).state.doc.toString();
}

/** Patterns that say of which type a variable is. */
export const PERSON = '?who {type: "Person"}';
export const COMMITMENT = '?c {type: "Commitment"}';

/** The cursor is `|`; `‸` where the text has a `|` of its own. */
type Case = readonly [text: string, ...labels: string[]];

/** Each text offers exactly these, in this order. */
export function offersExactly(...cases: readonly Case[]): void {
  it.each(cases.map(([text, ...labels]) => ({ text, labels })))("$text", ({ text, labels }) => {
    expect(labelsAt(text)).toEqual(labels);
  });
}

/** Each text offers these among others. */
export function offers(...cases: readonly Case[]): void {
  it.each(cases.map(([text, ...labels]) => ({ text, labels })))("$text", ({ text, labels }) => {
    expect(labelsAt(text)).toEqual(expect.arrayContaining(labels));
  });
}

/** No text offers any of these. */
export function offersNone(...cases: readonly Case[]): void {
  it.each(cases.map(([text, ...labels]) => ({ text, labels })))("$text", ({ text, labels }) => {
    const offered = labelsAt(text);
    expect(labels.filter((label) => offered.includes(label))).toEqual([]);
  });
}
