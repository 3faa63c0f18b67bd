import { readPolicyArtifact } from "../belief/index.js";
import { OWNER } from "../govern/index.js";
import { kipError } from "../model/index.js";
import { SpaceGovernance } from "./governance.js";
import type { SpaceSession } from "./session.js";

/** A version of a Projection Policy as it was registered. */
export interface PolicyRegistration {
  readonly id: string;
  readonly version: string;
  readonly content_digest: string;
  /** The sequence from which it is in force; null where it was registered already. */
  readonly space_seq: number | null;
}

/**
 * Puts a version of a Projection Policy in force in a Space, from a commit of its own on (§21.13, §36.1). The artifact
 * is kept with the Space, so that every opening and every tab has it, and reads of the past get the version of their
 * time (§48.6). Registering the same artifact again has no effect.
 * @throws `ArtifactParseError`, `DigestMismatch`, and `ConstraintViolation` for a rule the engine does not have, for a
 * version that is registered with other content, and for an id of the protocol's own. Nothing is changed then.
 */
export async function registerPolicy(session: SpaceSession, artifact: unknown): Promise<PolicyRegistration> {
  const { id, version, contentDigest } = readPolicyArtifact(artifact);
  const governance = new SpaceGovernance(session, { principal: OWNER, purpose: null });
  const { space_seq } = await governance.change({ op: "register_projection_policy", artifact });
  return { id, version, content_digest: contentDigest, space_seq };
}

/**
 * The policies a host hands over when it opens a Nexus, all of them readable.
 * @throws as `readPolicyArtifact`; `InvalidRequestEnvelope` for what is no list.
 */
export function readPolicyArtifacts(policies: unknown): readonly unknown[] {
  if (policies === undefined) return [];
  if (!Array.isArray(policies)) {
    throw kipError("InvalidRequestEnvelope", "openNexus takes policies as a list of artifacts", {
      hint: "Write policies: [artifact], or leave it out.",
      details: { member: "policies" },
    });
  }
  for (const artifact of policies) readPolicyArtifact(artifact);
  return policies;
}
