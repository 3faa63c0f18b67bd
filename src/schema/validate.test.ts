import { describe, expect, it } from "vitest";
import type { JsonObject, Literal } from "../model/index.js";
import {
  builtInPackages,
  type FacetBearer,
  SchemaEnvironment,
  type TypedElement,
  validateAttributes,
  validateFacet,
  validatePropositionEndpoints,
} from "./index.js";
import { errorOf, lab, packageOf } from "./package.fixture.js";

const environment = SchemaEnvironment.core.activate([...builtInPackages(), lab]);
const ref = (name: string) => environment.resolveConceptType(name).ref;
const facet = (name: string) => environment.resolveFacet(name).ref;
const run = ref("Run");
const concept = (type: string): TypedElement => ({ kind: "concept", schema_ref: ref(type) });

const attributesError = (after: JsonObject, before: JsonObject | null = null, type = run) =>
  errorOf(() => validateAttributes(environment, type, after, before));

describe("Attributes", () => {
  it("pass when they are what their type declares, and closed types take nothing else", () => {
    validateAttributes(
      environment,
      run,
      { run_id: "r1", level: 10, at: null, code: "ABC", grade: null },
      null,
    );
    const error = attributesError({ run_id: "r1", colour: "red" });
    expect(error.code).toBe("ConstraintViolation");
    expect(error.hint).toContain("run_id (required), note, serial");
    validateAttributes(environment, ref("Note"), { anything: [1, { deep: true }] }, null);
  });

  it.each([
    [{ level: 1.5 }, "TypeMismatch"],
    [{ level: "3" }, "TypeMismatch"],
    [{ level: 11 }, "ConstraintViolation"],
    [{ level: -1 }, "ConstraintViolation"],
    [{ note: null }, "TypeMismatch"],
    [{ note: ["a"] }, "TypeMismatch"],
    [{ grade: "fair" }, "ConstraintViolation"],
    [{ page: "not a uri" }, "ConstraintViolation"],
    [{ code: "abc" }, "ConstraintViolation"],
  ])("fail with a code and a hint: %j", (values, code) => {
    const error = attributesError({ run_id: "r1", ...values } as JsonObject);
    expect(error.code).toBe(code);
    expect(error.hint.length).toBeGreaterThan(10);
  });

  it.each(["at", "formatted"])(
    "of a timestamp take its one canonical form and real dates only: %s",
    (name) => {
      validateAttributes(environment, run, { run_id: "r1", [name]: "2024-02-29T23:59:59.999Z" }, null);
      for (const text of [
        "2026-01-01T00:00:00Z",
        "2026-01-01T00:00:00.1Z",
        "2026-01-01T00:00:00.000+00:00",
        "2026-01-01t00:00:00.000z",
        "2026-02-29T00:00:00.000Z",
        "2026-01-01T24:00:00.000Z",
        "2026-01-01T00:00:60.000Z",
        "2026-01-01T00:00:00.000Z\n",
        "soon",
      ]) {
        expect(attributesError({ run_id: "r1", [name]: text }).code).toBe("ConstraintViolation");
      }
      for (const value of [0, true, [], {}]) {
        expect(attributesError({ run_id: "r1", [name]: value }).code).toBe("TypeMismatch");
      }
    },
  );

  it("that are required must be there, at creation and after every change", () => {
    const missing = attributesError({ note: "x" });
    expect([missing.code, missing.details.field]).toEqual(["ConstraintViolation", "run_id"]);
    expect(attributesError({}, { run_id: "r1" }).code).toBe("ConstraintViolation");
    const skill = attributesError({ summary: "Ship it", status: "proposed" }, null, ref("Skill"));
    expect(skill.hint).toContain('"heuristic", "workflow"');
  });

  it("that are immutable keep the value they were created with", () => {
    validateAttributes(environment, run, { run_id: "r1", note: "b" }, { run_id: "r1", note: "a" });
    const changed = attributesError({ run_id: "r2" }, { run_id: "r1" });
    expect([changed.code, changed.message]).toEqual([
      "ConstraintViolation",
      "Run attributes: run_id cannot be changed",
    ]);
    const removed = attributesError({ run_id: "r1" }, { run_id: "r1", serial: "s" });
    expect(removed.message).toBe("Run attributes: serial cannot be removed");
    expect(attributesError({ run_id: "r1", serial: "s" }, { run_id: "r1" }).code).toBe("ImmutableField");
  });

  it("are validated against the very version the element was written with", () => {
    const stricter = packageOf("kip://test/lab", "2.0.0", {
      concept_types: { Run: { attributes: { fields: { owner: { type: "string", required: true } } } } },
    });
    const later = environment.activate([stricter]);
    validateAttributes(later, "kip://test/lab@1.0.0/Run", { run_id: "r1" }, null);
    expect(errorOf(() => validateAttributes(later, "kip://test/lab@2.0.0/Run", {}, null)).details.field).toBe(
      "owner",
    );
  });

  it("may have the names that every JavaScript object inherits", () => {
    validateAttributes(environment, run, { run_id: "r1", constructor: "me" }, { run_id: "r1" });
    expect(attributesError({ run_id: "r1", toString: "x" }).code).toBe("ConstraintViolation");
  });
});

