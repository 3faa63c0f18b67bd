import { type JsonObject, kipError } from "../model/index.js";
import { MEMORY_DEFAULT_ARTIFACT } from "../schema/index.js";
import { POLICY_FORMAT, type ProjectionPolicy, readPolicyArtifact } from "./policy-artifact.js";

/** The id of the structural baseline: what a raw BELIEF runs under when it names no policy (§21.10). */
export const STRUCTURAL_POLICY = "kip:structural";

/** The id of the standard policy of memory recall (§21.13). */
export const MEMORY_DEFAULT_POLICY = "kip:memory-default";

/** Ids that begin so are the protocol's; a host's policy takes another. */
const RESERVED = "kip:";

const STRUCTURAL_ARTIFACT: JsonObject = {
  format: POLICY_FORMAT,
  id: STRUCTURAL_POLICY,
  version: "1",
  description:
    "Counts who supports and who opposes, with no weights and no preferences: every conflict stands.",
  base: "structural",
  precedence: [],
  score: null,
};

/** A version of a policy, and since when it is in force. */
export interface PolicyVersion {
  readonly policy: ProjectionPolicy;
  /** The Space sequence from which it is; 0 for what every Nexus has. */
  readonly since: number;
}

/**
 * The policies of one Space. Of a policy with several versions, the one registered last is in force; a read of the past
 * gets the one that was in force there (§48.6). Immutable: registering gives another registry.
 */
export class PolicyRegistry {
  readonly #versions: readonly PolicyVersion[];

  private constructor(versions: readonly PolicyVersion[]) {
    this.#versions = versions;
  }

  /** The two policies every Nexus has: the structural baseline and `kip:memory-default`. */
  static standard(): PolicyRegistry {
    const policies = [STRUCTURAL_ARTIFACT, MEMORY_DEFAULT_ARTIFACT].map(readPolicyArtifact);
    return new PolicyRegistry(policies.map((policy) => ({ policy, since: 0 })));
  }

  /**
   * This registry and one more policy, or version of one, in force from a sequence on. A version that is there already
   * stays as it is.
   * @throws `ConstraintViolation` for an id of the protocol's own, and for a version that is another artifact here: a
   * version never changes, since recorded answers name it.
   */
  with(policy: ProjectionPolicy, since = 0): PolicyRegistry {
    const { id, version, contentDigest } = policy;
    const known = this.version(id, version);
    if (known?.contentDigest === contentDigest) return this;
    if (known) {
      throw kipError("ConstraintViolation", `policy ${id}@${version} is registered with other content`, {
        hint: "A version never changes: give the new content another version.",
        details: {
          policy: id,
          version,
          registered_digest: known.contentDigest,
          offered_digest: contentDigest,
        },
      });
    }
    if (id.startsWith(RESERVED)) {
      throw kipError("ConstraintViolation", `the policy id ${id} is the protocol's`, {
        hint: `Choose an id that does not begin with "${RESERVED}", such as "host:mine".`,
        details: { policy: id },
      });
    }
    return new PolicyRegistry([...this.#versions, { policy, since }]);
  }

  /** The exact version of a policy, or undefined. */
  version(id: string, version: string): ProjectionPolicy | undefined {
    return this.#versions.find(({ policy }) => policy.id === id && policy.version === version)?.policy;
  }

  /**
   * The policy a request names: by its id the version in force at a sequence, or as `id@version` exactly that one,
   * whenever it was registered, which is how an older state is asked about under a later policy (§48.6).
   * @throws `ProjectionPolicyUnavailable` when there is none (§87).
   */
  get(name: string, seq = Number.POSITIVE_INFINITY): ProjectionPolicy {
    const at = name.indexOf("@");
    const id = at === -1 ? name : name.slice(0, at);
    const version = at === -1 ? undefined : name.slice(at + 1);
    if (version !== undefined) {
      const exact = this.version(id, version);
      if (exact) return exact;
    } else {
      const inForce = this.#versions.findLast(({ policy, since }) => policy.id === id && since <= seq);
      if (inForce) return inForce.policy;
    }
    throw this.#unavailable(name, id, version === undefined, seq);
  }

  /** Every policy as it is in force at a sequence, in the order in which their ids were first registered. */
  list(seq = Number.POSITIVE_INFINITY): readonly ProjectionPolicy[] {
    const ids = new Set(this.#versions.filter(({ since }) => since <= seq).map(({ policy }) => policy.id));
    return [...ids].map((id) => this.get(id, seq));
  }

  #unavailable(name: string, id: string, isUnversioned: boolean, seq: number) {
    const available = this.list(seq).map((policy) => policy.id);
    const later = isUnversioned ? this.#versions.find(({ policy }) => policy.id === id) : undefined;
    return kipError(
      "ProjectionPolicyUnavailable",
      later
        ? `the policy ${JSON.stringify(id)} was not in force yet at sequence ${seq}`
        : `there is no Projection Policy ${JSON.stringify(name)} in this memory`,
      {
        hint: later
          ? `It was registered at sequence ${later.since}. To read the older state under it, name its version: "${id}@${later.policy.version}".`
          : `Name one of ${available.map((each) => `"${each}"`).join(", ")}, or leave policy out. The host registers others, with openNexus({policies}) or registerPolicy.`,
        details: {
          policy: name,
          available,
          ...(later ? { registered_at_seq: later.since, read_seq: seq } : {}),
        },
      },
    );
  }
}

/** The registry used when a host has registered nothing. */
export const standardPolicies = PolicyRegistry.standard();

/** The policies a registry offers at a sequence, as `LIST EPISTEMIC POLICIES` shows them (§63). */
export function listPolicies(
  registry: PolicyRegistry = standardPolicies,
  seq?: number,
): readonly JsonObject[] {
  return registry.list(seq).map(({ id, version, summary, contentDigest }) => ({
    id,
    version,
    summary,
    content_digest: contentDigest,
  }));
}

/**
 * One policy in full, as `DESCRIBE EPISTEMIC POLICY` shows it (§63).
 * @throws `ProjectionPolicyUnavailable` when there is none of that name.
 */
export function describePolicy(
  name: string,
  registry: PolicyRegistry = standardPolicies,
  seq?: number,
): JsonObject {
  const policy = registry.get(name, seq);
  return {
    id: policy.id,
    version: policy.version,
    content_digest: policy.contentDigest,
    summary: policy.summary,
    default_for_belief: policy.id === STRUCTURAL_POLICY,
    eligible_modes: policy.modes,
    scenario_modes: policy.scenarioModes,
    precedence: policy.precedence.map(({ id: rule, summary }) => ({ rule, summary })),
    score: null,
    leading: "the side with more independent root groups; a tie names no side",
  };
}
