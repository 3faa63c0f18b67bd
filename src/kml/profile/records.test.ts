import { describe, expect, it } from "vitest";
import { digestOf, type JsonObject } from "../../model/index.js";
import { codeOf, errorOf, TestSpace } from "../test/space.js";

const DIGEST = `sha256:${"0".repeat(64)}`;
const PIN = { artifact_ref: "urn:test:artifact", content_digest: DIGEST };
const BASIS: JsonObject = {
  space_id: "kip:space:test",
  snapshot_seq: 1,
  schema_environment_version: 2,
  identity_version: 0,
  policy: { id: "kip:structural", version: "1" },
  trust_version: "trust:none",
  authorization_view: "view:whole-space",
  context_refs: [],
  purpose: "test",
  risk: "low",
  valid_at: "2026-10-01T00:00:00.000Z",
  next_invalid_at: null,
};

const DECISION: JsonObject = {
  decision: "act",
  retrieved_refs: [],
  used_refs: [],
  applied_revisions: [],
  basis: BASIS,
};
const ATTEMPT: JsonObject = {
  attempt_id: "try-1",
  decision_ref: "X-1",
  applied_revisions: ["C-2"],
  trial_ref: null,
  context: {},
  environment_digest: DIGEST,
  tool_versions: {},
  selection_policy: PIN,
  preconditions_satisfied: "yes",
  started_at: "2026-10-01T00:00:00.000Z",
};
const OUTCOME: JsonObject = {
  task_family: "deploy/check",
  attempt_ref: null,
  metric: "completion",
  window: "run",
  terminal: true,
  observation_key: "o1",
  observer_config_digest: DIGEST,
  outcome_status: "success",
};
const EVALUATION: JsonObject = {
  trial_ref: null,
  revision_refs: ["C-2"],
  from_status: "proposed",
  to_status: "proposed",
  rule_digest: DIGEST,
  parameters_digest: DIGEST,
  cutoff: "2026-10-01T00:00:00.000Z",
  attempt_refs: [],
  outcome_refs: [],
  excluded_samples: [],
  missing_attempt_refs: [],
  comparison: { status: "insufficient", effect: null, uncertainty: {} },
  replay_artifact: PIN,
};

/** A Skill C-1 with its revision C-2, an Event C-3, a decision X-1 that applied the revision, and a message E-1. */
function deployed(): TestSpace {
  const space = new TestSpace();
  const behavior = { task_family: "deploy/check", procedure: "dry-run first" };
  space.run(`MUTATE {
    CREATE CONCEPT ?skill { TYPE "Skill" SET ATTRIBUTES {skill_class: "workflow", summary: "s", status: "proposed"}
      SET STRUCTURAL {("current_revision", ?revision)} }
    CREATE CONCEPT ?revision { TYPE "SkillRevision" SET ATTRIBUTES ${JSON.stringify({ ...behavior, behavior_digest: digestOf(behavior) })}
      SET STRUCTURAL {("revision_of", ?skill)} }
    CREATE CONCEPT ?event { TYPE "Event" SET ATTRIBUTES {summary: "deployed"} }
    CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "message", payload: "x"} }
    ${activity("action_gate", "DecisionRecord", { ...DECISION, applied_revisions: ["C-2"] }, ["C-2"])}
  }`);
  return space;
}

function activity(
  cls: string,
  facet: string,
  record: JsonObject,
  inputs: readonly string[] = [],
  status = "completed",
) {
  const structural = inputs.map((id) => `("inputs", "${id}")`).join(" ");
  return `CREATE ACTIVITY ?${cls} { SET FIELDS {activity_class: "${cls}", status: "${status}"}
    SET FACET "${facet}" ${JSON.stringify(record)} ${structural === "" ? "" : `SET STRUCTURAL {${structural}}`} }`;
}

