import { expect, it } from "vitest";
import type { OperationResult } from "../model/index.js";
import { openRuntime } from "./nexus.fixture.js";

const TEXT = 'FIND(?c) WHERE { ?c CONCEPT {name: ":name"} }';
const PLACEHOLDER = {
  code: "PlaceholderInString",
  message: expect.stringContaining("Without the quotes, :name stands for a whole value."),
  details: expect.objectContaining({ found: '":name"', line: 1, column: 36 }),
};

const warningsOf = (result: OperationResult | undefined) => result?.warnings;

it("tells beside its answer what is legal in a command and hardly meant", async () => {
  const runtime = await openRuntime();
  const read = await runtime.executeKipReadonly({ command: TEXT, parameters: { name: "Alice" } });
  expect(read.results[0]).toMatchObject({ status: "succeeded", result: [], warnings: [PLACEHOLDER] });
  const quiet = await runtime.executeKipReadonly({ command: TEXT.replace('":name"', '"Alice"') });
  expect(quiet.results[0]).not.toHaveProperty("warnings");
});

it("tells of a condition that no memory can meet, so that its empty answer is not taken for an empty memory", async () => {
  const runtime = await openRuntime();
  const command = "FIND(?a)\nWHERE { ?a ASSERTION {} FILTER(?a.stance == :stance) }";
  const remark = {
    code: "ConditionNeverHolds",
    message: expect.stringContaining('Did you mean "support"?'),
    details: expect.objectContaining({ line: 2, column: 32 }),
  };
  const parameters = { stance: "suport" };
  const read = await runtime.executeKipReadonly({ command, parameters });
  expect(read.results[0]).toMatchObject({ status: "succeeded", result: [], warnings: [remark] });
  const validated = await runtime.executeKipReadonly({
    command: "VALIDATE KQL :command",
    parameters: { command, ...parameters },
  });
  expect(validated.results[0]?.result).toMatchObject({ valid: true, warnings: [{ code: remark.code }] });
  const right = await runtime.executeKipReadonly({ command, parameters: { stance: "support" } });
  expect(right.results[0]).not.toHaveProperty("warnings");
});

it("tells it of writes, failures, dry runs and atomic requests too, and again when they are resent", async () => {
  const runtime = await openRuntime();
  const write = {
    command: 'CREATE CONCEPT ?c { TYPE "Person" NAME ":who" }',
    execution: { mode: "independent" as const, idempotency_key: "k" },
  };
  for (const _ of ["first", "again"]) {
    const { results } = await runtime.executeKip(write);
    expect(results[0]).toMatchObject({ status: "succeeded", warnings: [{ code: "PlaceholderInString" }] });
  }
  const failed = await runtime.executeKip({ command: 'TRANSITION ":id" TO "archived"' });
  expect(failed.results[0]).toMatchObject({ status: "failed", warnings: [{ code: "PlaceholderInString" }] });
  const dry = await runtime.executeKip({ ...write, execution: { mode: "independent" }, dry_run: true });
  expect(warningsOf(dry.results[0])?.map(({ code }) => code)).toEqual(["PlaceholderInString", "DryRun"]);
  const atomic = await runtime.executeKip({
    operations: [write.command, 'TRANSITION ":id" TO "archived"'],
    execution: { mode: "atomic" },
  });
  expect(atomic.results.map(({ status, warnings }) => [status, warnings?.length])).toEqual([
    ["rolled_back", undefined],
    ["failed", 1],
  ]);
});

it("keeps no quotation of the text with the commit", async () => {
  const runtime = await openRuntime();
  await runtime.executeKip({ command: 'CREATE CONCEPT ?c { TYPE "Person" NAME ":secret" }' });
  const { results } = await runtime.executeKipReadonly({ command: "HISTORY SPACE" });
  expect(JSON.stringify(results)).not.toContain("PlaceholderInString");
});

it("tells of a validated and of a previewed command what it would of the command itself", async () => {
  const runtime = await openRuntime();
  const inner = 'CREATE CONCEPT ?c { TYPE "Person" NAME ":who" }';
  const validated = await runtime.executeKipReadonly({
    command: "VALIDATE KML :c",
    parameters: { c: inner },
  });
  expect(validated.results[0]?.result).toMatchObject({
    valid: true,
    warnings: [{ code: "PlaceholderInString" }],
  });
  const previewed = await runtime.executeKipReadonly({
    command: "PREVIEW KML :c",
    parameters: { c: inner },
  });
  expect(warningsOf(previewed.results[0])?.map(({ code }) => code)).toEqual([
    "Preview",
    "PlaceholderInString",
  ]);
});
