import { terms } from "../../../grammar/index.js";
import { MAX_SAFE } from "../../model/index.js";
import type {
  LiteralNode,
  Parameter,
  Scalar,
  SchemaSymbol,
  StringNode,
  TargetRef,
  Variable,
} from "../ast.js";
import type { TreeReader } from "./tree-reader.js";

/** `?name`. */
export function readVariable(reader: TreeReader): Variable {
  return { type: "Variable", name: reader.source.slice(1), from: reader.from, to: reader.to };
}

/** `:name`. */
export function readParameter(reader: TreeReader): Parameter {
  return { type: "Parameter", name: reader.source.slice(1), from: reader.from, to: reader.to };
}

/** A string, number, boolean or null node (§9). */
export function readLiteral(reader: TreeReader): LiteralNode {
  switch (reader.id) {
    case terms.String:
      return readString(reader);
    case terms.Number:
      return literal(reader, readNumber(reader));
    case terms.BooleanLiteral:
      return literal(reader, reader.source === "true");
    default:
      return literal(reader, null);
  }
}

/** A quoted string node. */
export function readString(reader: TreeReader): StringNode {
  return {
    type: "Literal",
    value: decodeString(reader),
    source: reader.source,
    from: reader.from,
    to: reader.to,
  };
}

function literal(reader: TreeReader, value: LiteralNode["value"]): LiteralNode {
  return { type: "Literal", value, source: reader.source, from: reader.from, to: reader.to };
}

/** A parameter or literal node. */
export function readScalar(reader: TreeReader): Scalar {
  return reader.id === terms.Parameter ? readParameter(reader) : readLiteral(reader);
}

/** A parameter or string node. */
export function readSymbol(reader: TreeReader): SchemaSymbol {
  return reader.id === terms.Parameter ? readParameter(reader) : readString(reader);
}

/** A variable, parameter or string node. */
export function readTarget(reader: TreeReader): TargetRef {
  return reader.id === terms.Variable ? readVariable(reader) : readSymbol(reader);
}

/** Whether a node is a parameter or a literal. */
export function isScalar(id: number): boolean {
  return id === terms.Parameter || isLiteral(id);
}

/** Whether a node is a literal. */
export function isLiteral(id: number): boolean {
  return (
    id === terms.String || id === terms.Number || id === terms.BooleanLiteral || id === terms.NullLiteral
  );
}

/**
 * The binary64 value of a Number node, judged by its source digits (§9.3): no spelling of an integer beyond ±(2^53-1),
 * nothing that overflows, nothing nonzero that vanishes.
 */
function readNumber(reader: TreeReader): number {
  const { source } = reader;
  const value = Number(source);
  const problem = numberProblem(source, value);
  if (problem !== null) reader.problem(problem.message, { found: source, hint: problem.hint });
  return value;
}

const LEADING_ZERO = /^-?0[0-9]/;
const ONLY_ZEROS = /^-?[0.]+(?:[eE]|$)/;

function numberProblem(source: string, value: number): { message: string; hint: string } | null {
  if (LEADING_ZERO.test(source)) {
    return { message: "A number has no leading zero.", hint: `Write ${withoutLeadingZeros(source)}.` };
  }
  if (!Number.isFinite(value)) {
    return { message: "This number is too large for a portable number.", hint: LARGE_NUMBER };
  }
  if (Number.isInteger(value) && Math.abs(value) > MAX_SAFE) {
    return {
      message: `Whole numbers must lie within ±${MAX_SAFE}, however they are written.`,
      hint: LARGE_NUMBER,
    };
  }
  if (value === 0 && !ONLY_ZEROS.test(source)) {
    return {
      message: "This number is too small: it would become zero.",
      hint: "Write 0, or store the value as a string.",
    };
  }
  return null;
}

const LARGE_NUMBER = "Store values this large as strings.";

function withoutLeadingZeros(source: string): string {
  return source.replace(/^(-?)0+(?=[0-9])/, "$1");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const NEEDS_DECODING = /[\\\u0000-\u001f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const BAD_PART = /\\(?!["\\/bfnrt]|u[0-9A-Fa-f]{4})(?:u[0-9A-Fa-f]{0,3}|.)|[\u0000-\u001f]/;
const GOOD_ESCAPE = /\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/g;

/** The decoded value of a String node: JSON escapes only, and text that has a UTF-8 form (§70.2). */
function decodeString(reader: TreeReader): string {
  const { source } = reader;
  const inner = source.slice(1, -1);
  const value = NEEDS_DECODING.test(inner) ? decodeEscapes(reader, source) : inner;
  if (PLACEHOLDER.test(value)) warnOfPlaceholder(reader, value);
  if (!value.isWellFormed()) {
    reader.problem("The string holds half of a surrogate pair, which is no character.", {
      hint: 'Write the character itself, or both halves: "\\ud83d\\ude00".',
    });
  }
  return value;
}

/** A whole string, or a word of it, that has the look of a parameter or variable. */
const PLACEHOLDER =
  /^[:?][A-Za-z_][A-Za-z0-9_]*$|(?:^|\s):[A-Za-z_][A-Za-z0-9_]+(?![\w:])|\{\{\s*\w+\s*\}\}|\$\{\w+\}/;

/** Placeholders in strings are legal text, but hardly ever what was meant (§74). */
function warnOfPlaceholder(reader: TreeReader, value: string): void {
  const name = /[A-Za-z_]\w*/.exec(PLACEHOLDER.exec(value)?.[0] ?? "")?.[0] ?? "name";
  const whole = /^[:?]/.test(value) && !/\s/.test(value);
  reader.problem("Nothing is filled in inside a string: this is ordinary text.", {
    warning: "PlaceholderInString",
    found: reader.source,
    hint: whole
      ? `Without the quotes, ${value} stands for a whole value.`
      : `Bind the finished text as one parameter, and write :${name} without quotes in place of the string.`,
  });
}

function decodeEscapes(reader: TreeReader, source: string): string {
  try {
    return JSON.parse(source) as string;
  } catch {
    // Good escapes are blanked so that the second half of `\\` is not taken for the start of an escape.
    const bad = BAD_PART.exec(source.replace(GOOD_ESCAPE, (good) => "_".repeat(good.length)));
    const at = reader.from + (bad?.index ?? 0);
    const part = bad?.[0] ?? "";
    const control = part.charCodeAt(0) < 0x20;
    reader.report({
      from: at,
      to: at + Math.max(1, part.length),
      message: control
        ? "A control character in a string has to be escaped."
        : `${part} is no escape sequence.`,
      found: control ? `U+${part.charCodeAt(0).toString(16).padStart(4, "0").toUpperCase()}` : part,
      expected: ['\\"', "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t", "\\uXXXX"],
      hint: control
        ? `Write ${JSON.stringify(part).slice(1, -1)}.`
        : `For a backslash itself write \\\\, so ${part} becomes \\${part}.`,
    });
    return "";
  }
}
