import { describe, expect, test } from "vitest";
import { KeywordIndex } from "../search/index.js";
import { find, Memory, rows } from "./memory.fixture.js";

const memory = new Memory();
const ann = memory.concept("Person", "Ann");
memory.concept("Person", "Ann Bell");
memory.concept("City", "Ann Arbor");
memory.concept("Person", "Bob");
memory.proposition(ann, "likes", "tea");
const view = memory.view();
const search = new KeywordIndex();
search.take(view.seq, memory.elements());
const ask = (text: string, parameters = {}) => rows(view, text, parameters, { search });

describe("a search pattern", () => {
  test("binds its best hits, with the score beside them", () => {
    expect(
      ask(
        `FIND(?p.name, ?p.retrieval.mode) WHERE { ?p SEARCH CONCEPT "ann" WITH TYPE "Person" LIMIT 5 } ORDER BY ?p.retrieval.score DESC`,
      ),
    ).toEqual([
      ["Ann", "keyword"],
      ["Ann Bell", "keyword"],
    ]);
    expect(
      ask(`FIND(?p.name) WHERE { ?p SEARCH CONCEPT :q LIMIT :k FILTER(?p.retrieval.score == 1) }`, {
        q: "Ann",
        k: 9,
      }),
    ).toEqual(["Ann"]);
  });

  test("joins with other patterns in any order, inside OPTIONAL and UNION too", () => {
    const joined = ["Ann"];
    expect(ask(`FIND(?p.name) WHERE { ?p SEARCH CONCEPT "ann" LIMIT 5 (?p, "likes", ?o) }`)).toEqual(joined);
    expect(ask(`FIND(?p.name) WHERE { (?p, "likes", ?o) ?p SEARCH CONCEPT "ann" LIMIT 5 }`)).toEqual(joined);
    expect(
      ask(
        `FIND(?p.name, ?p.retrieval.score) WHERE { ?p {name: "Bob"} UNION { ?p SEARCH CONCEPT "ann" LIMIT 1 } } ORDER BY ?p.name`,
      ),
    ).toEqual([
      ["Ann", 1],
      ["Bob", null],
    ]);
  });

  test("does not store its score, and says what it searched", () => {
    const outcome = find(view, `FIND(?p) WHERE { ?p SEARCH CONCEPT "bob" LIMIT 1 }`, {}, { search });
    expect(outcome.rows[0]).not.toHaveProperty("retrieval");
    expect(outcome).toMatchObject({ usesSearch: true, search: { index_seq: 1, mode: "keyword" } });
  });

  test("is refused without an index, for the past, and with a modifier of another kind", () => {
    const text = `FIND(?p) WHERE { ?p SEARCH CONCEPT "ann" LIMIT 5 }`;
    expect(() => rows(view, text)).toThrow(expect.objectContaining({ code: "SearchIndexUnavailable" }));
    const newer = { search: (...args: Parameters<KeywordIndex["search"]>) => search.search(...args), seq: 9 };
    expect(() => rows(view, `${text} AS OF SEQ 1`, {}, { search: newer })).toThrow(
      expect.objectContaining({ code: "HistoricalSearchUnavailable" }),
    );
    expect(() => ask(`FIND(?p) WHERE { ?p SEARCH PROPOSITION "ann" WITH TYPE "Person" LIMIT 5 }`)).toThrow(
      expect.objectContaining({ code: "InvalidSyntax" }),
    );
  });
});
