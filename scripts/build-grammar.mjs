// Generates the parser from grammar/kip.grammar. The generator's own command is not used because every vite, vitest and
// harness process asks for the parser, often at once: the files must be replaced whole, and only when stale.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { lastChangedMs, root } from "./process.mjs";

const source = "grammar/kip.grammar";
const parserFile = "grammar/generated/kip.ts";
const termsFile = "grammar/generated/kip.terms.ts";

const inputs = [source, "node_modules/@lezer/generator/package.json", "scripts/build-grammar.mjs"];

/** @param {string} path @param {string} text */
function replaceFile(path, text) {
  const target = join(root, path);
  const draft = `${target}.${process.pid}.tmp`;
  writeFileSync(draft, text);
  renameSync(draft, target);
}

/** Generates the parser, and throws with the generator's message when the grammar is wrong. */
export async function buildGrammar() {
  const { buildParserFile } = await import("@lezer/generator");
  const { parser, terms } = buildParserFile(readFileSync(join(root, source), "utf8"), {
    fileName: source,
    typeScript: true,
    warn: (message) => process.stderr.write(`${message}\n`),
  });
  mkdirSync(join(root, "grammar/generated"), { recursive: true });
  // The generator calls external tokenizers with every argument they could take, which the type checker refuses where
  // ours take fewer.
  const unchecked = `// @ts-nocheck\n${parser}`;
  // Terms first: a reader that sees the new parser must find the terms it goes with.
  replaceFile(termsFile, terms);
  replaceFile(parserFile, unchecked);
}

/** Generates the parser when it is missing or older than the grammar. */
export async function ensureGrammar() {
  if (lastChangedMs(source) === 0) return;
  const builtMs = Math.min(lastChangedMs(parserFile), lastChangedMs(termsFile));
  if (builtMs < Math.max(...inputs.map(lastChangedMs))) await buildGrammar();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    await buildGrammar();
    process.stderr.write(`Wrote ${parserFile} and ${termsFile}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
