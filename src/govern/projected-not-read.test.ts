import { describe, expect, it } from "vitest";
import { isJsonObject, type JsonObject } from "../model/index.js";
import { GovernedMemory } from "./memory.fixture.js";
import { grant, rulesWith } from "./rules.fixture.js";

/**
 * What Alice, Bob and a counsellor say about where Alice lives and what she is afraid of. p1 may project all of it and
 * read Concepts and Propositions only; p2 may read all of it and project nothing; p3 may read everything and project
 * what is not secret.
 */
function memory(): GovernedMemory {
  const memory = new GovernedMemory();
  memory.govern(...["p1", "p2", "p3"].map((id) => rulesWith().principal(id)!));
  memory.write(`MUTATE {
    CREATE CONCEPT ?alice { TYPE "Person" NAME "Alice" SET FIELDS {key: "alice"} }
    CREATE CONCEPT ?bob { TYPE "Person" NAME "Bob" SET FIELDS {key: "bob"} }
    CREATE CONCEPT ?work { TYPE "Option" NAME "Work" }
    CREATE EVIDENCE ?paper { SET FIELDS {evidence_class: "document", payload: "the contract"} SET STRUCTURAL { ("source", ?bob) } }
    CREATE EVIDENCE ?note { SET FIELDS {evidence_class: "human_feedback", payload: "a word"} SET STRUCTURAL { ("source", ?bob) } }
    ASSERT ?lisbon (?alice, "timezone", "Europe/Lisbon") {
      by: ?alice, mode: "stated", at: "2025-11-01T00:00:00.000Z", valid: {until: "2026-05-05T05:05:05.005Z"}, evidence: [?paper, ?note], confidence: 0.37
    }
    ASSERT ?paris (?alice, "timezone", "Europe/Paris") {by: ?bob, mode: "stated", at: "2025-12-01T00:00:00.000Z"}
    ASSERT ?scoped (?alice, "timezone", "Europe/Paris") {by: ?bob, mode: "stated", context: [?work]}
    ASSERT ?ended (?alice, "timezone", "Europe/Paris") {by: ?bob, mode: "stated", at: "2024-01-01T00:00:00.000Z", valid: {from: "2024-01-01T00:00:00.000Z", until: "2024-04-04T00:00:00.000Z"}}
    ASSERT ?maybe (?alice, "timezone", "Europe/Rome") {by: ?bob, mode: "stated", stance: "uncertain"}
    ASSERT ?guess (?alice, "timezone", "Europe/Oslo") {by: ?bob, mode: "inferred"}
  }`);
  memory.govern(
    grant({ permissions: ["discover", "project"] }),
    grant({ permissions: ["read", "search"], scope: { kinds: ["concept", "proposition"] } }),
    grant({ principal: "p2", permissions: ["discover", "read", "search"] }),
    grant({ principal: "p3", permissions: ["discover", "read", "search", "project"] }),
    grant({
      principal: "p3",
      permissions: ["project"],
      effect: "deny",
      scope: { classifications: ["secret"] },
    }),
  );
  return memory;
}

const SLOT = `FIND(?b) WHERE { ?b BELIEF SLOT (:alice, "timezone") }`;
const LEDGER = `WITH EPISTEMIC {explanation: "ledger", include_historical: true}`;

function projectionsOf(governed: GovernedMemory, principal: string, settings = ""): readonly JsonObject[] {
  const [slot] = governed.find(governed.view(principal), `${SLOT} ${settings}`);
  return (slot as JsonObject).candidate_projections as readonly JsonObject[];
}

/** The explanation of one candidate of the slot. */
function explanationOf(governed: GovernedMemory, principal: string, at: number): JsonObject {
  return projectionsOf(governed, principal, LEDGER)[at]?.explanation as JsonObject;
}

/** What only those may know who may read the claims: who makes them, when they hold, what they rest on. */
const SECRETS = (governed: GovernedMemory) => {
  const paper = governed.element("paper");
  return [
    governed.id("alice"),
    governed.id("bob"),
    governed.id("work"),
    governed.id("paper"),
    governed.id("note"),
    paper.kind === "evidence" ? paper.content_digest : "none",
    "0.37",
    "2025-11-01",
    "2025-12-01",
    "2024-",
    "context_mismatch",
    "expired",
    "stated",
  ];
};

