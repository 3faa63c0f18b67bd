import { describe, expect, it } from "vitest";
import { keyFor, type SpaceView } from "../state/index.js";
import { GovernedMemory } from "./memory.fixture.js";
import { grant, rulesWith } from "./rules.fixture.js";

/** Alice and Bob, a secret Concept and a diary, and claims that lead across. */
function memory(): GovernedMemory {
  const memory = new GovernedMemory();
  memory.govern(...["p1", "p2"].map((id) => rulesWith().principal(id)!));
  memory.write(`MUTATE {
    CREATE CONCEPT ?alice { TYPE "Person" NAME "Alice" SET FIELDS {key: "alice"} }
    CREATE CONCEPT ?bob { TYPE "Person" NAME "Bob" SET FIELDS {key: "bob"} }
    CREATE CONCEPT ?mole { TYPE "Person" NAME "Mole" SET FIELDS {key: "mole"} }
    CREATE CONCEPT ?diary { TYPE "Diary" NAME "Diary of Alice" }
    CREATE CONCEPT ?box { TYPE "Option" NAME "Box" SET STRUCTURAL { ("items", ?alice) ("items", ?mole) ("items", ?bob) } }
    CREATE EVIDENCE ?note { SET FIELDS {evidence_class: "document", payload: "Alice knows a mole"} }
    CREATE EVIDENCE ?letter { SET FIELDS {evidence_class: "document", payload: "Alice wrote to Bob"} }
    ENSURE PROPOSITION ?knows (?alice, "relates", ?bob)
    ENSURE PROPOSITION ?meets (?alice, "relates", ?mole)
    CREATE ASSERTION ?byAlice {
      SET FIELDS {proposition: ?knows, asserted_by: ?alice, stance: "support", mode: "stated"}
      SET STRUCTURAL { ("evidence", ?note) {role: "support"} ("evidence", ?letter) {role: "support"} }
    }
    CREATE ASSERTION ?byMole {
      SET FIELDS {proposition: ?knows, asserted_by: ?mole, stance: "reject", mode: "stated"}
    }
    CREATE ASSERTION ?inPrivate {
      SET FIELDS {proposition: ?knows, asserted_by: ?bob, stance: "reject", mode: "stated", context_refs: [?diary]}
    }
  }`);
  memory.classify("mole", "secret");
  memory.classify("note", "secret");
  memory.govern(
    grant({ permissions: ["read", "search", "project"] }),
    grant({ permissions: ["discover"], effect: "deny", scope: { classifications: ["secret"] } }),
    grant({ permissions: ["discover"], effect: "deny", scope: { types: ["kip://test/govern/Diary"] } }),
  );
  return memory;
}

describe("the view of a Principal", () => {
  it("is the Space itself for one from whom nothing is hidden", () => {
    const governed = memory();
    expect(governed.view("principal:owner")).toBe(governed.state);
    expect(governed.authority("principal:owner").viewName).toBe("view:whole-space");
    expect(governed.authority("p1").viewName).not.toContain("secret");
  });

  it("does not contain what the Principal may not discover, nor what says nothing without it", () => {
    const governed = memory();
    const view = governed.restricted("p1");
    const there = (handle: string) => view.element(governed.id(handle)) !== undefined;
    const all = ["alice", "bob", "mole", "diary", "note", "letter", "knows", "meets"];
    expect(all.filter(there)).toEqual(["alice", "bob", "letter", "knows"]);
    expect(["byAlice", "byMole", "inPrivate"].filter(there)).toEqual(["byAlice"]);
  });

  it("leaves references to what is missing out, in order and without a gap", () => {
    const governed = memory();
    const view = governed.restricted("p1");
    expect(governed.find(view, "FIND(?a.evidence) WHERE { ?a ASSERTION {} }")).toEqual([
      [{ id: governed.id("letter"), role: "support" }],
    ]);
    const items = 'FIND(?i.name, ?e.index) WHERE { ?e STRUCTURAL (?box, "items", ?i) } ORDER BY ?e.index';
    expect(governed.find(view, items)).toEqual([
      ["Alice", 0],
      ["Bob", 1],
    ]);
  });

  it("counts, negates and joins as if nothing were missing", () => {
    const governed = memory();
    const view = governed.restricted("p1");
    const ask = (text: string) => governed.find(view, text);
    expect(ask('FIND(COUNT(?p)) WHERE { ?p {type: "Person"} }')).toEqual([2]);
    expect(ask('FIND(?p.name) WHERE { ?p {type: "Person"} NOT { (?p, "relates", ?other) } }')).toEqual([
      "Bob",
    ]);
    expect(ask('FIND(?p.name, ?d.name) WHERE { ?p {key: "alice"} OPTIONAL { ?d {type: "Diary"} } }')).toEqual(
      [["Alice", null]],
    );
    expect(ask("FIND(?x) WHERE { ?x {id: :mole} }")).toEqual([]);
    expect(ask('FIND(?x.name) WHERE { STRUCTURAL (?x, "evidence", :note) }')).toEqual([]);
  });

  it("estimates exactly what it gives, whatever is filed beneath", () => {
    const governed = memory();
    const view = governed.restricted("p1");
    const concepts = [...view.lookup(keyFor.kind("concept"))];
    expect(concepts.length).toBeGreaterThan(0);
    expect(concepts).toHaveLength(view.estimate(keyFor.kind("concept")));
  });

  it("projects only from claims it contains", () => {
    const governed = memory();
    const belief = 'FIND(?b.status) WHERE { ?b BELIEF (:alice, "relates", :bob) }';
    expect(governed.find(governed.state, belief)).toEqual(["contested"]);
    expect(governed.find(governed.restricted("p1"), belief)).toEqual(["accepted"]);
  });

  it("ranks and finds without what is missing, and never by its names", () => {
    const governed = memory();
    const view = governed.restricted("p1");
    const found = (term: string) =>
      governed.searches(view, `SEARCH CONCEPT "${term}"`).map((hit) => (hit as { name: string }).name);
    expect(found("Mole")).toEqual([]);
    expect(found("Alice")).toEqual(["Alice"]);
    expect(governed.searches(view, 'SEARCH PROPOSITION "Mole"')).toEqual([]);
  });

  it("follows commits: what is new and hidden never appears, what is new and open does", () => {
    const governed = memory();
    const view = governed.restricted("p1");
    governed.write(
      `MUTATE {
      CREATE CONCEPT ?cara { TYPE "Person" NAME "Cara" }
      CREATE CONCEPT ?second { TYPE "Diary" NAME "Second diary" }
      ENSURE PROPOSITION ?open (?cara, "relates", ?alice)
      ENSURE PROPOSITION ?closed (?cara, "relates", ?second)
    }`.replaceAll("?alice", ":alice"),
    );
    const created = ["cara", "second", "open", "closed"].map((handle) => governed.id(handle));
    expect(view.follow({ created, changed: [] })).toBe(true);
    expect(created.map((id) => view.element(id) !== undefined)).toEqual([true, false, true, false]);
    expect(governed.find(view, 'FIND(COUNT(?p)) WHERE { ?p {type: "Person"} }')).toEqual([3]);
  });

  it("has to be made anew when what is known turns secret", () => {
    const governed = memory();
    const view = governed.restricted("p1");
    governed.classify("bob", "secret");
    expect(view.follow({ created: [], changed: [governed.id("bob")] })).toBe(false);
    expect(governed.restricted("p1").element(governed.id("knows"))).toBeUndefined();
  });
});

