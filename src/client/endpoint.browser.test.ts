import { wrap } from "comlink";
import { afterEach, describe, expect, it, vi } from "vitest";
import {
  type ChangeEnvelope,
  connectEndpoint,
  deleteNexus,
  type EndpointApi,
  type JsonValue,
  KipError,
  type LiveAnswer,
  type NexusApi,
  openNexus,
  type ResponseEnvelope,
} from "./index.js";

const open: NexusApi[] = [];
const names = new Set<string>();

/** A Nexus with Alice and Bob, whose ids are C-1 and C-2. */
async function memory(): Promise<NexusApi> {
  const name = crypto.randomUUID();
  names.add(name);
  const nexus = await openNexus({ name });
  open.push(nexus);
  await nexus.executeKip({
    command: `MUTATE {
      CREATE CONCEPT ?a { TYPE "Person" NAME "Alice" }
      CREATE CONCEPT ?b { TYPE "Person" NAME "Bob" }
      CREATE CONCEPT ?l { TYPE "Place" NAME "Lisbon" }
      ASSERT ?lives (?a, "lives_in", ?l) {by: ?b, mode: "stated"}
    }`,
  });
  return nexus;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((nexus) => nexus.close()));
  await Promise.all([...names].map(deleteNexus));
  names.clear();
});

const PEOPLE = 'FIND(?p.name) WHERE { ?p {type: "Person"} } ORDER BY ?p.name';
const CAROL = 'CREATE CONCEPT ?c { TYPE "Person" NAME "Carol" }';

function resultOf(response: ResponseEnvelope): JsonValue | undefined {
  return response.results[0]?.result;
}

function codeOf(response: ResponseEnvelope): string | undefined {
  return (response.error ?? response.results[0]?.error)?.code;
}

async function people(endpoint: Pick<EndpointApi, "executeKipReadonly">): Promise<JsonValue | undefined> {
  return resultOf(await endpoint.executeKipReadonly({ command: PEOPLE }));
}

/** Everything but Alice may be read. */
async function addReader({ governance }: NexusApi): Promise<void> {
  await governance.addPrincipal({ id: "reader" });
  await governance.grant({ principal: "reader", permissions: ["read", "search", "project"] });
  await governance.deny({
    principal: "reader",
    permissions: ["discover"],
    scope: { classifications: ["secret"] },
  });
  await governance.classify(["C-1"], "secret");
}

describe("an endpoint of a page", () => {
  it("gives a model's tools what its Principal may do, and no more", async () => {
    const nexus = await memory();
    const agent = await nexus.endpoint({ principal: "agent" });
    expect(resultOf(await agent.executeKip({ command: CAROL }))).toMatchObject({ created: 1 });
    expect(await people(agent)).toEqual(["Alice", "Bob", "Carol"]);
    const purge = await agent.executeKip({ command: 'PURGE :a CONFIRM "PURGE"', parameters: { a: "C-1" } });
    expect(codeOf(purge)).toBe("NotAuthorized");
    const audit = await nexus.governance.audit({ limit: 1 });
    expect(audit).toMatchObject([{ act: "PURGE", outcome: "denied", principal: "principal:agent" }]);
    agent.close();
    expect(codeOf(await agent.executeKip({ command: CAROL }))).toBe("InternalError");
    expect(await people(nexus)).toEqual(["Alice", "Bob", "Carol"]);
  });

  it("answers, recalls and tells of commits as if what its Principal may not know were not there", async () => {
    const nexus = await memory();
    await addReader(nexus);
    const reader = await nexus.endpoint({ principal: "reader", access: "readonly" });
    expect(await people(reader)).toEqual(["Bob"]);
    const briefing = JSON.stringify(await reader.recall({ query: "Alice" }));
    expect(briefing).not.toContain("C-1");
    expect(JSON.stringify(await nexus.recall({ query: "Alice" }))).toContain("C-1");

    const committed: ChangeEnvelope[] = [];
    const answers: LiveAnswer[] = [];
    const stops = [
      await reader.onCommit((envelope) => committed.push(envelope)),
      await reader.subscribe(PEOPLE, undefined, (answer) => answers.push(answer)),
    ];
    const rename = (id: string, name: string) =>
      nexus.executeKip({ command: "UPDATE :id SET FIELDS {name: :name}", parameters: { id, name } });
    await rename("C-1", "Alicia");
    await rename("C-2", "Bobby");
    await expect
      .poll(() => answers.map((answer) => ("result" in answer ? answer.result : answer)))
      .toEqual([["Bob"], ["Bobby"]]);
    expect(committed.map(({ changes }) => changes.map(({ id }) => id))).toEqual([["C-2"]]);
    await Promise.all(stops.map((stop) => stop()));
    await rename("C-2", "Robert");
    expect(await people(reader)).toEqual(["Robert"]);
    expect([committed.length, answers.length]).toEqual([1, 2]);
    await expect(reader.subscribe(CAROL, undefined, () => undefined)).rejects.toMatchObject({
      code: "ReadonlyViolation",
    });
  });

  it("ends with the Nexus, and says so", async () => {
    const nexus = await memory();
    const agent = await nexus.endpoint({ principal: "agent" });
    await nexus.close();
    await expect.poll(async () => codeOf(await agent.executeKip({ command: PEOPLE }))).toBe("InternalError");
    await expect(agent.recall({ query: "x" })).rejects.toBeInstanceOf(KipError);
    agent.close();
  });

  it("is refused with a KipError to a Principal that is not there, and for options there are not", async () => {
    const nexus = await memory();
    await expect(nexus.endpoint({ principal: "nobody" })).rejects.toMatchObject({ code: "Unauthenticated" });
    await expect(nexus.endpoint({ principal: "agent", admin: true } as never)).rejects.toBeInstanceOf(
      KipError,
    );
    await expect(nexus.endpoint({ principal: () => 1 } as never)).rejects.toMatchObject({
      code: "TypeMismatch",
    });
  });
});

