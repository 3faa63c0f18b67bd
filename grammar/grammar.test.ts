import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type NodeType, TreeFragment } from "@lezer/common";
import { fileTests } from "@lezer/generator/test";
import { highlightTree, tagHighlighter, tags } from "@lezer/highlight";
import { describe, expect, it } from "vitest";
import { keywordNames, parser } from "./index.js";

const folder = join(import.meta.dirname, "test");

/** The trees in the test files leave out punctuation, and keywords where they say nothing. */
function mayBeLeftOut({ name }: NodeType): boolean {
  return /\W/.test(name) || /^[A-Z]+$/.test(name);
}

for (const file of readdirSync(folder)) {
  describe(file, () => {
    for (const { name, run } of fileTests(readFileSync(join(folder, file), "utf8"), file, mayBeLeftOut)) {
      it(name, () => run(parser));
    }
  });
}

describe("tokens", () => {
  it("take any line end", () => {
    const lines = ["FIND(?x) // projection", "WHERE {", "  ?x {} // pattern", "}"];
    for (const end of ["\n", "\r\n", "\r"]) {
      const tree = parser.configure({ strict: true }).parse(lines.join(end));
      expect(tree.topNode.getChild("Find")).not.toBeNull();
    }
  });

  it("take every keyword as a member name, a path step and a variable", () => {
    const strict = parser.configure({ strict: true });
    for (const keyword of keywordNames) {
      for (const word of [keyword, keyword.toLowerCase()]) {
        const text = `FIND(?${word}.${word}) WHERE { ?${word} {${word}: :${word}} }`;
        expect(() => strict.parse(text), text).not.toThrow();
      }
    }
  });

  it("take keywords in any case, but literals in lower case only", () => {
    const strict = parser.configure({ strict: true });
    expect(() => strict.parse("dEsCrIbE pRoToCoL")).not.toThrow();
    expect(() => strict.parse("DESCRIBE TYPE true")).not.toThrow();
    expect(() => strict.parse("DESCRIBE TYPE TRUE")).toThrow();
  });
});

describe("incremental parsing", () => {
  it("gives the tree of a full parse after every edit of a long text", () => {
    const statement = 'CREATE CONCEPT ?x { TYPE "Person" NAME "a" SET ATTRIBUTES {a: 1, b: [true, null]} }\n';
    let text = `MUTATE {\n${statement.repeat(300)}}`;
    let tree = parser.parse(text);
    let fragments = TreeFragment.addTree(tree);
    for (const [at, inserted] of [
      [5000, " "],
      [9, "// note\n"],
      [text.length - 1, "ASSERT "],
      [12_000, '"'],
    ] as const) {
      const changed = { fromA: at, toA: at, fromB: at, toB: at + inserted.length };
      text = text.slice(0, at) + inserted + text.slice(at);
      fragments = TreeFragment.applyChanges(fragments, [changed]);
      tree = parser.parse(text, fragments);
      fragments = TreeFragment.addTree(tree, fragments);
      expect(tree.toString()).toBe(parser.parse(text).toString());
    }
  });
});

describe("highlighting", () => {
  it("tells keywords, names, values and comments apart", () => {
    const text = 'FIND(COUNT(?x)) WHERE { ?x {limit: :n, "k": 1} FILTER(?x.a == null) } // end';
    const seen: string[] = [];
    const highlighter = tagHighlighter([
      { tag: tags.keyword, class: "keyword" },
      { tag: tags.propertyName, class: "property" },
      { tag: tags.variableName, class: "variable" },
      { tag: tags.function(tags.variableName), class: "function" },
      { tag: tags.special(tags.variableName), class: "parameter" },
      { tag: tags.number, class: "number" },
      { tag: tags.null, class: "null" },
      { tag: tags.compareOperator, class: "operator" },
      { tag: tags.lineComment, class: "comment" },
    ]);
    highlightTree(parser.parse(text), highlighter, (from, to, classes) => {
      seen.push(`${text.slice(from, to)}=${classes}`);
    });
    expect(seen).toEqual([
      "FIND=keyword",
      "COUNT=function",
      "?x=variable",
      "WHERE=keyword",
      "?x=variable",
      "limit=property",
      ":n=parameter",
      '"k"=property',
      "1=number",
      "FILTER=keyword",
      "?x=variable",
      "a=property",
      "===operator",
      "null=null",
      "// end=comment",
    ]);
  });
});
