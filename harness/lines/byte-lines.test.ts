import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type InputLine, readLines } from "./byte-lines.js";

async function linesOf(chunks: readonly Uint8Array[], maxBytes?: number): Promise<InputLine[]> {
  const lines: InputLine[] = [];
  const source = (async function* () {
    yield* chunks;
  })();
  for await (const line of readLines(source, maxBytes)) lines.push(line);
  return lines;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("readLines", () => {
  it("ignores blank lines, carriage returns and a missing last newline", async () => {
    expect(await linesOf([bytes('\r\n{"a":1}\r\n\n  \n{"b":2}')])).toEqual([
      { text: '{"a":1}' },
      { text: '{"b":2}' },
    ]);
    expect(await linesOf([])).toEqual([]);
  });

  it("finds the same lines however the bytes arrive", async () => {
    const whole = bytes("één\n漢字😀\nplain\n");
    const expected = [{ text: "één" }, { text: "漢字😀" }, { text: "plain" }];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }), async (sizes) => {
        const chunks: Uint8Array[] = [];
        for (let at = 0, turn = 0; at < whole.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1;
          chunks.push(whole.subarray(at, at + size));
          at += size;
        }
        expect(await linesOf(chunks)).toEqual(expected);
      }),
    );
  });

  it("drops a byte order mark", async () => {
    expect(await linesOf([bytes("\u{feff}{}\n")])).toEqual([{ text: "{}" }]);
  });

  it("refuses bytes that are no UTF-8, and reads on", async () => {
    const chunk = Uint8Array.of(0x22, 0xff, 0x22, 0x0a, 0x7b, 0x7d, 0x0a);
    expect(await linesOf([chunk])).toEqual([{ refused: "not UTF-8" }, { text: "{}" }]);
  });

  it("refuses a line that is too long, and reads on", async () => {
    expect(await linesOf([bytes("12345678"), bytes("9\n1234\n")], 8)).toEqual([
      { refused: "too long" },
      { text: "1234" },
    ]);
    expect(await linesOf([bytes("12345678\n")], 8)).toEqual([{ text: "12345678" }]);
  });
});
