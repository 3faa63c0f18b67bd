import { describe, expect, it, vi } from "vitest";
import { digestOf, type JsonValue } from "../model/index.js";
import { NexusStore } from "../store/index.js";
import type { Endpoint } from "./endpoint.js";
import { codeOf, createPerson, onlyResult, openRuntime } from "./nexus.fixture.js";
import type { NexusRuntime } from "./nexus-runtime.js";

const HOUSE = `MUTATE {
  CREATE CONCEPT ?alice { TYPE "Person" NAME "Alice" SET FIELDS {key: "alice"} }
  CREATE CONCEPT ?bob { TYPE "Person" NAME "Bob" SET FIELDS {key: "bob"} }
  CREATE CONCEPT ?lisbon { TYPE "Place" NAME "Lisbon" SET FIELDS {key: "lisbon"} }
  CREATE EVIDENCE ?note { SET FIELDS {evidence_class: "document", payload: "a note"} }
  ASSERT ?lives (?alice, "lives_in", ?lisbon) {by: ?alice, mode: "stated"}
}`;

type Handles = Readonly<Record<"alice" | "bob" | "lisbon" | "note" | "lives", string>>;

/** A runtime with a household, the ids of its elements, and a Principal `reader` that may read everything. */
async function household(name?: string): Promise<{ runtime: NexusRuntime; ids: Handles }> {
  const runtime = await openRuntime(name);
  const { handles } = onlyResult(await runtime.executeKip({ command: HOUSE })) as unknown as {
    handles: Handles;
  };
  const governance = await runtime.governance();
  await governance.change({ op: "add_principal", id: "reader" });
  await governance.change({
    op: "grant",
    principal: "reader",
    permissions: ["read", "search", "project", "read_history"],
  });
  return { runtime, ids: handles };
}

async function ask(endpoint: Endpoint, command: string, parameters = {}): Promise<JsonValue | undefined> {
  return onlyResult(await endpoint.executeKip({ command, parameters }));
}

async function refusal(endpoint: Endpoint, command: string, parameters = {}): Promise<string | undefined> {
  return codeOf(await endpoint.executeKip({ command, parameters }));
}

const NAMES = 'FIND(?p.name) WHERE { ?p {type: "Person"} } ORDER BY ?p.name';

