/**
 * The sum of numbers, rounded once: it does not depend on their order, so neither does an aggregate on the order in
 * which solutions were found. Partial sums that do not overlap keep every lost digit (Shewchuk's method).
 */
export function exactSum(numbers: readonly number[]): number {
  const partials: number[] = [];
  for (const number of numbers) {
    let carried = number;
    let kept = 0;
    for (const partial of partials) {
      const [large, small] = Math.abs(carried) < Math.abs(partial) ? [partial, carried] : [carried, partial];
      const high = large + small;
      const low = small - (high - large);
      if (low !== 0) partials[kept++] = low;
      carried = high;
    }
    partials.length = kept;
    partials.push(carried);
  }
  return partials.reduceRight((sum, partial) => sum + partial, 0);
}
