import { describe, expect, test } from "vitest";
import { find, Memory, rows } from "./memory.fixture.js";

/** Ann says she likes tea, and nobody says anything of coffee, which is on record too. */
const memory = new Memory();
const ann = memory.concept("Person", "Ann");
const bob = memory.concept("Person", "Bob");
const tea = memory.concept("Stone", "Tea");
memory.concept("Stone", "Coffee");
const likesTea = memory.proposition(ann, "likes", tea);
const likesSeven = memory.proposition(ann, "likes", 7);
memory.assertion(likesTea, ann, { valid_time: { from: null, until: "2027-01-01T00:00:00.000Z" as never } });
const view = memory.view();

describe("BELIEF", () => {
  test("takes a bound Proposition, an id or a tuple, and they agree", () => {
    for (const target of [`?p`, `id: :id`, `:ann, "likes", :tea`]) {
      const text = `FIND(?b.status, ?b.proposition_id) WHERE { ?p PROPOSITION (id: :id) ?b BELIEF (${target}) }`;
      expect(rows(view, text, { id: likesTea, ann, tea: { id: tea } })).toEqual([["accepted", likesTea]]);
    }
    const same = `FIND(COUNT(?b), COUNT(DISTINCT ?b)) WHERE { ?p (:ann, "likes", ?o) ?o {name: "Tea"} ?b BELIEF (?p) UNION { ?b BELIEF (:ann, "likes", :tea) } }`;
    expect(rows(view, same, { ann, tea: { id: tea } })).toEqual([[2, 1]]);
  });

  test("with an open object projects each stored one", () => {
    expect(
      rows(
        view,
        `FIND(?o, ?b.status) WHERE { ?s {name: "Ann"} ?b BELIEF (?s, "likes", ?o) FILTER(IS_LITERAL(?o)) }`,
      ),
    ).toEqual([[7, "insufficient"]]);
  });

  test("of a grounded tuple nobody stored answers, and an unknown id matches nothing", () => {
    expect(
      rows(view, `FIND(?b.status, ?b.proposition_id) WHERE { ?b BELIEF (:bob, "likes", 7) }`, { bob }),
    ).toEqual([["insufficient", null]]);
    expect(rows(view, `FIND(?b) WHERE { ?b BELIEF (id: "P-999") }`)).toEqual([]);
  });

  test("comes after the raw patterns of its segment, wherever it is written", () => {
    const belief = `?b BELIEF (?s, "likes", ?o)`;
    const raw = `?s {name: "Ann"} ?o {type: "Stone"}`;
    const answer = [
      ["Coffee", "insufficient"],
      ["Tea", "accepted"],
    ];
    expect(rows(view, `FIND(?o.name, ?b.status) WHERE { ${raw} ${belief} } ORDER BY ?o.name`)).toEqual(
      answer,
    );
    expect(rows(view, `FIND(?o.name, ?b.status) WHERE { ${belief} ${raw} } ORDER BY ?o.name`)).toEqual(
      answer,
    );
  });

  test("of what nothing binds is refused before anything is matched", () => {
    const nobody = `?n {name: "Nobody"}`;
    expect(() => rows(view, `FIND(?b) WHERE { ${nobody} ?b BELIEF (?p) }`)).toThrow(
      expect.objectContaining({ code: "ProjectionTargetUnbound" }),
    );
    for (const target of [
      `?b BELIEF (?s, "likes", :tea)`,
      `?b BELIEF (:ann, ?r, :tea)`,
      `?b BELIEF SLOT (?s, "likes")`,
    ]) {
      expect(() => rows(view, `FIND(?b) WHERE { ${nobody} ${target} }`, { ann, tea: { id: tea } })).toThrow(
        expect.objectContaining({ code: "ProjectionTargetUnbounded" }),
      );
    }
  });

  test("of a variable an OPTIONAL left unbound is an error too", () => {
    expect(() =>
      rows(view, `FIND(?b) WHERE { ?s {name: "Bob"} OPTIONAL { ?p (?s, "likes", ?o) } ?b BELIEF (?p) }`),
    ).toThrow(expect.objectContaining({ code: "ProjectionTargetUnbound" }));
  });

  test("takes a predicate variable that a pattern binds", () => {
    expect(
      rows(view, `FIND(?b.status) WHERE { ?p (:ann, ?r, :tea) ?b BELIEF (:ann, ?r, :tea) }`, {
        ann,
        tea: { id: tea },
      }),
    ).toEqual(["accepted"]);
  });
});

describe("BELIEF SLOT", () => {
  test("stays joined to its row, and answers for a Literal and for nothing on record", () => {
    expect(
      rows(
        view,
        `FIND(?s.name, ?b.status) WHERE { ?s {type: "Person"} ?b BELIEF SLOT (?s, "likes") } ORDER BY ?s.name`,
      ),
    ).toEqual([
      ["Ann", "accepted"],
      ["Bob", "insufficient"],
    ]);
    expect(
      rows(
        view,
        `FIND(?n, ?b.status) WHERE { ?s {name: ?n} FILTER(?n == "Bob") ?b BELIEF SLOT (?n, "likes") }`,
      ),
    ).toEqual([["Bob", "insufficient"]]);
  });
});

describe("the outcome of a query that projects", () => {
  test("has the basis of its beliefs, which ends with the first of them", () => {
    const outcome = find(
      view,
      `FIND(?b) WHERE { ?s {type: "Person"} ?b BELIEF SLOT (?s, "likes") }`,
      {},
      { purpose: "test" },
    );
    expect(outcome.usesBelief).toBe(true);
    expect(outcome.basis).toMatchObject({
      purpose: "test",
      snapshot_seq: 1,
      next_invalid_at: "2027-01-01T00:00:00.000Z",
    });
  });

  test("has none when no belief was asked for, and checks the settings all the same", () => {
    expect(find(view, `FIND(?s) WHERE { ?s {name: "Ann"} }`)).toMatchObject({
      basis: null,
      usesBelief: false,
    });
    expect(() => rows(view, `FIND(?s) WHERE { ?s {name: "Ann"} } WITH EPISTEMIC {curiosity: 1}`)).toThrow(
      expect.objectContaining({ code: "SchemaFieldNotFound" }),
    );
  });

  test("binds the settings' parameters", () => {
    expect(
      rows(view, `FIND(?b.basis.policy.id) WHERE { ?b BELIEF (id: :id) } WITH EPISTEMIC {policy: :policy}`, {
        id: likesSeven,
        policy: "kip:memory-default",
      }),
    ).toEqual(["kip:memory-default"]);
  });
});