const outcome = (record: JsonObject, cls = "outcome") =>
  `CREATE EVIDENCE ?o { SET FIELDS {evidence_class: "${cls}", payload: "x"} SET FACET "OutcomeRecord" ${JSON.stringify(record)} }`;

describe("A record of the Profile", () => {
  it("is attached while its Activity is under way, in the move that ends it, and never afterwards", () => {
    const space = deployed();
    space.run('CREATE ACTIVITY ?x { SET FIELDS {activity_class: "action_gate", status: "running"} }');
    const attach = `UPDATE "X-2" SET FACET "DecisionRecord" ${JSON.stringify(DECISION)}`;
    // The record belongs on a finished Activity, so it comes with the move that finishes it.
    expect(codeOf(() => space.run(attach))).toBe("ConstraintViolation");
    const together = space.begin();
    space.execute(together, `MUTATE { ${attach} TRANSITION "X-2" TO "completed" }`);
    space.run('TRANSITION "X-2" TO "completed"');
    expect(errorOf(() => space.run(attach))).toMatchObject({
      code: "ActivityTerminal",
      details: { facet: "DecisionRecord" },
    });
  });

  it("may follow in the same transaction as the Activity, which nobody has seen before", () => {
    const space = deployed();
    const overlay = space.begin();
    space.execute(
      overlay,
      'CREATE ACTIVITY ?x { SET FIELDS {activity_class: "action_gate", status: "completed"} }',
    );
    space.execute(overlay, `UPDATE "X-2" SET FACET "DecisionRecord" ${JSON.stringify(DECISION)}`);
    space.commit(overlay);
    expect(Object.keys(space.get("activity", "X-2").facets)).toHaveLength(1);
  });

  it("cannot be changed, emptied or moved to another class", () => {
    const space = deployed();
    expect(codeOf(() => space.run('UPDATE "X-1" SET FACET "DecisionRecord" {decision: "ask"}'))).toBe(
      "ConstraintViolation",
    );
    expect(codeOf(() => space.run('UPDATE "X-1" UNSET FACET "DecisionRecord" {decision}'))).toBe(
      "ConstraintViolation",
    );
    expect(codeOf(() => space.run('UPDATE "X-1" SET FIELDS {activity_class: "reflection"}'))).toBe(
      "ActivityTerminal",
    );
    expect(codeOf(() => space.run(activity("reflection", "DecisionRecord", DECISION)))).toBe(
      "ConstraintViolation",
    );
  });

  it("names elements that exist, at the places its package declares", () => {
    const space = deployed();
    const decision = { ...DECISION, retrieved_refs: ["C-3", "C-404"] };
    expect(errorOf(() => space.run(activity("action_gate", "DecisionRecord", decision)))).toMatchObject({
      code: "NotFoundOrNotVisible",
      details: { id: "C-404" },
      hint: expect.stringContaining("/retrieved_refs/*"),
    });
    // A handle stands for its element here as anywhere.
    space.run(
      `MUTATE { CREATE CONCEPT ?n { TYPE "Event" SET ATTRIBUTES {summary: "n"} }
      CREATE ACTIVITY ?x { SET FIELDS {activity_class: "action_gate", status: "completed"} SET FACET "DecisionRecord"
        {decision: "ask", retrieved_refs: [?n], used_refs: [], applied_revisions: [], basis: :basis} } }`,
      { basis: BASIS },
    );
    expect(JSON.stringify(space.get("activity", "X-2").facets)).toContain("C-4");
  });
});

describe("A DecisionRecord", () => {
  it("has every revision it applied among the inputs, and none that is no revision", () => {
    const space = deployed();
    const decide = (applied: string, inputs: readonly string[]) =>
      codeOf(() =>
        space.run(
          activity("action_gate", "DecisionRecord", { ...DECISION, applied_revisions: [applied] }, inputs),
        ),
      );
    expect(decide("C-2", [])).toBe("ConstraintViolation");
    expect(decide("C-1", ["C-1"])).toBe("ConstraintViolation");
    expect(decide("C-2", ["C-2"])).toBeNull();
  });
});