/** Code that was handed a port, in an iframe that shares nothing with the page. It sends what it is told to. */
async function guest(port: MessagePort) {
  const frame = document.createElement("iframe");
  frame.sandbox.add("allow-scripts");
  frame.srcdoc = `<script>
    addEventListener("message", ({ data, ports: [port, back] }) => {
      port.onmessage = ({ data }) => back.postMessage(data);
      back.onmessage = ({ data }) => port.postMessage(data);
      back.postMessage("ready");
    }, { once: true });
  </script>`;
  document.body.append(frame);
  await new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
  const { port1: line, port2 } = new MessageChannel();
  const replies: ((answer: unknown) => void)[] = [];
  const next = () => new Promise<unknown>((resolve) => replies.push(resolve));
  line.onmessage = ({ data }) => replies.shift()?.(data);
  const ready = next();
  frame.contentWindow?.postMessage(null, "*", [port, port2]);
  expect(await ready).toBe("ready");
  const send = (message: unknown) => line.postMessage(message);
  const say = (message: unknown) => {
    const answer = next();
    send(message);
    return answer;
  };
  return { send, say };
}

describe("a port handed to code that is not trusted", () => {
  it("works from a sandboxed iframe, as its Principal", async () => {
    const nexus = await memory();
    await addReader(nexus);
    const { say } = await guest(await nexus.endpointPort({ principal: "reader", access: "readonly" }));
    expect(await say({ id: 1, call: "executeKipReadonly", argument: { command: PEOPLE } })).toMatchObject({
      id: 1,
      answer: { ok: true, value: { status: "succeeded", results: [{ result: ["Bob"] }] } },
    });
    expect(await say({ id: 2, call: "executeKip", argument: { command: CAROL } })).toMatchObject({
      answer: { value: { status: "failed" } },
    });
    expect(await people(nexus)).toEqual(["Alice", "Bob"]);
  });

  it("reaches nothing else in the worker, whatever is sent", async () => {
    const nexus = await memory();
    const { say, send } = await guest(
      await nexus.endpointPort({ principal: "instrument", access: "readonly" }),
    );
    for (const call of [
      "constructor",
      "__proto__",
      "toString",
      "openEndpoint",
      "govern",
      "activatePackages",
      "request.constructor",
      ["request"],
      null,
      { toString: "request" },
    ]) {
      expect(await say({ id: 7, call, argument: { principal: "owner" } })).toEqual({
        id: 7,
        answer: { ok: false, error: expect.objectContaining({ code: "InvalidRequestEnvelope" }) },
      });
    }
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    for (const argument of [
      undefined,
      null,
      1,
      "FIND",
      [],
      cyclic,
      new Map([["command", PEOPLE]]),
      new Date(),
    ]) {
      for (const call of ["executeKip", "executeKipReadonly", "request", "recall", "subscribe"]) {
        const { answer } = (await say({ id: 8, call, argument })) as {
          answer: { ok: boolean; value?: ResponseEnvelope; error?: { code: string } };
        };
        const code = answer.ok && answer.value ? codeOf(answer.value) : answer.error?.code;
        expect([call, code]).not.toContain("InternalError");
        expect(code).toBeDefined();
      }
    }
    // What has no number is not answered, and ends nothing.
    for (const message of [
      null,
      "close",
      [],
      { call: "request" },
      { id: "1", call: "request" },
      { id: NaN },
    ]) {
      send(message);
      expect(await say({ id: 9, call: "stop" })).toMatchObject({ id: 9 });
    }
  });

  it("is no door for the page's own way to call the worker", async () => {
    const nexus = await memory();
    const port = await nexus.endpointPort({ principal: "agent" });
    const answers: unknown[] = [];
    port.addEventListener("message", ({ data }) => answers.push(data));
    const remote = wrap<Record<string, (...args: unknown[]) => unknown>>(port);
    void remote.constructor?.constructor?.("self.owned = 1");
    void remote.executeKip?.({ command: CAROL });
    void remote.govern?.("owner", { look: "principals" });
    const probe = connectEndpoint(await nexus.endpointPort({ principal: "agent" }));
    expect(await people(probe)).toEqual(["Alice", "Bob"]);
    expect(answers).toEqual([]);
  });

  it("is told of a bounded number of things", async () => {
    const nexus = await memory();
    const endpoint = await nexus.endpoint({ principal: "agent" });
    const stops = [];
    for (let at = 0; at < 64; at++) stops.push(await endpoint.onCommit(() => undefined));
    await expect(endpoint.onCommit(() => undefined)).rejects.toMatchObject({ code: "RateLimited" });
    await stops[0]?.();
    await endpoint.onCommit(() => undefined);
  });
});

