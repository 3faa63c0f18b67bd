import { describe, expect, it } from "vitest";
import { isStateChanging, parse } from "../lang/index.js";
import { asSpaceId } from "../model/index.js";
import { builtInPackages, SchemaEnvironment } from "../schema/index.js";
import { SpaceState } from "../state/index.js";
import { describePrimer, readPrimerMode } from "./primer.js";

const view = new SpaceState(asSpaceId("kip:space:test"), SchemaEnvironment.core.activate(builtInPackages()));
const context = { principal: "principal:test", actors: ["$self", "C-7"], capabilities: ["atomic_batch"] };
const compact = describePrimer(view, "compact", context);

describe("the primer", () => {
  it("tells where one is, as whom, and under which schema", () => {
    expect(compact).toMatchObject({
      execution_context: {
        principal: { id: "principal:test" },
        actor_bindings: [{ self: true, id: null }, { id: null }],
        space: { id: "kip:space:test", space_seq: 0 },
        schema_environment_version: 1,
      },
      cognitive_identity: { self: null },
      schema: { types: { Person: expect.any(String) }, predicates: { prefers: expect.any(String) } },
    });
  });

  it("shows only statements that parse, and calls a write a write", () => {
    for (const [purpose, text] of Object.entries(compact.statements as Record<string, string>)) {
      const { command, diagnostics } = parse(text);
      expect(
        diagnostics.filter(({ severity }) => severity === "error"),
        purpose,
      ).toEqual([]);
      expect(command && isStateChanging(command), purpose).toBe(/something|changed/.test(purpose));
    }
  });

  it("fits a model's context: compact is at most 1,200 tokens of four characters", () => {
    expect(JSON.stringify(compact).length / 4).toBeLessThan(1200);
  });

  it("tells more in full, and nothing else", () => {
    const full = describePrimer(view, "full", context);
    expect(Object.keys(full).filter((name) => name !== "topics")).toEqual(Object.keys(compact));
    expect(full).toMatchObject({
      schema: { types: { Person: { ref: "kip://profiles/cognitive-memory@2.0.0/Person" } } },
    });
  });

  it("has two modes and no other", () => {
    expect([readPrimerMode(undefined), readPrimerMode("full")]).toEqual(["compact", "full"]);
    expect(() => readPrimerMode("loud")).toThrowError(
      expect.objectContaining({ code: "ConstraintViolation" }),
    );
  });
});
