import { describe, expect, test } from "vitest";
import { Memory, ref, rows } from "./memory.fixture.js";

/** Ann knows Bob and Cyn, Bob knows Cyn; Ann and Bob live in Oslo; all said by Ann in one note. */
function village() {
  const memory = new Memory();
  const ann = memory.concept("Person", "Ann", {
    key: "ann",
    aliases: ["Annie"],
    attributes: { age: 40, home: { floor: 2 } },
    facets: { [ref("Mood")]: { level: 0.5 } },
  });
  const bob = memory.concept("Person", "Bob", { attributes: { age: 30, note: null } });
  const cyn = memory.concept(ref("Person", "1.0.0"), "Cyn", { key: "cyn" });
  const oslo = memory.concept("City", "Oslo", { key: "ann" });
  const ab = memory.proposition(ann, "knows", bob);
  const ac = memory.proposition(ann, "knows", cyn);
  const bc = memory.proposition(bob, ref("knows", "1.0.0"), cyn);
  const ao = memory.proposition(ann, "lives_in", oslo);
  const bo = memory.proposition(bob, "lives_in", oslo);
  const tea = memory.proposition(ann, "likes", "tea");
  const seven = memory.proposition(bob, "likes", 7);
  const denial = memory.proposition(ab, "contradicts", ac);
  const note = memory.evidence("Ann wrote it down", { source: [{ id: ann }] });
  const claim = memory.assertion(ab, ann, { confidence: 0.9, evidence: [{ id: note, role: "support" }] });
  const work = memory.activity({
    inputs: [{ id: note }],
    outputs: [{ id: claim }],
    associated_actors: [{ id: bob }],
  });
  const house = memory.concept("Stone", "House", {
    structural: { [ref("has_part")]: [{ id: oslo }, { id: ann }] },
  });
  return {
    view: memory.view(),
    memory,
    ann,
    bob,
    cyn,
    oslo,
    ab,
    ac,
    bc,
    ao,
    bo,
    tea,
    seven,
    denial,
    note,
    claim,
    work,
    house,
  };
}

