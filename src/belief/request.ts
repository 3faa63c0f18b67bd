import {
  asElementId,
  type Element,
  type ElementId,
  isElementRef,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  kipError,
  type Timestamp,
} from "../model/index.js";
import { nearNames } from "../schema/index.js";
import type { SpaceView } from "../state/index.js";
import { type PolicyRegistry, STRUCTURAL_POLICY, standardPolicies } from "./policies.js";
import type { ProjectionPolicy } from "./policy-artifact.js";

/** How much of the reasoning a projection returns (§49.1). */
export type ExplanationLevel = "none" | "summary" | "ledger";
export const EXPLANATION_LEVELS: readonly ExplanationLevel[] = ["none", "summary", "ledger"];

/**
 * Protected state outside the Space's elements that bears on belief. `govern/` supplies it; without it nothing is
 * quarantined and nothing repaired.
 */
export interface EpistemicControls {
  /** The version of the trust state (§22.5). The two standard policies consume none of it. */
  readonly trustVersion: string;
  /** An opaque name for what the caller is authorized to see (§21.12). */
  readonly authorizationView: string;
  /**
   * An opaque name of what protected state keeps out of a view, told from that view alone, or null for nothing: it is
   * decided at no sequence a projection of the past names, so the basis has to name it (§21.12).
   */
  readonly exclusionsIn?: (view: SpaceView) => string | null;
  /**
   * Why protected state keeps an element out of projection, for example `quarantined` (§31.6) or
   * `recording_invalidated` (§57.8), or null when it does not.
   */
  readonly exclusionOf?: (element: Element) => string | null;
}

export const NO_CONTROLS: EpistemicControls = {
  trustVersion: "trust:none",
  authorizationView: "view:whole-space",
};

/** What the runtime knows of a request besides its `WITH EPISTEMIC` clause. */
export interface EpistemicContext {
  readonly purpose?: string;
  readonly risk?: string;
  /** The world time projected for: `FOR TIME`, else the instant of evaluation (§48.2). */
  readonly validAt: Timestamp;
  readonly controls?: EpistemicControls;
  readonly policies?: PolicyRegistry;
  /** The sequence the read is of: its policies are those in force there (§48.6). Absent: the newest. */
  readonly seq?: number;
}

/** A validated projection request: every coordinate except the Space itself (§27.1). */
export interface EpistemicRequest {
  readonly policy: ProjectionPolicy;
  readonly purpose: string;
  readonly risk: string;
  readonly validAt: Timestamp;
  /** The context set as asked for; a projection resolves it at its own snapshot (§25.3). */
  readonly contextRefs: readonly ElementId[];
  /** Archived claims may count again, and ended ones are listed even in a summary (§60.1). */
  readonly includeHistorical: boolean;
  readonly includeHypothetical: boolean;
  readonly explanation: ExplanationLevel;
  readonly controls: EpistemicControls;
}

/** Stands in the basis where neither the clause nor the request names a purpose or a risk. */
const UNSPECIFIED = "unspecified";

const SETTINGS = [
  "purpose",
  "risk",
  "policy",
  "context_refs",
  "include_historical",
  "include_hypothetical",
  "explanation",
] as const;
type Setting = (typeof SETTINGS)[number];

/**
 * Reads the bound object of a `WITH EPISTEMIC` clause (§49); null where the query has no such clause.
 * Without a `policy` the structural baseline runs: a policy that settles conflicts has to be asked for by name
 * (§21.13). Context references are `{id}` objects or plain ids; whether they resolve is checked at projection.
 * @throws `SchemaFieldNotFound` for an unknown setting, `TypeMismatch` for a value of another type,
 * `ConstraintViolation` for one outside its choices, `ProjectionPolicyUnavailable` for an unknown policy.
 */
export function readEpistemicSettings(
  settings: JsonObject | null,
  context: EpistemicContext,
): EpistemicRequest {
  const given = settings ?? {};
  for (const name of Object.keys(given)) if (!isSetting(name)) throw unknownSetting(name);
  const policies = context.policies ?? standardPolicies;
  return {
    policy: policies.get(readText(given, "policy") ?? STRUCTURAL_POLICY, context.seq),
    purpose: readText(given, "purpose") ?? context.purpose ?? UNSPECIFIED,
    risk: readText(given, "risk") ?? context.risk ?? UNSPECIFIED,
    validAt: context.validAt,
    contextRefs: readContextRefs(given.context_refs),
    includeHistorical: readFlag(given, "include_historical"),
    includeHypothetical: readFlag(given, "include_hypothetical"),
    explanation: readExplanation(given),
    controls: context.controls ?? NO_CONTROLS,
  };
}

function isSetting(name: string): name is Setting {
  return (SETTINGS as readonly string[]).includes(name);
}

function unknownSetting(name: string) {
  const [near] = nearNames(name, SETTINGS);
  return kipError("SchemaFieldNotFound", `WITH EPISTEMIC has no setting ${JSON.stringify(name)}`, {
    hint: `${near === undefined ? "" : `Did you mean ${near}? `}Use only ${SETTINGS.join(", ")}.`,
    details: { field: name, allowed: SETTINGS },
  });
}

function wrongType(name: Setting, expected: string, found: JsonValue) {
  return kipError("TypeMismatch", `WITH EPISTEMIC ${name} must be ${expected}`, {
    hint: `Write ${name} as ${expected}, or leave it out.`,
    details: {
      field: name,
      expected,
      found: found === null ? "null" : Array.isArray(found) ? "array" : typeof found,
    },
  });
}

function readText(given: JsonObject, name: Setting): string | undefined {
  const value = given[name];
  if (value === undefined) return undefined;
  if (typeof value !== "string") throw wrongType(name, "a string", value);
  if (value !== "") return value;
  throw kipError("ConstraintViolation", `WITH EPISTEMIC ${name} is empty`, {
    hint: `Give ${name} a value, or leave it out.`,
    details: { field: name },
  });
}

function readFlag(given: JsonObject, name: Setting): boolean {
  const value = given[name];
  if (value === undefined) return false;
  if (typeof value !== "boolean") throw wrongType(name, "true or false", value);
  return value;
}

function readExplanation(given: JsonObject): ExplanationLevel {
  const value = readText(given, "explanation") ?? "summary";
  const level = EXPLANATION_LEVELS.find((known) => known === value);
  if (level) return level;
  throw kipError("ConstraintViolation", `WITH EPISTEMIC explanation cannot be ${JSON.stringify(value)}`, {
    hint: `Use one of ${EXPLANATION_LEVELS.map((known) => `"${known}"`).join(", ")}.`,
    details: { field: "explanation", allowed: EXPLANATION_LEVELS, found: value },
  });
}

function readContextRefs(value: JsonValue | undefined): readonly ElementId[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw wrongType("context_refs", "an array of element references", value);
  return value.map((item: JsonValue) => {
    const id = typeof item === "string" ? item : isElementRef(item) ? item.id : null;
    if (id !== null && id !== "") return asElementId(id);
    throw kipError(
      "TypeMismatch",
      "WITH EPISTEMIC context_refs holds something that is no element reference",
      {
        hint: 'Name each context by its id, like {"id": "C-12"} or "C-12". SEARCH or FIND the Concept first.',
        details: { field: "context_refs", found: isJsonObject(item) ? "object" : typeof item },
      },
    );
  });
}
