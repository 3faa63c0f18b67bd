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
import { type Concept, type Element, type ElementId, type ErrorCode, kipError } from "../model/index.js";
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
 * `DuplicateMutationTarget` for contradicting values, `NotFoundOrNotVisible` for a tombstoned target; whatever
 * selection, expressions and symbols throw.
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
    throw immutable(plan, draft, action);
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
function immutable(plan: MutationPlan, draft: Exclude<Element, Concept>, action: UpdateAction) {
  const names = action.type === "SetFields" ? action.assignments.map(({ name }) => name) : [];
  const unwritable = names.find((name) => name === "_system" || name === "governance");
  if (unwritable !== undefined) return unknownField(draft.kind, unwritable);
  const details = { id: draft.id, kind: draft.kind, fields: names };
  const movesOnly = names.length > 0 && names.every((name) => isLifecycleField(name));
  const { code, message, hint } = (movesOnly && lifecycleRule(draft)) || recordRule(draft);
  const isNew = plan.before.element(draft.id) === undefined;
  return kipError(code, message, {
    hint: isNew ? `This command creates "${draft.id}": write everything there, and leave UPDATE out.` : hint,
    details,
  });
}

/** What a lifecycle consists of (§14, §15.3), whole or member by member. It is no part of what a record says. */
const LIFECYCLE_FIELDS: ReadonlySet<string> = new Set([
  "lifecycle",
  "status",
  "retracted_at",
  "supersedes",
  "superseded_by",
  "corrects",
  "corrected_by",
]);

const isLifecycleField = (name: string): boolean => LIFECYCLE_FIELDS.has(name.split(".")[0] ?? name);

interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
}

/** How the lifecycle of a record moves, if it has one: never by UPDATE, and never to `expired`, which is computed (§14.3). */
function lifecycleRule({ id, kind }: Exclude<Element, Concept>): Refusal | null {
  if (kind !== "assertion" && kind !== "evidence") return null;
  return {
    code: "ImmutableField",
    message: `the lifecycle of ${id} moves with TRANSITION, not with UPDATE`,
    hint:
      kind === "assertion"
        ? `The actor takes the claim back: TRANSITION "${id}" TO "retracted". A right claim in its place: ASSERT (:s, "predicate", :o) {by: :actor, mode: "stated"} SUPERSEDING "${id}". That its time is over is computed when it is read.`
        : `Record the right observation and name it: TRANSITION "${id}" TO "corrected" BY :new.`,
  };
}

/** Why a record is not rewritten, and what is done instead. */
function recordRule(draft: Exclude<Element, Concept>): Refusal {
  const { id } = draft;
  switch (draft.kind) {
    case "proposition":
      return {
        code: "ImmutableField",
        message: "a Proposition is its tuple and has nothing else to set",
        hint: 'Another tuple is another Proposition. To say something, record a claim: ASSERT (:s, "predicate", :o) {by: :actor, mode: "stated"}.',
      };
    case "assertion":
      return {
        code: "EpistemicRevisionRequired",
        message: `${id} records what an actor claimed and is never rewritten`,
        hint: `If it was wrong, record the right claim: ASSERT (:s, "predicate", :o) {by: :actor, mode: "stated"} SUPERSEDING "${id}". If the world changed, the same with valid: {from: :t} and without SUPERSEDING.`,
      };
    case "evidence":
      return {
        code: "EvidenceCorrectionRequired",
        message: `${id} records what was observed and is never rewritten`,
        hint: `Record the right observation and name it: MUTATE { CREATE EVIDENCE ?new { SET FIELDS {evidence_class: "user_statement", payload: :payload} } TRANSITION "${id}" TO "corrected" BY ?new }.`,
      };
    case "activity":
      return isTerminalStatus(draft.status)
        ? {
            code: "ActivityTerminal",
            message: `${id} is ${draft.status} and its provenance is fixed`,
            hint: 'Record another Activity for what happened since: CREATE ACTIVITY ?next { SET FIELDS {activity_class: "inference", status: "completed"} }.',
          }
        : {
            code: "ImmutableField",
            message: `UPDATE does not write ${aKind(draft.kind)}`,
            hint: `Finalize it in its move: TRANSITION "${id}" TO "completed" SET FIELDS {ended_at: :t} SET STRUCTURAL {("outputs", :output)}.`,
          };
  }
}
