import { describe, expect, it } from "vitest";
import type { RequestEnvelope } from "../model/index.js";
import { codeOf, countPeople, createPerson, onlyResult, openRuntime, people } from "./nexus.fixture.js";
import { receiptDigestVerifies } from "./receipts.js";

describe("a write", () => {
  it("is committed with a receipt that verifies, and survives closing", async () => {
    const name = crypto.randomUUID();
    const first = await openRuntime(name);
    const response = await first.executeKip({ command: createPerson("Alice") });
    const receipt = response.results[0]?.receipt;
    expect(receipt).toMatchObject({ status: "committed", snapshot_seq: 0, space_seq: 1 });
    expect(receipt && receiptDigestVerifies(receipt)).toBe(true);
    first.close();

    const second = await openRuntime(name);
    expect(await people(second)).toEqual([1]);
    const next = await second.executeKip({ command: createPerson("Bob") });
    expect(next.results[0]?.receipt).toMatchObject({ space_seq: 2 });
  });

  it("that fails leaves nothing: no element, no sequence, no id", async () => {
    const runtime = await openRuntime();
    const failed = await runtime.executeKip({
      command: `MUTATE { ${createPerson("Alice")} CREATE CONCEPT ?bad { TYPE "Spaceship" NAME "x" } }`,
    });
    expect(codeOf(failed)).toBe("SchemaSymbolNotFound");
    expect(await people(runtime)).toEqual([0]);
    const committed = await runtime.executeKip({ command: createPerson("Alice") });
    expect(committed.results[0]?.receipt).toMatchObject({ space_seq: 1 });
    const ids = await runtime.executeKip({ command: 'FIND(?c.id) WHERE { ?c CONCEPT {type: "Person"} }' });
    expect(onlyResult(ids)).toEqual(["C-1"]);
  });

  it("that changes nothing allocates no sequence", async () => {
    const runtime = await openRuntime();
    const command =
      'CREATE EVIDENCE ?e { CLIENT KEY "m:1" SET FIELDS { evidence_class: "message", payload: "hi" } }';
    await runtime.executeKip({ command });
    const again = await runtime.executeKip({ command });
    expect(again.results[0]).toMatchObject({ status: "no_effect", receipt: { status: "no_effect" } });
    expect(again.results[0]?.receipt).not.toHaveProperty("space_seq");
    expect(again.snapshot).toMatchObject({ snapshot_seq: 1 });
  });

  it("as a dry run is checked and not kept", async () => {
    const runtime = await openRuntime();
    const dry = await runtime.executeKip({ command: createPerson("Alice"), dry_run: true });
    expect(dry.status).toBe("succeeded");
    expect(dry.results[0]).not.toHaveProperty("receipt");
    expect(dry.results[0]?.warnings).toEqual([expect.objectContaining({ code: "DryRun" })]);
    const read = await runtime.executeKipReadonly({ command: countPeople, dry_run: true });
    expect(read.results[0]).toMatchObject({ status: "succeeded", result: { valid: true } });
    expect(
      codeOf(
        await runtime.executeKip({ command: createPerson("A").replace("Person", "Robot"), dry_run: true }),
      ),
    ).toBe("SchemaSymbolNotFound");
    expect(await people(runtime)).toEqual([0]);
  });

  it("with an idempotency key is done once, and answered alike", async () => {
    const runtime = await openRuntime();
    const request: RequestEnvelope = {
      kip: "2.0",
      execution: { mode: "independent", idempotency_key: "intent" },
      operations: [{ command: createPerson("Alice") }],
    };
    const first = await runtime.request(request);
    const second = await runtime.request({ ...request, request_id: "retry" });
    expect(second.results).toEqual(first.results);
    expect(await people(runtime)).toEqual([1]);
    const other = await runtime.request({ ...request, operations: [{ command: createPerson("Bob") }] });
    expect(codeOf(other)).toBe("IdempotencyConflict");
  });

  it("that failed does not spend its key", async () => {
    const runtime = await openRuntime();
    const execution = { mode: "independent", idempotency_key: "intent" } as const;
    const send = (command: string) => runtime.request({ kip: "2.0", execution, operations: [{ command }] });
    expect(codeOf(await send(createPerson("A").replace("Person", "Robot")))).toBe("SchemaSymbolNotFound");
    expect((await send(createPerson("Alice"))).status).toBe("succeeded");
  });

  it("is refused when the Space has moved past its precondition", async () => {
    const runtime = await openRuntime();
    await runtime.executeKip({ command: createPerson("Alice") });
    const operations = [{ command: createPerson("Bob") }];
    const late = await runtime.request({ kip: "2.0", preconditions: { space_seq: 0 }, operations });
    expect(codeOf(late)).toBe("PreconditionFailed");
    const timely = await runtime.request({ kip: "2.0", preconditions: { space_seq: 1 }, operations });
    expect(timely.status).toBe("succeeded");
  });
});

