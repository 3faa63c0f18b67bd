import { describe, expect, it } from "vitest";
import { type Concept, elementId, type JsonObject, stubOf } from "../model/index.js";
import { SchemaEnvironment, STANDARD_STRENGTH_POLICY } from "../schema/index.js";
import { activity, concept, evidence, find, SPACE, START, symbol } from "./profile-memory.fixture.js";

const LINEAGE = [
  concept(1, "Experience"),
  concept(2, "Experience"),
  concept(3, "Skill"),
  concept(4, "SkillRevision"),
  concept(5, "Insight"),
  concept(6, "Event"),
  activity(1, "skill_compilation", ["C-1", "C-6"], ["C-3", "C-4"]),
  activity(2, "semantic_consolidation", ["C-6", "C-2"], ["C-5"]),
  activity(3, "dependency_validation", ["C-1"], ["C-5"]),
  activity(4, "semantic_consolidation", ["C-1"], ["C-5"], { status: "running" }),
];

describe("Lineage fields", () => {
  const structural = (id: string, field: string) =>
    find(LINEAGE, `FIND(?c.structural["${field}"]) WHERE { ?c CONCEPT {id: "${id}"} }`)[0];

  it("are read off the Activities that ended, and not off those that judge", () => {
    expect(structural("C-5", "derived_from")).toEqual([{ id: "C-6" }, { id: "C-2" }]);
    expect(structural("C-3", "derived_from")).toEqual([{ id: "C-1" }, { id: "C-6" }]);
    expect(structural("C-1", "derived_from")).toBeNull();
  });

  it("tell a Skill's Experiences and compilation from its other inputs", () => {
    expect(structural("C-4", "compiled_from")).toEqual([{ id: "C-1" }]);
    expect(structural("C-4", "compiled_by")).toEqual([{ id: "X-1" }]);
    expect(structural("C-5", "compiled_by")).toBeNull();
  });

  it("lead from what was used to what consolidation made of it", () => {
    expect(structural("C-6", "consolidated_to")).toEqual([{ id: "C-5" }]);
    expect(structural("C-2", "consolidated_to")).toEqual([{ id: "C-5" }]);
    expect(structural("C-1", "consolidated_to")).toBeNull();
  });

  it("are matched by structural patterns from either end and from none", () => {
    const query = (ends: string) =>
      find(LINEAGE, `FIND(?x.id, ?y.id) WHERE { STRUCTURAL ${ends} } ORDER BY ?x.id, ?y.id`);
    expect(query('(?x, "derived_from", ?y) ?x {id: "C-5"}')).toEqual([
      ["C-5", "C-2"],
      ["C-5", "C-6"],
    ]);
    expect(query('(?x, "derived_from", ?y) ?y {id: "C-6"}')).toEqual([
      ["C-3", "C-6"],
      ["C-4", "C-6"],
      ["C-5", "C-6"],
    ]);
    expect(query('(?x, "compiled_by", ?y)')).toEqual([
      ["C-3", "X-1"],
      ["C-4", "X-1"],
    ]);
    expect(query('(?x, "consolidated_to", ?y) ?x {id: "C-1"}')).toEqual([]);
  });

  it("bind edges under the field's exact reference, and constrain patterns like stored references", () => {
    expect(
      find(LINEAGE, 'FIND(?edge.field, ?edge.index) WHERE { ?edge STRUCTURAL ("C-4", "compiled_by", ?y) }'),
    ).toEqual([[symbol("compiled_by"), null]]);
    expect(
      find(
        LINEAGE,
        'FIND(?c.id) WHERE { ?c CONCEPT {structural: {compiled_by: [{id: "X-1"}]}} } ORDER BY ?c.id',
      ),
    ).toEqual(["C-3", "C-4"]);
  });

  it("are part of a whole element where there are any, and never of what is stored", () => {
    const [insight, event] = find(
      LINEAGE,
      'FIND(?c) WHERE { ?c {id: "C-5"} UNION { ?c {id: "C-2"} } } ORDER BY ?c.id DESC',
    ) as readonly JsonObject[];
    expect(insight?.structural).toEqual({ [symbol("derived_from")]: [{ id: "C-6" }, { id: "C-2" }] });
    expect(event?.structural).toEqual({ [symbol("consolidated_to")]: [{ id: "C-5" }] });
    expect(LINEAGE[4]).toHaveProperty("structural", {});
  });

  it("do not exist in a Space without the Profile", () => {
    const query = 'FIND(?x) WHERE { STRUCTURAL (?x, "derived_from", ?y) }';
    expect(() => find(LINEAGE, query, { environment: SchemaEnvironment.core })).toThrow(
      expect.objectContaining({ code: "SchemaSymbolNotFound" }),
    );
  });
});

