/** One line of the input, or why it is none. */
export type InputLine = { readonly text: string } | { readonly refused: "too long" | "not UTF-8" };

/** The longest line that is read. Longer ones are skipped without being held in memory. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

const NEWLINE = 0x0a;

/**
 * Splits a byte stream into lines, each as soon as its end arrives; the last one needs no newline. Blank lines are left
 * out. The text is decoded strictly: a byte that is no UTF-8 would otherwise be remembered as a replacement character.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes = MAX_LINE_BYTES,
): AsyncGenerator<InputLine> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const take = (): InputLine | null => {
    const line = length > maxBytes ? ({ refused: "too long" } as const) : decode(parts);
    parts = [];
    length = 0;
    return line;
  };
  for await (const chunk of chunks) {
    let start = 0;
    while (start < chunk.length) {
      const newline = chunk.indexOf(NEWLINE, start);
      const end = newline === -1 ? chunk.length : newline;
      length += end - start;
      if (length <= maxBytes) parts.push(chunk.subarray(start, end));
      else parts = [];
      if (newline !== -1) {
        const line = take();
        if (line) yield line;
      }
      start = end + 1;
    }
  }
  const last = take();
  if (last) yield last;
}

function decode(parts: readonly Uint8Array[]): InputLine | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts)).trim();
    return text === "" ? null : { text };
  } catch {
    return { refused: "not UTF-8" };
  }
}
