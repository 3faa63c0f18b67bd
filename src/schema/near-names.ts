/** Words of a known list that look like a misspelling or another casing of `wanted`, best first. */
export function nearNames(wanted: string, known: Iterable<string>, limit = 3): readonly string[] {
  const target = fold(wanted);
  if (target === "") return [];
  const scored: { readonly name: string; readonly distance: number }[] = [];
  for (const name of known) {
    const candidate = fold(name);
    const distance =
      candidate.includes(target) || target.includes(candidate) ? 1 : editDistance(target, candidate);
    if (distance <= Math.max(1, Math.floor(target.length / 3))) scored.push({ name, distance });
  }
  scored.sort((left, right) => left.distance - right.distance || (left.name < right.name ? -1 : 1));
  return scored.slice(0, limit).map(({ name }) => name);
}

/** `HasStep`, `has-step` and `has_step` fold to one text. */
function fold(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

/** The Levenshtein distance between two short texts. */
function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const substitution = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      const insertion = (current[column - 1] ?? 0) + 1;
      const deletion = (previous[column] ?? 0) + 1;
      current.push(Math.min(substitution, insertion, deletion));
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}
