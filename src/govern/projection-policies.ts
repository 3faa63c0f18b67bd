import { type PolicyRegistry, readPolicyArtifact, standardPolicies } from "../belief/index.js";
import type { JsonObject } from "../model/index.js";
import type { ControlState } from "./control-state.js";
import { type OperationContext, type PlannedOperation, requirePermission } from "./operation-context.js";
import type { GovernanceOperation } from "./operations.js";
import type { ProjectionPolicyRecord } from "./records.js";

type Registration = Extract<GovernanceOperation, { readonly op: "register_projection_policy" }>;

interface Known {
  readonly registered: number;
  readonly registry: PolicyRegistry;
}

const registries = new WeakMap<ControlState, Known>();

/** The Projection Policies of a Space: the standard ones, and every version its host has registered (§21.13, §48.6). */
export function policiesOf(control: ControlState): PolicyRegistry {
  const { projectionPolicies } = control;
  const known = registries.get(control);
  if (known?.registered === projectionPolicies.length) return known.registry;
  const registry = projectionPolicies.reduce(
    (registry, { record, seq }) => registry.with(readPolicyArtifact(record.artifact), seq),
    standardPolicies,
  );
  registries.set(control, { registered: projectionPolicies.length, registry });
  return registry;
}

/**
 * Plans the registration of one version of a Projection Policy. A version that is registered already needs nothing.
 * @throws `NotAuthorized` without `manage_policy`; what `readPolicyArtifact` and `PolicyRegistry.with` throw.
 */
export function planProjectionPolicy(
  context: OperationContext,
  { artifact }: Registration,
): PlannedOperation {
  requirePermission(context, "manage_policy");
  const { control, authority, now } = context;
  const policy = readPolicyArtifact(artifact);
  const before = policiesOf(control);
  const id = `${policy.id}@${policy.version}`;
  const record: ProjectionPolicyRecord = {
    kind: "projection_policy",
    id,
    artifact: artifact as JsonObject,
    content_digest: policy.contentDigest,
    registered_by: authority.principal,
    registered_at: now,
  };
  const isKnown = before.with(policy) === before;
  return {
    records: isKnown ? [] : [record],
    change: "policy",
    permissions: ["manage_policy"],
    about: [id],
  };
}
