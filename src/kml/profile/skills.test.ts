import { describe, expect, it } from "vitest";
import { digestOf, type JsonObject } from "../../model/index.js";
import { codeOf, errorOf, TestSpace } from "../test/space.js";

const BEHAVIOR = { task_family: "deploy/check", procedure: "dry-run first" };

const revision = (handle: string, behavior: JsonObject, skill: string) =>
  `CREATE CONCEPT ?${handle} { TYPE "SkillRevision" SET ATTRIBUTES ${JSON.stringify({ ...behavior, behavior_digest: digestOf(behavior) })}
    SET STRUCTURAL {("revision_of", ${skill})} }`;

const skill = (status: string, more = "") =>
  `CREATE CONCEPT ?skill { TYPE "Skill" SET ATTRIBUTES {skill_class: "workflow", summary: "s", status: "${status}"}
    SET STRUCTURAL {("current_revision", ?first) ${more}} }`;

/** A proposed Skill, C-1, with its revision, C-2. */
function proposed(): TestSpace {
  const space = new TestSpace();
  space.run(`MUTATE { ${skill("proposed")} ${revision("first", BEHAVIOR, "?skill")} }`);
  return space;
}

const standing = (space: TestSpace) => space.get("concept", "C-1").attributes.status;

describe("A Skill", () => {
  it("comes into being with its first revision, each pointing at the other", () => {
    expect(standing(proposed())).toBe("proposed");
    const space = new TestSpace();
    const alone =
      'CREATE CONCEPT ?s { TYPE "Skill" SET ATTRIBUTES {skill_class: "workflow", summary: "s", status: "proposed"} }';
    expect(codeOf(() => space.run(alone))).toBe("ConstraintViolation");
  });

  it("has no revision of another Skill", () => {
    const space = proposed();
    space.run(
      `MUTATE { ${skill("proposed").replaceAll("?first", "?other")} ${revision("other", BEHAVIOR, "?skill")} }`,
    );
    const error = errorOf(() =>
      space.run('UPDATE "C-1" SET STRUCTURAL {("current_revision", "C-4")} EXPECT VERSION 1'),
    );
    expect(error).toMatchObject({ code: "ConstraintViolation", details: { field: "current_revision" } });
  });

  it("begins as proposed, without a trial or an evaluation", () => {
    for (const status of ["trialed", "adopted", "revoked"]) {
      const space = new TestSpace();
      const pair = `MUTATE { ${skill(status)} ${revision("first", BEHAVIOR, "?skill")} }`;
      expect(
        codeOf(() => space.run(pair)),
        status,
      ).toBe("ConstraintViolation");
    }
    const space = new TestSpace();
    const tried = `MUTATE { ${skill("proposed", '("current_trial", ?x)')} ${revision("first", BEHAVIOR, "?skill")}
      CREATE ACTIVITY ?x { SET FIELDS {activity_class: "trial_open", status: "completed"} } }`;
    expect(codeOf(() => space.run(tried))).toBe("ConstraintViolation");
  });

  it("is not promoted by whoever writes a status, guarded or not", () => {
    const space = proposed();
    const move = (status: string, guard = "") => `UPDATE "C-1" SET ATTRIBUTES {status: "${status}"} ${guard}`;
    expect(errorOf(() => space.run(move("adopted")))).toMatchObject({
      code: "VersionConflict",
      details: { id: "C-1", plane: "attributes", actual: 1 },
      hint: expect.stringContaining("EXPECT VERSION 1 OF ATTRIBUTES"),
    });
    expect(codeOf(() => space.run(move("trialed")))).toBe("VersionConflict");
    for (const guard of ["EXPECT VERSION 1", "EXPECT VERSION 1 OF ATTRIBUTES"]) {
      expect(codeOf(() => space.run(move("adopted", guard)))).toBe("ConstraintViolation");
      expect(codeOf(() => space.run(move("trialed", guard)))).toBe("ConstraintViolation");
    }
    // A guard on another plane is none for this one.
    expect(codeOf(() => space.run(move("trialed", "EXPECT VERSION 1 OF STRUCTURAL")))).toBe(
      "VersionConflict",
    );
    // What is no status at all is that first.
    expect(codeOf(() => space.run(move("validated")))).toBe("ConstraintViolation");
    expect(standing(space)).toBe("proposed");
  });

  it("can be withdrawn while it is proposed, and does not come back by itself", () => {
    const space = proposed();
    space.run('UPDATE "C-1" SET ATTRIBUTES {status: "revoked"}');
    expect(standing(space)).toBe("revoked");
    for (const status of ["adopted", "proposed", "trialed"]) {
      const back = `UPDATE "C-1" SET ATTRIBUTES {status: "${status}"} EXPECT VERSION 2`;
      expect(
        codeOf(() => space.run(back)),
        status,
      ).toBe("ConstraintViolation");
    }
  });

  it("gives up its standing when another revision is chosen, in one guarded statement", () => {
    const space = proposed();
    space.run('UPDATE "C-1" SET ATTRIBUTES {status: "revoked"}');
    space.run(revision("second", { ...BEHAVIOR, procedure: "look twice" }, '"C-1"'));
    const choose = (more: string, guard: string) =>
      `UPDATE "C-1" ${more} SET STRUCTURAL {("current_revision", "C-3")} ${guard}`;
    expect(codeOf(() => space.run(choose("", "")))).toBe("VersionConflict");
    expect(codeOf(() => space.run(choose("", "EXPECT VERSION 2")))).toBe("ConstraintViolation");
    const reset = 'SET ATTRIBUTES {status: "proposed"}';
    expect(codeOf(() => space.run(choose(reset, "EXPECT VERSION 1 OF STRUCTURAL")))).toBe("VersionConflict");
    space.run(choose(reset, "EXPECT VERSION 2 OF ATTRIBUTES EXPECT VERSION 1 OF STRUCTURAL"));
    expect(standing(space)).toBe("proposed");
    expect(space.find('FIND(?r.id) WHERE { STRUCTURAL ("C-1", "current_revision", ?r) }')).toEqual(["C-3"]);
  });

  it("takes annotations and mnemonic signals without a guard and without losing anything", () => {
    const space = proposed();
    space.run(
      'UPDATE "C-1" SET ATTRIBUTES {summary: "better said"} SET FACET "MnemonicState" {utility: 0.7}',
    );
    expect(standing(space)).toBe("proposed");
  });

  it("carries no behavior of its own", () => {
    const space = proposed();
    expect(codeOf(() => space.run('UPDATE "C-1" SET ATTRIBUTES {task_family: "x"}'))).toBe(
      "ConstraintViolation",
    );
  });

  it("does not have its grades written, set or removed", () => {
    const space = proposed();
    for (const write of [
      'SET FACET "GradingState" {graded_count: 1}',
      'UNSET FACET "GradingState" {graded_count}',
      'SET FACET "MnemonicState" {effective_strength: 1}',
      'UNSET FACET "MnemonicState" {effective_strength}',
    ]) {
      expect(
        errorOf(() => space.run(`UPDATE "C-1" ${write}`)),
        write,
      ).toMatchObject({
        code: "ConstraintViolation",
        hint: expect.stringContaining("derives"),
      });
    }
    // An assignment that comes to nothing is refused like any other.
    const skipped =
      'UPDATE ?s SET FACET "MnemonicState" {effective_strength: MUL(?s.attributes.none, 2)} WHERE { ?s {id: "C-1"} }';
    expect(codeOf(() => space.run(skipped))).toBe("ConstraintViolation");
  });

  it("is not held to any of this in a Space whose package merely uses the name", () => {
    const other = {
      format: "KIP-Schema-Package",
      manifest: { package_id: "kip://test/other", version: "1.0.0" },
      definitions: {
        concept_types: { Skill: { kind: "ConceptType", attributes: { open: true, fields: {} } } },
      },
    };
    const space = new TestSpace([other]);
    space.run('CREATE CONCEPT ?s { TYPE "kip://test/other@1.0.0/Skill" SET ATTRIBUTES {status: "adopted"} }');
    expect(space.run('UPDATE "C-1" SET ATTRIBUTES {status: "revoked"}').effect).toBe(true);
  });
});

