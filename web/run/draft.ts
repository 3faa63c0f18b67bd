import { effect } from "@preact/signals";
import type { Runner } from "./runner.js";

/** Where drafts are kept; the part of `Storage` this needs. */
export type DraftStore = Pick<Storage, "getItem" | "setItem">;

/**
 * Brings back what this tab's editor held before a reload, and keeps it from now on. Only a convenience: a store that
 * is full or refuses is ignored, for the memory itself is kept by the engine.
 */
export function keepDraft(runner: Runner, memory: string, store: () => DraftStore): void {
  const key = `kip-draft:${memory}`;
  const kept = quietly(() => JSON.parse(store().getItem(key) ?? "null") as unknown);
  if (Array.isArray(kept) && typeof kept[0] === "string" && typeof kept[1] === "string") {
    runner.command.value = kept[0];
    runner.parameters.value = kept[1];
  }
  effect(() => {
    const draft = JSON.stringify([runner.command.value, runner.parameters.value]);
    quietly(() => store().setItem(key, draft));
  });
}

function quietly<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}
