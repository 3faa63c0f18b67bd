import { expect, it } from "vitest";
import { LineCounter } from "./line-counter.js";
import { refused } from "./verdict.fixture.js";

it.each([
  ["LF", "\n"],
  ["CRLF", "\r\n"],
  ["a lone CR", "\r"],
])("%s ends a line", (_, end) => {
  expect(refused(["FIND(?x)", "WHERE {", "  ?x {a 1}", "}"].join(end))).toMatchObject({ line: 3, column: 9 });
});

it("a mix of line ends is counted one by one", () => {
  const counter = new LineCounter("a\r\r\nb\n\rc");
  expect([0, 2, 4, 6, 7].map((offset) => counter.at(offset))).toEqual([
    { line: 1, column: 1 },
    { line: 2, column: 1 },
    { line: 3, column: 1 },
    { line: 4, column: 1 },
    { line: 5, column: 1 },
  ]);
});
