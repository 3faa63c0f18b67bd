import { describe, expect, it } from "vitest";
import { kipError, type ResponseEnvelope } from "../../src/model/index.js";
import { answerLine, type EngineCalls } from "./answer-line.js";

/** An engine that answers with the call it received. */
function echo(): EngineCalls {
  const answer = (call: string) => (value: unknown) =>
    Promise.resolve({
      kip: "2.0",
      status: "succeeded",
      results: [{ status: "succeeded", result: { call, value } }],
    } as ResponseEnvelope);
  return {
    executeKip: answer("executeKip"),
    executeKipReadonly: answer("executeKipReadonly"),
    request: answer("request"),
    recall: (value) => Promise.resolve({ recalled: value }) as never,
  };
}

const resultOf = async (line: string) => (await answerLine(echo(), line)).results[0]?.result;

describe("answerLine", () => {
  it("hands a request envelope to the engine as it is", async () => {
    const envelope = { kip: "2.0", operations: [{ command: "DESCRIBE PRIMER" }] };
    expect(await resultOf(JSON.stringify(envelope))).toEqual({ call: "request", value: envelope });
  });

  it("leaves it to the engine to refuse what is no envelope", async () => {
    expect(await resultOf("[1]")).toEqual({ call: "request", value: [1] });
  });

  it("calls each tool with its arguments, an empty object when there are none", async () => {
    const args = { command: "FIND(?c) WHERE { ?c CONCEPT {} }" };
    const line = (tool: string) => JSON.stringify({ tool, arguments: args });
    expect(await resultOf(line("execute_kip"))).toEqual({ call: "executeKip", value: args });
    expect(await resultOf(line("execute_kip_readonly"))).toEqual({ call: "executeKipReadonly", value: args });
    expect(await resultOf('{"tool":"execute_kip"}')).toEqual({ call: "executeKip", value: {} });
  });

  it("answers recall with the briefing as the result of one operation", async () => {
    expect(await answerLine(echo(), '{"tool":"recall","arguments":{"query":"tea"}}')).toEqual({
      kip: "2.0",
      status: "succeeded",
      results: [{ status: "succeeded", result: { recalled: { query: "tea" } } }],
    });
  });

  it("turns a KipError of recall into a failed operation, even one that lost its class on the way", async () => {
    const error = kipError("TypeMismatch", "query is missing", { details: { field: "query" } });
    for (const thrown of [error, { ...error.toShape() }]) {
      const nexus = { ...echo(), recall: () => Promise.reject(thrown) };
      const response = await answerLine(nexus, '{"tool":"recall","arguments":{}}');
      expect(response.status).toBe("failed");
      expect(response.results).toEqual([{ status: "failed", error: error.toShape() }]);
    }
  });

  it.each([
    ["not json", "InvalidRequestEnvelope"],
    ['{"tool":"forget_all"}', "InvalidRequestEnvelope"],
    ['{"tool":7}', "InvalidRequestEnvelope"],
    ['{"tool":"toString"}', "InvalidRequestEnvelope"],
    ['{"tool":"recall","arguments":{},"space":"x"}', "InvalidRequestEnvelope"],
    ['{"kip":"2.0","kip":"2.0"}', "InvalidRequestEnvelope"],
    [
      '{"kip":"2.0","operations":[{"command":"x","parameters":{"n":9007199254740993}}]}',
      "ConstraintViolation",
    ],
  ])("refuses %s", async (line, code) => {
    const response = await answerLine(echo(), line);
    expect(response).toMatchObject({ kip: "2.0", status: "failed", results: [], error: { code } });
    expect(response.error?.hint).not.toBe("");
  });

  it("echoes the request id of a line it refuses, where there is one", async () => {
    const line = '{"request_id":"r-1","kip":"2.0","operations":[{"command":"x","parameters":{"n":1e400}}]}';
    expect((await answerLine(echo(), line)).request_id).toBe("r-1");
    expect(await answerLine(echo(), '{"request_id":7,"a":1e400}')).not.toHaveProperty("request_id");
  });

  it("answers when the engine throws", async () => {
    const nexus = { ...echo(), request: () => Promise.reject(new Error("boom")) };
    const response = await answerLine(nexus, '{"kip":"2.0"}');
    expect(response.error).toMatchObject({ code: "InternalError", message: expect.stringContaining("boom") });
  });
});