describe("An AttemptRecord", () => {
  it("is of a decision, and its attempt_id is one attempt of the Space", () => {
    const space = deployed();
    const attempt = (record: JsonObject) =>
      activity("action_attempt", "AttemptRecord", { ...ATTEMPT, ...record });
    expect(codeOf(() => space.run(attempt({ decision_ref: "C-3" })))).toBe("ConstraintViolation");
    expect(codeOf(() => space.run(attempt({ trial_ref: "X-1" })))).toBe("ConstraintViolation");
    space.run(attempt({}));
    expect(errorOf(() => space.run(attempt({})))).toMatchObject({
      code: "ConstraintViolation",
      details: { field: "attempt_id", taken_by: "X-2" },
    });
    expect(space.run(attempt({ attempt_id: "try-2" })).effect).toBe(true);
  });
});

describe("An OutcomeRecord", () => {
  it("belongs on Outcome Evidence and is of an attempt, if of any", () => {
    const space = deployed();
    expect(codeOf(() => space.run(outcome(OUTCOME, "agent_statement")))).toBe("ConstraintViolation");
    expect(codeOf(() => space.run(outcome({ ...OUTCOME, attempt_ref: "X-1" })))).toBe("ConstraintViolation");
    space.run(activity("action_attempt", "AttemptRecord", ATTEMPT));
    space.run(outcome({ ...OUTCOME, attempt_ref: "X-2" }));
    expect(space.get("evidence", "E-2").evidence_class).toBe("outcome");
  });

  it("is not added to Evidence in hindsight: that is a correction", () => {
    const space = deployed();
    space.run('CREATE EVIDENCE ?o { SET FIELDS {evidence_class: "outcome", payload: "x"} }');
    const error = errorOf(() =>
      space.run(`UPDATE "E-2" SET FACET "OutcomeRecord" ${JSON.stringify(OUTCOME)}`),
    );
    expect(error).toMatchObject({ code: "ImmutableField", hint: expect.stringContaining('TO "corrected"') });
  });
});

describe("An EvaluationRecord", () => {
  it("has what it judged among the inputs, and stands on a completed Activity", () => {
    const space = deployed();
    const judge = (record: JsonObject, inputs: readonly string[], status?: string) =>
      codeOf(() =>
        space.run(
          activity("lifecycle_verdict", "EvaluationRecord", { ...EVALUATION, ...record }, inputs, status),
        ),
      );
    expect(judge({}, [])).toBe("ConstraintViolation");
    expect(judge({}, ["C-2"], "failed")).toBe("ConstraintViolation");
    expect(judge({ trial_ref: "X-1" }, ["C-2", "X-1"])).toBe("ConstraintViolation");
    expect(judge({ outcome_refs: ["E-1"] }, ["C-2", "E-1"])).toBe("ConstraintViolation");
    expect(judge({}, ["C-2"])).toBeNull();
  });

  it("moves no Skill: no evaluation policy is in force that could vouch for it", () => {
    const space = deployed();
    const error = errorOf(() =>
      space.run(`MUTATE {
        ${activity("lifecycle_verdict", "EvaluationRecord", EVALUATION, ["C-2"])}
        UPDATE "C-1" SET STRUCTURAL {("current_evaluation", ?lifecycle_verdict)} EXPECT VERSION 1
      }`),
    );
    expect(error).toMatchObject({ code: "ConstraintViolation", message: expect.stringContaining("policy") });
    expect(space.get("concept", "C-1").attributes.status).toBe("proposed");
  });
});

