import type { NexusApi } from "../../src/client/index.js";
import {
  decodeJson,
  isJsonObject,
  type JsonObject,
  kipError,
  type ResponseEnvelope,
} from "../../src/model/index.js";
import { failedOperationResponse, operationResponse, refusedResponse, thrownError } from "./responses.js";

/** The calls of the engine that a line can make. */
export type EngineCalls = Pick<NexusApi, "executeKip" | "executeKipReadonly" | "recall" | "request">;

type Tool = (nexus: EngineCalls, args: unknown) => Promise<ResponseEnvelope>;

// The engine checks every argument itself, as it must for a model's calls, so the casts here promise nothing.
const TOOLS: Readonly<Record<string, Tool>> = {
  execute_kip: (nexus, args) => nexus.executeKip(args as Parameters<EngineCalls["executeKip"]>[0]),
  execute_kip_readonly: (nexus, args) =>
    nexus.executeKipReadonly(args as Parameters<EngineCalls["executeKipReadonly"]>[0]),
  recall: (nexus, args) =>
    nexus.recall(args as Parameters<EngineCalls["recall"]>[0]).then(
      (briefing) => operationResponse(briefing as unknown as JsonObject),
      (thrown) => failedOperationResponse(thrownError(thrown)),
    ),
};

const LINE = {
  what: "the line",
  hint: 'Send one JSON object a line, for example {"kip": "2.0", "operations": [{"command": "DESCRIBE PRIMER"}]}.',
};

/**
 * Answers one line: a request envelope, or a tool's call as `{"tool", "arguments"}`. It never throws: a line that is
 * neither gets a failed response.
 */
export async function answerLine(nexus: EngineCalls, line: string): Promise<ResponseEnvelope> {
  try {
    const value = decodeJson(line, LINE);
    if (isJsonObject(value) && Object.hasOwn(value, "tool")) return await callTool(nexus, value);
    return await nexus.request(value as Parameters<EngineCalls["request"]>[0]);
  } catch (thrown) {
    return refusedResponse(thrownError(thrown), requestIdOf(line));
  }
}

function callTool(
  nexus: EngineCalls,
  { tool, arguments: args = {}, ...rest }: JsonObject,
): Promise<ResponseEnvelope> {
  const call = typeof tool === "string" && Object.hasOwn(TOOLS, tool) ? TOOLS[tool] : undefined;
  if (!call) {
    throw kipError("InvalidRequestEnvelope", `there is no tool ${JSON.stringify(tool)}`, {
      hint: `The tools are ${Object.keys(TOOLS).join(", ")}.`,
      details: { tools: Object.keys(TOOLS) },
    });
  }
  const [stranger] = Object.keys(rest);
  if (stranger !== undefined) {
    throw kipError("InvalidRequestEnvelope", `a tool's call has no member ${JSON.stringify(stranger)}`, {
      hint: 'Send {"tool": "…", "arguments": {…}} and nothing else; what the tool takes goes into its arguments.',
      details: { member: stranger },
    });
  }
  return call(nexus, args);
}

/** The id to echo when a line is refused before the engine saw it, so that its sender can still tell which one. */
function requestIdOf(line: string): string | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (!isJsonObject(value) || typeof value.request_id !== "string") return undefined;
    return value.request_id.length >= 1 && value.request_id.length <= 256 ? value.request_id : undefined;
  } catch {
    return undefined;
  }
}
