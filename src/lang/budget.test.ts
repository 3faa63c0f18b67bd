import { describe, expect, it } from "vitest";
import { LANGUAGE_LIMITS, parse } from "./index.js";
import { accepted, refused } from "./verdict.fixture.js";

describe("budgets", () => {
  it("refuse a command that is too long without reading it", () => {
    const error = refused(`FIND(?x) WHERE { ?x {} } ${" ".repeat(LANGUAGE_LIMITS.maxLength)}`);
    expect(error).toMatchObject({ code: "ResourceExhausted", hint: expect.stringContaining(":parameter") });
  });

  it("refuse brackets that are nested too deeply, where it gets too deep", () => {
    const text = `CREATE CONCEPT ?x { TYPE "T" SET ATTRIBUTES {a: ${"[".repeat(100)}${"]".repeat(100)}} }`;
    expect(refused(text)).toMatchObject({ code: "ResourceExhausted", from: text.indexOf("[") + 62 });
  });

  it("take brackets up to the limit", () => {
    const depth = LANGUAGE_LIMITS.maxNesting - 2;
    accepted(
      `CREATE CONCEPT ?x { TYPE "T" SET ATTRIBUTES {a: ${"[".repeat(depth)}${"]".repeat(depth)}} }`,
      "CreateConcept",
    );
  });

  it("do not count brackets in strings and comments", () => {
    const many = "({[".repeat(100);
    accepted(`// ${many}\nDESCRIBE TYPE "${many} \\" ${many}"`, "DescribeType");
  });

  it("refuse more clauses than the limit", () => {
    const text = `FIND(?x) WHERE { ${"?x {} ".repeat(20)} }`;
    expect(parse(text, { limits: { maxClauses: 20 } }).command).not.toBeNull();
    expect(parse(text, { limits: { maxClauses: 19 } }).diagnostics[0]).toMatchObject({
      code: "ResourceExhausted",
    });
  });

  it("refuse a chain of comparisons that would make a deep tree", () => {
    const text = `FIND(?x) WHERE { ?x {} FILTER(${"?x == ".repeat(100)}?x) }`;
    expect(refused(text).code).toBe("ResourceExhausted");
  });

  it("take a long chain of && and ||, as a shallow tree", () => {
    const text = `FIND(?x) WHERE { ?x {} FILTER(${"?x.a == 1 || ".repeat(5000)}?x.a == 2) }`;
    const [, filter] = accepted(text, "Find").where.clauses;
    const depthOf = (node: unknown): number =>
      typeof node === "object" && node !== null && "left" in node && "right" in node
        ? 1 + Math.max(depthOf(node.left), depthOf(node.right))
        : 0;
    expect(filter?.type === "FilterClause" && depthOf(filter.condition)).toBeLessThan(20);
  });

  it("take an update with thousands of clauses", () => {
    accepted(`UPDATE :x ${'SET FACET "F" {a: 1} '.repeat(3000)}`, "Update");
  });

  it("hold for hostile texts in bounded time", () => {
    const length = LANGUAGE_LIMITS.maxLength;
    const hostile = [
      "[".repeat(5_000_000),
      ")".repeat(length),
      '"'.repeat(length),
      "a ".repeat(length / 2),
      "a".repeat(length),
      "//\n".repeat(length / 3),
      `FIND(?x) WHERE {${"?x {} ".repeat(length / 7)}`,
      `DESCRIBE TYPE "${"\\\\".repeat(length / 3)}`,
      `MUTATE {${Array.from({ length: 3000 }, (_, n) => `ENSURE PROPOSITION ?h${n} (?q${n}, "p", 1) `).join("")}}`,
    ];
    for (const text of hostile) expect(parse(text).command).toBeNull();
  });
});