describe("an element pattern", () => {
  const { view, ann, bob, claim, note } = village();

  test("finds every version of a type by its local name", () => {
    expect(rows(view, `FIND(?p.name, ?p.schema_ref) WHERE { ?p {type: "Person"} } ORDER BY ?p.name`)).toEqual(
      [
        ["Ann", ref("Person")],
        ["Bob", ref("Person")],
        ["Cyn", ref("Person", "1.0.0")],
      ],
    );
  });

  test.each([
    ["an exact ref of any version", ref("Person", "1.0.0")],
    ["a ref of a version that is not there", ref("Person", "9.9.9")],
  ])("finds every version of a type by %s", (_, type) => {
    for (const where of ["?p {schema_ref: :type}", "?p {} FILTER(?p.schema_ref == :type)"]) {
      expect(rows(view, `FIND(?p.name) WHERE { ${where} } ORDER BY ?p.name`, { type })).toEqual([
        "Ann",
        "Bob",
        "Cyn",
      ]);
    }
    expect(rows(view, "FIND(?p) WHERE { ?p {schema_ref: :type} }", { type: ref("Nothing") })).toEqual([]);
  });

  test("tells Concepts of different types with one key apart", () => {
    expect(rows(view, `FIND(?c.name) WHERE { ?c {key: "ann"} } ORDER BY ?c.name`)).toEqual(["Ann", "Oslo"]);
    expect(rows(view, `FIND(?c.name) WHERE { ?c {type: "City", key: "ann"} }`)).toEqual(["Oslo"]);
  });

  test("constrains nested attributes and facets, and leaves the rest free", () => {
    expect(rows(view, `FIND(?c.name) WHERE { ?c {attributes: {home: {floor: 2}}} }`)).toEqual(["Ann"]);
    expect(rows(view, `FIND(?c.name) WHERE { ?c {facets: {"Mood": {level: ?l}}} FILTER(?l > 0.4) }`)).toEqual(
      ["Ann"],
    );
  });

  test("binds a field's value to a variable and unifies it", () => {
    expect(rows(view, `FIND(?age) WHERE { ?c {name: "Bob", attributes: {age: ?age}} }`)).toEqual([30]);
    expect(
      rows(view, `FIND(?a.name, ?b.name) WHERE { ?a {key: ?k, type: "City"} ?b {key: ?k, type: "Person"} }`),
    ).toEqual([["Oslo", "Ann"]]);
  });

  test("matches an explicit null, which an absent field is not", () => {
    expect(rows(view, `FIND(?c.name) WHERE { ?c {type: "Person", attributes: {note: null}} }`)).toEqual([
      "Bob",
    ]);
  });

  test("finds a Concept by one of its aliases", () => {
    expect(rows(view, `FIND(?c.name) WHERE { ?c {aliases: "Annie"} }`)).toEqual(["Ann"]);
    expect(rows(view, `FIND(?c.name) WHERE { ?c {aliases: ["Annie"]} }`)).toEqual(["Ann"]);
  });

  test("takes ids as text, as references and as variables", () => {
    expect(rows(view, `FIND(?c.name) WHERE { ?c {id: :id} }`, { id: ann })).toEqual(["Ann"]);
    expect(rows(view, `FIND(?c.name) WHERE { ?c {id: :id} }`, { id: { id: bob } })).toEqual(["Bob"]);
    expect(rows(view, `FIND(?id) WHERE { ?c {name: "Bob", id: ?id} }`)).toEqual([bob]);
    expect(rows(view, `FIND(?c) WHERE { ?c {id: "C-999"} }`)).toEqual([]);
  });

  test("follows references in fields, as variables, inline patterns and nested tuples", () => {
    expect(rows(view, `FIND(?p.name) WHERE { ?a ASSERTION {asserted_by: ?p} }`)).toEqual(["Ann"]);
    expect(rows(view, `FIND(?a.id) WHERE { ?a ASSERTION {asserted_by: {name: "Ann"}} }`)).toEqual([claim]);
    expect(
      rows(view, `FIND(?a.id) WHERE { ?a ASSERTION {proposition: (?x, "knows", {name: "Bob"})} }`),
    ).toEqual([claim]);
    expect(
      rows(view, `FIND(?a.id) WHERE { ?a ASSERTION {asserted_by: :who} }`, { who: { id: bob } }),
    ).toEqual([]);
    expect(rows(view, `FIND(?e.id) WHERE { ?a ASSERTION {evidence: [?e]} }`)).toEqual([note]);
  });

  test("reads the other record kinds", () => {
    expect(
      rows(view, `FIND(?e.payload.inline) WHERE { ?e EVIDENCE {evidence_class: "observation"} }`),
    ).toEqual(["Ann wrote it down"]);
    expect(rows(view, `FIND(?x.status) WHERE { ?x ACTIVITY {activity_class: "inference"} }`)).toEqual([
      "completed",
    ]);
  });

  test("refuses a field its kind does not have, and says which there are", () => {
    expect(() => rows(view, `FIND(?c) WHERE { ?c {nmae: "Ann"} }`)).toThrow(
      expect.objectContaining({ code: "SchemaFieldNotFound" }),
    );
    expect(() => rows(view, `FIND(?e) WHERE { ?e EVIDENCE {type: "message"} }`)).toThrow(
      expect.objectContaining({ hint: expect.stringContaining("evidence_class") }),
    );
  });

  test("refuses a list field compared with one reference", () => {
    expect(() => rows(view, `FIND(?a) WHERE { ?a ASSERTION {evidence: "E-1"} }`)).toThrow(
      expect.objectContaining({ code: "TypeMismatch", hint: expect.stringContaining("STRUCTURAL") }),
    );
  });

  test("refuses an unknown type even when nothing would match", () => {
    expect(() => rows(view, `FIND(?c) WHERE { ?n {name: "Nobody"} ?c {type: "Ghost"} }`)).toThrow(
      expect.objectContaining({ code: "SchemaSymbolNotFound" }),
    );
  });
});

