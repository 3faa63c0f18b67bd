import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type IdCounters, type JsonValue, KipError } from "../model/index.js";
import { GovernedMemory } from "./memory.fixture.js";
import { grant } from "./rules.fixture.js";

// Two memories that differ only in what a Principal may not discover must answer that Principal alike. Each memory is
// written by the owner, command by command; `hidden` commands make or touch hidden elements only, and each memory has
// its own. Some open commands cite what is hidden, where it is there.

/** No id of either memory is shorter than another: a text order of ids is then the order of their creation. */
const FROM: IdCounters = {
  concept: 1000,
  proposition: 1000,
  assertion: 1000,
  evidence: 1000,
  activity: 1000,
};

const PEOPLE = ["ann", "ben", "cid"] as const;
const NAMES = ["Ann", "Ben Ark", "Cid Ark"] as const;
const OPTIONS = ["tea", "ark"] as const;
const HIDDEN = ["diary", "mole", "file"] as const;

const SETTING = `MUTATE {
  ${PEOPLE.map((key, at) => `CREATE CONCEPT ?${key} { TYPE "Person" NAME "${NAMES[at]}" SET FIELDS {key: "${key}"} }`).join("\n")}
  ${OPTIONS.map((key) => `CREATE CONCEPT ?${key} { TYPE "Option" NAME "${key}" }`).join("\n")}
}`;

/** What nobody but the owner may know of: by type, by label, and by Predicate. */
const SECRETS = `MUTATE {
  CREATE CONCEPT ?diary { TYPE "Diary" NAME "Diary of Ann Ark" SET ATTRIBUTES {text: "tea with Ben"} }
  CREATE CONCEPT ?mole { TYPE "Person" NAME "Mole Ark" SET FIELDS {key: "mole"} }
  CREATE EVIDENCE ?file { SET FIELDS {evidence_class: "document", payload: "Ann drinks tea with a mole"} }
  ENSURE PROPOSITION ?fear (:ann, "fears", :ben)
}`;

type Step =
  | { readonly open: string; readonly cites: boolean }
  /**
   * Only in the memory that has secrets. A Proposition is truth-neutral and no secret because somebody secretly claims
   * it, so the one a hidden claim is about is in both.
   */
  | { readonly hidden: string; readonly about?: string };

const person = fc.constantFrom(...PEOPLE);
const thing = fc.constantFrom(...PEOPLE, ...OPTIONS);
const zone = fc.constantFrom("+01:00", "+02:00");
const stance = fc.constantFrom("support", "reject");
const mode = fc.constantFrom("stated", "observed", "inferred");
const secretThing = fc.constantFrom("diary", "mole");

const claim = fc
  .tuple(person, thing, person, stance, mode)
  .map(([subject, object, by, stand, how]) => ({ subject, object, by, stand, how }));

const openStep: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(claim, fc.boolean()).map(([{ subject, object, by, stand, how }, cites]) => ({
    open: `ASSERT (:${subject}, "relates", :${object}) {by: :${by}, mode: "${how}", stance: "${stand}"EVIDENCE}`,
    cites,
  })),
  fc.tuple(person, zone, person, mode).map(([subject, value, by, how]) => ({
    open: `ASSERT (:${subject}, "timezone", "${value}") {by: :${by}, mode: "${how}"}`,
    cites: false,
  })),
  fc.tuple(person, fc.constantFrom("Ann Ark", "Ben", "Zoe")).map(([who, name]) => ({
    open: `UPDATE :${who} SET FIELDS {name: "${name}"}`,
    cites: false,
  })),
  fc.constantFrom("tea and cake", "nothing").map((text) => ({
    open: `CREATE EVIDENCE ?note { SET FIELDS {evidence_class: "document", payload: "${text}"} }`,
    cites: false,
  })),
);

const hiddenStep: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(person, secretThing, stance).map(([subject, object, stand]) => ({
    hidden: `ASSERT (:${subject}, "relates", :${object}) {by: :${subject}, mode: "stated", stance: "${stand}"}`,
  })),
  fc.tuple(person, thing, stance).map(([subject, object, stand]) => ({
    about: `ENSURE PROPOSITION (:${subject}, "relates", :${object})`,
    hidden: `ASSERT (:${subject}, "relates", :${object}) {by: :mole, mode: "stated", stance: "${stand}"}`,
  })),
  fc.tuple(person, zone).map(([subject, value]) => ({
    about: `ENSURE PROPOSITION (:${subject}, "timezone", "${value}")`,
    hidden: `ASSERT (:${subject}, "timezone", "${value}") {by: :mole, mode: "observed"}`,
  })),
  fc.tuple(person, person).map(([subject, object]) => ({
    hidden: `ASSERT (:${subject}, "fears", :${object}) {by: :${subject}, mode: "stated"}`,
  })),
  fc.tuple(person, thing).map(([subject, object]) => ({
    about: `ENSURE PROPOSITION (:${subject}, "relates", :${object})`,
    hidden: `ASSERT (:${subject}, "relates", :${object}) {by: :${subject}, mode: "stated", context: [:diary]}`,
  })),
  fc.constant({
    hidden: 'CREATE CONCEPT ?other { TYPE "Diary" NAME "Ann Ark" SET FIELDS {aliases: ["tea"]} }',
  }),
);

