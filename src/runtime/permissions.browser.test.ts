import { describe, expect, it } from "vitest";
import {
  CORE_PERMISSIONS,
  EXTENDED_PERMISSIONS,
  type GovernanceOperation,
  type Permission,
  registeredPermissions,
} from "../govern/index.js";
import { type JsonObject, KipError } from "../model/index.js";
import { capabilities } from "./capabilities.js";
import type { Endpoint } from "./endpoint.js";
import { codeOf, onlyResult, openRuntime } from "./nexus.fixture.js";
import type { NexusRuntime } from "./nexus-runtime.js";

// Every permission there is gates something: without it that is refused, with it that is allowed (§29). The table has a
// row for each name of the registry, so a new name needs one.

/** Who tries: as an endpoint, and on the control plane. */
interface Trier {
  readonly id: string;
  readonly runtime: NexusRuntime;
  readonly endpoint: Endpoint;
  readonly ids: JsonObject;
}

/** What came of trying: null when it was allowed, else a code, or a word for what was not shown. */
type Try = (trier: Trier) => Promise<string | null>;

interface Row {
  /** What it takes besides. */
  readonly besides?: readonly Permission[];
  /** Prepares what is tried, before the permission is given or not. */
  readonly prepare?: (trier: Trier) => Promise<void>;
  readonly tried: Try;
  /** What is answered without the permission, where it is not `NotAuthorized`. */
  readonly without?: string;
  /** What is answered with it, where the act has another end than success. */
  readonly with?: string;
}

const KNOWN: readonly Permission[] = ["read"];

const runs =
  (command: string): Try =>
  async ({ endpoint, ids }) =>
    codeOf(await endpoint.executeKip({ command, parameters: ids })) ?? null;

const finds =
  (command: string): Try =>
  async ({ endpoint, ids }) => {
    const response = await endpoint.executeKip({ command, parameters: ids });
    const code = codeOf(response);
    if (code) return code;
    const [first] = (response.results[0]?.result ?? []) as readonly unknown[];
    return first === null || first === undefined ? "nothing" : null;
  };

const changes =
  (operation: (trier: Trier) => GovernanceOperation): Try =>
  async (trier) => {
    const governance = await trier.runtime.governance(trier.id);
    return refusalOf(governance.change(operation(trier)));
  };

async function refusalOf(act: Promise<unknown>): Promise<string | null> {
  try {
    await act;
    return null;
  } catch (thrown) {
    if (thrown instanceof KipError) return thrown.code;
    throw thrown;
  }
}

/** Binds who tries to Bob, whom he may then speak for. */
const boundToBob = async ({ runtime, id, ids }: Trier) => {
  await (await runtime.governance()).change({ op: "bind_actor", principal: id, actor: String(ids.bob) });
};

/** What a page does as the owner: who tries is the owner, once with a deny of the permission and once without. */
const asOwner =
  (permission: Permission, act: (runtime: NexusRuntime) => Promise<unknown>): Try =>
  async ({ runtime, id }) => {
    const governance = await runtime.governance();
    const held = governance
      .grants()
      .some((grant) => grant.principal === id && grant.permissions.includes(permission));
    if (held) return refusalOf(act(runtime));
    const { ids } = await governance.change({ op: "deny", principal: "owner", permissions: [permission] });
    const refused = await refusalOf(act(runtime));
    await governance.change({ op: "revoke", id: ids[0] ?? "" });
    return refused;
  };

let serial = 0;

function fresh(name: string): string {
  serial += 1;
  return `${name}-${serial}`;
}

