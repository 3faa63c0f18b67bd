import { describe, expect, test } from "vitest";
import { find, Memory, ref } from "./memory.fixture.js";

/** Three thousand people, each with a boss by key, and a hundred cities, each with a mayor by nickname. */
function company() {
  const memory = new Memory();
  const people = Array.from({ length: 3000 }, (_, at) =>
    memory.concept("Person", `Person ${at}`, {
      key: `p${at}`,
      attributes: { boss: `p${Math.floor(at / 3)}`, nick: `N${at}`, level: at % 3 },
    }),
  );
  for (let at = 0; at < 100; at += 1)
    memory.concept("City", `City ${at}`, { attributes: { mayor: `N${at * 2}` } });
  for (const [at, person] of people.entries()) memory.proposition(person, "knows", people[(at + 1) % 3000]!);
  return memory.view();
}

const count = (where: string) => `FIND(COUNT(?x)) WHERE { ${where} }`;

describe("patterns that an equality ties together", () => {
  const view = company();
  const answer = (where: string) => {
    const { rows, plan } = find(view, count(where));
    return { rows, last: plan.at(-1)?.access };
  };

  test.each([
    [
      "fields of two elements",
      `?x {type: "Person"} ?y {type: "Person"} FILTER(?x.attributes.boss == ?y.key)`,
      3000,
    ],
    [
      "the other way round",
      `?x {type: "Person"} ?y {type: "Person"} FILTER(?y.key == ?x.attributes.boss)`,
      3000,
    ],
    [
      "one of several conditions",
      `?x {type: "Person"} ?y {type: "Person"} FILTER(?x.attributes.level > 1 && ?x.attributes.boss == ?y.key)`,
      1000,
    ],
    [
      "two equalities at once",
      `?x {type: "Person"} ?y {type: "Person"} FILTER(?x.attributes.level == ?y.attributes.level) FILTER(?x.attributes.boss == ?y.key)`,
      3000 / 3,
    ],
    ["an element and an id", `?x {type: "Person"} ?y {type: "Person"} FILTER(?x == ?y.id)`, 3000],
    [
      "what a tuple finds",
      `?x {type: "Person"} (?y, "knows", ?z) FILTER(?z.attributes.nick == ?x.attributes.nick)`,
      3000,
    ],
  ])("are joined by a hash: %s", (_, where, expected) => {
    expect(answer(where)).toMatchObject({ rows: [expected], last: expect.stringContaining("hash of") });
  });

  test("within NOT and OPTIONAL, too", () => {
    const inner = `?y {type: "Person"} FILTER(?y.attributes.boss == ?x.key)`;
    expect(find(view, count(`?x {type: "Person"} NOT { ${inner} }`)).rows).toEqual([2000]);
    expect(
      find(view, `FIND(COUNT(?x), COUNT(?y)) WHERE { ?x {type: "Person"} OPTIONAL { ${inner} } }`).rows,
    ).toEqual([[5000, 3000]]);
  });

  test("are not joined where one side is null, and an element equals its id", () => {
    const where = `?x {type: "Person"} ?y {type: "City"} FILTER(?x.attributes.nothing == ?y.attributes.nothing)`;
    expect(answer(where).rows).toEqual([0]);
    expect(
      answer(`?x {type: "Person", attributes: {level: ?l}} ?y {type: "Person"} FILTER(?l == ?y.id)`).rows,
    ).toEqual([0]);
  });
});

test("versions of one Schema ref, texts in any normal form and equal numbers are met by a hash as by ==", () => {
  const memory = new Memory();
  const add = (at: number, type: string, value: unknown) =>
    memory.concept(type, null, {
      schema_ref: ref(type, at % 2 ? "1.0.0" : "1.1.0"),
      attributes: { value },
    } as object);
  for (let at = 0; at < 40; at += 1) {
    add(at, "Person", at === 0 ? "Ren\u00e9e" : at === 1 ? 1 : at === 2 ? { a: [1] } : `only ${at}`);
    add(at, "City", at === 0 ? "Rene\u0301e" : at === 1 ? 1.0 : at === 2 ? { a: [1] } : `other ${at}`);
  }
  const view = memory.view();
  const tied = `?x {type: "Person"} ?y {type: "City"} FILTER(?x.attributes.value == ?y.attributes.value)`;
  expect(find(view, count(tied)).rows).toEqual([3]);
  const typed = `?x {type: "Person"} ?y {type: "Person"} FILTER(?x.schema_ref == ?y.schema_ref)`;
  const single = `?x {type: "Person"} ?y {type: "Person"} FILTER(!(?x.schema_ref != ?y.schema_ref))`;
  expect(find(view, count(typed)).rows).toEqual(find(view, count(single)).rows);
});

test("a pattern that is tied to the solutions goes before one that only multiplies them", () => {
  const { rows, plan } = find(
    company(),
    count(
      `?x {type: "Person", attributes: {boss: ?k}} ?y {key: ?k, attributes: {nick: ?m}} ?z {type: "City", attributes: {mayor: ?m}}`,
    ),
  );
  expect(rows).toEqual([300]);
  expect(Math.max(...plan.map(({ actual }) => actual))).toBeLessThanOrEqual(3000);
});
