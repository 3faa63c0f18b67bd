const NEWLINE = 10;
const RETURN = 13;

/** Where a character stands, as a person counts: from one, the column in UTF-16 units. */
export interface LineAndColumn {
  readonly line: number;
  readonly column: number;
}

/**
 * Tells the lines and columns of offsets that do not decrease, reading the text once. A line ends with LF, CRLF or a
 * lone CR, as in an editor.
 */
export class LineCounter {
  readonly #text: string;
  #line = 1;
  #lineStart = 0;
  #read = 0;

  constructor(text: string) {
    this.#text = text;
  }

  at(offset: number): LineAndColumn {
    for (; this.#read < offset; this.#read += 1) {
      if (!this.#endsLine(this.#read)) continue;
      this.#line += 1;
      this.#lineStart = this.#read + 1;
    }
    return { line: this.#line, column: offset - this.#lineStart + 1 };
  }

  #endsLine(at: number): boolean {
    const unit = this.#text.charCodeAt(at);
    return unit === NEWLINE || (unit === RETURN && this.#text.charCodeAt(at + 1) !== NEWLINE);
  }
}