const ROWS: Readonly<Record<Permission, Row>> = {
  discover: { tried: finds("FIND(?x.id) WHERE { ?x CONCEPT {id: :alice} }") },
  read: {
    besides: ["discover"],
    tried: finds("FIND(?x.name) WHERE { ?x CONCEPT {id: :alice} }"),
    without: "nothing",
  },
  search: { besides: KNOWN, tried: finds('SEARCH CONCEPT "Alice"') },
  project: {
    besides: KNOWN,
    tried: finds('FIND(?b) WHERE { ?b BELIEF ({id: :alice}, "lives_in", {id: :lisbon}) }'),
    without: "ProjectionNotAuthorized",
  },
  create: { besides: KNOWN, tried: runs('CREATE CONCEPT ?c { TYPE "Person" NAME "Carol" }') },
  update: { besides: KNOWN, tried: runs('UPDATE :alice SET FIELDS {aliases: ["Al"]}') },
  assert: {
    besides: KNOWN,
    prepare: boundToBob,
    tried: runs('ASSERT (:alice, "lives_in", :lisbon) {by: :bob, mode: "stated"}'),
  },
  record_attributed_assertion: {
    besides: KNOWN,
    tried: runs('ASSERT (:bob, "lives_in", :lisbon) {by: :alice, mode: "stated"}'),
  },
  assert_as_actor: {
    besides: KNOWN,
    prepare: boundToBob,
    tried: runs('ASSERT (:bob, "lives_in", :lisbon) {by: :bob, mode: "stated"}'),
  },
  retract_own: {
    besides: KNOWN,
    prepare: boundToBob,
    tried: runs('TRANSITION :bobs TO "retracted"'),
    without: "RetractionNotAuthorized",
  },
  supersede_own: {
    besides: [...KNOWN, "assert"],
    prepare: boundToBob,
    tried: runs('ASSERT (:bob, "timezone", "+02:00") {by: :bob, mode: "stated"} SUPERSEDING :other'),
  },
  merge_identity: { besides: KNOWN, tried: runs("MERGE CONCEPT :alicia INTO :alice") },
  maintain: { besides: KNOWN, tried: runs('UPDATE :bob SET FACET "MnemonicState" {salience: 0.5}') },
  manage_retention: { besides: KNOWN, tried: runs('SET RETENTION :note {retention_class: "short"}') },
  manage_legal_hold: { besides: KNOWN, tried: runs("SET RETENTION :held {legal_hold: true}") },
  export: {
    besides: KNOWN,
    tried: runs("EXPORT CAPSULE :alice WHERE { ?x {id: :alice} }"),
    with: "UnsupportedCapability",
  },
  import: {
    besides: KNOWN,
    tried: runs("PREVIEW IMPORT CAPSULE :alice INTO :alice"),
    with: "UnsupportedCapability",
  },
  archive: { besides: KNOWN, tried: runs('TRANSITION :old TO "archived"') },
  tombstone: { besides: KNOWN, tried: runs('TRANSITION :old TO "tombstoned"') },
  purge: { besides: KNOWN, tried: runs('PURGE :trash CONFIRM "PURGE"') },
  manage_schema: {
    tried: asOwner("manage_schema", (runtime) => runtime.activatePackages(["kip://domains/general@1.0.0"])),
  },
  manage_policy: { tried: changes(() => ({ op: "set_policy", unclassified: "internal" })) },
  manage_grants: { tried: changes(() => ({ op: "add_principal", id: fresh("somebody") })) },
  manage_delegation: {
    tried: changes(() => ({ op: "delegate", to: "agent", permissions: ["read"] })),
  },
  manage_actor_binding: {
    besides: KNOWN,
    tried: changes(({ ids }) => ({ op: "bind_actor", principal: "agent", actor: String(ids.alice) })),
  },
  quarantine: {
    besides: KNOWN,
    tried: changes(({ ids }) => ({ op: "quarantine", elements: [String(ids.old)], reason: "review" })),
  },
  declassify: {
    besides: KNOWN,
    tried: changes(({ ids }) => ({ op: "classify", elements: [String(ids.labelled)], classification: null })),
  },
  approve: {
    prepare: async ({ runtime, ids }) => {
      const governance = await runtime.governance();
      await governance.change({ op: "set_policy", approvals: [{ permissions: ["archive"] }] });
      const agent = await runtime.endpoint({ principal: "agent" });
      await agent.executeKip({ command: 'TRANSITION :held TO "archived"', parameters: ids });
      await governance.change({ op: "set_policy", approvals: [] });
    },
    tried: async (trier) => {
      const [waiting] = await (await trier.runtime.governance()).approvals();
      return changes(() => ({ op: "approve", approval: waiting?.id ?? "" }))(trier);
    },
  },
  elevate_authority: {
    besides: KNOWN,
    tried: changes(({ ids }) => ({
      op: "set_authority",
      element: String(ids.note),
      authority_class: "advisory",
    })),
  },
  read_audit: {
    tried: async ({ runtime, id }) => refusalOf((await runtime.governance(id)).audit()),
  },
  read_history: { besides: KNOWN, tried: runs("HISTORY SPACE") },
  read_raw_origin: {
    besides: KNOWN,
    tried: finds("FIND(?a._system.input_references) WHERE { ?a ASSERTION {id: :merged} }"),
    without: "nothing",
  },
  derive: {
    besides: [...KNOWN, "create"],
    tried: runs(`CREATE ACTIVITY ?did {
      SET FIELDS {activity_class: "inference", status: "completed"}
      SET STRUCTURAL { ("inputs", :note) ("outputs", :old) }
    }`),
  },
  record_outcome: {
    besides: [...KNOWN, "create"],
    tried: runs('CREATE EVIDENCE ?out { SET FIELDS {evidence_class: "outcome", payload: "it worked"} }'),
  },
  repair_recording: {
    tried: asOwner("repair_recording", (runtime) => runtime.repairRecording({})),
    with: "TypeMismatch",
  },
  propose_schema: {
    besides: KNOWN,
    tried: (trier) =>
      runs(`DEFINE CONCEPT TYPE "${fresh("Ghost").replace("-", "")}" {description: "a ghost"}`)(trier),
  },
  manage_trust: { tried: async () => null },
};

