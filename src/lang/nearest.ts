/** The candidate nearest to a word in spelling, or null when none is near. Of two, the one that begins as it does. */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  const allowed = word.length < 5 ? 1 : 2;
  let best: string | null = null;
  let least = allowed + 1;
  for (const candidate of candidates) {
    const distance = editDistance(word, candidate, least) + (word[0] === candidate[0] ? 0 : 0.5);
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/** How many letters have to be inserted, dropped, replaced or swapped; `limit` when it is no fewer than that. */
export function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) >= limit) return limit;
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const same = left[row - 1] === right[column - 1];
      let cost = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (swapped) cost = Math.min(cost, (beforeLast[column - 2] ?? 0) + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return Math.min(limit, last[right.length] ?? limit);
}
