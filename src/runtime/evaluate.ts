import { executeMutation, type MutationContext } from "../kml/index.js";
import { encodeFindCursor, evaluateFind, type FindOutcome, readFindCursor } from "../kql/index.js";
import { type FindCommand, isMeta, isStateChanging, statementName } from "../lang/index.js";
import { commitTxId, type JsonObject } from "../model/index.js";
import { type SpaceView, StateOverlay } from "../state/index.js";
import { withPlainPayloads } from "../store/index.js";
import { placed, placedRemarks } from "./error-place.js";
import { evaluateMeta, type RehearsedMutation } from "./evaluate-meta.js";
import {
  answer,
  cappedRows,
  type Evaluation,
  type EvaluationContext,
  type MutationEvaluation,
} from "./evaluation.js";
import { identityChange } from "./identity-change.js";
import { type PreparedOperation, prepareOperation } from "./operation.js";
import { caveatsOf, NOTHING, type ReadMaterial, readingOf } from "./read-material.js";
import { schemaChange } from "./schema-commit.js";

export type { Evaluation, EvaluationContext, MutationEvaluation } from "./evaluation.js";

/**
 * Answers a reading operation from one view and what was fetched for it, without awaiting anything: one evaluation sees
 * one state.
 * @throws `UnsupportedCapability` naming a statement that this engine does not have.
 */
export function evaluateRead(
  view: SpaceView,
  operation: PreparedOperation,
  context: EvaluationContext,
  material: ReadMaterial = NOTHING,
): Evaluation {
  try {
    const evaluation = answerRead(view, operation, context, material);
    // A large payload can be looked up only in here.
    return {
      ...evaluation,
      result: withPlainPayloads(evaluation.result),
      warnings: [...evaluation.warnings, ...caveatsOf(material)],
    };
  } catch (thrown) {
    throw placed(thrown, operation.text);
  }
}

function answerRead(
  view: SpaceView,
  operation: PreparedOperation,
  context: EvaluationContext,
  material: ReadMaterial,
): Evaluation {
  const { command } = operation;
  if (command.type === "Find") {
    const reading = readingOf(view, context, material);
    return evaluateFindOperation(reading.view, command, operation, reading.context);
  }
  if (!isMeta(command)) throw new TypeError(`${statementName(command)} does not read`);
  return evaluateMeta(view, command, operation, context, material, (text, parameters) =>
    rehearse(view, text, parameters, context),
  );
}

/**
 * The outcome of a FIND, its plan included, on the view it is about.
 * @throws as `evaluateFind` and `readFindCursor`.
 */
export function findOutcome(
  view: SpaceView,
  command: FindCommand,
  { parameters }: Pick<PreparedOperation, "parameters">,
  context: EvaluationContext,
): FindOutcome {
  const position = readFindCursor(command, parameters, context.cursorKey, view.spaceId);
  return evaluateFind(view, command, {
    parameters,
    now: position?.now ?? context.now,
    head: context.head,
    search: context.search,
    ...(context.limits ? { limits: context.limits } : {}),
    ...(position ? { position } : {}),
    ...(context.purpose === undefined ? {} : { purpose: context.purpose }),
    ...(context.risk === undefined ? {} : { risk: context.risk }),
    ...(context.controls === undefined ? {} : { controls: context.controls }),
    ...(context.policies === undefined ? {} : { policies: context.policies }),
  });
}

function evaluateFindOperation(
  view: SpaceView,
  command: FindCommand,
  operation: PreparedOperation,
  context: EvaluationContext,
): Evaluation {
  return answerOfFind(view, command, operation, context, findOutcome(view, command, operation, context));
}

/** The answer an outcome of a FIND comes to (§50, §81.1). Large payloads are still to be made plain. */
export function answerOfFind(
  view: SpaceView,
  command: FindCommand,
  { parameters, text }: Pick<PreparedOperation, "parameters" | "text">,
  context: EvaluationContext,
  outcome: FindOutcome,
): Evaluation {
  const nextCursor =
    outcome.next && encodeFindCursor(command, parameters, context.cursorKey, view.spaceId, outcome.next);
  return answer(view, outcome.rows, { basis: outcome.basis, search: outcome.search }, nextCursor, [
    ...placedRemarks(outcome.remarks, text),
    ...(outcome.capped ? [cappedRows(outcome.rows.length, outcome.total)] : []),
  ]);
}

/**
 * Runs a state-changing operation in its transaction's overlay.
 * @throws `KipError`; the overlay then has to be dropped.
 */
export function evaluateMutation(
  overlay: StateOverlay,
  operation: PreparedOperation,
  context: EvaluationContext,
  transaction: Pick<MutationContext, "txId" | "nextSeq" | "origin">,
): MutationEvaluation {
  const { command, parameters, opId } = operation;
  if (!isStateChanging(command)) throw new TypeError(`${statementName(command)} is no mutation`);
  try {
    const outcome = executeMutation(overlay, command, {
      ...transaction,
      parameters,
      now: context.now,
      ...(opId === undefined ? {} : { opId }),
    });
    // The coordinates are those of the state it was evaluated on, also where it put another environment in force.
    const { summary, changes, effect } = outcome;
    return { ...answer(overlay.base, summary), changes, effect };
  } catch (thrown) {
    throw placed(thrown, operation.text);
  }
}

/** The engine-maintained facts of the transaction that would follow a view (§32.4). */
export function nextTransaction(
  { spaceId, seq }: SpaceView,
  principal: string,
): Pick<MutationContext, "txId" | "nextSeq" | "origin"> {
  return {
    txId: commitTxId(spaceId, seq + 1),
    nextSeq: seq + 1,
    origin: { principal_id: principal, channel: "local", import_id: null },
  };
}

/** Carries out a command on a tentative state of its own, which is dropped (§69.3). */
function rehearse(
  view: SpaceView,
  text: string,
  parameters: JsonObject,
  context: EvaluationContext,
): RehearsedMutation {
  const operation = prepareOperation({ kip: "2.0", operations: [], parameters }, { command: text }, "full");
  context.gate.statement(operation.command);
  const counters = view instanceof StateOverlay ? view.counters : context.session.basis.counters;
  const overlay = new StateOverlay(view, counters);
  const rehearsed = evaluateMutation(overlay, operation, context, nextTransaction(view, context.principal));
  context.gate.rehearsed(view, overlay);
  const controlChanges = [
    ...schemaChange(view.environment, overlay.environment),
    ...identityChange(overlay, view.identityVersion),
  ];
  return { ...rehearsed, controlChanges, warnings: [...rehearsed.warnings, ...operation.warnings] };
}