const digest = `sha256:${"0".repeat(64)}`;
const outcome = {
  task_family: "deploy/pre-flight",
  attempt_ref: null,
  metric: "completion",
  window: "run",
  terminal: true,
  observation_key: "win",
  observer_config_digest: digest,
  outcome_status: "success",
};

describe("A Facet", () => {
  const evidence: FacetBearer = { kind: "evidence" };
  const check = (name: string, bearer: FacetBearer, after: JsonObject, before: JsonObject | null = null) =>
    validateFacet(environment, facet(name), bearer, after, before);

  it("holds to its JSON Schema and to its fields", () => {
    check("OutcomeRecord", evidence, outcome);
    check("OutcomeRecord", evidence, { ...outcome, magnitude: 0.8 });
    for (const wrong of [
      { outcome_status: "great" },
      { magnitude: 2 },
      { observer_config_digest: "sha256:0" },
      { metric: "" },
    ]) {
      expect(errorOf(() => check("OutcomeRecord", evidence, { ...outcome, ...wrong })).code).toBe(
        "ConstraintViolation",
      );
    }
    expect(errorOf(() => check("OutcomeRecord", evidence, { ...outcome, terminal: "yes" })).code).toBe(
      "TypeMismatch",
    );
    expect(errorOf(() => check("OutcomeRecord", evidence, { ...outcome, verdict: "promote" })).code).toBe(
      "ConstraintViolation",
    );
  });

  it("that is a record can be neither rewritten, nor erased, nor added to afterwards", () => {
    const { outcome_status: _, ...erased } = outcome;
    const codeOf = (after: JsonObject) =>
      errorOf(() => check("OutcomeRecord", evidence, after, outcome)).code;
    expect(codeOf({ ...outcome, outcome_status: "failure" })).toBe("ConstraintViolation");
    expect(codeOf(erased)).toBe("ConstraintViolation");
    expect(codeOf({ ...outcome, magnitude: 0.25 })).toBe("ImmutableField");
  });

  it("stays on the elements it applies to, and says which", () => {
    const onSkill = errorOf(() => check("OutcomeRecord", concept("Skill"), outcome));
    expect([onSkill.code, onSkill.hint]).toEqual([
      "ConstraintViolation",
      "Attach OutcomeRecord to an Evidence.",
    ]);
    expect(errorOf(() => check("GradingState", evidence, { graded_count: 1 })).code).toBe(
      "ConstraintViolation",
    );
    check("MnemonicState", concept("Skill"), { utility: 0.5 });
  });

  it("that the engine computes cannot be written, whole or in part", () => {
    expect(errorOf(() => check("GradingState", concept("Skill"), { graded_count: 1 })).message).toContain(
      "computed",
    );
    const member = errorOf(() => check("MnemonicState", concept("Person"), { effective_strength: 0.5 }));
    expect([member.code, member.details.field]).toEqual(["ConstraintViolation", "effective_strength"]);
  });

  it("checks the artifacts it pins", () => {
    check("MnemonicState", concept("Person"), {
      strength_policy: { artifact_ref: "kip:strength-half-life-30d", content_digest: digest },
    });
    const error = errorOf(() =>
      check("MnemonicState", concept("Person"), { strength_policy: { artifact_ref: "x" } }),
    );
    expect(error.code).toBe("ConstraintViolation");
  });

  it("keeps to the Activities it is made for, once they are over", () => {
    const repair = {
      source_ref: "E-1",
      source_digest: digest,
      source_locator: "/0",
      invalidated_refs: ["A-1"],
      replacement_refs: [],
      reason: "extraction_error",
      expected_versions: { "A-1": 1 },
    };
    const activity = (activity_class: string, status: string): FacetBearer => ({
      kind: "activity",
      activity_class,
      status,
    });
    check("RecordingRepair", activity("recording_repair", "completed"), repair);
    expect(
      errorOf(() => check("RecordingRepair", activity("inference", "completed"), repair)).hint,
    ).toContain('"recording_repair"');
    expect(
      errorOf(() => check("RecordingRepair", activity("recording_repair", "running"), repair)).hint,
    ).toContain('"completed"');
  });

  it("checks calendar dates inside its JSON Schema as well", () => {
    const lease = { owner: "w", fencing_token: 1, expires_at: "2026-02-28T00:00:00.000Z", attempt_count: 1 };
    check("LeaseState", concept("SleepTask"), lease);
    for (const expires_at of ["2026-02-29T00:00:00.000Z", "2026-02-28T00:00:00Z"]) {
      expect(errorOf(() => check("LeaseState", concept("SleepTask"), { ...lease, expires_at })).code).toBe(
        "ConstraintViolation",
      );
    }
  });
});

