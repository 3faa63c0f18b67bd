import { describe, expect, it } from "vitest";
import { parse } from "../../parse.js";
import { assertMembers, epistemicSettings } from "../docs/clause-members.js";
import { COMMITMENT, labelsAt, offers, offersExactly, offersNone, PERSON } from "./completion.fixture.js";

describe("attributes of the type at hand", () => {
  const attributes = ["summary", "status", "urgent"];
  offersExactly(
    ['CREATE CONCEPT ?x { TYPE "Commitment" SET ATTRIBUTES {|', ...attributes],
    ['CREATE CONCEPT ?x { SET ATTRIBUTES {|} TYPE "Commitment" }', ...attributes],
    [
      'UPSERT CONCEPT ?x { MATCH {type: "Commitment", key: "k"} SET ATTRIBUTES {summary: "s", |',
      "status",
      "urgent",
    ],
    [`UPDATE ?c SET ATTRIBUTES {|} WHERE { ${COMMITMENT} }`, ...attributes],
    [`UPDATE ?c UNSET ATTRIBUTES {|} WHERE { ${COMMITMENT} }`, ...attributes],
    [`FIND(?c.attributes.|) WHERE { ${COMMITMENT} }`, ...attributes, "age"],
    [`FIND(?c) WHERE { ${COMMITMENT} } ORDER BY ?c.attributes.|`, ...attributes, "age"],
    ['FIND(?c) WHERE { ?c {type: "Commitment", attributes: {|', ...attributes, "age"],
    ['FIND(?c) WHERE { ?c {attributes: {|}, type: "Commitment"} }', ...attributes, "age"],
    [`FIND(?c) WHERE { ${COMMITMENT} FILTER(?c.attributes.status == "|") }`, "pending", "fulfilled"],
    [`UPDATE ?c SET ATTRIBUTES {status: "|"} WHERE { ${COMMITMENT} }`, "pending", "fulfilled"],
    ['FIND(?w.attributes.|) WHERE { (?w, "lives_in", ?place) }', "display_name", "born"],
    [
      'FIND(?w.attributes.|) WHERE { ?w SEARCH CONCEPT :t WITH TYPE "Person" LIMIT 1 }',
      "display_name",
      "born",
    ],
    ['FIND(?p.attributes["|"]) WHERE { ?c STRUCTURAL (?x, "owed_to", ?p) }', "display_name", "born"],
    ['MUTATE { CREATE CONCEPT ?p { TYPE "Person" } UPDATE ?p SET ATTRIBUTES {|} }', "display_name", "born"],
  );

  it("are those of every type where none is known", () => {
    expect(labelsAt("UPDATE :id SET ATTRIBUTES {|")).toEqual([
      "display_name",
      "born",
      "summary",
      "status",
      "urgent",
    ]);
  });

  it("are told apart where two statements of a mutation use one name", () => {
    const text = `MUTATE {
      UPDATE ?x SET FIELDS {} WHERE { ?x {type: "Person"} }
      UPDATE ?x SET ATTRIBUTES {|} WHERE { ?x {type: "Commitment"} }
      UPDATE ?x SET FIELDS {} WHERE { ?x {type: "Place"} }
    }`;
    expect(labelsAt(text)).toEqual(attributes);
  });
});

describe("fields", () => {
  offers(
    [`FIND(?who.|) WHERE { ${PERSON} }`, "name", "key", "attributes", "facets", "_system"],
    ["FIND(?a.|) WHERE { ?a ASSERTION {} }", "stance", "mode", "confidence", "valid_time", "lifecycle"],
    ["FIND(?e.|) WHERE { ?e EVIDENCE {} }", "evidence_class", "observed_at"],
    ["FIND(?x.|) WHERE { ?x ACTIVITY {} }", "activity_class", "inputs"],
    ['FIND(?p.|) WHERE { ?p (?x, "speaks", ?y) }', "subject", "canonical_subject", "object"],
    ['FIND(?b.|) WHERE { ?b BELIEF (?x, "speaks", ?y) }', "status", "leading", "support", "basis"],
    ['FIND(?s.|) WHERE { ?s BELIEF SLOT (?x, "speaks") }', "status", "accepted_values"],
    ["FIND(?x.|) WHERE { ?x SEARCH CONCEPT :t LIMIT 1 }", "retrieval", "name"],
    ["FIND(?a.proposition) WHERE { ?a ASSERTION {proposition: ?p} FILTER(?p.|) }", "subject", "object"],
    ["FIND(?x) WHERE { ?x {|} }", "type", "key", "name", "state"],
    ["FIND(?x) WHERE { ?a ASSERTION {|} }", "proposition", "asserted_by", "stance"],
    ["FIND(?x) WHERE { ?a ASSERTION {asserted_by: {|}} }", "type", "key"],
  );
  offersExactly(
    ['FIND(?e.|) WHERE { ?e STRUCTURAL (?x, "owed_to", ?y) }', "index", "source", "field", "target", "role"],
    ['FIND(?b.basis.policy.|) WHERE { ?b BELIEF (:p, "speaks", :q) }', "id", "version"],
    ["FIND(?x.retrieval.|) WHERE { ?x SEARCH CONCEPT :t LIMIT 1 }", "score", "mode"],
    [
      "FIND(?a.lifecycle.|) WHERE { ?a ASSERTION {} }",
      "status",
      "supersedes",
      "superseded_by",
      "retracted_at",
    ],
    ["FIND(?a) WHERE { ?a ASSERTION {valid_time: {|}} }", "from", "until"],
    ["CREATE CONCEPT ?x { SET FIELDS {|", "key", "name", "aliases", "canonical_id"],
    ['UPDATE :x SET FIELDS {name: "a", |', "key", "aliases", "canonical_id"],
    ["SET RETENTION :x {|", "retention_class", "expires_at", "legal_hold"],
    [
      "EXPORT CAPSULE :x WHERE { ?y {} } WITH {include_|",
      "closure",
      "provenance_depth",
      "include_schema",
      "include_blobs",
      "proof_profile",
    ],
  );
  offersNone(
    ["FIND(?a.|) WHERE { ?a ASSERTION {} }", "type", "key", "inputs"],
    [`FIND(?who.|) WHERE { ${PERSON} }`, "type", "state", "retrieval"],
  );

  it("are those of any element where the kind is not known", () => {
    expect(labelsAt("FIND(?x.|) WHERE { (?x, ?p, ?y) }")).toEqual(
      expect.arrayContaining(["name", "stance", "payload", "inputs"]),
    );
  });

  it("have every field the engine's patterns know", () => {
    for (const [pattern, text] of [
      ["?x {", "FIND(?x) WHERE { ?x {|} }"],
      ["?x ASSERTION {", "FIND(?x) WHERE { ?x ASSERTION {|} }"],
    ] as const) {
      for (const name of labelsAt(text)) {
        expect(parse(`FIND(?x) WHERE { ${pattern}${name}: :v} }`).diagnostics).toEqual([]);
      }
    }
  });
});

