import { isJsonObject, type JsonObject, type JsonValue, kipError } from "../model/index.js";

/** The longest artifact that is looked at, in characters of its JSON text. */
export const MAX_ARTIFACT_LENGTH = 8_000_000;

/** Finds what a host staged under a handle. */
export type ArtifactLookup = (handle: string) => { readonly payload: JsonValue } | undefined;

/**
 * The artifact a VERIFY or VALIDATE names: a JSON object, the text of one, or the handle of a staged one, which is opaque
 * and never a path or an address (§85.2).
 * @throws `ArtifactParseError` for what is no JSON object, `ArtifactTooLarge` beyond `MAX_ARTIFACT_LENGTH`,
 * `ArtifactUnavailable` for a handle nothing is staged under.
 */
export function readArtifact(
  value: JsonValue,
  what: string,
  artifactOf: ArtifactLookup = () => undefined,
): JsonObject {
  const named =
    typeof value === "string" && !isJsonText(value) ? stagedUnder(value, what, artifactOf) : value;
  const length = typeof named === "string" ? named.length : JSON.stringify(named).length;
  if (length > MAX_ARTIFACT_LENGTH) {
    throw kipError("ArtifactTooLarge", `this ${what} has ${length} characters`, {
      hint: `Artifacts of up to ${MAX_ARTIFACT_LENGTH} characters of JSON are looked at.`,
      details: { artifact: what, length, limit: MAX_ARTIFACT_LENGTH },
    });
  }
  const parsed: unknown = typeof named === "string" ? parseText(named, what) : named;
  if (isJsonObject(parsed)) return parsed;
  throw notAnArtifact(what, "it is no JSON object");
}

function isJsonText(text: string): boolean {
  return text.trimStart().startsWith("{");
}

function stagedUnder(handle: string, what: string, artifactOf: ArtifactLookup): JsonValue {
  const staged = artifactOf(handle);
  if (staged) return staged.payload;
  throw kipError("ArtifactUnavailable", `no ${what} is staged under that handle`, {
    hint: `Bind the ${what} itself as a :parameter, the JSON object or its text, or stage it and send its handle.`,
    details: { artifact: what },
  });
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
