import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Schema, Validator } from "@cfworker/json-schema";
import { describe, expect, it } from "vitest";
import type { ChangeEntry } from "../model/index.js";
import { TestSpace } from "./test/space.js";

const schemas = fileURLToPath(new URL("../../../shared/spec/schemas/", import.meta.url));

function validatorOf(name: string): Validator {
  const read = (file: string) => JSON.parse(readFileSync(`${schemas}${file}`, "utf8")) as Schema;
  const validator = new Validator(read(`${name}.schema.json`), "2020-12");
  for (const other of ["kip-common", "kip-projection"]) validator.addSchema(read(`${other}.schema.json`));
  return validator;
}

/**
 * One of everything, moved through every kind of change. Time-bound ends of an interval are left out: the published
 * element schema is older than §25.5, which allows them.
 */
function everything(): { space: TestSpace; changes: readonly ChangeEntry[] } {
  const space = new TestSpace();
  const commands = [
    `MUTATE {
      CREATE CONCEPT ?alice { TYPE "Person" NAME "Alice" SET FIELDS {key: "a", canonical_id: "urn:a", aliases: ["Al"]} }
      CREATE CONCEPT ?c { TYPE "Counter" SET ATTRIBUTES {count: 1} SET STRUCTURAL {("items", ?alice) ("owner", ?alice)}
        SET FACET "MnemonicState" {salience: 0.5} }
      CREATE EVIDENCE ?e { CLIENT KEY "e" SET FIELDS {evidence_class: "message", payload: {a: [1]}, media_type: "application/json"}
        SET STRUCTURAL {("source", ?alice) ("generated_by", ?x)} }
      CREATE EVIDENCE ?f { SET FIELDS {evidence_class: "message", payload: {mode: "external", content_ref: "blob:1"},
        content_digest: "sha256:0000000000000000000000000000000000000000000000000000000000000000"} }
      CREATE ACTIVITY ?x { SET FIELDS {activity_class: "extraction", parameters_digest:
        "sha256:0000000000000000000000000000000000000000000000000000000000000000"} SET STRUCTURAL {("outputs", ?e)} }
      ASSERT ?a (?alice, "timezone", "+08:00") {by: ?alice, mode: "stated", confidence: 0.5, evidence: ?e, context: [?c],
        valid: {from: "2026-01-01T00:00:00.000Z", until: null}}
      ASSERT (?alice, "score", null) {by: ?alice, mode: "inferred", stance: "uncertain"}
    }`,
    'ASSERT ("C-1", "timezone", "+07:00") {by: "C-1", mode: "stated", context: ["C-2"]} SUPERSEDING "A-1"',
    'TRANSITION "A-2" TO "retracted"',
    'TRANSITION "E-1" TO "corrected" BY "E-2"',
    'TRANSITION "X-1" TO "completed" SET FIELDS {ended_at: "2026-02-01T00:00:00.000Z"} SET STRUCTURAL {("inputs", "C-1")}',
    'UPDATE "C-2" SET ATTRIBUTES {count: 2} SET FACET "MnemonicState" {salience: 0.6} UNSET STRUCTURAL {("items", "C-1")}',
    'SET RETENTION "C-2" {retention_class: "short", expires_at: "2027-01-01T00:00:00.000Z", legal_hold: true}',
    'TRANSITION "C-2" TO "archived"',
    'TRANSITION "P-1" TO "tombstoned"',
  ];
  const changes = commands.flatMap((command) => space.run(command).changes);
  return { space, changes };
}

/** What happened to one of everything, and then to what is merged and erased of it. */
function everyChange(): readonly ChangeEntry[] {
  const { space, changes } = everything();
  const commands = [
    'CREATE CONCEPT ?twin { TYPE "Person" NAME "Alicia" }',
    'MERGE CONCEPT "C-3" INTO "C-1"',
    'PURGE PAYLOAD "E-1" CONFIRM "PURGE"',
    'PURGE "A-2" CONFIRM "PURGE"',
    'PURGE "C-1" REFERENCE POLICY "tombstone_reference" CONFIRM "PURGE"',
    'PURGE "P-2" REFERENCE POLICY "tombstone_reference" CONFIRM "PURGE"',
  ];
  return [...changes, ...commands.flatMap((command) => space.run(command).changes)];
}

describe.skipIf(!existsSync(schemas))("What is written", () => {
  if (!existsSync(schemas)) console.log("skipped: no ../shared");

  it("has the shape of the published element schema", () => {
    const validator = validatorOf("kip-element");
    for (const element of everything().space.all()) {
      const { valid, errors } = validator.validate(element);
      expect({ id: element.id, valid, errors }).toEqual({ id: element.id, valid: true, errors: [] });
    }
  });

  it("is announced in the shape of the published change envelope", () => {
    const changes = everyChange();
    const envelope = {
      kip: "2.0",
      space_id: "kip:space:test",
      space_seq: 1,
      tx_id: "kip:space:test#1",
      committed_at: "2026-10-01T00:00:00.000Z",
      transaction_class: "cognitive",
      schema_environment_version: 2,
      changes,
    };
    const { valid, errors } = validatorOf("kip-change-envelope").validate(envelope);
    expect({ valid, errors }).toEqual({ valid: true, errors: [] });
    expect(new Set(changes.map(({ op }) => op))).toEqual(
      new Set(["create", "update", "lifecycle", "retention", "merge", "purge", "payload_purge"]),
    );
  });

  it("never puts a value into a change entry", () => {
    const text = JSON.stringify(everyChange());
    for (const value of ["Alice", "Alicia", "+08:00", "blob:1", "short", "urn:a"])
      expect(text).not.toContain(value);
  });
});
