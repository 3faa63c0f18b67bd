import type { RE2JS } from "re2js";
import type { FunctionCall, SourceRange } from "../lang/index.js";
import { ELEMENT_KINDS, isElementRef, kipError, type Literal, literalType } from "../model/index.js";
import { coreKind } from "../schema/index.js";
import type { SpaceView } from "../state/index.js";
import { equal, isNull, listOf, type Truth, textOf } from "./comparison.js";
import { regularExpression } from "./regular-expression.js";
import { BeliefValue, type Bound, EdgeValue, FieldValue, isElement, SymbolValue } from "./values.js";

/** An argument as a function sees it. */
export type Operand = Bound | undefined;

/** A registered function: undefined is null, or unknown where it is a test (§44.2). */
type Implementation = (args: readonly Operand[], view: SpaceView) => Bound | undefined;

/** The longest text a pattern is matched against. RE2 is linear, but linear in a book is long. */
const LONGEST_TEXT = 1_000_000;

/**
 * The implementation of a FILTER function (§44.2). `constants` are the arguments that are the same in every solution:
 * what is wrong with them is reported before anything is matched, even if nothing would be.
 * @throws `InvalidSyntax` for an unknown function, an invalid regular expression or an unknown kind, `TypeMismatch`
 * for a constant of a type the function can never use.
 */
export function compileFunction(call: FunctionCall, constants: readonly Operand[]): Implementation {
  const implementation = call.name === "REGEX" ? regex(call, constants[1]) : FUNCTIONS.get(call.name);
  if (!implementation) {
    throw kipError("InvalidSyntax", `there is no function ${call.name}`, {
      hint: `Use one of ${[...FUNCTIONS.keys(), "REGEX"].join(", ")}.`,
      details: { function: call.name, from: call.from, to: call.to },
    });
  }
  for (const [at, constant] of constants.entries()) checkConstant(call, at, constant);
  return implementation;
}

/**
 * Whether a call can throw on a stored value that the command does not show: a REGEX whose pattern is matched, not
 * written (§44.2). A text too long for a REGEX is a limit of this engine, and may be reached early.
 */
export function isFallible(call: FunctionCall, pattern: Operand): boolean {
  return call.name === "REGEX" && pattern === undefined;
}

const test =
  (decide: (args: readonly Operand[], view: SpaceView) => Truth): Implementation =>
  (args, view) => {
    const truth = decide(args, view);
    return truth === undefined ? undefined : new FieldValue(truth);
  };

/** A test of two texts; unknown unless both are texts. */
const textTest = (decide: (text: string, part: string) => boolean): Implementation =>
  test(([first, second]) => {
    const text = textOf(first);
    const part = textOf(second);
    return text === undefined || part === undefined
      ? undefined
      : decide(text.normalize("NFC"), part.normalize("NFC"));
  });

const FUNCTIONS: ReadonlyMap<string, Implementation> = new Map([
  ["IN", test(([value, list]) => isIn(value, list))],
  ["CONTAINS", textTest((text, part) => text.includes(part))],
  ["STARTS_WITH", textTest((text, part) => text.startsWith(part))],
  ["ENDS_WITH", textTest((text, part) => text.endsWith(part))],
  ["IS_NULL", test(([value]) => isNull(value))],
  ["IS_NOT_NULL", test(([value]) => !isNull(value))],
  ["IS_LITERAL", test(([value]) => (value === undefined ? undefined : literalOf(value) !== undefined))],
  ["IS_ELEMENT", test(([value]) => (value === undefined ? undefined : isReference(value)))],
  ["IS_KIND", test(([value, kind], view) => isOfKind(value, kind, view))],
  [
    "LITERAL_TYPE",
    ([value]) => {
      const literal = value === undefined ? undefined : literalOf(value);
      return literal === undefined ? undefined : new FieldValue(literalType(literal));
    },
  ],
]);

/** Whether a value equals a member of a list; unknown when the value is null, or only a null member could equal it. */
function isIn(value: Operand, list: Operand): Truth {
  const members = listOf(list);
  if (isNull(value) || members === undefined) return undefined;
  let answer: Truth = false;
  for (const member of members) {
    const same = equal(value, new FieldValue(member));
    if (same === true) return true;
    if (same === undefined) answer = undefined;
  }
  return answer;
}

function literalOf(value: Bound): Literal | undefined {
  if (!(value instanceof FieldValue)) return undefined;
  return typeof value.value === "object" && value.value !== null ? undefined : (value.value as Literal);
}

function isReference(value: Bound): boolean {
  if (value instanceof FieldValue) return isElementRef(value.value);
  return !(value instanceof SymbolValue || value instanceof EdgeValue || value instanceof BeliefValue);
}

function isOfKind(value: Operand, kind: Operand, view: SpaceView): Truth {
  const name = textOf(kind);
  if (value === undefined || isNull(value) || name === undefined) return undefined;
  const element =
    value instanceof FieldValue && isElementRef(value.value) ? view.element(value.value.id) : value;
  if (element === undefined || !isElement(element)) return false;
  return element.kind === coreKind(name.toLowerCase());
}

/** REGEX with its pattern compiled once where the command gives it. */
function regex(call: FunctionCall, constant: Operand): Implementation {
  const pattern = textOf(constant);
  const at = call.args[1] ?? call;
  if (pattern === undefined)
    return textTest((text, written) => matches(regularExpression(written, at), text));
  const compiled = regularExpression(pattern, at);
  return test(([first]) => {
    const text = textOf(first);
    return text === undefined ? undefined : matches(compiled, text);
  });
}

function matches(pattern: RE2JS, text: string): boolean {
  if (text.length <= LONGEST_TEXT) return pattern.matcher(text).find();
  throw kipError("ResourceExhausted", "REGEX is asked to read a very long text", {
    hint: "Filter on a shorter field, or use CONTAINS.",
    details: { limit: LONGEST_TEXT, found: text.length },
  });
}

function placeOf({ from, to }: SourceRange): SourceRange {
  return { from, to };
}

const TEXT_ONLY = new Set(["CONTAINS", "STARTS_WITH", "ENDS_WITH", "REGEX"]);

function checkConstant(call: FunctionCall, at: number, value: Operand): void {
  if (value === undefined || isNull(value)) return;
  const wrong = (expected: string, code: "TypeMismatch" | "InvalidSyntax" = "TypeMismatch") =>
    kipError(code, `argument ${at + 1} of ${call.name} must be ${expected}`, {
      hint: `Write it as ${expected}.`,
      details: { function: call.name, argument: at + 1, ...placeOf(call.args[at] ?? call) },
    });
  if (TEXT_ONLY.has(call.name) && textOf(value) === undefined) throw wrong("a string");
  if (call.name === "IN" && at === 1 && listOf(value) === undefined) throw wrong("a list, such as [1, 2]");
  if (call.name !== "IS_KIND" || at !== 1) return;
  const name = textOf(value);
  if (name === undefined) throw wrong("a string");
  // Well typed, but no kind there is: a wrong name, as a function's would be.
  if (coreKind(name.toLowerCase()) === null) {
    throw wrong(`one of ${ELEMENT_KINDS.map((kind) => `"${kind}"`).join(", ")}`, "InvalidSyntax");
  }
}
