import { type Diagnostic, parse } from "../../src/lang/index.js";
import { commandsIn } from "./commands-in.js";
import { fencedBlocks } from "./fenced-blocks.js";

/** What became of one command in a document. */
export interface CheckedExample {
  readonly text: string;
  /** The line of the command's first character in the document, from 1. */
  readonly line: number;
  /** Why it was refused; nothing when it was accepted. */
  readonly errors: readonly Diagnostic[];
}

/** Languages that hold commands. A block without a language holds some when it begins like one. */
const KIP = new Set(["kip", "kql", "kml", "meta"]);

const BEGINS_LIKE_A_COMMAND =
  /^(?:\s|\/\/.*\n)*(?:FIND|ASSERT|MUTATE|CREATE|UPSERT|ENSURE|UPDATE|TRANSITION|SET|PURGE|MERGE|DEFINE|SEARCH|DESCRIBE|LIST|VERIFY|VALIDATE|PREVIEW|HISTORY|CHANGES|EXPORT)\b/;

/**
 * Parses every command in the fenced blocks of a Markdown text, with its static checks.
 * @param others languages whose blocks hold commands too, where they begin like one: some documents borrow another
 * language's colours.
 */
export function checkMarkdown(markdown: string, others: readonly string[] = []): readonly CheckedExample[] {
  const borrowed = new Set(["", ...others]);
  return fencedBlocks(markdown)
    .filter(
      ({ language, text }) =>
        KIP.has(language) || (borrowed.has(language) && BEGINS_LIKE_A_COMMAND.test(text)),
    )
    .flatMap((block) =>
      commandsIn(block.text).map(({ text, line }) => ({
        text,
        line: block.line + line,
        errors: parse(text).diagnostics.filter(({ severity }) => severity === "error"),
      })),
    );
}