describe("an endpoint", () => {
  it("acts as the Principal the host opened it for, whatever a request says", async () => {
    const { runtime } = await household();
    const agent = await runtime.endpoint({ principal: "agent" });
    const written = await ask(agent, createPerson("Carol"));
    expect(written).toMatchObject({ created: 1 });
    expect(await ask(agent, 'FIND(?p._system.origin.principal_id) WHERE { ?p {name: "Carol"} }')).toEqual([
      "principal:agent",
    ]);
    const operations = [{ command: 'PURGE ?p WHERE { ?p {name: "Carol"} } CONFIRM "PURGE"' }];
    for (const claim of [
      { principal: "principal:owner" },
      { principal_id: "principal:owner" },
      { context: { principal: "principal:owner" } },
      { parameters: { principal: "principal:owner" }, context: { purpose: "principal:owner" } },
      { extensions: { "kip/principal": { id: "principal:owner" } } },
    ]) {
      const response = await agent.request({ kip: "2.0", operations, ...claim } as never);
      expect(["InvalidRequestEnvelope", "NotAuthorized"]).toContain(codeOf(response));
    }
    expect(await ask(agent, NAMES)).toContain("Carol");
  });

  it("that only reads writes nothing, however the write is hidden", async () => {
    const { runtime } = await household();
    const endpoint = await runtime.endpoint({ principal: "owner", access: "readonly" });
    const write = createPerson("Mallory");
    for (const command of [
      write,
      `// FIND(?x) WHERE { ?x {} }\n${write}`,
      `MUTATE { ${write} }`,
      'DEFINE CONCEPT TYPE "Ghost" {description: "a ghost"}',
    ]) {
      expect(codeOf(await endpoint.executeKip({ command })), command).toBe("ReadonlyViolation");
      expect(codeOf(await endpoint.executeKipReadonly({ command })), command).toBe("ReadonlyViolation");
    }
    const labelled = { kip: "2.0", operations: [{ command: write, language: "KQL" }] } as const;
    expect(["LanguageMismatch", "ReadonlyViolation"]).toContain(codeOf(await endpoint.request(labelled)));
    const batch = await endpoint.request({
      kip: "2.0",
      execution: { mode: "independent" },
      operations: [{ command: NAMES }, { command: write }],
    });
    expect(batch.results.map(({ status }) => status)).toEqual(["succeeded", "failed"]);
    const nested = await endpoint.executeKip({
      command: "PREVIEW KML :text",
      parameters: { text: write },
    });
    expect(onlyResult(nested)).toBeDefined();
    expect(await ask(endpoint, NAMES)).toEqual(["Alice", "Bob"]);
  });

  it("is refused to whoever is not there, and ends with its Principal", async () => {
    const { runtime } = await household();
    await expect(runtime.endpoint({ principal: "nobody" })).rejects.toMatchObject({
      code: "Unauthenticated",
    });
    await expect(runtime.endpoint({ principal: "agent", role: "owner" } as never)).rejects.toMatchObject({
      code: "InvalidRequestEnvelope",
    });
    const reader = await runtime.endpoint({ principal: "reader" });
    expect(await ask(reader, NAMES)).toEqual(["Alice", "Bob"]);
    await (await runtime.governance()).change({ op: "suspend_principal", id: "reader" });
    expect(await refusal(reader, NAMES)).toBe("Unauthenticated");
  });

  it("of the preset speaks for the Space's self where its role does", async () => {
    const { runtime, ids } = await household();
    const [agent, instrument, owner] = await Promise.all(
      ["agent", "instrument", "owner"].map((principal) => runtime.endpoint({ principal })),
    );
    await (await runtime.governance()).change({ op: "designate_self", concept: ids.bob });
    const says = 'ASSERT (:bob, "lives_in", :lisbon) {by: :bob, mode: "stated"}';
    expect(await refusal(instrument!, says, ids)).toBe("NotAuthorized");
    expect(await refusal(owner!, says, ids)).toBe("ActorBindingRequired");
    expect(await ask(agent!, says, ids)).toMatchObject({ created: 2 });
    expect(await refusal(agent!, 'PURGE :note CONFIRM "PURGE"', ids)).toBe("NotAuthorized");
    const receipt = (
      await agent!.executeKip({
        command: `${says.slice(0, -1)}, at: "2026-01-01T00:00:00.000Z"}`,
        parameters: ids,
      })
    ).results[0]?.receipt;
    expect(receipt?.origin).toMatchObject({
      principal_id: "principal:agent",
      actor_binding_id: "binding:agent:$self",
    });
  });

  it("tells who may do what here, and about nobody else", async () => {
    const { runtime, ids } = await household();
    const agent = await runtime.endpoint({ principal: "agent", purpose: "care" });
    const access = (await ask(agent, "DESCRIBE ACCESS")) as Record<string, unknown>;
    expect(access).toMatchObject({
      principal: { id: "principal:agent", role: "agent" },
      purpose: "care",
      may_elevate_to: [],
      actor_bindings: [{ actor: { self: true } }],
    });
    expect(JSON.stringify(access)).not.toContain("owner");
    expect(
      await ask(agent, `DESCRIBE ACCESS WITH {operation: "purge", resource: "${ids.note}"}`),
    ).toMatchObject({ decision: { operation: "purge", allowed: false }, resource: { readable: true } });
  });
});