describe("who may project and not read", () => {
  it("is told the same statuses as who reads all of it", () => {
    const governed = memory();
    const told = (principal: string, settings: string) =>
      projectionsOf(governed, principal, settings).map(
        ({ status, candidate_status, leading, conflict_reasons, uncertainty, precedence }) => ({
          ...{ status, candidate_status, leading, conflict_reasons, uncertainty, precedence },
        }),
      );
    for (const settings of ["", LEDGER, `WITH EPISTEMIC {policy: "kip:memory-default"}`]) {
      expect(told("p1", settings)).toEqual(told("principal:owner", settings));
    }
    expect(told("p1", "").map(({ status }) => status)).toEqual([
      "contested",
      "contested",
      "uncertain",
      "uncertain",
    ]);
  });

  it.each(["", LEDGER, `WITH EPISTEMIC {explanation: "none"}`])(
    "learns nothing of what the claims say besides (%s)",
    (settings) => {
      const governed = memory();
      const shown = projectionsOf(governed, "p1", settings).map(({ basis, ...rest }) => rest);
      const text = JSON.stringify(shown);
      for (const secret of SECRETS(governed)) expect(text).not.toContain(secret);
      // Whoever reads everything is told each of these.
      const whole = JSON.stringify(projectionsOf(governed, "principal:owner", LEDGER));
      const listed = SECRETS(governed).filter((secret) => secret !== "none");
      expect(listed.filter((secret) => !whole.includes(secret))).toEqual([]);
    },
  );

  it("is told that explanations are redacted, in a summary too", () => {
    const governed = memory();
    const explanations = projectionsOf(governed, "p1").map(({ explanation }) => explanation);
    expect(explanations).toMatchObject([
      { redacted: 1, excluded: {}, counted: { support: 1 } },
      { redacted: 3, excluded: { withheld: 2 }, counted: { support: 1 } },
      { redacted: 1 },
      { redacted: 1 },
    ]);
    for (const { explanation } of projectionsOf(governed, "principal:owner")) {
      expect(explanation).not.toHaveProperty("redacted");
    }
  });

  it("is told how many independent roots there are, and no root that it could not find itself", () => {
    const governed = memory();
    const [lisbon, paris] = projectionsOf(governed, "p1", LEDGER);
    expect(lisbon?.support).toMatchObject({
      assertion_ids: [governed.id("lisbon")],
      root_groups: ["root:withheld-1", "root:withheld-2"],
    });
    expect(paris?.support).toMatchObject({ root_groups: ["root:withheld-1"] });
    expect(lisbon?.explanation).toMatchObject({
      entries: [{ assertion_id: governed.id("lisbon"), redacted: true }],
      root_groups: [
        { group: "root:withheld-1", side: "support", assertion_ids: [] },
        { group: "root:withheld-2", side: "support", assertion_ids: [] },
      ],
    });
  });

  it("reads the claims it may read as ever, but for what others did to when they hold", () => {
    const governed = memory();
    governed.write(
      `ASSERT ?later (:alice, "timezone", "Europe/Rome") {by: :bob, mode: "stated", at: "2025-12-24T00:00:00.000Z"}`,
    );
    governed.classify("paris", "public");
    governed.govern(grant({ permissions: ["read"], scope: { classifications: ["public"] } }));
    const entriesOf = (principal: string) => {
      const entries = explanationOf(governed, principal, 1).entries as readonly JsonObject[];
      return entries.find(({ assertion_id }) => assertion_id === governed.id("paris"));
    };
    expect(entriesOf("principal:owner")).toMatchObject({
      ended_by: [governed.id("later")],
      effective: { until: { latest: "2025-12-24T00:00:00.000Z" } },
      root_groups: [],
    });
    const redacted = entriesOf("p1");
    expect(redacted).toMatchObject({
      actor: { id: governed.id("bob") },
      reason: "expired",
      ended_by: [],
      effective: null,
      effective_redacted: true,
    });
    expect(JSON.stringify(redacted)).not.toContain("2025-12-24");
  });

  it("is told the values that compete, unless it may not read them", () => {
    const governed = memory();
    const competitorsOf = (principal: string) => explanationOf(governed, principal, 0).competitors;
    expect(competitorsOf("p1")).toMatchObject([
      { object: "Europe/Paris", in_conflict: true, support: [{ redacted: true }] },
      { object: "Europe/Oslo", in_conflict: false, undecided: [{ redacted: true }] },
    ]);
    governed.govern(grant({ permissions: ["read"], effect: "deny", scope: { kinds: ["proposition"] } }));
    const competitors = competitorsOf("p1");
    expect(competitors).toMatchObject([{ redacted: true }, { redacted: true }]);
    expect(JSON.stringify(competitors)).not.toContain("Europe");
  });

  it("gets a basis of the same form, which names no claim", () => {
    const governed = memory();
    const [lisbon] = projectionsOf(governed, "p1");
    expect(isJsonObject(lisbon?.basis) && lisbon.basis.next_invalid_at).toBe("2026-05-05T05:05:05.005Z");
    expect(JSON.stringify(lisbon?.basis)).not.toMatch(/[APE]-\d/);
  });
});