describe("A DependencyBasis", () => {
  const derive = (pin: JsonObject, basis_seq = 1) =>
    activity("reflection", "DependencyBasis", {
      basis_seq,
      groups: [{ role: "all_of", pins: [pin] }],
      policy_basis: BASIS,
    });

  it("pins what was read: a version its source has or had, never one to come", () => {
    const space = deployed();
    space.run('UPDATE "C-3" SET ATTRIBUTES {summary: "deployed twice"}');
    expect(codeOf(() => space.run(derive({ id: "C-3", version: 1 })))).toBeNull();
    expect(codeOf(() => space.run(derive({ id: "C-3", version: 2 })))).toBeNull();
    expect(errorOf(() => space.run(derive({ id: "C-3", version: 3 })))).toMatchObject({
      code: "ConstraintViolation",
      details: { pinned: "C-3", version: 3, latest: 2 },
    });
    expect(codeOf(() => space.run(derive({ id: "C-3", version: 2, planes: { attributes: 2 } })))).toBeNull();
    expect(codeOf(() => space.run(derive({ id: "C-3", version: 2, planes: { attributes: 3 } })))).toBe(
      "ConstraintViolation",
    );
    expect(
      codeOf(() => space.run(derive({ id: "C-3", version: 2, planes: { "facets.MnemonicState": 1 } }))),
    ).toBe("ConstraintViolation");
    expect(codeOf(() => space.run(derive({ id: "C-404", version: 1 })))).toBe("NotFoundOrNotVisible");
    expect(codeOf(() => space.run(derive({ id: "C-3", version: 1 }, 99)))).toBe("ConstraintViolation");
  });

  it("may pin what the same transaction writes, at the version it gets", () => {
    const space = deployed();
    const write = (version: number) => `MUTATE {
      UPDATE "C-3" SET ATTRIBUTES {summary: "again"}
      CREATE CONCEPT ?i { TYPE "Insight" SET ATTRIBUTES {summary: "i"} }
      CREATE ACTIVITY ?x { SET FIELDS {activity_class: "reflection", status: "completed"}
        SET FACET "DependencyBasis" {basis_seq: 2, policy_basis: :basis, groups: [{role: "all_of", pins: [{id: "C-3", version: ${version}}, {id: ?i, version: 1}]}]}
        SET STRUCTURAL {("inputs", "C-3") ("outputs", ?i)} } }`;
    expect(codeOf(() => space.run(write(3), { basis: BASIS }))).toBe("ConstraintViolation");
    space.run(write(2), { basis: BASIS });
    const validity = 'FIND(?i._system.dependency_validity.status) WHERE { ?i CONCEPT {type: "Insight"} }';
    expect(space.find(validity)).toEqual(["unverifiable"]);
  });

  it("makes its outputs current until a source or what was certified moves, whatever comes to mind meanwhile", () => {
    const space = deployed();
    space.run(
      `MUTATE {
      CREATE CONCEPT ?i { TYPE "Insight" SET ATTRIBUTES {summary: "i"} SET FACET "MnemonicState" {salience: 0.5} }
      CREATE ACTIVITY ?x { SET FIELDS {activity_class: "reflection", status: "completed"}
        SET FACET "DependencyBasis" {basis_seq: 1, policy_basis: :basis, groups: [{role: "all_of", pins: [{id: "C-3", version: 1, planes: {attributes: 1}}]}]}
        SET STRUCTURAL {("inputs", "C-3") ("outputs", ?i)} } }`,
      { basis: BASIS },
    );
    const validity = () =>
      space.find(
        'FIND(?i._system.dependency_validity.status, ?i._system.dependency_validity.reasons) WHERE { ?i CONCEPT {type: "Insight"} }',
      )[0];
    expect(validity()).toEqual(["current", []]);
    space.run('UPDATE "C-4" SET FACET "MnemonicState" {salience: 0.9}');
    space.run('UPDATE "C-3" SET FACET "MnemonicState" {salience: 0.9}');
    space.run('SET RETENTION "C-4" {retention_class: "durable"}');
    expect(validity()).toEqual(["current", []]);
    expect(space.get("activity", "X-2")._system.output_plane_versions).toEqual({ "C-4": { attributes: 1 } });
    const revised = space.begin();
    space.execute(revised, 'UPDATE "C-4" SET ATTRIBUTES {summary: "something else"}');
    space.commit(revised);
    expect(validity()).toEqual(["needs_review", ["changed_since_certified"]]);
    space.run('UPDATE "C-3" SET ATTRIBUTES {summary: "rolled back"}');
    expect(validity()).toEqual(["needs_review", ["changed_since_certified", "source_changed"]]);
  });
});

