import { asKipError, decodeJson, kipError, type ResponseEnvelope } from "../../model/index.js";
import type { NexusApi } from "../../worker/index.js";
import { KIP_TOOLS, type KipToolDefinition, type KipToolName } from "./definitions.js";

/** Whatever the two tools can be called on: an open Nexus, or an endpoint of one. */
export type KipToolTarget = Pick<NexusApi, "executeKip" | "executeKipReadonly">;

/** Which of the tools a model is given. */
export interface ToolChoice {
  /** Only the reading tool. Default: both. */
  readonly readonly?: boolean;
}

/** The definitions of the chosen tools. */
export function toolsOf({ readonly = false }: ToolChoice = {}): readonly KipToolDefinition[] {
  return KIP_TOOLS.filter(({ name }) => !readonly || name === "execute_kip_readonly");
}

/** Text that some providers send for arguments is read as strictly as any other request (§70.2). */
const ARGUMENTS = {
  what: "the text of the arguments",
  hint: 'Send one JSON object, such as {"command": "DESCRIBE PRIMER"}. Inside it, write " as \\" and a new line as \\n.',
};

/**
 * Carries out a model's call of one of the two tools: `input` is the arguments, as an object or as the JSON text some
 * providers send. Always resolves, with a response envelope (§81): a name or a text that is none is answered with
 * `InvalidRequestEnvelope` and a hint for the model, like every other mistake.
 */
export async function callKipTool(
  target: KipToolTarget,
  name: string,
  input: unknown,
  choice: ToolChoice = {},
): Promise<ResponseEnvelope> {
  try {
    const args = typeof input === "string" ? decodeJson(input, ARGUMENTS) : input;
    switch (requireTool(name, choice)) {
      case "execute_kip":
        return await target.executeKip(args as Parameters<NexusApi["executeKip"]>[0]);
      case "execute_kip_readonly":
        return await target.executeKipReadonly(args as Parameters<NexusApi["executeKipReadonly"]>[0]);
    }
  } catch (thrown) {
    return { kip: "2.0", status: "failed", results: [], error: asKipError(thrown).toShape() };
  }
}

/** A tool that was not offered is refused even where the target could do it: what a model names grants nothing. */
function requireTool(name: string, choice: ToolChoice): KipToolName {
  const names = toolsOf(choice).map((tool) => tool.name);
  const found = names.find((known) => known === name);
  if (found) return found;
  throw kipError("InvalidRequestEnvelope", `there is no tool ${JSON.stringify(name)} here`, {
    hint: `Call ${names.join(" or ")}.`,
    details: { tool: name, tools: names },
  });
}
