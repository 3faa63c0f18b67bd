import type {
  Assignment,
  Path,
  SetFacet,
  SetFields,
  UnsetFacet,
  UpdateAction,
  UpdateCommand,
  Value,
} from "../lang/index.js";
import { type Concept, type Element, type ElementId, kipError } from "../model/index.js";
import { isTerminalStatus } from "../schema/index.js";
import { readConceptField } from "./create-concept.js";
import { aKind } from "./describe.js";
import { type Evaluate, type Say, setAttributes, setFacet, unsetAttributes, unsetFacet } from "./edits.js";
import { evaluateAssigned, type ValueScope } from "./evaluate.js";
import { unknownField } from "./fields.js";
import type { MutationPlan } from "./plan.js";
import { selectTargets } from "./select.js";
import { planAdditions, planRemovals, readAdditions } from "./structural.js";
import { requireStandingTarget } from "./tombstones.js";
import { valueAt } from "./value-at.js";

/**
 * Plans an UPDATE (§58): each selected target once, every assignment evaluated on the state the command found.
 * @throws `ImmutableField`, `EpistemicRevisionRequired`, `EvidenceCorrectionRequired` or `ActivityTerminal` for what
 * never changes, `ProtectedSystemField` and `ProtectedGovernanceField` for what KML may not write,
 * `DuplicateMutationTarget` for contradicting values, `NotFoundOrNotVisible` for a tombstoned target; whatever selection, expressions and symbols throw.
 */
export function planUpdate(plan: MutationPlan, { actions, ...statement }: UpdateCommand): void {
  for (const { id, rows } of selectTargets(plan, statement, "UPDATE")) {
    requireStandingTarget(plan, id);
    for (const row of rows.length > 0 ? rows : [null]) {
      const scope = plan.scopeOf(row);
      for (const action of actions) applyAction(plan, id, action, scope, statement.target);
    }
  }
}

/** Carries out one action of UPDATE or UPSERT on the plan's version of an element. @throws as `planUpdate`. */
export function applyAction(
  plan: MutationPlan,
  id: ElementId,
  action: UpdateAction,
  scope: ValueScope,
  target: UpdateCommand["target"],
): void {
  const draft = plan.element(id);
  if (!draft) return;
  const say: Say = (path, value) => plan.claims.claim(id, path, value);
  const evaluate = evaluator(plan, id, scope, target);
  if (action.type === "SetFacet") {
    plan.put(setFacet(plan, draft, action.facet, action.assignments, evaluate, say));
  } else if (action.type === "UnsetFacet") {
    plan.put(unsetFacet(plan, draft, action.facet, action.names, say));
  } else if (draft.kind === "concept") {
    plan.put(editConcept(plan, draft, action, scope, evaluate, say));
  } else {
    throw immutable(draft, action);
  }
}

function editConcept(
  plan: MutationPlan,
  draft: Concept,
  action: Exclude<UpdateAction, SetFacet | UnsetFacet>,
  scope: ValueScope,
  evaluate: Evaluate,
  say: Say,
): Concept {
  switch (action.type) {
    case "SetFields":
      return setFields(plan, draft, action, evaluate, say);
    case "SetAttributes":
      return setAttributes(draft, action.assignments, evaluate, say);
    case "UnsetAttributes":
      return unsetAttributes(draft, action.names, say);
    case "SetStructural":
      // References are put in order once all clauses are known, when the plan is validated.
      planAdditions(plan, draft.id, readAdditions(plan, action.entries, draft, scope, say));
      return draft;
    case "UnsetStructural":
      planRemovals(plan, draft, action.entries, scope, say);
      return draft;
  }
}