describe("who may read and not project", () => {
  it("reads what was derived, with its validity as far as it may know the sources", () => {
    const governed = memory();
    const view = governed.view("p2");
    const [guess] = governed.find(view, `FIND(?a) WHERE { ?a ASSERTION {mode: "inferred"} }`);
    expect(guess).toMatchObject({
      id: governed.id("guess"),
      _system: { dependency_validity: { status: "unverifiable", reasons: ["basis_missing"] } },
    });
    const basis = projectionsOf(governed, "principal:owner")[0]?.basis;
    governed.write(`MUTATE {
      ASSERT ?sound (:bob, "timezone", "Europe/Bern") {by: :bob, mode: "inferred", evidence: :paper}
      CREATE ACTIVITY ?derived {
        SET FIELDS {activity_class: "inference", status: "completed"}
        SET FACET "DependencyBasis" {
          basis_seq: ${governed.state.seq}, policy_basis: ${JSON.stringify(basis)}, groups: [{role: "all_of", pins: [{id: "${governed.id("paper")}", version: 1}]}]
        }
        SET STRUCTURAL { ("inputs", :paper) ("outputs", ?sound) }
      }
    }`);
    const validity = (principal: string) =>
      governed.find(
        governed.view(principal),
        `FIND(?a._system.dependency_validity.status) WHERE { ?a ASSERTION {id: "${governed.id("sound")}"} }`,
      );
    expect(validity("p2")).toEqual(["current"]);
    governed.classify("paper", "secret");
    governed.govern(
      grant({
        principal: "p2",
        permissions: ["read"],
        effect: "deny",
        scope: { classifications: ["secret"] },
      }),
    );
    expect(validity("p2")).toEqual(["unverifiable"]);
  });

  it("is told the roots of what it reads by name, also where what they rest on is hidden from projecting", () => {
    const governed = memory();
    governed.classify("paper", "secret");
    governed.classify("note", "secret");
    const rootsOf = (principal: string) => {
      const support = projectionsOf(governed, principal)[0]?.support;
      return isJsonObject(support) ? support.root_groups : null;
    };
    expect(rootsOf("p3")).toEqual([`root:${governed.id("alice")}`]);
    expect(rootsOf("principal:owner")).toHaveLength(2);
    expect(rootsOf("p1")).toEqual(["root:withheld-1", "root:withheld-2"]);
  });

  it("may name a context it reads where it asks for no belief, and not one that is hidden from projecting", () => {
    const governed = memory();
    governed.classify("work", "secret");
    const settings = `WITH EPISTEMIC {context_refs: [:work]}`;
    expect(governed.find(governed.view("p3"), `FIND(?x.name) WHERE { ?x {key: "bob"} } ${settings}`)).toEqual(
      ["Bob"],
    );
    expect(() => governed.find(governed.view("p3"), `${SLOT} ${settings}`)).toThrow(
      expect.objectContaining({ code: "NotFoundOrNotVisible" }),
    );
  });

  it("is answered about a Proposition that is hidden from projecting as if nobody had stored it, in every form", () => {
    const governed = memory();
    const [oslo] = governed.find(
      governed.view("p3"),
      `FIND(?p.id) WHERE { ?p (:alice, "timezone", "Europe/Oslo") }`,
    );
    governed.handles.set("oslo", String(oslo) as never);
    governed.classify("oslo", "secret");
    for (const target of [`:alice, "timezone", "Europe/Oslo"`, `id: "${oslo}"`, "?p"]) {
      const text = `FIND(?b.status, ?b.proposition_id) WHERE { ?p (:alice, "timezone", "Europe/Oslo") ?b BELIEF (${target}) }`;
      expect(governed.find(governed.view("p3"), text), target).toEqual([["insufficient", null]]);
    }
    const all = `FIND(COUNT(?b), COUNT(DISTINCT ?b)) WHERE { ?p (:alice, "timezone", ?o) ?b BELIEF (?p) }`;
    expect(governed.find(governed.view("p3"), all)).toEqual([[4, 4]]);
  });
});
