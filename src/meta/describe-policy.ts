import { describePolicy, listPolicies, type PolicyRegistry, STRUCTURAL_POLICY } from "../belief/index.js";
import type { JsonObject } from "../model/index.js";

/**
 * What `DESCRIBE EPISTEMIC POLICY [id]` answers (§63.3): the policy, its modes and its rules in order. Without an id it
 * is the one a query gets that names none.
 * @throws `ProjectionPolicyUnavailable` when there is none of that id.
 */
export function describeEpistemicPolicy(
  id: string | null,
  policies?: PolicyRegistry,
  seq?: number,
): JsonObject {
  return describePolicy(id ?? STRUCTURAL_POLICY, policies, seq);
}

/**
 * What `DESCRIBE TRUST [scope]` answers (§22.2, §63.3): the version of the protected trust state, and what uses it. The
 * policies here weigh nothing, so no actor and no source is trusted more than another.
 */
export function describeTrust(
  scope: string | null,
  trustVersion: string,
  policies?: PolicyRegistry,
): JsonObject {
  return {
    trust_version: trustVersion,
    ...(scope === null ? {} : { scope }),
    entries: [],
    weighted_projection: false,
    consumed_by: [],
    policies: listPolicies(policies).map(({ id }) => id ?? null),
    meaning: "Who said it, when and on what ground decides; how far anyone is trusted does not enter.",
  };
}
