import { existsSync, readdirSync, readFileSync } from "node:fs";
import { Validator } from "@cfworker/json-schema";
import { describe, expect, it } from "vitest";
import { EXECUTE_KIP, EXECUTE_KIP_READONLY, KIP_TOOLS } from "./definitions.js";

const seeds = new URL("../../../../shared/seeds/", import.meta.url);
if (!existsSync(seeds)) console.log("skipped: no ../shared");

/** A schema without the sentences that tell a model what it is for. */
function structure(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(structure);
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name, value]) => !(name === "description" && typeof value === "string"))
      .map(([name, value]) => [name, structure(value)]),
  );
}

function accepts(tool: (typeof KIP_TOOLS)[number], input: unknown): boolean {
  return new Validator(tool.parameters as object, "2020-12").validate(input).valid;
}

describe("the tool definitions", () => {
  it.runIf(existsSync(seeds))("are the given ones but for their sentences", () => {
    const given = readdirSync(seeds)
      .map((file) => readFileSync(new URL(file, seeds), "utf8"))
      .filter((text) => text.startsWith("{"))
      .map((text) => JSON.parse(text) as { name: string; parameters: unknown });
    expect(given.map(({ name }) => name).sort()).toEqual(["execute_kip", "execute_kip_readonly"]);
    for (const { name, parameters } of given) {
      const ours = KIP_TOOLS.find((tool) => tool.name === name);
      expect(structure(ours?.parameters)).toEqual(structure(parameters));
    }
  });

  it("take one command, or several operations, and not both", () => {
    for (const tool of KIP_TOOLS) {
      expect(accepts(tool, { command: "DESCRIBE PRIMER" })).toBe(true);
      expect(accepts(tool, { operations: ["DESCRIBE PRIMER", { op_id: "b", command: "LIST TYPES" }] })).toBe(
        true,
      );
      expect(accepts(tool, { command: "DESCRIBE PRIMER", operations: [] })).toBe(false);
      expect(accepts(tool, {})).toBe(false);
      expect(accepts(tool, { operations: [{ op_id: "b" }] })).toBe(false);
      expect(accepts(tool, { command: "DESCRIBE PRIMER", principal: "admin" })).toBe(false);
    }
  });

  it("leave writing's options to the writing tool and the snapshot to the reading one", () => {
    const writing = { operations: ["x"], execution: { mode: "atomic", idempotency_key: "k" } };
    const reading = { operations: ["x"], read: { snapshot_token: "t" } };
    expect([accepts(EXECUTE_KIP, writing), accepts(EXECUTE_KIP_READONLY, writing)]).toEqual([true, false]);
    expect([accepts(EXECUTE_KIP, reading), accepts(EXECUTE_KIP_READONLY, reading)]).toEqual([false, true]);
    expect(accepts(EXECUTE_KIP, { operations: ["x"], execution: { on_error: "stop" } })).toBe(false);
    expect(accepts(EXECUTE_KIP, { operations: ["x"], execution: { mode: "parallel" } })).toBe(false);
  });
});
