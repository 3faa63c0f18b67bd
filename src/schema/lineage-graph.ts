/** One lineage's way to another: a rename inside a package line, or a promotion of a draft symbol (§20.14, §20.16). */
export interface LineageStep {
  readonly from: string;
  readonly to: string;
}

/**
 * Which lineages of one symbol kind are one symbol (§20.14). A lineage that was renamed or promoted counts as its
 * successor; where renames lead in a circle, because a later version took an old name up again, the lineage that is
 * still defined stands for all of them.
 */
export class LineageGraph {
  readonly #successors: ReadonlyMap<string, string>;
  readonly #classes = new Map<string, readonly string[]>();
  readonly #isDefined: (lineage: string) => boolean;

  /** `steps` in the order in which they were declared: of two from one lineage the later counts. */
  constructor(steps: readonly LineageStep[], isDefined: (lineage: string) => boolean) {
    this.#successors = new Map(steps.filter(({ from, to }) => from !== to).map(({ from, to }) => [from, to]));
    this.#isDefined = isDefined;
    const members = new Set([...this.#successors].flat());
    for (const lineage of [...members].sort()) {
      const canonical = this.canonical(lineage);
      const earlier = this.#classes.get(canonical) ?? [canonical];
      this.#classes.set(canonical, lineage === canonical ? earlier : [...earlier, lineage]);
    }
  }

  /** The lineage that stands for the symbol; the given one when nothing was said about it. */
  canonical(lineage: string): string {
    const way: string[] = [];
    let current = lineage;
    for (;;) {
      const next = this.#successors.get(current);
      if (next === undefined) return current;
      const met = way.indexOf(current);
      if (met !== -1) return this.#firstOf(way.slice(met));
      way.push(current);
      current = next;
    }
  }

  /** Every lineage that is this symbol, the canonical one first, the others sorted. */
  equivalents(lineage: string): readonly string[] {
    const canonical = this.canonical(lineage);
    return this.#classes.get(canonical) ?? [canonical];
  }

  #firstOf(circle: readonly string[]): string {
    const sorted = [...circle].sort();
    return sorted.find(this.#isDefined) ?? sorted[0] ?? "";
  }
}
