import { describe, expect, it } from "vitest";
import { type Assertion, type Concept, type ElementId, isPurged } from "../model/index.js";
import { canonicalId } from "../state/index.js";
import { codeOf, decided, GovernedMemory } from "./memory.fixture.js";
import type { Permission } from "./permissions.js";
import { PRESET_POLICY } from "./preset.js";
import type { BindingRecord } from "./records.js";
import { at, grant, rulesWith } from "./rules.fixture.js";

const READING: readonly Permission[] = ["read", "search", "project"];

/** Alice, Bob and an option, with p1 holding what a test says besides reading. */
function memory(...permissions: readonly Permission[]): GovernedMemory {
  const governed = new GovernedMemory();
  governed.govern(...["p1", "p2"].map((id) => rulesWith().principal(id)!));
  governed.write(`MUTATE {
    CREATE CONCEPT ?alice { TYPE "Person" NAME "Alice" SET FIELDS {key: "alice"} }
    CREATE CONCEPT ?bob { TYPE "Person" NAME "Bob" SET FIELDS {key: "bob"} }
    CREATE CONCEPT ?tea { TYPE "Option" NAME "Tea" }
    CREATE EVIDENCE ?note { SET FIELDS {evidence_class: "document", payload: "a note"} }
    ENSURE PROPOSITION ?likes (?alice, "relates", ?tea)
    CREATE ASSERTION ?said {
      SET FIELDS {proposition: ?likes, asserted_by: ?alice, stance: "support", mode: "stated"}
    }
  }`);
  governed.govern(grant({ permissions: [...READING, ...permissions] }));
  return governed;
}

function binding(parts: Partial<BindingRecord> & Pick<BindingRecord, "actor">): BindingRecord {
  return {
    kind: "binding",
    id: `binding:${parts.actor}`,
    principal: "p1",
    predicates: null,
    contexts: null,
    not_before: null,
    expires_at: null,
    revoked_at: null,
    bound_by: "principal:owner",
    bound_at: at(1),
    ...parts,
  };
}

/** What a refusal says, as its reader gets it. */
function errorText(call: () => unknown): string {
  try {
    call();
    return "";
  } catch (thrown) {
    return JSON.stringify((thrown as { toShape(): unknown }).toShape());
  }
}

const says = (by: string, object = '"+01:00"') =>
  `ASSERT (:alice, "timezone", ${object}) {by: :${by}, mode: "stated"}`;

describe("a statement", () => {
  it("is refused before anything is read where nothing allows it", () => {
    const governed = memory();
    const code = (text: string) => codeOf(() => governed.writeAs("p1", text));
    expect(code('CREATE CONCEPT ?c { TYPE "Person" NAME "Carol" }')).toBe("NotAuthorized");
    expect(code('UPDATE :alice SET FIELDS {name: "Eve"}')).toBe("NotAuthorized");
    expect(code('TRANSITION :said TO "retracted"')).toBe("RetractionNotAuthorized");
    expect(code('PURGE :tea CONFIRM "PURGE"')).toBe("NotAuthorized");
    expect(code("MERGE CONCEPT :bob INTO :alice")).toBe("NotAuthorized");
  });

  it("needs for each element what it does to that element", () => {
    const governed = memory("update");
    governed.govern(
      grant({ permissions: ["update"], effect: "deny", scope: { types: ["kip://test/govern/Option"] } }),
    );
    governed.writeAs("p1", 'UPDATE :alice SET FIELDS {name: "Alicia"}');
    expect(codeOf(() => governed.writeAs("p1", 'UPDATE :tea SET FIELDS {name: "Coffee"}'))).toBe(
      "NotAuthorized",
    );
    expect((governed.element("tea") as Concept).name).toBe("Tea");
    expect((governed.element("alice") as Concept).name).toBe("Alicia");
  });

  it("lets maintenance change Facets and nothing else", () => {
    const governed = memory("maintain");
    governed.writeAs("p1", 'UPDATE :alice SET FACET "MnemonicState" {salience: 0.5}');
    expect(codeOf(() => governed.writeAs("p1", 'UPDATE :alice SET FIELDS {name: "Eve"}'))).toBe(
      "NotAuthorized",
    );
  });

  it("tells a hold apart from the rest of retention, and archive from tombstone", () => {
    const governed = memory("manage_retention", "archive");
    governed.writeAs("p1", 'SET RETENTION :note {retention_class: "short"}');
    expect(codeOf(() => governed.writeAs("p1", "SET RETENTION :note {legal_hold: true}"))).toBe(
      "NotAuthorized",
    );
    expect(codeOf(() => governed.writeAs("p1", 'TRANSITION :note TO "tombstoned"'))).toBe("NotAuthorized");
    governed.writeAs("p1", 'TRANSITION :note TO "archived"');
  });

  it("keeps a canonical identity from whoever may only create", () => {
    const governed = memory("create");
    const create = 'CREATE CONCEPT ?c { TYPE "Person" NAME "C" SET FIELDS {canonical_id: "did:c"} }';
    expect(codeOf(() => governed.writeAs("p1", create))).toBe("NotAuthorized");
  });
});

