import { parser } from "../../grammar/index.js";

/** A command within a text. */
export interface CommandText {
  readonly text: string;
  /** The line of the command's first character within the text, from 0. */
  readonly line: number;
}

/**
 * The commands of a text that holds one or several. The grammar says where one ends, so a blank line within a command
 * is no end, and two commands on one line are two. What stands before the first and after each belongs to it.
 */
export function commandsIn(text: string): readonly CommandText[] {
  const starts: number[] = [];
  const { topNode } = parser.parse(text);
  for (let node = topNode.firstChild; node !== null; node = node.nextSibling) {
    if (!node.type.isError && node.name !== "LineComment") starts.push(node.from);
  }
  // Where nothing of a command is left, the whole text is one that is wrong.
  if (starts.length === 0) return text.trim() === "" ? [] : [{ text, line: 0 }];
  return starts.map((start, index) => {
    const from = index === 0 ? 0 : start;
    return { text: text.slice(from, starts[index + 1]).trimEnd(), line: linesBefore(text, from) };
  });
}

function linesBefore(text: string, at: number): number {
  return text.slice(0, at).split("\n").length - 1;
}
