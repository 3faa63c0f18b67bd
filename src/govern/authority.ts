import { digestOf, type Timestamp } from "../model/index.js";
import type { Rules } from "./control-state.js";
import {
  type AccessQuestion,
  allowing,
  type Decision,
  decide,
  denying,
  MAX_CHAIN,
  passesOn,
} from "./decide.js";
import type { Permission } from "./permissions.js";
import { permissionsOfRole } from "./preset.js";
import { type BindingRecord, isInForce, nextTurn, type Term } from "./records.js";
import { isUnscoped, type Scope, scopeHolds, type Target, type Vocabulary } from "./scope.js";

/** Who asks: what a connection is bound to, and when (§28.2). */
export interface Caller {
  readonly principal: string;
  /** What the host opened the connection for; null for nothing in particular. */
  readonly purpose: string | null;
}

/** How far a permission reaches: to every element, to some at most, or to none. */
export type Reach = "always" | "sometimes" | "never";

/** The name of the view of a Principal from whom nothing can be hidden. */
export const WHOLE_SPACE = "view:whole-space";

/** A permission of a Principal, worked out for many decisions. It gives exactly what `decide` gives. */
interface Held {
  readonly reach: Reach;
  readonly denied: readonly Scope[];
  readonly allowed: readonly Scope[];
  readonly delegated: readonly { readonly scope: Scope; readonly source: Held }[];
}

const NOTHING: Held = { reach: "never", denied: [], allowed: [], delegated: [] };

/**
 * What one Principal may do, worked out from the rules in force at an instant. It stands for as long as the rules do:
 * until `validUntil`, and until the control plane changes.
 */
export class Authority {
  readonly caller: Caller;
  /** The next instant at which a rule that bears on it begins or ends by itself, or null. */
  readonly validUntil: Timestamp | null;
  /** An opaque name of what may be seen; two equal names mean equal views of equal states (§21.12). */
  readonly viewName: string;
  /** The actors it may speak for, bindings in force only (§28.3). */
  readonly bindings: readonly BindingRecord[];
  readonly #rules: Rules;
  readonly #at: Timestamp;
  readonly #held = new Map<Permission, Held>();

  /** `version` names the state of the rules, for `viewName`. */
  constructor(rules: Rules, caller: Caller, at: Timestamp, version: number) {
    this.#rules = rules;
    this.caller = caller;
    this.#at = at;
    const principal = rules.principal(caller.principal);
    const bindings = rules.bindingsOf(caller.principal);
    this.bindings = bindings.filter((binding) => isInForce(binding, at));
    this.validUntil = earliest([...termsOf(rules, caller.principal, new Set()), ...bindings], at);
    this.viewName = this.seesEverything
      ? WHOLE_SPACE
      : `view:${digestOf({ ...caller, role: principal?.role ?? null, version, until: this.validUntil }).slice("sha256:".length, "sha256:".length + 24)}`;
  }

  get principal(): string {
    return this.caller.principal;
  }

  get vocabulary(): Vocabulary {
    return this.#rules.policy;
  }

  /** Whether the Principal is known and not suspended. */
  get isActive(): boolean {
    return this.#rules.principal(this.principal)?.status === "active";
  }

  /** Whether reading, finding and projecting reach every element or none, so that the view is the Space itself. */
  get seesEverything(): boolean {
    const whole = (["discover", "read", "read_raw_origin"] as const).every(
      (permission) => this.reach(permission) === "always",
    );
    return whole && this.reach("search") !== "sometimes" && this.reach("project") !== "sometimes";
  }

  /** How far a permission reaches. */
  reach(permission: Permission): Reach {
    return this.#hold(permission).reach;
  }

