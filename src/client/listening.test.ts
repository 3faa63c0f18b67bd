import { expect, it, vi } from "vitest";
import { listening } from "./listening.js";

it("reports what a listener throws where the listener is, and goes on", () => {
  const reported: unknown[] = [];
  vi.stubGlobal("reportError", (thrown: unknown) => reported.push(thrown));
  const heard: number[] = [];
  const listener = listening((told: number) => {
    heard.push(told);
    if (told === 1) throw new Error("mine");
  }, "subscribe");
  for (const told of [1, 2]) listener(told);
  vi.unstubAllGlobals();
  expect(heard).toEqual([1, 2]);
  expect(reported).toEqual([new Error("mine")]);
});

it("takes nothing but a function, and says in which place it belongs", () => {
  const missing = undefined as unknown as () => void;
  expect(() => listening(missing, "subscribe")).toThrowError(
    expect.objectContaining({ code: "TypeMismatch", hint: expect.stringContaining("parameters may be {}") }),
  );
});
