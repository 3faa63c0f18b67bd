import { isJsonObject, type JsonObject, type JsonValue, kipError } from "../model/index.js";

/** The longest artifact that is looked at, in characters of its JSON text. */
export const MAX_ARTIFACT_LENGTH = 8_000_000;

/**
 * The artifact a VERIFY or VALIDATE names: a JSON object, or the text of one. Any other text would be the handle of a
 * staged artifact, which is opaque and never a path or an address (§85.2).
 * @throws `ArtifactParseError` for what is no JSON object, `ArtifactTooLarge` beyond `MAX_ARTIFACT_LENGTH`,
 * `ArtifactUnavailable` for a handle, since nothing is staged here.
 */
export function readArtifact(value: JsonValue, what: string): JsonObject {
  const length = typeof value === "string" ? value.length : JSON.stringify(value).length;
  if (length > MAX_ARTIFACT_LENGTH) {
    throw kipError("ArtifactTooLarge", `this ${what} has ${length} characters`, {
      hint: `Artifacts of up to ${MAX_ARTIFACT_LENGTH} characters of JSON are looked at.`,
      details: { artifact: what, length, limit: MAX_ARTIFACT_LENGTH },
    });
  }
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
  if (!text.trimStart().startsWith("{")) {
    throw kipError("ArtifactUnavailable", `no ${what} is held under that handle`, {
      hint: `Bind the ${what} itself as a :parameter: the JSON object, or its text.`,
      details: { artifact: what },
    });
  }
  try {
    return JSON.parse(text);
  } catch {
    throw notAnArtifact(what, "the text is no JSON");
  }
}
