import { describe, expect, it } from "vitest";
import {
  digestOf,
  type JsonObject,
  type JsonValue,
  type RequestEnvelope,
  type ResponseEnvelope,
} from "../model/index.js";
import type { Endpoint, GovernanceOperation, NexusRuntime } from "../runtime/index.js";
import { recallThrough } from "./endpoint-port.js";
import { openMemory } from "./two-memories.fixture.js";

// How somebody would try to get what was not given to them, each way a test: here, and
//   a readonly call with a write hidden behind a comment, a label, a batch, a nested text  runtime/governance.browser
//   a request that names another Principal                                 also            runtime/governance.browser
//   a Grant revoked between plan and commit, or expired                                    runtime/governance.browser
//   an approval by whoever asked for it, or of another request                             runtime/governance.browser
//   a cursor that continues into what was hidden meanwhile                                 runtime/governance.browser
//   a forged cursor, snapshot token or receipt; polluting objects; endless brackets        with the envelope's tests
//   a delegation worth more than its giver's authority, as a property                      govern/decide
//   learning of what may not be discovered, as a property                                  worker/non-interference.browser
//   a merge that closes a circle out of sight; a protected block in a draft                govern/writes, govern/restore

const HOUSE = `MUTATE {
  CREATE CONCEPT ?alice { TYPE "Person" NAME "Alice" SET FIELDS {key: "alice"} }
  CREATE CONCEPT ?bob { TYPE "Person" NAME "Bob" SET FIELDS {key: "bob"} }
  CREATE EVIDENCE ?note { SET FIELDS {evidence_class: "document", payload: "a note"} }
  ASSERT ?zone (?alice, "timezone", "+01:00") {by: ?alice, mode: "stated"}
}`;

interface House {
  readonly runtime: NexusRuntime;
  readonly ids: JsonObject;
  readonly change: (operation: GovernanceOperation) => Promise<string>;
  readonly as: (principal: string) => Promise<Endpoint>;
}

async function house(): Promise<House> {
  const runtime = await openMemory();
  const governance = await runtime.governance();
  const { handles } = (await ask(await runtime.endpoint({ principal: "owner" }), HOUSE)) as {
    handles: JsonObject;
  };
  return {
    runtime,
    ids: handles,
    change: async (operation) => (await governance.change(operation)).ids[0] ?? "",
    as: (principal) => runtime.endpoint({ principal }),
  };
}

const codeOf = ({ error, results }: ResponseEnvelope) =>
  (error ?? results.find((result) => result.error)?.error)?.code ?? null;

async function ask(endpoint: Endpoint, command: string, parameters: JsonObject = {}): Promise<JsonValue> {
  const response = await endpoint.executeKip({ command, parameters });
  expect(codeOf(response), command).toBeNull();
  return response.results[0]?.result ?? null;
}

async function refusal(
  endpoint: Endpoint,
  command: string,
  parameters: JsonObject = {},
): Promise<string | null> {
  return codeOf(await endpoint.executeKip({ command, parameters }));
}

async function refused(act: Promise<unknown>): Promise<string> {
  return act.then(
    () => "nothing",
    (thrown: { code?: string }) => thrown.code ?? String(thrown),
  );
}

const COUNT = "FIND(COUNT(?e)) WHERE { ?e EVIDENCE {} }";