describe("what is classified", () => {
  it("is gone for whom the policy keeps it from: now, in the past, in search and in what commits tell", async () => {
    const { runtime, ids } = await household();
    const reader = await runtime.endpoint({ principal: "reader" });
    const told: unknown[] = [];
    await reader.onCommit((envelope) => told.push(envelope));
    const past = runtime
      .endpoint({ principal: "owner" })
      .then((owner) => ask(owner, "DESCRIBE SNAPSHOT")) as Promise<{
      space_seq: number;
    }>;
    const { space_seq } = await past;
    const governance = await runtime.governance();
    await governance.change({
      op: "deny",
      principal: "reader",
      permissions: ["discover"],
      scope: { classifications: ["secret"] },
    });
    expect(await ask(reader, NAMES)).toEqual(["Alice", "Bob"]);
    await governance.change({ op: "classify", elements: [ids.alice], classification: "secret" });
    expect(await ask(reader, NAMES)).toEqual(["Bob"]);
    expect(await ask(reader, `${NAMES.replace(" ORDER BY ?p.name", "")} AS OF SEQ ${space_seq}`)).toEqual([
      "Bob",
    ]);
    expect(await ask(reader, 'SEARCH CONCEPT "Alice"')).toEqual([]);
    expect(await ask(reader, "FIND(?a) WHERE { ?a ASSERTION {} }")).toEqual([]);
    expect(await refusal(reader, "HISTORY ELEMENT :alice", ids)).toBe("NotFoundOrNotVisible");
    const owner = await runtime.endpoint({ principal: "owner" });
    await ask(owner, 'UPDATE :alice SET FIELDS {name: "Alicia"}', ids);
    await ask(owner, 'UPDATE :bob SET FIELDS {name: "Bobby"}', ids);
    expect(
      told.map((envelope) => (envelope as { changes: { id: string }[] }).changes.map(({ id }) => id)),
    ).toEqual([[ids.bob]]);
    expect(await ask(owner, "FIND(?a.governance.classification) WHERE { ?a {id: :alice} }", ids)).toEqual([
      "secret",
    ]);
  });

  it("stays so over closing, from the log and from an image, and reaches another tab", async () => {
    const name = crypto.randomUUID();
    const { runtime, ids } = await household(name);
    const other = await openRuntime(name);
    const elsewhere = await other.endpoint({ principal: "reader" });
    const governance = await runtime.governance();
    await governance.change({
      op: "deny",
      principal: "reader",
      permissions: ["discover"],
      scope: { classifications: ["secret"] },
    });
    await governance.change({ op: "classify", elements: [ids.alice], classification: "secret" });
    await vi.waitFor(async () => expect(await ask(elsewhere, NAMES)).toEqual(["Bob"]));
    runtime.close();
    other.close();
    const again = await openRuntime(name);
    const reader = await again.endpoint({ principal: "reader" });
    expect(await ask(reader, NAMES)).toEqual(["Bob"]);
    await (await again.readingSession()).writeImage();
    again.close();
    const fromImage = await openRuntime(name);
    expect((await fromImage.readingSession()).opening.from).toBe("image");
    expect(await ask(await fromImage.endpoint({ principal: "reader" }), NAMES)).toEqual(["Bob"]);
    expect((await fromImage.verifyLog()).problems).toEqual([]);
  });

  it("changes no version, no lifecycle and no history", async () => {
    const { runtime, ids } = await household();
    const owner = await runtime.endpoint({ principal: "owner" });
    const facts =
      "FIND(?a._system.version, ?a._system.state, ?a._system.updated_tx) WHERE { ?a {id: :alice} }";
    const before = await ask(owner, facts, ids);
    const history = await ask(owner, "HISTORY ELEMENT :alice", ids);
    const governance = await runtime.governance();
    await governance.change({ op: "classify", elements: [ids.alice], classification: "private" });
    await governance.change({ op: "quarantine", elements: [ids.alice], reason: "looks odd" });
    expect(await ask(owner, facts, ids)).toEqual(before);
    expect(await ask(owner, "HISTORY ELEMENT :alice", ids)).toEqual(history);
    expect(await governance.element(ids.alice)).toMatchObject({
      classification: "private",
      quarantine: { reason: "looks odd" },
    });
  });

  it("cannot be continued past by a cursor from before", async () => {
    const { runtime, ids } = await household();
    const reader = await runtime.endpoint({ principal: "reader" });
    const page = await reader.executeKip({ command: `${NAMES} LIMIT 1` });
    const cursor = page.results[0]?.next_cursor;
    expect(cursor).toBeDefined();
    const governance = await runtime.governance();
    const { ids: denied } = await governance.change({
      op: "deny",
      principal: "reader",
      permissions: ["discover"],
      scope: { elements: [ids.bob] },
    });
    const next = await reader.executeKip({
      command: `${NAMES} LIMIT 1 CURSOR :cursor`,
      parameters: { cursor: cursor! },
    });
    expect(next.results[0]?.result ?? []).toEqual([]);
    expect(JSON.stringify(next)).not.toContain("Bob");
    await governance.change({ op: "revoke", id: denied[0]! });
    expect(await ask(reader, NAMES)).toEqual(["Alice", "Bob"]);
  });
});

