import { describe, expect, it } from "vitest";
import { askedTuple, conceptsOf } from "./asked.js";

const frank = { id: "C-1" };

describe("the tuple a command asks about", () => {
  it("is read from parameters and literals", () => {
    const tuple = askedTuple('FIND(?b) WHERE { ?b BELIEF (:frank, "speaks", "fr") }', { frank });
    expect(tuple).toEqual({ subject: frank, predicate: "speaks", object: "fr" });
    expect(conceptsOf(tuple)).toEqual(["C-1"]);
  });

  it.each([
    ["a variable is in it", 'FIND(?b) WHERE { ?p {name: "Frank"} ?b BELIEF (?p, "speaks", "fr") }'],
    ["a parameter is missing", 'FIND(?b) WHERE { ?b BELIEF (:nobody, "speaks", "fr") }'],
    [
      "there are two",
      'FIND(?a, ?b) WHERE { ?a BELIEF (:frank, "speaks", "fr") ?b BELIEF (:frank, "speaks", "de") }',
    ],
    ["there is none", "DESCRIBE PRIMER"],
  ])("is unknown when %s", (_why, command) => {
    expect(askedTuple(command, { frank })).toBeNull();
  });
});
