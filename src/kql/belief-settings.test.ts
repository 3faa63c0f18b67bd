import { describe, expect, test } from "vitest";
import { find, Memory, NOW, rows } from "./memory.fixture.js";

/** Ann likes tea at work only. */
const memory = new Memory();
const ann = memory.concept("Person", "Ann");
const work = memory.concept("Stone", "Work");
const old = memory.concept("Stone", "The office");
memory.merge(old, work);
const likesTea = memory.proposition(ann, "likes", "tea");
memory.assertion(likesTea, ann, { context_refs: [{ id: work }] });
const view = memory.view();

/** Queries that project nothing, for the most different reasons, and one that does. */
const QUERIES = [
  `FIND(?x) WHERE { ?x {name: "Nobody"} }`,
  `FIND(?x) WHERE { ?x {name: "Ann"} }`,
  `FIND(COUNT(?b)) WHERE { ?x {name: "Nobody"} ?b BELIEF SLOT (?x, "likes") }`,
  `FIND(?x) WHERE { ?x {name: "Ann"} NOT { ?y {name: "Nobody"} ?b BELIEF SLOT (?y, "likes") } }`,
  `FIND(?x, ?b) WHERE { ?x {name: "Ann"} OPTIONAL { ?y {name: "Nobody"} ?b BELIEF (?y, "likes", "tea") } }`,
  `FIND(?x) WHERE { ?x {name: "Ann"} UNION { ?x {name: "Nobody"} ?b BELIEF SLOT (?x, "likes") } }`,
  `FIND(?b) WHERE { ?b BELIEF (id: "P-999") }`,
  `FIND(?b) WHERE { ?b BELIEF (id: "${likesTea}") }`,
];

describe("a setting that is wrong", () => {
  test.each<[string, string, string]>([
    ["a context nobody knows", 'WITH EPISTEMIC {context_refs: ["C-99"]}', "NotFoundOrNotVisible"],
    ["a context that is no Concept", `WITH EPISTEMIC {context_refs: ["${likesTea}"]}`, "ConstraintViolation"],
    ["a context that is no reference", "WITH EPISTEMIC {context_refs: [7]}", "TypeMismatch"],
    ["contexts that are no list", 'WITH EPISTEMIC {context_refs: "C-1"}', "TypeMismatch"],
    ["a policy nobody registered", 'WITH EPISTEMIC {policy: "strict"}', "ProjectionPolicyUnavailable"],
    ["a purpose that is no text", "WITH EPISTEMIC {purpose: 1}", "TypeMismatch"],
    ["a purpose without a word", 'WITH EPISTEMIC {purpose: ""}', "ConstraintViolation"],
    ["a risk that is no text", "WITH EPISTEMIC {risk: null}", "TypeMismatch"],
    ["an explanation there is none of", 'WITH EPISTEMIC {explanation: "long"}', "ConstraintViolation"],
    ["a flag that is no flag", 'WITH EPISTEMIC {include_historical: "yes"}', "TypeMismatch"],
    ["another flag that is none", "WITH EPISTEMIC {include_hypothetical: 1}", "TypeMismatch"],
    ["a setting there is none of", "WITH EPISTEMIC {curiosity: 1}", "SchemaFieldNotFound"],
    ["an instant without milliseconds", 'FOR TIME "2026-01-01T00:00:00Z"', "ConstraintViolation"],
    ["an instant that is no text", "FOR TIME 2026", "TypeMismatch"],
    ["a parameter nothing is bound to", "WITH EPISTEMIC {context_refs: [:none]}", "ReferenceError"],
  ])("is an error whatever the patterns find: %s", (_what, clause, code) => {
    for (const query of QUERIES) {
      expect(() => rows(view, `${query} ${clause}`), query).toThrow(expect.objectContaining({ code }));
    }
  });

  test("says where it stands in the command", () => {
    const query = `FIND(?x) WHERE { ?x {name: "Nobody"} } WITH EPISTEMIC {context_refs: ["C-99"]}`;
    expect(() => rows(view, query)).toThrow(
      expect.objectContaining({
        details: expect.objectContaining({ id: "C-99", from: query.indexOf("{context_refs") }),
      }),
    );
  });
});

describe("a context", () => {
  test("is known by the Concept it was merged into, and named by it in the basis", () => {
    const query = `FIND(?b) WHERE { ?b BELIEF (id: :id) } WITH EPISTEMIC {context_refs: [:context, :context]}`;
    for (const context of [work, { id: old }]) {
      expect(find(view, query, { id: likesTea, context })).toMatchObject({
        rows: [{ status: "accepted" }],
        basis: { context_refs: [work], valid_at: NOW },
      });
    }
  });

  test("may be in another view than the one that is matched, as it is where a query is only validated", () => {
    const query = `FIND(?b.status) WHERE { ?b BELIEF SLOT ("${ann}", "likes") } WITH EPISTEMIC {context_refs: ["${work}"]}`;
    const empty = new Memory().view();
    expect(rows(empty, query, {}, { contextsIn: view })).toEqual(["insufficient"]);
    expect(() => rows(empty, query)).toThrow(expect.objectContaining({ code: "NotFoundOrNotVisible" }));
  });
});
