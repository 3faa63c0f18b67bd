import { afterEach, describe, expect, it } from "vitest";
import type { JsonValue, RequestEnvelope, ResponseEnvelope } from "../model/index.js";
import { NexusRuntime, type RuntimeOptions } from "./nexus-runtime.js";
import { receiptDigestVerifies } from "./receipts.js";

const open: NexusRuntime[] = [];
const names = new Set<string>();

async function openRuntime(
  name: string = crypto.randomUUID(),
  options: Partial<RuntimeOptions> = {},
): Promise<NexusRuntime> {
  const runtime = await NexusRuntime.open({ name, ...options });
  open.push(runtime);
  names.add(name);
  return runtime;
}

afterEach(async () => {
  for (const runtime of open.splice(0)) runtime.close();
  for (const name of names) await NexusRuntime.delete(name);
  names.clear();
});

const createPerson = (name: string) => `CREATE CONCEPT ?c { TYPE "Person" NAME "${name}" }`;
const countPeople = 'FIND(COUNT(?c)) WHERE { ?c CONCEPT {type: "Person"} }';

function onlyResult(response: ResponseEnvelope): JsonValue | undefined {
  expect(response.error).toBeUndefined();
  expect(response.results[0]?.error).toBeUndefined();
  return response.results[0]?.result;
}

async function people(runtime: NexusRuntime): Promise<JsonValue | undefined> {
  return onlyResult(await runtime.executeKipReadonly({ command: countPeople }));
}

function codeOf(response: ResponseEnvelope): string | undefined {
  return (response.error ?? response.results.find(({ error }) => error)?.error)?.code;
}

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

describe("the readonly path", () => {
  it.each([
    createPerson("Mallory"),
    `// FIND(?x) WHERE { ?x {} }\n${createPerson("Mallory")}`,
    `mutate { ${createPerson("Mallory")} }`,
    'DEFINE PREDICATE "likes" {description: "x"}',
  ])("refuses what changes state: %s", async (command) => {
    const runtime = await openRuntime();
    expect(codeOf(await runtime.executeKipReadonly({ command }))).toBe("ReadonlyViolation");
    expect(await people(runtime)).toEqual([0]);
  });
});

describe("bad input", () => {
  it.each<[string, unknown, string]>([
    ["no envelope", null, "InvalidRequestEnvelope"],
    [
      "another protocol",
      { kip: "1.0", operations: [{ command: countPeople }] },
      "UnsupportedProtocolVersion",
    ],
    ["no operations", { kip: "2.0", operations: [] }, "InvalidRequestEnvelope"],
    [
      "an unknown member",
      { kip: "2.0", operations: [{ command: countPeople }], mode: "x" },
      "InvalidRequestEnvelope",
    ],
    [
      "a mislabelled write",
      { kip: "2.0", operations: [{ command: createPerson("A"), language: "KQL" }] },
      "LanguageMismatch",
    ],
    [
      "a missing parameter",
      { kip: "2.0", operations: [{ command: "FIND(?c) WHERE { ?c {name: :n} }" }] },
      "ReferenceError",
    ],
    [
      "an unknown capability",
      { kip: "2.0", operations: [{ command: countPeople }], requires: { telepathy: true } },
      "UnsupportedCapability",
    ],
    [
      "another isolation",
      {
        kip: "2.0",
        execution: { mode: "independent", isolation: "snapshot" },
        operations: [{ command: countPeople }],
      },
      "UnsupportedIsolation",
    ],
    [
      "a foreign Space",
      { kip: "2.0", space: { id: "kip:space:other" }, operations: [{ command: countPeople }] },
      "NotFoundOrNotVisible",
    ],
    [
      "an unsafe number in a parameter",
      { kip: "2.0", operations: [{ command: countPeople, parameters: { n: 2 ** 60 } }] },
      "ConstraintViolation",
    ],
    [
      "a command of five megabytes",
      { kip: "2.0", operations: [{ command: `FIND(${"(".repeat(5_000_000)}` }] },
      "ResourceExhausted",
    ],
    [
      "a statement that is not built",
      { kip: "2.0", operations: [{ command: "LIST TYPES" }] },
      "UnsupportedCapability",
    ],
  ])("such as %s gets its code and a hint", async (_, envelope, code) => {
    const runtime = await openRuntime();
    const response = await runtime.request(envelope as RequestEnvelope);
    expect(codeOf(response)).toBe(code);
    expect((response.error ?? response.results[0]?.error)?.hint).toMatch(/\w/);
    expect(await people(runtime)).toEqual([0]);
  });

  it("in a command says where it is wrong", async () => {
    const runtime = await openRuntime();
    const response = await runtime.executeKip({ command: "FIND(?c)\nWHERE { ?c CONCEPT {name = 1} }" });
    expect(response.results[0]?.error).toMatchObject({
      code: "InvalidSyntax",
      details: {
        line: 2,
        column: expect.any(Number),
        found: expect.any(String),
        expected: expect.any(Array),
      },
    });
  });
});

