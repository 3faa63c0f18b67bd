import { isJsonObject, type JsonObject, type JsonValue, kipError } from "../model/index.js";

/**
 * The artifact a VERIFY or VALIDATE names: a JSON object, or the text of one.
 * @throws `ArtifactParseError` for anything else.
 */
export function readArtifact(value: JsonValue, what: string): JsonObject {
  const parsed: unknown = typeof value === "string" ? parseText(value, what) : value;
  if (isJsonObject(parsed)) return parsed;
  throw notAnArtifact(what, "it is no JSON object");
}

/** A text member of an artifact. @throws `ArtifactParseError` when it is missing or no text. */
export function requiredText(artifact: JsonObject, member: string, what: string): string {
  const value = Object.hasOwn(artifact, member) ? artifact[member] : undefined;
  if (typeof value === "string" && value !== "") return value;
  throw notAnArtifact(what, `it has no ${member}`);
}

/** The error of something that is not the artifact it is said to be. */
export function notAnArtifact(what: string, reason: string) {
  return kipError("ArtifactParseError", `this is no ${what}: ${reason}`, {
    hint: `Bind the ${what} itself as a :parameter, as the JSON object it was issued as.`,
    details: { artifact: what, reason },
  });
}

function parseText(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notAnArtifact(what, "the text is no JSON");
  }
}