describe("a claim", () => {
  it("of an actor the Principal is bound to needs assert; of another, leave to record it", () => {
    const governed = memory("assert");
    governed.govern(binding({ actor: governed.id("alice") }));
    governed.writeAs("p1", says("alice"));
    expect(codeOf(() => governed.writeAs("p1", says("bob")))).toBe("NotAuthorized");
    governed.govern(grant({ permissions: ["record_attributed_assertion"] }));
    const { handles } = governed.writeAs("p1", says("bob").replace("ASSERT", "ASSERT ?recorded")) as {
      handles: { recorded: string };
    };
    const recorded = governed.state.element(handles.recorded as never) as Assertion;
    expect(recorded.asserted_by).toEqual({ id: governed.id("bob") });
    expect(recorded._system.origin.principal_id).toBe("p1");
  });

  it("of the Space's self can be made by a bound Principal only", () => {
    const governed = memory("record_attributed_assertion", "assert_as_actor");
    governed.state.designateSelf(governed.id("bob"));
    expect(codeOf(() => governed.writeAs("p1", says("bob")))).toBe("ActorBindingRequired");
    governed.govern(binding({ actor: "$self" }));
    governed.writeAs("p1", says("bob"));
  });

  it("is bound through merges, and only within the binding's reach", () => {
    const governed = memory("assert");
    governed.write('CREATE CONCEPT ?alicia { TYPE "Person" NAME "Alicia" }');
    governed.write("MERGE CONCEPT :alicia INTO :alice");
    governed.govern(binding({ actor: governed.id("alicia"), predicates: ["kip://test/govern/timezone"] }));
    governed.writeAs("p1", says("alice"));
    expect(
      codeOf(() => governed.writeAs("p1", 'ASSERT (:alice, "relates", :tea) {by: :alice, mode: "stated"}')),
    ).toBe("NotAuthorized");
  });

  it("ends with its binding", () => {
    const governed = memory("assert");
    governed.govern(binding({ actor: governed.id("alice"), expires_at: at(15) }));
    expect(codeOf(() => governed.writeAs("p1", says("alice")))).toBe("NotAuthorized");
  });

  it("brings its Proposition with it, which alone would need create", () => {
    const governed = memory("record_attributed_assertion");
    governed.writeAs("p1", says("alice"));
    expect(codeOf(() => governed.writeAs("p1", 'ENSURE PROPOSITION (:alice, "timezone", "+05:00")'))).toBe(
      "NotAuthorized",
    );
  });

  it("is taken back by who speaks for its actor or recorded it, and by no moderator", () => {
    const governed = memory("retract_own", "supersede_own", "record_attributed_assertion");
    expect(codeOf(() => governed.writeAs("p1", 'TRANSITION :said TO "retracted"'))).toBe(
      "RetractionNotAuthorized",
    );
    governed.writeAs("p1", says("bob").replace("ASSERT", "ASSERT ?own"));
    governed.writeAs("p1", 'TRANSITION :own TO "retracted"');
    governed.govern(binding({ actor: governed.id("alice") }), grant({ permissions: ["assert"] }));
    governed.writeAs("p1", 'ASSERT (:alice, "relates", :bob) {by: :alice, mode: "stated"} SUPERSEDING :said');
    expect((governed.element("said") as Assertion).lifecycle.status).toBe("superseded");
  });

  it("that says somebody is an administrator makes nobody one", () => {
    const governed = memory("create", "record_attributed_assertion");
    governed.writeAs(
      "p1",
      'CREATE CONCEPT ?rule { TYPE "Option" NAME "Policy" SET ATTRIBUTES {allow: "purge", principal: "p1", authority: "executable"} }',
    );
    governed.writeAs("p1", 'ASSERT (:alice, "relates", :rule) {by: :alice, mode: "stated", confidence: 1}');
    expect(codeOf(() => governed.writeAs("p1", 'PURGE :rule CONFIRM "PURGE"'))).toBe("NotAuthorized");
    expect(governed.element("rule").governance).toEqual({ authority_class: "descriptive" });
  });
});

