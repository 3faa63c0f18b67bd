import { matchWhere } from "../kql/index.js";
import type { MergeConceptCommand, TargetRef } from "../lang/index.js";
import {
  type Concept,
  type Element,
  type ElementId,
  isInOrdinaryRecall,
  type JsonObject,
  kindOfId,
  kipError,
} from "../model/index.js";
import { aKind } from "./describe.js";
import { checkGuards } from "./guards.js";
import { mergeEffects } from "./merge-effects.js";
import type { MutationPlan } from "./plan.js";
import { resolveReference } from "./references.js";
import { requireStandingTarget } from "./tombstones.js";

type Row = ReadonlyMap<string, Element>;
type Endpoint = "source" | "target";

/**
 * Plans the MERGE CONCEPT statements of a command, and says what they redirect once all of them are known.
 * @throws what `planMerge` throws.
 */
export function planMerges(plan: MutationPlan, commands: readonly MergeConceptCommand[]): void {
  for (const command of commands) planMerge(plan, command);
  for (const { source, target, decisionId } of plan.identityOrders) {
    plan.notes.push({
      merge: {
        source,
        target,
        canonical_target: canonicalIn(plan, target),
        decision_id: decisionId,
        ...mergeEffects(plan.before, source, target, (id) => canonicalIn(plan, id)),
      },
    });
  }
}

/**
 * Plans a MERGE CONCEPT (§11, §61): references to the source resolve to the target from now on, and nothing that was
 * recorded is rewritten. Merging a Concept into itself, or again into what it already resolves to, changes nothing.
 * @throws `NotFoundOrNotVisible` when WHERE finds no Concept for an endpoint, or one that was tombstoned or purged;
 * `IdentityMergeConflict` when it finds several, when the types are of different lineages, when the source is already
 * merged into another Concept, is the Space's `$self`, or is what the target resolves to; `TypeMismatch` for an element
 * that is no Concept; `VersionConflict` when a guard on the source does not hold.
 */
function planMerge(plan: MutationPlan, command: MergeConceptCommand): void {
  const { where, guards } = command;
  const rows =
    where && matchWhere(plan.before, where.clauses, { parameters: plan.parameters, now: plan.context.now });
  const areNamed = command.source.type !== "Variable" && command.target.type !== "Variable";
  const sourceId = endpoint(plan, command.source, rows, "source");
  const targetId = endpoint(plan, command.target, rows, "target");
  // Endpoints that are named directly need no WHERE to be found; it only guards then (§52.7).
  const isGuardedOff = areNamed && rows?.length === 0;
  plan.selections.push({ statement: "MERGE CONCEPT", targets: isGuardedOff ? [] : [sourceId] });
  if (isGuardedOff) return;
  checkGuards(plan, sourceId, guards, "the source");
  const [source, target] = [conceptAt(plan, sourceId, "source"), conceptAt(plan, targetId, "target")];
  const canonicalTarget = canonicalIn(plan, targetId);
  if (canonicalIn(plan, sourceId) === canonicalTarget && canonicalTarget !== sourceId) {
    plan.notes.push({ merge: alreadyMerged(sourceId, targetId, canonicalTarget) });
    return;
  }
  if (sourceId === targetId) return;
  requireMergeable(plan, source, target, canonicalTarget);
  plan.claims.claim(sourceId, "fields.merged_into", targetId);
  plan.decideIdentity(sourceId, targetId);
  plan.put(mergedSource(source, targetId));
}

/** The source as a merge leaves it: addressable, and saying where it leads (§11.1). */
function mergedSource(source: Concept, targetId: ElementId): Concept {
  const merged = { ...source, merged_into: { id: targetId } };
  // What is out of recall stays out of it.
  return isInOrdinaryRecall(source) ? { ...merged, _system: { ...source._system, state: "merged" } } : merged;
}

function alreadyMerged(source: ElementId, target: ElementId, canonical: ElementId): JsonObject {
  return { source, target, canonical_target: canonical, already_merged: true };
}

