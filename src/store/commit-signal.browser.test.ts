import { describe, expect, it } from "vitest";
import { CommitSignal, type SpaceHead } from "./commit-signal.js";

const head = (seq: number): SpaceHead => ({ seq, environmentVersion: 1 });

/** Two tabs of one Space, and what the second hears until it has heard of `last`. */
async function heardUntil(last: number, tell: (signal: CommitSignal) => void): Promise<readonly number[]> {
  const database = crypto.randomUUID();
  const heard: number[] = [];
  return new Promise((resolve) => {
    const other = new CommitSignal(database, "space", {
      onHead: ({ seq }) => {
        heard.push(seq);
        if (seq < last) return;
        other.close();
        resolve(heard);
      },
      onContention: () => heard.push(0),
    });
    tell(new CommitSignal(database, "space", { onHead: () => {}, onContention: () => {} }));
  });
}

describe("the signal of a commit", () => {
  it("reaches another tab once for the commits made together", async () => {
    const heard = await heardUntil(3, (signal) => {
      for (const seq of [1, 2, 3]) signal.send(head(seq));
    });
    expect(heard).toEqual([3]);
  });

  it("does not hold up the wish to take turns", async () => {
    const heard = await heardUntil(1, (signal) => {
      signal.send(head(1));
      signal.contend();
    });
    expect(heard).toEqual([0, 1]);
  });

  it("is not lost when the tab closes at once", async () => {
    const heard = await heardUntil(1, (signal) => {
      signal.send(head(1));
      signal.close();
    });
    expect(heard).toEqual([1]);
  });
});