describe("A MemoryScope", () => {
  const claim = (contexts: string, scope: readonly string[]) => `MUTATE {
    CREATE CONCEPT ?actor { TYPE "Person" }
    ENSURE PROPOSITION ?p (?actor, "prefers", "C-3")
    CREATE ASSERTION ?a { SET FIELDS {proposition: ?p, asserted_by: ?actor, stance: "support", mode: "stated", context_refs: ${contexts}}
      SET FACET "MemoryScope" {task_ref: null, context_refs: ${JSON.stringify(scope)}} } }`;

  it("agrees with the contexts its record states itself", () => {
    const space = deployed();
    expect(codeOf(() => space.run(claim('["C-3"]', [])))).toBe("ConstraintViolation");
    expect(codeOf(() => space.run(claim("[]", ["C-3"])))).toBe("ConstraintViolation");
    expect(codeOf(() => space.run(claim('["C-3"]', ["C-404"])))).toBe("NotFoundOrNotVisible");
    expect(codeOf(() => space.run(claim('["C-3"]', ["C-3"])))).toBeNull();
    // A captured source states no contexts, so its scope stands alone.
    const source = `CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "message", payload: "y"} SET FACET "MemoryScope" {task_ref: "C-3", context_refs: ["C-1"]} }`;
    expect(codeOf(() => space.run(source))).toBeNull();
  });
});

describe("A RecordingRepair", () => {
  it("is not for a mutation to write", () => {
    const space = deployed();
    const repair = {
      source_ref: "E-1",
      source_digest: DIGEST,
      source_locator: "/",
      invalidated_refs: ["C-3"],
      replacement_refs: [],
      reason: "extraction_error",
      expected_versions: { "C-3": 1 },
    };
    expect(errorOf(() => space.run(activity("recording_repair", "RecordingRepair", repair)))).toMatchObject({
      code: "NotAuthorized",
      details: { permission: "repair_recording" },
    });
    expect(space.find('FIND(?c._system.recording_validity.status) WHERE { ?c CONCEPT {id: "C-3"} }')).toEqual(
      ["valid"],
    );
  });
});

describe("An update expression", () => {
  it("reads the effective strength of its target, as a query would", () => {
    const space = new TestSpace();
    space.run(
      'CREATE CONCEPT ?e { TYPE "Event" SET ATTRIBUTES {summary: "s"} SET FACET "MnemonicState" {memory_strength: 0.8, last_metabolized_at: "2026-09-01T00:00:00.000Z", strength_policy: :policy} }',
      {
        policy: {
          artifact_ref: "kip:strength-half-life-30d",
          content_digest: "sha256:a50a89b83f937c97cabf0f8371cccfd326f4fdd438b6d7b9ead507d77927b227",
        },
      },
    );
    const strength = 'FIND(?m.facets["MnemonicState"].effective_strength) WHERE { ?m CONCEPT {} }';
    const [before] = space.find(strength) as readonly number[];
    space.run(
      'UPDATE ?m SET FACET "MnemonicState" {memory_strength: ADD(?m.facets["MnemonicState"].effective_strength, 0.1), last_metabolized_at: :now} WHERE { ?m CONCEPT {} }',
      { now: space.now },
    );
    const [after] = space.find(strength) as readonly number[];
    expect(after).toBeCloseTo((before ?? 0) + 0.1, 4);
  });
});
