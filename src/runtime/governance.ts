import {
  type ApprovalRecord,
  type AuditRecord,
  type Authority,
  type BindingRecord,
  type Caller,
  type DelegationRecord,
  type ElementRecord,
  type GovernanceResult,
  type GrantRecord,
  objectWith,
  type Permission,
  type PlannedOperation,
  type PolicyRecord,
  type PrincipalRecord,
  planOperation,
  readOperation,
  textAt,
} from "../govern/index.js";
import {
  asElementId,
  digestOf,
  type JsonObject,
  kipError,
  type Timestamp,
  timestampAt,
} from "../model/index.js";
import { commitTimeAfter } from "./commit-time.js";
import { Gate } from "./gate.js";
import { auditId, governanceRows } from "./governance-rows.js";
import { commitArtifacts } from "./receipts.js";
import { reportedFailure } from "./refusals.js";
import type { SpaceSession } from "./session.js";

/** How many audit lines one look returns when it does not say. */
const AUDIT_LINES = 100;

/** What is asked of the audit. */
export interface AuditRequest {
  /** The most lines to return, newest first; at most 1,000. */
  readonly limit?: number;
  /** The id of a line: only earlier ones are returned. */
  readonly before?: string;
}

/**
 * The control plane of one Space as one Principal may use it: a host's own calls act as the owner. Every change is a
 * commit of its own with a sequence, a `control_changes` entry and an audit line, and so reaches every other tab, and
 * makes whoever is about to commit decide again (§28.6, §36.1).
 */
export class SpaceGovernance {
  readonly #session: SpaceSession;
  readonly #caller: Caller;

  constructor(session: SpaceSession, caller: Caller) {
    this.#session = session;
    this.#caller = caller;
  }

  /**
   * Carries out one change of the control plane. What already is as asked for allocates no sequence.
   * @throws `NotAuthorized`, and what `readOperation` and `planOperation` throw; nothing is changed then.
   */
  async change(received: unknown): Promise<GovernanceResult> {
    const operation = readOperation(received);
    const requestDigest = digestOf(operation);
    try {
      // What another tab decided a moment ago may be what this change is about.
      await this.#session.level();
      if (operation.op === "approve" || operation.op === "refuse") await this.#awaitApprovals();
      return await this.#session.write(() => this.#attempt(operation, requestDigest));
    } catch (thrown) {
      const work = { caller: this.#caller, statements: [operation.op], requestDigest };
      throw await reportedFailure(this.#session, thrown, work);
    }
  }

  /** Every Principal there is, the preset's first. @throws `NotAuthorized` without one of the permissions to know. */
  principals(): readonly PrincipalRecord[] {
    this.#mayKnow();
    return this.#session.control.principals();
  }

  /** Every grant and deny there ever was, with its term. @throws as `principals`. */
  grants(): readonly GrantRecord[] {
    this.#mayKnow();
    return this.#session.control.grants();
  }

  /** Every delegation there ever was. @throws as `principals`. */
  delegations(): readonly DelegationRecord[] {
    this.#mayKnow();
    return this.#session.control.delegations();
  }

  /** Every ActorBinding there ever was; those the roles of the preset come with are not records. @throws as `principals`. */
  bindings(): readonly BindingRecord[] {
    this.#mayKnow();
    return this.#session.control.bindings();
  }

  /** The policy in force. @throws as `principals`. */
  policy(): PolicyRecord {
    this.#mayKnow();
    return this.#session.control.policy;
  }

  /**
   * What waits for a decision, and what was decided, newest last. Of the elements a request is about it names those the
   * reader may know of (§29.1, §30.4): by id, kind and version, and never with content. @throws as `principals`.
   */
  async approvals(): Promise<readonly ApprovalRecord[]> {
    this.#mayKnow("approve");
    await this.#awaitApprovals();
    const { view } = this.#gate();
    return this.#session.control.approvals().map((approval) => {
      const { targets = [] } = approval;
      return { ...approval, targets: targets.filter(({ id }) => id === null || view.element(id)) };
    });
  }

  /**
   * What Governance has decided about an element; null where it has decided nothing.
   * @throws `NotFoundOrNotVisible` for an element that is not there for the Principal.
   */
  element(id: string): ElementRecord | null {
    const { view } = this.#gate();
    const element = view.element(asElementId(id));
    if (!element) {
      throw kipError("NotFoundOrNotVisible", `there is no element ${id} in this Space`, { details: { id } });
    }
    return this.#session.control.element(element.id) ?? null;
  }

