import type { GovernanceOperation, GovernanceResult } from "../runtime/index.js";
import type { ControlPlane, GovernanceApi, GovernanceQuestion } from "../worker/index.js";

/** Puts a question about the control plane to the engine, as a Principal. @throws `KipError`. */
export type AskGovernance = (principal: string, question: GovernanceQuestion) => Promise<unknown>;

/** The control plane as the page sees it, acting as one Principal. */
export function governanceApi(ask: AskGovernance, principal = "owner"): GovernanceApi {
  const change = (operation: GovernanceOperation) =>
    ask(principal, { change: operation }) as Promise<GovernanceResult>;
  const look = <Part extends keyof ControlPlane>(part: Part) =>
    ask(principal, { look: part }) as Promise<ControlPlane[Part]>;
  return {
    as: (other) => governanceApi(ask, other),
    principals: () => look("principals"),
    addPrincipal: (added) => change({ op: "add_principal", ...added }),
    suspendPrincipal: (id) => change({ op: "suspend_principal", id }),
    resumePrincipal: (id) => change({ op: "resume_principal", id }),
    grants: () => look("grants"),
    grant: (rule) => change({ op: "grant", ...rule }),
    deny: (rule) => change({ op: "deny", ...rule }),
    delegations: () => look("delegations"),
    delegate: (delegation) => change({ op: "delegate", ...delegation }),
    bindings: () => look("bindings"),
    bindActor: (binding) => change({ op: "bind_actor", ...binding }),
    revoke: (id) => change({ op: "revoke", id }),
    designateSelf: (concept) => change({ op: "designate_self", concept }),
    policy: () => look("policy"),
    setPolicy: (policy) => change({ op: "set_policy", ...policy }),
    element: (id) => ask(principal, { element: id }) as ReturnType<GovernanceApi["element"]>,
    classify: (elements, classification, options = {}) =>
      change({ op: "classify", elements, classification, ...options }),
    setAuthority: (decision) => change({ op: "set_authority", ...decision }),
    quarantine: (elements, reason) => change({ op: "quarantine", elements, reason }),
    release: (elements) => change({ op: "release", elements }),
    approvals: () => look("approvals"),
    approve: (approval) => change({ op: "approve", approval }),
    refuse: (approval) => change({ op: "refuse", approval }),
    audit: (request = {}) => ask(principal, { audit: request }) as ReturnType<GovernanceApi["audit"]>,
  };
}