describe("effective_strength", () => {
  const { artifactRef: artifact_ref, contentDigest: content_digest } = STANDARD_STRENGTH_POLICY;
  const mnemonic = (value: JsonObject) =>
    concept(1, "Experience", {
      facets: {
        [symbol("MnemonicState")]: {
          memory_strength: 0.8,
          last_metabolized_at: START,
          strength_policy: { artifact_ref, content_digest },
          ...value,
        },
      },
    });
  const strength = (value: JsonObject, days: number, clause = "") =>
    find(
      [mnemonic(value)],
      `FIND(?m.facets["MnemonicState"].effective_strength) WHERE { ?m CONCEPT {} } ${clause}`,
      { days },
    )[0];

  it("halves with every half-life since the anchor, and writes nothing", () => {
    expect(strength({}, 0)).toBe(0.8);
    expect(strength({}, 30)).toBe(0.4);
    expect(strength({}, 60)).toBe(0.2);
    expect(strength({}, -5)).toBe(0.8);
  });

  it("goes by the instant of evaluation, never by FOR TIME", () => {
    expect(strength({}, 30, 'FOR TIME "2030-01-01T00:00:00.000Z"')).toBe(0.4);
  });

  it("is unknown without base, anchor or a policy that is held and verifies, and never a default", () => {
    expect(strength({ last_metabolized_at: null }, 1)).toBeNull();
    expect(strength({ memory_strength: null }, 1)).toBeNull();
    expect(strength({ strength_policy: { artifact_ref: "kip:mine", content_digest } }, 1)).toBeNull();
    const forged = `sha256:${"0".repeat(64)}`;
    expect(strength({ strength_policy: { artifact_ref, content_digest: forged } }, 1)).toBeNull();
  });

  it("can be filtered, sorted and summed, and is in the whole Facet where it is known", () => {
    const rows = (text: string) => find([mnemonic({})], text, { days: 30 });
    expect(
      rows('FIND(?m.id) WHERE { ?m CONCEPT {} FILTER(?m.facets["MnemonicState"].effective_strength < 0.5) }'),
    ).toEqual(["C-1"]);
    expect(rows('FIND(SUM(?m.facets["MnemonicState"].effective_strength)) WHERE { ?m CONCEPT {} }')).toEqual([
      0.4,
    ]);
    expect(rows('FIND(?m.facets["MnemonicState"]) WHERE { ?m CONCEPT {} }')).toEqual([
      expect.objectContaining({ memory_strength: 0.8, effective_strength: 0.4 }),
    ]);
    const [unknown] = find([mnemonic({ last_metabolized_at: null })], "FIND(?m) WHERE { ?m CONCEPT {} }");
    expect((unknown as { facets: JsonObject }).facets[symbol("MnemonicState")]).not.toHaveProperty(
      "effective_strength",
    );
  });
});