  /**
   * What was done and refused, newest first. @throws `NotAuthorized` without `read_audit`, `ConstraintViolation` for a
   * limit that is none, `InvalidRequestEnvelope` for a member there is not, `TypeMismatch`.
   */
  async audit(request: AuditRequest = {}): Promise<readonly AuditRecord[]> {
    this.#require(["read_audit"]);
    const { limit = AUDIT_LINES, before }: AuditRequest = objectWith(request, "an audit request", [
      "limit",
      "before",
    ]);
    if (before !== undefined) textAt(before, "before");
    if (!Number.isSafeInteger(limit) || limit < 1 || limit > 1_000) {
      throw kipError("ConstraintViolation", "an audit shows from 1 to 1,000 lines at a time", {
        details: { field: "limit", found: typeof limit === "number" ? limit : null },
      });
    }
    const { store, view } = this.#session;
    const rows = await store.governance.audit(view.spaceId, limit, before ?? null);
    return rows.map(({ record }) => record as unknown as AuditRecord);
  }

  async #attempt(
    operation: ReturnType<typeof readOperation>,
    requestDigest: ReturnType<typeof digestOf>,
  ): Promise<GovernanceResult | null> {
    const { basis, view: whole, control, lastCommitAt } = this.#session;
    const { authority, view } = this.#gate();
    const now = commitTimeAfter(lastCommitAt);
    const freshId = () => crypto.randomUUID();
    const planned = planOperation({ control, authority, view, whole, now, freshId }, operation);
    const ids = planned.records.map(({ id }) => id);
    if (planned.records.length === 0 && planned.self === undefined) {
      return (await this.#session.confirmNoEffect(basis, [])) ? { ids, space_seq: null } : null;
    }
    const { record, envelope, receipt } = commitArtifacts(
      {
        space: whole.spaceId,
        snapshotSeq: whole.seq,
        environmentVersion: whole.environment.version,
        principal: authority.principal,
        requestDigest,
        changes: [],
        controlChanges: [{ kind: planned.change, version: String(whole.seq + 1) }],
        result: [],
      },
      now,
    );
    const line = this.#auditLine(authority, operation.op, planned, now, record.space_seq);
    const committed = await this.#session.commit(basis, {
      row: {
        space: whole.spaceId,
        seq: record.space_seq,
        counters: basis.counters,
        record,
        envelope,
        receipt,
        result: [],
      },
      written: {
        elements: [],
        clientKeys: [],
        control: planned.records as unknown as readonly JsonObject[],
      },
      outcomes: [],
      environment: null,
      erasures: [],
      governance: governanceRows({ records: [...planned.records, line] }, whole.spaceId, record.space_seq),
      ...(planned.self === undefined ? {} : { selfId: planned.self }),
    });
    return committed ? { ids, space_seq: record.space_seq } : null;
  }

  #auditLine(
    { principal }: Authority,
    act: string,
    { permissions, about }: PlannedOperation,
    at: Timestamp,
    seq: number,
  ): AuditRecord {
    return {
      kind: "audit",
      id: auditId(at),
      at,
      principal,
      act,
      outcome: "done",
      permissions,
      about,
      space_seq: seq,
      code: null,
    };
  }

  /** What waits is part of no commit, so another tab's is read from where it is kept. */
  async #awaitApprovals(): Promise<void> {
    const { store, view, control } = this.#session;
    const rows = await store.governance.records(view.spaceId, ["approval"]);
    for (const { record } of rows) control.await(record as unknown as ApprovalRecord);
  }

  #gate(): Gate {
    return new Gate(this.#session, this.#caller, timestampAt(Date.now()));
  }

  #mayKnow(...also: readonly Permission[]): void {
    this.#require([
      "read_audit",
      "manage_grants",
      "manage_policy",
      "manage_delegation",
      "manage_actor_binding",
      ...also,
    ]);
  }

  #require(permissions: readonly Permission[]): void {
    const { authority } = this.#gate();
    if (permissions.some((permission) => authority.permits(permission, null))) return;
    throw kipError("NotAuthorized", `${authority.principal} may not look at the control plane`, {
      hint: `Act as a Principal that holds ${permissions.join(" or ")}; the owner does.`,
      details: { permissions, principal: authority.principal },
    });
  }
}
