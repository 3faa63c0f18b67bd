import { describeAccess } from "../govern/index.js";
import { type MetaCommand, statementName } from "../lang/index.js";
import {
  describeBatch,
  describeSnapshot,
  describeTransaction,
  evaluateDescribe,
  evaluateList,
  historyPage,
  innerParameters,
  Operands,
  readArtifact,
  spaceRow,
  textFindings,
  type Validation,
  validateMutation,
  validatePackage,
  validateQuery,
  verifyPackage,
  verifyReceipt,
} from "../meta/index.js";
import { type ControlChange, type JsonObject, type JsonValue, KipError, kipError } from "../model/index.js";
import { evaluateSearch } from "../search/index.js";
import { type SpaceView, StateOverlay } from "../state/index.js";
import { availableCapabilities, describeCapabilities } from "./capabilities.js";
import {
  answer,
  authorizationViewOf,
  cappedRows,
  type Evaluation,
  type EvaluationContext,
  type MutationEvaluation,
  trustVersionOf,
} from "./evaluation.js";
import type { PreparedOperation } from "./operation.js";
import { type ReadMaterial, readingOf, transactionReader } from "./read-material.js";
import { changeSummary } from "./receipts.js";

/** Carries out a KML command on a tentative state that nobody else sees. @throws what the command would fail with. */
export type Rehearsal = (text: string, parameters: JsonObject) => RehearsedMutation;

/** What a command would do, with what it would change beside elements (§36.1). */
export interface RehearsedMutation extends MutationEvaluation {
  readonly controlChanges: readonly ControlChange[];
}

/**
 * Answers a META statement (§63–§69) from one view and what was fetched for it. It changes nothing: a rehearsed mutation
 * happens on a state that is dropped.
 * @throws the errors of what is asked about; `UnsupportedCapability` for capsules, which this engine does not have.
 */
export function evaluateMeta(
  view: SpaceView,
  command: MetaCommand,
  { parameters }: PreparedOperation,
  context: EvaluationContext,
  material: ReadMaterial,
  rehearse: Rehearsal,
): Evaluation {
  const operands = new Operands(parameters);
  switch (command.type) {
    case "Search": {
      const reading = readingOf(view, context, material);
      requireCurrentIndex(reading.view, reading.context);
      const { hits, search, nextCursor } = evaluateSearch(
        reading.view,
        reading.context.search,
        command,
        parameters,
        context.cursorKey,
      );
      return answer(reading.view, hits as unknown as JsonValue, { search }, nextCursor);
    }
    case "DescribeTransaction":
    case "DescribeTransactionByKey":
      if (material.kind === "batch") {
        return answer(view, describeBatch(view, material.batch, transactionReader(context)));
      }
      return answer(
        view,
        describeTransaction(view, fetched(material, "transaction").transaction, transactionReader(context)),
      );
    case "DescribeSnapshot":
      return answer(view, describeSnapshot(fetched(material, "snapshot").facts));
    case "DescribeCapsule":
    case "ExportCapsule":
    case "PreviewImportCapsule":
      throw noCapsules(command);
    case "ListSpaces":
    case "ListSchemaPackages":
    case "ListTypes":
    case "ListPredicates":
    case "ListFacets":
    case "ListStructuralFields":
    case "ListEpistemicPolicies":
    case "ListDependents":
      return listed(material.kind === "past" ? material.view : view, command, parameters, context);
    case "Verify": {
      if (command.target === "CAPSULE") throw noCapsules(command);
      if (command.target === "RECEIPT") {
        const { receipt, held } = fetched(material, "receipt");
        return answer(view, verifyReceipt(receipt, held));
      }
      const artifact = readArtifact(operands.value(command.artifact), "schema package", context.artifactOf);
      return answer(view, verifyPackage(artifact, view.environment));
    }
    case "Validate":
      return answer(view, validated(view, command, operands, parameters, context, rehearse));
    case "PreviewKml":
      return previewed(view, operands.text(command.input, "PREVIEW KML"), parameters, rehearse);
    case "HistoryElement":
    case "HistorySpace":
    case "ChangesSince":
    case "ChangesAfterSeq":
      return chronology(view, command, parameters, context, material);
    default: {
      const described = material.kind === "past" ? material.view : view;
      return answer(
        described,
        evaluateDescribe(described, command, {
          parameters,
          principal: context.principal,
          actors: context.gate.authority.bindings.map(({ actor }) => actor),
          capabilities: availableCapabilities(permissionsOf(context)),
          capabilityReport: describeCapabilities(permissionsOf(context), context.session),
          describeAccess: (request) =>
            describeAccess(context.gate.authority, request, {
              control: context.gate.control,
              view,
              access: context.access,
            }),
          space: { lastCommitAt: context.session.lastCommitAt },
          trustVersion: trustVersionOf(context),
          ...(context.policies ? { policies: context.policies } : {}),
        }),
      );
    }
  }
}

function listed(
  view: SpaceView,
  command: Parameters<typeof evaluateList>[1],
  parameters: JsonObject,
  { cursorKey, head, policies }: EvaluationContext,
): Evaluation {
  const page = evaluateList(view, command, {
    parameters,
    cursorKey,
    head,
    spaces: [spaceRow(view)],
    ...(policies ? { policies } : {}),
  });
  const { rows, nextCursor, cappedOf } = page;
  const extensions =
    command.type === "ListDependents"
      ? { dependents: { coverage_scope: "authorized_view", truncated: nextCursor !== null } }
      : undefined;
  const warnings = cappedOf === null ? [] : [cappedRows(rows.length, cappedOf)];
  return answer(view, rows, extensions ? { extensions } : {}, nextCursor, warnings);
}

