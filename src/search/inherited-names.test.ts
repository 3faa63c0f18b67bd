import { expect, test } from "vitest";
import { parse, type SearchCommand } from "../lang/index.js";
import { asSpaceId, type Element } from "../model/index.js";
import { SchemaEnvironment } from "../schema/index.js";
import { SpaceState } from "../state/index.js";
import { evaluateSearch } from "./evaluate-search.js";
import { KeywordIndex } from "./keyword-index.js";

/** Names every plain object seems to have. */
const INHERITED = Object.getOwnPropertyNames(Object.prototype);

function memoryWith(names: readonly string[]) {
  const elements = names.map((name, at) => ({
    id: `C-${at + 1}`,
    kind: "concept",
    schema_ref: "kip://test@1.0.0/Thing",
    name,
    aliases: [],
    attributes: Object.fromEntries([[name, name]]),
    structural: {},
    canonical_id: null,
    merged_into: null,
    facets: {},
    governance: { authority_class: "descriptive" },
    _system: { state: "active" },
  })) as unknown as Element[];
  const state = new SpaceState(asSpaceId("kip:space:test"), SchemaEnvironment.core);
  const index = new KeywordIndex();
  state.apply({ seq: 1, elements, clientKeys: [] });
  index.take(1, elements);
  return (term: string) => {
    const { command } = parse("SEARCH CONCEPT :term LIMIT 50");
    return evaluateSearch(
      state,
      index,
      command as SearchCommand,
      { term },
      {
        ...{ secret: "s", holder: "anybody", view: "view:any" },
      },
    ).hits;
  };
}

test.each(INHERITED)("%s is found where it stands, and nowhere else", (name) => {
  expect(memoryWith(["Ann", name])(name).map(({ name: found }) => found)).toEqual([name]);
  expect(memoryWith(["Ann"])(name)).toEqual([]);
});
