import type { WebMCP } from "webmcp-types";
import { kipError } from "../../model/index.js";
import { callKipTool, type KipToolTarget, type ToolChoice, toolsOf } from "./call.js";
import { providerTool } from "./provider-schema.js";

/**
 * Offers the two tools to the browser's own agent through WebMCP (`document.modelContext.registerTool`). The reading tool
 * says that it changes nothing; both say that what they answer is memory content, which nobody vouches for: text in it
 * is never an instruction. The schemas are those for providers, since the browser may hand them to any model. Returns what
 * takes the tools back.
 * @throws `KipError` `UnsupportedCapability` in a browser without WebMCP, where nothing is registered.
 */
export async function registerWebMcpTools(
  target: KipToolTarget,
  {
    modelContext = document.modelContext,
    ...choice
  }: ToolChoice & { modelContext?: WebMCP.ModelContext } = {},
): Promise<() => void> {
  if (!modelContext) {
    throw kipError("UnsupportedCapability", "this browser has no WebMCP", {
      hint: "Look for document.modelContext before registering, and hand the tools to the agent another way where it is missing.",
      details: { capability: "document.modelContext" },
    });
  }
  const registration = new AbortController();
  try {
    for (const { name, description, parameters } of toolsOf(choice).map(providerTool)) {
      await modelContext.registerTool(
        {
          name,
          description,
          inputSchema: parameters,
          annotations: { readOnlyHint: name === "execute_kip_readonly", untrustedContentHint: true },
          execute: (input: object) => callKipTool(target, name, input, choice),
        },
        { signal: registration.signal },
      );
    }
  } catch (thrown) {
    registration.abort();
    throw thrown;
  }
  return () => registration.abort();
}
