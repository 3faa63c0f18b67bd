import { playwright } from "@vitest/browser-playwright";
import { configDefaults, defineConfig } from "vitest/config";
import { ensureGrammar } from "./scripts/build-grammar.mjs";
import { browserArgs, findBrowser } from "./scripts/find-browser.mjs";

const inBrowser = "**/*.browser.test.{ts,tsx}";
const executablePath = findBrowser();

// A limit is there to end a test that hangs, never to judge speed: what takes a second here can take ten on a busy
// machine, and speed has its benchmark.
const patience = { testTimeout: 120_000, hookTimeout: 120_000 };

await ensureGrammar();

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          ...patience,
          environment: "node",
          include: ["{src,grammar,web,harness,scripts}/**/*.test.{ts,tsx}"],
          exclude: [...configDefaults.exclude, inBrowser],
        },
      },
      {
        worker: { format: "es" },
        // All dependencies are found before the first test: one that is met only inside a worker would otherwise reload
        // the page in the middle of a run on a cold cache.
        optimizeDeps: { entries: ["{src,web}/**/*.{ts,tsx}", "scripts/*.worker.ts"] },
        test: {
          name: "browser",
          ...patience,
          include: [`{src,grammar,web,harness,scripts}/${inBrowser}`],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { args: browserArgs, ...(executablePath ? { executablePath } : {}) },
            }),
            instances: [{ browser: "chromium" }],
          },
        },
      },
    ],
  },
});
