import { goalLine } from "./goals.js";
import { inUnit, type Row } from "./rows.js";
import type { SectionReport } from "./section.js";

/** What a run found, in the order of the sections. */
export interface BenchReport {
  readonly rounds: number;
  readonly scale: number;
  readonly sections: readonly NamedReport[];
}

/** A section's report under its name, or why it has none. */
export type NamedReport = { readonly name: string } & (SectionReport | { readonly failed: string });

/** A section's report as lines of text. */
export function sectionText(report: NamedReport): string {
  if ("failed" in report) return `${report.name}\n  failed: ${report.failed}`;
  const width = Math.max(...report.rows.map(({ name }) => name.length), 0);
  return [
    `${report.name.padEnd(width + 2)}${"p50".padStart(14)}${"p95".padStart(14)}`,
    ...report.rows.map((row) => `  ${rowText(row, width)}`),
    ...report.notes.map((note) => `  ${note}`),
    ...report.goals.map((goal) => `  ${goalLine(goal)}`),
  ].join("\n");
}

function rowText({ name, unit, p50, p95 }: Row, width: number): string {
  const numbers = p95 === undefined ? [p50] : [p50, p95];
  return name.padEnd(width) + numbers.map((value) => inUnit(value, unit).padStart(14)).join("");
}

/** The last line of a run: how many goals were met. */
export function summary({ rounds, scale, sections }: BenchReport): string {
  const goals = sections.flatMap((section) => ("failed" in section ? [] : section.goals));
  const met = goals.filter((goal) => goal.met).length;
  const failed = sections.filter((section) => "failed" in section).length;
  return [
    `${met} of ${goals.length} goals met`,
    ...(failed > 0 ? [`${failed} sections failed`] : []),
    `${rounds} rounds, interleaved`,
    ...(scale === 1 ? [] : [`data sets at ${scale} of their size: the goals are meant for the whole`]),
  ].join("; ");
}
