import { LANGUAGE_LIMITS, overBudget } from "../budget.js";
import { parseStrictly } from "../syntax.js";
import { Comments } from "./comments.js";
import { layOut } from "./doc.js";
import { Printer } from "./printer.js";

/** How a formatted text may look. */
export interface FormatOptions {
  /** The length of a line that the layout tries to keep to. */
  readonly width?: number;
}

const WIDTH = 100;

/**
 * A text in canonical layout: keywords in upper case, one clause or statement a line where they do not fit on one,
 * no parentheses that change nothing. What it means and every comment stay. Formatting the result changes nothing.
 * Returns null for a text with a syntax error or past the language's limits. Other problems do not matter.
 */
export function format(text: string, { width = WIDTH }: FormatOptions = {}): string | null {
  if (overBudget(text, LANGUAGE_LIMITS) !== null) return null;
  let formatted = layOutOnce(text, width);
  for (let pass = 1; pass < MOST_PASSES && formatted !== null; pass += 1) {
    const again = layOutOnce(formatted, width);
    if (again === formatted) break;
    formatted = again;
  }
  return formatted;
}

/**
 * A comment in the middle of something that stays on one line moves to the end of that line, where it no longer forces
 * a break before it. So the layout is settled only when it lays itself out the same; that takes two passes, or three.
 */
const MOST_PASSES = 6;

function layOutOnce(text: string, width: number): string | null {
  const tree = parseStrictly(text);
  if ("accepts" in tree) return null;
  const printer = new Printer(text, new Comments(tree, text));
  const formatted = layOut(printer.commands(tree.topNode), width);
  return formatted === "" ? "" : `${formatted}\n`;
}