/** The one Concept an endpoint names: a merge is about exactly that one, so no earlier merge is followed here. */
function endpoint(
  plan: MutationPlan,
  ref: TargetRef,
  rows: readonly Row[] | null,
  which: Endpoint,
): ElementId {
  if (ref.type !== "Variable") {
    return resolveReference(plan, ref, plan.scopeOf(null), `the ${which} of the merge`).supplied;
  }
  if (rows === null) return plan.scopeOf(null).elementOf(ref);
  const found = new Set(rows.map((row) => row.get(ref.name)?.id ?? plan.handle(ref.name)));
  found.delete(undefined);
  const [only, ...others] = [...found] as ElementId[];
  if (only === undefined) {
    throw kipError("NotFoundOrNotVisible", `WHERE finds no Concept for the ${which} of the merge`, {
      hint: `Select ?${ref.name} by id, or by type and key.`,
      details: { endpoint: which, variable: ref.name },
    });
  }
  if (others.length > 0) {
    throw kipError("IdentityMergeConflict", `WHERE finds several Concepts for the ${which} of the merge`, {
      hint: `?${ref.name} could be ${[only, ...others].join(", ")}. Names tell no identities apart: select by id, or by type and key.`,
      details: { endpoint: which, variable: ref.name, candidates: [only, ...others] },
    });
  }
  return only;
}

function conceptAt(plan: MutationPlan, id: ElementId, which: Endpoint): Concept {
  const element = plan.element(id);
  if (element === undefined) {
    throw kipError("NotFoundOrNotVisible", `the ${which} of the merge is not in this Space`, {
      details: { endpoint: which, id },
    });
  }
  if (element.kind !== "concept") {
    throw kipError("TypeMismatch", `the ${which} of the merge is ${aKind(element.kind)}`, {
      hint: "Only Concepts are merged. What is claimed of either stays what was claimed.",
      details: { endpoint: which, id, expected: "Concept", found: kindOfId(id) },
    });
  }
  requireStandingTarget(plan, id);
  return element;
}

/** What an id resolves to once the command's own merges are carried out (§11.1). */
function canonicalIn(plan: MutationPlan, id: ElementId): ElementId {
  let current = id;
  for (;;) {
    const element = plan.element(current);
    if (element?.kind !== "concept" || element.merged_into === null) return current;
    current = element.merged_into.id;
  }
}

function requireMergeable(
  plan: MutationPlan,
  source: Concept,
  target: Concept,
  canonicalTarget: ElementId,
): void {
  const conflict = (message: string, hint: string, details: JsonObject = {}) =>
    kipError("IdentityMergeConflict", message, {
      hint,
      details: { source: source.id, target: target.id, ...details },
    });
  if (canonicalTarget === source.id) {
    throw conflict(
      `${target.id} already resolves to ${source.id}`,
      `The merge would close a circle. ${source.id} is the Concept that is left: address that one.`,
    );
  }
  if (source.merged_into !== null) {
    const resolved = canonicalIn(plan, source.id);
    throw conflict(
      `${source.id} is already merged into ${source.merged_into.id}`,
      `It resolves to ${resolved}. If that was wrong, the host withdraws the decision first; if both are one, merge ${resolved} INTO ${target.id}.`,
      { merged_into: source.merged_into.id, resolves_to: resolved },
    );
  }
  requireStandingTarget(plan, canonicalTarget);
  const lineage = ({ schema_ref }: Concept) => plan.lineageOfType(schema_ref);
  if (lineage(source) !== lineage(target)) {
    throw conflict(
      "the two Concepts are of different types",
      `One identity has one type. If both describe one thing in the world, record that: ASSERT ("${source.id}", "same_as", "${target.id}") {by: …, mode: …}.`,
      { source_type: source.schema_ref, target_type: target.schema_ref },
    );
  }
  if (plan.before.selfId === source.id) {
    throw conflict(
      `${source.id} is this Space's $self`,
      `A merge must not move $self to another Concept. Merge the other way: MERGE CONCEPT "${target.id}" INTO "${source.id}".`,
    );
  }
}
