import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileTests } from "@lezer/generator/test";
import { describe, expect, it } from "vitest";
import { keywordNames, parser } from "../../../../grammar/index.js";
import { STATEMENT_WORDS } from "../../expected.js";
import { parse } from "../../parse.js";
import { CONSTRUCTS, documentKeyword, documentWord } from "./keywords.js";
import { WORDS } from "./words.js";

/** The programs of the grammar's own tests that parse. */
function programs(): readonly string[] {
  const folder = join(import.meta.dirname, "../../../../grammar/test");
  return readdirSync(folder)
    .filter((file) => file !== "recovery.txt")
    .flatMap((file) => fileTests(readFileSync(join(folder, file), "utf8"), file).map(({ text }) => text));
}

describe("documentation", () => {
  it("has something to say about every keyword wherever it is one", () => {
    const silent = new Set<string>();
    const met = new Set<string>();
    for (const program of programs()) {
      parser.parse(program).iterate({
        enter: ({ node }) => {
          if (!keywordNames.includes(node.name)) return;
          met.add(node.name);
          if (documentKeyword(node) === null) silent.add(`${node.parent?.name}/${node.name}`);
        },
      });
    }
    expect([...silent]).toEqual([]);
    expect(keywordNames.filter((name) => !met.has(name))).toEqual([]);
  });

  it("has something to say about every word a statement begins with", () => {
    expect(STATEMENT_WORDS.filter((word) => documentWord(word) === null)).toEqual([]);
  });

  it("is about nodes and keywords that exist", () => {
    const nodes = new Set(parser.nodeSet.types.map(({ name }) => name));
    expect(Object.keys(CONSTRUCTS).filter((name) => !nodes.has(name))).toEqual([]);
    expect(Object.keys(WORDS).filter((word) => !keywordNames.includes(word))).toEqual([]);
  });

  it("is one or two sentences, and short", () => {
    const texts = [
      ...Object.values(CONSTRUCTS).map(([text]) => text),
      ...Object.values(WORDS).map(([text]) => text),
    ];
    for (const text of texts) {
      expect(text, text).toMatch(/^[A-Z].*\.$/);
      expect(text.length, text).toBeLessThan(180);
    }
  });

  it.each(examples())("gives an example that is accepted where it belongs: %s", (example) => {
    const refusals = WRAPPINGS.map((wrap) => parse(wrap(example)).diagnostics);
    expect(Math.min(...refusals.map(({ length }) => length))).toBe(0);
  });
});

function examples(): readonly string[] {
  return [
    ...Object.values(CONSTRUCTS).map(([, example]) => example),
    ...Object.values(WORDS).map(([, example]) => example),
  ];
}

/** Patterns for every variable of a piece, so that nothing in it is unknown. */
function bindings(piece: string): string {
  return [...new Set(piece.match(/\?\w+/g))].map((name) => `${name} {}`).join(" ");
}

/** The whole commands a piece can be part of. */
const WRAPPINGS: readonly ((piece: string) => string)[] = [
  (piece) => piece,
  (piece) => `FIND(?z) WHERE { ?z {} ${piece} ${bindings(piece)} }`,
  (piece) => `FIND(?z) ${piece}`,
  (piece) => `FIND(?z) WHERE { ?z {} ${bindings(piece)} } ${piece}`,
  (piece) => `FIND(${piece}) WHERE { ${bindings(piece)} }`,
  (piece) => `UPDATE ?z ${piece} WHERE { ?z {} ${bindings(piece)} }`,
  (piece) => `UPDATE :z SET FIELDS {name: :n} ${piece}`,
  (piece) => `UPSERT CONCEPT ?z { ${piece} }`,
  (piece) => `PURGE :z ${piece}`,
  (piece) => `${piece} WHERE { ${bindings(piece)} }`,
  // The patterns that only a FIND binds.
  (piece) => `FIND(?z) WHERE { ?z {} ?who {} ${piece} }`,
];
