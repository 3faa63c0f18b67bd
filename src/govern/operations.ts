import type { AuthorityClass, PresetRole } from "./records.js";

/** When a rule begins and ends, as a host says it; left out, it holds from now on, for good. */
export interface HostTerm {
  /** The first instant at which it holds. */
  readonly not_before?: string;
  /** The first instant at which it no longer holds. */
  readonly expires_at?: string;
}

/** A scope as a host writes it: symbols by name or reference. */
export interface HostScope {
  readonly kinds?: readonly string[];
  readonly types?: readonly string[];
  readonly predicates?: readonly string[];
  readonly classifications?: readonly (string | null)[];
  readonly max_classification?: string;
  readonly elements?: readonly string[];
}

/** A Principal as a host adds it (§28.2). */
export interface HostPrincipal {
  /** A name such as `importer`, or the id that stands for it, `principal:importer`. */
  readonly id: string;
  readonly label?: string;
  /** A role of the preset, with everything it may do; leave it out and grant what is needed. */
  readonly role?: PresetRole;
}

/** A grant or a deny as a host writes it (§30.2). */
export interface HostRule extends HostTerm {
  readonly principal: string;
  /** Names of §29. */
  readonly permissions: readonly string[];
  /** What it is limited to; every condition must hold. Without one it holds for the whole Space. */
  readonly scope?: HostScope;
  /** The purposes of endpoints it is limited to. */
  readonly purposes?: readonly string[];
}

/** A delegation as a host writes it (§28.5): never worth more than what its giver may do itself. */
export interface HostDelegation extends HostTerm {
  /** Whose authority is lent; the acting Principal's own where it is left out. */
  readonly from?: string;
  readonly to: string;
  readonly permissions: readonly string[];
  readonly scope?: HostScope;
  /** Whether the receiver may lend it further. Default false. */
  readonly redelegable?: boolean;
}

/** An ActorBinding as a host writes it (§28.3). */
export interface HostBinding extends HostTerm {
  readonly principal: string;
  /** A Concept's id, or `$self`. */
  readonly actor: string;
  /** The predicates it may speak about; any where left out. */
  readonly predicates?: readonly string[];
  /** The contexts it may speak in, by id; any, and none, where left out. */
  readonly contexts?: readonly string[];
}

/** The parts of the policy a host changes; what is left out stays. */
export interface HostPolicy {
  /** The labels, from the least to the most protected. */
  readonly classifications?: readonly string[];
  /** Which label an element without one counts as. */
  readonly unclassified?: string;
  /** Actors that only a bound Principal may speak for, by Concept id or `$self` (§28.4). */
  readonly reserved_actors?: readonly string[];
  /** Which acts wait for a second Principal's decision (§29.11). */
  readonly approvals?: readonly { readonly permissions: readonly string[]; readonly scope?: HostScope }[];
}

/** What class of authority an element is given (§31.3). */
export interface HostAuthorityDecision {
  readonly element: string;
  readonly authority_class: AuthorityClass;
  /** The digest of the behaviour the class is given to; required above `advisory` (§31.3). */
  readonly behavior_digest?: string;
  /** The elements it came from that have a lower class and were looked at before it is raised past them (§31.5). */
  readonly reviewed_lineage?: readonly string[];
}

/** A change of the control plane, as the host asks for it. No KIP statement stands for any of them (§28.1). */
export type GovernanceOperation =
  | ({ readonly op: "add_principal" } & HostPrincipal)
  | { readonly op: "suspend_principal"; readonly id: string }
  | { readonly op: "resume_principal"; readonly id: string }
  | ({ readonly op: "grant" } & HostRule)
  | ({ readonly op: "deny" } & HostRule)
  | ({ readonly op: "delegate" } & HostDelegation)
  | ({ readonly op: "bind_actor" } & HostBinding)
  /** Ends a grant, a deny, a delegation or a binding now. */
  | { readonly op: "revoke"; readonly id: string }
  | ({ readonly op: "set_policy" } & HostPolicy)
  /** Puts a version of a Projection Policy in force, from this commit on (§21.13). */
  | { readonly op: "register_projection_policy"; readonly artifact: unknown }
  | { readonly op: "designate_self"; readonly concept: string | null }
  | {
      readonly op: "classify";
      readonly elements: readonly string[];
      /** A label of the vocabulary, or null to take the label away. */
      readonly classification: string | null;
      /** Whether what was derived from the elements is raised with them. Default true. */
      readonly propagate?: boolean;
    }
  | ({ readonly op: "set_authority" } & HostAuthorityDecision)
  /** The reason outlives a purge of the elements: it says why, and quotes nothing of them. */
  | { readonly op: "quarantine"; readonly elements: readonly string[]; readonly reason: string }
  | { readonly op: "release"; readonly elements: readonly string[] }
  | { readonly op: "approve"; readonly approval: string }
  | { readonly op: "refuse"; readonly approval: string };

/** What an operation came to. */
export interface GovernanceResult {
  /** The records that were made or changed, by id. */
  readonly ids: readonly string[];
  /** The sequence of the control-plane commit; null where everything already was as asked for. */
  readonly space_seq: number | null;
}

export type OperationName = GovernanceOperation["op"];