describe("a transaction of somebody else", () => {
  it("is unknown to whom all of it is hidden, and so is its receipt unless that is presented", async () => {
    const { runtime, ids } = await household();
    const governance = await runtime.governance();
    await governance.change({
      op: "deny",
      principal: "reader",
      permissions: ["discover"],
      scope: { elements: [ids.alice] },
    });
    const [owner, reader] = await Promise.all(
      ["owner", "reader"].map((principal) => runtime.endpoint({ principal })),
    );
    const rename = { command: 'UPDATE :alice SET FIELDS {name: "Alicia"}', parameters: { alice: ids.alice } };
    const receiptOf = async (idempotency_key: string) => {
      const answered = await owner!.request({ kip: "2.0", operations: [{ ...rename, idempotency_key }] });
      return answered.results[0]?.receipt as unknown as Record<string, JsonValue>;
    };
    const [receipt, nothing] = [await receiptOf("first"), await receiptOf("second")];
    expect([receipt.status, nothing.status]).toEqual(["committed", "no_effect"]);
    for (const { tx_id } of [receipt, nothing]) {
      const asked = "DESCRIBE TRANSACTION :tx";
      expect(await ask(owner!, asked, { tx: tx_id })).toMatchObject({ tx_id });
      expect(await refusal(reader!, asked, { tx: tx_id })).toBe("TransactionUnknown");
    }
    const verify = "VERIFY RECEIPT :receipt";
    expect(await ask(reader!, verify, { receipt })).toMatchObject({ commit_record: "match" });
    // Guesses about what a receipt says: one that was never issued for this transaction, and one for a later one.
    const guess = (tx_id: JsonValue): Record<string, JsonValue> => {
      const { receipt_digest: _, ...known } = receipt;
      const content = { ...known, tx_id, origin: { principal_id: "principal:owner" } };
      return { ...content, receipt_digest: digestOf(content) };
    };
    const answers = [];
    for (const tx of [receipt.tx_id!, "kip:space:default#9999"]) {
      expect(await refusal(owner!, verify, { receipt: guess(tx) })).toBeDefined();
      answers.push(await refusal(reader!, verify, { receipt: guess(tx) }));
    }
    expect(answers).toEqual(["TransactionUnknown", "TransactionUnknown"]);
  });
});

