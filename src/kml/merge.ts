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
import { mergeTarget } from "../state/index.js";
import { emptyConcept } from "./create-concept.js";
import { aKind } from "./describe.js";
import { checkGuards } from "./guards.js";
import { mergeEffects } from "./merge-effects.js";
import type { MutationPlan } from "./plan.js";
import { resolveReference } from "./references.js";
import { requireStandingTarget } from "./tombstones.js";

type Row = ReadonlyMap<string, Element>;
type Endpoint = "source" | "target";

/** A Concept that a merge names, as far as it is known before anything is built. */
interface MergedConcept {
  readonly id: ElementId;
  readonly schemaRef: string;
}

/** A MERGE CONCEPT with its endpoints found. */
interface MergeOrder {
  readonly source: MergedConcept;
  readonly target: MergedConcept;
}

/**
 * Decides the MERGE CONCEPT statements of a command (§11, §61), before anything else of it is worked out: every other
 * reference of the command resolves as it will once the command is carried out. References to the source resolve to the
 * target from now on, and nothing that was recorded is rewritten. Merging a Concept into itself, or again into what it
 * already resolves to, changes nothing.
 * @throws `NotFoundOrNotVisible` when WHERE finds no Concept for an endpoint, or one that was tombstoned or purged;
 * `IdentityMergeConflict` when it finds several, when the types are of different lineages, when the source is already
 * merged into another Concept or two clauses would merge it, is the Space's `$self`, or is what the target resolves to;
 * `TypeMismatch` for an element that is no Concept; `VersionConflict` when a guard on the source does not hold.
 */
export function decideMerges(plan: MutationPlan, commands: readonly MergeConceptCommand[]): void {
  // All endpoints are found before any merge is decided, so that none depends on the order of the clauses.
  const orders = commands.flatMap((command) => readMerge(plan, command) ?? []);
  for (const order of orders) decide(plan, order);
}

/**
 * Carries out the merges that were decided, on what the rest of the command makes of their sources, and says what each
 * of them redirects.
 */
export function carryOutMerges(plan: MutationPlan): void {
  for (const { source, target } of plan.identityOrders) {
    const draft = plan.element(source);
    if (draft?.kind === "concept") plan.put(mergedSource(draft, target));
  }
  for (const { source, target, decisionId } of plan.identityOrders) {
    plan.notes.push({
      merge: {
        source,
        target,
        canonical_target: plan.canonical(target),
        decision_id: decisionId,
        ...mergeEffects(plan.resolving, source),
      },
    });
  }
}

function readMerge(plan: MutationPlan, command: MergeConceptCommand): MergeOrder | null {
  const { where, guards } = command;
  const rows =
    where && matchWhere(plan.before, where.clauses, { parameters: plan.parameters, now: plan.context.now });
  const areNamed = command.source.type !== "Variable" && command.target.type !== "Variable";
  const sourceId = endpoint(plan, command.source, rows, "source");
  const targetId = endpoint(plan, command.target, rows, "target");
  // Endpoints that are named directly need no WHERE to be found; it only guards then (§52.7).
  const isGuardedOff = areNamed && rows?.length === 0;
  plan.selections.push({ statement: "MERGE CONCEPT", targets: isGuardedOff ? [] : [sourceId] });
  if (isGuardedOff) return null;
  checkGuards(plan, sourceId, guards, "the source");
  return { source: conceptAt(plan, sourceId, "source"), target: conceptAt(plan, targetId, "target") };
}

function decide(plan: MutationPlan, { source, target }: MergeOrder): void {
  requireOneTarget(plan, source.id, target.id);
  const canonicalTarget = plan.canonical(target.id);
  if (plan.canonical(source.id) === canonicalTarget && canonicalTarget !== source.id) {
    plan.notes.push({ merge: alreadyMerged(source.id, target.id, canonicalTarget) });
    return;
  }
  if (source.id === target.id) return;
  requireMergeable(plan, source, target, canonicalTarget);
  const found = plan.before.element(source.id);
  const concept = found?.kind === "concept" ? found : emptyConcept(plan, source.id, source.schemaRef);
  plan.decideIdentity(mergedSource(concept, target.id), target.id);
}

/** @throws `IdentityMergeConflict` when another clause of the command merges the source elsewhere (§53.4). */
function requireOneTarget(plan: MutationPlan, source: ElementId, target: ElementId): void {
  const other = plan.identityOrders.find((order) => order.source === source && order.target !== target);
  if (other === undefined) return;
  throw kipError("IdentityMergeConflict", `two clauses merge ${source} into different Concepts`, {
    hint: `Clause order decides nothing. Merge ${source} INTO one of ${other.target} and ${target}; if all are one, merge those two as well.`,
    details: { source, targets: [other.target, target] },
  });
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

function conceptAt(plan: MutationPlan, id: ElementId, which: Endpoint): MergedConcept {
  const facts = plan.facts(id);
  if (facts === undefined) {
    throw kipError("NotFoundOrNotVisible", `the ${which} of the merge is not in this Space`, {
      details: { endpoint: which, id },
    });
  }
  if (facts.schemaRef === undefined) {
    throw kipError("TypeMismatch", `the ${which} of the merge is ${aKind(facts.kind)}`, {
      hint: "Only Concepts are merged. What is claimed of either stays what was claimed.",
      details: { endpoint: which, id, expected: "Concept", found: kindOfId(id) },
    });
  }
  requireStandingTarget(plan, id);
  return { id, schemaRef: facts.schemaRef };
}

function requireMergeable(
  plan: MutationPlan,
  source: MergedConcept,
  target: MergedConcept,
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
  const mergedInto = mergeTarget(plan.resolving.element(source.id));
  if (mergedInto !== null) {
    const resolved = plan.canonical(source.id);
    throw conflict(
      `${source.id} is already merged into ${mergedInto}`,
      `It resolves to ${resolved}. If that was wrong, the host withdraws the decision first; if both are one, merge ${resolved} INTO ${target.id}.`,
      { merged_into: mergedInto, resolves_to: resolved },
    );
  }
  requireStandingTarget(plan, canonicalTarget);
  const lineage = ({ schemaRef }: MergedConcept) => plan.lineageOfType(schemaRef);
  if (lineage(source) !== lineage(target)) {
    throw conflict(
      "the two Concepts are of different types",
      `One identity has one type. If both describe one thing in the world, record that: ASSERT ("${source.id}", "same_as", "${target.id}") {by: …, mode: …}.`,
      { source_type: source.schemaRef, target_type: target.schemaRef },
    );
  }
  if (plan.before.selfId === source.id) {
    throw conflict(
      `${source.id} is this Space's $self`,
      `A merge must not move $self to another Concept. Merge the other way: MERGE CONCEPT "${target.id}" INTO "${source.id}".`,
    );
  }
}
