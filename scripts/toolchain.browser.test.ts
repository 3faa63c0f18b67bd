// What every browser test relies on: module workers written in TypeScript, IndexedDB and locks, in a real Chromium.
import { wrap } from "comlink";
import { afterEach, expect, it } from "vitest";
import type { ToolchainWorker } from "./toolchain.worker.js";

const database = "toolchain";

afterEach(() => {
  indexedDB.deleteDatabase(database);
});

it("runs a module worker that stores in IndexedDB", async () => {
  const worker = new Worker(new URL("./toolchain.worker.ts", import.meta.url), { type: "module" });
  const api = wrap<ToolchainWorker>(worker);
  expect(await api.storeAndRead(database, { claim: "likes tea" })).toEqual({ claim: "likes tea" });
  worker.terminate();
});

it("has the locks and channels that several tabs need", async () => {
  expect(await navigator.locks.request("toolchain", (lock) => lock?.mode)).toBe("exclusive");
  expect(new BroadcastChannel("toolchain").name).toBe("toolchain");
});
