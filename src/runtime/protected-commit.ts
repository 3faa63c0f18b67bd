import type { Caller, Permission, SettledWrites } from "../govern/index.js";
import {
  type ChangeEntry,
  type ControlChange,
  digestOf,
  type Element,
  type ElementId,
  type JsonObject,
  type Receipt,
  type Timestamp,
  timestampAt,
} from "../model/index.js";
import { type SpaceView, StateOverlay } from "../state/index.js";
import type { OutcomeRow } from "../store/index.js";
import { commitKnowingly } from "./commit-outcome.js";
import { commitTimeAfter } from "./commit-time.js";
import { Gate } from "./gate.js";
import { auditId, auditOfWrites, authorizationChange, governanceRows } from "./governance-rows.js";
import { type HostAct, recorded, requireHostPermission } from "./host-acts.js";
import { keptOutcome, requireSameWork } from "./idempotency.js";
import { commitArtifacts, type FinishedPlan, noEffectReceipt, noEffectTxId } from "./receipts.js";
import type { SpaceSession } from "./session.js";

/** Who asks for a protected operation, and how a resend of it is recognised. */
export interface ProtectedCaller extends Caller {
  /** Names the intent, so that a resend answers with the first outcome instead of working again (§34). */
  readonly idempotencyKey: string | undefined;
}

/** What a protected operation does to the state it finds. */
export interface ProtectedWork {
  readonly changes: readonly ChangeEntry[];
  readonly controlChanges: readonly ControlChange[];
  /** What the caller is told: names and ids, never content, since it is retained with the commit. */
  readonly result: JsonObject;
  /** The elements its own permission is about, and what it wrote by virtue of that permission alone. */
  readonly about: readonly Element[];
  readonly authorized: readonly ElementId[];
}

/** A protected operation as a transaction of its own class (§33.1, §36.1). */
export interface ProtectedOperation {
  readonly transactionClass: string;
  /** What it takes (§29), for each element it is about; the audit names it. */
  readonly permission: Permission;
  /** What was asked for: the receipt's request digest is over it, and a key is spent on it. */
  readonly request: JsonObject;
  readonly work: (overlay: StateOverlay, now: Timestamp) => ProtectedWork;
}

/** How a protected operation ended. */
export interface ProtectedOutcome {
  readonly result: JsonObject;
  readonly receipt: Receipt;
}

/**
 * Carries out an operation of the host on cognition as one commit (§11.5, §57.8): all of it, or nothing. Keys of such
 * operations are apart from those of commands (§34.2). It sees what its Principal sees, and what it takes is asked for on
 * every attempt (§28.6): its own permission for what it is about, the ordinary ones for the rest. A refusal is a line of
 * the audit.
 * @throws what the work throws; `NotAuthorized` and what `settleWrites` throws; `IdempotencyConflict`,
 * `TransactionUnknown` for an expired key, `SerializationConflict`, and storage errors as any commit. Nothing is changed
 * then.
 */
