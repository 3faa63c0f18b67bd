import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { ensureGrammar } from "./scripts/build-grammar.mjs";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

await ensureGrammar();

// Everything is bundled: a page without a build step can import dist/lib/index.js as it is, and the worker, which
// resolves no bare names, needs it in any case.
export default defineConfig({
  root: here("."),
  base: "./",
  publicDir: false,
  worker: { format: "es" },
  build: {
    outDir: here("dist/lib"),
    emptyOutDir: true,
    target: "es2022",
    sourcemap: true,
    lib: { entry: here("src/client/index.ts"), formats: ["es"], fileName: "index" },
  },
});