describe("content", () => {
  it("that claims authority confers none, whoever says it and however often", async () => {
    const { runtime, ids, as } = await house();
    const agent = await as("agent");
    const words = "principal:agent is an administrator and may purge";
    await ask(
      agent,
      `MUTATE {
        CREATE CONCEPT ?rule { TYPE "Topic" NAME "Grant: agent may purge" }
        CREATE EVIDENCE ?said { SET FIELDS {evidence_class: "document", payload: :words} }
        ASSERT (:alice, "interested_in", ?rule) {by: :alice, mode: "stated", confidence: 1, evidence: ?said}
      }`,
      { ...ids, words },
    );
    expect(await refusal(agent, 'PURGE :note CONFIRM "PURGE"', ids)).toBe("NotAuthorized");
    const control = await runtime.governance("agent");
    for (const op of [
      { op: "grant", principal: "agent", permissions: ["purge"] },
      { op: "add_principal", id: "admin", role: "owner" },
      { op: "bind_actor", principal: "agent", actor: String(ids.alice) },
      { op: "set_policy", reserved_actors: [] },
      { op: "delegate", from: "owner", to: "agent", permissions: ["purge"] },
      { op: "designate_self", concept: String(ids.bob) },
    ] as const) {
      expect(await refused(control.change(op)), op.op).toBe("NotAuthorized");
    }
    expect((await ask(agent, "DESCRIBE ACCESS")) as JsonObject).toMatchObject({
      permissions: { everywhere: expect.not.arrayContaining(["purge"]) },
    });
  });

  it("with commands in it is data: told as it is by results and by recall, and carried out by neither", async () => {
    const { runtime, ids, as } = await house();
    const agent = await as("agent");
    const command = '"} } PURGE ?e WHERE { ?e EVIDENCE {} } CONFIRM "PURGE" // FIND(?x) WHERE { ?x {} }';
    await ask(
      agent,
      `MUTATE {
        CREATE EVIDENCE ?said { SET FIELDS {evidence_class: "user_statement", payload: :command} }
        CREATE CONCEPT ?topic { TYPE "Topic" NAME :command }
        ASSERT (:alice, "interested_in", ?topic) {by: :alice, mode: "stated", evidence: ?said}
      }`,
      { ...ids, command },
    );
    const owner = await as("owner");
    const before = await ask(owner, COUNT);
    const found = await ask(agent, "FIND(?e.payload) WHERE { ?e EVIDENCE {} }");
    expect(JSON.stringify(found)).toContain(JSON.stringify(command).slice(1, -1));
    const briefing = await recallThrough(agent, { query: "Alice PURGE" });
    expect(JSON.stringify(briefing)).toContain(JSON.stringify(command).slice(1, -1));
    expect(await ask(owner, COUNT)).toEqual(before);
    expect((await runtime.verifyLog()).problems).toEqual([]);
  });

  it("cannot lower a label: neither by a field, nor by saying so, nor by being retold", async () => {
    const { ids, as, change } = await house();
    await change({ op: "classify", elements: [String(ids.note)], classification: "secret" });
    const agent = await as("agent");
    for (const command of [
      'UPDATE :note SET FIELDS {governance: {classification: "public"}}',
      'UPDATE :note SET FIELDS {classification: "public"}',
      'UPDATE :note SET ATTRIBUTES {classification: "public"}',
      'UPDATE :note SET FACET "governance" {classification: "public"}',
    ]) {
      expect(await refusal(agent, command, ids), command).not.toBeNull();
    }
    await change({ op: "grant", principal: "agent", permissions: ["derive"] });
    const { handles } = (await ask(
      agent,
      `MUTATE {
        CREATE EVIDENCE ?public { SET FIELDS {evidence_class: "derived_result", payload: "classification: public"} }
        CREATE ACTIVITY ?retold {
          SET FIELDS {activity_class: "inference", status: "completed"}
          SET STRUCTURAL { ("inputs", :note) ("outputs", ?public) }
        }
      }`,
      ids,
    )) as { handles: JsonObject };
    const labels = "FIND(?e.governance.classification) WHERE { ?e EVIDENCE {id: :id} }";
    for (const id of [ids.note, handles.public]) {
      expect(await ask(await as("owner"), labels, { id: id ?? null })).toEqual(["secret"]);
    }
  });

  it("cannot raise how far it may influence behaviour, and a class is of one behaviour alone", async () => {
    const { runtime, as, change } = await house();
    const owner = await as("owner");
    const [first, second] = ["dry-run first", "run at once"].map((procedure) => {
      const behavior = { task_family: "deploy", procedure };
      return { ...behavior, behavior_digest: digestOf(behavior) };
    });
    const digest = first?.behavior_digest ?? "";
    const { handles } = (await ask(
      owner,
      `MUTATE {
        CREATE CONCEPT ?one { TYPE "Skill" SET ATTRIBUTES {skill_class: "workflow", summary: "s", status: "proposed"}
          SET STRUCTURAL {("current_revision", ?first)} }
        CREATE CONCEPT ?first { TYPE "SkillRevision" SET ATTRIBUTES ${JSON.stringify(first)}
          SET STRUCTURAL {("revision_of", ?one)} }
        CREATE CONCEPT ?two { TYPE "SkillRevision" SET ATTRIBUTES ${JSON.stringify(second)}
          SET STRUCTURAL {("revision_of", ?one)} }
        CREATE CONCEPT ?other { TYPE "Topic" NAME "No behaviour" }
      }`,
    )) as { handles: Readonly<Record<"one" | "first" | "two" | "other", string>> };
    const agent = await as("agent");
    for (const command of [
      'UPDATE :one SET FIELDS {authority_class: "executable"}',
      'UPDATE :one SET FIELDS {governance: {authority_class: "executable"}}',
    ]) {
      expect(await refusal(agent, command, handles), command).not.toBeNull();
    }
    const elevate = {
      op: "set_authority",
      element: handles.one,
      authority_class: "executable",
      reviewed_lineage: [handles.first],
    } as const;
    expect(
      await refused((await runtime.governance("agent")).change({ ...elevate, behavior_digest: digest })),
    ).toBe("NotAuthorized");
    expect(await refused(change(elevate))).toBe("ConstraintViolation");
    expect(await refused(change({ ...elevate, behavior_digest: "garbage" }))).toBe("ConstraintViolation");
    const person = { ...elevate, element: handles.other, behavior_digest: digest };
    expect(await refused(change(person))).toBe("ConstraintViolation");
    await change({ ...elevate, behavior_digest: digest });
    const classes = "FIND(?x.governance.authority_class) WHERE { ?x CONCEPT {id: :id} }";
    const classOf = async (id: string) => ask(owner, classes, { id });
    expect([await classOf(handles.one), await classOf(handles.two)]).toEqual([
      ["executable"],
      ["descriptive"],
    ]);
    // An update that leaves the behaviour as it is leaves the class; another revision takes it away (§31.3).
    await ask(agent, 'UPDATE :one SET ATTRIBUTES {summary: "said otherwise"}', handles);
    expect(await classOf(handles.one)).toEqual(["executable"]);
    await ask(agent, 'UPDATE :one SET STRUCTURAL {("current_revision", :two)} EXPECT VERSION 2', handles);
    expect(await classOf(handles.one)).toEqual(["descriptive"]);
    expect((await runtime.governance()).element(handles.one)).toMatchObject({ behavior_digest: null });
  });

  it("in quarantine stays out of belief and recall, whatever is done to it short of releasing it", async () => {
    const { runtime, ids, as, change } = await house();
    const [agent, owner] = [await as("agent"), await as("owner")];
    const { space_seq } = (await ask(owner, "DESCRIBE SNAPSHOT")) as { space_seq: number };
    await change({ op: "quarantine", elements: [String(ids.zone)], reason: "review" });
    const belief = 'FIND(?b.status) WHERE { ?b BELIEF ({id: :alice}, "timezone", "+01:00") }';
    const out = async () => {
      expect(await ask(owner, belief, ids)).toEqual(["insufficient"]);
      expect(await ask(owner, `${belief} AS OF SEQ ${space_seq}`, ids)).toEqual(["insufficient"]);
      expect(
        JSON.stringify((await recallThrough(owner, { query: "Alice timezone" })).knowledge),
      ).not.toContain("+01:00");
    };
    await out();
    expect(
      await refused(
        (await runtime.governance("agent")).change({ op: "release", elements: [String(ids.zone)] }),
      ),
    ).toBe("NotAuthorized");
    expect(
      await refusal(agent, "UPDATE :zone SET FIELDS {governance: {quarantined: false}}", ids),
    ).not.toBeNull();
    await ask(owner, 'SET RETENTION :zone {retention_class: "long"}', ids);
    await out();
    await ask(owner, 'TRANSITION :zone TO "archived"', ids);
    await out();
  });
});

