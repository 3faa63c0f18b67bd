/**
 * A text with its possible line breaks. A group is laid out on one line when it fits and nothing in it insists on a
 * break; otherwise every `line` directly in it becomes a line end.
 */
export type Doc = string | readonly Doc[] | Line | Indent | Group | Suffix;

interface Line {
  readonly kind: "line";
  /** What it is when its group is on one line; null when it always breaks. */
  readonly flat: string | null;
}

interface Indent {
  readonly kind: "indent";
  readonly content: Doc;
}

interface Group {
  readonly kind: "group";
  readonly content: Doc;
  readonly breaks: boolean;
}

/** A comment that waits for the end of its line. */
interface Suffix {
  readonly kind: "suffix";
  readonly text: string;
}

/** A space, or a line end. */
export const line: Doc = { kind: "line", flat: " " };
/** Nothing, or a line end. */
export const softline: Doc = { kind: "line", flat: "" };
/** A line end. */
export const hardline: Doc = { kind: "line", flat: null };

/** Lines inside are indented one step further. */
export function indent(content: Doc): Doc {
  return { kind: "indent", content };
}

/** On one line if possible. A comment or a forced line end inside makes it break. */
export function group(content: Doc): Doc {
  return { kind: "group", content, breaks: mustBreak(content) };
}

/** Text that is moved to the end of the line it stands in. */
export function suffix(text: string): Doc {
  return { kind: "suffix", text };
}

/** Nothing, but the groups around it break. */
export const breakHere: Doc = suffix("");

function mustBreak(doc: Doc): boolean {
  if (typeof doc === "string") return false;
  if (Array.isArray(doc)) return doc.some(mustBreak);
  const node = doc as Exclude<Doc, string | readonly Doc[]>;
  switch (node.kind) {
    case "line":
      return node.flat === null;
    case "suffix":
      return true;
    case "group":
      return node.breaks;
    default:
      return mustBreak(node.content);
  }
}

interface Command {
  readonly doc: Doc;
  readonly depth: number;
  readonly flat: boolean;
}

const STEP = "  ";

/** The text of a document, with lines of at most `width` characters where its breaks allow. */
export function layOut(doc: Doc, width: number): string {
  const output: string[] = [];
  const todo: Command[] = [{ doc, depth: 0, flat: false }];
  let pending: string[] = [];
  let column = 0;
  const endLine = (): void => {
    for (const comment of pending) output.push(comment === "" ? "" : ` ${comment}`);
    pending = [];
  };
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const { doc: current, depth, flat } = next;
    if (typeof current === "string") {
      output.push(current);
      column += current.length;
    } else if (Array.isArray(current)) {
      for (let at = current.length - 1; at >= 0; at -= 1) todo.push({ doc: current[at] as Doc, depth, flat });
    } else {
      const node = current as Exclude<Doc, string | readonly Doc[]>;
      if (node.kind === "suffix") pending.push(node.text);
      else if (node.kind === "indent") todo.push({ doc: node.content, depth: depth + 1, flat });
      else if (node.kind === "group") {
        const onOneLine = flat || (!node.breaks && fits(node.content, todo, width - column));
        todo.push({ doc: node.content, depth, flat: onOneLine });
      } else if (flat && node.flat !== null) {
        output.push(node.flat);
        column += node.flat.length;
      } else {
        endLine();
        output.push("\n", STEP.repeat(depth));
        column = STEP.length * depth;
      }
    }
  }
  endLine();
  return output.join("").replace(/[ \t]+$/gm, "");
}

/** Whether a document fits on the rest of a line, together with what follows it up to the next possible break. */
function fits(doc: Doc, rest: readonly Command[], room: number): boolean {
  const todo: Command[] = [{ doc, depth: 0, flat: true }];
  let left = room;
  let following = rest.length;
  while (left >= 0) {
    const next = todo.pop() ?? rest[--following];
    if (next === undefined) return true;
    const { doc: current, flat } = next;
    if (typeof current === "string") left -= current.length;
    else if (Array.isArray(current)) {
      for (let at = current.length - 1; at >= 0; at -= 1)
        todo.push({ doc: current[at] as Doc, depth: 0, flat });
    } else {
      const node = current as Exclude<Doc, string | readonly Doc[]>;
      if (node.kind === "indent") todo.push({ doc: node.content, depth: 0, flat });
      else if (node.kind === "group") todo.push({ doc: node.content, depth: 0, flat: flat && !node.breaks });
      else if (node.kind === "line") {
        if (!flat || node.flat === null) return true;
        left -= node.flat.length;
      }
    }
  }
  return false;
}
