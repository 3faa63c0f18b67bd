import { describe, expect, it } from "vitest";
import type { ValidateCommand } from "../lang/index.js";
import { type JsonObject, kipError, type Timestamp } from "../model/index.js";
import { generalPackage } from "../schema/index.js";
import { CURSOR_KEY, commandOf, errorOf, memoryOf } from "./memory.fixture.js";
import { innerParameters, textFindings, validatePackage, validateQuery, validation } from "./validate.js";

// Two commits: what is validated is of the present, however many there were.
const view = memoryOf(
  'CREATE CONCEPT ?p { TYPE "Person" NAME "Alice" }',
  'CREATE CONCEPT ?p { TYPE "Person" NAME "Bob" }',
);
const now = "2026-10-01T00:00:00.000Z" as Timestamp;

const query = (text: string, parameters: JsonObject = {}) =>
  validateQuery(view, text, { parameters, now, cursorKey: CURSOR_KEY });
const codes = ({ errors }: ReturnType<typeof query>) => errors.map(({ code }) => code);

describe("VALIDATE KQL", () => {
  it.each([
    'FIND(?p.name) WHERE { ?p {type: "Person"} } LIMIT 5',
    'FIND(?b) WHERE { ?p {id: "C-99"} ?b BELIEF SLOT (?p, "prefers") }',
    'FIND(?c) WHERE { ?c SEARCH CONCEPT "alice" LIMIT 3 } AS OF SEQ 1',
    'FIND(?b) WHERE { ?b BELIEF SLOT ("C-1", "prefers") } WITH EPISTEMIC {context_refs: ["C-2"]}',
  ])("accepts %s", (text) => {
    expect(query(text)).toEqual({ target: "KQL", valid: true, errors: [], warnings: [] });
  });

  it.each([
    ["FIND(?p WHERE {}", ["InvalidSyntax"]],
    ['FIND(?q) WHERE { ?p {type: "Person"} }', ["InvalidSyntax"]],
    ['FIND(?p) WHERE { ?p {type: "Persn"} }', ["SchemaSymbolNotFound"]],
    ["FIND(?p) WHERE { ?p {id: :id} }", ["ReferenceError"]],
    [
      'FIND(?p) WHERE { ?p {} NOT { ?q {} FILTER(REGEX(?q.name, "(")) } FILTER(REGEX(?p.name, "[")) }',
      ["InvalidSyntax", "InvalidSyntax"],
    ],
    ["FIND(?p) WHERE { ?p CONCEPT {} } LIMIT -1", ["TypeMismatch"]],
    ['FIND(?p) WHERE { ?p CONCEPT {} } CURSOR "no"', ["CursorInvalid"]],
    ['FIND(?p) WHERE { ?p CONCEPT {} } WITH EPISTEMIC {policy: "kip:mine"}', ["ProjectionPolicyUnavailable"]],
    ['FIND(?p) WHERE { ?p CONCEPT {} } WITH EPISTEMIC {context_refs: ["C-9"]}', ["NotFoundOrNotVisible"]],
    ['CREATE CONCEPT ?c { TYPE "Person" NAME "x" }', ["LanguageMismatch"]],
    ["DESCRIBE PRIMER", ["LanguageMismatch"]],
  ])("finds what is wrong with %s", (text, expected) => {
    const found = query(text);
    expect([found.valid, codes(found)]).toEqual([false, expected]);
  });

  it("says where a mistake is and what to do about it", () => {
    const [error] = query('FIND(?p) WHERE { ?p {type: "Persn"} }').errors;
    expect(error).toMatchObject({
      category: "schema",
      hint: expect.stringContaining("Person"),
      details: { from: expect.any(Number) },
    });
  });
});

describe("VALIDATE KML", () => {
  it("reports every static mistake, and leaves the rest to the memory", () => {
    expect(textFindings("KML", "MUTATE { CREATE CONCEPT ?a {} CREATE CONCEPT ?a {} }", "KML")?.valid).toBe(
      false,
    );
    expect(textFindings("KML", "FIND(?c) WHERE { ?c CONCEPT {} }", "KML")).toMatchObject({
      errors: [{ code: "LanguageMismatch" }],
    });
    expect(textFindings("KML", 'CREATE CONCEPT ?c { TYPE "Person" NAME "x" }', "KML")).toBeNull();
  });

  it("takes what the command throws for a finding, but a defect for a defect", () => {
    const refused = validation("KML", () => {
      throw kipError("VersionConflict", "no");
    });
    expect(refused).toMatchObject({ valid: false, errors: [{ code: "VersionConflict" }] });
    const defect = () =>
      validation("KML", () => {
        throw new TypeError("bug");
      });
    expect(defect).toThrow(TypeError);
  });

  const optionsOf = (text: string) => (commandOf(text) as ValidateCommand).options;

  it("binds the command's parameters from the request and from WITH", () => {
    const options = optionsOf("VALIDATE KML :c WITH {parameters: {b: 2, d: :e}}");
    expect(innerParameters({ a: 1, b: 1, e: 5 }, options)).toEqual({ a: 1, b: 2, d: 5, e: 5 });
    expect(innerParameters({ a: 1 }, null)).toEqual({ a: 1 });
  });

  it.each([
    ["WITH {mode: 1}", "SchemaFieldNotFound"],
    ["WITH {parameters: 1}", "TypeMismatch"],
  ])("refuses the option %s", (text, code) => {
    expect(errorOf(() => innerParameters({}, optionsOf(`VALIDATE KML :c ${text}`)))?.code).toBe(code);
  });
});

describe("VALIDATE SCHEMA PACKAGE", () => {
  const { artifact } = generalPackage();

  it("accepts what could be activated, and says why something could not", () => {
    expect(validatePackage(view.environment, artifact)).toMatchObject({ valid: true, errors: [] });
    const broken: JsonObject = {
      format: "KIP-Schema-Package",
      manifest: { package_id: "kip://test/broken", version: "1.0.0" },
      dependencies: [{ package_ref: "kip://nobody/knows@1.0.0", required: true }],
      definitions: {},
    };
    expect(validatePackage(view.environment, broken)).toMatchObject({
      valid: false,
      errors: [{ code: "SchemaPackageUnavailable" }],
    });
    const { integrity: _, ...other } = { ...artifact, model_hints: { use: "differently" } } as JsonObject;
    expect(validatePackage(view.environment, other)).toMatchObject({
      errors: [{ code: "SchemaSymbolConflict" }],
    });
  });
});