describe("ordinary recall", () => {
  const memory = new Memory();
  const gone = memory.concept("Person", "Gone", { state: "archived" });
  const here = memory.concept("Person", "Here");
  memory.proposition(here, "knows", gone);
  memory.proposition(here, "likes", "old songs", { state: "archived" });
  const view = memory.view();

  test("leaves out what is archived", () => {
    expect(rows(view, `FIND(?p.name) WHERE { ?p {type: "Person"} }`)).toEqual(["Here"]);
    expect(rows(view, `FIND(?o) WHERE { (?p, "likes", ?o) }`)).toEqual([]);
  });

  test("gives it when its state or id is asked for", () => {
    expect(rows(view, `FIND(?p.name) WHERE { ?p {type: "Person", state: "archived"} }`)).toEqual(["Gone"]);
    expect(rows(view, `FIND(?p.name) WHERE { ?p {_system: {state: "archived"}} }`)).toEqual(["Gone"]);
    expect(rows(view, `FIND(?p.name, ?s) WHERE { ?p {type: "Person", state: ?s} } ORDER BY ?p.name`)).toEqual(
      [
        ["Gone", "archived"],
        ["Here", "active"],
      ],
    );
    expect(rows(view, `FIND(?p.name) WHERE { ?p {id: :gone} }`, { gone })).toEqual(["Gone"]);
    expect(rows(view, `FIND(?p._system.state) WHERE { ?p PROPOSITION (id: "P-2") }`)).toEqual(["archived"]);
  });

  test("gives it when a filter asks for its state, and a filter around the pattern does", () => {
    const archived = 'FILTER(?p._system.state == "archived")';
    for (const where of [
      `?p {type: "Person"} ${archived}`,
      `${archived} ?p {type: "Person"}`,
      '?p {type: "Person"} FILTER(IN(?p._system.state, ["archived", "tombstoned"]))',
      '?p {type: "Person"} FILTER(!(?p._system.state != "archived"))',
      `?p {type: "Person", name: "Nobody"} UNION { ?p {type: "Person"} } ${archived}`,
      `OPTIONAL { ?p {type: "Person"} } ${archived}`,
    ]) {
      expect(rows(view, `FIND(?p.name) WHERE { ${where} }`), where).toEqual(["Gone"]);
    }
    expect(
      rows(view, 'FIND(?o) WHERE { ?p (?s, "likes", ?o) FILTER(?p._system.state == "archived") }'),
    ).toEqual(["old songs"]);
  });

  test("is not given by asking for the state of something else, or in a block within", () => {
    for (const filter of [
      "FILTER(?p._system.version == 1)",
      'NOT { FILTER(?p._system.state == "tombstoned") }',
      'OPTIONAL { ?q {type: "Person"} FILTER(?q._system.state == "active") FILTER(?q.name == ?p.name) }',
    ]) {
      expect(rows(view, `FIND(?p.name) WHERE { ?p {type: "Person"} ${filter} }`), filter).toEqual(["Here"]);
    }
  });

  test("still resolves it as an endpoint", () => {
    expect(rows(view, `FIND(?o.name) WHERE { (?p, "knows", ?o) }`)).toEqual(["Gone"]);
    expect(rows(view, `FIND(?o.name) WHERE { (?p, "knows", ?o) ?o {type: "Person"} }`)).toEqual([]);
  });
});

