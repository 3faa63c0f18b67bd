// Weighs the language package as a page bundles it, minified and gzipped, without CodeMirror: what an editor needs to
// start (parser, highlighting, completion, hover), what it loads after that (the checks and their hints), and both.
// With --files it also lists what is in them.
//
// The budget holds for what an editor needs to start, Lezer's parser runtime included, and for all of our own code and
// tables together. All together with the runtime, which is the same for every language of CodeMirror, is reported.
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { ensureGrammar } from "./build-grammar.mjs";
import { root } from "./process.mjs";

const BUDGET = 60 * 1024;

/** What CodeMirror itself brings. */
const CODE_MIRROR = /^@codemirror\/|^@lezer\/(?:common|highlight)$/;
/** The same and the parser runtime. */
const CODE_MIRROR_AND_RUNTIME = /^@codemirror\/|^@lezer\/(?:common|highlight|lr)$/;

/**
 * The chunks a page makes of the package: one that it starts with, where what the other needs too can stay, and that.
 *
 * @param {RegExp} external
 */
async function chunksWithout(external) {
  const built = await build({
    root,
    configFile: false,
    logLevel: "error",
    publicDir: false,
    build: {
      write: false,
      target: "es2022",
      lib: { entry: "src/lang/editor/index.ts", formats: ["es"], fileName: "language" },
      rolldownOptions: {
        external,
        preserveEntrySignatures: "allow-extension",
        // The marks of what is pure are for another bundler; a page has none after this one.
        output: { minify: true, comments: false },
      },
    },
  });
  return [built]
    .flat()
    .flatMap((result) => ("output" in result ? result.output : []))
    .filter((file) => file.type === "chunk");
}

/** @typedef {Awaited<ReturnType<typeof chunksWithout>>} Chunks */

/** @param {Chunks} chunks */
const weigh = (chunks) => chunks.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0);

/**
 * The chunks that a page loads before the editor stands.
 *
 * @param {Chunks} chunks
 */
function startOf(chunks) {
  const start = new Set(chunks.filter(({ isEntry }) => isEntry));
  for (const { imports } of start) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) start.add(chunk);
  }
  return [...start];
}

/** @param {string} what @param {number} bytes @param {boolean} held */
function report(what, bytes, held) {
  const over = bytes - BUDGET;
  const verdict = over > 0 ? `${over} over ${BUDGET}` : `of at most ${BUDGET}`;
  process.stdout.write(`${what.padEnd(58)}${String(bytes).padStart(6)} bytes, ${verdict}\n`);
  if (held && over > 0) process.exitCode = 1;
}

await ensureGrammar();
const chunks = await chunksWithout(CODE_MIRROR);
const start = weigh(startOf(chunks));
const whole = weigh(chunks);
report("to start: parser, highlighting, completion, hover", start, true);
report("with the checks and hints, which load after that", whole, false);
report(
  "the same without Lezer's runtime: all that is our own",
  weigh(await chunksWithout(CODE_MIRROR_AND_RUNTIME)),
  true,
);
if (process.argv.includes("--files")) {
  for (const chunk of chunks) {
    process.stdout.write(`${chunk.fileName}\n`);
    for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
      process.stdout.write(`${String(renderedLength).padStart(8)} ${id.replace(root, "")}\n`);
    }
  }
}
