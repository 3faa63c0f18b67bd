import { describe, expect, it } from "vitest";
import { parse } from "../parse.js";
import { refused } from "../verdict.fixture.js";

const inWhere = (clause: string) => `FIND(?x) WHERE { ?x {} ${clause} }`;
const inFilter = (condition: string) => inWhere(`FILTER(${condition})`);
const inPattern = (members: string) => `FIND(?x) WHERE { ?x {${members}} }`;
const belief = (pattern: string) => `FIND(?b.status) WHERE { ${pattern} }`;
const tuple = (parts: string) => `FIND(?x) WHERE { (${parts}) }`;
const after = (clauses: string) => `FIND(?x) WHERE { ?x {} } ${clauses}`;

type Mistake = readonly [wrong: string, applied: string];
const as =
  (frame: (part: string) => string) =>
  ([wrong, applied]: Mistake): Mistake => [frame(wrong), frame(applied)];

const LIKES = '(?x, "likes", ?y)';

/** As in rewrites.test.ts: a wrong query, and the query with its hint applied, of which « » marks what the hint says. */
const MISTAKES: readonly Mistake[] = [
  // The order of rows, and pages.
  ...(
    [
      ["ORDER BY ?x.name DSC", "ORDER BY ?x.name «DESC»"],
      ["ORDER BY ?x DES", "ORDER BY ?x «DESC»"],
      ["ORDER BY ?x.name DESCENDING", "ORDER BY ?x.name «DESC»"],
      ["ORDER BY DESC(?x.name)", "«ORDER BY ?x.name DESC»"],
      ["ORDER BY ASC(?x.name)", "«ORDER BY ?x.name ASC»"],
      ["ORDER BY DESC ?x.name", "«ORDER BY ?x.name DESC»"],
      ["ORDER BY ?x.name, DESC", "ORDER BY ?x.name «»DESC"],
      ["ORDER BY ?x.name ?x.key", "ORDER BY ?x.name, «?x».key"],
      ["ORDER BY name", "ORDER BY «?x.name»"],
      ["ORDER ?x.name", "ORDER «BY» ?x.name"],
      ["ORDERBY ?x.name", "«ORDER BY» ?x.name"],
      ["SORT BY ?x.name", "«ORDER BY» ?x.name"],
      ["LIMIT 5 ORDER BY ?x.name DESC", "«ORDER BY ?x.name DESC LIMIT 5»"],
      ["CURSOR :c LIMIT 5", "«LIMIT» 5 CURSOR :c"],
      ["LIMIT 10 OFFSET 5", "LIMIT 10 «CURSOR :next_cursor»"],
      ["SKIP 5 LIMIT 10", "LIMIT 10 «CURSOR :next_cursor»"],
      ["LIMIT ALL", "«»"],
      ["TAKE 5", "«LIMIT 5»"],
      ["LIMIT(5)", "LIMIT «»5"],
      ["GROUP BY ?x.name", "«»"],
      ["HAVING COUNT(?x) > 1", "«»"],
      // Times.
      ['AS OF TIME "2026-01-01T00:00:00.000Z"', "«FOR TIME :t»"],
      ['AS OF "2026-01-01T00:00:00.000Z"', '«FOR TIME "2026-01-01T00:00:00.000Z"»'],
      ["AS OF 5", "AS OF «SEQ» 5"],
      ["AS OF SEQUENCE 5", "«AS OF SEQ 5»"],
      ["AS OF TRANSACTION :t", "«AS OF SEQ :seq»"],
      ["AS SEQ 5", "«AS OF SEQ 5»"],
      ["AT SEQ 5", "«AS OF SEQ 5»"],
      ["ASOF SEQ 5", "«AS OF SEQ 5»"],
      ["AT TIME :t", "«FOR TIME :t»"],
      ["AT :t", "«FOR TIME :t»"],
      ["FOR :t", "FOR «TIME» :t"],
      ["FOR TIME NOW", "«»"],
      ["FOR TIME now()", "«»"],
      ["FOR TIME 2026-01-31", '«FOR TIME "2026-01-31T00:00:00.000Z"»'],
      ["FOR TIME :t AS OF SEQ 5", "«AS OF SEQ» 5 FOR TIME :t"],
      ["LIMIT 5 FOR TIME :t", "«FOR TIME» :t LIMIT 5"],
      ["ORDER BY ?x.name AS OF SEQ 5", "«AS OF SEQ» 5 ORDER BY ?x.name"],
      // Policies.
      ['EPISTEMIC {risk: "low"}', '«WITH EPISTEMIC {»risk: "low"}'],
      ['WITH {risk: "low"}', 'WITH «EPISTEMIC» {risk: "low"}'],
      ['WITH POLICY "kip:memory-default"', '«WITH EPISTEMIC {policy: "kip:memory-default"}»'],
      ['WITH EPISTEMIC risk: "low"', '«WITH EPISTEMIC {risk: "low"}»'],
      ['WITH EPISTEMIC (risk: "low")', 'WITH EPISTEMIC «{»risk: "low"}'],
      ['WITH EPISTEMIC {risk = "low"}', 'WITH EPISTEMIC {«risk:» "low"}'],
      ["WITH EPISTEMIC {explanation: ledger}", 'WITH EPISTEMIC {explanation: «"ledger"»}'],
      ['WITH EPISTEMC {risk: "low"}', 'WITH «EPISTEMIC» {risk: "low"}'],
      ['UNION { ?x {type: "B"} }', "«»"],
    ] as const
  ).map(as(after)),
  ["FIND(?x) WHERE { ?x {} } FILTER(?x.key == :k)", "FIND(?x) WHERE { ?x {} «FILTER(?x.key == :k) }»"],
  ["FIND(?x) WHERE { ?x {} } UNION { ?x {a: 1} }", "FIND(?x) WHERE { ?x {} «UNION { ?x {a: 1} } }»"],
  [
    "FIND(?x) WHERE { ?x {} } UNION FIND(?x) WHERE { ?x {a: 1} }",
    "FIND(?x) WHERE { ?x {} «UNION { ?x {a: 1} } }»",
  ],
  ["FIND(?x) WHERE { ?x {} ORDER BY ?x.name }", "FIND(?x) WHERE { ?x {} } «ORDER BY ?x.name»"],
  ["FIND(?x) WHERE { ?x {} LIMIT 5 }", "FIND(?x) WHERE { ?x {} } «LIMIT 5»"],
  ["FIND(?x) WHERE { ?x {} FOR TIME :t LIMIT 5 }", "FIND(?x) WHERE { ?x {} } «FOR TIME :t LIMIT 5»"],
  [
    'FIND(?x) WHERE { ?x {} WITH EPISTEMIC {risk: "low"} }',
    'FIND(?x) WHERE { ?x {} } «WITH EPISTEMIC {risk: "low"}»',
  ],
  ["FIND(?x) FOR TIME :t WHERE { ?x {} }", "FIND(?x) WHERE { ?x {} } «FOR TIME» :t"],

  // What is not there, what may be there, and alternatives.
  ...(
    [
      [`FILTER NOT EXISTS { ${LIKES} }`, `«NOT { ${LIKES} }»`],
      [`FILTER(NOT EXISTS { ${LIKES} })`, `«NOT { ${LIKES} }»`],
      [`FILTER NOT { (?x, "likes", {type: "Topic"}) }`, '«NOT { (?x, "likes", {type: "Topic"}) }»'],
      [`FILTER EXISTS { ${LIKES} }`, `«${LIKES}»`],
      [`EXISTS { ${LIKES} }`, `«${LIKES}»`],
      [`NOT EXISTS { ${LIKES} }`, `«NOT { ${LIKES} }»`],
      [`FILTER(!${LIKES})`, `«NOT { ${LIKES} }»`],
      [`FILTER(!{ ${LIKES} })`, `«NOT { ${LIKES} }»`],
      [`!${LIKES}`, `«NOT { ${LIKES} }»`],
      ["NOT ?x {key: :k}", "«NOT { ?x {key: :k} }»"],
      [`MINUS { ${LIKES} }`, `«NOT { ${LIKES} }»`],
      [`EXCEPT { ${LIKES} }`, `«NOT { ${LIKES} }»`],
      [`OPTIONAL MATCH ${LIKES}`, `«OPTIONAL { ${LIKES} }»`],
      ["OPTIONAL ?y ASSERTION {mode: :m}", "«OPTIONAL { ?y ASSERTION {mode: :m} }»"],
      ["UNION ?x {key: :k}", "«UNION { ?x {key: :k} }»"],
      ["{ ?x {a: 1} } UNION { ?x {a: 2} }", "«?x {a: 1} UNION { ?x {a: 2} }»"],
      ["{?x {a: 1}} OR {?x {a: 2}}", "«?x {a: 1} UNION {?x {a: 2}}»"],
      ["OR ?x {a: 2}", "«UNION { »?x {a: 2} }"],
      ["AND ?y {}", "«»?y {}"],
      [", ?y {}", "«»?y {}"],
      ["MATCH ?y {}", "«»?y {}"],
      ["BIND(?x.name AS ?n)", "«»"],
    ] as const
  ).map(as(inWhere)),

  // Beliefs.
  ...(
    [
      ['?b BELIEF ("P-1")', '?b BELIEF «(id: "P-1")»'],
      ["?b BELIEF (:p)", "?b BELIEF «(id: :p)»"],
      ['?b BELIEF "P-1"', '?b «BELIEF (id: "P-1")»'],
      ["?b BELIEF :p", "?b «BELIEF (id: :p)»"],
      ['?b BELIEF {id: "P-1"}', '?b «BELIEF (id: "P-1")»'],
      ["?b BELIEF ({id: :p})", "?b BELIEF «(id: :p)»"],
      ['?b BELIEF ("id": :p)', "?b BELIEF «(id: :p)»"],
      ["?b BELIEF (id = :p)", "?b BELIEF («id:» :p)"],
      [`?p ${LIKES} ?b BELIEF {proposition: ?p}`, `?p ${LIKES} ?b «BELIEF (?p)»`],
      [`?b BELIEF (${LIKES})`, `?b BELIEF «${LIKES}»`],
      ['?b BELIEF ("C-1", "likes")', '?b «BELIEF SLOT ("C-1", "likes")»'],
      ['?b BELIEF ("C-1", "likes")', '?b «BELIEF ("C-1", "likes", ?value)»'],
      ['?b BELIEF ("C-1" "likes" ?y)', '?b BELIEF «("C-1", "likes", ?y)»'],
      ['?b BELIEF ("C-1", likes, ?y)', '?b BELIEF ("C-1", «"likes"», ?y)'],
      ['?b BELIEF {subject: "C-1"}', '?b «BELIEF (:subject, "predicate", ?value)»'],
      ['?b BELIEF SLOT ("C-1", "likes", ?y)', '«?b BELIEF SLOT ("C-1", "likes")»'],
      ['?b BELIEF SLOT ({key: "a"}, "likes", ?y)', '«?b BELIEF SLOT ({key: "a"}, "likes")»'],
      ["?b BELIEF SLOT (:s)", '?b «BELIEF SLOT (:s, "predicate")»'],
      ['?b BELIEF SLOT (id: "P-1")', '?b «BELIEF (id: "P-1")»'],
      ["?b BELIEF SLOT {subject: :s}", '?b «BELIEF SLOT (:subject, "predicate")»'],
      ['?b SLOT (:s, "likes")', '«?b BELIEF SLOT (:s, "likes")»'],
      ['?b BELIEF_SLOT (:s, "likes")', '«?b BELIEF SLOT (:s, "likes")»'],
      [`BELIEF ${LIKES}`, `«?b BELIEF ${LIKES}»`],
      ['BELIEF SLOT (?x, "likes")', '«?b BELIEF SLOT (?x, "likes")»'],
      ["?b PROPOSITION :p", "?b «PROPOSITION (id: :p)»"],
      ['?b ("P-1")', '?b «(id: "P-1")»'],
    ] as const
  ).map(as(belief)),

  // Tuples and paths.
  ...(
    [
      ['?x, "likes"*, ?y', '?x, "likes"«{0,}», ?y'],
      ['?x, "likes"+, ?y', '?x, "likes"«{1,}», ?y'],
      ['?x, "likes"?, ?y', '?x, "likes"«{0,1}», ?y'],
      ["?x, :p*, ?y", "?x, :p«{0,}», ?y"],
      ['?x, "likes"*1..3, ?y', '?x, "likes"«{1,3}», ?y'],
      ['?x, "likes"{,3}, ?y', '?x, "likes"«{0,3}», ?y'],
      ['?x, "likes"{1..3}, ?y', '?x, "likes"«{1,3}», ?y'],
      ['?x, "likes"{1-3}, ?y', '?x, "likes"«{1,3}», ?y'],
      ['?x, "likes"{3,1}, ?y', '?x, "likes"«{1,3}», ?y'],
      ["?x, ?p*, ?y", '?x, «"part_of"{1,3}», ?y'],
      ["?x, ?p{1,3}, ?y", '?x, «"part_of"{1,3}», ?y'],
      ['?x, ("a"|"b")*, ?y', '?x, «"a"{0,}» | "b"{0,}, ?y'],
      ['?x, "a" OR "b", ?y', '?x, «"a" | "b"», ?y'],
      ['?x, "a"||"b", ?y', '?x, «"a" | "b"», ?y'],
      ['?x, ["a", "b"], ?y', '?x, «"a" | "b"», ?y'],
      ['?x "likes" ?y', '«?x, "likes", ?y»'],
      ["?x likes ?y", '«?x, "likes", ?y»'],
      ["?x, likes, ?y", '?x, «"likes"», ?y'],
      ["?x, 'likes', ?y", '?x, «"likes"», ?y'],
      ["?x, likes*, ?y", '?x, «"likes"», ?y'],
      ['?x, "likes"', '«?x, "likes", ?value»'],
      ['?x, "likes", ?y, ?z', '«?x, "likes", ?y»'],
      ['?x, "likes", ?y,', '«?x, "likes", ?y»'],
      ['?x, "likes", _', '?x, "likes", «?any»'],
      ['?x, "likes", ?', '?x, "likes", «?any»'],
      ["?x, _, ?y", "?x, «?any», ?y"],
      ["?x, *, ?y", "?x, «?any», ?y"],
      ['?x, "likes", [?y, ?z]', '?x, "likes", «?y»'],
      ['?x, "likes", Tea', '?x, "likes", «{name: "Tea"}»'],
      ['Alice, "likes", ?x', '«{name: "Alice"}», "likes", ?x'],
      ['x, "likes", ?x', '«?x», "likes", ?x'],
    ] as const
  ).map(as(tuple)),
  [tuple('?x, "a"/"b", ?y'), 'FIND(?x) WHERE { «(?x, "a", ?step) (?step, "b", ?y)» }'],
  [tuple('?x, "likes", ?y.name'), 'FIND(?x) WHERE { (?x, "likes", ?y) «FILTER(?y.name == :value)» }'],
  [
    "FIND(?s) WHERE { ?e STRUCTURAL {source: ?s} }",
    'FIND(?s) WHERE { ?e «STRUCTURAL (?x, "has_step", ?step)» ?s {} }',
  ],
  ["FIND(?s) WHERE { STRUCTURAL (:x, ?f, ?s) }", 'FIND(?s) WHERE { STRUCTURAL (:x, «"has_step"», ?s) }'],
  [
    'FIND(?s) WHERE { STRUCTURAL ?e (:x, "has_step", ?s) }',
    'FIND(?s) WHERE { «?e STRUCTURAL (:x, "has_step", ?s)» }',
  ],
  [
    'FIND(?p) WHERE { PROPOSITION ?p (?x, "likes", ?y) }',
    'FIND(?p) WHERE { «?p PROPOSITION (?x, "likes", ?y)» }',
  ],
  ['FIND(?p) WHERE { (?x, "likes", ?y) AS ?p }', 'FIND(?p) WHERE { «?p (?x, "likes", ?y)» }'],
  ['FIND(?p) WHERE { ?p = (?x, "likes", ?y) }', 'FIND(?p) WHERE { «?p (?x, "likes", ?y)» }'],
  ["FIND(?x) WHERE { ?x likes ?y }", 'FIND(?x) WHERE { «(?x, "likes", ?y)» }'],

  // Elements.
  ['FIND(?x) WHERE { ?x: {type: "Person"} }', 'FIND(?x) WHERE { «?x {type: "Person"}» }'],
  ['FIND(?x) WHERE { ?x (type: "Person") }', 'FIND(?x) WHERE { «?x {type: "Person"}» }'],
  ["FIND(?x) WHERE { ?x {Person} }", 'FIND(?x) WHERE { «?x {type: "Person"}» }'],
  ["FIND(?x) WHERE { ?x }", "FIND(?x) WHERE { «?x {}» }"],
  ['FIND(?x) WHERE { x {type: "Person"} }', 'FIND(?x) WHERE { «?x» {type: "Person"} }'],
  ['FIND(?x) WHERE { $x {type: "Person"} }', 'FIND(?x) WHERE { «?x» {type: "Person"} }'],
  [
    'FIND(?a) WHERE { ASSERTION {stance: "support"} }',
    'FIND(?x) WHERE { «?x ASSERTION {stance: "support"}» }',
  ],
  [
    'FIND(?a) WHERE { ?a ASSERT {stance: "support"} }',
    'FIND(?a) WHERE { «?a ASSERTION {stance: "support"}» }',
  ],
  [
    'FIND(?a) WHERE { ?a ASSERTION {mode: "stated", confidence > 0.5} }',
    'FIND(?a) WHERE { ?a ASSERTION {mode: "stated"} «FILTER(?a.confidence > 0.5)» }',
  ],
  ...(
    [
      ["name = :n", "«name:» :n"],
      ["name :n", "name«: »:n"],
      ['name: "A" key: "a"', 'name: "A", «key»: "a"'],
      ['name: "A",', 'name: "A"«»'],
      ['name: "A"; key: "a"', 'name: "A"«», key: "a"'],
      ["name: Alice", 'name: «"Alice"»'],
      ["name: 'Alice'", 'name: «"Alice"»'],
      ["name: `Alice`", 'name: «"Alice"»'],
      ["name: “Alice”", 'name: «"Alice"»'],
      ["name: ‘Alice’", 'name: «"Alice"»'],
      ["name: «Alice»", 'name: «"Alice"»'],
      ["“name”: :n", '«"name"»: :n'],
      ["name: $n", "name: «:n»"],
      [`name: $${"{n}"}`, "name: «:n»"],
      ["name: {{n}}", "name: «:n»"],
      ["name: @n", "name: «:n»"],
      ['name: :"n"', "name: «:n»"],
      ["name: : n", "name: «:n»"],
      ["attributes.goal: :n", "«attributes: {goal: :n}»"],
      ["?x.name: :n", "«name»: :n"],
      ["name: NULL", "name: «null»"],
    ] as const
  ).map(as(inPattern)),
  [inPattern('name: "A" | "B"'), inWhere('«FILTER(IN(?x.name, ["A", "B"]))»')],
  [inPattern('name: CONTAINS("A")'), inWhere('«FILTER(CONTAINS(?x.name, "A"))»')],
  [inPattern('name: != "A"'), inWhere('«FILTER(?x.name != "A")»')],
  [
    'FIND(?x) WHERE { ?x SEARCH CONCEPT("tea") LIMIT 5 }',
    'FIND(?x) WHERE { ?x «SEARCH CONCEPT "tea"» LIMIT 5 }',
  ],
  [
    'FIND(?x) WHERE { ?x SEARCH CONCEPT "tea" LIMIT 5 WITH TYPE "Topic" }',
    'FIND(?x) WHERE { ?x SEARCH CONCEPT "tea" «WITH TYPE "Topic"» LIMIT 5 }',
  ],
  ['FIND(?x) WHERE { ?x SEARCH CONCEPT "tea" }', 'FIND(?x) WHERE { «?x SEARCH CONCEPT "tea" LIMIT 10» }'],

  // Conditions.
  ...(
    [
      ['?x.name = "A"', '?x.name «==» "A"'],
      ['?x.name <> "A"', '?x.name «!=» "A"'],
      ['?x.name === "A"', '?x.name «==» "A"'],
      ['?x.name == "A" AND ?x.key == "b"', '?x.name == "A" «&&» ?x.key == "b"'],
      ['?x.name == "A" OR ?x.key == "b"', '?x.name == "A" «||» ?x.key == "b"'],
      ['?x.name == "A", ?x.key == "b"', '?x.name == "A" «&&» ?x.key == "b"'],
      ['NOT ?x.name == "A"', '«!(»?x.name == "A")'],
      ['?x.name CONTAINS "A"', '«CONTAINS(?x.name, "A")»'],
      ['?x.name STARTS WITH "A"', '«STARTS_WITH(?x.name, "A")»'],
      ["?x.name NOT LIKE '%A%'", '«!CONTAINS(?x.name, "A")»'],
      ["?x.name LIKE :part", "«CONTAINS(?x.name, :part)»"],
      ['?x.name IN ("A", "B")', '«IN(?x.name, ["A", "B"])»'],
      ['"a" IN ?x.attributes.tags', '«IN("a", ?x.attributes.tags)»'],
      ['?x.attributes.tags HAS "a"', '«CONTAINS(?x.attributes.tags, "a")»'],
      ['IN(?x.name, "A", "B")', '«IN(?x.name, ["a", "b"])»'],
      ['?x.facets["F"].a IS NULL', '«IS_NULL(?x.facets["F"].a)»'],
      ["?x.name IS NOT NULL", "«IS_NOT_NULL(?x.name)»"],
      ["?x.name == NULL", "?x.name == «null»"],
      ["NOT_NULL(?x.name)", "«IS_NOT_NULL»(?x.name)"],
      ["IS_EMPTY(?x.name)", "«IS_NULL»(?x.name)"],
      ['?x.name =~ "^a"', '«REGEX(?x.name, "^a")»'],
      ['REGEX(?x.name, "a", "i")', '«REGEX(?x.name, "(?i)^a")»'],
      ["?x.a BETWEEN 1 AND 5", "«?x.a >= 1 && ?x.a <= 5»"],
      ["1 < ?x.a < 5", "1 < ?x.a «&& ?x.a < 5»"],
      ['?x.name.contains("a")', '«CONTAINS(?x.name, "…")»'],
      ['x.name == "A"', '«?x».name == "A"'],
      ['name == "A"', '«?x.name» == "A"'],
      ["?x.name == $n", "?x.name == «:n»"],
      ["?x.name == {{n}}", "?x.name == «:n»"],
      ["?x.name == “A”", '?x.name == «"A"»'],
      ["?x[\"name\"] == 'A'", '?x["name"] == «"A"»'],
      ["?x[name] == :n", '?x[«"name"»] == :n'],
      ["?x->name == :n", "«?x.attributes.name» == :n"],
      ["COUNT(?x) > 1", "«»true"],
      ["IS_KIND(?x)", '«IS_KIND(?x, "concept")»'],
    ] as const
  ).map(as(inFilter)),
  ...(
    [
      ['FILTER ?x.name = "A" AND ?x.key = "b"', '«FILTER(?x.name == "A" && ?x.key == "b")»'],
      ['FILTER NOT CONTAINS(?x.name, "and")', '«FILTER(!CONTAINS(?x.name, "and"))»'],
      ['FILTER {?x.name == "A"}', '«FILTER(?x.name == "A")»'],
      ["FILTER (?x.a > 1) && (?x.b > 2)", "«FILTER((?x.a > 1) && (?x.b > 2))»"],
      ['FILTER(?x.name == "A") AND FILTER(?x.key == "b")', 'FILTER(?x.name == "A") «»FILTER(?x.key == "b")'],
    ] as const
  ).map(as(inWhere)),

  // What is returned.
  ["SELECT ?x WHERE { ?x {} }", "«FIND(?x) WHERE {»?x {} }"],
  ["SELECT * FROM Person", '«FIND(?x.name) WHERE { ?x {type: "Person"} }»'],
  ["MATCH (p:Person) RETURN p", '«FIND(?x.name) WHERE { ?x {type: "Person"} }»'],
  ["FIND(?x) MATCH { ?x {} }", "FIND(?x) «WHERE» { ?x {} }"],
  ["FIND(?x) IN Person", 'FIND(?x) «WHERE { ?x {type: "Person"} }»'],
  ["FIND ?x, ?x.name WHERE { ?x {} }", "«FIND(?x, ?x.name) WHERE {»?x {} }"],
  ["FIND {?x} WHERE { ?x {} }", "«FIND(?x) WHERE {»?x {} }"],
  ["FIND * WHERE { ?x {} }", "«FIND(?x, ?x.name)» WHERE { ?x {} }"],
  ["FIND(*) WHERE { ?x {} }", "«FIND(?x, ?x.name)» WHERE { ?x {} }"],
  ["FIND(COUNT(*)) WHERE { ?x {} }", "«FIND(COUNT(?x))» WHERE { ?x {} }"],
  ["FIND(COUNT()) WHERE { ?x {} }", "FIND(«COUNT(?x.name)») WHERE { ?x {} }"],
  ["FIND(COUNT) WHERE { ?x {} }", "FIND(«COUNT(?x)») WHERE { ?x {} }"],
  ["FIND(COUNT DISTINCT ?x) WHERE { ?x {} }", "FIND(«COUNT(DISTINCT ?x)») WHERE { ?x {} }"],
  ["FIND(COUNT_DISTINCT(?x)) WHERE { ?x {} }", "«FIND(COUNT(DISTINCT ?x.name))» WHERE { ?x {} }"],
  ["FIND(DISTINCT ?x.name) WHERE { ?x {} }", "«FIND(?x.name, COUNT(?x))» WHERE { ?x {} }"],
  ["FIND(MAX(?x.a, ?x.b)) WHERE { ?x {} }", "FIND(«MAX(?x.name)») WHERE { ?x {} }"],
  ["FIND(?x.name AS n) WHERE { ?x {} }", "FIND(?x.name«») WHERE { ?x {} }"],
  ["FIND(?x.name,) WHERE { ?x {} }", "FIND(?x.name«») WHERE { ?x {} }"],
  ["FIND(?x, , ?x.name) WHERE { ?x {} }", "FIND(?x, «»?x.name) WHERE { ?x {} }"],
  ["FIND(?x ?x.name) WHERE { ?x {} }", "FIND(?x, «?x».name) WHERE { ?x {} }"],
  ["FIND(x.name) WHERE { ?x {} }", "FIND(«?x».name) WHERE { ?x {} }"],
  ["FIND($x) WHERE { ?x {} }", "FIND(«?x») WHERE { ?x {} }"],
  ["FIND(?x:name) WHERE { ?x {} }", "FIND(«?x.name») WHERE { ?x {} }"],
  ["FIND(?x.*) WHERE { ?x {} }", "FIND(«?x») WHERE { ?x {} }"],
  ["COUNT(?x) WHERE { ?x {} }", '«FIND(?x.name) WHERE { ?x {type: "Person"} }»'],

  // What stands around a query.
  ["```kip\nFIND(?x) WHERE { ?x {} }\n```", "FIND(?x) WHERE { ?x {} }«»"],
  ['{"command": "FIND(?x) WHERE { ?x {} }"}', "FIND(?x) WHERE { ?x {} }«»"],
  ["“FIND(?x) WHERE { ?x {} }”", "FIND(?x) WHERE { ?x {} }«»"],
  ["Query: FIND(?x) WHERE { ?x {} }", "«FIND»(?x) WHERE { ?x {} }"],
  ["EXPLAIN FIND(?x) WHERE { ?x {} }", "«FIND»(?x) WHERE { ?x {} }"],
  ["FIND(?x) WHERE { ?x {} };", "FIND(?x) WHERE { ?x {} }«»"],
  ["FIND(?x) WHERE { ?x {} } -- all", "FIND(?x) WHERE { ?x {} } «//» all"],
  ["FIND(?x) # all\nWHERE { ?x {} }", "FIND(?x) «//» all\nWHERE { ?x {} }"],
];

describe("the hint about a wrong query", () => {
  it.each(MISTAKES)("%s", (wrong, applied) => {
    const { hint, code } = refused(wrong);
    expect(code).toBe("InvalidSyntax");
    expect(hint).toContain(/«([^»]*)»/.exec(applied)?.[1]);
    expect(parse(applied.replace(/[«»]/g, "")).diagnostics).toEqual([]);
  });

  it("never names a token to write before one that cannot be meant", () => {
    for (const [wrong] of MISTAKES) expect(refused(wrong).hint).not.toMatch(/^Write [,:)(] before [^"\w:?]/);
  });
});
