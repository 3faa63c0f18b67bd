import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { ensureGrammar } from "./scripts/build-grammar.mjs";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

await ensureGrammar();

// The page that the harness drives: the engine as a host page bundles it, and nothing of the workbench.
export default defineConfig({
  root: here("harness/page"),
  base: "./",
  publicDir: false,
  worker: { format: "es" },
  build: {
    outDir: here("dist/harness"),
    emptyOutDir: true,
    target: "es2022",
    modulePreload: { polyfill: false },
  },
});