describe("what may be known of and not read", () => {
  function partly(): GovernedMemory {
    const governed = memory();
    governed.govern(
      grant({ principal: "p2", permissions: ["discover", "project"] }),
      grant({ principal: "p2", permissions: ["read", "search"], scope: { kinds: ["concept"] } }),
      grant({
        principal: "p2",
        permissions: ["read"],
        effect: "deny",
        scope: { classifications: ["secret"] },
      }),
    );
    return governed;
  }

  it("is there without its content", () => {
    const governed = partly();
    const view = governed.restricted("p2");
    const known = governed.find(
      view,
      "FIND(?e.id, ?e.evidence_class, ?e.payload, ?e.governance.withheld) WHERE { ?e EVIDENCE {id: :note} }",
    );
    expect(known).toEqual([[governed.id("note"), "document", { status: "withheld" }, true]]);
    expect(governed.find(view, 'FIND(?c.name) WHERE { ?c CONCEPT {key: "mole"} }')).toEqual([]);
    expect(governed.find(view, "FIND(?c.name) WHERE { ?c CONCEPT {id: :mole} }")).toEqual([null]);
  });

  it("can be projected from where projecting is allowed", () => {
    const governed = partly();
    const view = governed.restricted("p2");
    expect(governed.find(view, 'FIND(?p) WHERE { ?p (:alice, "relates", :bob) }')).toEqual([]);
    expect(governed.find(view, 'FIND(?b.status) WHERE { ?b BELIEF (:alice, "relates", :bob) }')).toEqual([
      "contested",
    ]);
  });

  it("is redacted in the ledger of a belief that was projected from it, and the ledger says so", () => {
    const governed = partly();
    const view = governed.restricted("p2");
    const ledgerFor = (reader: SpaceView) =>
      governed.find(
        reader,
        'FIND(?b.explanation) WHERE { ?b BELIEF (:alice, "relates", :bob) } WITH EPISTEMIC {explanation: "ledger"}',
      )[0] as { redacted?: number; entries: readonly Record<string, unknown>[] };
    const whole = ledgerFor(governed.view("principal:owner"));
    expect(whole).not.toHaveProperty("redacted");
    const ids = whole.entries.map(({ assertion_id }) => assertion_id);
    expect(ledgerFor(view)).toMatchObject({ redacted: ids.length });
    expect(ledgerFor(view).entries).toEqual(ids.map((assertion_id) => ({ assertion_id, redacted: true })));
  });

  it("is not found by what it holds", () => {
    const governed = partly();
    const view = governed.restricted("p2");
    expect(governed.searches(view, 'SEARCH EVIDENCE "Alice"')).toEqual([]);
    expect(governed.searches(view, 'SEARCH CONCEPT "Mole"')).toEqual([]);
  });
});
