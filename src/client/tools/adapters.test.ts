import { describe, expect, it } from "vitest";
import { aiSdkTools, anthropicTools, callKipTool, type JsonSchema, openAiTools } from "./index.js";
import { recordingTarget } from "./tools.fixture.js";

function rootOf(schema: JsonSchema): readonly string[] {
  return Object.keys(schema).sort();
}

function nested(schema: unknown): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]) => [name, ...nested(value)]);
}

describe("a schema for a provider", () => {
  it("has no choice at its root, where OpenAI and Anthropic refuse one, and tells it in words", () => {
    const { target } = recordingTarget();
    const openAi = openAiTools(target).tools.map(({ function: { parameters, description } }) => ({
      parameters,
      description,
    }));
    const anthropic = anthropicTools(target).tools.map(({ input_schema, description }) => ({
      parameters: input_schema,
      description,
    }));
    for (const { parameters, description } of [...openAi, ...anthropic]) {
      expect(rootOf(parameters)).toEqual(["additionalProperties", "properties", "type"]);
      expect(nested(parameters)).not.toContain("oneOf");
      expect(description).toContain("either command or operations");
    }
  });
});

describe("an adapter", () => {
  it("answers an OpenAI-style call with the message to send next", async () => {
    const { target, calls } = recordingTarget();
    const { run, tools } = openAiTools(target);
    expect(tools.map(({ function: { name } }) => name)).toEqual(["execute_kip_readonly", "execute_kip"]);
    const message = await run({
      id: "call-1",
      function: { name: "execute_kip", arguments: '{"command":"X"}' },
    });
    expect(message).toMatchObject({ role: "tool", tool_call_id: "call-1" });
    expect(JSON.parse(message.content)).toMatchObject({ status: "succeeded" });
    expect(calls).toEqual([{ method: "executeKip", args: { command: "X" } }]);
  });

  it("answers an Anthropic-style call with its block, and says when nothing succeeded", async () => {
    const use = { id: "use-1", name: "execute_kip_readonly", input: { command: "X" } };
    const worked = await anthropicTools(recordingTarget().target).run(use);
    expect(worked).toMatchObject({ type: "tool_result", tool_use_id: "use-1", is_error: false });
    const failed = await anthropicTools(recordingTarget("failed").target).run(use);
    expect(failed.is_error).toBe(true);
  });

  it("hands the AI SDK's own schema function the schema, and executes", async () => {
    const { target, calls } = recordingTarget();
    const tools = aiSdkTools(target, (schema) => ({ wrapped: schema.type }));
    expect(tools.execute_kip?.inputSchema).toEqual({ wrapped: "object" });
    await tools.execute_kip_readonly?.execute({ operations: ["X"] });
    expect(calls).toEqual([{ method: "executeKipReadonly", args: { operations: ["X"] } }]);
  });

  it("offers, and carries out, only the reading tool when that is the choice", async () => {
    const { target, calls } = recordingTarget();
    const choice = { readonly: true };
    expect(openAiTools(target, choice).tools).toHaveLength(1);
    expect(anthropicTools(target, choice).tools.map(({ name }) => name)).toEqual(["execute_kip_readonly"]);
    expect(Object.keys(aiSdkTools(target, (schema) => schema, choice))).toEqual(["execute_kip_readonly"]);
    const { content } = await openAiTools(target, choice).run({
      id: "1",
      function: { name: "execute_kip", arguments: '{"command":"X"}' },
    });
    expect(JSON.parse(content)).toMatchObject({
      status: "failed",
      error: { code: "InvalidRequestEnvelope" },
    });
    expect(calls).toEqual([]);
  });
});

describe("a call no tool can carry out", () => {
  it("is answered with what to do instead, and reaches nothing", async () => {
    const { target, calls } = recordingTarget();
    for (const [name, input] of [
      ["execute_sql", { command: "X" }],
      ["constructor", {}],
      ["execute_kip", '{"command": "DESCRIBE PRIMER"'],
    ] as const) {
      const response = await callKipTool(target, name, input);
      expect(response).toMatchObject({ status: "failed", error: { code: "InvalidRequestEnvelope" } });
      expect(response.error?.hint).toMatch(/execute_kip|JSON object/);
    }
    expect(calls).toEqual([]);
  });

  it("is refused where its text says two things at once, or a number the protocol has not", async () => {
    const { target, calls } = recordingTarget();
    for (const [text, code] of [
      ['{"command": "DESCRIBE PROTOCOL", "command": "CREATE CONCEPT ?c {}"}', "InvalidRequestEnvelope"],
      ['{"command": "X", "parameters": {"a": {"b": 1, "\\u0062": 2}}}', "InvalidRequestEnvelope"],
      ['{"command": "X", "parameters": {"n": 9007199254740993}}', "ConstraintViolation"],
    ] as const) {
      const { content } = await openAiTools(target).run({
        id: "1",
        function: { name: "execute_kip", arguments: text },
      });
      expect(JSON.parse(content)).toMatchObject({ status: "failed", results: [], error: { code } });
    }
    expect(calls).toEqual([]);
  });

  it("does not throw when the target does", async () => {
    const broken = {
      executeKip: () => Promise.reject(new Error("gone")),
      executeKipReadonly: () => Promise.reject(new Error("gone")),
    };
    expect(await callKipTool(broken, "execute_kip", { command: "X" })).toMatchObject({
      status: "failed",
      error: { code: "InternalError" },
    });
  });
});
