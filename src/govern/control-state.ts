import {
  type Element,
  type ElementId,
  type GovernanceState,
  type JsonValue,
  sameJson,
} from "../model/index.js";
import type { Advertised } from "./permissions.js";
import { bindingOfRole, PRESET_POLICY, PRESET_PRINCIPALS } from "./preset.js";
import type {
  ApprovalRecord,
  ApprovalTarget,
  BindingRecord,
  ControlRecord,
  DelegationRecord,
  ElementRecord,
  GrantRecord,
  PolicyRecord,
  PrincipalRecord,
  ProjectionPolicyRecord,
} from "./records.js";

/** The control plane of a Space as decisions read it. */
export interface Rules {
  readonly advertised: Advertised;
  readonly policy: PolicyRecord;
  principal(id: string): PrincipalRecord | undefined;
  /** Every rule about a Principal, in force or not. */
  grantsTo(principal: string): readonly GrantRecord[];
  delegationsTo(principal: string): readonly DelegationRecord[];
  /** The binding its role comes with included. */
  bindingsOf(principal: string): readonly BindingRecord[];
}

/**
 * The control plane of one Space in memory (§28.1): the preset until the host changes it, then what was committed. It
 * changes only when a commit that holds control records is taken in, so it always belongs to the state beside it.
 */
export class ControlState implements Rules {
  readonly advertised: Advertised;
  readonly #principals = new Map<string, PrincipalRecord>(PRESET_PRINCIPALS.map((one) => [one.id, one]));
  readonly #grants = new Map<string, GrantRecord>();
  readonly #delegations = new Map<string, DelegationRecord>();
  readonly #bindings = new Map<string, BindingRecord>();
  readonly #elements = new Map<ElementId, ElementRecord>();
  readonly #approvals = new Map<string, ApprovalRecord>();
  readonly #byPrincipal = new Map<string, Holdings>();
  readonly #projectionPolicies: RegisteredPolicy[] = [];
  #policy: PolicyRecord = PRESET_POLICY;
  #version = 0;
  #rulesVersion = 0;
  #elementsVersion = 0;

  constructor(advertised: Advertised) {
    this.advertised = advertised;
  }

  /** The Space sequence of the newest control change taken in; 0 while the preset alone is in force. */
  get version(): number {
    return this.#version;
  }

  /** The sequence of the newest change that can change what a Principal may do, elements' own standing apart. */
  get rulesVersion(): number {
    return this.#rulesVersion;
  }

  /** The sequence of the newest decision about elements: what they count for may have changed with it. */
  get elementsVersion(): number {
    return this.#elementsVersion;
  }

  get policy(): PolicyRecord {
    return this.#policy;
  }

  /** Takes in the records of a Space as they stand, each with the sequence of the commit that wrote it. */
  load(rows: readonly { readonly record: ControlRecord; readonly seq: number }[]): void {
    for (const { record, seq } of [...rows].sort((left, right) => left.seq - right.seq)) {
      if (seq === 0) this.await(record);
      else {
        this.#putAt(record, seq);
      }
    }
  }

