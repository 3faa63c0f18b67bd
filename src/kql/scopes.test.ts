import { describe, expect, test } from "vitest";
import { find, Memory, rows } from "./memory.fixture.js";

/** Ann lives in Oslo and Rome, Bob nowhere on record, Cyn in Rome. */
function homes() {
  const memory = new Memory();
  const ann = memory.concept("Person", "Ann", { key: "ann" });
  memory.concept("Person", "Bob", { key: "bob" });
  const cyn = memory.concept("Person", "Cyn", { key: "cyn" });
  const oslo = memory.concept("City", "Oslo");
  const rome = memory.concept("City", "Rome");
  memory.proposition(ann, "lives_in", oslo);
  memory.proposition(ann, "lives_in", rome);
  memory.proposition(cyn, "lives_in", rome);
  return memory.view();
}

describe("NOT", () => {
  const view = homes();

  test("keeps the solutions its whole block cannot extend", () => {
    expect(rows(view, `FIND(?p.name) WHERE { ?p {type: "Person"} NOT { (?p, "lives_in", ?c) } }`)).toEqual([
      "Bob",
    ]);
    expect(
      rows(
        view,
        `FIND(?p.name) WHERE { ?p {type: "Person"} NOT { (?p, "lives_in", ?c) ?c {name: "Oslo"} } } ORDER BY ?p.name`,
      ),
    ).toEqual(["Bob", "Cyn"]);
  });

  test("tests one condition for all when it shares nothing", () => {
    expect(
      rows(view, `FIND(?p.name) WHERE { ?p {type: "Person"} NOT { ?x {name: "Nobody"} } } ORDER BY ?p.name`),
    ).toEqual(["Ann", "Bob", "Cyn"]);
    expect(rows(view, `FIND(?p.name) WHERE { ?p {type: "Person"} NOT { ?x {name: "Oslo"} } }`)).toEqual([]);
  });

  test("keeps its own names to itself: the same name later is another variable", () => {
    expect(
      rows(
        view,
        `FIND(?p.name, ?c.name) WHERE { ?p {name: "Bob"} NOT { (?p, "lives_in", ?c) OPTIONAL { ?d {name: "Rome"} } } ?c {name: "Oslo"} }`,
      ),
    ).toEqual([["Bob", "Oslo"]]);
  });

  test("is not extended by an independent branch that disagrees with its input", () => {
    expect(
      rows(
        view,
        `FIND(?p.name) WHERE { ?p {name: "Ann"} NOT { ?c {name: "Nowhere"} UNION { ?p {name: "Bob"} ?c {name: "Oslo"} } } }`,
      ),
    ).toEqual(["Ann"]);
    expect(
      rows(
        view,
        `FIND(?p.name) WHERE { ?p {name: "Ann"} NOT { ?c {name: "Nowhere"} UNION { ?c {name: "Oslo"} } } }`,
      ),
    ).toEqual([]);
  });
});

describe("OPTIONAL", () => {
  const view = homes();

  test("gives every match, or the solution once", () => {
    expect(
      rows(
        view,
        `FIND(?p.name, ?c.name) WHERE { ?p {type: "Person"} OPTIONAL { (?p, "lives_in", ?c) } } ORDER BY ?p.name, ?c.name`,
      ),
    ).toEqual([
      ["Ann", "Oslo"],
      ["Ann", "Rome"],
      ["Bob", null],
      ["Cyn", "Rome"],
    ]);
  });

  test("succeeds only as a whole, so a filter inside differs from one after", () => {
    const inside = `FIND(?p.name, ?c.name) WHERE { ?p {type: "Person"} OPTIONAL { (?p, "lives_in", ?c) FILTER(?c.name == "Oslo") } } ORDER BY ?p.name`;
    expect(rows(view, inside)).toEqual([
      ["Ann", "Oslo"],
      ["Bob", null],
      ["Cyn", null],
    ]);
    const after = `FIND(?p.name, ?c.name) WHERE { ?p {type: "Person"} OPTIONAL { (?p, "lives_in", ?c) } FILTER(?c.name == "Oslo") }`;
    expect(rows(view, after)).toEqual([["Ann", "Oslo"]]);
  });

  test("leaves its variables open to a later pattern", () => {
    expect(
      rows(
        view,
        `FIND(?p.name, ?c.name) WHERE { ?p {type: "Person"} OPTIONAL { (?p, "lives_in", ?c) } ?c {name: "Oslo"} } ORDER BY ?p.name`,
      ),
    ).toEqual([
      ["Ann", "Oslo"],
      ["Bob", "Oslo"],
    ]);
  });

  test("nests", () => {
    expect(
      rows(
        view,
        `FIND(?p.name, ?c.name, ?q.name) WHERE { ?p {key: "ann"} OPTIONAL { (?p, "lives_in", ?c) OPTIONAL { (?q, "lives_in", ?c) FILTER(?q.name != ?p.name) } } } ORDER BY ?c.name`,
      ),
    ).toEqual([
      ["Ann", "Oslo", null],
      ["Ann", "Rome", "Cyn"],
    ]);
  });
});

