import { describe, expect, it } from "vitest";
import type { JsonObject, ResponseEnvelope } from "../../src/model/index.js";
import { fakeNexus } from "./nexus.fixture.js";
import { createRunner } from "./runner.js";

const refused: ResponseEnvelope = {
  kip: "2.0",
  status: "failed",
  results: [
    {
      status: "failed",
      error: {
        code: "InvalidSyntax",
        category: "syntax",
        message: "expected WHERE",
        hint: "Add a WHERE block.",
        retry: { class: "requires_different_input" },
        details: { line: 1, column: 10 },
      },
    },
  ],
};

describe("the runner", () => {
  it("sends what the editor and the parameters pane hold", async () => {
    const { nexus, seen } = fakeNexus(() => ["Alice"]);
    const runner = createRunner(() => nexus);
    runner.load("FIND(?p.name) WHERE { ?p {id: :id} }", { id: "C-1" });
    const outcome = await runner.run();
    expect(seen).toEqual([{ command: "FIND(?p.name) WHERE { ?p {id: :id} }", parameters: { id: "C-1" } }]);
    expect(outcome).toMatchObject({ kind: "answered", result: ["Alice"] });
    expect(runner.announcement.value).toMatchObject({ text: "1 row.", urgent: false });
    expect(runner.running.value).toBe(false);
  });

  it("sends nothing while the parameters cannot be read, and says so", async () => {
    const { nexus, seen } = fakeNexus(() => []);
    const runner = createRunner(() => nexus);
    runner.load("FIND(?x) WHERE { ?x CONCEPT {} }", {});
    runner.parameters.value = "{";
    expect(await runner.run()).toBeNull();
    expect(seen).toEqual([]);
    expect(runner.announcement.value).toMatchObject({ urgent: true });
    expect(runner.announcement.value.text).toContain("parameters cannot be used");
  });

  it("announces an error with its code, message and hint", async () => {
    const { nexus } = fakeNexus(() => refused);
    const runner = createRunner(() => nexus);
    runner.load("FIND(?x)", {});
    await runner.run();
    expect(runner.announcement.value.text).toBe("InvalidSyntax. expected WHERE. Add a WHERE block.");
    expect(runner.announcement.value.urgent).toBe(true);
  });

  it("reports an engine that threw instead of answering", async () => {
    const { nexus } = fakeNexus(() => []);
    const runner = createRunner(() => ({
      ...nexus,
      executeKip: () => Promise.reject(new Error("worker gone")),
    }));
    runner.load("DESCRIBE PRIMER", {});
    expect(await runner.run()).toMatchObject({
      kind: "refused",
      error: { code: "InternalError", message: "worker gone" },
    });
    expect(runner.running.value).toBe(false);
  });

  it("appends the next page, asking with the same query and parameters", async () => {
    const page = (rows: readonly string[], next_cursor?: string): ResponseEnvelope => ({
      kip: "2.0",
      status: "succeeded",
      results: [{ status: "succeeded", result: rows, ...(next_cursor ? { next_cursor } : {}) }],
    });
    const { nexus, seen } = fakeNexus(({ parameters }) =>
      parameters.next_page === "c1" ? page(["c"]) : page(["a", "b"], "c1"),
    );
    const runner = createRunner(() => nexus);
    runner.load("FIND(?x.name) WHERE { ?x CONCEPT {type: :t} } LIMIT 2", { t: "Person" });
    await runner.run();
    expect(runner.announcement.value.text).toBe("2 rows, and more.");
    await runner.more();
    expect(runner.outcome.value).toMatchObject({ result: ["a", "b", "c"], nextCursor: null });
    expect(seen[1]?.command).toMatch(/LIMIT 2\nCURSOR :next_page$/);
    expect(seen[1]?.parameters).toEqual({ t: "Person", next_page: "c1" } satisfies JsonObject);
  });
});
