/**
 * Runs `work` unless another tab is at the same work on this Space, in which case it returns undefined at once. Where
 * Web Locks are missing every tab does the work for itself, which costs time and harms nothing.
 */
export async function inImageTurn<T>(
  database: string,
  space: string,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const locks = globalThis.navigator?.locks;
  if (!locks) return work();
  const name = `${database}:${space}:image`;
  return (await locks.request(name, { ifAvailable: true }, (lock) => (lock ? work() : undefined))) as
    | T
    | undefined;
}
