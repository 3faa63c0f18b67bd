import { describe, expect, it } from "vitest";
import { parse } from "../../parse.js";
import { AGGREGATE_DOCS, FILTER_DOCS, UPDATE_DOCS } from "../docs/functions.js";
import { completeAt, labelsAt, offersExactly, offersNone, PERSON, textAfter } from "./completion.fixture.js";

describe("functions", () => {
  const aggregates = Object.keys(AGGREGATE_DOCS);
  const filters = Object.keys(FILTER_DOCS);
  offersExactly(
    ["FIND(|", ...aggregates, ...filters],
    ["FIND(?x) WHERE { FILTER(|) }", ...filters, "true", "false", "null"],
    [
      'UPDATE "x" SET FACET "MnemonicState" {salience: |}',
      ...Object.keys(UPDATE_DOCS),
      "true",
      "false",
      "null",
    ],
  );
  offersNone(
    ["FIND(COUNT(|", ...aggregates],
    ["FIND(?x) WHERE { FILTER(|) }", ...aggregates, ...Object.keys(UPDATE_DOCS)],
    ["FIND(?x) WHERE { ?x {} } WITH EPISTEMIC {risk: |}", ...aggregates, ...filters],
  );

  it("are called as the checks want", () => {
    for (const [, , example] of Object.values({ ...AGGREGATE_DOCS, ...FILTER_DOCS })) {
      const variables = [...new Set(example.match(/\?\w+/g))].map((name) => `${name} {}`).join(" ");
      const command = example.startsWith("FIND")
        ? `${example} WHERE { ${variables} }`
        : `FIND(:p) WHERE { ${variables} ${example} }`.replace(
            "FIND(:p)",
            `FIND(${example.match(/\?\w+/)?.[0]})`,
          );
      expect(parse(command).diagnostics, command).toEqual([]);
    }
    for (const [, , example] of Object.values(UPDATE_DOCS)) {
      const command = `UPDATE ?x ${example} WHERE { ?x {} }`;
      expect(parse(command).diagnostics, command).toEqual([]);
    }
  });

  it("are written with their parenthesis", () => {
    expect(textAfter("FIND(co|", "COUNT")).toBe("FIND(COUNT(");
  });
});

describe("variables", () => {
  offersExactly(
    [`FIND(?|) WHERE { ${PERSON} (?who, "speaks", ?what) }`, "?who", "?what"],
    [`FIND(?who) WHERE { ${PERSON} FILTER(?|) }`, "?who"],
    ["FIND(?x) WHERE { ?x {} NOT { ?hidden {} } FILTER(?|) }", "?x"],
    ["FIND(?x) WHERE { ?x {} NOT { ?hidden {} FILTER(?|) } }", "?x", "?hidden"],
    ["FIND(?x) WHERE { ?x {} UNION { ?y {} FILTER(?|) } }", "?y"],
    ["FIND(?x) WHERE { ?x {} UNION { ?y {} } } ORDER BY ?|", "?x", "?y"],
    [
      'MUTATE { CREATE EVIDENCE ?e {} ASSERT ?a (:x, "p", :y) {by: :x, evidence: ?|} CREATE ACTIVITY ?act {} }',
      "?e",
      "?a",
      "?act",
    ],
    ["MUTATE { UPDATE ?x SET FIELDS {} WHERE { ?x {} } UPDATE ?| SET FIELDS {} WHERE { ?y {} } }", "?y"],
  );

  it("are offered with what they stand for", () => {
    const options = completeAt(`FIND(?|) WHERE { ${PERSON} ?b BELIEF (?who, "speaks", ?what) }`)?.options;
    expect(options?.map(({ label, detail }) => [label, detail])).toEqual([
      ["?who", "Person"],
      ["?b", "belief"],
      ["?what", "value"],
    ]);
  });

  it("are not offered where none is legal", () => {
    expect(completeAt("FIND(?x) ?|")).toBeNull();
    expect(completeAt('SEARCH CONCEPT "a" LIMIT ?|')).toBeNull();
  });
});

describe("parameters", () => {
  it("are the bound ones, then those of the text", () => {
    const labels = labelsAt('ASSERT (:|, "speaks", :word) {by: :me}', { parameters: ["alice", "me"] });
    expect(labels).toEqual([":alice", ":me", ":word"]);
  });

  it("are told from the colon of a member", () => {
    expect(labelsAt('ASSERT (:a, "p", :b) {by:|', { parameters: ["alice"] })).toContain(":alice");
    expect(labelsAt("FIND(?x) WHERE { ?x {type:P|} }")).toEqual(expect.arrayContaining(["Person", "Place"]));
    expect(labelsAt("FIND(:|", { parameters: ["alice"] })).toEqual([":alice"]);
  });
});
