import type { SyntaxNode } from "@lezer/common";
import { parser } from "../../grammar/index.js";
import type { JsonObject, JsonValue, ProjectionBasis } from "../../src/model/index.js";
import type { NexusApi } from "../nexus.js";
import { basisOf, collectBeliefs, type FoundBelief } from "./collect.js";

/** Under what a belief was projected, so that the card can ask more about it and be told of the same belief. */
export interface Coordinates {
  /** The sequence it was read at. */
  readonly seq: number;
  /** The settings of `WITH EPISTEMIC`, without the level of explanation. */
  readonly settings: JsonObject;
}

/** The settings that a basis does not name: they are in the command alone (§49, §21.12). */
const FLAGS = ["include_historical", "include_hypothetical"] as const;

/** The coordinates of a belief, from its basis and from the command it answers. */
export function coordinatesOf(basis: ProjectionBasis, command: string, parameters: JsonObject): Coordinates {
  const { policy, context_refs, purpose, risk, snapshot_seq } = basis;
  return {
    seq: snapshot_seq,
    settings: { policy: policy.id, context_refs, purpose, risk, ...flagsOf(command, parameters) },
  };
}

/** The clauses that read at the coordinates, but for the sequence. */
function clausesOf(level: "summary" | "ledger", { settings }: Coordinates): string {
  const members = Object.keys(settings).map((name) => `${name}: :${name}`);
  return `FOR TIME :at WITH EPISTEMIC {${[...members, `explanation: "${level}"`].join(", ")}}`;
}

/** A belief to be read again: by its pattern, which binds `?b`, and the parameters in it. */
export interface BeliefAgain {
  readonly pattern: string;
  readonly parameters: JsonObject;
  /** The world time it is to be of. */
  readonly at: string;
}

/**
 * Reads one belief at given coordinates, with an explanation. A reader who may not look back (`read_history`, §48.5) is
 * answered from the present, as long as that is still the sequence of the coordinates. Null where it cannot be read.
 */
export async function readBelief(
  nexus: NexusApi,
  level: "summary" | "ledger",
  coordinates: Coordinates,
  { pattern, parameters, at }: BeliefAgain,
): Promise<FoundBelief | null> {
  const read = async (sequence: string): Promise<Answered> => {
    const { error, results } = await nexus.executeKipReadonly({
      command: `FIND(?b) WHERE { ${pattern} } ${sequence} ${clausesOf(level, coordinates)}`,
      parameters: {
        ...coordinates.settings,
        ...parameters,
        at,
        ...(sequence ? { seq: coordinates.seq } : {}),
      },
    });
    const code = error?.code ?? results[0]?.error?.code;
    return {
      found: collectBeliefs(results[0]?.result ?? null)[0] ?? null,
      isRefused: code === "NotAuthorized",
    };
  };
  const { found, isRefused } = await read("AS OF SEQ :seq");
  if (!isRefused) return found;
  const present = await read("");
  return present.found && basisOf(present.found).snapshot_seq === coordinates.seq ? present.found : null;
}

/** What a reading came to. */
interface Answered {
  readonly found: FoundBelief | null;
  readonly isRefused: boolean;
}

function flagsOf(command: string, parameters: JsonObject): JsonObject {
  const flags: Record<string, JsonValue> = {};
  parser.parse(command).iterate({
    enter: ({ name, node }) => {
      if (name !== "ObjectMember" || node.parent?.parent?.name !== "Epistemic") return;
      const field = node.firstChild;
      const flag = FLAGS.find((each) => field && fieldName(textOf(field, command)) === each);
      const value = node.lastChild && textOf(node.lastChild, command);
      if (flag && value)
        flags[flag] = value.startsWith(":") ? parameters[value.slice(1)] === true : /^true$/i.test(value);
    },
  });
  return flags;
}

function textOf({ from, to }: SyntaxNode, command: string): string {
  return command.slice(from, to);
}

function fieldName(text: string): string {
  return text.replace(/^"|"$/g, "");
}