  /** Whether the permission holds for an element, or, without one, for the Space itself. As `decide`, but quick. */
  permits(permission: Permission, target: Target | null): boolean {
    const held = this.#hold(permission);
    return held.reach === "sometimes" ? evaluate(held, target, this.#rules.policy) : held.reach === "always";
  }

  /** Whether a permission reaches the Principal through delegations, at least in part. */
  isDelegated(permission: Permission): boolean {
    return this.#hold(permission).delegated.length > 0;
  }

  /** The decision with what it rests on, for the audit and the receipt. */
  decide(permission: Permission, target: Target | null): Decision {
    const question: AccessQuestion = { ...this.caller, permission, target, at: this.#at };
    return decide(this.#rules, question);
  }

  #hold(permission: Permission): Held {
    const known = this.#held.get(permission);
    if (known) return known;
    const held = workOut(this.#rules, this.caller, permission, this.#at, 0, new Set());
    this.#held.set(permission, held);
    return held;
  }
}

function evaluate(held: Held, target: Target | null, vocabulary: Vocabulary): boolean {
  const holds = (scope: Scope) =>
    target === null ? isUnscoped(scope) : scopeHolds(scope, target, vocabulary);
  if (held.reach === "never" || held.denied.some(holds)) return false;
  if (held.allowed.some(holds)) return true;
  return held.delegated.some(({ scope, source }) => holds(scope) && evaluate(source, target, vocabulary));
}

function workOut(
  rules: Rules,
  { principal: id, purpose }: Caller,
  permission: Permission,
  at: Timestamp,
  depth: number,
  chain: ReadonlySet<string>,
): Held {
  const principal = rules.principal(id);
  if (principal?.status !== "active") return NOTHING;
  const grants = rules
    .grantsTo(id)
    .filter((grant) => isInForce(grant, at))
    .filter(({ purposes }) => purposes === null || (purpose !== null && purposes.includes(purpose)));
  const scopesOf = (effect: "allow" | "deny", names: readonly Permission[]) =>
    grants
      .filter((grant) => grant.effect === effect && names.some((name) => grant.permissions.includes(name)))
      .map(({ scope }) => scope);
  const denied = scopesOf("deny", denying(permission));
  if (denied.some(isUnscoped)) return NOTHING;
  const role = principal.role === null ? null : permissionsOfRole(principal.role, rules.advertised);
  const byRole = role !== null && allowing(permission).some((name) => role.has(name));
  const allowed = [...(byRole ? [{}] : []), ...scopesOf("allow", allowing(permission))];
  const delegated = [];
  if (depth < MAX_CHAIN) {
    for (const delegation of rules.delegationsTo(id)) {
      if (chain.has(delegation.id) || !isInForce(delegation, at)) continue;
      if ((depth > 0 && !delegation.redelegable) || !passesOn(delegation, permission)) continue;
      const onward = new Set([...chain, delegation.id]);
      const source = workOut(
        rules,
        { principal: delegation.from, purpose },
        permission,
        at,
        depth + 1,
        onward,
      );
      if (source.reach !== "never") delegated.push({ scope: delegation.scope, source });
    }
  }
  const whole =
    allowed.some(isUnscoped) ||
    delegated.some(({ scope, source }) => isUnscoped(scope) && source.reach === "always");
  const some = allowed.length > 0 || delegated.length > 0;
  const reach = whole && denied.length === 0 ? "always" : some ? "sometimes" : "never";
  return { reach, denied, allowed, delegated };
}

/** Every record whose beginning or end can change what a Principal may do, along its delegations. */
function termsOf(rules: Rules, principal: string, seen: Set<string>): readonly Term[] {
  if (seen.has(principal)) return [];
  seen.add(principal);
  const delegations = rules.delegationsTo(principal);
  return [
    ...rules.grantsTo(principal),
    ...delegations,
    ...delegations.flatMap(({ from }) => termsOf(rules, from, seen)),
  ];
}

function earliest(terms: readonly Term[], at: Timestamp): Timestamp | null {
  const turns = terms.map((term) => nextTurn(term, at)).filter((turn) => turn !== null);
  return turns.sort()[0] ?? null;
}
