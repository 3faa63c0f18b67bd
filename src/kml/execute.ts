import type { KmlCommand, MutationStatement } from "../lang/index.js";
import type { StateOverlay } from "../state/index.js";
import { buildCreations, isCreate, planCreations } from "./creations.js";
import { type DefineCommand, executeDefine, isDefine } from "./define.js";
import { desugar, type PlainStatement } from "./desugar.js";
import { finish } from "./finish.js";
import { carryOutMerges, decideMerges } from "./merge.js";
import type { MutationContext, MutationOutcome } from "./outcome.js";
import { inOwnTerms } from "./own-terms.js";
import { requireParameters } from "./parameters.js";
import { MutationPlan } from "./plan.js";
import { Propositions } from "./propositions.js";
import { planPurges } from "./purge.js";
import { planPayloadPurge } from "./purge-payload.js";
import { planRetention } from "./retention.js";
import { planTransition } from "./transition.js";
import { planUpdate } from "./update.js";
import { addressUpsert, applyUpsert, resolveUpsert } from "./upsert.js";
import { completeReferences } from "./validate.js";

/**
 * Executes one KML command over a transaction's tentative state (§51–§60) and returns what it did. A command that
 * fails writes nothing: neither the overlay nor what lies beneath it changes (§53).
 *
 * The clauses of a MUTATE are worked out together, in stages that do not follow their order: every new element first
 * gets its id, then merges are decided, so that every reference resolves through them, then Propositions resolve, then
 * creations are built, then existing elements are changed, then lifecycle moves, then erasures; only then is the whole
 * checked and written. What one block leaves is what its merges and then its other clauses would leave as commands of
 * their own, except where clauses contradict each other: these are refused.
 * @throws `KipError` with the registry's code (§87) for whatever the specification refuses.
 */
export function executeMutation(
  overlay: StateOverlay,
  command: KmlCommand,
  context: MutationContext,
): MutationOutcome {
  if (isDefine(command)) return executeDefine(overlay, command, context);
  requireParameters(command, context.parameters);
  const statements = desugar(statementsOf(command), context.parameters);
  const plan = new MutationPlan(overlay, context);
  try {
    carryOut(plan, statements);
    return finish(plan, overlay);
  } catch (thrown) {
    throw inOwnTerms(thrown, plan, overlay);
  }
}

function carryOut(plan: MutationPlan, statements: readonly PlainStatement[]): void {
  const creations = planCreations(plan, statements.filter(isCreate));
  const addressed = ofType(statements, "UpsertConcept").map((upsert) => addressUpsert(plan, upsert));
  const propositions = new Propositions(plan, ofType(statements, "EnsureProposition"));
  decideMerges(plan, ofType(statements, "MergeConcept"));
  const upserts = addressed.map((upsert) => ({ ...upsert, id: resolveUpsert(plan, upsert) }));
  propositions.ensureAll();
  buildCreations(plan, creations);
  propositions.keepRedirections();
  for (const { command, id } of upserts) applyUpsert(plan, command, id);
  for (const update of ofType(statements, "Update")) planUpdate(plan, update);
  for (const retention of ofType(statements, "SetRetention")) planRetention(plan, retention);
  for (const transition of ofType(statements, "Transition")) planTransition(plan, transition);
  carryOutMerges(plan);
  for (const purge of ofType(statements, "PurgePayload")) planPayloadPurge(plan, purge);
  completeReferences(plan);
  planPurges(plan, ofType(statements, "Purge"));
}

function statementsOf(command: Exclude<KmlCommand, DefineCommand>): readonly MutationStatement[] {
  return command.type === "Mutate" ? command.statements : [command];
}

function ofType<T extends PlainStatement["type"]>(
  statements: readonly PlainStatement[],
  type: T,
): readonly Extract<PlainStatement, { readonly type: T }>[] {
  return statements.filter(
    (statement): statement is Extract<PlainStatement, { readonly type: T }> => statement.type === type,
  );
}