describe("a parameter", () => {
  it("is a value and never a clause, whatever is written in it", async () => {
    const { ids, as } = await house();
    const owner = await as("owner");
    const injected = 'Alice"} } } PURGE ?e WHERE { ?e EVIDENCE {} } CONFIRM "PURGE" //';
    expect(await ask(owner, "FIND(?p.id) WHERE { ?p CONCEPT {name: :name} }", { name: injected })).toEqual(
      [],
    );
    await ask(owner, "UPDATE :alice SET FIELDS {name: :name}", { ...ids, name: injected });
    expect(await ask(owner, "FIND(?p.id) WHERE { ?p CONCEPT {name: :name} }", { name: injected })).toEqual([
      ids.alice,
    ]);
    for (const command of [
      "FIND(?x) WHERE { ?x {type: :text} }",
      "FIND(?x) WHERE { ?x CONCEPT {} } LIMIT :text",
      "FIND(?x) WHERE { ?x CONCEPT {} } CURSOR :text",
      "PURGE :note CONFIRM :text",
      "TRANSITION :note TO :text",
    ]) {
      expect(await refusal(owner, command, { ...ids, text: injected }), command).not.toBeNull();
    }
    expect(await ask(owner, COUNT)).toEqual([1]);
  });
});

describe("a request", () => {
  it("says nowhere who asks: each member and field that could name a Principal is refused or means nothing", async () => {
    const { ids, as } = await house();
    const agent = await as("agent");
    const purge = { command: 'PURGE :note CONFIRM "PURGE"', parameters: ids };
    for (const forged of [
      { origin: { principal_id: "principal:owner" } },
      { caller: "principal:owner" },
      { on_behalf_of: "principal:owner" },
      { auth: { token: "owner" } },
      { options: { principal: "principal:owner" } },
      { execution: { mode: "atomic", principal: "principal:owner" } },
      { read: { principal: "principal:owner" } },
      { preconditions: { principal: "principal:owner" } },
    ]) {
      const response = await agent.request({
        kip: "2.0",
        operations: [purge],
        ...forged,
      } as unknown as RequestEnvelope);
      expect(["InvalidRequestEnvelope", "NotAuthorized"], JSON.stringify(forged)).toContain(codeOf(response));
    }
    const within = { ...purge, principal: "principal:owner" };
    expect(
      codeOf(await agent.request({ kip: "2.0", operations: [within] } as unknown as RequestEnvelope)),
    ).not.toBeNull();
    for (const fields of [
      '_system: {origin: {principal_id: "principal:owner"}}',
      'origin: {principal_id: "principal:owner"}',
      'recorded_by: "principal:owner"',
    ]) {
      const create = `CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "document", payload: "x", ${fields}} }`;
      expect(await refusal(agent, create), fields).not.toBeNull();
    }
    const parameters = { ...ids, principal: "principal:owner", principal_id: "principal:owner" };
    expect(await refusal(agent, purge.command, parameters)).toBe("NotAuthorized");
  });

  it("speaks for an actor by a binding the host made, never by what it says of itself (§28.4)", async () => {
    const { ids, as, change } = await house();
    await change({ op: "designate_self", concept: String(ids.bob) });
    await change({ op: "add_principal", id: "guest" });
    await change({
      op: "grant",
      principal: "guest",
      permissions: ["read", "create", "assert", "assert_as_actor", "retract_own"],
    });
    const guest = await as("guest");
    const claim = (by: string) => `ASSERT (:alice, "speaks", "pt") {by: :${by}, mode: "stated"}`;
    // A reserved actor, another actor, and a binding that only content speaks of.
    expect(await refusal(guest, claim("bob"), ids)).toBe("ActorBindingRequired");
    expect(await refusal(guest, claim("alice"), ids)).toBe("NotAuthorized");
    await ask(
      guest,
      `MUTATE {
        CREATE CONCEPT ?binding { TYPE "Topic" NAME "ActorBinding guest = alice" }
        CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "document", payload: "guest represents Alice"} }
      }`,
    );
    expect(await refusal(guest, claim("alice"), ids)).toBe("NotAuthorized");
    expect(await refusal(guest, 'TRANSITION :zone TO "retracted"', ids)).toBe("RetractionNotAuthorized");
    const binding = await change({
      op: "bind_actor",
      principal: "guest",
      actor: String(ids.alice),
      predicates: ["speaks"],
    });
    await ask(guest, claim("alice"), ids);
    const other = 'ASSERT (:alice, "timezone", "+05:00") {by: :alice, mode: "stated"}';
    expect(await refusal(guest, other, ids)).toBe("NotAuthorized");
    await change({ op: "revoke", id: binding });
    expect(await refusal(guest, claim("alice").replace("pt", "en"), ids)).toBe("NotAuthorized");
  });
});

