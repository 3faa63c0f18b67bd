import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, type RegexJudge } from "./index.js";
import { accepted, programsOf, refused } from "./verdict.fixture.js";

const programs = programsOf(
  import.meta.glob<string>("../../grammar/test/*.txt", { query: "?raw", import: "default", eager: true }),
);

describe("parse", () => {
  it("gives every node of a query its type and its place", () => {
    const text = 'FIND(?x.name) WHERE { ?x {type: "Person"} } LIMIT :n';
    const command = accepted(text, "Find");
    expect(command).toEqual({
      type: "Find",
      from: 0,
      to: text.length,
      projections: [
        {
          type: "Path",
          from: 5,
          to: 12,
          root: { type: "Variable", name: "x", from: 5, to: 7 },
          steps: [{ key: "name", form: "dot", from: 7, to: 12 }],
        },
      ],
      where: {
        type: "WhereBlock",
        from: 20,
        to: 43,
        clauses: [
          {
            type: "ConceptPattern",
            from: 22,
            to: 41,
            variable: { type: "Variable", name: "x", from: 22, to: 24 },
            pattern: {
              type: "ObjectPattern",
              from: 25,
              to: 41,
              members: [
                {
                  type: "PatternMember",
                  from: 26,
                  to: 40,
                  name: "type",
                  nameRange: { from: 26, to: 30 },
                  value: { type: "Literal", value: "Person", source: '"Person"', from: 32, to: 40 },
                },
              ],
            },
          },
        ],
      },
      asOf: null,
      forTime: null,
      epistemic: null,
      orderBy: [],
      limit: { type: "Parameter", name: "n", from: 50, to: 52 },
      cursor: null,
    });
  });

  it("has a command exactly when nothing is wrong", () => {
    for (const text of [...programs, "", "FIND", "DESCRIBE PRIMER", '{"json": true}']) {
      const { command, diagnostics } = parse(text);
      expect(command === null, text).toBe(diagnostics.some(({ severity }) => severity === "error"));
    }
  });

  it("refuses an empty text and says how to begin", () => {
    for (const text of ["", "  \n", "// only a comment"]) {
      expect(refused(text)).toMatchObject({ code: "InvalidSyntax", hint: expect.stringContaining("FIND") });
    }
  });

  it("refuses a second command where it begins", () => {
    const error = refused("DESCRIBE PRIMER\nDESCRIBE PROTOCOL");
    expect(error).toMatchObject({ code: "InvalidSyntax", line: 2, column: 1 });
    expect(error.hint).toContain("MUTATE");
  });

  it("counts lines and columns from one", () => {
    expect(refused("FIND(?x)\nWHERE {\n  ?x {a 1}\n}")).toMatchObject({ line: 3, column: 9, from: 25 });
  });

  it("names what stands there and what could", () => {
    expect(refused("LIST TYPES LIMIT")).toMatchObject({
      found: "the end of the command",
      expected: ["a :parameter", "a literal"],
    });
  });

  it("orders diagnostics as they stand in the text", () => {
    const { diagnostics } = parse("FIND(?a) WHERE { ?x {n: 1e999} FILTER(NOPE(?x)) FILTER(?y == 1) }");
    expect(diagnostics.length).toBeGreaterThan(3);
    const places = diagnostics.map(({ from }) => from);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  it("stops after a hundred errors", () => {
    const text = `MUTATE { ${'ENSURE PROPOSITION (?nobody, "p", 1) '.repeat(500)} }`;
    expect(parse(text).diagnostics.length).toBeLessThanOrEqual(101);
  });

  it("keeps a command whose strings only look suspicious", () => {
    const text = `MUTATE { ${'CREATE EVIDENCE ?e@ { SET FIELDS {payload: ":name"} } '
      .repeat(200)
      .replace(/@/g, () => String(Math.random()).slice(2))} }`;
    expect(parse(text).command).not.toBeNull();
  });
});

const suite = join(import.meta.dirname, "../../../shared/conformance/engine-suite");

interface Step {
  readonly command?: string;
  readonly operations?: readonly { readonly command: string }[];
  readonly envelope?: Step;
}

interface Case extends Step {
  readonly expect: { readonly error?: string };
}

const commandsOf = ({ command, operations = [], envelope }: Step): readonly string[] => [
  ...(command === undefined ? [] : [command]),
  ...operations.map((operation) => operation.command),
  ...(envelope === undefined ? [] : commandsOf(envelope)),
];

/** Stands in for the query engine, whose dialect of regular expressions is its own. */
const regexProblem: RegexJudge = (pattern) => {
  try {
    new RegExp(pattern, "u");
    return null;
  } catch {
    return { message: "This is no regular expression.", hint: "Close the group." };
  }
};

describe.skipIf(!existsSync(suite))("the shared conformance suite", () => {
  for (const file of existsSync(suite) ? readdirSync(suite) : []) {
    const { setup = [], cases } = JSON.parse(readFileSync(join(suite, file), "utf8")) as {
      setup?: (string | Step)[];
      cases: Case[];
    };
    it(`${file}: every command is accepted, or refused as its case expects`, () => {
      const prepared = setup.flatMap((step) => (typeof step === "string" ? [step] : commandsOf(step)));
      for (const text of prepared) expect(parse(text, { regexProblem }).diagnostics, text).toEqual([]);
      for (const step of cases) {
        for (const text of commandsOf(step)) {
          const [problem] = parse(text, { regexProblem }).diagnostics;
          if (problem !== undefined) expect(problem.code, text).toBe(step.expect.error);
          else expect(step.expect.error, text).not.toBe("InvalidSyntax");
        }
      }
    });
  }
});

if (!existsSync(suite)) console.log("skipped: no ../shared");
