import type { JsonValue } from "../../src/model/index.js";
import type { FixtureCorrection } from "./fixture-corrections.js";
import type { Verdict } from "./judge.js";

/** One case as it was run. */
export type CaseReport = Verdict & { readonly name: string; readonly command: string };

/** How many cases ended how. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** One fixture as it was run; `error` when it could not be run to the end. */
export interface FixtureReport extends Counts {
  readonly name: string;
  readonly error?: string;
  readonly cases: readonly CaseReport[];
}

/** The whole run. */
export interface SuiteReport extends Counts {
  readonly responses: "checked against the published schemas" | "not checked: the schemas are not here";
  /** What was changed in the fixtures before they were run. */
  readonly corrections: readonly FixtureCorrection[];
  readonly fixtures: readonly FixtureReport[];
}

/** Counts the cases of a fixture. One without a case, because it could not be read, is itself a failure. */
export function fixtureReport(name: string, cases: readonly CaseReport[], error?: string): FixtureReport {
  const count = (outcome: Verdict["outcome"]): number =>
    cases.filter((one) => one.outcome === outcome).length;
  const failed = count("failed") + (error !== undefined && cases.length === 0 ? 1 : 0);
  return {
    name,
    passed: count("passed"),
    failed,
    skipped: count("skipped"),
    ...(error === undefined ? {} : { error }),
    cases,
  };
}

/** Adds up the fixtures. */
export function suiteReport(
  fixtures: readonly FixtureReport[],
  checked: boolean,
  corrections: readonly FixtureCorrection[] = [],
): SuiteReport {
  const sum = (outcome: keyof Counts): number =>
    fixtures.reduce((total, fixture) => total + fixture[outcome], 0);
  return {
    passed: sum("passed"),
    failed: sum("failed"),
    skipped: sum("skipped"),
    responses: checked ? "checked against the published schemas" : "not checked: the schemas are not here",
    corrections,
    fixtures,
  };
}

/** Which corrections a run made, one line each under their number; empty without any. */
export function correctionsText(corrections: readonly FixtureCorrection[]): string {
  if (corrections.length === 0) return "";
  const lines = corrections.map(
    ({ fixture, before, after, reason }) =>
      `      ${fixture}: ${JSON.stringify(before)} → ${JSON.stringify(after)}, because ${reason}`,
  );
  const count = `${corrections.length} correction${corrections.length === 1 ? "" : "s"} applied:`;
  return `${[count, ...lines].join("\n")}\n`;
}

/** A fixture as text: every case that failed or was skipped, then its one line. */
export function fixtureText(fixture: FixtureReport): string {
  const cases = fixture.cases.flatMap((one) => caseText(fixture, one));
  const error = fixture.error === undefined ? [] : [`FAIL  ${fixture.name}: ${fixture.error}`];
  return [...error, ...cases, `${fixture.name}: ${countsText(fixture)}`].join("\n");
}

/** `N passed, N failed, N skipped`. */
export function countsText({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

function caseText(fixture: FixtureReport, one: CaseReport): readonly string[] {
  const title = `${fixture.name} › ${one.name}`;
  if (one.outcome === "passed") return [];
  if (one.outcome === "skipped") return [`skip  ${title}: ${one.reason}`];
  // Nothing was compared, and why not stands above.
  if (one.reason === fixture.error) return [`FAIL  ${title}`];
  return [
    `FAIL  ${title}`,
    `      ${one.reason}`,
    ...block("command", one.command),
    ...(one.expected === undefined ? [] : block("expected", readable(one.expected))),
    ...(one.actual === undefined ? [] : block("actual", readable(one.actual))),
  ];
}

const LONGEST_BLOCK = 60;

function block(label: string, text: string): readonly string[] {
  const lines = text.split("\n");
  const more = lines.length - LONGEST_BLOCK;
  const shown =
    more > 0 ? [...lines.slice(0, LONGEST_BLOCK), `… ${more} lines more (--json has them)`] : lines;
  return shown.map((line, index) => `      ${(index === 0 ? label : "").padEnd(9)}${line}`);
}

/** A value on one line while it is short, else indented. */
function readable(value: JsonValue): string {
  const short = JSON.stringify(value);
  return short.length <= 100 ? short : JSON.stringify(value, null, 2);
}
