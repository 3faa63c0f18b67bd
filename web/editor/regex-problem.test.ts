import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../src/model/index.js";
import { fakeNexus } from "../run/nexus.fixture.js";
import { regexProblem } from "./regex-problem.js";

describe("asking the engine about a pattern", () => {
  it("asks whether a query with it is valid, whatever is in it", async () => {
    const { nexus, seen } = fakeNexus(() => ({ valid: true, errors: [] }));
    expect(await regexProblem(nexus, 'a"\\d')).toBeNull();
    expect(seen).toEqual([
      {
        command: "VALIDATE KQL :query",
        parameters: { query: expect.stringContaining(String.raw`REGEX(?x.name, "a\"\\d")`) },
      },
    ]);
  });

  it("gives the engine's words for what is wrong", async () => {
    const error = { code: "InvalidSyntax", message: "an open group", hint: "Close it." };
    const { nexus } = fakeNexus(() => ({ valid: false, errors: [error] }));
    expect(await regexProblem(nexus, "(")).toEqual({ message: "an open group", hint: "Close it." });
  });

  it("fails when there is no answer", async () => {
    const answers: readonly JsonValue[] = [null, { valid: true }];
    for (const answer of answers) {
      await expect(regexProblem(fakeNexus(() => answer).nexus, "a")).rejects.toThrow("no answer");
    }
  });
});
