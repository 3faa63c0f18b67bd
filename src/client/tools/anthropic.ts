import { callKipTool, type KipToolTarget, type ToolChoice, toolsOf } from "./call.js";
import type { JsonSchema, KipToolName } from "./definitions.js";
import { providerTool } from "./provider-schema.js";

/** A tool in the shape of Anthropic's messages. */
export interface AnthropicTool {
  readonly name: KipToolName;
  readonly description: string;
  readonly input_schema: JsonSchema & { readonly type: "object" };
}

/** The part of a `tool_use` block that is read. */
export interface AnthropicToolUse {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** The block that answers a `tool_use`. */
export interface AnthropicToolResult {
  readonly type: "tool_result";
  readonly tool_use_id: string;
  /** The response envelope as JSON text. */
  readonly content: string;
  /** Whether nothing of the call succeeded. */
  readonly is_error: boolean;
}

/**
 * The two tools for Anthropic-style tool use: `tools` goes into the request, `run` answers each `tool_use` block with
 * the `tool_result` block to send next. `run` never rejects.
 */
export function anthropicTools(
  target: KipToolTarget,
  choice: ToolChoice = {},
): { readonly tools: AnthropicTool[]; run(use: AnthropicToolUse): Promise<AnthropicToolResult> } {
  return {
    tools: toolsOf(choice)
      .map(providerTool)
      .map(({ name, description, parameters }) => ({
        name,
        description,
        input_schema: { ...parameters, type: "object" },
      })),
    run: async ({ id, name, input }) => {
      const response = await callKipTool(target, name, input, choice);
      return {
        type: "tool_result",
        tool_use_id: id,
        content: JSON.stringify(response),
        is_error: response.status === "failed",
      };
    },
  };
}
