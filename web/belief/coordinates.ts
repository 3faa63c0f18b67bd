import type { SyntaxNode } from "@lezer/common";
import { parser } from "../../grammar/index.js";
import type { JsonObject, JsonValue, ProjectionBasis } from "../../src/model/index.js";

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

/** The clauses that read at the coordinates; the parameters they need are in `parametersOf`. */
export function clausesOf(level: "none" | "ledger", { settings }: Coordinates): string {
  const members = Object.keys(settings).map((name) => `${name}: :${name}`);
  return `AS OF SEQ :seq FOR TIME :at WITH EPISTEMIC {${[...members, `explanation: "${level}"`].join(", ")}}`;
}

/** The parameters of `clausesOf` for a world time. */
export function parametersOf({ seq, settings }: Coordinates, at: string): JsonObject {
  return { ...settings, seq, at };
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
