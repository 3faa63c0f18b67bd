/** What a page imports: opening a Nexus, and the shapes it speaks in. */

export type { SchemaOutline } from "../lang/index.js";
export type {
  ChangeEnvelope,
  ElementRef,
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
  LogProblem,
  LogVerification,
  PackageIdentity,
  PromotionResult,
  SchemaChangeResult,
  ToolOperation,
} from "../runtime/index.js";
export type { Promotion } from "../schema/index.js";
export type { NexusApi, OpenNexusOptions } from "../worker/index.js";
export { deleteNexus, openNexus } from "./open-nexus.js";