describe("UNION", () => {
  const view = homes();

  test("adds what its branch finds alone, and joins nothing", () => {
    expect(
      rows(
        view,
        `FIND(?p.name, ?c.name) WHERE { ?p {name: "Ann"} UNION { ?c {name: "Oslo"} } UNION { ?p {name: "Cyn"} } } ORDER BY ?p.name`,
      ),
    ).toEqual([
      ["Ann", null],
      ["Cyn", null],
      [null, "Oslo"],
    ]);
  });

  test("that begins its block adds to the one solution the block starts from, and says so", () => {
    const text = `FIND(?p.name) WHERE { UNION { ?p {name: "Ann"} } UNION { ?p {name: "Bob"} } } ORDER BY ?p.name`;
    const { rows: answer, remarks } = find(view, text);
    expect(answer).toEqual(["Ann", "Bob", null]);
    expect(remarks.map(({ code }) => code)).toEqual(["UnionOfNothing"]);
    expect(find(view, text.replace("UNION { ", "").replace(" }", "")).remarks).toEqual([]);
  });

  test("gives a solution found twice once, however its cells look", () => {
    expect(rows(view, `FIND(COUNT(?p)) WHERE { ?p {name: "Ann"} UNION { ?p {key: "ann"} } }`)).toEqual([1]);
  });

  test("clauses after it work on all that was found", () => {
    expect(
      rows(
        view,
        `FIND(?p.name, ?c.name) WHERE { ?p {name: "Ann"} UNION { ?p {name: "Cyn"} } (?p, "lives_in", ?c) FILTER(?c.name == "Rome") } ORDER BY ?p.name`,
      ),
    ).toEqual([
      ["Ann", "Rome"],
      ["Cyn", "Rome"],
    ]);
  });

  test("inside OPTIONAL extends the outer solution only where they agree", () => {
    expect(
      rows(
        view,
        `FIND(?p.name, ?c.name) WHERE { ?p {key: "ann"} OPTIONAL { ?c {name: "Nowhere"} UNION { ?p {name: "Ann"} ?c {name: "Rome"} } } }`,
      ),
    ).toEqual([["Ann", "Rome"]]);
  });
});

describe("a projection of complete solutions", () => {
  test("keeps equal cells of different solutions", () => {
    const view = homes();
    expect(rows(view, `FIND(?p.name) WHERE { ?p {key: "ann"} (?p, "lives_in", ?c) }`)).toEqual([
      "Ann",
      "Ann",
    ]);
  });

  test("does not count what only an unnamed Proposition tells apart", () => {
    const memory = new Memory();
    const old = memory.concept("Person", "Old");
    const ann = memory.concept("Person", "Ann");
    const oslo = memory.concept("City", "Oslo");
    memory.proposition(ann, "lives_in", oslo);
    memory.proposition(old, "lives_in", oslo);
    memory.merge(old, ann);
    const view = memory.view();
    expect(rows(view, `FIND(COUNT(?c)) WHERE { (:ann, "lives_in", ?c) }`, { ann })).toEqual([1]);
    expect(rows(view, `FIND(COUNT(?c)) WHERE { ?p (:ann, "lives_in", ?c) }`, { ann })).toEqual([2]);
  });
});