describe("several operations", () => {
  const good = createPerson("Alice");
  const bad = 'CREATE CONCEPT ?c { TYPE "Spaceship" }';

  it("in atomic mode commit together under one receipt, and read their own writes", async () => {
    const runtime = await openRuntime();
    const response = await runtime.executeKip({
      operations: [good, { op_id: "count", command: countPeople }, createPerson("Bob")],
      execution: { mode: "atomic" },
    });
    expect(response.receipt).toMatchObject({ status: "committed", space_seq: 1 });
    expect(response.results[1]).toMatchObject({ op_id: "count", result: [1] });
    expect(response.results.every((result) => result.receipt === undefined)).toBe(true);
    expect(await people(runtime)).toEqual([2]);
  });

  it("in atomic mode leave nothing when one fails", async () => {
    const runtime = await openRuntime();
    const response = await runtime.executeKip({
      operations: [good, bad, good],
      execution: { mode: "atomic" },
    });
    expect(response.status).toBe("failed");
    expect(response.results.map(({ status }) => status)).toEqual(["rolled_back", "failed", "skipped"]);
    expect(await people(runtime)).toEqual([0]);
  });

  it("in sequence mode keep what was committed before the failure, and skip what follows", async () => {
    const runtime = await openRuntime();
    const response = await runtime.executeKip({
      operations: [good, bad, good],
      execution: { mode: "sequence" },
    });
    expect(response.status).toBe("partial");
    expect(response.results.map(({ status }) => status)).toEqual(["succeeded", "failed", "skipped"]);
    expect(await people(runtime)).toEqual([1]);
  });

  it("in sequence mode go on after a failure when asked to", async () => {
    const runtime = await openRuntime();
    const response = await runtime.executeKip({
      operations: [bad, good],
      execution: { mode: "sequence", on_error: "continue" },
    });
    expect(response.results.map(({ status }) => status)).toEqual(["failed", "succeeded"]);
  });

  it("need a mode", async () => {
    const runtime = await openRuntime();
    expect(codeOf(await runtime.executeKip({ operations: [good, good] }))).toBe("InvalidRequestEnvelope");
  });

  it("on the readonly path fail one by one, with the error inline", async () => {
    const runtime = await openRuntime();
    const response = await runtime.executeKipReadonly({ operations: [countPeople, good, "FIND("] });
    expect(response.results.map(({ status }) => status)).toEqual(["succeeded", "failed", "failed"]);
    expect(response.results.map(({ error }) => error?.code)).toEqual([
      undefined,
      "ReadonlyViolation",
      "InvalidSyntax",
    ]);
  });
});

describe("a batch and its preconditions", () => {
  it("are about the state the request finds, not what its own first operation made of it", async () => {
    const runtime = await openRuntime();
    const response = await runtime.request({
      kip: "2.0",
      execution: { mode: "sequence" },
      preconditions: { space_seq: 0 },
      operations: [
        { command: createPerson("Alice") },
        { command: countPeople },
        { command: createPerson("Bob") },
      ],
    });
    expect(response.status).toBe("succeeded");
    expect(await people(runtime)).toEqual([2]);
  });
});

describe("a deadline", () => {
  it("that has passed stops what was not begun, and says truly that nothing of it was committed", async () => {
    const runtime = await openRuntime();
    const clauses = Array.from({ length: 3000 }, (_, index) =>
      createPerson(`p${index}`).replace("?c", `?c${index}`),
    );
    const response = await runtime.request({
      kip: "2.0",
      options: { deadline_ms: 1 },
      execution: { mode: "sequence", on_error: "continue" },
      operations: [{ command: `MUTATE { ${clauses.join(" ")} }` }, { command: createPerson("late") }],
    });
    expect(response.results.map(({ error }) => error?.code)).toEqual([
      "ExecutionTimeout",
      "ExecutionTimeout",
    ]);
    expect(await people(runtime)).toEqual([0]);
  });
});
