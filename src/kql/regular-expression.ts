import { RE2JS } from "re2js";
import type { RegexProblem, SourceRange } from "../lang/index.js";
import { kipError } from "../model/index.js";

const compiled = new Map<string, RE2JS>();
const REMEMBERED = 256;

/**
 * A regular expression in RE2 syntax: linear time, no backreferences, no lookaround (§44.2).
 * @throws `InvalidSyntax` with what is wrong and how to write it.
 */
export function regularExpression(text: string, { from, to }: SourceRange): RE2JS {
  try {
    return compile(text);
  } catch (cause) {
    const { message, hint, expected } = problemOf(text, cause);
    throw kipError("InvalidSyntax", message, {
      hint,
      details: { from, to, found: JSON.stringify(text), expected, pattern: text, reason: reasonOf(cause) },
      cause,
    });
  }
}

/** What is wrong with a regular expression and how to write it, or null when nothing is (§44.2). */
export function regexProblem(text: string): RegexProblem | null {
  try {
    compile(text);
    return null;
  } catch (cause) {
    return problemOf(text, cause);
  }
}

function compile(text: string): RE2JS {
  const known = compiled.get(text);
  if (known) return known;
  const pattern = RE2JS.compile(text);
  if (compiled.size >= REMEMBERED) compiled.clear();
  compiled.set(text, pattern);
  return pattern;
}

function problemOf(text: string, cause: unknown) {
  const reason = reasonOf(cause);
  const { expected, hint } = FAULTS.find(({ says }) => says.test(reason)) ?? UNKNOWN_FAULT;
  const message = `REGEX cannot use the pattern ${JSON.stringify(text)}: ${reason}.`;
  return { message, hint, expected: [expected] };
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message.replace(/^error parsing regexp: /, "") : "";
}

interface Fault {
  /** What RE2 says of it. */
  readonly says: RegExp;
  readonly expected: string;
  readonly hint: string;
}

const UNKNOWN_FAULT: Omit<Fault, "says"> = {
  expected: "a regular expression in RE2 syntax",
  hint: "Write it in RE2 syntax, or use CONTAINS to look for the text as it is.",
};

/** The faults people make, with what to write instead. In a KIP string a backslash is itself written twice. */
const FAULTS: readonly Fault[] = [
  {
    says: /missing closing \)|unexpected \)/,
    expected: "balanced ( and )",
    hint: 'Close every group; write "\\\\(" for the character itself, or use CONTAINS.',
  },
  {
    says: /missing closing \]/,
    expected: "a closing ]",
    hint: 'Close the character class with ], or write "\\\\[" for the character itself.',
  },
  {
    says: /repetition|repeat/,
    expected: "something to repeat before *, + or ?",
    hint: 'Write ".*" for any text, "\\\\*" for the character itself, or use CONTAINS.',
  },
  {
    says: /Perl|lookaround|lookbehind|lookahead|group syntax|named capture/i,
    expected: "a group RE2 knows: (…), (?:…) or (?i)",
    hint: "RE2 has no lookaround: test for both conditions with && and !.",
  },
  {
    says: /escape|backslash/,
    expected: "an escape RE2 knows, such as \\\\d, \\\\w, \\\\s or \\\\.",
    hint: "RE2 has no backreferences. In a KIP string a backslash is written twice.",
  },
  {
    says: /character class range/,
    expected: "a range from low to high, such as [a-z]",
    hint: "Write the range from its lower to its higher character.",
  },
];