export function commitProtected(
  session: SpaceSession,
  caller: ProtectedCaller,
  operation: ProtectedOperation,
): Promise<ProtectedOutcome> {
  const requestDigest = digestOf({ operation: operation.transactionClass, request: operation.request });
  const key = caller.idempotencyKey;
  const scopedKey = key === undefined ? null : `${operation.transactionClass}\u0000${key}`;
  const act: HostAct = {
    principal: caller.principal,
    act: operation.transactionClass,
    permission: operation.permission,
    requestDigest,
  };
  const attempt = async (): Promise<ProtectedOutcome | null> => {
    passed(session, caller, act);
    if (scopedKey !== null) {
      const kept = await keptOutcome(session, caller.principal, scopedKey);
      if (kept) return replayed(kept, requestDigest);
    }
    const attempt = await session.evaluate(() => {
      const { basis } = session;
      const gate = passed(session, caller, act);
      const { view } = gate;
      const now = commitTimeAfter(session.lastCommitAt);
      const overlay = new StateOverlay(view, basis.counters);
      const work = operation.work(overlay, now);
      gate.protects(operation.permission, work.about);
      const settled = gate.writes(view, overlay, requestDigest, new Set(work.authorized));
      return { basis, view, now, overlay, settled, ...work };
    });
    const { basis, view, now, overlay, settled, changes, result } = attempt;
    const controlChanges = [...attempt.controlChanges, ...authorizationChange(settled, view.seq + 1)];
    const plan: FinishedPlan = {
      space: view.spaceId,
      snapshotSeq: view.seq,
      environmentVersion: view.environment.version,
      principal: caller.principal,
      requestDigest,
      changes,
      controlChanges,
      transactionClass: operation.transactionClass,
      actorBinding: settled.actorBinding,
      delegationDigest: settled.delegationDigest,
      result: [result],
    };
    const outcomes = (seq: number | null, noEffect: OutcomeRow["no_effect"]): readonly OutcomeRow[] =>
      scopedKey === null
        ? []
        : [
            {
              ...{ space: view.spaceId, principal: caller.principal, key: scopedKey },
              ...{ request_digest: requestDigest, recorded_at: now, seq, no_effect: noEffect },
            },
          ];
    if (changes.length === 0 && controlChanges.length === 0) {
      const receipt = noEffectReceipt(plan, noEffectTxId(view.spaceId, view.seq));
      const rows = outcomes(null, { receipt, result: [{ result }] });
      return (await session.confirmNoEffect(basis, rows)) ? { result, receipt } : null;
    }
    const { record, envelope, receipt } = commitArtifacts(plan, now);
    const committed = await commitKnowingly(session, basis, {
      row: {
        space: view.spaceId,
        seq: record.space_seq,
        counters: overlay.counters,
        record,
        envelope,
        receipt,
        result: [{ result }],
      },
      written: writtenBy(overlay, view, settled),
      governance: governanceRows(
        {
          records: [
            ...settled.records,
            ...auditOfWrites(
              { exercised: [...new Set([operation.permission, ...settled.exercised])] },
              () => ({
                id: auditId(now),
                at: now,
                principal: caller.principal,
                act: operation.transactionClass,
                about: changes.map(({ id }) => id),
                space_seq: record.space_seq,
              }),
            ),
          ],
        },
        view.spaceId,
        record.space_seq,
      ),
      outcomes: outcomes(record.space_seq, null),
      environment: null,
      erasures: overlay.erasures(),
    });
    return committed ? { result, receipt } : null;
  };
  return recorded(session, act, () => session.write(attempt));
}

/**
 * A gate of now, for whoever holds the permission for anything at all; for each element it is asked again.
 * @throws `Unauthenticated`, `NotAuthorized`.
 */
function passed(session: SpaceSession, caller: ProtectedCaller, act: HostAct): Gate {
  const gate = new Gate(session, caller, timestampAt(Date.now()));
  if (!gate.may(act.permission)) requireHostPermission(session, act);
  return gate;
}

/** What an overlay adds to a view: what was set back as it was has the version it had, and nothing new to keep. */
export function writtenBy(
  overlay: StateOverlay,
  view: SpaceView,
  { elements, records }: Pick<SettledWrites, "elements" | "records">,
) {
  return {
    elements: elements.filter(
      ({ id, _system: { version } }) => view.element(id)?._system.version !== version,
    ),
    clientKeys: overlay.boundClientKeys(),
    identity: overlay.decided(),
    control: records as unknown as readonly JsonObject[],
  };
}

function replayed(
  { row, commit }: NonNullable<Awaited<ReturnType<typeof keptOutcome>>>,
  requestDigest: Receipt["request_digest"],
): ProtectedOutcome {
  requireSameWork(row, requestDigest);
  const kept = commit ?? row.no_effect;
  if (!kept) throw new TypeError("a retained outcome has its record");
  const [answer] = kept.result as readonly { readonly result: JsonObject }[];
  if (!answer) throw new TypeError("a retained outcome has its answer");
  return { result: answer.result, receipt: kept.receipt };
}
