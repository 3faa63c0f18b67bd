import { type Quantiles, quantilesOf } from "./quantiles.js";

/** What a number of a report counts. A ratio (`×`) is what to compare between machines and days. */
export type Unit = "ms" | "×" | "MB/s" | "MB" | "bytes" | "/s";

/** One line of a report: a measurement, or what was worked out from several. */
export interface Row extends Partial<Quantiles> {
  readonly name: string;
  readonly unit: Unit;
  /** The only number of a measurement that was made once. */
  readonly p50: number;
}

/** The engine beside what it stands on. */
export interface Comparison {
  /** The engine's quantiles divided by the bare ones of the same run. */
  readonly ratio: Quantiles;
  /** The engine, the bare thing, and the ratio. */
  readonly rows: readonly Row[];
}

/** The row of samples in one unit. */
export function rowOf(name: string, unit: Unit, samples: readonly number[]): Row {
  return { name, unit, ...quantilesOf(samples) };
}

/** Compares two measurements of one run, both in milliseconds. */
export function compare(
  name: string,
  engineMs: readonly number[],
  bareName: string,
  bareMs: readonly number[],
): Comparison {
  const engine = quantilesOf(engineMs);
  const bare = quantilesOf(bareMs);
  const ratio = { p50: engine.p50 / bare.p50, p95: engine.p95 / bare.p95 };
  return {
    ratio,
    rows: [
      { name, unit: "ms", ...engine },
      { name: bareName, unit: "ms", ...bare },
      { name: `${name} ÷ ${bareName}`, unit: "×", ...ratio },
    ],
  };
}

/** A number in its unit, with as many digits as it has a right to. */
export function inUnit(value: number, unit: Unit): string {
  const digits = unit === "ms" ? 3 : unit === "×" || unit === "MB/s" || unit === "MB" ? 2 : 0;
  return `${value.toFixed(digits)}${unit === "×" ? "" : " "}${unit}`;
}
