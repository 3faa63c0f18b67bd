import { readFileSync } from "node:fs";
import { buildParser } from "@lezer/generator";
import { ExternalTokenizer, type LRParser } from "@lezer/lr";
import { describe, expect, it } from "vitest";
import { packTables } from "../scripts/pack-tables.mjs";
import { keyword, keywordNames, parser, terms } from "./index.js";
import { unpackActions, unpackStates } from "./tables.js";

/** What Lezer keeps of a parser to itself. */
type Tables = LRParser & Readonly<Record<"states" | "data" | "goto", ArrayLike<number>>>;

describe("the parser's tables", () => {
  it("are those that the generator makes of the grammar", () => {
    const built = buildParser(readFileSync("grammar/kip.grammar", "utf8"), {
      externalTokenizer: () => new ExternalTokenizer(() => undefined),
      externalSpecializer: () => () => -1,
      externalPropSource: () => () => null,
    }) as Tables;
    for (const table of ["states", "data", "goto"] as const) {
      expect(Array.from((parser as Tables)[table])).toEqual(Array.from(built[table]));
    }
  });

  it("come back as they were, whatever their numbers", () => {
    const states = Uint32Array.from(
      [
        [0, 70, 0xffff, 2, 0, 0],
        [1, 0xffff_ffff, 0x10000, 88, 0x8_0006, 0x8_0006],
        [0, 8009, 69, 71, 0x10_0007, 0xff_0001],
      ].flat(),
    );
    // An end of each kind, actions of every size, and a tail that is no whole action.
    const data = Uint16Array.from(
      [
        [
          9, 0xffff, 0xffff, 2, 1, 0, 0xffff, 0, 0xffff, 1, 500, 3, 0xfffe, 0, 0, 0xffff, 2, 7, 9, 0xffff, 5,
          3,
        ],
      ].flat(),
    );
    const source = 'import {LRParser} from "@lezer/lr"\n  states: "a\\"b",\n  stateData: "c",\n';
    const packed = packTables(source, { states, data });
    const text = (unpack: string) =>
      JSON.parse(new RegExp(`${unpack}\\((".*")\\)`).exec(packed)?.[1] ?? "null");
    expect(unpackStates(text("unpackStates"))).toEqual(states);
    expect(unpackActions(text("unpackActions"))).toEqual(data);
  });

  it("are looked for, not guessed at", () => {
    expect(() => packTables("export const parser = 1", { states: [], data: [] })).toThrow("no table states");
  });
});

it("keywords have the terms that the tree's nodes have", () => {
  const all: Readonly<Record<string, number>> = terms;
  for (const name of keywordNames) {
    expect([keyword(name), keyword(name.toLowerCase())]).toEqual([all[name], all[name]]);
    expect(parser.nodeSet.types[keyword(name)]?.name).toBe(name);
  }
});
