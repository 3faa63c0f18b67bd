import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { ensureGrammar } from "./scripts/build-grammar.mjs";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

await ensureGrammar();

// The language package, beside the library in dist/lib but apart from it. CodeMirror is left out: an editor must have
// exactly one, since two copies of @codemirror/state or of @lezer/common do not know each other's objects.
export default defineConfig({
  root: here("."),
  base: "./",
  publicDir: false,
  build: {
    outDir: here("dist/lib"),
    emptyOutDir: false,
    target: "es2022",
    sourcemap: true,
    lib: { entry: here("src/lang/editor/index.ts"), formats: ["es"], fileName: "language" },
    rolldownOptions: {
      external: /^@(?:codemirror|lezer)\//,
      output: { chunkFileNames: "language-[hash].js" },
    },
  },
});
