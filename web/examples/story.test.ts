import { describe, expect, it } from "vitest";
import { parse } from "../../src/lang/index.js";
import { STORIES } from "./index.js";
import { capture, handles, references } from "./story.js";

describe("what steps hand on", () => {
  it("captures a value where the step says it is", () => {
    const result = { handles: { claim: "A-1", alice: "C-1" } };
    expect(capture({ old: "/handles/claim" }, result)).toEqual({ old: "A-1" });
    expect(capture(handles("alice"), result)).toEqual({ alice: "C-1" });
    expect(capture({ first: "/0/1" }, [["a", "b"]])).toEqual({ first: "b" });
  });

  it("captures nothing where nothing is", () => {
    expect(capture(handles("alice"), null)).toEqual({});
    expect(capture({ x: "/toString/call" }, {})).toEqual({});
  });

  it("refers to elements by id", () => {
    expect(references("alice")({ alice: "C-1", other: "C-2" })).toEqual({ alice: { id: "C-1" } });
  });
});

describe.each(STORIES)("the example $title", ({ steps }) => {
  it("captures every value a later step needs before it needs it", () => {
    const known: Record<string, string> = {};
    for (const step of steps) {
      expect(Object.keys(step.parameters?.({}) ?? {}).filter((name) => !(name in known))).toEqual([]);
      for (const name of Object.keys(step.captures ?? {})) known[name] = "X-1";
    }
  });

  it("is written in KIP that nothing is wrong with", () => {
    expect(steps.flatMap(({ command }) => parse(command).diagnostics)).toEqual([]);
  });

  it("binds exactly the parameters its commands name", () => {
    for (const step of steps) {
      const named = new Set([...step.command.matchAll(/[^:\w]:([a-z_]+)/g)].map(([, name]) => name));
      expect(new Set(Object.keys(step.parameters?.({}) ?? {}))).toEqual(named);
    }
  });

  it("gives every claim and every record it creates a client key, so that it can be played twice", () => {
    for (const { command } of steps) {
      const created = command.match(/\b(CREATE (CONCEPT|EVIDENCE)|ASSERT \S*)/g)?.length ?? 0;
      const keyed = command.match(/\b(CLIENT KEY|key:) "/g)?.length ?? 0;
      expect(keyed).toBe(created);
    }
  });
});