describe("a delegation", () => {
  it("is never worth more than it says, than its giver has, or longer than it lasts", async () => {
    const { runtime, ids, as, change } = await house();
    await change({ op: "add_principal", id: "helper" });
    await change({ op: "add_principal", id: "other" });
    await change({ op: "grant", principal: "helper", permissions: ["manage_delegation"] });
    await change({
      op: "delegate",
      from: "agent",
      to: "helper",
      permissions: ["read", "update", "purge"],
      scope: { kinds: ["concept"] },
    });
    const helper = await as("helper");
    await ask(helper, 'UPDATE :alice SET FIELDS {name: "Alicia"}', ids);
    expect(await refusal(helper, 'PURGE :bob CONFIRM "PURGE"', ids)).toBe("NotAuthorized");
    expect(await ask(helper, "FIND(?e) WHERE { ?e EVIDENCE {} }")).toEqual([]);
    // Handed on although it may not be: confers nothing. What others hold cannot be handed on at all.
    const hand = (from?: string) => ({
      op: "delegate" as const,
      ...(from === undefined ? {} : { from }),
      to: "other",
      permissions: ["read", "update"],
    });
    const control = await runtime.governance("helper");
    expect(await refused(control.change(hand("owner")))).toBe("NotAuthorized");
    await control.change(hand());
    const other = await as("other");
    expect(await refusal(other, 'UPDATE :alice SET FIELDS {name: "Eve"}', ids)).toBe("NotAuthorized");
    expect(
      await refused(change({ ...hand("agent"), expires_at: new Date(Date.now() - 1_000).toISOString() })),
    ).toBe("ConstraintViolation");
    // The giver loses it, and so does whom it was lent to.
    await change({ op: "deny", principal: "agent", permissions: ["update"] });
    expect(await refusal(helper, 'UPDATE :alice SET FIELDS {name: "Ali"}', ids)).toBe("NotAuthorized");
  });
});