const HOUSE = `MUTATE {
  CREATE CONCEPT ?alice { TYPE "Person" NAME "Alice" }
  CREATE CONCEPT ?alicia { TYPE "Person" NAME "Alicia" }
  CREATE CONCEPT ?twin { TYPE "Person" NAME "Twin" }
  CREATE CONCEPT ?bob { TYPE "Person" NAME "Bob" }
  CREATE CONCEPT ?lisbon { TYPE "Place" NAME "Lisbon" }
  CREATE CONCEPT ?old { TYPE "Topic" NAME "Old" }
  CREATE CONCEPT ?labelled { TYPE "Topic" NAME "Labelled" }
  CREATE EVIDENCE ?note { SET FIELDS {evidence_class: "document", payload: "a note"} }
  CREATE EVIDENCE ?held { SET FIELDS {evidence_class: "document", payload: "held"} }
  CREATE EVIDENCE ?trash { SET FIELDS {evidence_class: "document", payload: "trash"} }
  ASSERT (?alice, "lives_in", ?lisbon) {by: ?alice, mode: "stated"}
  ASSERT ?bobs (?bob, "speaks", "pt") {by: ?bob, mode: "stated"}
  ASSERT ?other (?bob, "timezone", "+01:00") {by: ?bob, mode: "stated"}
}`;

const ADVERTISED = new Set(Object.keys(capabilities()));
const REGISTERED = registeredPermissions(ADVERTISED);

describe("a permission", () => {
  it("has a row in this table, and every row a permission", () => {
    const all = [...CORE_PERMISSIONS, ...Object.keys(EXTENDED_PERMISSIONS)];
    expect(Object.keys(ROWS).sort()).toEqual(all.sort());
  });

  it("that nothing here would ask for cannot be granted", async () => {
    const governance = await (await openRuntime()).governance();
    const grant = (permission: string) =>
      refusalOf(governance.change({ op: "grant", principal: "agent", permissions: [permission] }));
    const unheard = Object.keys(EXTENDED_PERMISSIONS).filter(
      (name) => !REGISTERED.includes(name as Permission),
    );
    expect(unheard).toEqual(["manage_trust"]);
    for (const name of unheard) expect(await grant(name), name).toBe("UnsupportedCapability");
    for (const name of ["administer", "*", "Read", "read ", "constructor", ""]) {
      expect(await grant(name), name).toBe("ConstraintViolation");
    }
  });

  it.each(REGISTERED)("%s is refused without it and allowed with it", async (permission) => {
    const { besides = [], prepare, tried, without = "NotAuthorized", with: end = null } = ROWS[permission];
    const runtime = await openRuntime();
    const owner = await runtime.endpoint({ principal: "owner" });
    const { handles } = onlyResult(await owner.executeKip({ command: HOUSE })) as { handles: JsonObject };
    const command = "MUTATE { MERGE CONCEPT :twin INTO :alice }";
    onlyResult(await owner.executeKip({ command, parameters: handles }));
    const merged = onlyResult(
      await owner.executeKip({
        command: 'ASSERT ?merged (:bob, "knows", :alice) {by: :twin, mode: "stated"}',
        parameters: handles,
      }),
    ) as { handles: JsonObject };
    const ids = { ...handles, ...merged.handles };
    const governance = await runtime.governance();
    await governance.change({ op: "classify", elements: [String(ids.labelled)], classification: "private" });
    await governance.change({ op: "add_principal", id: "trier" });
    if (besides.length > 0)
      await governance.change({ op: "grant", principal: "trier", permissions: besides });
    const endpoint = await runtime.endpoint({ principal: "trier" });
    const trier: Trier = { id: "principal:trier", runtime, endpoint, ids };
    await prepare?.(trier);
    expect(await tried(trier)).toBe(without);
    await governance.change({ op: "grant", principal: "trier", permissions: [permission] });
    expect(await tried(trier)).toBe(end);
  });
});