  /** Notes a request that waits for a decision: it is part of no commit. A decision that is known stands. */
  await(record: ControlRecord): void {
    if (record.kind === "approval" && !this.#approvals.has(record.id)) this.#put(record);
  }

  /** Takes in the records of the commit at a sequence; of one that was taken in before, nothing. */
  take(records: Iterable<ControlRecord>, seq: number): void {
    if (seq <= this.#version) return;
    for (const record of records) {
      this.#putAt(record, seq);
    }
  }

  /** The Projection Policies the host has registered, in the order in which they came into force. */
  get projectionPolicies(): readonly RegisteredPolicy[] {
    return this.#projectionPolicies;
  }

  principal(id: string): PrincipalRecord | undefined {
    return this.#principals.get(id);
  }

  principals(): readonly PrincipalRecord[] {
    return [...this.#principals.values()];
  }

  grant(id: string): GrantRecord | undefined {
    return this.#grants.get(id);
  }

  grants(): readonly GrantRecord[] {
    return [...this.#grants.values()];
  }

  grantsTo(principal: string): readonly GrantRecord[] {
    return this.#holdings(principal).grants;
  }

  delegation(id: string): DelegationRecord | undefined {
    return this.#delegations.get(id);
  }

  delegations(): readonly DelegationRecord[] {
    return [...this.#delegations.values()];
  }

  delegationsTo(principal: string): readonly DelegationRecord[] {
    return this.#holdings(principal).delegations;
  }

  binding(id: string): BindingRecord | undefined {
    return this.#bindings.get(id);
  }

  /** Those that are records: a role's own binding is none. */
  bindings(): readonly BindingRecord[] {
    return [...this.#bindings.values()];
  }

  bindingsOf(principal: string): readonly BindingRecord[] {
    return this.#holdings(principal).bindings;
  }

  approval(id: string): ApprovalRecord | undefined {
    return this.#approvals.get(id);
  }

  /** Every request that waited or waits for a decision. */
  approvals(): readonly ApprovalRecord[] {
    return [...this.#approvals.values()];
  }

  /** What was last asked for, and decided, about exactly this request and what it resolves to (§29.11). */
  lastApproval(
    principal: string,
    requestDigest: string,
    targets: readonly ApprovalTarget[],
  ): ApprovalRecord | undefined {
    return [...this.#approvals.values()].findLast((approval) =>
      isFor(approval, principal, requestDigest, targets),
    );
  }

  /** The approval of exactly this request and what it resolves to, which nobody has used yet (§29.11). */
  approvalOf(
    principal: string,
    requestDigest: string,
    targets: readonly ApprovalTarget[],
  ): ApprovalRecord | undefined {
    for (const approval of this.#approvals.values()) {
      if (approval.status === "approved" && isFor(approval, principal, requestDigest, targets))
        return approval;
    }
    return undefined;
  }

  /** What Governance has decided about an element, or undefined where it has decided nothing. */
  element(id: ElementId): ElementRecord | undefined {
    return this.#elements.get(id);
  }

  /** Every element Governance has decided about. */
  elements(): Iterable<ElementRecord> {
    return this.#elements.values();
  }

  /** An element with the Governance block that Governance has decided on; itself where it has decided nothing. */
  governed<E extends Element>(element: E): E {
    const decided = this.#elements.get(element.id);
    return decided ? { ...element, governance: governanceBlock(element.governance, decided) } : element;
  }

  #holdings(principal: string): Holdings {
    const known = this.#byPrincipal.get(principal);
    if (known) return known;
    const role = this.#principals.get(principal)?.role ?? null;
    const ofRole = role === null ? null : bindingOfRole(role, principal);
    const holdings = {
      grants: this.grants().filter((grant) => grant.principal === principal),
      delegations: this.delegations().filter(({ to }) => to === principal),
      bindings: [
        ...(ofRole === null ? [] : [ofRole]),
        ...this.bindings().filter((binding) => binding.principal === principal),
      ],
    };
    this.#byPrincipal.set(principal, holdings);
    return holdings;
  }

  #putAt(record: ControlRecord, seq: number): void {
    this.#put(record);
    if (record.kind === "element") this.#elementsVersion = seq;
    else if (record.kind === "projection_policy") this.#projectionPolicies.push({ record, seq });
    else if (record.kind !== "approval") this.#rulesVersion = seq;
    this.#version = seq;
  }

  #put(record: ControlRecord): void {
    switch (record.kind) {
      case "principal":
        this.#principals.set(record.id, record);
        this.#byPrincipal.clear();
        return;
      case "grant":
        this.#grants.set(record.id, record);
        this.#byPrincipal.clear();
        return;
      case "delegation":
        this.#delegations.set(record.id, record);
        this.#byPrincipal.clear();
        return;
      case "binding":
        this.#bindings.set(record.id, record);
        this.#byPrincipal.clear();
        return;
      case "policy":
        this.#policy = record;
        return;
      case "element":
        this.#elements.set(record.id, record);
        return;
      case "approval":
        this.#approvals.set(record.id, record);
    }
  }
}

/** A registered Projection Policy, and the sequence of the commit that registered it. */
export interface RegisteredPolicy {
  readonly record: ProjectionPolicyRecord;
  readonly seq: number;
}

interface Holdings {
  readonly grants: readonly GrantRecord[];
  readonly delegations: readonly DelegationRecord[];
  readonly bindings: readonly BindingRecord[];
}

/**
 * The Governance block of an element under what was decided about it: the label, the authority class and the quarantine
 * mark are Governance's alone, whatever an older version of the element said; everything else in the block stays (§6.2,
 * §31).
 */
export function governanceBlock(governance: GovernanceState, decided: ElementRecord): GovernanceState {
  const { classification: _label, authority_class: _class, quarantined: _mark, ...rest } = governance;
  return {
    ...rest,
    ...(decided.classification === null ? {} : { classification: decided.classification }),
    authority_class: decided.authority_class,
    ...(decided.quarantine ? { quarantined: true } : {}),
  };
}

/** An approval kept without targets, by an engine that did not record them, is for none. */
function isFor(
  { principal, request_digest, targets = [] }: ApprovalRecord,
  asker: string,
  requestDigest: string,
  resolved: readonly ApprovalTarget[],
): boolean {
  return (
    principal === asker &&
    request_digest === requestDigest &&
    sameJson(targets as unknown as JsonValue, resolved as unknown as JsonValue)
  );
}
