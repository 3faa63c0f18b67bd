// Generates the parser from grammar/kip.grammar. The generator's own command is not used because every vite, vitest and
// harness process asks for the parser, often at once: the files must be replaced whole, and only when stale.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { packTables } from "./pack-tables.mjs";
import { lastChangedMs, root } from "./process.mjs";

const source = "grammar/kip.grammar";
const parserFile = "grammar/generated/kip.ts";
const termsFile = "grammar/generated/kip.terms.ts";
const keywordsFile = "grammar/generated/kip.keywords.ts";

const inputs = [
  source,
  "node_modules/@lezer/generator/package.json",
  "scripts/build-grammar.mjs",
  "scripts/pack-tables.mjs",
];

/** @param {string} path @param {string} text */
function replaceFile(path, text) {
  const target = join(root, path);
  const draft = `${target}.${process.pid}.tmp`;
  writeFileSync(draft, text);
  renameSync(draft, target);
}

/**
 * The keywords as one string, in the order of their terms, and the first term. Whoever wants them by name would
 * otherwise need every term by name, and a bundle could not leave out one.
 *
 * @param {string} terms
 */
function keywordsIn(terms) {
  const found = [...terms.matchAll(/^ {2}([A-Z]+) = (\d+)/gm)].map(([, name, term]) => ({
    name,
    term: Number(term),
  }));
  const first = found[0]?.term ?? 0;
  if (found.some(({ term }, index) => term !== first + index)) {
    throw new Error("the terms of the keywords do not follow one another");
  }
  return [
    "// Generated from the grammar's terms.",
    `export const KEYWORDS = ${JSON.stringify(found.map(({ name }) => name).join(" "))};`,
    `export const FIRST_KEYWORD = ${first};`,
    "",
  ].join("\n");
}

/**
 * The tables as numbers. What the grammar takes from other files makes no difference to them.
 *
 * @param {string} grammar
 */
async function tablesOf(grammar) {
  const { buildParser } = await import("@lezer/generator");
  const { ExternalTokenizer } = await import("@lezer/lr");
  const { styleTags } = await import("@lezer/highlight");
  const built = buildParser(grammar, {
    fileName: source,
    externalTokenizer: () => new ExternalTokenizer(() => undefined),
    externalSpecializer: () => () => -1,
    externalPropSource: () => styleTags({}),
  });
  // Fields that Lezer keeps to itself, and every version of it has had.
  return /** @type {{ states: Uint32Array, data: Uint16Array }} */ (/** @type {unknown} */ (built));
}

/** Generates the parser, and throws with the generator's message when the grammar is wrong. */
export async function buildGrammar() {
  const { buildParserFile } = await import("@lezer/generator");
  const grammar = readFileSync(join(root, source), "utf8");
  const { parser, terms } = buildParserFile(grammar, {
    fileName: source,
    typeScript: true,
    warn: (message) => process.stderr.write(`${message}\n`),
  });
  mkdirSync(join(root, "grammar/generated"), { recursive: true });
  // The generator calls external tokenizers with every argument they could take, which the type checker refuses where
  // ours take fewer.
  const unchecked = `// @ts-nocheck\n${packTables(parser, await tablesOf(grammar))}`;
  // Terms first: a reader that sees the new parser must find the terms it goes with.
  replaceFile(termsFile, terms);
  replaceFile(keywordsFile, keywordsIn(terms));
  replaceFile(parserFile, unchecked);
}

/** Generates the parser when it is missing or older than the grammar. */
export async function ensureGrammar() {
  if (lastChangedMs(source) === 0) return;
  const builtMs = Math.min(...[parserFile, termsFile, keywordsFile].map(lastChangedMs));
  if (builtMs < Math.max(...inputs.map(lastChangedMs))) await buildGrammar();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    await buildGrammar();
    process.stderr.write(`Wrote ${parserFile}, ${termsFile} and ${keywordsFile}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
