import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parser } from "../grammar/index.js";
import { format, parse } from "../src/lang/index.js";
import { readArguments, runCommand, UsageError } from "./command-line.js";
import { nextInput, programsIn, SeededRandom } from "./fuzz/inputs.js";

const HELP = `Usage: npm run fuzz:lang -- [options]

Feeds mutated and random texts to the parser, the static checks and the formatter. Each text must give a result within
its time, a command only from a tree without an error node, and a formatted command must parse, mean the same and stay
as it is when formatted again. A text that breaks this is printed and ends the run.

Options:
  --count N   how many texts to try (default: 1000000)
  --seed N    where the texts begin; the same seed gives the same texts (default: the time)
  --slow MS   how long one text may take (default: 1000)
  --help      this text
`;

const GRAMMAR_TESTS = "grammar/test";

function wholeNumber(text: string, name: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new UsageError(`--${name} must be a whole number`);
  return value;
}

function hasErrorNode(text: string): boolean {
  let found = false;
  parser.parse(text).iterate({
    enter: (node) => {
      found ||= node.type.isError;
      return !found;
    },
  });
  return found;
}

/** The meaning of a command: its AST without positions and spellings. */
function meaning(value: unknown): string {
  return JSON.stringify(value, (key, part: unknown) =>
    ["from", "to", "source", "nameRange"].includes(key) ? undefined : part,
  );
}

/** What is wrong with how the language treats a text, or null. */
function complaint(text: string): string | null {
  const { command, diagnostics } = parse(text);
  if (command === null) {
    return diagnostics.some(({ severity }) => severity === "error")
      ? null
      : "no command, and no error says why";
  }
  if (hasErrorNode(text)) return "a command from a tree with an error node";
  const formatted = format(text);
  if (formatted === null) return "a command that the formatter refuses";
  const again = parse(formatted);
  if (again.command === null) return `the formatted text does not parse:\n${formatted}`;
  if (meaning(again.command) !== meaning(command)) return `formatting changes the meaning:\n${formatted}`;
  return format(formatted) === formatted ? null : `formatting twice changes the text:\n${formatted}`;
}

await runCommand(async () => {
  const { values } = readArguments(HELP, {
    count: { type: "string", default: "1000000" },
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
    slow: { type: "string", default: "1000" },
  });
  const count = wholeNumber(values.count, "count");
  const seed = wholeNumber(values.seed, "seed");
  const slow = wholeNumber(values.slow, "slow");
  const [first, ...others] = readdirSync(GRAMMAR_TESTS).flatMap((file) =>
    programsIn(readFileSync(join(GRAMMAR_TESTS, file), "utf8")),
  );
  if (first === undefined) throw new UsageError(`there are no programs in ${GRAMMAR_TESTS}`);
  const random = new SeededRandom(seed);
  let accepted = 0;
  let slowest = 0;
  for (let number = 1; number <= count; number += 1) {
    const text = nextInput(random, [first, ...others]);
    const began = performance.now();
    let wrong: string | null;
    try {
      wrong = complaint(text);
    } catch (thrown) {
      wrong = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    }
    const took = performance.now() - began;
    slowest = Math.max(slowest, took);
    if (took > slow) wrong ??= `it took ${Math.round(took)} ms`;
    if (wrong !== null) {
      process.stdout.write(`text ${number} of seed ${seed}: ${wrong}\n${JSON.stringify(text)}\n`);
      return 1;
    }
    if (parse(text).command !== null) accepted += 1;
    if (number % 100_000 === 0) process.stderr.write(`${number} texts, ${accepted} accepted\n`);
  }
  process.stdout.write(
    `${count} texts of seed ${seed}: ${accepted} accepted, the slowest took ${slowest.toFixed(1)} ms, nothing wrong\n`,
  );
  return 0;
});