describe("quarantine", () => {
  it("changes the basis of what is believed of an earlier sequence", async () => {
    const { runtime, ids } = await household();
    const belief =
      'FIND(?b.status, ?b.basis) WHERE { ?b BELIEF ({id: :alice}, "lives_in", {id: :lisbon}) } AS OF SEQ 1 FOR TIME "2030-01-01T00:00:00.000Z"';
    const governance = await runtime.governance();
    for (const principal of ["owner", "reader"]) {
      const endpoint = await runtime.endpoint({ principal });
      const before = (await ask(endpoint, belief, ids)) as JsonValue[][];
      await governance.change({ op: "quarantine", elements: [ids.lives], reason: "review" });
      const during = (await ask(endpoint, belief, ids)) as JsonValue[][];
      expect([before[0]?.[0], during[0]?.[0]]).toEqual(["accepted", "insufficient"]);
      expect(during[0]?.[1]).not.toEqual(before[0]?.[1]);
      await governance.change({ op: "release", elements: [ids.lives] });
      if (principal === "owner") expect(await ask(endpoint, belief, ids)).toEqual(before);
    }
  });

  it("keeps an element out of belief and search, marked, until it is released", async () => {
    const { runtime, ids } = await household();
    const owner = await runtime.endpoint({ principal: "owner" });
    const belief = 'FIND(?b.status) WHERE { ?b BELIEF ({id: :alice}, "lives_in", {id: :lisbon}) }';
    const governance = await runtime.governance();
    expect(await ask(owner, belief, ids)).toEqual(["accepted"]);
    await governance.change({ op: "quarantine", elements: [ids.lives, ids.bob], reason: "review" });
    expect(await ask(owner, belief, ids)).toEqual(["insufficient"]);
    expect(await ask(owner, 'SEARCH CONCEPT "Bob"')).toEqual([]);
    expect(
      await ask(
        owner,
        "FIND(?a.governance.quarantined, ?a.lifecycle.status) WHERE { ?a ASSERTION {id: :lives} }",
        ids,
      ),
    ).toEqual([[true, "active"]]);
    const agent = await runtime.governance("agent");
    await expect(agent.change({ op: "release", elements: [ids.lives] })).rejects.toMatchObject({
      code: "NotAuthorized",
    });
    await governance.change({ op: "release", elements: [ids.lives, ids.bob] });
    expect(await ask(owner, belief, ids)).toEqual(["accepted"]);
    expect(await ask(owner, 'SEARCH CONCEPT "Bob"')).toHaveLength(1);
  });
});

describe("a revocation", () => {
  it("between planning and committing stops the commit", async () => {
    const name = crypto.randomUUID();
    const { runtime } = await household(name);
    const other = await openRuntime(name);
    // Only this tab writes at first, so it takes no turns with another and can be overtaken.
    const granted = await (await runtime.governance()).change({
      op: "grant",
      principal: "reader",
      permissions: ["create"],
    });
    const reader = await runtime.endpoint({ principal: "reader" });
    expect(await ask(reader, createPerson("Carol"))).toMatchObject({ created: 1 });
    const elsewhere = await other.governance();
    const commit = NexusStore.prototype.commit;
    const spy = vi.spyOn(NexusStore.prototype, "commit").mockImplementation(async function (
      this: NexusStore,
      ...rest
    ) {
      spy.mockRestore();
      // The write was authorized and is about to be committed: the other tab takes the grant back first.
      await elsewhere.change({ op: "revoke", id: granted.ids[0]! });
      return commit.apply(this, rest);
    });
    expect(await refusal(reader, createPerson("Dave"))).toBe("NotAuthorized");
    expect(await ask(reader, NAMES)).toEqual(["Alice", "Bob", "Carol"]);
  });

  it("takes effect at the instant a grant expires", async () => {
    const { runtime } = await household();
    const governance = await runtime.governance();
    await governance.change({
      op: "grant",
      principal: "reader",
      permissions: ["create"],
      expires_at: new Date(Date.now() + 400).toISOString(),
    });
    const reader = await runtime.endpoint({ principal: "reader" });
    expect(await ask(reader, createPerson("Carol"))).toMatchObject({ created: 1 });
    await vi.waitFor(async () => expect(await refusal(reader, createPerson("Dave"))).toBe("NotAuthorized"));
  });
});