describe("A SkillRevision", () => {
  it("names its behavior by the digest of everything else it says", () => {
    const space = proposed();
    const forged = `CREATE CONCEPT ?r { TYPE "SkillRevision" SET ATTRIBUTES ${JSON.stringify({ ...BEHAVIOR, behavior_digest: `sha256:${"0".repeat(64)}` })} SET STRUCTURAL {("revision_of", "C-1")} }`;
    const error = errorOf(() => space.run(forged));
    expect(error?.code).toBe("ConstraintViolation");
    expect(error?.hint).toContain(digestOf(BEHAVIOR));
  });

  it("changes neither its behavior nor its Skill", () => {
    const space = proposed();
    space.run(
      `MUTATE { ${skill("proposed").replaceAll("?first", "?other")} ${revision("other", BEHAVIOR, "?skill")} }`,
    );
    expect(codeOf(() => space.run('UPDATE "C-2" SET ATTRIBUTES {procedure: "improvise"}'))).toBe(
      "ConstraintViolation",
    );
    expect(codeOf(() => space.run('UPDATE "C-2" SET ATTRIBUTES {recovery: "roll back"}'))).toBe(
      "ImmutableField",
    );
    expect(codeOf(() => space.run('UPDATE "C-2" SET STRUCTURAL {("revision_of", "C-3")}'))).toBe(
      "ImmutableField",
    );
    expect(space.run('UPDATE "C-2" SET FACET "MnemonicState" {salience: 0.5}').effect).toBe(true);
  });
});
