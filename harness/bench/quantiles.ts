/** The middle and the slow end of one measurement. */
export interface Quantiles {
  readonly p50: number;
  readonly p95: number;
}

/** The value that the given share of the samples does not exceed (nearest rank). NaN of no samples. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((left, right) => left - right);
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}

/** Both quantiles of the samples, in their unit. */
export function quantilesOf(samples: readonly number[]): Quantiles {
  return { p50: quantile(samples, 0.5), p95: quantile(samples, 0.95) };
}
