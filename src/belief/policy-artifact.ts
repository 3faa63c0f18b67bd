import {
  type AssertionMode,
  type Digest,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type KipError,
  kipError,
} from "../model/index.js";
import { artifactDigest, DIGEST_PROFILE } from "../schema/index.js";
import { knownRule, RULE_NAMES, readModes } from "./policy-rules.js";
import type { PrecedenceRule } from "./precedence.js";

/** What a policy artifact says it is. */
export const POLICY_FORMAT = "KIP-Projection-Policy";

/** A Projection Policy ready to run (§21.10, §21.13): an artifact that was read and verified. */
export interface ProjectionPolicy {
  readonly id: string;
  readonly version: string;
  readonly summary: string;
  /** What exactly this policy is: the digest of its artifact (§37.7). */
  readonly contentDigest: Digest;
  /** Modes that may count in an ordinary projection of the current world (§26). */
  readonly modes: readonly AssertionMode[];
  /** Modes that may count besides when a request asks for hypothetical material (§26.1). */
  readonly scenarioModes: readonly AssertionMode[];
  /** Rules tried in this order when supported candidates of one slot conflict. Empty: every conflict stands. */
  readonly precedence: readonly PrecedenceRule[];
}

// Imported claims stay out unless a policy lets them in: import is transport, not endorsement (§26.3), and no policy
// here has a trust state that could vouch for a source. Forecasts and hypotheses enter together, and only when a request
// asks for claims about worlds that nobody has witnessed (§26.1, §26.2).
const ORDINARY_MODES: readonly AssertionMode[] = ["observed", "stated", "inferred"];
const SCENARIO_MODES: readonly AssertionMode[] = ["hypothetical", "predicted"];

const MEMBERS = [
  "format",
  "id",
  "version",
  "description",
  "base",
  "eligible_modes",
  "scenario_modes",
  "precedence",
  "score",
  "integrity",
];

/**
 * Reads a Projection Policy as data: the structural policy, with the modes that may count and the rules that settle
 * conflicts, by name and in order. It weighs nothing, so `score` is null.
 *
 * ```json
 * {"format": "KIP-Projection-Policy", "id": "host:witness", "version": "1", "base": "structural",
 *  "description": "What was seen goes before what was said.",
 *  "precedence": [{"rule": "mode_order", "parameters": {"modes": ["observed", "stated"]}}, {"rule": "recency"}]}
 * ```
 *
 * @throws `ArtifactParseError` for what has another shape, `ConstraintViolation` naming a rule the engine does not have or
 * that stands twice, `DigestMismatch` when `integrity` names another artifact.
 */
export function readPolicyArtifact(value: unknown): ProjectionPolicy {
  if (!isJsonObject(value)) throw misshapen("a Projection Policy", "", "must be a JSON object");
  const id = nameAt(value, "id", "a Projection Policy");
  const version = nameAt(value, "version", id);
  const ref = `${id}@${version}`;
  const unknown = Object.keys(value).find((member) => !MEMBERS.includes(member));
  if (unknown !== undefined) throw misshapen(ref, unknown, `is not known here; use ${MEMBERS.join(", ")}`);
  if (value.format !== POLICY_FORMAT) throw misshapen(ref, "format", `must be "${POLICY_FORMAT}"`);
  if (value.base !== "structural") {
    throw misshapen(ref, "base", 'must be "structural": every policy here builds on that one');
  }
  if ((value.score ?? null) !== null) {
    throw misshapen(ref, "score", "must be null: no policy here weighs anything");
  }
  const { description = "" } = value;
  if (typeof description !== "string") throw misshapen(ref, "description", "must be a text");
  return {
    id,
    version,
    summary: description,
    contentDigest: verifiedDigest(value, ref),
    modes: modesAt(value, "eligible_modes", ref) ?? ORDINARY_MODES,
    scenarioModes: modesAt(value, "scenario_modes", ref) ?? SCENARIO_MODES,
    precedence: readPrecedence(value.precedence ?? [], ref),
  };
}

/** A name without what separates it from other names in `policy: "id@version"`. */
function nameAt(artifact: JsonObject, member: "id" | "version", ref: string): string {
  const name = artifact[member];
  if (typeof name === "string" && /^[^\s@]{1,200}$/.test(name)) return name;
  throw misshapen(ref, member, "must be a text without spaces and @");
}

function modesAt(artifact: JsonObject, member: string, ref: string): readonly AssertionMode[] | null {
  const value = artifact[member];
  if (value === undefined) return null;
  const modes = readModes(value);
  if (modes) return modes;
  throw misshapen(ref, member, "must be a list of Assertion modes, each once");
}

function readPrecedence(value: JsonValue, ref: string): readonly PrecedenceRule[] {
  if (!Array.isArray(value))
    throw misshapen(ref, "precedence", "must be a list of rules, the first one first");
  const rules: PrecedenceRule[] = [];
  for (const [at, item] of (value as readonly JsonValue[]).entries()) {
    const rule = readRule(typeof item === "string" ? { rule: item } : item, `precedence.${at}`, ref);
    if (rules.some(({ id }) => id === rule.id)) {
      throw kipError("ConstraintViolation", `policy ${ref} names the rule ${rule.id} twice`, {
        hint: "Name each rule once, where it applies first.",
        details: { policy: ref, rule: rule.id },
      });
    }
    rules.push(rule);
  }
  return rules;
}

function readRule(item: JsonValue, path: string, ref: string): PrecedenceRule {
  if (!isJsonObject(item) || typeof item.rule !== "string") {
    throw misshapen(ref, path, 'must be a rule such as {"rule": "recency"}');
  }
  const known = knownRule(item.rule);
  if (!known) {
    throw kipError("ConstraintViolation", `policy ${ref} names an unknown rule: ${item.rule}`, {
      hint: `A policy is made of the rules this engine has: ${RULE_NAMES.join(", ")}.`,
      details: { policy: ref, rule: item.rule, known: RULE_NAMES },
    });
  }
  const { parameters = {} } = item;
  const rule = isJsonObject(parameters) ? known.make(parameters) : null;
  if (rule) return rule;
  throw kipError(
    "ConstraintViolation",
    `policy ${ref} gives the rule ${item.rule} parameters it cannot have`,
    {
      hint: `Its parameters are ${known.parameters}.`,
      details: { policy: ref, rule: item.rule, parameters },
    },
  );
}

function verifiedDigest(artifact: JsonObject, ref: string): Digest {
  const actual = artifactDigest(artifact);
  const { integrity } = artifact;
  if (integrity === undefined) return actual;
  if (!isJsonObject(integrity) || integrity.digest_profile !== DIGEST_PROFILE) {
    throw misshapen(ref, "integrity", `must hold a content_digest under ${DIGEST_PROFILE}`);
  }
  if (integrity.content_digest === actual) return actual;
  throw kipError("DigestMismatch", `policy ${ref} is not the artifact its digest names`, {
    hint: "Hand over the artifact unchanged, or recompute its digest if you are its author.",
    details: {
      policy: ref,
      stated_digest: integrity.content_digest ?? null,
      actual_digest: actual,
    },
  });
}

function misshapen(ref: string, path: string, problem: string): KipError {
  return kipError("ArtifactParseError", `${ref}${path === "" ? "" : `: ${path}`} ${problem}`, {
    hint: `Hand over a policy artifact: {"format": "${POLICY_FORMAT}", "id": "host:mine", "version": "1", "base": "structural", "precedence": [{"rule": "recency"}]}.`,
    details: { policy: ref, path },
  });
}
