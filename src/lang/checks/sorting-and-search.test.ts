import { describe, expect, it } from "vitest";
import { accepted, blamed, refused } from "../verdict.fixture.js";

const ordered = (key: string) => `FIND(?x.name, COUNT(?x)) WHERE { ?x {} } ORDER BY ${key}`;

describe("sort keys", () => {
  it.each(["5", '"name"', ":key", "true", "[1, 2]"])("mention a variable: %s", (key) => {
    expect(refused(ordered(key))).toMatchObject({ code: "InvalidSyntax" });
    expect(refused(ordered(key)).hint).toContain("a path like ?p.name");
    expect(blamed(ordered(key))).toBe(key);
  });

  it.each(["?x.name", "COUNT(?x) DESC"])("sort by what differs: %s", (key) => {
    accepted(ordered(key), "Find");
  });
});

describe("the mode of a search", () => {
  it.each(['SEARCH CONCEPT "a" MODE "foo"', 'FIND(?x) WHERE { ?x SEARCH CONCEPT "a" MODE "foo" LIMIT 1 }'])(
    "has the code that a parameter would get: %s",
    (text) => {
      expect(refused(text)).toMatchObject({ code: "SearchModeUnsupported", found: '"foo"' });
    },
  );
});

describe("a modifier that means nothing for the kind", () => {
  it("is pointed at, not the whole search", () => {
    expect(blamed('SEARCH CONCEPT "A" WITH PREDICATE "knows"')).toBe('"knows"');
    expect(blamed('FIND(?x) WHERE { ?x SEARCH EVIDENCE "A" WITH TYPE :t LIMIT 1 }')).toBe(":t");
  });
});
