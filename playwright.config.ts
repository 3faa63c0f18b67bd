import { defineConfig, devices } from "@playwright/test";
import { browserArgs, findBrowser } from "./scripts/find-browser.mjs";

// Not the port of `npm start`, so that tests run beside an open workbench and never against an old one.
const port = Number(process.env.KIP_E2E_PORT ?? 4174);
const executablePath = findBrowser();

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  outputDir: "test-results/e2e",
  fullyParallel: true,
  forbidOnly: !!process.env.CI,
  workers: 2,
  // To end what hangs, not to judge speed: a busy machine needs ten times what a quiet one does.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    ...devices["Desktop Chrome"],
    baseURL: `http://localhost:${port}`,
    trace: "retain-on-failure",
    launchOptions: { args: browserArgs, ...(executablePath ? { executablePath } : {}) },
  },
  webServer: {
    command: `npx vite preview --port ${port} --strictPort`,
    url: `http://localhost:${port}`,
    reuseExistingServer: !process.env.CI,
  },
});
