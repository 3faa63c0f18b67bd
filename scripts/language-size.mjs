// What the language package weighs in a page that has CodeMirror already, minified and gzipped. The budget is for what
// an editor needs to start: parser, highlighting, completion and hover. The checks behind its diagnostics load on their
// own; they are weighed too. With --files it also lists what is in it.
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { ensureGrammar } from "./build-grammar.mjs";
import { root } from "./process.mjs";

const budget = 60 * 1024;

/** What CodeMirror itself brings. The parser's runtime, @lezer/lr, is not among it: it counts as ours. */
const codeMirror = /^@codemirror\/|^@lezer\/(?:common|highlight)$/;

await ensureGrammar();
const built = await build({
  root,
  configFile: false,
  logLevel: "error",
  publicDir: false,
  build: {
    write: false,
    target: "es2022",
    lib: { entry: "src/lang/editor/index.ts", formats: ["es"], fileName: "language" },
    rolldownOptions: { external: codeMirror, output: { minify: true } },
  },
});

const chunks = [built]
  .flat()
  .flatMap((result) => ("output" in result ? result.output : []))
  .filter((file) => file.type === "chunk");

/** The chunks that a page loads before the editor stands. */
const first = new Set(chunks.filter(({ isEntry }) => isEntry));
for (const { imports } of first) {
  for (const chunk of chunks) if (imports.includes(chunk.fileName)) first.add(chunk);
}

/** @param {typeof chunks} some */
const weigh = (some) => some.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);

const bytes = weigh([...first]);
process.stdout.write(`the language: ${bytes} bytes gzipped, of at most ${budget}\n`);
process.stdout.write(
  `its checks, loaded later: ${weigh(chunks.filter((chunk) => !first.has(chunk)))} bytes\n`,
);
if (process.argv.includes("--files")) {
  for (const chunk of chunks) {
    process.stdout.write(`${chunk.fileName}\n`);
    for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
      process.stdout.write(`${String(renderedLength).padStart(8)} ${id.replace(root, "")}\n`);
    }
  }
}
if (bytes > budget) process.exitCode = 1;
