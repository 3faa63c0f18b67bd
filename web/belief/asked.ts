import type { SyntaxNode } from "@lezer/common";
import { parser } from "../../grammar/index.js";
import { isElementRef, type JsonObject, type JsonValue } from "../../src/model/index.js";

/** The tuple a command asks a belief about, where the command and its parameters alone say it. */
export interface AskedTuple {
  readonly subject: JsonValue;
  readonly predicate: string;
  readonly object: JsonValue;
}

/**
 * The tuple of the command's one `BELIEF (s, "p", o)`, when parameters and literals ground it. A belief about a tuple
 * nobody stored names no Proposition (§46.4), so this is the only way to say what was asked. Null when there are
 * several, or when a variable is in it.
 */
export function askedTuple(command: string, parameters: JsonObject): AskedTuple | null {
  const triples: SyntaxNode[] = [];
  parser.parse(command).iterate({
    enter: ({ name, node }) => {
      const triple = name === "BeliefPattern" ? node.getChild("Triple") : null;
      if (triple) triples.push(triple);
    },
  });
  const [triple] = triples;
  if (!triple || triples.length > 1) return null;
  const [subject, predicate, object] = partsOf(triple).map((part) => termValue(part, command, parameters));
  if (subject === undefined || typeof predicate !== "string" || object === undefined) return null;
  return { subject, predicate, object };
}

/** The Concepts of a tuple, by id, so that they can be named. */
export function conceptsOf(tuple: AskedTuple | null): readonly string[] {
  return tuple ? [tuple.subject, tuple.object].flatMap((term) => (isElementRef(term) ? [term.id] : [])) : [];
}

/** The slot such a tuple is one value of; null when its subject is no element. */
export function askedSlot(
  tuple: AskedTuple | null,
): { readonly subject: string; readonly predicateRef: string } | null {
  return tuple && isElementRef(tuple.subject)
    ? { subject: tuple.subject.id, predicateRef: tuple.predicate }
    : null;
}

/** The terms of a triple: its children without parentheses and commas. */
function partsOf(triple: SyntaxNode): readonly SyntaxNode[] {
  const parts: SyntaxNode[] = [];
  for (let child = triple.firstChild; child; child = child.nextSibling) {
    if (/^\w/.test(child.name)) parts.push(child);
  }
  return parts;
}

function termValue(node: SyntaxNode, command: string, parameters: JsonObject): JsonValue | undefined {
  const text = command.slice(node.from, node.to);
  if (text.startsWith(":")) return parameters[text.slice(1)];
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