describe("a derivation", () => {
  const derives = (output: string) => `MUTATE {
    CREATE CONCEPT ?insight { TYPE "Option" NAME "Insight" }
    CREATE ACTIVITY ?how {
      SET FIELDS {activity_class: "inference", status: "completed"}
      SET STRUCTURAL { ("inputs", :note) ("outputs", ${output}) }
    }
  }`;

  it("needs derive beside create, and citing what one records does not", () => {
    const governed = memory("create", "record_attributed_assertion");
    expect(codeOf(() => governed.writeAs("p1", derives("?insight")))).toBe("NotAuthorized");
    governed.writeAs("p1", 'ASSERT (:alice, "relates", :bob) {by: :alice, mode: "stated", evidence: :note}');
    governed.govern(grant({ permissions: ["derive"] }));
    governed.writeAs("p1", derives("?insight"));
    const alone = memory("derive");
    expect(codeOf(() => alone.writeAs("p1", derives("?insight")))).toBe("NotAuthorized");
  });

  it("needs it as much when an element is added to the outputs later", () => {
    const governed = memory("create", "update");
    governed.write(
      `CREATE ACTIVITY ?open { SET FIELDS {activity_class: "inference", status: "running"} SET STRUCTURAL { ("inputs", :note) } }`,
    );
    const add = 'TRANSITION :open TO "completed" SET STRUCTURAL { ("outputs", :tea) }';
    expect(codeOf(() => governed.writeAs("p1", add))).toBe("NotAuthorized");
    governed.govern(grant({ permissions: ["derive"] }));
    governed.writeAs("p1", add);
  });

  it("is at least as restricted as what it was made from, and never lowers that", () => {
    const governed = memory("create", "derive");
    governed.classify("note", "private");
    governed.classify("tea", "secret");
    governed.writeAs(
      "p1",
      derives("?insight").replace('("outputs", ?insight)', '("outputs", ?insight) ("outputs", :tea)'),
    );
    expect(governed.element("insight").governance.classification).toBe("private");
    expect(governed.element("tea").governance.classification).toBe("secret");
    expect(governed.element("note").governance.classification).toBe("private");
  });

  it("confers no authority class", () => {
    const governed = memory("create", "derive");
    governed.govern(decided(governed.id("note"), { authority_class: "executable" }));
    governed.writeAs("p1", derives("?insight"));
    expect(governed.element("insight").governance.authority_class).toBe("descriptive");
  });
});

describe("outcome Evidence", () => {
  const outcome = 'CREATE EVIDENCE ?out { SET FIELDS {evidence_class: "outcome", payload: "it worked"} }';

  it("needs record_outcome beside create, and so does the link to what it observed, without derive", () => {
    const governed = memory("create");
    governed.writeAs(
      "p1",
      'CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "user_statement", payload: "hi"} }',
    );
    expect(codeOf(() => governed.writeAs("p1", outcome))).toBe("NotAuthorized");
    governed.write('CREATE ACTIVITY ?gate { SET FIELDS {activity_class: "action_gate", status: "running"} }');
    governed.govern(grant({ permissions: ["record_outcome"] }));
    governed.writeAs("p1", outcome);
    governed.writeAs(
      "p1",
      `CREATE ACTIVITY ?watch {
      SET FIELDS {activity_class: "outcome_observation", status: "running"}
      SET STRUCTURAL { ("inputs", :gate) ("outputs", :out) }
    }`,
    );
  });
});

