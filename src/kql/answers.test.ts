import { describe, expect, test } from "vitest";
import { find, Memory, rows } from "./memory.fixture.js";

const memory = new Memory();
for (const [name, rank, score] of [
  ["Ann", 1, 2],
  ["Ann", 1, 4],
  ["Bob", 2, 9],
  ["Cyn", null, 4],
] as const) {
  memory.concept("Person", name, { attributes: { rank, score } });
}
const view = memory.view();
const persons = `?p {type: "Person"}`;

describe("aggregates", () => {
  test("ignore nulls, and count what is distinct when asked", () => {
    expect(
      rows(
        view,
        `FIND(COUNT(?p), COUNT(?p.attributes.rank), COUNT(DISTINCT ?p.attributes.score), SUM(?p.attributes.score), AVG(?p.attributes.rank), MIN(?p.attributes.score), MAX(?p.name)) WHERE { ${persons} }`,
      ),
    ).toEqual([[4, 3, 3, 19, 4 / 3, 2, "Cyn"]]);
  });

  test("form groups from the other projected expressions", () => {
    expect(
      rows(view, `FIND(?p.name, COUNT(?p), SUM(?p.attributes.score)) WHERE { ${persons} } ORDER BY ?p.name`),
    ).toEqual([
      ["Ann", 2, 6],
      ["Bob", 1, 9],
      ["Cyn", 1, 4],
    ]);
    expect(rows(view, `FIND(?p.name, ?p.id, COUNT(?p)) WHERE { ${persons} } ORDER BY ?p.id`)).toHaveLength(4);
  });

  test("of nothing are zero and null; groups of nothing are none", () => {
    const nobody = `?p {name: "Nobody"}`;
    expect(rows(view, `FIND(COUNT(?p), SUM(?p.attributes.rank), MIN(?p.name)) WHERE { ${nobody} }`)).toEqual([
      [0, null, null],
    ]);
    expect(rows(view, `FIND(?p.name, COUNT(?p)) WHERE { ${nobody} }`)).toEqual([]);
    expect(rows(view, `FIND(COUNT(?p)) WHERE { ${nobody} } LIMIT 0`)).toEqual([]);
  });

  test("see all solutions, whatever the page", () => {
    expect(
      rows(view, `FIND(?p.name, SUM(?p.attributes.score)) WHERE { ${persons} } ORDER BY ?p.name LIMIT 1`),
    ).toEqual([["Ann", 6]]);
  });

  test("refuse values they cannot use", () => {
    for (const aggregate of ["SUM(?p.name)", "AVG(?p)", "MIN(?p)", "MAX(?p.attributes)"]) {
      expect(() => rows(view, `FIND(${aggregate}) WHERE { ${persons} }`)).toThrow(
        expect.objectContaining({ code: "TypeMismatch" }),
      );
    }
  });

  test("add fractions to the same sum in any order", () => {
    const fractions = new Memory();
    for (const value of [1e16, 1.5, -1e16, 0.1, 0.2])
      fractions.concept("Person", "x", { attributes: { value } });
    expect(rows(fractions.view(), `FIND(SUM(?p.attributes.value)) WHERE { ${persons} }`)).toEqual([1.8]);
  });
});

describe("the order of rows", () => {
  test("follows each key in turn, ascending unless told otherwise", () => {
    expect(
      rows(
        view,
        `FIND(?p.attributes.rank, ?p.attributes.score) WHERE { ${persons} FILTER(IS_NOT_NULL(?p.attributes.rank)) } ORDER BY ?p.attributes.rank, ?p.attributes.score DESC LIMIT 2`,
      ),
    ).toEqual([
      [1, 4],
      [1, 2],
    ]);
  });

  test("puts nulls last in both directions", () => {
    for (const direction of ["ASC", "DESC"]) {
      expect(
        rows(view, `FIND(?p.name) WHERE { ${persons} } ORDER BY ?p.attributes.rank ${direction}, ?p.id`).at(
          -1,
        ),
      ).toBe("Cyn");
    }
  });

  test("takes aggregates that are projected", () => {
    expect(
      rows(view, `FIND(?p.name, COUNT(?p)) WHERE { ${persons} } ORDER BY COUNT(?p) DESC, ?p.name DESC`),
    ).toEqual([
      ["Ann", 2],
      ["Cyn", 1],
      ["Bob", 1],
    ]);
  });
});

