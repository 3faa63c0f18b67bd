import { describe, expect, it } from "vitest";
import { accepted, blamed, refused } from "../verdict.fixture.js";

const find = (outputs: string, where: string, rest = "") => `FIND(${outputs}) WHERE { ${where} } ${rest}`;

describe("binding sites", () => {
  it.each([
    ["a pattern's variable", find("?x", "?x {}")],
    ["a member of an object pattern", find("?n", "?x {name: ?n}")],
    ["a member deep inside", find("?n", "?x {attributes: {a: [1, {b: ?n}]}}")],
    ["both ends and the predicate of a tuple", find("?s, ?r, ?o", "(?s, ?r, ?o)")],
    ["a tuple inside a tuple", find("?d", '(?u, "said", (?d, "treats", ?y))')],
    ["a tuple inside an assertion pattern", find("?o", '?a ASSERTION {proposition: (?s, "p", ?o)}')],
    ["an inline match at an endpoint", find("?n", '({name: ?n}, "p", ?o)')],
    ["a structural edge and its ends", find("?e.index, ?s, ?t", '?e STRUCTURAL (?s, "f", ?t)')],
    ["the value of a belief", find("?b.status, ?tz", '?p {} ?b BELIEF (?p, "timezone", ?tz)')],
    ["a slot", find("?s.accepted_values", '?p {} ?s BELIEF SLOT (?p, "timezone")')],
    ["a search hit", find("?h.retrieval.score", '?h SEARCH CONCEPT "q" LIMIT 3')],
    ["OPTIONAL", find("?o.name", '?x {} OPTIONAL { (?x, "p", ?o) }')],
    ["UNION", find("?x, ?y", "?x {} UNION { ?y {} }")],
    [
      "OPTIONAL inside UNION inside OPTIONAL",
      find("?z", "?x {} OPTIONAL { ?y {} UNION { OPTIONAL { ?z {} } } }"),
    ],
  ])("include %s", (_, text) => {
    accepted(text, "Find");
  });

  it.each([
    ["FIND", find("?y", "?x {}")],
    ["FIND, in a path", find("?y.name", "?x {}")],
    ["FIND, in an aggregate", find("COUNT(?y)", "?x {}")],
    ["FILTER", find("?x", "?x {} FILTER(?y.a == 1)")],
    ["FILTER, deep inside", find("?x", "?x {} FILTER(!IN(?x.a, [1, ?y]) || ?x.b == 2)")],
    ["ORDER BY", find("?x", "?x {}", "ORDER BY ?y.name")],
    ["an empty WHERE", find("?y", "")],
  ])("are needed for every variable of %s", (_, text) => {
    expect(blamed(text)).toBe(text.includes("?y.") ? `?y` : "?y");
    expect(refused(text)).toMatchObject({ code: "InvalidSyntax", found: "?y" });
  });

  it("are looked for by spelling too", () => {
    expect(refused(find("?persn.name", '?person {type: "Person"}')).hint).toBe("Did you mean ?person?");
  });

  it("leave the targets of BELIEF to the engine, which can say more", () => {
    accepted(find("?b", "?b BELIEF (?nothing)"), "Find");
    accepted(find("?s", '?s BELIEF SLOT (?anything, "prefers")'), "Find");
  });
});

describe("NOT", () => {
  it("sees what is bound outside", () => {
    accepted(find("?p.name", '?p {type: "Person"} NOT { FILTER(?p.name == "Alice") }'), "Find");
  });

  it.each([
    ["FIND", find("?t", '?p {} NOT { (?p, "prefers", ?t) }')],
    ["a later FILTER", find("?p", '?p {} NOT { (?p, "prefers", ?t) } FILTER(?t.name == "Tea")')],
    ["ORDER BY", find("?p", '?p {} NOT { (?p, "prefers", ?t) }', "ORDER BY ?t.name")],
    ["FIND, from an OPTIONAL inside it", find("?t", '?p {} NOT { OPTIONAL { (?p, "prefers", ?t) } }')],
    ["FIND, from a UNION inside it", find("?t", '?p {} NOT { UNION { (?p, "prefers", ?t) } }')],
    ["another NOT", find("?p", '?p {} NOT { (?p, "a", ?t) } NOT { FILTER(?t.name == "Tea") }')],
  ])("hands nothing on to %s", (_, text) => {
    expect(refused(text)).toMatchObject({
      code: "InvalidSyntax",
      found: "?t",
      hint: expect.stringContaining("NOT"),
    });
  });

  it("keeps its names for what is nested in it", () => {
    accepted(find("?p", '?p {} NOT { (?p, "a", ?t) OPTIONAL { FILTER(?t.name == "Tea") } }'), "Find");
  });

  it("lets a later pattern bind the same name afresh", () => {
    accepted(find("?t", '?p {} NOT { (?p, "a", ?t) } ?t {type: "Option"}'), "Find");
  });
});

describe("OPTIONAL", () => {
  it("sees what is bound outside, and its names are in view after it", () => {
    accepted(
      find("?t.name", '?p {} OPTIONAL { (?p, "a", ?t) FILTER(?p.x == ?t.x) } FILTER(IS_NULL(?t))'),
      "Find",
    );
  });
});

describe("UNION", () => {
  it.each([
    find("?p.name", '?p {name: "Alice"} UNION { FILTER(?p.name == "Alice") }'),
    find("?p.name", "?p {} OPTIONAL { ?t {} UNION { ?t {} FILTER(?p.a == 1) } }"),
    find("?p.name", "?p {} NOT { UNION { FILTER(?p.a == 1) } }"),
  ])("starts from nothing: %s", (text) => {
    expect(refused(text)).toMatchObject({
      code: "InvalidSyntax",
      found: "?p",
      hint: expect.stringContaining("UNION"),
    });
  });

  it("takes filters over its own names inside, and over both branches after", () => {
    const text = find(
      "?p",
      "?p {} UNION { ?p {} FILTER(?p.a == 1) } UNION { ?q {} } FILTER(?p.b == 2 || ?q.c == 3)",
    );
    accepted(text, "Find");
  });
});

describe("scopes in mutations", () => {
  it("follow the same rules", () => {
    expect(refused("UPDATE ?x SET ATTRIBUTES {a: 1} WHERE { ?x {} FILTER(?y.a == 1) }").code).toBe(
      "InvalidSyntax",
    );
    expect(refused("EXPORT CAPSULE ?x WHERE { ?x {} UNION { FILTER(?x.a == 1) } }").code).toBe(
      "InvalidSyntax",
    );
  });

  it("show the handles of the block everywhere, in the branch of a UNION too", () => {
    accepted(
      `MUTATE {
        CREATE CONCEPT ?new { TYPE "T" }
        UPDATE ?x SET ATTRIBUTES {a: 1} WHERE { ?x {} UNION { ?x {} FILTER(?x.id != ?new.id) } }
      }`,
      "Mutate",
    );
  });
});
