import { describe, expect, test } from "vitest";
import { isJsonObject, type JsonValue } from "../model/index.js";
import { find, Memory, ref } from "./memory.fixture.js";

const memory = new Memory();
const ann = memory.concept("Person", "Ann", {
  key: "person:ann",
  attributes: { age: 40 },
  retention: {
    retention_class: "standard",
    expires_at: "2030-01-01T00:00:00.000Z" as never,
    legal_hold: true,
  },
});
memory.concept("Box", "Crate", { attributes: { colour: "red" } });
memory.concept("Stone", "Emerald", { attributes: { colour: "green" } });
const likes = memory.proposition(ann, "likes", "tea");
const note = memory.evidence("word", { media_type: "text/plain" });
memory.assertion(likes, ann, {
  confidence: 0.5,
  evidence: [{ id: note, role: "support" }],
  valid_time: { from: { earliest: "2026-01-01T00:00:00.000Z", latest: "2026-01-01T00:00:00.000Z" } } as never,
});
memory.activity({ started_at: "2026-01-01T00:00:00.000Z" as never });
const view = memory.view();

const KINDS = [
  "?x CONCEPT {}",
  "?x PROPOSITION (?s, ?r, ?o)",
  "?x ASSERTION {}",
  "?x EVIDENCE {}",
  "?x ACTIVITY {}",
];

/** What is said of a query's conditions, and the part of the query it is said of. */
function remarksOf(where: string, parameters = {}) {
  const text = `FIND(?x) WHERE { ${where} }`;
  const { remarks, rows } = find(view, text, parameters);
  return {
    rows,
    messages: remarks.map(({ message }) => message),
    codes: new Set(remarks.map(({ code }) => code)),
    blamed: remarks.map(({ details }) => text.slice(Number(details?.from), Number(details?.to))),
  };
}

describe("a condition that no memory can meet", () => {
  test.each([
    ['?x {} ?b BELIEF SLOT (?x, "likes") FILTER(?b.status == "acepted")', '"accepted"?'],
    ['?x {} ?b BELIEF SLOT (?x, "likes") FILTER(?b.status == "rejected")', '"contested"'],
    ['?x {} ?b BELIEF (?x, "likes", "tea") FILTER(?b.leading == "against")', '"opposition"'],
    ['?x ASSERTION {} FILTER("suport" == ?x.stance)', '"support"?'],
    ['?x ASSERTION {} FILTER(IN(?x.mode, ["stated", "said"]))', '"stated"'],
    ['?x ASSERTION {} FILTER(?x.confidence == "high")', "a number"],
    ['?x ASSERTION {} FILTER(?x.confidence > "0.5")', "a number"],
    ['?x ASSERTION {} FILTER(?x.asserted_at == "2026-11-01")', "an instant"],
    ["?x ASSERTION {} FILTER(?x.asserted_at > 5)", "an instant"],
    ['?x {type: "Box"} FILTER(?x.attributes.colour == "rde")', '"red"?'],
    ['?x {type: "Person"} FILTER(?x.attributes.age == null)', "IS_NULL(?x.attributes.age)"],
    ['?x {type: "Person"} FILTER(?x.attributes.age != null)', "IS_NOT_NULL(?x.attributes.age)"],
    ['?x {} FILTER(?x.schema_ref == "Person")', 'type: "Person"'],
    ["?x {} FILTER(?x.name == 5)", "a text"],
    ["?x {name: 5}", "a text"],
    ['?x {name: ["Ann"]}', "a text"],
    ["?x {name: :names}", "a text"],
    ['?x {schema_ref: "Person"}', 'type: "Person"'],
    ["?x EVIDENCE {observed_at: :when}", "an instant"],
    ['?x {retention: {legal_hold: "yes"}}', "true or false"],
  ])("is told: %s", (where, advice) => {
    const { rows, messages, codes, blamed } = remarksOf(where, { when: "2026-11-01", names: ["Ann"] });
    expect(rows.length === 0 || where.includes("IN(")).toBe(true);
    expect(codes).toEqual(new Set(["ConditionNeverHolds"]));
    expect(messages).toEqual([expect.stringContaining(advice)]);
    expect(blamed[0]?.length).toBeLessThan(where.length);
  });
});

