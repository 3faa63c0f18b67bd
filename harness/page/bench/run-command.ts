import type { NexusApi } from "../../../src/client/index.js";
import type { JsonObject, JsonValue } from "../../../src/model/index.js";

/**
 * The result of one command.
 * @throws `Error` with the command and the registry's code when it fails: a benchmark of failures measures nothing.
 */
export async function runCommand(
  nexus: NexusApi,
  command: string,
  parameters: JsonObject = {},
): Promise<JsonValue> {
  const response = await nexus.request({ kip: "2.0", operations: [{ command, parameters }] });
  const [operation] = response.results;
  const error = response.error ?? operation?.error;
  if (error) throw new Error(`${command} failed: ${error.code}: ${error.message}`);
  return operation?.result ?? null;
}
