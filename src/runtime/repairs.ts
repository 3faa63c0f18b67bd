import { objectWith, textAt } from "../govern/index.js";
import {
  executeMutation,
  type IdentityRepair,
  type IdentityReview,
  type MutationContext,
  type RecordingRepair,
  type RepairScope,
  repairIdentity,
  repairRecording,
} from "../kml/index.js";
import { isStateChanging } from "../lang/index.js";
import {
  asElementId,
  type ElementId,
  type IdentityDecision,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  kipError,
  requirePortableJson,
  type Timestamp,
} from "../model/index.js";
import type { StateOverlay } from "../state/index.js";
import { nextTransaction } from "./evaluate.js";
import { identityChange } from "./identity-change.js";
import { prepareOperation } from "./operation.js";
import { commitProtected, type ProtectedCaller, type ProtectedOutcome } from "./protected-commit.js";
import type { SpaceSession } from "./session.js";

/** The answer to an identity repair (§11.5): the receipt, the decision as it stands now, and what to look at again. */
export interface IdentityRepairOutcome extends ProtectedOutcome {
  readonly decision: IdentityDecision;
  readonly review: IdentityReview;
}

/** KML that records what the source really holds, in the transaction of the repair (§57.8). */
export interface ReplacementCommand {
  readonly command: string;
  readonly parameters?: JsonObject;
}

/**
 * Withdraws a merge (§11.5), as a commit of the class `identity_repair` with an identity control change.
 * @throws what `repairIdentity` of `kml/` and `commitProtected` throw.
 */
export async function withdrawMerge(
  session: SpaceSession,
  request: unknown,
  caller: ProtectedCaller,
): Promise<IdentityRepairOutcome> {
  const repair = requireRequest(request);
  const outcome = await commitProtected(session, caller, {
    transactionClass: "identity_repair",
    permission: "merge_identity",
    request: repair,
    work: (overlay, now) => {
      const done = repairIdentity(overlay, repair, mutationContext(overlay, caller.principal, now));
      return {
        changes: done.changes,
        controlChanges: identityChange(overlay, overlay.base.identityVersion),
        result: { decision: done.decision, review: done.review } as unknown as JsonObject,
        about: [],
        authorized: [],
      };
    },
  });
  const { decision, review } = outcome.result as unknown as IdentityRepairOutcome;
  return { ...outcome, decision, review };
}

/**
 * Repairs a recording (§57.8), as a commit of the class `recording_repair` with a recording control change. With a
 * `replacement` its command runs first, in the same transaction, and `replacement_refs` may name its handles (`?right`).
 * @throws what `repairRecording` of `kml/`, the command and `commitProtected` throw.
 */
export function repairRecordedMistake(
  session: SpaceSession,
  request: unknown,
  caller: ProtectedCaller,
  {
    scope,
    replacement,
  }: { readonly scope: RepairScope; readonly replacement?: ReplacementCommand | undefined },
): Promise<ProtectedOutcome> {
  const repair = requireRequest(request);
  return commitProtected(session, caller, {
    transactionClass: "recording_repair",
    permission: "repair_recording",
    request: replacement ? { repair, replacement: replacement as unknown as JsonObject } : repair,
    work: (overlay, now) => {
      const context = mutationContext(overlay, caller.principal, now);
      const handles = replacement ? recordReplacement(overlay, replacement, context) : new Map();
      const done = repairRecording(overlay, repair, context, { scope, handles });
      return {
        changes: done.changes,
        controlChanges: [{ kind: "recording", version: String(context.nextSeq) }],
        result: done.summary,
        about: done.invalidated,
        authorized: [done.activity, ...done.invalidated.map(({ id }) => id)],
      };
    },
  });
}

/** How a repair is asked for besides what it is. */
export interface RepairRequestOptions {
  readonly idempotencyKey: string | undefined;
  readonly replacement: ReplacementCommand | undefined;
}

/**
 * Reads the options of a recording repair.
 * @throws `InvalidRequestEnvelope` for a member there is not, `TypeMismatch` for a value of another type.
 */
export function readRepairOptions(received: unknown): RepairRequestOptions {
  const { idempotencyKey, replacement } = objectWith(received, "the options of a repair", [
    ...["idempotencyKey", "replacement"],
  ]);
  return {
    idempotencyKey: idempotencyKey === undefined ? undefined : textAt(idempotencyKey, "idempotencyKey"),
    replacement: replacement === undefined ? undefined : readReplacement(replacement),
  };
}

function readReplacement(received: unknown): ReplacementCommand {
  const { command, parameters } = objectWith(received, "replacement", ["command", "parameters"]);
  requirePortableJson(parameters ?? {}, "replacement.parameters");
  if (typeof command === "string" && (parameters === undefined || isJsonObject(parameters))) {
    return { command, ...(parameters === undefined ? {} : { parameters }) };
  }
  throw kipError("TypeMismatch", "a replacement is a command with parameters", {
    hint: 'Send {command: "ASSERT …", parameters: {}}.',
    details: { field: "replacement" },
  });
}

export type { IdentityRepair, IdentityReview, RecordingRepair };

/** What a host sends crosses into the engine unchecked. */
function requireRequest(request: unknown): JsonObject {
  requirePortableJson(request as JsonValue, "the repair");
  if (isJsonObject(request)) return request;
  throw kipError("TypeMismatch", "a repair is an object", {
    hint: "Send the members the operation documents, as one object.",
    details: { expected: "object" },
  });
}

function mutationContext(overlay: StateOverlay, principal: string, now: Timestamp): MutationContext {
  return { ...nextTransaction(overlay.base, principal), parameters: {}, now };
}

/** Runs the replacement command and returns what its handles stand for. */
function recordReplacement(
  overlay: StateOverlay,
  { command: text, parameters = {} }: ReplacementCommand,
  context: MutationContext,
): ReadonlyMap<string, ElementId> {
  const { command } = prepareOperation({ kip: "2.0", operations: [], parameters }, { command: text }, "full");
  if (!isStateChanging(command)) {
    throw kipError("InvalidRequestEnvelope", "the replacement command records nothing", {
      hint: "Send the KML that records the right claim, or leave it out and name stored Assertions.",
    });
  }
  const { summary } = executeMutation(overlay, command, { ...context, parameters });
  const { handles = {} } = summary;
  return new Map(
    Object.entries(isJsonObject(handles) ? handles : {}).map(([name, id]) => [name, asElementId(String(id))]),
  );
}
