import { callKipTool, type KipToolTarget, type ToolChoice, toolsOf } from "./call.js";
import type { JsonSchema, KipToolName } from "./definitions.js";
import { providerTool } from "./provider-schema.js";

/** A tool in the shape of OpenAI's chat completions, which many other providers and local servers share. */
export interface OpenAiTool {
  readonly type: "function";
  readonly function: {
    readonly name: KipToolName;
    readonly description: string;
    readonly parameters: JsonSchema;
  };
}

/** The part of a model's tool call that is read. */
export interface OpenAiToolCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

/** The message that answers a tool call. */
export interface OpenAiToolMessage {
  readonly role: "tool";
  readonly tool_call_id: string;
  /** The response envelope as JSON text. */
  readonly content: string;
}

/**
 * The two tools for OpenAI-style function calling: `tools` goes into the request, `run` answers each entry of the
 * message's `tool_calls` with the message to send next. `run` never rejects.
 */
export function openAiTools(
  target: KipToolTarget,
  choice: ToolChoice = {},
): { readonly tools: OpenAiTool[]; run(call: OpenAiToolCall): Promise<OpenAiToolMessage> } {
  return {
    tools: toolsOf(choice)
      .map(providerTool)
      .map((tool) => ({ type: "function", function: tool })),
    run: async ({ id, function: { name, arguments: text } }) => ({
      role: "tool",
      tool_call_id: id,
      content: JSON.stringify(await callKipTool(target, name, text, choice)),
    }),
  };
}