describe("a write by somebody who sees a part only", () => {
  function partly(...permissions: readonly Permission[]): GovernedMemory {
    const governed = memory(...permissions);
    governed.write(`MUTATE {
      CREATE CONCEPT ?mole { TYPE "Person" NAME "Mole" SET FIELDS {key: "mole", canonical_id: "did:mole"} }
      CREATE CONCEPT ?box { TYPE "Option" NAME "Box" SET STRUCTURAL { ("items", :alice) ("items", ?mole) ("items", :bob) } }
      CREATE EVIDENCE ?secret { SET FIELDS {evidence_class: "document", payload: "secret"} }
      ASSERT ?cited (:alice, "relates", :bob) {by: :alice, mode: "stated", evidence: [:note, ?secret]}
    }`);
    governed.classify("mole", "secret");
    governed.classify("secret", "secret");
    governed.govern(
      grant({ permissions: ["discover"], effect: "deny", scope: { classifications: ["secret"] } }),
      binding({ actor: governed.id("alice") }),
    );
    return governed;
  }

  it("leaves what it could not see as it was", () => {
    const governed = partly("update", "retract_own");
    governed.writeAs("p1", 'UPDATE :box SET FIELDS {name: "Crate"}');
    governed.writeAs(
      "p1",
      'UPDATE :box UNSET STRUCTURAL { ("items", :alice) } SET STRUCTURAL { ("items", :tea) }',
    );
    governed.writeAs("p1", 'TRANSITION :cited TO "retracted"');
    const box = governed.element("box") as Concept;
    expect(box.name).toBe("Crate");
    expect(Object.values(box.structural)[0]).toEqual(
      ["mole", "bob", "tea"].map((handle) => ({ id: governed.id(handle) })),
    );
    expect(box._system).toMatchObject({ version: 3, plane_versions: { attributes: 2, structural: 2 } });
    expect(box.governance).toEqual({ authority_class: "descriptive" });
    const cited = governed.element("cited") as Assertion;
    expect(cited.lifecycle.status).toBe("retracted");
    expect(cited.evidence.map(({ id }) => id)).toEqual([governed.id("note"), governed.id("secret")]);
  });

  it("finds a key that is taken out of its sight unusable, and is not told by whom", () => {
    const governed = partly("create", "update");
    for (const fields of ['key: "mole"']) {
      const create = `CREATE CONCEPT ?again { TYPE "Person" NAME "Again" SET FIELDS {${fields}} }`;
      expect(codeOf(() => governed.writeAs("p1", create))).toBe("IdentityConflict");
    }
    expect(codeOf(() => governed.writeAs("p1", 'UPDATE :mole SET FIELDS {name: "x"}'))).toBe(
      "NotFoundOrNotVisible",
    );
  });

  it("is refused a merge that would close a circle out of its sight, and is not told through what", () => {
    const governed = partly("merge_identity");
    governed.write("MERGE CONCEPT :alice INTO :mole");
    governed.write("MERGE CONCEPT :mole INTO :bob");
    const merge = () => governed.writeAs("p1", "MERGE CONCEPT :bob INTO :alice");
    expect(codeOf(merge)).toBe("IdentityMergeConflict");
    expect(errorText(merge)).not.toContain(governed.id("mole"));
    governed.write('CREATE CONCEPT ?cara { TYPE "Person" NAME "Cara" }');
    governed.writeAs("p1", "MERGE CONCEPT :cara INTO :alice");
    expect(canonicalId(governed.state, governed.id("cara"))).toBe(governed.id("bob"));
  });

  it("that ensures a tuple stored out of its sight makes its own, and who sees both takes them for one", () => {
    const governed = partly("create", "assert");
    governed.write('ASSERT (:bob, "timezone", "+07:00") {by: :bob, mode: "stated"}');
    const [hidden] = governed.find(
      governed.state,
      'FIND(?p.id) WHERE { ?p (:bob, "timezone", "+07:00") }',
    ) as readonly ElementId[];
    governed.govern(decided(hidden!, { classification: "secret" }));
    const made = governed.writeAs("p1", 'ENSURE PROPOSITION ?own (:bob, "timezone", "+07:00")');
    expect(made).toMatchObject({ created: 1 });
    governed.writeAs(
      "p1",
      'ASSERT (:bob, "timezone", "+07:00") {by: :alice, mode: "stated", stance: "reject"}',
    );
    const belief = 'FIND(?b.status) WHERE { ?b BELIEF (:bob, "timezone", "+07:00") }';
    expect(governed.find(governed.view("p1"), belief)).toEqual(["rejected"]);
    expect(governed.find(governed.state, belief)).toEqual(["contested"]);
    expect(governed.find(governed.view("p1"), "FIND(COUNT(?a)) WHERE { ?a ASSERTION {} }")).toEqual([3]);
  });

  it("purges for the references it sees, and the stub serves the others", () => {
    const governed = partly("purge");
    governed.write('ASSERT ?said (:alice, "relates", :tea) {by: :mole, mode: "stated", evidence: :note}');
    governed.write('TRANSITION :cited TO "tombstoned"');
    governed.govern(decided(governed.id("cited"), { classification: "secret" }));
    governed.writeAs("p1", 'PURGE :note CONFIRM "PURGE"');
    expect(isPurged(governed.element("note"))).toBe(true);
    expect((governed.element("said") as Assertion).evidence).toEqual([
      { id: governed.id("note"), role: "support" },
    ]);
  });

  it("cannot refer to what it does not see", () => {
    const governed = partly("record_attributed_assertion");
    const code = codeOf(() =>
      governed.writeAs("p1", 'ASSERT (:alice, "relates", :mole) {by: :alice, mode: "stated"}'),
    );
    expect(code).toBe("NotFoundOrNotVisible");
  });
});

