import { type Digest, digestOf, isTimestamp, type JsonObject, type JsonValue } from "../model/index.js";
import standardArtifact from "./policies/strength-half-life-30d.json" with { type: "json" };

/** How the strength of an unused memory falls with time (Profile §6.1). */
export interface StrengthPolicy {
  readonly artifactRef: string;
  /** What a memory pins to mean exactly this policy. */
  readonly contentDigest: Digest;
  readonly halfLifeMs: number;
}

/**
 * The standard strength policy (Profile §6.1). Its digest is the one the protocol's authors published: memories
 * written by any engine pin it, so it is the policy's identity here, though the words of our artifact are our own.
 */
export const STANDARD_STRENGTH_POLICY: StrengthPolicy = {
  artifactRef: standardArtifact.artifact_ref,
  contentDigest: "sha256:a50a89b83f937c97cabf0f8371cccfd326f4fdd438b6d7b9ead507d77927b227",
  halfLifeMs: standardArtifact.half_life_ms,
};

/**
 * A policy artifact of a deployment's own, `{artifact_ref, method: "half_life", half_life_ms}`, identified by the
 * digest of its content. Null when it is of another shape: an unknown policy leaves strength unknown.
 */
export function readStrengthPolicy(artifact: JsonObject): StrengthPolicy | null {
  const { artifact_ref: artifactRef, method, half_life_ms: halfLifeMs } = artifact;
  if (typeof artifactRef !== "string" || method !== "half_life") return null;
  if (typeof halfLifeMs !== "number" || !Number.isSafeInteger(halfLifeMs) || halfLifeMs < 1) return null;
  return { artifactRef, contentDigest: digestOf(artifact), halfLifeMs };
}

/** The policy that a `strength_policy` pin means, or null when none known has its name and digest (Profile §6.1). */
export function pinnedStrengthPolicy(
  pin: JsonValue | undefined,
  known: readonly StrengthPolicy[] = [STANDARD_STRENGTH_POLICY],
): StrengthPolicy | null {
  if (typeof pin !== "object" || pin === null || Array.isArray(pin)) return null;
  const { artifact_ref: artifactRef, content_digest: digest } = pin as JsonObject;
  return (
    known.find((policy) => policy.artifactRef === artifactRef && policy.contentDigest === digest) ?? null
  );
}

/**
 * The computed member `effective_strength` of a MnemonicState (§18.2, Profile §6.1): the base, halved once for every
 * half-life between its anchor and `now`. Null when base, anchor or a known policy is missing; never a default.
 */
export function effectiveStrength(
  mnemonic: JsonObject,
  now: string,
  known: readonly StrengthPolicy[] = [STANDARD_STRENGTH_POLICY],
): number | null {
  const { memory_strength: base, last_metabolized_at: anchor, strength_policy: pin } = mnemonic;
  const policy = pinnedStrengthPolicy(pin, known);
  if (typeof base !== "number" || typeof anchor !== "string" || !isTimestamp(anchor) || policy === null)
    return null;
  const idleMs = Math.max(0, Date.parse(now) - Date.parse(anchor));
  return base * 2 ** (-idleMs / policy.halfLifeMs);
}
