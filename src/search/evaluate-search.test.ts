import { describe, expect, test } from "vitest";
import { encodeCursor } from "../kql/index.js";
import { parse, type SearchCommand } from "../lang/index.js";
import { asSpaceId, type Element, type JsonObject } from "../model/index.js";
import { SchemaEnvironment } from "../schema/index.js";
import { SpaceState } from "../state/index.js";
import { evaluateSearch } from "./evaluate-search.js";
import { KeywordIndex } from "./keyword-index.js";

const KEY = { secret: "secret", holder: "anybody", view: "view:any" };
const SPACE = asSpaceId("kip:space:test");

/** A Space of equally named Concepts, and its index. */
function crowd(size: number) {
  const elements = Array.from({ length: size }, (_, at) => ({
    id: `C-${at + 1}`,
    kind: "concept",
    schema_ref: "kip://test@1.0.0/Thing",
    name: "Thing",
    aliases: [],
    attributes: {},
    structural: {},
    canonical_id: null,
    merged_into: null,
    facets: {},
    governance: { authority_class: "descriptive" },
    _system: { state: "active" },
  })) as unknown as Element[];
  const state = new SpaceState(SPACE, SchemaEnvironment.core);
  const index = new KeywordIndex();
  const commit = (written: readonly Element[]) => {
    state.apply({ seq: state.seq + 1, elements: written, clientKeys: [] });
    index.take(state.seq, written);
  };
  commit(elements);
  const search = (text: string, parameters: JsonObject = {}) => {
    const { command } = parse(text);
    if (command?.type !== "Search") throw new Error(`no SEARCH: ${text}`);
    return evaluateSearch(state, index, command as SearchCommand, parameters, KEY);
  };
  return { search, commit, elements };
}

describe("SEARCH", () => {
  test("pages through equal scores without skipping or repeating", () => {
    const { search } = crowd(7);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = search(
        `SEARCH CONCEPT "thing" LIMIT 3${cursor ? " CURSOR :cursor" : ""}`,
        cursor ? { cursor } : {},
      );
      seen.push(...page.hits.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(["C-1", "C-2", "C-3", "C-4", "C-5", "C-6", "C-7"]);
  });

  test("says how it searched, and gives an empty list for a miss", () => {
    const { hits, search, nextCursor } = crowd(1).search(`SEARCH CONCEPT "zebra"`);
    expect({ hits, nextCursor }).toEqual({ hits: [], nextCursor: null });
    expect(search).toMatchObject({
      index_seq: 1,
      current_space_seq: 1,
      mode: "keyword",
      consistency: "snapshot",
    });
  });

  test.each([
    [`SEARCH CONCEPT "x" MODE :mode`, { mode: "semantic" }, "SearchModeUnsupported"],
    [`SEARCH CONCEPT "x" THRESHOLD :t`, { t: 1.5 }, "ConstraintViolation"],
    [`SEARCH CONCEPT "x" THRESHOLD :t`, { t: "0.5" }, "TypeMismatch"],
    [`SEARCH CONCEPT :term`, {}, "ReferenceError"],
    [`SEARCH CONCEPT :term`, { term: 7 }, "TypeMismatch"],
    [`SEARCH CONCEPT "x" WITH TYPE :type`, { type: "Ghost" }, "SchemaSymbolNotFound"],
    [`SEARCH CONCEPT "x" LIMIT :n`, { n: -1 }, "TypeMismatch"],
    [`SEARCH CONCEPT "x" AS OF SEQ 0`, {}, "HistoricalSearchUnavailable"],
    [`SEARCH CONCEPT "x" CURSOR :c`, { c: "made up" }, "CursorInvalid"],
  ])("%s with %j is refused", (text, parameters, code) => {
    expect(() => crowd(1).search(text, parameters)).toThrow(expect.objectContaining({ code }));
  });

  test("refuses a cursor of a query, of another search, and of a state that is gone", () => {
    const { search, commit, elements } = crowd(3);
    const kql = encodeCursor(
      KEY,
      { family: "kql", spaceId: SPACE, query: "q", counts: "rows" },
      { offset: 1 },
    );
    const { nextCursor } = search(`SEARCH CONCEPT "thing" LIMIT 1`);
    const continued = (text: string, cursor: string | null) => () =>
      search(`${text} CURSOR :cursor`, { cursor });
    expect(continued(`SEARCH CONCEPT "thing" LIMIT 1`, kql)).toThrow(
      expect.objectContaining({ code: "CursorTypeMismatch" }),
    );
    expect(continued(`SEARCH CONCEPT "other" LIMIT 1`, nextCursor)).toThrow(
      expect.objectContaining({ code: "CursorMismatch" }),
    );
    commit(elements.slice(0, 1));
    expect(continued(`SEARCH CONCEPT "thing" LIMIT 1`, nextCursor)).toThrow(
      expect.objectContaining({ code: "CursorExpired" }),
    );
  });
});