describe("an act that policy wants approved", () => {
  it("waits for another Principal's decision on exactly that request, which then lets it through once", () => {
    const governed = memory("archive");
    governed.govern({
      ...PRESET_POLICY,
      approvals: [{ permissions: ["archive"], scope: { kinds: ["concept"] } }],
    });
    const act = (digest = "sha256:this") =>
      codeOf(() => governed.writeAs("p1", 'TRANSITION :tea TO "archived"', digest));
    expect(act()).toBe("RequiresApproval");
    governed.govern({
      kind: "approval",
      id: "approval:1",
      principal: "p1",
      permissions: ["archive"],
      request_digest: "sha256:this",
      statements: ["TRANSITION"],
      targets: [{ id: governed.id("tea"), kind: "concept", version: 1, permissions: ["archive"] }],
      status: "approved",
      requested_at: at(1),
      decided_by: "principal:owner",
      decided_at: at(2),
    });
    expect(act("sha256:other")).toBe("RequiresApproval");
    expect(act()).toBe(null);
    expect(governed.control.approval("approval:1")?.status).toBe("used");
    expect(codeOf(() => governed.writeAs("p1", 'TRANSITION :bob TO "archived"', "sha256:this"))).toBe(
      "RequiresApproval",
    );
    expect(codeOf(() => governed.writeAs("p1", 'TRANSITION :note TO "archived"', "sha256:note"))).toBe(null);
  });

  it.each(["maintain", "update"] as const)("is a Facet's assignment where a rule names %s", (permission) => {
    const governed = memory("maintain");
    const act = (salience: number) =>
      codeOf(() => governed.writeAs("p1", `UPDATE :alice SET FACET "MnemonicState" {salience: ${salience}}`));
    expect(act(0.5)).toBe(null);
    governed.govern({ ...PRESET_POLICY, approvals: [{ permissions: [permission], scope: {} }] });
    expect(act(0.6)).toBe("RequiresApproval");
  });
});
