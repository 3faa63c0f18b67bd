import { regexProblem } from "../kql/index.js";
import {
  type Command,
  diagnosticError,
  errorsAmong,
  isStateChanging,
  languageOf,
  parse,
  statementName,
  warningsAmong,
} from "../lang/index.js";
import {
  type JsonObject,
  kipError,
  type Operation,
  type RequestEnvelope,
  type Warning,
} from "../model/index.js";

/** An operation whose command has been parsed and classified by what it says, not by what it is called (§73.1). */
export interface PreparedOperation {
  readonly opId: string | undefined;
  readonly text: string;
  readonly command: Command;
  /** What to know about the text though it is legal (§81). They quote it, so they are answered and never kept. */
  readonly warnings: readonly Warning[];
  /** The shared parameters overridden by the operation's own, key by key (§74). */
  readonly parameters: JsonObject;
  readonly stateChanging: boolean;
}

/**
 * Parses one operation and checks what can be known without state.
 * @throws `InvalidSyntax` and the other codes of the language's static checks, `LanguageMismatch` when the label says
 * another language, `ReadonlyViolation` for a state-changing command on the readonly path (§76).
 */
export function prepareOperation(
  envelope: RequestEnvelope,
  operation: Operation,
  access: "full" | "readonly",
): PreparedOperation {
  const { command, warnings } = parseCommand(operation.command);
  const language = languageOf(command);
  if (operation.language !== undefined && operation.language !== language) {
    throw kipError("LanguageMismatch", `the operation is labelled ${operation.language} but is ${language}`, {
      details: { declared: operation.language, actual: language },
    });
  }
  const stateChanging = isStateChanging(command);
  if (stateChanging && access === "readonly") {
    throw kipError("ReadonlyViolation", `${statementName(command)} changes state and this path only reads`, {
      hint: "Send it to execute_kip, or read with FIND, SEARCH or DESCRIBE.",
      details: { statement: statementName(command) },
    });
  }
  return {
    opId: operation.op_id,
    text: operation.command,
    command,
    warnings,
    parameters: parametersOf(envelope, operation),
    stateChanging,
  };
}

function parametersOf({ parameters: shared }: RequestEnvelope, { parameters: own }: Operation): JsonObject {
  return shared && own ? { ...shared, ...own } : (own ?? shared ?? {});
}

/** How many characters of commands are kept parsed, and of one at most: whoever asks again asks in the same words. */
const KEPT = 262_144;
const LONGEST_KEPT = 65_536;

/** A command that may be carried out, and what to know about its text. */
type ParsedText = Pick<PreparedOperation, "command" | "warnings">;

const parsed = new Map<string, ParsedText>();
let kept = 0;

/** The command a text is. Trees are never changed, so the same one serves every request that says the same. */
function parseCommand(text: string): ParsedText {
  const known = parsed.get(text);
  if (known) return known;
  const read = parseNew(text);
  if (text.length > LONGEST_KEPT) return read;
  kept += text.length;
  for (const [oldest] of parsed) {
    if (kept <= KEPT) break;
    parsed.delete(oldest);
    kept -= oldest.length;
  }
  parsed.set(text, read);
  return read;
}

function parseNew(text: string): ParsedText {
  const { command, diagnostics } = parse(text, { regexProblem });
  const [refusal] = errorsAmong(diagnostics);
  if (refusal) throw diagnosticError(refusal);
  if (!command)
    throw kipError("InvalidSyntax", "the command is empty", { hint: "Send one complete KIP command." });
  return { command, warnings: warningsAmong(diagnostics) };
}