describe("what a clause takes", () => {
  it("is what ASSERT accepts", () => {
    const names = assertMembers().map(({ name }) => name);
    expect(labelsAt('ASSERT (:a, "speaks", :b) {|}')).toEqual(names);
    const members = names.map((name) => `${name}: ${name === "mode" ? '"stated"' : ":v"}`).join(", ");
    expect(parse(`ASSERT (:a, "speaks", :b) {${members}}`).diagnostics).toEqual([]);
  });

  it("is what WITH EPISTEMIC sets, with the policies of the schema", () => {
    const text = "FIND(?x) WHERE { ?x {} } WITH EPISTEMIC";
    expect(labelsAt(`${text} {|}`)).toEqual(epistemicSettings().map(({ name }) => name));
    expect(labelsAt(`${text} {policy: "|"}`)).toEqual(["kip:structural", "kip:memory-default"]);
    expect(labelsAt(`${text} {explanation: "|"}`)).toEqual(["none", "summary", "ledger"]);
  });

  describe("is what it lists", () => {
    offersExactly(
      [
        'ASSERT (:a, "p", :b) {mode: "|',
        "observed",
        "stated",
        "inferred",
        "predicted",
        "hypothetical",
        "imported",
      ],
      ['ASSERT (:a, "p", :b) {stance: "|', "support", "reject", "uncertain"],
      ['ASSERT (:a, "p", :b) {valid: {|', "from", "until"],
      ['FIND(?a) WHERE { ?a ASSERTION {stance: "|"} }', "support", "reject", "uncertain"],
      ['FIND(?a) WHERE { ?a ASSERTION {} FILTER(?a.stance != "|") }', "support", "reject", "uncertain"],
      ['FIND(?a) WHERE { ?a ASSERTION {} FILTER(IN(?a.stance, ["|', "support", "reject", "uncertain"],
      ['FIND(?x) WHERE { ?x {} FILTER(LITERAL_TYPE(?x) == "|") }', "string", "number", "boolean", "null"],
      [
        'FIND(?x) WHERE { ?x {} FILTER(IS_KIND(?x, "|")) }',
        "concept",
        "proposition",
        "assertion",
        "evidence",
        "activity",
      ],
      [
        'FIND(?b) WHERE { ?b BELIEF (?p) FILTER(?b.status == "|") }',
        "accepted",
        "rejected",
        "contested",
        "uncertain",
        "insufficient",
      ],
      ['SEARCH CONCEPT :t MODE "|', "keyword", "semantic", "hybrid"],
      ['DESCRIBE PRIMER MODE "|', "compact", "full"],
      ['TRANSITION ?a TO "|" WHERE { ?a ASSERTION {} }', "retracted", "superseded", "archived", "tombstoned"],
      ['TRANSITION ?e TO "|" WHERE { ?e EVIDENCE {} }', "corrected", "archived", "tombstoned"],
      ['TRANSITION ?c TO "|" WHERE { ?c {} }', "archived", "tombstoned"],
      ['PURGE :x REFERENCE POLICY "|', "deny_if_referenced", "tombstone_reference", "authorized_cascade"],
      ['PURGE :x CONFIRM "|', "PURGE"],
      ['DESCRIBE EPISTEMIC POLICY "|', "kip:structural", "kip:memory-default"],
      ['DESCRIBE PACKAGE "|', "kip://domains/general@1.0.0", "kip://profiles/cognitive-memory@2.0.0"],
    );
  });

  it("names every move of TRANSITION that the checks know, and no other", () => {
    for (const state of labelsAt('TRANSITION :x TO "|')) {
      const by = state === "superseded" || state === "corrected" ? " BY :y" : "";
      expect(parse(`TRANSITION :x TO "${state}"${by}`).diagnostics).toEqual([]);
    }
  });
});
