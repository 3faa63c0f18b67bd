import { describe, expect, it } from "vitest";
import { schemaFixture } from "../schema.fixture.js";
import { COMMITMENT, labelsAt, offers, offersExactly, offersNone, PERSON } from "./completion.fixture.js";

describe("types", () => {
  const types = ["Person", "Commitment", "Place"];
  offersExactly(
    ['CREATE CONCEPT ?x { TYPE "|" }', ...types],
    ['FIND(?x) WHERE { ?x {type: "|', ...types],
    ['FIND(?x) WHERE { ?x {key: "a", type: "P|"} }', ...types],
    ['FIND(?a) WHERE { ?a ASSERTION {asserted_by: {type: "|"}} }', ...types],
    ['FIND(?x) WHERE { (?x, "speaks", {type: "|"}) }', ...types],
    ['UPSERT CONCEPT ?x { MATCH {type: "|"} }', ...types],
    ['SEARCH CONCEPT :t WITH TYPE "|"', ...types],
    ['DESCRIBE TYPE "|"', ...types],
    ['DEFINE PREDICATE "p" {subject: {concept_types: ["|"]}}', ...types],
  );
  offersNone(
    ['CREATE CONCEPT ?x { NAME "|" }', ...types],
    ['UPDATE :x SET ATTRIBUTES {type: "|"}', ...types],
    ['FIND(?x) WHERE { ?x {name: "|"} }', ...types],
  );
  offers(["CREATE CONCEPT ?x { TYPE |", ...types], ["FIND(?x) WHERE { ?x {type:|", ...types]);
});

describe("predicates", () => {
  describe("come with those first that fit the subject", () => {
    offersExactly(
      [`FIND(?p) WHERE { ${PERSON} (?who, "|", ?p) }`, "lives_in", "speaks", "located_in"],
      ['FIND(?p) WHERE { ({type: "Place"}, "|", ?p) }', "located_in", "lives_in", "speaks"],
      ['ASSERT (:a, "|', "lives_in", "located_in", "speaks"],
      [
        'MUTATE { CREATE CONCEPT ?p { TYPE "Place" } ASSERT (?p, "|", :b) }',
        "located_in",
        "lives_in",
        "speaks",
      ],
      [`FIND(?b) WHERE { ${PERSON} ?b BELIEF (?who, "|", ?x) }`, "lives_in", "speaks", "located_in"],
      ['SEARCH PROPOSITION :t WITH PREDICATE "|"', "lives_in", "located_in", "speaks"],
    );
  });

  it("whose values compete come first in a slot", () => {
    expect(labelsAt('FIND(?s) WHERE { ?s BELIEF SLOT (:a, "|") }')).toEqual([
      "lives_in",
      "located_in",
      "speaks",
    ]);
  });

  describe("fit the subject that the other alternatives of a path have", () => {
    offersExactly(['FIND(?x) WHERE { (?x, "speaks" | "‸", ?y) }', "lives_in", "speaks", "located_in"]);
  });

  it("are written by exact reference where two packages share the name", () => {
    const [first] = schemaFixture.predicates;
    if (!first) throw new Error("the fixture has predicates");
    const twin = { ...first, ref: "kip://other@1.0.0/lives_in" };
    const schema = { ...schemaFixture, predicates: [first, twin] };
    expect(labelsAt('ASSERT (:a, "|', { schema })).toEqual([first.ref, twin.ref]);
  });
});

describe("facets and structural fields", () => {
  offersExactly(
    ['UPDATE :x SET FACET "|', "MnemonicState"],
    ['UPDATE :x UNSET FACET "|', "MnemonicState"],
    ['UPDATE :x SET FIELDS {} EXPECT VERSION 1 OF FACET "|', "MnemonicState"],
    ['FIND(?x.facets["|', "MnemonicState"],
    ["FIND(?x.facets.|) WHERE { ?x {} }", "MnemonicState"],
    ["FIND(?x) WHERE { ?x {facets: {|}} }", "MnemonicState"],
    ['UPDATE :x SET FACET "MnemonicState" {|', "salience", "memory_strength"],
    ['UPDATE :x UNSET FACET "MnemonicState" {salience, |', "memory_strength"],
    [
      'FIND(?x.facets["MnemonicState"].|) WHERE { ?x {} }',
      "salience",
      "memory_strength",
      "effective_strength",
    ],
    ['CREATE ASSERTION ?a { SET STRUCTURAL { ("|', "evidence"],
    ['CREATE ASSERTION ?a { SET STRUCTURAL { ("evidence", :e) {|', "role"],
    ['CREATE ASSERTION ?a { SET STRUCTURAL { ("evidence", :e) {role: "|', "support", "challenge", "context"],
    ['CREATE EVIDENCE ?e { SET STRUCTURAL { ("|', "source", "generated_by"],
    ['TRANSITION :a TO "completed" SET STRUCTURAL { ("|', "inputs", "outputs", "associated_actors"],
    [`UPDATE ?c SET STRUCTURAL { ("|") } WHERE { ${COMMITMENT} }`, "owed_to"],
    [`UPDATE ?c SET STRUCTURAL { ("owed_to", :p) {|} } WHERE { ${COMMITMENT} }`, "index"],
    ["FIND(?x.structural.|) WHERE { ?x {} }", "owed_to", "derived_from"],
  );
  offers(['FIND(?e) WHERE { ?e STRUCTURAL (?x, "|', "owed_to", "derived_from", "inputs", "evidence"]);
  offersNone(
    // Derived from Activities, so nobody writes it.
    ['UPDATE :x SET STRUCTURAL { ("|', "derived_from"],
    [`UPDATE ?p SET STRUCTURAL { ("|") } WHERE { ?p {type: "Person"} }`, "owed_to"],
    ['FIND(?e) WHERE { ?e STRUCTURAL ("|', "owed_to", "inputs"],
  );
});
