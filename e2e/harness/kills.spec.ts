import { expect, test } from "@playwright/test";
import { runToEnd } from "./command-process.js";

test.skip(process.platform !== "linux", "finds the browser's processes in /proc");
test.setTimeout(300_000);

// Three kills show that the run itself works; `npm run durability` makes three hundred.
test("tabs that write through kills of their browser lose nothing acknowledged", async () => {
  const ended = await runToEnd("durability", ["--kills", "3", "--seed", "7"]);
  expect(ended.code, ended.stdout + ended.stderr).toBe(0);
  expect(ended.stdout).toMatch(/^3 tabs, 1 memories, seed 7/);
  expect(ended.stdout).toMatch(/^ {2}kills +3$/m);
  expect(ended.stdout).toMatch(/^ {2}commits acknowledged +[1-9]/m);
  expect(ended.stdout).toMatch(/^ {2}violations +0$/m);
});
