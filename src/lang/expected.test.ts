import { describe, expect, it } from "vitest";
import { parse } from "./parse.js";
import { tokenAt } from "./tokens-at.js";
import { programsOf, refused } from "./verdict.fixture.js";

const COMPLAINT = "A second command";

const complaintOf = (text: string) =>
  parse(text).diagnostics.find(({ message }) => message.startsWith(COMPLAINT));

/** The programs of one command. */
const programs = programsOf(
  import.meta.glob<string>("../../grammar/test/*.txt", { query: "?raw", import: "default", eager: true }),
).filter((program) => complaintOf(program) === undefined);

/** A program cut after each of its tokens, with something after the cut that is legal nowhere. */
function truncations(program: string): string[] {
  const cuts = [];
  for (let token = tokenAt(program, 0); token.kind !== "end"; token = tokenAt(program, token.to)) {
    cuts.push(`${program.slice(0, token.to)} `);
  }
  return cuts;
}

/** What to write for an expected word: itself, and a whole statement that begins with it, if one does. */
function insertions(words: string): string[] {
  const begins = (program: string) => {
    const start = `${program.replace(/\s+/g, " ")} `;
    return start.startsWith(`${words} `) && !start.startsWith(`${words} RETENTION `);
  };
  const statement = programs.find(begins);
  const symbol = /^"(.*)"$/.exec(words)?.[1];
  return [symbol ?? words, ...(statement === undefined ? [] : [statement])];
}

describe("what is expected", () => {
  it.each([
    ["FIND(?x) WHERE { ?x {} } LIMT 5", "LIMIT"],
    ["FIND(?x) WHERE { ?x {} } ;", "ORDER BY"],
    ["FIND(?x) WHERE { ?x {} } }", "WITH"],
    ["UPDATE :x SET ATTRIBUTES {a: 1} ;", "SET"],
    ["DESCRIBE PROTOCOL ;", "the end of the command"],
  ])("after a whole statement is what continues it: %s", (text, word) => {
    const { expected } = refused(text);
    expect(expected).toContain(word);
    expect(expected).toContain("the end of the command");
    expect(expected).not.toContain("SET RETENTION");
    expect(expected).not.toContain("FIND");
  });

  it("at the start of a text and of a mutation holds the statements there are", () => {
    expect(refused("NOPE").expected).toContain("SET RETENTION");
    expect(refused("MUTATE { ;").expected).toContain("SET RETENTION");
    expect(refused("MUTATE { ;").expected).not.toContain("DEFINE");
    expect(refused("MUTATE { ;").expected).not.toContain("MUTATE");
  });

  it("never begins a second command, wherever a program is cut", () => {
    // What is expected is the same at very many cuts; each such list is tried once.
    const tried = new Set<string>();
    for (const cut of programs.flatMap(truncations)) {
      const { expected = [] } = refused(`${cut};`);
      if (tried.has(expected.join())) continue;
      tried.add(expected.join());
      for (const insertion of expected.flatMap(insertions)) {
        expect(complaintOf(cut + insertion), cut + insertion).toBeUndefined();
      }
    }
    expect(tried.size).toBeGreaterThan(50);
  });
});