/** What an assignment comes to, reading the target as the command found it (§58.4, §59). */
function evaluator(
  plan: MutationPlan,
  id: ElementId,
  scope: ValueScope,
  target: UpdateCommand["target"],
): Evaluate {
  const before = plan.before.element(id);
  const read = (path: Path) => {
    if (target.type === "Variable" && path.root.name === target.name)
      return valueAt(plan.before, before, path, plan.context.now);
    throw kipError("ReferenceError", `an update expression reads only its target, not ?${path.root.name}`, {
      hint: "Bind the value as a parameter, or select the element whose own fields you need as the target.",
      details: { variable: path.root.name, position: path.from },
    });
  };
  return (node: Value) => evaluateAssigned(node, { ...scope, read });
}

function setFields(
  plan: MutationPlan,
  draft: Concept,
  { assignments }: SetFields,
  evaluate: Evaluate,
  say: Say,
): Concept {
  let concept = draft;
  for (const { name, value: node } of assignments) {
    requireMutable(plan, name, draft);
    const value = evaluate(node);
    if (value === undefined) continue;
    const fields = readConceptField(name, value, { say });
    if (fields.key !== undefined && fields.key !== draft.key) {
      throw kipError("ImmutableField", "the key of a Concept never changes", {
        hint: 'Keep the key, or create another Concept with the key you need and record that both are the same: ASSERT (:new, "same_as", :old) {by: …, mode: …}.',
        details: { field: "key", id: draft.id },
      });
    }
    if (fields.canonical_id !== undefined && fields.canonical_id !== draft.canonical_id) {
      throw kipError("ProtectedGovernanceField", "a canonical identity is not changed by UPDATE", {
        hint: 'Record the identity as a claim with the Predicate "same_as"; verifying it is the host\'s operation.',
        details: { field: "canonical_id", id: draft.id },
      });
    }
    concept = { ...concept, ...fields };
  }
  return concept;
}

function requireMutable(plan: MutationPlan, name: Assignment["name"], draft: Concept): void {
  if (["name", "aliases", "key", "canonical_id"].includes(name)) return;
  throw unknownField(draft.kind, name, plan.typeOf(draft.schema_ref));
}

/** The error for rewriting a record, naming the statement that does what was meant (§57, §58.1, §58.2). */
function immutable(draft: Exclude<Element, Concept>, action: UpdateAction) {
  const names = action.type === "SetFields" ? action.assignments.map(({ name }) => name) : [];
  const unwritable = names.find((name) => name === "_system" || name === "governance");
  if (unwritable !== undefined) return unknownField(draft.kind, unwritable);
  const details = { id: draft.id, kind: draft.kind, fields: names };
  switch (draft.kind) {
    case "proposition":
      return kipError("ImmutableField", "a Proposition is its tuple and has nothing else to set", {
        hint: "To say something about it, record a claim: ASSERT (subject, predicate, object) {by: …, mode: …}. Another tuple is another Proposition.",
        details,
      });
    case "assertion":
      return kipError(
        "EpistemicRevisionRequired",
        `${draft.id} records what an actor claimed and is never rewritten`,
        {
          hint: `Record a new claim instead: ASSERT (…) {by: …, mode: …} SUPERSEDING "${draft.id}" if it was wrong; without SUPERSEDING if the world changed.`,
          details,
        },
      );
    case "evidence":
      return kipError(
        "EvidenceCorrectionRequired",
        `${draft.id} records what was observed and is never rewritten`,
        {
          hint: `CREATE EVIDENCE ?new with the right content, then TRANSITION "${draft.id}" TO "corrected" BY ?new.`,
          details,
        },
      );
    case "activity":
      return isTerminalStatus(draft.status)
        ? kipError("ActivityTerminal", `${draft.id} is ${draft.status} and its provenance is fixed`, {
            hint: "Record another Activity for what happened since.",
            details,
          })
        : kipError("ImmutableField", `UPDATE does not write ${aKind(draft.kind)}`, {
            hint: `Finalize it in its move: TRANSITION "${draft.id}" TO "completed" SET FIELDS {ended_at: …} SET STRUCTURAL {("outputs", ?x)}.`,
            details,
          });
  }
}
