import { type ParseArgsConfig, parseArgs } from "node:util";

type Options = NonNullable<ParseArgsConfig["options"]>;

/** A mistake of the person who typed the command, told without a stack. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/**
 * Reads the arguments of a command. With `--help` among them it prints the help and ends the process.
 * @throws `UsageError` for an argument the command does not take.
 */
export function readArguments<O extends Options>(help: string, options: O, maxPositionals = 0) {
  let parsed: ReturnType<typeof parseArgs<{ options: O & typeof HELP; allowPositionals: true }>>;
  try {
    parsed = parseArgs({ options: { ...options, ...HELP }, allowPositionals: true });
  } catch (thrown) {
    throw new UsageError(thrown instanceof Error ? (thrown.message.split(". ")[0] ?? "") : String(thrown));
  }
  const { values, positionals } = parsed;
  if ("help" in values && values.help) {
    process.stdout.write(help);
    process.exit(0);
  }
  const stranger = positionals[maxPositionals];
  if (stranger !== undefined) throw new UsageError(`do not know what to do with ${JSON.stringify(stranger)}`);
  return { values, positionals };
}

const HELP = { help: { type: "boolean", short: "h" } } as const satisfies Options;

/**
 * Runs a command's body and ends the process with the exit code it returns, or with 2 and a message when it cannot do
 * its work. Output that was written is flushed first.
 */
export async function runCommand(body: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await body();
  } catch (thrown) {
    process.exitCode = 2;
    process.stderr.write(`${thrown instanceof Error ? thrown.message : thrown}\n`);
    if (thrown instanceof UsageError) process.stderr.write("See --help.\n");
  }
}
