import type { SyntaxNode } from "@lezer/common";
import { ELEMENT_KINDS } from "../../../model/index.js";
import type { Kind } from "../docs/element-members.js";
import { statementAround, textOf } from "../reading/nodes.js";
import type { Asked } from "./asked.js";

/** The element a clause of a mutation writes to, as far as is known. */
export interface Target {
  readonly kind: Kind | null;
  readonly types: readonly string[];
}

const KINDS: Readonly<Record<string, Kind>> = {
  CreateConcept: "concept",
  CreateEvidence: "evidence",
  CreateAssertion: "assertion",
  CreateActivity: "activity",
  UpsertConcept: "concept",
  // The only moves that write anything else are those of an Activity (§52.5).
  Transition: "activity",
};

/** What the statement around a node writes to: its handle, or the variable that its WHERE binds. */
export function targetOf(node: SyntaxNode, asked: Asked): Target {
  const statement = statementAround(node);
  if (statement === null) return { kind: null, types: [] };
  const variable = statement.getChild("Variable");
  const known = variable ? asked.variable(textOf(variable, asked.place.text).slice(1)) : null;
  const bound = ELEMENT_KINDS.find((kind) => kind === known?.kind) ?? null;
  return { kind: KINDS[statement.name] ?? bound, types: known?.types ?? [] };
}
