import { ASSERTION_MODES, type AssertionMode, type JsonObject, type JsonValue } from "../model/index.js";
import {
  contextSpecificity,
  corroboration,
  firstPersonTestimony,
  modeOrder,
  type PrecedenceRule,
  recency,
} from "./precedence.js";

/** A rule a policy may name. `make` gives the rule for a policy's parameters, or null where they make no sense. */
interface KnownRule {
  /** What its parameters are, for whoever gets them wrong. */
  readonly parameters: string;
  readonly make: (parameters: JsonObject) => PrecedenceRule | null;
}

const RULES: Readonly<Record<string, KnownRule>> = {
  context_specificity: withoutParameters(contextSpecificity),
  first_person_testimony: withoutParameters(firstPersonTestimony),
  recency: withoutParameters(recency),
  mode_order: {
    parameters: `{modes: [...]}, some of ${ASSERTION_MODES.join(", ")}, the best first, each once`,
    make: (parameters) => {
      const modes = readModes(parameters.modes);
      return modes && modes.length > 0 && hasOnly(parameters, "modes") ? modeOrder(modes) : null;
    },
  },
  corroboration: {
    parameters: "{margin: 1} or more: how many more independent sources it takes",
    make: (parameters) => {
      const { margin = 1 } = parameters;
      const isCount = typeof margin === "number" && Number.isSafeInteger(margin) && margin >= 1;
      return isCount && hasOnly(parameters, "margin") ? corroboration(margin) : null;
    },
  },
};

/** The names of the rules a policy may be made of. */
export const RULE_NAMES: readonly string[] = Object.keys(RULES);

/** The rule of a name, or undefined when the engine has none. */
export function knownRule(name: string): KnownRule | undefined {
  return Object.hasOwn(RULES, name) ? RULES[name] : undefined;
}

/** A list of modes, each once, or null when a value is none. */
export function readModes(value: JsonValue | undefined): readonly AssertionMode[] | null {
  if (!Array.isArray(value)) return null;
  const modes = ASSERTION_MODES.filter((mode) => (value as readonly JsonValue[]).includes(mode));
  if (modes.length !== value.length) return null;
  return value as readonly AssertionMode[];
}

function withoutParameters(rule: PrecedenceRule): KnownRule {
  return { parameters: "none", make: (parameters) => (hasOnly(parameters) ? rule : null) };
}

function hasOnly(parameters: JsonObject, ...names: readonly string[]): boolean {
  return Object.keys(parameters).every((name) => names.includes(name));
}
