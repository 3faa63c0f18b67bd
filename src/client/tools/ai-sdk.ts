import type { ResponseEnvelope } from "../../model/index.js";
import { callKipTool, type KipToolTarget, type ToolChoice, toolsOf } from "./call.js";
import type { KipToolDefinition, KipToolName } from "./definitions.js";
import { providerTool } from "./provider-schema.js";

/** One tool for the Vercel AI SDK; `Schema` is whatever its `jsonSchema` returns. */
export interface AiSdkTool<Schema> {
  readonly description: string;
  readonly inputSchema: Schema;
  execute(input: unknown): Promise<ResponseEnvelope>;
}

/**
 * The two tools for the Vercel AI SDK's `generateText` and `streamText`. The SDK's own `jsonSchema` is handed in, so that
 * this library needs no copy of the SDK:
 * `generateText({ model, tools: aiSdkTools(agent, jsonSchema), stopWhen: stepCountIs(8), prompt })`,
 * where `agent` is `await nexus.endpoint({ principal: "agent" })`: the Nexus itself acts as its owner (§30.5).
 * `execute` never rejects: the model reads an error's hint in the envelope it gets back.
 */
export function aiSdkTools<Schema>(
  target: KipToolTarget,
  jsonSchema: (schema: KipToolDefinition["parameters"] & object) => Schema,
  choice: ToolChoice = {},
): Partial<Record<KipToolName, AiSdkTool<Schema>>> {
  return Object.fromEntries(
    toolsOf(choice)
      .map(providerTool)
      .map(({ name, description, parameters }) => [
        name,
        {
          description,
          inputSchema: jsonSchema(parameters),
          execute: (input: unknown) => callKipTool(target, name, input, choice),
        },
      ]),
  );
}