test.each([
  ['?x ASSERTION {} FILTER(?x.stance != "suport")', "ConditionAlwaysHolds", '"support"?'],
  ['?x ASSERTION {} FILTER(!(?x.mode != "said"))', "ConditionAlwaysHolds", '"stated"'],
  ['?x {} FILTER(?x.schema_ref != "Person")', "ConditionAlwaysHolds", 'type: "Person"'],
  ['?x ASSERTION {} FILTER(?x.asserted_at >= "2020-11-01T00:00:00Z")', "ComparedAsText", "an instant"],
  ['?x ASSERTION {} FILTER(?x.asserted_at < "yesterday")', "ComparedAsText", "an instant"],
])(
  "a comparison that decides otherwise than it reads is told so, and not that it never holds: %s",
  (...row) => {
    const [where, code, advice] = row;
    const { rows, messages, codes } = remarksOf(where);
    expect(rows.length).toBe(where.includes("!(") ? 0 : rowsWithoutFilter(where));
    expect([...codes]).toEqual([code]);
    expect(messages).toEqual([expect.stringContaining(advice)]);
  },
);

const rowsWithoutFilter = (where: string) => remarksOf(where.replace(/ FILTER.*/, "")).rows.length;

describe("nothing is said of a condition that some memory meets", () => {
  test.each([
    '?x ASSERTION {} FILTER(?x.asserted_at >= "2026-11-01T09:30")',
    '?x ASSERTION {} FILTER(?x.asserted_at >= "2026-11")',
    '?x ASSERTION {} FILTER(?x.stance > "a")',
    `?x {} FILTER(?x.schema_ref == "${ref("Person", "1.0.0")}")`,
    "?x {} FILTER(?x.id == :ann)",
    '?x ASSERTION {} FILTER(?x.asserted_by == "C-1")',
    '?x {} FILTER(?x.lifecycle.status == "corrected")',
    "?x {attributes: {age: 40}}",
    "?x {key: null}",
    '?x {} FILTER(?x.name > "A" && IN(?x.name, []))',
  ])("%s", (where) => {
    expect(remarksOf(where, { ann: { id: ann } }).messages).toEqual([]);
  });

  test.each([
    'OPTIONAL { ?x {type: "Box", name: "none"} } ?x {}',
    'OPTIONAL { ?x {type: "Box", name: "none"} } OPTIONAL { ?x {} }',
    '?y {type: "Person"} UNION { ?x {type: "Box"} } ?x {}',
    '?x {type: "Box"} UNION { ?y {type: "Person"} } ?x {}',
    'OPTIONAL { OPTIONAL { ?x {type: "Box", name: "none"} } ?x {} }',
  ])("because of a type that not every solution has: %s", (patterns) => {
    const found = remarksOf(`${patterns} FILTER(?x.attributes.colour == "green")`);
    expect([found.rows.length, found.messages]).toEqual([1, []]);
  });

  test.each([
    'OPTIONAL { ?x {type: "Box"} }',
    '?y {} UNION { ?x {type: "Box"} }',
    '?x {type: "Box"} OPTIONAL { ?x {} }',
    '?x {} ?x {type: "Box"}',
    '?x {type: "Box"} UNION { ?x {type: "Box"} } ?x {}',
  ])("but of a type that every solution has which binds it: %s", (patterns) => {
    const { messages } = remarksOf(`${patterns} FILTER(?x.attributes.colour == "green")`);
    expect(messages).toEqual([expect.stringContaining('"red"')]);
  });

  test.each(KINDS)("of any value that an element of %s holds", (pattern) => {
    const { rows } = remarksOf(pattern);
    const places = rows.flatMap((row) => [...leavesOf(row, "?x")]);
    expect(places.length).toBeGreaterThan(15);
    for (const [path, value] of places) {
      const { rows: found, messages } = remarksOf(`${pattern} FILTER(${path} == :value)`, { value });
      expect([path, messages, found.length > 0]).toEqual([path, [], true]);
    }
  });
});

/** Every scalar an object holds, under the path that reads it. */
function* leavesOf(value: JsonValue, path: string): Generator<[string, JsonValue]> {
  if (isJsonObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      yield* leavesOf(member, /^\w+$/.test(name) ? `${path}.${name}` : `${path}[${JSON.stringify(name)}]`);
    }
  } else if (value !== null && !Array.isArray(value)) yield [path, value];
}
