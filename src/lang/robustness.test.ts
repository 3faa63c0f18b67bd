import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keywordNames, parser } from "../../grammar/index.js";
import { parse } from "./index.js";
import { programsOf } from "./verdict.fixture.js";

const programs = programsOf(
  import.meta.glob<string>("../../grammar/test/*.txt", { query: "?raw", import: "default", eager: true }),
);

/** What holds for any text whatever: an answer, in bounds, and no command without a clean tree. */
function judge(text: string): void {
  const { command, diagnostics } = parse(text);
  expect(command === null).toBe(diagnostics.some(({ severity }) => severity === "error"));
  for (const { from, to, line, column, message } of diagnostics) {
    expect(from).toBeGreaterThanOrEqual(0);
    expect(to).toBeGreaterThanOrEqual(from);
    expect(to).toBeLessThanOrEqual(text.length);
    const lineEnds = [...text.matchAll(/\r\n?|\n/g)].map(({ index, 0: end }) => index + end.length);
    const lineStarts = [0, ...lineEnds].filter((start) => start <= from);
    expect(line).toBe(lineStarts.length);
    expect(column).toBe(from - (lineStarts.at(-1) ?? 0) + 1);
    expect(message).not.toBe("");
  }
  if (command !== null) expect(hasError(text)).toBe(false);
}

function hasError(text: string): boolean {
  let found = false;
  parser.parse(text).iterate({
    enter: ({ type }) => {
      found ||= type.isError;
    },
  });
  return found;
}

const token = fc.oneof(
  fc.constantFrom(...keywordNames, "true", "false", "null"),
  fc.constantFrom(
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    ".",
    "|",
    "==",
    "!=",
    "<",
    "<=",
    "&&",
    "||",
    "!",
    "-",
    "=",
  ),
  fc.constantFrom(
    "?x",
    "?y",
    ":p",
    "name",
    '"text"',
    '"PURGE"',
    "0",
    "1",
    "-2.5",
    "1e400",
    '"\\ud800"',
    '"',
    "//",
    ";",
  ),
);

/** A legal program with some of its characters dropped, doubled, swapped or replaced. */
const mutated = fc
  .tuple(
    fc.constantFrom(...programs),
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.nat(3),
        fc.constantFrom("{", "}", '"', "(", " ", "?", ":", ",", "a", "\\", "/", "\n"),
      ),
      {
        minLength: 1,
        maxLength: 5,
      },
    ),
  )
  .map(([program, edits]) => {
    let text = program;
    for (const [place, kind, character] of edits) {
      const at = place % (text.length + 1);
      if (kind === 0) text = text.slice(0, at) + text.slice(at + 1);
      else if (kind === 1) text = text.slice(0, at) + character + text.slice(at);
      else if (kind === 2) text = text.slice(0, at) + character + text.slice(at + 1);
      else text = text.slice(0, at) + (text[at] ?? "") + text.slice(at);
    }
    return text;
  });

/** A legal program with some of its tokens dropped, doubled or exchanged with another program's. */
const spliced = fc
  .tuple(fc.constantFrom(...programs), fc.constantFrom(...programs), fc.nat(), fc.nat(), token)
  .map(([one, other, cut, splice, extra]) => {
    const head = one.split(/(?<=\s)/);
    const tail = other.split(/(?<=\s)/);
    return [...head.slice(0, cut % head.length), extra, " ", ...tail.slice(splice % tail.length)].join("");
  });

describe("any text", () => {
  it("of random characters gets an answer", () => {
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 200 }), judge), { numRuns: 300 });
  });

  it("of random tokens gets an answer", () => {
    const text = fc.array(token, { maxLength: 60 }).map((tokens) => tokens.join(" "));
    fc.assert(fc.property(text, judge), { numRuns: 500 });
  });

  it("that once was a program gets an answer", () => {
    fc.assert(fc.property(mutated, judge), { numRuns: 1500 });
  });

  it("made of two programs gets an answer", () => {
    fc.assert(fc.property(spliced, judge), { numRuns: 1000 });
  });

  it("cut anywhere gets an answer", () => {
    for (const program of programs) {
      for (let end = 0; end <= program.length; end += Math.max(1, Math.floor(program.length / 12))) {
        judge(program.slice(0, end));
      }
    }
  });
});

describe("any program", () => {
  it("means the same in any case of its keywords", () => {
    const words = /"(?:[^"\\]|\\.)*"|\/\/.*|[?:.]?\b[A-Za-z_]\w*/g;
    const keywords = new Set(keywordNames);
    for (const program of programs) {
      const lower = program.replace(words, (word) => (keywords.has(word) ? word.toLowerCase() : word));
      const [one, other] = [parse(program), parse(lower)];
      expect(other.command?.type, lower).toBe(one.command?.type);
      expect(other.diagnostics.length).toBe(one.diagnostics.length);
    }
  });

  it("means the same with comments between its tokens", () => {
    const gaps = /"(?:[^"\\]|\\.)*"|\/\/.*|\s+/g;
    for (const program of programs) {
      const commented = program.replace(gaps, (gap) => (/^\s/.test(gap) ? `${gap}// c\n` : gap));
      expect(parse(commented).command?.type, commented).toBe(parse(program).command?.type);
    }
  });
});
