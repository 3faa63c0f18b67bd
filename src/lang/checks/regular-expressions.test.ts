import { describe, expect, it, vi } from "vitest";
import { parse, type RegexJudge } from "../index.js";

/** An engine that takes no pattern with an open bracket. */
const judge: RegexJudge = (pattern) =>
  pattern.includes("(") ? { message: "An open group.", hint: "Close it.", expected: [")"] } : null;

const diagnosticsOf = (text: string) => parse(text, { regexProblem: judge }).diagnostics;

describe("constant regular expressions", () => {
  it("are refused where they stand, with the engine's own words", () => {
    const text = 'FIND(?x) WHERE { ?x {type: "Person"} FILTER(!regex(?x.name, "a(")) }';
    const [problem] = diagnosticsOf(text);
    expect(problem).toMatchObject({
      code: "InvalidSyntax",
      message: "An open group.",
      hint: "Close it.",
      expected: [")"],
      found: '"a("',
    });
    expect(text.slice(problem?.from, problem?.to)).toBe('"a("');
    expect(parse(text, { regexProblem: judge }).command).toBeNull();
  });

  it.each([
    ["in FIND", 'FIND(REGEX(?x.name, "(")) WHERE { ?x {} }'],
    ["in a sort key", 'FIND(?x.name) WHERE { ?x {} } ORDER BY REGEX(?x.name, "(")'],
    [
      "in a branch that is never reached",
      'FIND(?x) WHERE { ?x {} NOT { OPTIONAL { ?y {} FILTER(REGEX(?y.name, "(")) } } }',
    ],
    ["in a mutation", 'TRANSITION ?x TO "archived" WHERE { ?x {} FILTER(REGEX(?x.name, "(") || true) }'],
    ["in an export", 'EXPORT CAPSULE ?x WHERE { ?x {} FILTER(REGEX(?x.name, "(")) }'],
  ])("are found %s", (_, text) => {
    expect(diagnosticsOf(text).map(({ message }) => message)).toContain("An open group.");
  });

  it("leave sound patterns, parameters and other functions alone", () => {
    const filter = 'REGEX(?x.name, "^a") || REGEX(?x.name, :pattern) || CONTAINS(?x.name, "(")';
    expect(diagnosticsOf(`FIND(?x) WHERE { ?x {} FILTER(${filter}) }`)).toEqual([]);
  });

  it("are left to the engine when nobody judges them", () => {
    expect(parse('FIND(?x) WHERE { ?x {} FILTER(REGEX(?x.name, "(")) }').diagnostics).toEqual([]);
  });

  it("are not looked for in a command without REGEX", () => {
    const regexProblem = vi.fn(judge);
    parse('FIND(?x) WHERE { ?x {name: "("} }', { regexProblem });
    expect(regexProblem).not.toHaveBeenCalled();
  });
});
