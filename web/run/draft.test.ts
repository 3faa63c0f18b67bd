import { expect, it } from "vitest";
import { type DraftStore, keepDraft } from "./draft.js";
import { createRunner } from "./runner.js";

const runner = () => createRunner(() => null);

function store(): DraftStore {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
}

it("brings back what the editor held, for the same memory only", () => {
  const tab = store();
  const before = runner();
  keepDraft(before, "diary", () => tab);
  before.load("DESCRIBE PRIMER", { a: 1 });

  const after = runner();
  keepDraft(after, "diary", () => tab);
  expect(after.command.value).toBe("DESCRIBE PRIMER");
  expect(after.parameters.value).toBe('{\n  "a": 1\n}');

  const other = runner();
  keepDraft(other, "other", () => tab);
  expect(other.command.value).toBe("");
});

it("does without a store that refuses, or holds something else", () => {
  const blocked = runner();
  keepDraft(blocked, "diary", () => {
    throw new DOMException("blocked", "SecurityError");
  });
  blocked.load("DESCRIBE PRIMER", {});
  expect(blocked.command.value).toBe("DESCRIBE PRIMER");

  const odd = runner();
  keepDraft(odd, "diary", () => ({ getItem: () => "{oops", setItem: () => undefined }));
  expect(odd.command.value).toBe("");
});