const steps = fc.array(fc.oneof({ weight: 2, arbitrary: openStep }, { weight: 1, arbitrary: hiddenStep }), {
  minLength: 4,
  maxLength: 14,
});

/** A memory written step by step. Without secrets, what is hidden is left out and what cites it does not. */
function written(script: readonly Step[], withSecrets: boolean): GovernedMemory {
  const memory = new GovernedMemory(FROM);
  memory.govern({ kind: "principal", id: "p1", label: null, role: null, status: "active" });
  memory.write(SETTING);
  if (withSecrets) {
    memory.write(SECRETS);
    memory.classify("mole", "secret");
    memory.classify("file", "secret");
  }
  for (const step of script) {
    if ("hidden" in step) {
      if (step.about !== undefined) memory.write(step.about);
      if (withSecrets) memory.write(step.hidden);
    } else {
      const evidence = step.cites && withSecrets ? ", evidence: :file" : "";
      memory.write(step.open.replace("EVIDENCE}", `${evidence}}`));
    }
  }
  memory.govern(
    grant({ permissions: ["read", "search", "project"] }),
    grant({ permissions: ["discover"], effect: "deny", scope: { classifications: ["secret"] } }),
    grant({ permissions: ["discover"], effect: "deny", scope: { types: ["kip://test/govern/Diary"] } }),
    grant({ permissions: ["discover"], effect: "deny", scope: { predicates: ["kip://test/govern/fears"] } }),
  );
  return memory;
}

const term = fc.constantFrom("Ann", "Ark", "tea", "Mole", "Diary", "related", "afraid", "arkk", "Ann Ark");

const question: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    'FIND(?p) WHERE { ?p {type: "Person"} }',
    "FIND(?x.name, ?x._system.version) WHERE { ?x CONCEPT {} } ORDER BY ?x.name DESC",
    'FIND(?d) WHERE { ?d {type: "Diary"} }',
    "FIND(?a) WHERE { ?a ASSERTION {} } ORDER BY ?a.asserted_at LIMIT 3",
    "FIND(?a.governance, ?a.evidence, ?a._system.plane_versions) WHERE { ?a ASSERTION {} }",
    "FIND(?e) WHERE { ?e EVIDENCE {} }",
    "FIND(COUNT(?p), COUNT(DISTINCT ?s)) WHERE { ?p (?s, ?pred, ?o) }",
    "FIND(?pred, COUNT(?p)) WHERE { ?p (?s, ?pred, ?o) } ORDER BY COUNT(?p) DESC",
    'FIND(?s.name, ?o.name) WHERE { (?s, "relates", ?o) } ORDER BY ?s.name, ?o.name',
    'FIND(?p.name) WHERE { ?p {type: "Person"} NOT { (?p, "fears", ?q) } }',
    'FIND(?p.name, ?q.name) WHERE { ?p {type: "Person"} OPTIONAL { (?p, "fears", ?q) } }',
    'FIND(?p.name, ?q.name) WHERE { ?p {type: "Person"} UNION { ?q {type: "Diary"} } }',
    'FIND(?s.name, ?e.role) WHERE { ?e STRUCTURAL (?a, "evidence", ?ev) ?a ASSERTION {asserted_by: ?s} }',
    'FIND(?x.name, ?y.name) WHERE { ?x {type: "Person"} (?x, "relates"{1,3}, ?y) }',
    "FIND(MIN(?a.confidence), MAX(?a.asserted_at)) WHERE { ?a ASSERTION {} }",
    "FIND(?x) WHERE { ?x {id: :hidden} }",
    "FIND(?x) WHERE { ?x EVIDENCE {id: :hidden} }",
    'FIND(?b) WHERE { ?b BELIEF (:ann, "relates", :hidden) }',
    'FIND(?b) WHERE { ?b BELIEF (id: :hidden) } WITH EPISTEMIC {explanation: "ledger"}',
    'FIND(?b.status) WHERE { ?b BELIEF (:ann, "timezone", "+01:00") } WITH EPISTEMIC {context_refs: [:hidden]}',
  ),
  fc
    .tuple(person, thing, fc.constantFrom("summary", "ledger"))
    .map(
      ([subject, object, level]) =>
        `FIND(?b) WHERE { ?b BELIEF (:${subject}, "relates", :${object}) } WITH EPISTEMIC {explanation: "${level}", include_historical: true}`,
    ),
  fc
    .tuple(person, fc.constantFrom("kip:structural", "kip:memory-default"))
    .map(
      ([subject, policy]) =>
        `FIND(?s) WHERE { ?s BELIEF SLOT (:${subject}, "timezone") } WITH EPISTEMIC {policy: "${policy}", explanation: "ledger"}`,
    ),
  fc
    .tuple(fc.constantFrom("CONCEPT", "PROPOSITION", "ASSERTION", "EVIDENCE", "ACTIVITY"), term)
    .map(([kind, word]) => `SEARCH ${kind} "${word}" LIMIT 3`),
  fc
    .tuple(fc.constantFrom("CONCEPT", "PROPOSITION", "ASSERTION"), term)
    .map(
      ([kind, word]) =>
        `FIND(?x.id, ?x.retrieval.score) WHERE { ?x SEARCH ${kind} "${word}" LIMIT 2 } ORDER BY ?x.retrieval.score DESC`,
    ),
);