describe("a binding to an actor its Principal may not know of", () => {
  it("is told without the actor's id, in DESCRIBE ACCESS and in the primer", async () => {
    const { runtime, ids } = await household();
    const governance = await runtime.governance();
    await governance.change({ op: "bind_actor", principal: "reader", actor: ids.alice });
    const reader = await runtime.endpoint({ principal: "reader" });
    const told = async () =>
      [await ask(reader, "DESCRIBE ACCESS"), await ask(reader, "DESCRIBE PRIMER")].map((answer) =>
        JSON.stringify(answer).includes(`"id":"${ids.alice}"`),
      );
    expect(await told()).toEqual([true, true]);
    await governance.change({
      ...{ op: "deny", principal: "reader", permissions: ["discover"], scope: { elements: [ids.alice] } },
    });
    expect(await ask(reader, "DESCRIBE ACCESS")).toMatchObject({ actor_bindings: [{ actor: { id: null } }] });
    expect(await told()).toEqual([false, false]);
  });
});

describe("an act that waits for approval", () => {
  it("is let through once another Principal approved exactly it, and both are on record", async () => {
    const { runtime, ids } = await household();
    const governance = await runtime.governance();
    await governance.change({ op: "set_policy", approvals: [{ permissions: ["archive"] }] });
    const agent = await runtime.endpoint({ principal: "agent" });
    const act = { command: 'TRANSITION :note TO "archived"', parameters: { note: ids.note } };
    const waiting = await agent.executeKip(act);
    expect(codeOf(waiting)).toBe("RequiresApproval");
    const approval = waiting.results[0]?.error?.details.approval as string;
    expect(codeOf(await agent.executeKip(act))).toBe("RequiresApproval");
    expect(await governance.approvals()).toMatchObject([
      { id: approval, status: "pending", principal: "principal:agent" },
    ]);
    const own = await runtime.governance("agent");
    await expect(own.change({ op: "approve", approval })).rejects.toMatchObject({ code: "NotAuthorized" });
    await governance.change({ op: "approve", approval });
    expect(onlyResult(await agent.executeKip(act))).toMatchObject({ updated: 1 });
    expect(await governance.approvals()).toMatchObject([{ id: approval, status: "used" }]);
    const lines = (await governance.audit()).map(({ act: what, outcome, principal }) => [
      principal,
      what,
      outcome,
    ]);
    expect(lines).toContainEqual(["principal:agent", "TRANSITION", "waiting"]);
    expect(lines).toContainEqual(["principal:owner", "approve", "done"]);
    expect(lines).toContainEqual(["principal:agent", "approve", "denied"]);
  });
});

