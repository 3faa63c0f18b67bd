/** Lets one writer of a Space run at a time, over every tab of the origin (design 3.4). */
export class WriterLock {
  readonly #name: string;
  #tail: Promise<unknown> = Promise.resolve();

  constructor(database: string, space: string) {
    this.#name = `${database}:${space}:writer`;
  }

  /**
   * Runs `work` alone. Where Web Locks are missing only this worker's writers are kept apart; the comparison of the
   * head inside each commit still keeps other tabs from being overwritten.
   */
  run<T>(work: () => Promise<T>): Promise<T> {
    const locks = globalThis.navigator?.locks;
    if (locks) return locks.request(this.#name, work) as Promise<T>;
    const turn = this.#tail.then(work);
    this.#tail = turn.catch(() => undefined);
    return turn;
  }
}