function chronology(
  view: SpaceView,
  command: Parameters<typeof historyPage>[1],
  parameters: JsonObject,
  context: EvaluationContext,
  material: ReadMaterial,
): Evaluation {
  const { request, found } = fetched(material, "history");
  const authorizationView = authorizationViewOf(context);
  const page = historyPage(view, command, request, found, {
    parameters,
    cursorKey: context.cursorKey,
    authorizationView,
  });
  const coverage = {
    through_seq: page.throughSeq,
    authorization_view: authorizationView,
    complete: true,
  };
  const warnings = page.capped ? [cappedRows(page.rows.length, null)] : [];
  return answer(view, page.rows, { extensions: { coverage } }, page.nextCursor, warnings);
}

function validated(
  view: SpaceView,
  { target, input, options }: Extract<MetaCommand, { type: "Validate" }>,
  operands: Operands,
  parameters: JsonObject,
  context: EvaluationContext,
  rehearse: Rehearsal,
): JsonObject {
  switch (target) {
    case "KQL": {
      const text = operands.text(input, "VALIDATE KQL");
      const inner = innerParameters(parameters, options);
      return asResult(
        validateQuery(view, text, {
          parameters: inner,
          now: context.now,
          cursorKey: context.cursorKey,
          ...(context.policies ? { policies: context.policies } : {}),
        }),
      );
    }
    case "KML": {
      const text = operands.text(input, "VALIDATE KML");
      const inner = innerParameters(parameters, options);
      return asResult(validateMutation(text, () => void rehearse(text, inner)));
    }
    case "SCHEMA PACKAGE":
      return asResult(
        validatePackage(
          view.environment,
          readArtifact(operands.value(input), "schema package", context.artifactOf),
        ),
      );
    case "CAPSULE":
    case "IMPORT PLAN":
      throw noCapsules({ type: "Validate", target });
  }
}

function asResult(found: Validation): JsonObject {
  return { ...found };
}

/** What PREVIEW KML answers (§69.3): the effect the command would have now, or why it would have none. */
function previewed(view: SpaceView, text: string, parameters: JsonObject, rehearse: Rehearsal): Evaluation {
  const refused = textFindings("KML", text, "KML");
  if (refused) return answer(view, { target: "KML", outcome: "would_fail", errors: refused.errors });
  try {
    const { result, changes, controlChanges, effect, warnings } = rehearse(text, parameters);
    const warning = {
      code: "Preview",
      message: "Nothing was committed, and nothing is reserved: ids in this preview will be given to others.",
    };
    return answer(
      view,
      {
        target: "KML",
        outcome: effect ? "would_commit" : "no_effect",
        summary: result,
        change_summary: changeSummary(changes, controlChanges),
        changes: changes as unknown as readonly JsonValue[],
        errors: [],
      },
      {},
      null,
      [warning, ...warnings],
    );
  } catch (thrown) {
    if (!(thrown instanceof KipError) || thrown.code === "InternalError") throw thrown;
    const errors = [thrown.toShape() as unknown as JsonObject];
    return answer(view, { target: "KML", outcome: "would_fail", errors });
  }
}

/** A search over tentative writes would present an older state as the transaction's own (§79). */
function requireCurrentIndex(view: SpaceView, { search }: EvaluationContext): void {
  if (view instanceof StateOverlay && view.written().length > 0) {
    throw kipError("SearchIndexUnavailable", "the search index does not hold this transaction's own writes", {
      hint: "Search before writing, in its own operation, or read the written elements by id with FIND.",
      details: { index_seq: search.seq },
    });
  }
  if (view.seq < search.seq) {
    throw kipError(
      "SearchIndexUnavailable",
      `the search index is of sequence ${search.seq}, not of ${view.seq}`,
      {
        hint: "Search without read.snapshot_token for candidates, then read them by id with FIND at the snapshot.",
        details: { index_seq: search.seq, requested_seq: view.seq },
      },
    );
  }
}

/** Permissions that only reading needs, so that an endpoint that only reads has them too. */
const READING = ["discover", "read", "search", "project", "read_history", "read_audit", "read_raw_origin"];

function permissionsOf({ may, access }: EvaluationContext): (permission: string) => boolean {
  return (permission) =>
    (access === "full" || READING.includes(permission)) && (may === undefined || may(permission));
}

function noCapsules(command: Pick<MetaCommand, "type"> & { readonly target?: string }): KipError {
  const statement = statementName(command as MetaCommand);
  return kipError("UnsupportedCapability", `${statement}: this engine has no capsules`, {
    hint: "The statement was understood and nothing was done. Read with FIND, and write what should travel with KML.",
    details: { statement, capability: statement.startsWith("EXPORT") ? "capsule_export" : "capsule_import" },
  });
}

type MaterialOf<K extends ReadMaterial["kind"]> = Extract<ReadMaterial, { readonly kind: K }>;

/** The material a statement was given. Another kind would be a mistake of the runtime, not of the request. */
function fetched<K extends ReadMaterial["kind"]>(material: ReadMaterial, kind: K): MaterialOf<K> {
  if (material.kind === kind) return material as MaterialOf<K>;
  throw new TypeError(`a ${kind} read was given ${material.kind}`);
}