describe("an approval of what a request selects", () => {
  const topic = (name: string) => ({ command: `CREATE CONCEPT ?p { TYPE "Topic" NAME "${name}" }` });
  const topics = { command: 'PURGE ?p WHERE { ?p {type: "Topic"} } CONFIRM "PURGE"' };

  it("tells the approver the elements without content, and does not cover what came to match or changed since", async () => {
    const { runtime } = await household();
    const governance = await runtime.governance();
    await governance.change({ op: "set_policy", approvals: [{ permissions: ["purge"] }] });
    await governance.change({ op: "add_principal", id: "worker" });
    await governance.change({ op: "grant", principal: "worker", permissions: ["discover", "read", "purge"] });
    const worker = await runtime.endpoint({ principal: "worker" });
    const asked = async () => {
      const response = await worker.executeKip(topics);
      expect(codeOf(response)).toBe("RequiresApproval");
      return response.results[0]?.error?.details.approval as string;
    };
    const made = onlyResult(await runtime.executeKip(topic("Tea"))) as { handles: { p: string } };
    const first = await asked();
    expect(await governance.approvals()).toMatchObject([
      {
        statements: ["PURGE"],
        targets: [{ id: made.handles.p, kind: "concept", version: 1, permissions: ["purge"] }],
      },
    ]);
    expect(JSON.stringify(await governance.approvals())).not.toContain("Tea");
    await governance.change({ op: "approve", approval: first });
    const later = onlyResult(await runtime.executeKip(topic("Coffee"))) as { handles: { p: string } };
    const second = await asked();
    expect(second).not.toBe(first);
    await governance.change({ op: "approve", approval: second });
    await runtime.executeKip({
      command: 'UPDATE :p SET ATTRIBUTES {description: "strong"}',
      parameters: later.handles,
    });
    const third = await asked();
    await governance.change({ op: "approve", approval: third });
    expect(codeOf(await worker.executeKip(topics))).toBeUndefined();
    const used = (await governance.approvals()).filter(({ status }) => status === "used");
    expect(used.map(({ id }) => id)).toEqual([third]);
  });

  it("names only the elements its reader may know of", async () => {
    const { runtime, ids } = await household();
    const governance = await runtime.governance();
    await governance.change({ op: "set_policy", approvals: [{ permissions: ["archive"] }] });
    const agent = await runtime.endpoint({ principal: "agent" });
    expect(await refusal(agent, 'TRANSITION :note TO "archived"', ids)).toBe("RequiresApproval");
    await governance.change({ op: "add_principal", id: "judge" });
    await governance.change({ op: "grant", principal: "judge", permissions: ["approve"] });
    expect(await (await runtime.governance("judge")).approvals()).toMatchObject([{ targets: [] }]);
    expect(await governance.approvals()).toMatchObject([{ targets: [{ id: ids.note, kind: "evidence" }] }]);
  });
});

describe("the audit", () => {
  it("holds what was refused and what changed authority, without content, for those who may read it", async () => {
    const { runtime, ids } = await household();
    const agent = await runtime.endpoint({ principal: "agent" });
    expect(await refusal(agent, 'PURGE :note CONFIRM "PURGE"', ids)).toBe("NotAuthorized");
    const owner = await runtime.endpoint({ principal: "owner" });
    await ask(owner, 'PURGE :note CONFIRM "PURGE"', ids);
    const governance = await runtime.governance();
    const lines = await governance.audit({ limit: 3 });
    expect(lines).toMatchObject([
      {
        act: "PURGE",
        principal: "principal:owner",
        outcome: "done",
        permissions: ["purge"],
        about: [ids.note],
      },
      { act: "PURGE", principal: "principal:agent", outcome: "denied", code: "NotAuthorized" },
      { act: "grant", principal: "principal:owner", outcome: "done" },
    ]);
    expect(await governance.audit({ limit: 1, before: lines[1]!.id })).toMatchObject([{ act: "grant" }]);
    await expect((await runtime.governance("agent")).audit()).rejects.toMatchObject({
      code: "NotAuthorized",
    });
  });
});

describe("a delegation", () => {
  it("lends what its giver may do, names itself in the receipt, and ends when it is revoked", async () => {
    const { runtime } = await household();
    const governance = await runtime.governance();
    await governance.change({ op: "add_principal", id: "helper" });
    const { ids } = await governance.change({
      op: "delegate",
      from: "agent",
      to: "helper",
      permissions: ["read", "create", "purge"],
    });
    const helper = await runtime.endpoint({ principal: "helper" });
    const made = await helper.executeKip({ command: createPerson("Carol") });
    expect(made.results[0]?.receipt?.origin.delegation_digest).toMatch(/^sha256:/);
    expect(await refusal(helper, 'PURGE ?p WHERE { ?p {name: "Carol"} } CONFIRM "PURGE"')).toBe(
      "NotAuthorized",
    );
    await governance.change({ op: "revoke", id: ids[0]! });
    expect(await refusal(helper, createPerson("Dave"))).toBe("NotAuthorized");
  });
});
