import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { format, parse } from "../index.js";
import { parseStrictly } from "../syntax.js";
import { programsOf } from "../verdict.fixture.js";

const programs = programsOf(
  import.meta.glob<string>("../../../grammar/test/*.txt", { query: "?raw", import: "default", eager: true }),
);

function formatted(text: string): string {
  const result = format(text);
  if (result === null) throw new Error(`no layout for ${text}`);
  return result.trimEnd();
}

/** The meaning of a text: its command without places and spellings, or else its syntax without parentheses. */
function meaning(text: string): unknown {
  const { command } = parse(text);
  if (command !== null) return withoutPlaces(command);
  const tree = parseStrictly(text);
  return "accepts" in tree ? null : tree.toString().replace(/Parenthesized|LineComment|[(),"]/g, "");
}

function withoutPlaces(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutPlaces);
  if (typeof node !== "object" || node === null) return node;
  const places = new Set(["from", "to", "nameRange"]);
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]) => (places.has(key) ? [] : [[key, withoutPlaces(value)]])),
  );
}

const commentsOf = (text: string): string =>
  [...text.matchAll(/"(?:[^"\\]|\\.)*"|\/\/.*/g)]
    .map(([found]) => found)
    .filter((found) => found.startsWith("//"))
    .join(" ")
    .replace(/\s+/g, " ");

/** What a formatter has to keep, and that it has nothing left to do. */
function judge(text: string): void {
  const once = format(text);
  expect(once, text).not.toBeNull();
  if (once === null) return;
  expect(meaning(once), once).toEqual(meaning(text));
  expect(format(once)).toBe(once);
  expect(commentsOf(once)).toBe(commentsOf(text));
}

describe("format", () => {
  it("puts a query that does not fit on a line into one clause a line", () => {
    const text =
      'find(?x.name, count(?y)) where {?x {type:"Person"} (?x,"knows",?y) filter(?x.a==1)} as of seq 3 order by count(?y) desc,?x.name limit 5';
    expect(formatted(text)).toBe(`FIND(?x.name, COUNT(?y))
WHERE {
  ?x {type: "Person"}
  (?x, "knows", ?y)
  FILTER(?x.a == 1)
}
AS OF SEQ 3
ORDER BY COUNT(?y) DESC, ?x.name
LIMIT 5`);
  });

  it("leaves a short command on one line", () => {
    expect(formatted("find( ?x ) where{ ?x{} } limit 5")).toBe("FIND(?x) WHERE { ?x {} } LIMIT 5");
    expect(formatted('describe   primer\nmode "compact"')).toBe('DESCRIBE PRIMER MODE "compact"');
    expect(formatted("update :id set attributes{a:1}")).toBe("UPDATE :id SET ATTRIBUTES {a: 1}");
  });

  it("lays out a block of mutations", () => {
    const text = `mutate { create concept ?a { type "Person" name "A" }
      ensure proposition (?a,"knows",:b)

      assert (?a,"prefers",:dark){by:?a,mode:"stated",confidence:0.95,evidence:[:message,:another_message]} superseding :old
      set retention ?a {retention_class:"standard"} }`;
    expect(formatted(text)).toBe(`MUTATE {
  CREATE CONCEPT ?a {
    TYPE "Person"
    NAME "A"
  }
  ENSURE PROPOSITION (?a, "knows", :b)

  ASSERT (?a, "prefers", :dark) {
    by: ?a,
    mode: "stated",
    confidence: 0.95,
    evidence: [:message, :another_message]
  }
    SUPERSEDING :old
  SET RETENTION ?a {retention_class: "standard"}
}`);
  });

  it("keeps comments where they are", () => {
    const text = `// first
FIND(?x) // outputs
WHERE { // patterns
  // people
  ?x {type: "Person"} // all of them

  // who know someone
  (?x, "knows", ?y)
  // nothing more
} // end
// last`;
    expect(formatted(text)).toBe(text);
  });

  it("keeps one blank line between items, and none elsewhere", () => {
    expect(formatted("FIND(?x)\n\nWHERE {\n\n\n?x {}\n\n\n\n?x {}\n\n}\n")).toBe(
      "FIND(?x)\nWHERE {\n  ?x {}\n\n  ?x {}\n}",
    );
  });

  it.each([
    ["((?a))", "?a"],
    ["(?a && ?b) || ?c", "?a && ?b || ?c"],
    ["?a && (?b || ?c)", "?a && (?b || ?c)"],
    ["(?a == 1) && (?b < 2)", "?a == 1 && ?b < 2"],
    ["(?a == ?b) == ?c", "(?a == ?b) == ?c"],
    ["!(?a)", "!?a"],
    ["!(?a == ?b)", "!(?a == ?b)"],
    ["!(!?a)", "!(!?a)"],
    ["-(5) < ?a", "-(5) < ?a"],
    ["- 5 < ?a", "-(5) < ?a"],
    ["-(-5) < ?a", "--5 < ?a"],
    ["(?a || ?b) || ?c", "(?a || ?b) || ?c"],
    ["in((?a.b), [1])", "IN(?a.b, [1])"],
  ])("writes %s as %s", (condition, expected) => {
    expect(formatted(`FIND(?a) WHERE { (?a, ?b, ?c) FILTER(${condition}) }`)).toContain(
      `FILTER(${expected})`,
    );
  });

  it("keeps the spelling of strings and numbers", () => {
    expect(formatted('DESCRIBE TYPE "\\u0041\\/b"')).toBe('DESCRIBE TYPE "\\u0041\\/b"');
    expect(formatted("LIST TYPES LIMIT 1.50e1")).toBe("LIST TYPES LIMIT 1.50e1");
  });

  it("has no layout for a text with a syntax error", () => {
    expect(format("FIND(?x WHERE")).toBeNull();
  });

  it("keeps to the width it is given", () => {
    const text = 'FIND(?x) WHERE { ?x {type: "Person", name: "Alice", aliases: ["Al", "Ally"]} }';
    for (const rendered of (format(text, { width: 30 }) ?? "").split("\n")) {
      expect(rendered.length).toBeLessThanOrEqual(30);
    }
  });
});

/** Properties take their time on a machine that does other work too. */

describe("formatting any program", () => {
  it("keeps its meaning and its comments, and is done after one time", () => {
    for (const program of programs) judge(program);
  });

  it("does so with comments between any two tokens", () => {
    const gap = /"(?:[^"\\]|\\.)*"|\/\/.*|[?:]?\w+|\s+|==|!=|<=|>=|&&|\|\||[\s\S]/g;
    const comment = fc.constantFrom("", "", " // a\n", "\n// b\n", " // c\n// d\n", "\n\n// e\n\n");
    fc.assert(
      fc.property(fc.constantFrom(...programs), fc.infiniteStream(comment), (program, comments) => {
        const text = [...program.matchAll(gap)].map(([token]) => `${token}${comments.next().value}`).join("");
        fc.pre(!("accepts" in parseStrictly(text)));
        judge(text);
      }),
      { numRuns: 300 },
    );
  });

  it("does so at any width", () => {
    fc.assert(
      fc.property(fc.constantFrom(...programs), fc.integer({ min: 1, max: 120 }), (program, width) => {
        const once = format(program, { width });
        expect(once).not.toBeNull();
        expect(meaning(once ?? "")).toEqual(meaning(program));
        expect(format(once ?? "", { width })).toBe(once);
      }),
      { numRuns: 200 },
    );
  });
});
