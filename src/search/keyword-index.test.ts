import { describe, expect, test } from "vitest";
import {
  asSpaceId,
  type Concept,
  commitTxId,
  type Element,
  type ElementId,
  type ElementKind,
  type Evidence,
  elementId,
  NO_IDS,
  type Proposition,
  type Timestamp,
} from "../model/index.js";
import { SchemaEnvironment } from "../schema/index.js";
import { SpaceState, StateOverlay } from "../state/index.js";
import { KeywordIndex } from "./keyword-index.js";
import type { SearchRequest } from "./types.js";

const SPACE = asSpaceId("kip:space:test");
const NOW = "2026-11-01T00:00:00.000Z" as Timestamp;

function envelope<K extends ElementKind>(kind: K, ordinal: number, state = "active") {
  return {
    id: elementId(kind, ordinal),
    kind,
    space_id: SPACE,
    governance: { classification: "internal", authority_class: "descriptive" },
    retention: { retention_class: "standard", expires_at: null, legal_hold: false },
    facets: {},
    _system: {
      version: 1,
      plane_versions: {},
      created_at: NOW,
      updated_at: NOW,
      created_tx: commitTxId(SPACE, 1),
      updated_tx: commitTxId(SPACE, 1),
      state,
      origin: { principal_id: "owner", channel: "test", import_id: null },
      space_seq: 1,
    },
  } as const;
}

function concept(
  ordinal: number,
  name: string,
  parts: Partial<Concept> & { readonly state?: string } = {},
): Concept {
  const { state, ...rest } = parts;
  return {
    ...envelope("concept", ordinal, state),
    schema_ref: "kip://test/people@1.0.0/Person",
    name,
    canonical_id: null,
    aliases: [],
    attributes: {},
    structural: {},
    merged_into: null,
    ...rest,
  };
}

function proposition(
  ordinal: number,
  subject: ElementId,
  predicate: string,
  object: Proposition["object"],
): Proposition {
  return {
    ...envelope("proposition", ordinal),
    subject: { id: subject },
    predicate_ref: `kip://test/people@1.0.0/${predicate}`,
    object,
  };
}

function evidence(ordinal: number, inline: string): Evidence {
  return {
    ...envelope("evidence", ordinal),
    evidence_class: "user_statement",
    payload: { mode: "inline", inline },
    content_digest: "sha256:0",
    observed_at: NOW,
    source: [],
    generated_by: null,
    lifecycle: { status: "active", corrects: [], corrected_by: [] },
  };
}

/** A Space and its index after the same commits. */
class Searched {
  readonly state = new SpaceState(SPACE, SchemaEnvironment.core);
  readonly index = new KeywordIndex();

  constructor(...elements: readonly Element[]) {
    this.commit(...elements);
  }

  commit(...elements: readonly Element[]): void {
    this.state.apply({ seq: this.state.seq + 1, elements, clientKeys: [] });
    this.index.take(this.state.seq, elements);
  }

  hits(term: string, request: Partial<SearchRequest> = {}) {
    return this.index.search(this.state, { kind: "concept", mode: "keyword", term, ...request });
  }

  names(term: string, request: Partial<SearchRequest> = {}): readonly (string | undefined)[] {
    return this.hits(term, request).map(({ name }) => name);
  }
}