describe("The ends of a Proposition", () => {
  const check = (predicate: string, subject: TypedElement, object: TypedElement | Literal) =>
    validatePropositionEndpoints(
      environment,
      environment.resolvePredicate(predicate),
      subject,
      typeof object === "object" && object !== null ? { element: object } : { literal: object },
    );
  const person = concept("Person");

  it("must be of the declared types and kinds", () => {
    check("lives_in", person, concept("Place"));
    check("prefers", person, concept("Topic"));
    check("cites", concept("Run"), { kind: "evidence" });
    const subject = errorOf(() => check("lives_in", concept("Place"), concept("Place")));
    expect([subject.code, subject.hint]).toEqual(["TypeMismatch", "Its subject is a Person."]);
    expect(errorOf(() => check("lives_in", person, concept("Topic"))).hint).toBe("Its object is a Place.");
    expect(errorOf(() => check("lives_in", person, "Paris")).code).toBe("TypeMismatch");
    expect(errorOf(() => check("cites", concept("Run"), concept("Note"))).code).toBe("TypeMismatch");
    expect(errorOf(() => check("timezone", person, concept("Place"))).hint).toBe(
      'Its object is a string. Write the value itself: (:subject, "timezone", "text").',
    );
  });

  it("match types by lineage, whatever version an element was written under", () => {
    const later = environment.activate([
      packageOf("kip://test/lab", "2.0.0", { concept_types: { Run: {}, Note: {} } }),
    ]);
    const predicate = later.resolvePredicate("kip://test/lab@1.0.0/measured");
    for (const version of ["1.0.0", "2.0.0"]) {
      const subject: TypedElement = { kind: "concept", schema_ref: `kip://test/lab@${version}/Run` };
      validatePropositionEndpoints(later, predicate, subject, { literal: 1 });
    }
  });

  it("must be Literals of the declared types, and null only where it is permitted", () => {
    check("measured", concept("Run"), 3);
    check("measured", concept("Run"), null);
    expect(errorOf(() => check("measured", concept("Run"), "3")).code).toBe("TypeMismatch");
    expect(errorOf(() => check("timezone", person, true)).code).toBe("TypeMismatch");
    expect(errorOf(() => check("timezone", person, null)).code).toBe("TypeMismatch");
    check("relates", person, 1);
    check("relates", { kind: "assertion" }, { kind: "activity" });
    expect(errorOf(() => check("relates", person, null)).code).toBe("TypeMismatch");
  });

  it("must have the declared format", () => {
    check("happened_at", person, "2026-01-01T00:00:00.000Z");
    expect(errorOf(() => check("happened_at", person, "2026-01-01T00:00:00Z")).code).toBe(
      "ConstraintViolation",
    );
    expect(errorOf(() => check("happened_at", person, 0)).code).toBe("TypeMismatch");
  });
});
