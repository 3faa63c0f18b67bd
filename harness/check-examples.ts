import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { readArguments, runCommand, UsageError } from "./command-line.js";
import { type CheckedExample, checkMarkdown } from "./examples/check-markdown.js";

const HELP = `Usage: npm run check:examples -- FILE_OR_FOLDER… [options]

Parses every KIP command in the fenced blocks (kip, kql, kml, meta, or no language) of Markdown files, with the static
checks, and lists those that are refused with the reason. It needs no browser and no memory, so it says nothing about
schemas or whether something exists.

Options:
  --all            list the accepted ones too
  --language NAME  look into blocks of this language too, where they begin like a command; may be repeated
  --help           this text

The exit code is 0 when all are accepted, 1 when one is refused, 2 when there is nothing to read.
`;

const MOST_FILES = 1_000;

function markdownFiles(path: string): readonly string[] {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (!entry) throw new UsageError(`there is no ${path}`);
  if (!entry.isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => join(path, name));
}

/** The lines of one example: where it is, its first words, and why it is refused. */
function linesOf(file: string, { text, line, errors }: CheckedExample): readonly string[] {
  const start = (
    text
      .replace(/^(?:\s*\/\/.*\n)+/, "")
      .trim()
      .split("\n")[0] ?? ""
  ).slice(0, 70);
  return [
    `${file}:${line}  ${errors.length === 0 ? "accepted" : "refused"}  ${start}`,
    ...errors.map(
      ({ code, message, hint, line: within }) =>
        `    ${code}, line ${line + within - 1}: ${message}${hint === undefined ? "" : ` ${hint}`}`,
    ),
  ];
}

await runCommand(async () => {
  const { values, positionals } = readArguments(
    HELP,
    {
      all: { type: "boolean", default: false },
      language: { type: "string", multiple: true, default: [] },
    },
    MOST_FILES,
  );
  const files = positionals.flatMap(markdownFiles);
  if (files.length === 0) throw new UsageError("name a Markdown file, or a folder with some");
  let refused = 0;
  let examples = 0;
  for (const file of files) {
    for (const example of checkMarkdown(readFileSync(file, "utf8"), values.language)) {
      examples += 1;
      if (example.errors.length > 0) refused += 1;
      if (values.all || example.errors.length > 0)
        process.stdout.write(`${linesOf(file, example).join("\n")}\n`);
    }
  }
  process.stdout.write(`${examples - refused} accepted, ${refused} refused\n`);
  return refused === 0 ? 0 : 1;
});