describe("a tuple pattern", () => {
  const { view, ann, ab, ac, denial } = village();

  test("joins on shared variables, across predicate versions", () => {
    expect(rows(view, `FIND(?a.name, ?c.name) WHERE { (?a, "knows", ?b) (?b, "knows", ?c) }`)).toEqual([
      ["Ann", "Cyn"],
    ]);
  });

  test("binds a predicate variable to the exact ref, and unifies it by lineage", () => {
    expect(rows(view, `FIND(?p) WHERE { ({name: "Bob"}, ?p, {name: "Cyn"}) }`)).toEqual([
      ref("knows", "1.0.0"),
    ]);
    expect(
      rows(
        view,
        `FIND(COUNT(?a)) WHERE { (?a, ?p, {name: "Bob"}) (?b, ?p, {name: "Cyn"}) FILTER(?b.name == "Bob") }`,
      ),
    ).toEqual([1]);
    expect(rows(view, `FIND(COUNT(?x)) WHERE { (?x, ?p, ?y) FILTER(?p == "${ref("knows")}") }`)).toEqual([3]);
  });

  test("tells Literals by type and value", () => {
    expect(rows(view, `FIND(?s.name) WHERE { (?s, "likes", 7) }`)).toEqual(["Bob"]);
    expect(rows(view, `FIND(?s.name) WHERE { (?s, "likes", "7") }`)).toEqual([]);
    expect(rows(view, `FIND(?s.name) WHERE { (?s, "likes", :what) }`, { what: "tea" })).toEqual(["Ann"]);
  });

  test("addresses a Proposition by id, alone and inside another tuple", () => {
    expect(rows(view, `FIND(?p.predicate_ref) WHERE { ?p PROPOSITION (id: :id) }`, { id: ab })).toEqual([
      ref("knows"),
    ]);
    expect(rows(view, `FIND(?m.id) WHERE { ?m (?p, "contradicts", (id: :other)) }`, { other: ac })).toEqual([
      denial,
    ]);
    expect(rows(view, `FIND(?m.id) WHERE { ?m ((?x, "knows", {name: "Bob"}), "contradicts", ?y) }`)).toEqual([
      denial,
    ]);
    expect(rows(view, `FIND(?p) WHERE { ?p PROPOSITION (id: "P-999") }`)).toEqual([]);
  });

  test("takes either of several predicates", () => {
    expect(
      rows(view, `FIND(?o.name) WHERE { (:ann, "knows" | "lives_in", ?o) } ORDER BY ?o.name`, { ann }),
    ).toEqual(["Bob", "Cyn", "Oslo"]);
  });

  test("takes a bound reference by type and key", () => {
    expect(
      rows(view, `FIND(?o.name) WHERE { (:who, "lives_in", ?o) }`, { who: { type: "Person", key: "ann" } }),
    ).toEqual(["Oslo"]);
  });

  test("refuses a number as a subject", () => {
    expect(() => rows(view, `FIND(?o) WHERE { (7, "likes", ?o) }`)).toThrow(
      expect.objectContaining({ code: "TypeMismatch" }),
    );
  });
});

describe("a merged Concept", () => {
  const memory = new Memory();
  const alicia = memory.concept("Person", "Alicia", { key: "alicia" });
  const alice = memory.concept("Person", "Alice", { key: "alice" });
  const bob = memory.concept("Person", "Bob", { key: "bob" });
  const tuple = memory.proposition(alicia, "knows", bob);
  memory.assertion(tuple, alicia);
  memory.merge(alicia, alice);
  const view = memory.view();

  test("is found under both identities, and the stored endpoint stays readable", () => {
    for (const who of [alice, alicia]) {
      expect(
        rows(view, `FIND(?p.id, ?p.subject.id, ?p.canonical_subject.id) WHERE { ?p (:who, "knows", :bob) }`, {
          who: { id: who },
          bob: { id: bob },
        }),
      ).toEqual([[tuple, alicia, alice]]);
    }
    expect(
      rows(view, `FIND(?p) WHERE { ?p (:who, "knows", ?x) FILTER(?p.subject == :who) }`, {
        who: { id: alice },
      }),
    ).toEqual([]);
  });

  test("binds what the reference resolves to, and agrees with any order of the patterns", () => {
    expect(rows(view, `FIND(?s.name) WHERE { (?s, "knows", ?o) }`)).toEqual(["Alice"]);
    expect(rows(view, `FIND(?s.name) WHERE { ?s {key: "alicia"} (?s, "knows", ?o) }`)).toEqual(["Alicia"]);
    expect(rows(view, `FIND(?s.name) WHERE { (?s, "knows", ?o) ?s {key: "alicia"} }`)).toEqual(["Alicia"]);
    expect(rows(view, `FIND(?s.name) WHERE { ?a ASSERTION {asserted_by: ?s} ?s {key: "alice"} }`)).toEqual([
      "Alice",
    ]);
  });
});

