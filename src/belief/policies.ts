import { type AssertionMode, type JsonObject, kipError } from "../model/index.js";
import { contextSpecificity, firstPersonTestimony, type PrecedenceRule, recency } from "./precedence.js";

/** A Projection Policy as data: an identity, which modes may count, and the names of its precedence rules (§21.13). */
export interface PolicyArtifact {
  readonly id: string;
  readonly version: string;
  readonly summary: string;
  /** Modes that may count in an ordinary projection of the current world (§26). */
  readonly modes: readonly AssertionMode[];
  /** Modes that may count besides when a request asks for hypothetical material (§26.1). */
  readonly scenarioModes: readonly AssertionMode[];
  /** Rules tried in this order when supported candidates of one slot conflict. Empty: every conflict stands. */
  readonly precedence: readonly string[];
}

/** A policy ready to run: its rule names resolved. */
export interface ProjectionPolicy extends Omit<PolicyArtifact, "precedence"> {
  readonly precedence: readonly PrecedenceRule[];
}

/** The id of the structural baseline: what a raw BELIEF runs under when it names no policy (§21.10). */
export const STRUCTURAL_POLICY = "kip:structural";

/** The id of the standard policy of memory recall (§21.13). */
export const MEMORY_DEFAULT_POLICY = "kip:memory-default";

// Imported claims stay out of both: import is transport, not endorsement (§26.3), and neither policy has a trust
// state that could vouch for a source. Forecasts and hypotheses enter together, and only when a request asks for
// claims about worlds that nobody has witnessed (§26.1, §26.2).
const ordinaryModes: readonly AssertionMode[] = ["observed", "stated", "inferred"];
const scenarioModes: readonly AssertionMode[] = ["hypothetical", "predicted"];

const structural: PolicyArtifact = {
  id: STRUCTURAL_POLICY,
  version: "1",
  summary: "Counts who supports and who opposes, with no weights and no preferences: every conflict stands.",
  modes: ordinaryModes,
  scenarioModes,
  precedence: [],
};

const memoryDefault: PolicyArtifact = {
  id: MEMORY_DEFAULT_POLICY,
  version: "1",
  summary: "The structural policy, and three rules in order that settle everyday conflicts between values.",
  modes: ordinaryModes,
  scenarioModes,
  precedence: [contextSpecificity.id, firstPersonTestimony.id, recency.id],
};

const standardRules: readonly PrecedenceRule[] = [contextSpecificity, firstPersonTestimony, recency];

/** The policies one host offers. Immutable: adding a policy gives another registry. */
export class PolicyRegistry {
  readonly #policies: ReadonlyMap<string, ProjectionPolicy>;
  readonly #rules: ReadonlyMap<string, PrecedenceRule>;

  private constructor(
    policies: ReadonlyMap<string, ProjectionPolicy>,
    rules: ReadonlyMap<string, PrecedenceRule>,
  ) {
    this.#policies = policies;
    this.#rules = rules;
  }

  /** The two policies every Nexus has: the structural baseline and `kip:memory-default`. */
  static standard(): PolicyRegistry {
    const rules = new Map(standardRules.map((rule) => [rule.id, rule]));
    return new PolicyRegistry(new Map(), rules).with(structural).with(memoryDefault);
  }

  /**
   * This registry and one more policy, with the rules it brings along.
   * @throws `ConstraintViolation` when the id or a rule's name is taken, or the artifact names a rule nobody defined.
   */
  with(artifact: PolicyArtifact, ownRules: readonly PrecedenceRule[] = []): PolicyRegistry {
    const rules = new Map(this.#rules);
    for (const rule of ownRules) {
      if (rules.has(rule.id)) throw duplicate("precedence rule", rule.id);
      rules.set(rule.id, rule);
    }
    if (this.#policies.has(artifact.id)) throw duplicate("Projection Policy", artifact.id);
    const precedence = artifact.precedence.map((name) => {
      const rule = rules.get(name);
      if (rule) return rule;
      throw kipError("ConstraintViolation", `policy ${artifact.id} names an unknown rule: ${name}`, {
        hint: `Register the rule with the policy, or use one of: ${[...rules.keys()].join(", ")}.`,
        details: { policy: artifact.id, rule: name },
      });
    });
    return new PolicyRegistry(new Map(this.#policies).set(artifact.id, { ...artifact, precedence }), rules);
  }

  /** @throws `ProjectionPolicyUnavailable` when no policy has the id (§87). */
  get(id: string): ProjectionPolicy {
    const policy = this.#policies.get(id);
    if (policy) return policy;
    const known = [...this.#policies.keys()];
    throw kipError("ProjectionPolicyUnavailable", `there is no Projection Policy ${JSON.stringify(id)}`, {
      hint: `Name one of ${known.map((name) => `"${name}"`).join(", ")}, or leave policy out.`,
      details: { policy: id, available: known },
    });
  }

  /** Every policy, in the order of registration. */
  list(): readonly ProjectionPolicy[] {
    return [...this.#policies.values()];
  }
}

/** The registry used when a host names none. */
export const standardPolicies = PolicyRegistry.standard();

/** The policies a registry offers, as `LIST EPISTEMIC POLICIES` shows them (§63). */
export function listPolicies(registry: PolicyRegistry = standardPolicies): readonly JsonObject[] {
  return registry.list().map(({ id, version, summary }) => ({ id, version, summary }));
}

/**
 * One policy in full, as `DESCRIBE EPISTEMIC POLICY` shows it (§63).
 * @throws `ProjectionPolicyUnavailable` when there is none of that id.
 */
export function describePolicy(id: string, registry: PolicyRegistry = standardPolicies): JsonObject {
  const policy = registry.get(id);
  return {
    id: policy.id,
    version: policy.version,
    summary: policy.summary,
    default_for_belief: policy.id === STRUCTURAL_POLICY,
    eligible_modes: policy.modes,
    scenario_modes: policy.scenarioModes,
    precedence: policy.precedence.map(({ id: rule, summary }) => ({ rule, summary })),
    score: null,
    leading: "the side with more independent root groups; a tie names no side",
  };
}

function duplicate(what: string, id: string) {
  return kipError("ConstraintViolation", `a ${what} ${JSON.stringify(id)} is already registered`, {
    hint: `Give the new ${what} another id, or another version of the id.`,
    details: { id },
  });
}
