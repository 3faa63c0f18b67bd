import { describe, expect, it } from "vitest";
import { errorOf, TestSpace } from "./test/space.js";

/** The error of a command against a Space that holds Alice (C-1) alone. */
function refusal(command: string) {
  const space = new TestSpace();
  space.run('CREATE CONCEPT ?alice { TYPE "Person" NAME "Alice" SET FIELDS {key: "alice"} }');
  const error = errorOf(() => space.run(command));
  if (error === null) throw new Error(`accepted: ${command}`);
  const { code, message, hint, details } = error;
  return { code, hint, text: JSON.stringify([message, hint, details]) };
}

describe("An error about elements that were never made", () => {
  it.each([
    [
      "IdentityConflict",
      'MUTATE { CREATE CONCEPT ?a { TYPE "Person" SET FIELDS {key: "k"} } CREATE CONCEPT ?b { TYPE "Person" SET FIELDS {key: "k"} } }',
      ["?a", "?b"],
    ],
    [
      "ClientKeyConflict",
      'MUTATE { CREATE EVIDENCE ?a { CLIENT KEY "k" SET FIELDS {evidence_class: "m", payload: 1} } CREATE EVIDENCE ?b { CLIENT KEY "k" SET FIELDS {evidence_class: "m", payload: 2} } }',
      ["?a", "?b"],
    ],
    [
      "DuplicateMutationTarget",
      'CREATE CONCEPT ?c { TYPE "Person" NAME "a" SET FIELDS {name: "b"} }',
      ["?c", "NAME"],
    ],
    [
      "VersionConflict",
      'MUTATE { CREATE CONCEPT ?c { TYPE "Person" } UPDATE ?c SET FIELDS {name: "x"} EXPECT VERSION 3 }',
      ["?c"],
    ],
    [
      "InvalidLifecycleTransition",
      'MUTATE { CREATE CONCEPT ?c { TYPE "Person" } TRANSITION ?c TO "retracted" }',
      ["?c"],
    ],
    [
      "EvidenceCorrectionRequired",
      'MUTATE { CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "m", payload: 1} } UPDATE ?e SET FIELDS {payload: 2} }',
      ["creates ?e"],
    ],
    [
      "TypeMismatch",
      'MUTATE { ENSURE PROPOSITION ?p ("C-1", "timezone", "x") CREATE ASSERTION ?a { SET FIELDS {proposition: ?p, asserted_by: ?p, stance: "support", mode: "stated"} } }',
      ["?p is a Proposition"],
    ],
    [
      "StructuralReferenceInvalid",
      'MUTATE { CREATE CONCEPT ?c { TYPE "Counter" SET STRUCTURAL {("items", ?e)} } CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "m", payload: 1} } }',
      ["?e"],
    ],
  ])("%s speaks of handles", (code, command, words) => {
    const error = refusal(command);
    expect(error.code).toBe(code);
    for (const word of words) expect(error.text).toContain(word);
    expect(error.text).not.toMatch(/\b[CPAEX]-[2-9]|\b[PAEX]-1/);
  });

  it("keeps the ids of what does exist, and text that only looks like an id", () => {
    expect(refusal('CREATE CONCEPT ?b { TYPE "Person" SET FIELDS {key: "alice"} }').hint).toContain("C-1");
    expect(refusal('CREATE CONCEPT ?b { TYPE "Person" SET FIELDS {nothing: "C-9"} }').text).not.toContain(
      "?b",
    );
  });

  it("says of an earlier operation's element that it is not there yet", () => {
    const space = new TestSpace();
    const overlay = space.begin();
    const create = 'CREATE CONCEPT ?a { TYPE "Person" SET FIELDS {key: "k"} }';
    space.execute(overlay, create);
    const error = errorOf(() => space.execute(overlay, create));
    expect(error?.code).toBe("IdentityConflict");
    expect(error?.hint).toContain("the Concept that an earlier operation of this request makes");
    expect(error?.hint).not.toContain("C-1");
  });
});