describe("The virtual fields of _system", () => {
  it("say of a derivation how far it may be relied on, and of anything else nothing", () => {
    expect(
      find(
        LINEAGE,
        "FIND(?c.id, ?c._system.dependency_validity.status) WHERE { ?c CONCEPT {} } ORDER BY ?c.id",
      ),
    ).toEqual([
      ["C-1", null],
      ["C-2", null],
      ["C-3", "unverifiable"],
      ["C-4", "unverifiable"],
      ["C-5", "unverifiable"],
      ["C-6", null],
    ]);
    expect(
      find(
        LINEAGE,
        'FIND(?c.id) WHERE { ?c CONCEPT {type: "Insight"} FILTER(?c._system.dependency_validity.action_eligible == false) }',
      ),
    ).toEqual(["C-5"]);
  });

  it("carry the basis of their check, at the world time the query names", () => {
    const [validity] = find(
      LINEAGE,
      'FIND(?c._system.dependency_validity) WHERE { ?c CONCEPT {id: "C-5"} } FOR TIME "2026-06-01T00:00:00.000Z"',
    );
    expect(validity).toMatchObject({
      status: "unverifiable",
      reasons: ["basis_missing"],
      action_eligible: false,
      basis: { valid_at: "2026-06-01T00:00:00.000Z", snapshot_seq: 1, space_id: SPACE },
    });
  });

  it("can be asked for in a pattern, and are told apart from what there is not", () => {
    const insights = (validity: string) =>
      find(
        LINEAGE,
        `FIND(?c.id) WHERE { ?c CONCEPT {type: "Insight", _system: {dependency_validity: ${validity}}} }`,
      );
    expect(insights('{status: "unverifiable"}')).toEqual(["C-5"]);
    expect(insights('{status: "current"}')).toEqual([]);
    expect(() => insights('{status: "stale"}')).toThrow(
      expect.objectContaining({ code: "ConstraintViolation" }),
    );
    expect(() => insights('{state: "current"}')).toThrow(
      expect.objectContaining({ code: "SchemaFieldNotFound" }),
    );
  });

  it("call a recording valid until a repair invalidated it", () => {
    const repaired = concept(2, "Event");
    const elements = [
      concept(1, "Event"),
      {
        ...repaired,
        _system: {
          ...repaired._system,
          recording_validity: { status: "invalidated", repair_ref: elementId("activity", 9) },
        },
      } satisfies Concept,
    ];
    expect(
      find(elements, "FIND(?c.id, ?c._system.recording_validity) WHERE { ?c CONCEPT {} } ORDER BY ?c.id"),
    ).toEqual([
      ["C-1", { status: "valid", repair_ref: null }],
      ["C-2", { status: "invalidated", repair_ref: "X-9" }],
    ]);
    expect(
      find(
        elements,
        'FIND(?c.id) WHERE { ?c CONCEPT {} FILTER(?c._system.recording_validity.status == "valid") }',
      ),
    ).toEqual(["C-1"]);
  });
});

describe("A payload whose bytes were purged", () => {
  const purged = evidence(1, "message", { payload: { status: "purged" } });

  it("is read by a mode of its own, alone, in the whole record and in a pattern", () => {
    expect(find([purged], "FIND(?e.payload) WHERE { ?e EVIDENCE {} }")).toEqual([{ mode: "purged" }]);
    expect(find([purged], "FIND(?e) WHERE { ?e EVIDENCE {} }")).toEqual([
      { ...purged, payload: { mode: "purged" } },
    ]);
    expect(find([purged], 'FIND(?e.id) WHERE { ?e EVIDENCE {payload: {mode: "purged"}} }')).toEqual(["E-1"]);
  });

  it("is read so as well where the record went with it, and where the record is withheld", () => {
    const whole = evidence(2, "message");
    const withheld = { ...purged, governance: { ...purged.governance, withheld: true as const } };
    for (const element of [stubOf(whole), stubOf(purged), withheld]) {
      const where = `WHERE { ?e EVIDENCE {id: "${element.id}"} }`;
      expect(find([element], `FIND(?e) ${where}`)).toMatchObject([{ payload: { mode: "purged" } }]);
      expect(find([element], `FIND(?e.payload.mode) ${where}`)).toEqual(["purged"]);
    }
  });
});