describe("the control plane of a page", () => {
  it("says who may do what and changes it, with errors that are KipErrors", async () => {
    const { governance } = await memory();
    const { ids } = await governance.addPrincipal({ id: "importer", label: "Mail import" });
    expect(ids).toEqual(["principal:importer"]);
    const granted = await governance.grant({
      principal: "importer",
      permissions: ["create"],
      scope: { types: ["Person"] },
    });
    expect(await governance.grants()).toMatchObject([
      { id: granted.ids[0], effect: "allow", principal: "principal:importer", revoked_at: null },
    ]);
    expect((await governance.revoke(granted.ids[0] ?? "")).space_seq).not.toBeNull();
    expect((await governance.revoke(granted.ids[0] ?? "")).space_seq).toBeNull();
    await governance.designateSelf("C-1");
    await governance.bindActor({ principal: "importer", actor: "$self" });
    expect(await governance.bindings()).toMatchObject([{ actor: "$self", principal: "principal:importer" }]);
    await governance.setPolicy({ approvals: [{ permissions: ["purge"] }] });
    expect(await governance.policy()).toMatchObject({ approvals: [{ permissions: ["purge"] }] });
    await governance.quarantine(["C-2"], "looks odd");
    expect(await governance.element("C-2")).toMatchObject({ quarantine: { reason: "looks odd" } });
    expect(await governance.element("C-1")).toBeNull();
    await governance.suspendPrincipal("importer");
    const principals = await governance.principals();
    expect(principals.map(({ id }) => id)).toEqual([
      "principal:agent",
      "principal:maintenance",
      "principal:instrument",
      "principal:owner",
      "principal:importer",
    ]);
    expect(principals.at(-1)?.status).toBe("suspended");
    const agent = governance.as("agent");
    const wrong: readonly (() => Promise<unknown>)[] = [
      () => agent.grant({ principal: "agent", permissions: ["purge"] }),
      () => agent.audit(),
      () => agent.principals(),
      () => governance.as("importer").policy(),
      () => governance.grant({ principal: "agent", permissions: ["fly"] }),
      () => governance.grant({ principal: "nobody", permissions: ["read"] }),
      () => governance.classify(["C-99"], "secret"),
      () => governance.classify(["C-1"], "cosmic"),
      () => governance.approve("approval:none"),
      () => governance.grant({ principal: () => 1 } as never),
      () => governance.element(Symbol("x") as never),
    ];
    const codes = await Promise.all(
      wrong.map((call) =>
        call().catch((thrown: unknown) => (thrown instanceof KipError ? thrown.code : thrown)),
      ),
    );
    expect(codes).toEqual([
      "NotAuthorized",
      "NotAuthorized",
      "NotAuthorized",
      "Unauthenticated",
      "ConstraintViolation",
      "NotFoundOrNotVisible",
      "NotFoundOrNotVisible",
      "ConstraintViolation",
      "NotFoundOrNotVisible",
      "TypeMismatch",
      "TypeMismatch",
    ]);
  });

  it("lets a second Principal decide about exactly one act", async () => {
    const nexus = await memory();
    await nexus.governance.setPolicy({ approvals: [{ permissions: ["archive"] }] });
    const agent = await nexus.endpoint({ principal: "agent" });
    const act = () => agent.executeKip({ command: 'TRANSITION :a TO "archived"', parameters: { a: "C-1" } });
    expect(codeOf(await act())).toBe("RequiresApproval");
    const [waiting] = await nexus.governance.approvals();
    expect(waiting).toMatchObject({ status: "pending", statements: ["TRANSITION"] });
    await nexus.governance.approve(waiting?.id ?? "");
    await vi.waitFor(async () => expect((await act()).status).toBe("succeeded"));
  });
});