describe("a structural pattern", () => {
  const { view, ann, claim, note, oslo } = village();

  test("reads Core fields from either end", () => {
    expect(rows(view, `FIND(?a.id) WHERE { STRUCTURAL (?a, "evidence", :note) }`, { note })).toEqual([claim]);
    expect(rows(view, `FIND(?e.id) WHERE { STRUCTURAL (:claim, "evidence", ?e) }`, { claim })).toEqual([
      note,
    ]);
    expect(rows(view, `FIND(?e.id) WHERE { STRUCTURAL (?e, "source", {name: "Ann"}) }`)).toEqual([note]);
  });

  test("shows the order of an ordered field, and the role of a citation", () => {
    expect(
      rows(
        view,
        `FIND(?part.name, ?edge.index) WHERE { ?edge STRUCTURAL ({name: "House"}, "has_part", ?part) } ORDER BY ?edge.index DESC`,
      ),
    ).toEqual([
      ["Ann", 1],
      ["Oslo", 0],
    ]);
    expect(
      rows(
        view,
        `FIND(?edge.field, ?edge.index, ?edge.role) WHERE { ?edge STRUCTURAL (?a, "evidence", ?e) }`,
      ),
    ).toEqual([["evidence", null, "support"]]);
  });

  test("joins with the other patterns", () => {
    expect(
      rows(
        view,
        `FIND(?who.name) WHERE { ?x ACTIVITY {} STRUCTURAL (?x, "associated_actors", ?who) (?who, "lives_in", :oslo) }`,
        {
          oslo: { id: oslo },
        },
      ),
    ).toEqual(["Bob"]);
    expect(rows(view, `FIND(?h.name) WHERE { STRUCTURAL (?h, "has_part", :ann) }`, { ann })).toEqual([
      "House",
    ]);
  });
});

describe("a raw path", () => {
  const memory = new Memory();
  const [a, b, c, d, z] = ["A", "B", "C", "D", "Z"].map((name) => memory.concept("Person", name));
  for (const [from, to] of [
    [a, b],
    [b, c],
    [a, d],
    [d, c],
  ] as const)
    memory.proposition(from!, "knows", to!);
  memory.proposition(a!, "likes", c!);
  const view = memory.view();
  const from = (start: string | undefined, path: string) =>
    rows(view, `FIND(?y.name) WHERE { (:start, ${path}, ?y) } ORDER BY ?y.name`, { start: { id: start! } });

  test.each([
    ['"knows"{0}', ["A"]],
    ['"knows"{1}', ["B", "D"]],
    ['"knows"{2}', ["C"]],
    ['"knows"{0,2}', ["A", "B", "C", "D"]],
    ['"knows"{2,}', ["C"]],
    ['"knows" | "likes"', ["B", "C", "D"]],
    ['"knows"{2} | "likes"', ["C"]],
  ])("from A along %s reaches %j", (path, names) => {
    expect(from(a, path)).toEqual(names);
  });

  test("needs no Proposition for zero hops", () => {
    expect(from(z, '"knows"{0}')).toEqual(["Z"]);
    expect(from(z, '"knows"{1}')).toEqual([]);
  });

  test("is walked from either end, or from both", () => {
    expect(rows(view, `FIND(?x.name) WHERE { (?x, "knows"{1,}, {name: "C"}) } ORDER BY ?x.name`)).toEqual([
      "A",
      "B",
      "D",
    ]);
    expect(rows(view, `FIND(?x.name, ?y.name) WHERE { (?x, "knows"{2}, ?y) }`)).toEqual([["A", "C"]]);
    expect(rows(view, `FIND(COUNT(?x)) WHERE { ?x {name: "A"} (?x, "knows"{1,3}, {name: "C"}) }`)).toEqual([
      1,
    ]);
  });

  test("ends on a cycle, and fails beyond the hop limit instead of stopping short", () => {
    const ring = new Memory();
    const ids = Array.from({ length: 9 }, (_, at) => ring.concept("Person", `${at}`));
    for (const [at, id] of ids.entries()) ring.proposition(id, "knows", ids[(at + 1) % 9]!);
    const text = `FIND(COUNT(?y)) WHERE { ({name: "0"}, "knows"{1,}, ?y) }`;
    expect(rows(ring.view(), text)).toEqual([9]);
    expect(() => rows(ring.view(), text, {}, { limits: { maxHops: 4 } })).toThrow(
      expect.objectContaining({ code: "ResourceExhausted" }),
    );
  });

  test("is no Proposition that a variable could name", () => {
    expect(() => rows(view, `FIND(?p) WHERE { ?p (?x, "knows"{1,2}, ?y) }`)).toThrow(
      expect.objectContaining({ code: "InvalidSyntax" }),
    );
  });
});
