import { describe, expect, it } from "vitest";
import { findExpressions } from "./find-expressions.js";

describe("the columns of a FIND", () => {
  it.each([
    ['FIND(?b) WHERE { ?b BELIEF (:s, "p", :o) }', ["?b"]],
    ["find(?c.name, COUNT(DISTINCT ?p)) WHERE { ?c CONCEPT {} }", ["?c.name", "COUNT(DISTINCT ?p)"]],
    [
      'FIND(?x.facets["a,b"].c,?y) WHERE { ?x CONCEPT {} } ORDER BY ?x.name, ?y',
      ['?x.facets["a,b"].c', "?y"],
    ],
    ["// who\nFIND(\n  ?a.id,\n  ?a.stance\n) WHERE { ?a ASSERTION {} }", ["?a.id", "?a.stance"]],
  ])("%s", (command, columns) => {
    expect(findExpressions(command)).toEqual(columns);
  });

  it("are unknown for any other command", () => {
    expect(findExpressions("DESCRIBE PRIMER")).toBeNull();
    expect(findExpressions("")).toBeNull();
  });
});