describe("a page", () => {
  const text = `FIND(?p.id) WHERE { ${persons} } ORDER BY ?p.name`;

  test("continues where the last one ended, to the end", () => {
    const first = find(view, `${text} LIMIT 3`);
    expect(first).toMatchObject({ rows: ["C-1", "C-2", "C-3"], total: 4, next: { seq: 1, offset: 3 } });
    expect(find(view, `${text} LIMIT 3`, {}, { position: first.next! })).toMatchObject({
      rows: ["C-4"],
      next: null,
    });
  });

  test("of no rows leads nowhere", () => {
    expect(find(view, `${text} LIMIT 0`)).toMatchObject({ rows: [], next: null });
  });

  test("that the engine cut says so", () => {
    expect(find(view, text, {}, { limits: { maxRows: 2 } })).toMatchObject({
      capped: true,
      next: { offset: 2 },
    });
    expect(find(view, text)).toMatchObject({ capped: false, next: null });
  });

  test("of a snapshot that is gone fails", () => {
    const position = { seq: 7, head: 7, environment: 1, now: "2026-01-01T00:00:00.000Z" as never, offset: 1 };
    expect(() => find(view, text, {}, { position })).toThrow(
      expect.objectContaining({ code: "CursorExpired" }),
    );
  });

  test.each([-1, 1.5, "3", null])("of LIMIT %j is refused: its type is a whole number from 0 on", (limit) => {
    expect(() => rows(view, `${text} LIMIT :limit`, { limit })).toThrow(
      expect.objectContaining({ code: "TypeMismatch" }),
    );
  });
});

describe("limits", () => {
  test("fail, and never shorten the answer", () => {
    const text = `FIND(COUNT(?a)) WHERE { ?a {type: "Person"} ?b {type: "Person"} ?c {type: "Person"} }`;
    expect(rows(view, text)).toEqual([64]);
    for (const limits of [{ maxSolutions: 20 }, { maxWork: 20 }]) {
      expect(() => rows(view, text, {}, { limits })).toThrow(
        expect.objectContaining({ code: "ResourceExhausted" }),
      );
    }
  });
});

describe("FOR TIME", () => {
  test("is checked even where nothing is projected", () => {
    expect(() => rows(view, `FIND(?p) WHERE { ${persons} } FOR TIME "2026-01-01T00:00:00Z"`)).toThrow(
      expect.objectContaining({ code: "ConstraintViolation" }),
    );
    expect(() => rows(view, `FIND(?p) WHERE { ${persons} } FOR TIME :t`, { t: 0 })).toThrow(
      expect.objectContaining({ code: "TypeMismatch" }),
    );
  });
});

describe("a sort key without an order", () => {
  const memory = new Memory();
  const ann = memory.concept("Person", "Ann");
  const pair = memory.proposition(ann, "likes", "tea");
  memory.proposition(pair, "contradicts", pair);

  test.each([
    ["?p", "the whole concept"],
    ["?p.aliases", "a list"],
    ["?p.attributes", "an object"],
  ])("is refused when it is met: %s", (key, found) => {
    const text = `FIND(?p.name) WHERE { ${persons} } ORDER BY ${key}`;
    expect(() => find(memory.view(), text)).toThrow(
      expect.objectContaining({
        code: "TypeMismatch",
        hint: expect.stringContaining("?p.id, ?p.name"),
        details: expect.objectContaining({ found, from: text.indexOf(key, text.indexOf("ORDER")) }),
      }),
    );
    expect(find(new Memory().view(), text).rows).toEqual([]);
  });
});