describe("DESCRIBE CAPABILITIES", () => {
  it("is true: each limit it names is where requests begin to fail", async () => {
    const runtime = await openRuntime();
    const report = onlyResult(await runtime.executeKip({ command: "DESCRIBE CAPABILITIES" })) as unknown as {
      supported: Record<string, unknown>;
      limits: { command: { characters: number; nesting: number }; request: { operations: number } };
    };
    for (const name of Object.keys(report.supported)) {
      const operations = [{ command: countPeople }];
      expect((await runtime.request({ kip: "2.0", requires: { [name]: true }, operations })).status).toBe(
        "succeeded",
      );
    }
    const { characters, nesting } = report.limits.command;
    const padded = (length: number) => countPeople.padEnd(length, " ");
    expect(codeOf(await runtime.executeKip({ command: padded(characters) }))).toBeUndefined();
    expect(codeOf(await runtime.executeKip({ command: padded(characters + 1) }))).toBe("ResourceExhausted");
    const nested = (depth: number) =>
      `FIND(?p) WHERE { ?p {attributes: {a: ${"[".repeat(depth)}${"]".repeat(depth)}}} }`;
    expect(codeOf(await runtime.executeKip({ command: nested(nesting + 1) }))).toBe("ResourceExhausted");
    const many = Array.from({ length: report.limits.request.operations + 1 }, () => countPeople);
    expect(codeOf(await runtime.executeKipReadonly({ operations: many }))).toBe("ResourceExhausted");
    expect(codeOf(await runtime.executeKipReadonly({ operations: many.slice(1) }))).toBeUndefined();
  });
});

describe("an earlier state", () => {
  it("is refused rather than answered with the present, and the present may be named", async () => {
    const runtime = await openRuntime();
    await runtime.executeKip({ command: createPerson("Alice") });
    const asOf = async (seq: number) => runtime.executeKip({ command: `${countPeople} AS OF SEQ ${seq}` });
    expect(codeOf(await asOf(0))).toBe("UnsupportedCapability");
    expect(onlyResult(await asOf(1))).toEqual([1]);
    expect(codeOf(await asOf(2))).toBe("HistoricalSnapshotUnavailable");
  });
});

describe("two tabs on one memory", () => {
  it("see each other's commits, and both may write", async () => {
    const name = crypto.randomUUID();
    const [one, other] = [await openRuntime(name), await openRuntime(name)];
    const seen: number[] = [];
    await other.onCommit(({ space_seq }) => seen.push(space_seq));
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? one : other).executeKip({ command: createPerson(`p${index}`) }),
      ),
    );
    await expect.poll(() => people(one)).toEqual([20]);
    await expect.poll(() => people(other)).toEqual([20]);
    expect(seen).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    const ids = await one.executeKip({ command: 'FIND(?c.id) WHERE { ?c CONCEPT {type: "Person"} }' });
    expect(new Set(onlyResult(ids) as string[]).size).toBe(20);
  });
});

describe("packages of the host", () => {
  const artifact = {
    format: "KIP-Schema-Package",
    manifest: { package_id: "kip://test/boats", version: "1.0.0" },
    definitions: { concept_types: { Boat: { kind: "ConceptType", description: "Something that floats." } } },
  };

  it("are in force at once, and still are when the memory is opened without them", async () => {
    const name = crypto.randomUUID();
    const first = await openRuntime(name, { packages: [artifact] });
    expect(
      (await first.executeKip({ command: 'CREATE CONCEPT ?b { TYPE "Boat" NAME "Sloop" }' })).status,
    ).toBe("succeeded");
    first.close();
    const second = await openRuntime(name);
    expect(
      onlyResult(await second.executeKip({ command: 'FIND(?b.name) WHERE { ?b {type: "Boat"} }' })),
    ).toEqual(["Sloop"]);
  });

  it("can be put in force while the memory is open, in every tab", async () => {
    const name = crypto.randomUUID();
    const [here, there] = [await openRuntime(name), await openRuntime(name)];
    const create = 'CREATE CONCEPT ?b { TYPE "Boat" NAME "Sloop" }';
    expect(codeOf(await there.executeKip({ command: create }))).toBe("SchemaSymbolNotFound");
    await here.activatePackages([artifact]);
    expect((await here.executeKip({ command: create })).results[0]?.receipt).toMatchObject({
      schema_environment_version: 2,
    });
    await expect
      .poll(async () => (await there.executeKip({ command: create })).results[0]?.receipt?.space_seq)
      .toBe(2);
  });

  it("are refused by name when they rest on what cannot be verified", async () => {
    const name = crypto.randomUUID();
    names.add(name);
    const dependent = { ...artifact, dependencies: [{ package_ref: "kip://nowhere/found@1.0.0" }] };
    await expect(NexusRuntime.open({ name, packages: [dependent] })).rejects.toMatchObject({
      code: "SchemaPackageUnavailable",
      message: expect.stringContaining("kip://test/boats@1.0.0"),
    });
  });
});
