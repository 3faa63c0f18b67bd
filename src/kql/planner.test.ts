import { describe, expect, test } from "vitest";
import { find, Memory } from "./memory.fixture.js";

/** A village: a hundred people in ten towns, each knows two others; the first is called Ann and likes tea. */
function village() {
  const memory = new Memory();
  const towns = Array.from({ length: 10 }, (_, at) =>
    memory.concept("City", `Town ${at}`, { key: `t${at}` }),
  );
  const people = Array.from({ length: 100 }, (_, at) =>
    memory.concept("Person", at === 0 ? "Ann" : `Person ${at}`, {
      key: `p${at}`,
      attributes: { team: at % 20 },
    }),
  );
  for (const [at, person] of people.entries()) {
    memory.proposition(person, "lives_in", towns[at % 10]!);
    const known = memory.proposition(person, "knows", people[(at * 7 + 1) % 100]!);
    memory.proposition(person, "knows", people[(at * 3 + 2) % 100]!);
    memory.assertion(known, person);
  }
  memory.proposition(people[0]!, "likes", "tea");
  return memory.view();
}

describe("the plan", () => {
  const view = village();
  const plan = (where: string, parameters = {}) =>
    find(view, `FIND(COUNT(*)) WHERE { ${where} }`.replace("COUNT(*)", "COUNT(?x)"), parameters).plan;
  const accesses = (where: string, parameters = {}) => plan(where, parameters).map(({ access }) => access);

  test.each([
    [`?x {id: "C-1"}`, ["id"]],
    [`?x {type: "Person", key: "p7"}`, ["type and key"]],
    [`?x {key: "p7"}`, ["key"]],
    [`?x {type: "Person", name: "Ann"}`, ["name"]],
    [`?x {type: "Person"}`, ["type"]],
    [`?x ASSERTION {asserted_by: {id: "C-11"}}`, ["actor"]],
    [`?p (?x, "likes", "tea")`, ["predicate and object"]],
    [`?x {key: "p7"} (?x, "knows", ?y) (?y, "lives_in", ?z)`, ["key", "slot", "slot"]],
    [
      `?z {key: "t3"} (?y, "lives_in", ?z) (?x, "knows", ?y)`,
      ["key", "predicate and object", "predicate and object"],
    ],
    [`?x {key: "p7"} ?y {key: "p8"} (?x, "knows", ?y)`, ["key", "key", "tuple"]],
  ])("of %s reads %j", (where, indexes) => {
    expect(accesses(where)).toEqual(indexes);
  });

  test("starts where there is least, wherever that stands in the text", () => {
    const steps = plan(`(?x, "knows", ?y) (?y, "lives_in", ?z) ?z {type: "City"} (?x, "likes", "tea")`);
    expect(steps[0]).toMatchObject({ access: "predicate and object", estimated: 1, actual: 1 });
    expect(steps.map(({ actual }) => actual)).toEqual([1, 2, 2, 2]);
  });

  test("of the README is what the README says", () => {
    const text = `?x {type: "Person"} (?x, "knows", ?friend) ?friend {type: "Person", name: "Ann"} NOT { (?x, "likes", ?y) } FILTER(?x.attributes.team > 3)`;
    expect(
      plan(text).map(({ operator, access, depth, actual }) => [
        operator.replace("kip://test/people/", ""),
        access,
        depth,
        actual,
      ]),
    ).toEqual([
      ["concept", "name", 0, 1],
      ["proposition knows", "predicate and object", 0, 2],
      ["concept", "bound", 0, 2],
      ["proposition likes", "slot", 1, 0],
      ["not", "anti-join", 0, 2],
    ]);
  });

  test("hashes a pattern that no index can narrow, instead of scanning it for every solution", () => {
    const steps = plan(
      `?x {type: "Person", attributes: {team: ?t}} ?y {type: "Person", attributes: {team: ?t}}`,
    );
    expect(steps.map(({ access }) => access)).toEqual(["type", "hash of type"]);
    expect(steps[1]?.actual).toBe(500);
  });

  test("names the clause of each step", () => {
    const text = `FIND(?x) WHERE { ?x {key: "p7"} NOT { (?x, "likes", ?y) } }`;
    expect(find(view, text).plan.map(({ from, to }) => text.slice(from, to))).toEqual([
      `{key: "p7"}`,
      `(?x, "likes", ?y)`,
      `NOT { (?x, "likes", ?y) }`,
    ]);
  });
});
