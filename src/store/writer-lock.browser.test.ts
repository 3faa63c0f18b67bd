import { describe, expect, it } from "vitest";
import { WriterLock } from "./writer-lock.js";

const alone = { tellOthers: () => {}, catchUp: async () => {} };

/** Resolves when `open` is called. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

describe("the writer's turn", () => {
  it("comes to the writers of one worker one after the other, whatever becomes of the one before", async () => {
    const lock = new WriterLock(crypto.randomUUID(), "space", alone);
    const order: string[] = [];
    const first = lock.run(async () => {
      order.push("first begins");
      await Promise.resolve();
      order.push("first ends");
      throw new Error("lost");
    });
    const second = lock.run(async () => order.push("second"));
    await expect(first).rejects.toThrow("lost");
    await second;
    expect(order).toEqual(["first begins", "first ends", "second"]);
  });

  it("is not asked of other tabs while this one writes alone", async () => {
    const name = crypto.randomUUID();
    const held = gate();
    void navigator.locks.request(`${name}:space:writer`, () => held.opened);
    expect(await new WriterLock(name, "space", alone).run(async () => "done")).toBe("done");
    held.open();
  });

  it("is waited for once another tab has committed first", async () => {
    const name = crypto.randomUUID();
    const [held, waiting] = [gate(), gate()];
    const other = navigator.locks.request(`${name}:space:writer`, () => held.opened);
    const results = [null, "done"];
    let attempts = 0;
    const run = new WriterLock(name, "space", alone).run(async () => {
      attempts += 1;
      waiting.open();
      return results.shift() ?? null;
    });
    await waiting.opened;
    while (
      (await navigator.locks.query()).pending?.every(({ name: asked }) => asked !== `${name}:space:writer`)
    );
    expect(attempts).toBe(1);
    held.open();
    await other;
    expect(await run).toBe("done");
    expect(attempts).toBe(2);
  });

  it("ends with nothing when others keep committing first", async () => {
    let attempts = 0;
    let told = 0;
    const lock = new WriterLock(crypto.randomUUID(), "space", {
      ...alone,
      tellOthers: () => {
        told += 1;
      },
    });
    expect(
      await lock.run(async () => {
        attempts += 1;
        return null;
      }),
    ).toBeNull();
    expect(attempts).toBeGreaterThan(10);
    expect(told).toBe(attempts);
  });
});
