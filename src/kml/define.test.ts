import { describe, expect, it } from "vitest";
import { codeOf, errorOf, TestSpace } from "./test/space.js";

const mentors = `DEFINE PREDICATE "mentors" {
  description: "The subject mentors the object.",
  subject: {concept_types: ["Person"]},
  object: {concept_types: ["Person"]}
}`;

describe("DEFINE", () => {
  it("answers with the exact reference and the environment version, and writes no element", () => {
    const space = new TestSpace();
    const before = space.state.environment.version;
    expect(space.run(mentors)).toEqual({
      summary: { ref: "kip://local/draft@0.0.0/mentors", schema_environment_version: before + 1 },
      changes: [],
      effect: true,
    });
    expect(space.state.environment.version).toBe(before + 1);
    expect(space.all()).toEqual([]);
  });

  it("is nothing before it is committed", () => {
    const space = new TestSpace();
    const overlay = space.begin();
    space.execute(overlay, mentors);
    expect(overlay.environment.hasName("PredicateType", "mentors")).toBe(true);
    expect(space.state.environment.hasName("PredicateType", "mentors")).toBe(false);
  });

  it("makes a symbol that elements are written with and keep by its exact reference", () => {
    const space = new TestSpace();
    space.run('DEFINE CONCEPT TYPE "Instrument" {description: "A musical instrument."}');
    space.run(
      'DEFINE PREDICATE "plays" {description: "What the subject plays.", object: {concept_types: ["Instrument"]}}',
    );
    space.run(`MUTATE {
      CREATE CONCEPT ?ada { TYPE "Person" NAME "Ada" }
      CREATE CONCEPT ?violin { TYPE "Instrument" NAME "Violin" SET ATTRIBUTES {family: "strings"} }
      ENSURE PROPOSITION ?p (?ada, "plays", ?violin)
    }`);
    expect(space.find('FIND(?c.schema_ref) WHERE { ?c CONCEPT {type: "Instrument"} }')).toEqual([
      "kip://local/draft@0.0.0/Instrument",
    ]);
    expect(space.find('FIND(?p.predicate_ref) WHERE { ?p (?s, "plays", ?o) }')).toEqual([
      "kip://local/draft@0.0.0/plays",
    ]);
    expect(codeOf(() => space.run('ENSURE PROPOSITION ({id: "C-1"}, "plays", {id: "C-1"})'))).toBe(
      "TypeMismatch",
    );
  });

  it("binds its parameters before it checks anything", () => {
    const space = new TestSpace();
    const define = "DEFINE PREDICATE :name {description: :description, open_world: :open}";
    const parameters = { name: "admires", description: "The subject admires the object.", open: true };
    expect(space.run(define, parameters).summary.ref).toBe("kip://local/draft@0.0.0/admires");
    const refusals = [
      { ...parameters, name: "loves", open: false },
      { ...parameters, name: "loves", description: 3 },
      { ...parameters, name: 7 },
      { ...parameters, name: "no name" },
      { name: "loves", description: "x" },
      parameters,
    ].map((bound) => codeOf(() => space.run(define, bound)));
    expect(refusals).toEqual([
      "ConstraintViolation",
      "ConstraintViolation",
      "TypeMismatch",
      "InvalidIdentifier",
      "ReferenceError",
      "SchemaSymbolConflict",
    ]);
  });

  it("says where in the command the mistake is", () => {
    const space = new TestSpace();
    const placeOf = (text: string) => {
      const { from, to } = errorOf(() => space.run(text))?.details ?? {};
      return text.slice(from as number, to as number);
    };
    expect(placeOf('DEFINE PREDICATE "p" {description: "x", object: {literal_types: ["int"]}}')).toBe(
      'literal_types: ["int"]',
    );
    expect(
      placeOf(
        'DEFINE CONCEPT TYPE "T" {description: "x", attributes: {fields: {a: {type: "string", unit: "m"}}}}',
      ),
    ).toBe('unit: "m"');
    expect(placeOf('DEFINE PREDICATE "p" {functional: true}')).toBe("{functional: true}");
    expect(placeOf('DEFINE PREDICATE "prefers" {description: "x"}')).toBe('"prefers"');
  });

  it("leaves the environment as it was when it is refused", () => {
    const space = new TestSpace();
    const { version } = space.state.environment;
    expect(codeOf(() => space.run('DEFINE PREDICATE "closed" {description: "x", open_world: false}'))).toBe(
      "ConstraintViolation",
    );
    expect(space.state.environment.version).toBe(version);
  });
});
