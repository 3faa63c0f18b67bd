import { describe, expect, it } from "vitest";
import { checkMarkdown } from "./check-markdown.js";
import { commandsIn } from "./commands-in.js";
import { fencedBlocks } from "./fenced-blocks.js";

const DOCUMENT = [
  "# A page",
  "",
  "```kip",
  "// Two commands, the first with a blank line in it.",
  "FIND(?p)",
  "",
  'WHERE { ?p {type: "Person"} }',
  "DESCRIBE PRIMER",
  "```",
  "",
  "~~~~KML title",
  'ASSERT (:a, "knows", :b) {by: :a}',
  "~~~",
  "~~~~",
  "",
  "1. In a list:",
  "   ```",
  "   LIST TYPES",
  "   ```",
  "",
  "```",
  "npm start",
  "```",
  "",
  "```json",
  '{"command": "FIND("}',
  "```",
  "",
  "```meta",
  "DESCRIBE <what>",
].join("\n");

describe("the examples of a document", () => {
  it("are its commands, each with its line", () => {
    expect(checkMarkdown(DOCUMENT).map(({ text, line }) => [line, text])).toEqual([
      [4, '// Two commands, the first with a blank line in it.\nFIND(?p)\n\nWHERE { ?p {type: "Person"} }'],
      [8, "DESCRIBE PRIMER"],
      [12, 'ASSERT (:a, "knows", :b) {by: :a}\n~~~'],
      [18, "LIST TYPES"],
      [30, "DESCRIBE <what>"],
    ]);
  });

  it("are accepted, or refused with the reason", () => {
    const refused = checkMarkdown(DOCUMENT).filter(({ errors }) => errors.length > 0);
    expect(refused.map(({ line }) => line)).toEqual([12, 30]);
    expect(refused[1]?.errors[0]?.message).toMatch(/^Found "<"/);
  });
});

describe("blocks of another language", () => {
  it("are looked into when that is asked for, where they begin like a command", () => {
    const text = "```prolog\n// x\nDESCRIBE PRIMER\n```\n```prolog\n?p {}\n```";
    expect(checkMarkdown(text)).toEqual([]);
    expect(checkMarkdown(text, ["prolog"]).map(({ line }) => line)).toEqual([2]);
  });
});

describe("the commands of a text", () => {
  it("end where the grammar says so", () => {
    expect(commandsIn("DESCRIBE PRIMER DESCRIBE PROTOCOL").map(({ text }) => text)).toEqual([
      "DESCRIBE PRIMER",
      "DESCRIBE PROTOCOL",
    ]);
    expect(commandsIn(" \n ")).toEqual([]);
    expect(commandsIn("select *")).toEqual([{ text: "select *", line: 0 }]);
  });
});

describe("fenced blocks", () => {
  it("are closed by their own fence, or by the end", () => {
    expect(fencedBlocks("````\n```\n````\n```a b\nx")).toEqual([
      { language: "", text: "```", line: 2 },
      { language: "a", text: "x", line: 5 },
    ]);
  });
});
