import { describe, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../model/index.js";
import { errorOf, TestSpace } from "./test/space.js";

const PACKAGES = [
  {
    format: "KIP-Schema-Package",
    manifest: { package_id: "kip://test/solve", version: "1.0.0" },
    definitions: {
      concept_types: { Firm: { kind: "ConceptType" } },
      predicates: {
        employs: { kind: "PredicateType" },
        says: {
          kind: "PredicateType",
          object: { literal_types: ["string", "number", "boolean"], nullable: true },
        },
      },
    },
  },
];

type Row = [query: string, answer: readonly JsonValue[] | string, parameters?: JsonObject];

/** Two firms: Mill employs Ann, Loom employs Ann and Cy, nobody employs Ben. What they say are Literals of every type. */
const space = new TestSpace(PACKAGES);
space.run(
  `MUTATE {
    CREATE CONCEPT ?ann { TYPE "Person" NAME "Ann" SET ATTRIBUTES {n: 2, level: 1, tag: "2", note: null, set: {a: 1}} }
    CREATE CONCEPT ?ben { TYPE "Person" NAME "Ben" SET ATTRIBUTES {n: 2, level: 2, tag: 2, set: {a: 1}} }
    CREATE CONCEPT ?cy { TYPE "Person" NAME :cy SET FIELDS {key: :cy, aliases: [:cy]} SET ATTRIBUTES {n: 4, level: 1} }
    CREATE CONCEPT ?mill { TYPE "Firm" NAME "Mill" }
    CREATE CONCEPT ?loom { TYPE "Firm" NAME "Loom" }
    ENSURE PROPOSITION ?p1 (?mill, "employs", ?ann)
    ENSURE PROPOSITION ?p2 (?loom, "employs", ?ann)
    ENSURE PROPOSITION ?p3 (?loom, "employs", ?cy)
    ENSURE PROPOSITION ?p4 (?ann, "says", null)
    ENSURE PROPOSITION ?p5 (?ben, "says", 1)
    ENSURE PROPOSITION ?p6 (?ben, "says", "1")
    ENSURE PROPOSITION ?p7 (?ben, "says", true)
  }`,
  { cy: "C\u00fd" },
);

const CY = "C\u00fd";
const SPLIT = "Cy\u0301";
const employs = '(?f, "employs", ?p)';
const people = '?p {type: "Person"}';

function answer(query: string, parameters: JsonObject = {}): readonly JsonValue[] | string {
  let rows: readonly JsonValue[] = [];
  const error = errorOf(() => {
    rows = space.find(query, parameters);
  });
  return error?.code ?? rows;
}

const inAnyOrder = (rows: readonly JsonValue[] | string) =>
  typeof rows === "string" ? rows : rows.map((row) => JSON.stringify(row)).sort();

describe.each<[string, readonly Row[]]>([
  [
    "NOT asks of each solution by itself (§44.3)",
    [
      [`FIND(?p.name) WHERE { ${people} NOT { ${employs} ?f {name: "Mill"} } }`, ["Ben", CY]],
      [`FIND(?p.name, ?f.name) WHERE { ${people} NOT { ${employs} } ?f {name: "Mill"} }`, [["Ben", "Mill"]]],
      [`FIND(?p.name) WHERE { NOT { ${employs} } ${people} }`, []],
      [`FIND(?p.name) WHERE { ${people} NOT { NOT { ${employs} } } }`, ["Ann", CY]],
      [`FIND(?p.name) WHERE { ${people} NOT { } }`, []],
      [`FIND(?p.name) WHERE { ${people} NOT { FILTER(?p.attributes.zip == 1) } }`, ["Ann", "Ben", CY]],
      [
        `FIND(?f.name) WHERE { ?f {type: "Firm"} NOT { ?p {type: "Person", attributes: {level: 1}} NOT { ${employs} } } }`,
        ["Loom"],
      ],
      [
        `FIND(?p.name, ?f.name) WHERE { ${people} OPTIONAL { ${employs} } NOT { ?f {name: "Mill"} } }`,
        [
          ["Ann", "Loom"],
          [CY, "Loom"],
        ],
      ],
    ],
  ],
  [
    "OPTIONAL keeps what it cannot extend, and leaves it open (§44.4)",
    [
      [
        `FIND(?p.name, ?f.name) WHERE { ${people} OPTIONAL { ${employs} FILTER(?f.name == "Mill") } OPTIONAL { ${employs} } }`,
        [
          ["Ann", "Mill"],
          ["Ben", null],
          [CY, "Loom"],
        ],
      ],
      [
        `FIND(?p.name, ?f.name) WHERE { ${people} OPTIONAL { ${employs} NOT { (?f, "employs", ?q) FILTER(?q != ?p) } } }`,
        [
          ["Ann", "Mill"],
          ["Ben", null],
          [CY, null],
        ],
      ],
      ['FIND(?f.name, ?p.name) WHERE { OPTIONAL { ?f {name: "Void"} } ?p {name: "Ben"} }', [[null, "Ben"]]],
      [
        `FIND(?p.name, ?v) WHERE { ?p {name: "Ann"} OPTIONAL { ${employs} ?f {name: "Void"} (?p, "says", ?v) } }`,
        [["Ann", null]],
      ],
    ],
  ],
  [
    "UNION adds to what stands before it (§44.5)",
    [
      [
        'FIND(?p.name, ?f.name) WHERE { ?p {name: "Ann"} OPTIONAL { UNION { ?f {name: "Mill"} } } }',
        [
          ["Ann", null],
          ["Ann", "Mill"],
        ],
      ],
      ['FIND(?p.name) WHERE { ?p {name: "Ann"} NOT { UNION { ?f {name: "Void"} } } }', []],
      [
        `FIND(?p.name, ?f.name) WHERE { ?p {name: "Ben"} UNION { ?f {name: "Mill"} } OPTIONAL { ${employs} } }`,
        [
          ["Ben", null],
          ["Ann", "Mill"],
        ],
      ],
      ['FIND(?p.name) WHERE { UNION { ?p {name: "Ben"} } }', [null, "Ben"]],
      [
        'FIND(?p.name) WHERE { ?p {name: "Ann"} UNION { ?p {name: "Ann"} ?f {name: "Mill"} } }',
        ["Ann", "Ann"],
      ],
    ],
  ],
  [
    "a Literal null is a binding, and a missing one is none (§42.5)",
    [
      [
        'FIND(?p.name, ?v) WHERE { ?p {name: "Ann"} (?p, "says", ?v) UNION { ?p {name: "Ann"} } }',
        [
          ["Ann", null],
          ["Ann", null],
        ],
      ],
      [
        'FIND(?x.name, ?y.name) WHERE { (?x, "says", ?v) (?y, "says", ?v) FILTER(IS_NULL(?v)) }',
        [["Ann", "Ann"]],
      ],
      ['FIND(LITERAL_TYPE(?v)) WHERE { (?x, "says", ?v) }', ["null", "number", "string", "boolean"]],
      ['FIND(COUNT(?v), COUNT(DISTINCT ?v), COUNT(?x)) WHERE { (?x, "says", ?v) }', [[3, 3, 4]]],
      ['FIND(?p.name, ?n) WHERE { ?p {type: "Person", attributes: {note: ?n}} }', [["Ann", null]]],
    ],
  ],
  [
    "types stay apart (§44.2)",
    [
      ['FIND(?v) WHERE { (?x, "says", ?v) FILTER(?v == 1) }', [1]],
      ['FIND(?v) WHERE { (?x, "says", ?v) FILTER(IN(?v, ["1", true])) }', ["1", true]],
      ['FIND(?v) WHERE { (?x, "says", ?v) FILTER(!(?v < 5)) }', []],
      [
        "FIND(?p.name, ?q.name) WHERE { ?p {attributes: {tag: ?t}} ?q {attributes: {tag: ?t}} }",
        [
          ["Ann", "Ann"],
          ["Ben", "Ben"],
        ],
      ],
      ['FIND(MIN(?v)) WHERE { (?x, "says", ?v) }', "TypeMismatch"],
      ['FIND(SUM(?v)) WHERE { (?x, "says", ?v) }', "TypeMismatch"],
    ],
  ],
  [
    "groups are of equal keys, and aggregates of all solutions (§44.6)",
    [
      [
        `FIND(?p.attributes.set, COUNT(?p)) WHERE { ${people} }`,
        [
          [{ a: 1 }, 2],
          [null, 1],
        ],
      ],
      [
        `FIND(?p.attributes.level == 1, COUNT(?p)) WHERE { ${people} }`,
        [
          [true, 2],
          [false, 1],
        ],
      ],
      [`FIND("all", COUNT(?p)) WHERE { ?p {name: "Void"} }`, []],
      [`FIND(SUM(DISTINCT ?p.attributes.n), AVG(?p.attributes.n)) WHERE { ${people} }`, [[6, 8 / 3]]],
      [`FIND(COUNT(?p)) WHERE { ${people} } LIMIT 0`, []],
    ],
  ],
  [
    "text is found in any normal form, whichever index answers (§9.6)",
    [
      ["FIND(?p.id) WHERE { ?p {name: :n} }", ["C-3"], { n: SPLIT }],
      ["FIND(?p.id) WHERE { ?p {key: :n} }", ["C-3"], { n: SPLIT }],
      ['FIND(?p.id) WHERE { ?p {type: "Person", key: :n} }', ["C-3"], { n: SPLIT }],
      ["FIND(?p.id) WHERE { ?p {aliases: :n} }", ["C-3"], { n: SPLIT }],
      [`FIND(?p.id) WHERE { ${people} FILTER(?p.name == :n) }`, ["C-3"], { n: SPLIT }],
      [`FIND(?p.id) WHERE { ${people} OPTIONAL { ?p {name: "Void"} } ?p {name: :n} }`, ["C-3"], { n: SPLIT }],
    ],
  ],
])("%s", (_, rows) => {
  test.each(rows)("%s", (query, expected, parameters) => {
    expect(inAnyOrder(answer(query, parameters))).toEqual(inAnyOrder(expected));
  });
});
