/** The two tools, as models are told about them, and adapters for the libraries that call models. */

export { type AiSdkTool, aiSdkTools } from "./ai-sdk.js";
export {
  type AnthropicTool,
  type AnthropicToolResult,
  type AnthropicToolUse,
  anthropicTools,
} from "./anthropic.js";
export { callKipTool, type KipToolTarget, type ToolChoice } from "./call.js";
export {
  EXECUTE_KIP,
  EXECUTE_KIP_READONLY,
  type JsonSchema,
  KIP_TOOLS,
  type KipToolDefinition,
  type KipToolName,
} from "./definitions.js";
export { type OpenAiTool, type OpenAiToolCall, type OpenAiToolMessage, openAiTools } from "./openai.js";
export { registerWebMcpTools } from "./web-mcp.js";
