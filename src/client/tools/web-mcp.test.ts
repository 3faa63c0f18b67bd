import { describe, expect, it } from "vitest";
import type { WebMCP } from "webmcp-types";
import { registerWebMcpTools } from "./index.js";
import { recordingTarget } from "./tools.fixture.js";

/** What a browser with WebMCP does with a registration, as far as this library can tell. */
function modelContext(refuse?: string) {
  const tools = new Map<string, WebMCP.ModelContextTool>();
  const registerTool = async (tool: WebMCP.ModelContextTool, { signal }: { signal?: AbortSignal } = {}) => {
    if (tool.name === refuse) throw new DOMException("taken", "InvalidStateError");
    tools.set(tool.name, tool);
    signal?.addEventListener("abort", () => tools.delete(tool.name));
  };
  return { tools, context: { registerTool } as unknown as WebMCP.ModelContext };
}

describe("registerWebMcpTools", () => {
  it("registers both tools, says which one only reads, and that what they answer is untrusted", async () => {
    const { target, calls } = recordingTarget();
    const { tools, context } = modelContext();
    const withdraw = await registerWebMcpTools(target, { modelContext: context });
    expect([...tools.values()].map(({ name, annotations }) => [name, annotations])).toEqual([
      ["execute_kip_readonly", { readOnlyHint: true, untrustedContentHint: true }],
      ["execute_kip", { readOnlyHint: false, untrustedContentHint: true }],
    ]);
    const { signal } = new AbortController();
    const answer = await tools.get("execute_kip")?.execute({ command: "X" }, { signal });
    expect(answer).toMatchObject({ status: "succeeded" });
    expect(calls).toEqual([{ method: "executeKip", args: { command: "X" } }]);
    withdraw();
    expect(tools.size).toBe(0);
  });

  it("takes back the first tool when the second cannot be registered", async () => {
    const { tools, context } = modelContext("execute_kip");
    await expect(registerWebMcpTools(recordingTarget().target, { modelContext: context })).rejects.toThrow(
      "taken",
    );
    expect(tools.size).toBe(0);
  });

  it("says so where the browser has no WebMCP", async () => {
    const nowhere = { modelContext: undefined as unknown as WebMCP.ModelContext };
    const before = Object.getOwnPropertyDescriptor(globalThis, "document");
    Object.defineProperty(globalThis, "document", { value: {}, configurable: true });
    try {
      await expect(registerWebMcpTools(recordingTarget().target, nowhere)).rejects.toMatchObject({
        code: "UnsupportedCapability",
        hint: expect.stringContaining("document.modelContext"),
      });
    } finally {
      if (before) Object.defineProperty(globalThis, "document", before);
      else Reflect.deleteProperty(globalThis, "document");
    }
  });
});
