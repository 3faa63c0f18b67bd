/** What a page imports: opening a Nexus, and the shapes it speaks in. */

export type { SchemaOutline } from "../lang/index.js";
export type {
  ChangeEnvelope,
  ElementRef,
  IdentityDecision,
  JsonObject,
  JsonValue,
  Projection,
  ProjectionBasis,
  RequestEnvelope,
  ResponseEnvelope,
  SlotProjection,
} from "../model/index.js";
export { asKipError, KipError, type KipErrorShape } from "../model/index.js";
export type { ActionBriefing, BriefingContest, BriefingKnowledge, RecallRequest } from "../recall/index.js";
export type {
  ExecuteKipArguments,
  ExecuteKipReadonlyArguments,
  ExplainedStep,
  Explanation,
  IdentityRepair,
  IdentityRepairOutcome,
  IdentityReview,
  IdentityStanding,
  LiveAnswer,
  LogProblem,
  LogVerification,
  NexusStatus,
  Opening,
  PackageIdentity,
  PromotionResult,
  ProtectedOutcome,
  RecordingRepair,
  RepairOptions,
  ReplacementCommand,
  SchemaChangeResult,
  StagedArtifact,
  ToolOperation,
} from "../runtime/index.js";
export type { Promotion } from "../schema/index.js";
export type { NexusApi, OpenNexusOptions } from "../worker/index.js";
export { deleteNexus, openNexus } from "./open-nexus.js";
export {
  type AiSdkTool,
  type AnthropicTool,
  type AnthropicToolResult,
  type AnthropicToolUse,
  aiSdkTools,
  anthropicTools,
  callKipTool,
  EXECUTE_KIP,
  EXECUTE_KIP_READONLY,
  type JsonSchema,
  KIP_TOOLS,
  type KipToolDefinition,
  type KipToolName,
  type KipToolTarget,
  type OpenAiTool,
  type OpenAiToolCall,
  type OpenAiToolMessage,
  openAiTools,
  registerWebMcpTools,
  type ToolChoice,
} from "./tools/index.js";
