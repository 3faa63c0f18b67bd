import type { RegexJudge, RegexProblem } from "../../checks/regular-expressions.js";

/** Says what is wrong with a regular expression, at once or later. */
export type PatternQuestion = (pattern: string) => RegexProblem | null | Promise<RegexProblem | null>;

/** How many answers are kept: while a pattern is typed, each of its beginnings is asked about. */
const REMEMBERED = 500;

/** Asks about patterns of REGEX, each once, for parsing that cannot wait for answers. */
export class PatternJudge {
  readonly #ask: PatternQuestion;
  readonly #answers = new Map<string, RegexProblem | null>();
  readonly #open = new Map<string, Promise<void>>();

  constructor(ask: PatternQuestion) {
    this.#ask = ask;
  }

  /** What is known of a pattern; null while nothing is, and then it is asked. */
  readonly judge: RegexJudge = (pattern) => {
    const known = this.#answers.get(pattern);
    if (known !== undefined) return known;
    const answer = this.#open.has(pattern) ? null : this.#ask(pattern);
    if (!(answer instanceof Promise)) {
      if (!this.#open.has(pattern)) this.#remember(pattern, answer);
      return answer;
    }
    const settled = answer
      .then((problem) => this.#remember(pattern, problem))
      // Nobody knows now; the next parse asks again.
      .catch(() => undefined)
      .finally(() => this.#open.delete(pattern));
    this.#open.set(pattern, settled);
    return null;
  };

  /** Whether some answer is not there yet. */
  get isWaiting(): boolean {
    return this.#open.size > 0;
  }

  /** Resolves when what was asked until now is answered, or cannot be. */
  async settled(): Promise<void> {
    await Promise.all(this.#open.values());
  }

  #remember(pattern: string, problem: RegexProblem | null): void {
    if (this.#answers.size >= REMEMBERED) this.#answers.clear();
    this.#answers.set(pattern, problem);
  }
}
