/** Repeatable randomness: the same seed gives the same numbers on every machine. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A whole number from 0 up to but not including `bound`. */
  below(bound: number): number {
    // Mulberry32: small, quick, and even enough to choose mutations with.
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  }

  /** One of the items. */
  pick<T>(items: readonly [T, ...T[]]): T {
    return items[this.below(items.length)] ?? items[0];
  }
}

/** Pieces that make trouble: delimiters, words that open clauses, numbers at their limits, half characters. */
const PIECES = [
  ..."{}()[],:?\"'|=<>!&.-/\\ \n\t",
  "FIND",
  "WHERE",
  "MUTATE",
  "OPTIONAL",
  "UNION",
  "NOT",
  "BELIEF SLOT",
  "SET FACET",
  "EXPECT VERSION",
  "AS OF SEQ",
  "?x",
  ":p",
  "//",
  "/*",
  "9007199254740993",
  "1e400",
  "-0",
  '"\\ud800"',
  "\ud800",
  "\u0000",
  "\u202e",
  "é",
  "🜁",
  "__proto__",
] as unknown as readonly [string, ...string[]];

/** A text to try: one of the programs with a few edits, two programs spliced, or plain noise. */
export function nextInput(random: SeededRandom, programs: readonly [string, ...string[]]): string {
  switch (random.below(8)) {
    case 0:
      return noise(random);
    case 1:
      return splice(random, random.pick(programs), random.pick(programs));
    default: {
      let text = random.pick(programs);
      // Mostly one small edit: a text that is still a command tells more than one that never was.
      for (let edits = 1 + random.below(random.below(3) + 1); edits > 0; edits -= 1)
        text = edit(random, text);
      return text;
    }
  }
}

function noise(random: SeededRandom): string {
  return Array.from({ length: random.below(60) }, () => random.pick(PIECES)).join("");
}

function splice(random: SeededRandom, left: string, right: string): string {
  return left.slice(0, random.below(left.length + 1)) + right.slice(random.below(right.length + 1));
}

function edit(random: SeededRandom, text: string): string {
  const at = random.below(text.length + 1);
  const length = 1 + random.below(1 + random.below(12));
  switch (random.below(5)) {
    case 0:
      return text.slice(0, at) + text.slice(at + length);
    case 1:
      return text.slice(0, at) + random.pick(PIECES) + text.slice(at);
    case 2:
      return text.slice(0, at) + random.pick(PIECES) + text.slice(at + 1);
    case 3:
      return text.slice(0, at) + text.slice(at, at + length).repeat(1 + random.below(4)) + text.slice(at);
    default: {
      const to = random.below(text.length + 1);
      return text.slice(0, to) + text.slice(at, at + length) + text.slice(to);
    }
  }
}

/** The programs of a grammar test file: what stands between a `# title` line and its `==>`. */
export function programsIn(testFile: string): readonly string[] {
  return testFile
    .split(/^# .*$/m)
    .map((part) => part.split(/^==+>/m)[0]?.trim() ?? "")
    .filter((program) => program !== "");
}
