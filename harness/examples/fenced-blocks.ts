/** A fenced block of a Markdown text. */
export interface FencedBlock {
  /** The first word after the fence in lower case, or "" where there is none. */
  readonly language: string;
  readonly text: string;
  /** The line of the text's first character in the document, from 1. */
  readonly line: number;
}

const FENCE = /^( {0,3})(`{3,}|~{3,})\s*([^\s`]*)[^`]*$/;

/** The fenced blocks of a Markdown text, in order. A block that nothing closes goes on to the end. */
export function fencedBlocks(markdown: string): readonly FencedBlock[] {
  const blocks: FencedBlock[] = [];
  let open: { fence: string; indent: number; language: string; line: number; lines: string[] } | null = null;
  const close = (): void => {
    if (open) blocks.push({ language: open.language, text: open.lines.join("\n"), line: open.line });
    open = null;
  };
  for (const [index, line] of markdown.split(/\r\n|\n|\r/).entries()) {
    const [, indent = "", fence = "", language = ""] = FENCE.exec(line) ?? [];
    if (open === null) {
      if (fence !== "") {
        open = { fence, indent: indent.length, language: language.toLowerCase(), line: index + 2, lines: [] };
      }
    } else if (closes(line, open.fence)) close();
    else open.lines.push(line.slice(Math.min(open.indent, line.length - line.trimStart().length)));
  }
  close();
  return blocks;
}

/** Whether a line is the fence that closes a block: the same character, at least as often, and nothing else. */
function closes(line: string, fence: string): boolean {
  const written = line.trim();
  return written.length >= fence.length && written === fence.charAt(0).repeat(written.length);
}
