import type { BenchSamples, RoundSample } from "./samples.js";

/** The middle and the slow end of one measurement. */
export interface Quantiles {
  readonly p50: number;
  readonly p95: number;
}

/** The engine beside what it stands on. */
export interface Comparison {
  readonly name: string;
  readonly engineMs: Quantiles;
  readonly bareName: string;
  readonly bareMs: Quantiles;
  /** The engine's quantile divided by the bare one's, in the same run. */
  readonly ratio: Quantiles;
}

/** What a run found. The ratios are what to compare between machines and days; milliseconds are not. */
export interface BenchReport {
  readonly rounds: number;
  readonly recordBytes: number;
  readonly clock: "fine" | "coarse";
  readonly comparisons: readonly Comparison[];
  readonly parse: { readonly commandsPerSecond: number; readonly megabytesPerSecond: number };
}

/** The value that the given share of the samples does not exceed (nearest rank). */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((left, right) => left - right);
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}

/** Reduces the samples of a run to quantiles and their ratios. */
export function benchReport({ rounds, recordBytes, fineClock, parse }: BenchSamples): BenchReport {
  const quantiles = (measure: keyof RoundSample): Quantiles => {
    const samples = rounds.map((round) => round[measure]);
    return { p50: quantile(samples, 0.5), p95: quantile(samples, 0.95) };
  };
  const compare = (
    name: string,
    measure: keyof RoundSample,
    bareName: string,
    bare: keyof RoundSample,
  ): Comparison => {
    const engineMs = quantiles(measure);
    const bareMs = quantiles(bare);
    return {
      name,
      engineMs,
      bareName,
      bareMs,
      ratio: { p50: engineMs.p50 / bareMs.p50, p95: engineMs.p95 / bareMs.p95 },
    };
  };
  const turnMs = quantile(parse.turnsMs, 0.5);
  return {
    rounds: rounds.length,
    recordBytes,
    clock: fineClock ? "fine" : "coarse",
    comparisons: [
      compare("ASSERT commit", "commitMs", "bare Dexie transaction", "bareTransactionMs"),
      compare("point BELIEF", "beliefMs", "bare Dexie get", "bareGetMs"),
    ],
    parse: {
      commandsPerSecond: (parse.commandsPerTurn * 1000) / turnMs,
      megabytesPerSecond: parse.bytesPerTurn / 1000 / turnMs,
    },
  };
}

/** The report as a table. */
export function benchText(report: BenchReport): string {
  const row = (name: string, p50: string, p95: string): string =>
    `${name.padEnd(26)}${p50.padStart(12)}${p95.padStart(12)}`;
  const ms = (value: number): string => `${value.toFixed(3)} ms`;
  const times = (value: number): string => `${value.toFixed(2)} ×`;
  const { comparisons, parse, rounds, recordBytes, clock } = report;
  return [
    row("", "p50", "p95"),
    ...comparisons.flatMap(({ name, engineMs, bareName, bareMs, ratio }) => [
      row(name, ms(engineMs.p50), ms(engineMs.p95)),
      row(bareName, ms(bareMs.p50), ms(bareMs.p95)),
      row("  ratio", times(ratio.p50), times(ratio.p95)),
    ]),
    `parse: ${Math.round(parse.commandsPerSecond)} commands/s, ${parse.megabytesPerSecond.toFixed(2)} MB/s`,
    `${rounds} rounds, interleaved; one commit's record is about ${recordBytes} bytes; ${clock} clock`,
  ].join("\n");
}
