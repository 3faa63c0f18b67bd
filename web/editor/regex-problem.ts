import type { RegexProblem } from "../../src/lang/editor/index.js";
import { isJsonObject } from "../../src/model/index.js";
import type { NexusApi } from "../nexus.js";

/**
 * What the engine says of a regular expression, or null when it takes it. The engine runs in its worker and the dialect
 * is its own, so it is asked the way any client asks: whether a query with that pattern is valid.
 * @throws `Error` when it does not answer.
 */
export async function regexProblem(nexus: NexusApi, pattern: string): Promise<RegexProblem | null> {
  const query = `FIND(?x.name) WHERE { ?x {} FILTER(REGEX(?x.name, ${JSON.stringify(pattern)})) }`;
  const { results } = await nexus.executeKipReadonly({
    command: "VALIDATE KQL :query",
    parameters: { query },
  });
  const result = results[0]?.result;
  if (!isJsonObject(result) || !Array.isArray(result.errors)) throw new Error("no answer");
  const [error] = result.errors;
  if (!isJsonObject(error)) return null;
  return { message: String(error.message), hint: String(error.hint ?? "") };
}
