import type { JsonObject, JsonValue, ResponseEnvelope } from "../../src/model/index.js";
import { type Answer, answerOf, requestOf } from "./exchange.js";
import type { Case, Fixture, SetupStep, Step } from "./fixture.js";
import { valueAt } from "./json-pointer.js";
import { judge, type Verdict } from "./judge.js";
import type { NotApplicable } from "./not-applicable.js";
import { type CaseReport, type FixtureReport, fixtureReport } from "./report.js";
import type { ResponseCheck } from "./response-check.js";

/** The longest a request may take before its fixture is given up. */
const REQUEST_TIMEOUT_MS = 60_000;

/** What running a fixture needs from outside. */
export interface FixtureRun {
  /** Sends one request to the fixture's own fresh Nexus and returns the response, both as JSON. */
  readonly send: (request: string) => Promise<string>;
  readonly notApplicable: NotApplicable;
  /** Null where the published schemas are not there to check against. */
  readonly checkResponse: ResponseCheck | null;
}

/** Runs the setup of a fixture and then its cases in order. It never throws: what goes wrong is in the report. */
export async function runFixture(fixture: Fixture, run: FixtureRun): Promise<FixtureReport> {
  const reports: CaseReport[] = [];
  let reached = 0;
  try {
    const captured = await runSetup(fixture.setup, run, (report) => reports.push(report));
    for (const one of fixture.cases) {
      reports.push(reportOn(one, await verdictOn(one, fixture.name, run, captured)));
      reached++;
    }
    return fixtureReport(fixture.name, reports);
  } catch (thrown) {
    // A setup that failed, or an engine that is gone: either way the rest has nothing to stand on.
    const error = thrown instanceof Error ? thrown.message : String(thrown);
    const rest = fixture.cases.slice(reached).map((one) => {
      const reason = run.notApplicable(fixture.name, one.name);
      return reportOn(
        one,
        reason === null ? { outcome: "failed", reason: error } : { outcome: "skipped", reason },
      );
    });
    return fixtureReport(fixture.name, [...reports, ...rest], error);
  }
}

async function runSetup(
  setup: readonly SetupStep[],
  run: FixtureRun,
  report: (violation: CaseReport) => void,
): Promise<JsonObject> {
  let captured: JsonObject = {};
  for (const [index, step] of setup.entries()) {
    const where = `setup ${index + 1}`;
    try {
      const { response, violations } = await exchange(run, requestOf(step, captured));
      // What the cases build on is there all the same, so they run.
      if (violations.length > 0) report(reportOn({ ...step, name: where }, violated(violations, response)));
      captured = { ...captured, ...captureFrom(answerOf(response), step.capture ?? {}) };
    } catch (thrown) {
      throw new Error(`${where} failed: ${thrown instanceof Error ? thrown.message : thrown}`);
    }
  }
  return captured;
}

const reportOn = (step: Step & { readonly name: string }, verdict: Verdict): CaseReport => ({
  name: step.name,
  command: step.command ?? (step.operations ?? []).map(({ command }) => command).join("\n"),
  ...verdict,
});

async function verdictOn(
  one: Case,
  fixture: string,
  run: FixtureRun,
  captured: JsonObject,
): Promise<Verdict> {
  // Sent even when it cannot apply: the cases after it may see its effects.
  const { response, violations } = await exchange(run, requestOf(one, captured));
  if (violations.length > 0) return violated(violations, response);
  const reason = run.notApplicable(fixture, one.name);
  return reason === null ? judge(one, answerOf(response)) : { outcome: "skipped", reason };
}

interface Exchange {
  readonly response: ResponseEnvelope;
  readonly violations: readonly string[];
}

async function exchange({ send, checkResponse }: FixtureRun, request: JsonObject): Promise<Exchange> {
  const text = await withTimeout(send(JSON.stringify(request)));
  const response = JSON.parse(text) as ResponseEnvelope;
  return { response, violations: checkResponse?.(response as unknown as JsonValue) ?? [] };
}

async function withTimeout<T>(pending: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const tooLate = () => reject(new Error(`no response within ${REQUEST_TIMEOUT_MS / 1000} s`));
    timer = setTimeout(tooLate, REQUEST_TIMEOUT_MS);
  });
  try {
    return await Promise.race([pending, late]);
  } finally {
    clearTimeout(timer);
  }
}

function captureFrom(answer: Answer, capture: Readonly<Record<string, string>>): JsonObject {
  if ("error" in answer) {
    const { code, message, details } = answer.error;
    throw new Error(`${code}: ${message} ${JSON.stringify(details)}`);
  }
  return Object.fromEntries(
    Object.entries(capture).map(([name, pointer]) => [name, valueAt(answer.result, pointer)]),
  );
}

const violated = (violations: readonly string[], response: ResponseEnvelope): Verdict => ({
  outcome: "failed",
  reason: `the response violates the published schemas: ${violations.join("; ")}`,
  actual: response as unknown as JsonValue,
});