describe("keyword search", () => {
  test("finds Concepts by name, alias, key and text, the closest first", () => {
    const space = new Searched(
      concept(1, "Alice Springs"),
      concept(2, "Alice"),
      concept(3, "Bob", { aliases: ["Alice's brother"] }),
      concept(4, "Cyn", { key: "person:alice" }),
      concept(5, "Dan", { attributes: { bio: { about: "Met Alice in Rome" } } }),
      concept(6, "Eve"),
    );
    expect(space.names("alice")).toEqual(["Alice", "Alice Springs", "Bob", "Cyn", "Dan"]);
    expect(space.hits("alice")[0]?.retrieval).toEqual({ score: 1, mode: "keyword" });
  });

  test("reads Chinese, Japanese and Thai without spaces", () => {
    const space = new Searched(
      concept(1, "上海交通大学"),
      concept(2, "東京タワー"),
      concept(3, "ร้านกาแฟริมทะเล"),
    );
    expect(space.names("交通")).toEqual(["上海交通大学"]);
    expect(space.names("大学")).toEqual(["上海交通大学"]);
    expect(space.names("タワー")).toEqual(["東京タワー"]);
    expect(space.names("กาแฟ")).toEqual(["ร้านกาแฟริมทะเล"]);
  });

  test("overlooks case, accents and full width, and takes identifiers apart", () => {
    const space = new Searched(concept(1, "Café Ｍüller"), concept(2, "colorScheme_dark"));
    expect(space.names("cafe MULLER")).toEqual(["Café Ｍüller"]);
    expect(space.names("dark scheme")).toEqual(["colorScheme_dark"]);
  });

  test("falls back on words one letter away only when nothing else is found", () => {
    const space = new Searched(concept(1, "Coffee"), concept(2, "Toffee"));
    expect(space.names("coffee")).toEqual(["Coffee"]);
    expect(space.names("cofee")).toEqual(["Coffee"]);
    expect(space.names("zebra")).toEqual([]);
    expect(space.names("?!")).toEqual([]);
  });

  test("applies the threshold before the limit, and keeps a hit equal to it", () => {
    const space = new Searched(concept(1, "green tea"), concept(2, "green"), concept(3, "green apple"));
    const [best, second] = space.hits("green tea");
    expect(best?.name).toBe("green tea");
    expect(space.hits("green tea", { threshold: second!.retrieval.score })).toHaveLength(3);
    expect(space.names("green tea", { threshold: best!.retrieval.score })).toEqual(["green tea"]);
    expect(space.names("green tea", { limit: 1 })).toEqual(["green tea"]);
  });

  test("breaks ties by age", () => {
    const space = new Searched(...Array.from({ length: 12 }, (_, at) => concept(at + 1, "Twin")));
    expect(space.hits("twin").map(({ id }) => id)).toEqual(
      Array.from({ length: 12 }, (_, at) => `C-${at + 1}`),
    );
  });

  test("keeps to a type or a predicate", () => {
    const space = new Searched(
      concept(1, "Paris"),
      concept(2, "Paris", { schema_ref: "kip://test/people@1.0.0/City" }),
      proposition(1, "C-1" as ElementId, "knows", "Paris"),
      proposition(2, "C-1" as ElementId, "likes", "Paris"),
    );
    expect(space.hits("paris", { types: ["kip://test/people/City"] }).map(({ id }) => id)).toEqual(["C-2"]);
    const predicates = ["kip://test/people/likes"];
    expect(space.hits("paris", { kind: "proposition", predicates }).map(({ id }) => id)).toEqual(["P-2"]);
  });

  test("finds Propositions by endpoints, predicate and Literal, and Evidence by payload", () => {
    const space = new Searched(
      concept(1, "Ann"),
      concept(2, "Oslo"),
      proposition(1, "C-1" as ElementId, "lives_in", { id: "C-2" as ElementId }),
      proposition(2, "C-1" as ElementId, "likes", "black coffee"),
      evidence(1, "I moved to Oslo last spring"),
    );
    const found = (term: string) => space.hits(term, { kind: "proposition" });
    expect(found("ann oslo").map(({ id }) => id)).toEqual(["P-1", "P-2"]);
    expect(found("lives in")[0]).toMatchObject({ id: "P-1", snippet: "Ann lives_in Oslo" });
    expect(found("coffee").map(({ snippet }) => snippet)).toEqual(['Ann likes "black coffee"']);
    expect(space.hits("spring", { kind: "evidence" })[0]?.snippet).toBe(
      "user_statement: I moved to Oslo last spring",
    );
  });
});

describe("the index", () => {
  test("follows renames, also where another element is found by the name", () => {
    const space = new Searched(concept(1, "Ann"), proposition(1, "C-1" as ElementId, "likes", "tea"));
    expect(space.hits("ann", { kind: "proposition" })).toHaveLength(1);
    space.commit(concept(1, "Beth"));
    expect(space.names("ann")).toEqual([]);
    expect(space.hits("ann", { kind: "proposition" })).toEqual([]);
    expect(space.hits("beth", { kind: "proposition" })).toHaveLength(1);
  });

  test("drops what leaves ordinary recall, and takes it back", () => {
    const space = new Searched(concept(1, "Ann"));
    space.commit(concept(1, "Ann", { state: "archived" }));
    expect(space.names("ann")).toEqual([]);
    space.commit(concept(1, "Ann"));
    expect(space.names("ann")).toEqual(["Ann"]);
  });

  test("gives the same score whatever else is stored or hidden", () => {
    const alone = new Searched(concept(1, "Ann of Oslo"));
    const crowd = new Searched(
      concept(1, "Ann of Oslo"),
      ...Array.from({ length: 50 }, (_, at) => concept(at + 2, "Oslo")),
    );
    expect(crowd.hits("ann oslo").find(({ id }) => id === "C-1")).toEqual(alone.hits("ann oslo")[0]);
  });

  test("finds nothing through the name of an element that is not in the view", () => {
    const space = new Searched(
      concept(1, "Secret agent"),
      concept(2, "Ann"),
      proposition(1, "C-2" as ElementId, "knows", { id: "C-1" as ElementId }),
    );
    const { state, index } = space;
    const visible = Object.create(state, {
      element: { value: (id: ElementId) => (id === "C-1" ? undefined : state.element(id)) },
      environment: { value: state.environment },
    }) as SpaceState;
    const request = { kind: "proposition", mode: "keyword", term: "secret" } as const;
    expect(index.search(state, request)).toHaveLength(1);
    expect(index.search(visible, request)).toEqual([]);
    expect(index.search(visible, { ...request, term: "knows" })[0]?.snippet).toBe("Ann knows C-1");
  });

  test("says where it stands, and does not pass an older state off as a transaction's own", () => {
    const { state, index } = new Searched(concept(1, "Ann"));
    expect(index.seq).toBe(1);
    const overlay = new StateOverlay(state, NO_IDS);
    expect(index.search(overlay, { kind: "concept", mode: "keyword", term: "ann" })).toHaveLength(1);
    overlay.put(concept(1, "Beth"));
    expect(() => index.search(overlay, { kind: "concept", mode: "keyword", term: "ann" })).toThrow(
      expect.objectContaining({ code: "SearchIndexUnavailable" }),
    );
  });
});

describe("a snippet", () => {
  test("is one line of plain text around the word that was found", () => {
    const long = `${"x ".repeat(100)}needle\n<b>here</b> ${"y ".repeat(100)}`;
    const [hit] = new Searched(concept(1, "Ann", { attributes: { long } })).hits("needle");
    expect(hit?.snippet).toMatch(/^Ann: ….*needle <b>here<\/b> .*…$/);
    expect([...(hit?.snippet ?? "")].length).toBeLessThanOrEqual(160);
  });
});
