import type { Completion } from "@codemirror/autocomplete";
import { SEARCH_MODES } from "../../search-modes.js";
import { textOf } from "../reading/nodes.js";
import type { Asked } from "./asked.js";
import { values } from "./options.js";

/** The words a clause or a statement spells out as strings: modes, states, policies of a purge. */
export function wordOptions(asked: Asked): readonly Completion[] {
  const { node, token } = asked.place;
  const { parent } = node;
  if (node.name !== "String") return [];
  switch (parent?.name) {
    case "Mode":
      return values(parent.parent?.name === "DescribePrimer" ? ["compact", "full"] : SEARCH_MODES, token);
    case "Status":
      return values(["active", "readable"], token);
    case "Transition":
      return values(statesFor(asked), token);
    case "ReferencePolicy":
      return values(["deny_if_referenced", "tombstone_reference", "authorized_cascade"], token);
    case "Confirm":
      return values(["PURGE"], token);
    default:
      return [];
  }
}

const ACTIVITY_MOVES = ["running", "completed", "failed", "cancelled"];
const MOVES: Readonly<Record<string, readonly string[]>> = {
  assertion: ["retracted", "superseded"],
  evidence: ["corrected"],
  activity: ACTIVITY_MOVES,
};

/** The moves an element can make, by what it is where that is known (§52.5). */
function statesFor(asked: Asked): readonly string[] {
  const variable = asked.place.node.parent?.getChild("Variable");
  const kind = variable ? asked.variable(textOf(variable, asked.place.text).slice(1)).kind : null;
  const own = kind === null ? Object.values(MOVES).flat() : (MOVES[kind] ?? []);
  return [...own, "archived", "tombstoned"];
}
