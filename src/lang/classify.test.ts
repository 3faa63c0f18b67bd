import { describe, expect, it } from "vitest";
import { isStateChanging, languageOf, parse, statementName } from "./index.js";
import { programsOf } from "./verdict.fixture.js";

const programs = programsOf(
  import.meta.glob<string>("../../grammar/test/*.txt", { query: "?raw", import: "default", eager: true }),
);
const commands = programs.flatMap((text) => parse(text).command ?? []);

function command(text: string) {
  const parsed = parse(text).command;
  if (parsed === null) throw new Error(text);
  return parsed;
}

describe("classification", () => {
  it("says of every KML command, and of no other, that it changes state", () => {
    expect(commands.length).toBeGreaterThan(150);
    for (const parsed of commands) expect(isStateChanging(parsed)).toBe(languageOf(parsed) === "KML");
  });

  it("judges a command by what it is, not by what it quotes", () => {
    expect(languageOf(command('PREVIEW KML "MUTATE {}"'))).toBe("META");
    expect(isStateChanging(command("VALIDATE KML :text"))).toBe(false);
    expect(languageOf(command("find(?x) where { ?x {} }"))).toBe("KQL");
    expect(isStateChanging(command('define predicate "p" {description: "d"}'))).toBe(true);
  });

  it("names a statement by the words it begins with", () => {
    for (const text of programs) {
      const parsed = parse(text).command;
      const words = text
        .replace(/^\s*\/\/.*$/gm, "")
        .trim()
        .toUpperCase()
        .replace(/\s+/g, " ");
      if (parsed !== null) expect(words.startsWith(statementName(parsed)), words).toBe(true);
    }
    expect(statementName(command("validate import plan :p"))).toBe("VALIDATE IMPORT PLAN");
    expect(statementName(command("VERIFY RECEIPT :r"))).toBe("VERIFY RECEIPT");
    expect(statementName(command('TRANSITION :a TO "archived"'))).toBe("TRANSITION");
    expect(statementName(command("DESCRIBE PRIMER"))).toBe("DESCRIBE PRIMER");
    expect(statementName(command("describe transaction by idempotency key :k"))).toMatch(/KEY$/);
  });
});