/** The id of a hidden element, or in a memory without any an id that was never given out. */
function answer(memory: GovernedMemory, text: string, secret: (typeof HIDDEN)[number]): JsonValue {
  const view = memory.restricted("p1");
  const hidden = memory.handles.get(secret) ?? (secret === "file" ? "E-8888" : "C-8888");
  const parameters = { ...memory.parameters, hidden };
  try {
    return text.startsWith("SEARCH") ? memory.searches(view, text) : memory.find(view, text, parameters);
  } catch (thrown) {
    if (thrown instanceof KipError) return thrown.toShape() as unknown as JsonValue;
    throw thrown;
  }
}

const ID = /\b[CPAEX]-[1-9][0-9]*\b/g;
const TIME = /\b2026-01-0[0-9]T[0-9:.]+Z/g;
const TX = /kip:space:test#[0-9]+/g;

/** The answer as text, with ids, transactions, times and sequences named in order of appearance. */
function renamed(answer: JsonValue): string {
  const names = new Map<string, string>();
  const name = (kind: string) => (found: string) => {
    const known = names.get(`${kind} ${found}`);
    if (known) return known;
    const fresh = `${kind}:${[...names.keys()].filter((key) => key.startsWith(`${kind} `)).length + 1}`;
    names.set(`${kind} ${found}`, fresh);
    return fresh;
  };
  return JSON.stringify(answer, (key, value: unknown) =>
    key === "space_seq" || key === "snapshot_seq" ? name("seq")(String(value)) : value,
  )
    .replace(TX, name("tx"))
    .replace(ID, (id) => name(id.charAt(0))(id))
    .replace(TIME, name("time"));
}

describe("what a Principal may not discover", () => {
  it("changes no answer to any query, projection, aggregate or search, and no error", () => {
    let differing = 0;
    fc.assert(
      fc.property(
        steps,
        fc.array(question, { minLength: 6, maxLength: 6 }),
        fc.constantFrom(...HIDDEN),
        (script, questions, secret) => {
          const [without, withSecrets] = [written(script, false), written(script, true)];
          differing += script.some((step) => "hidden" in step) ? 1 : 0;
          for (const text of questions) {
            expect(renamed(answer(withSecrets, text, secret)), text).toBe(
              renamed(answer(without, text, secret)),
            );
          }
        },
      ),
      { numRuns: 400 },
    );
    expect(differing).toBeGreaterThan(100);
  });

  it("shows in the answers of the owner, so the memories compared are not alike", () => {
    const script: readonly Step[] = [
      { hidden: 'ASSERT (:ann, "relates", :ben) {by: :mole, mode: "stated", stance: "reject"}' },
      { open: 'ASSERT (:ann, "relates", :ben) {by: :ann, mode: "stated"EVIDENCE}', cites: true },
    ];
    const status = (memory: GovernedMemory) =>
      memory.find(memory.state, 'FIND(?b.status) WHERE { ?b BELIEF (:ann, "relates", :ben) }');
    expect([status(written(script, false)), status(written(script, true))]).toEqual([
      ["accepted"],
      ["contested"],
    ]);
  });
});
