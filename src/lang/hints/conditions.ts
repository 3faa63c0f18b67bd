import { tokenAt } from "../tokens-at.js";
import type { Place } from "./index.js";
import { operandBefore, valueAt } from "./operand.js";

type Rule = (place: Place) => string | null;

/** Advice about conditions written as in other languages. */
export function conditionHint(place: Place): string | null {
  for (const rule of RULES) {
    const hint = rule(place);
    if (hint !== null) return hint;
  }
  return null;
}

const wantsOperator = ({ expected }: Place): boolean => expected.words.includes("an operator");
const wantsOperand = ({ expected }: Place): boolean => expected.words.includes("a function call");

/** Operators that read as two tokens here, by the text around the place where the second fails. */
const SPLIT_OPERATORS: readonly (readonly [first: string, second: string, hint: string])[] = [
  ["<", ">", "Write != for “different from”."],
  ["==", "=", "Write == once: KIP has no ===."],
  ["!=", "=", "Write !=: KIP has no !==."],
  ["!", "!", "Two ! cancel out: leave both out."],
];

const splitOperator: Rule = ({ token, before }) =>
  SPLIT_OPERATORS.find(([first, second]) => first === before[0]?.text && second === token.text)?.[2] ?? null;

/** What stands where an operator is wanted, and what says it in KIP. */
const OPERATORS: Readonly<Record<string, string>> = {
  AND: "&&",
  OR: "||",
  "&": "&&",
  "|": "||",
  "~": "REGEX(text, pattern)",
  "=>": ">=",
  "=<": "<=",
  "=~": "REGEX(text, pattern)",
  IS: "==",
  EQ: "==",
  NEQ: "!=",
  NE: "!=",
  GT: ">",
  GTE: ">=",
  GE: ">=",
  LT: "<",
  LTE: "<=",
  LE: "<=",
};

const operator: Rule = (place) => {
  const { token, text } = place;
  if (!wantsOperator(place)) return null;
  const pair = text.slice(token.from, token.from + 2);
  const written = pair in OPERATORS && token.kind === "symbol" ? pair : token.text;
  const meant = OPERATORS[written.toUpperCase()];
  return meant === undefined ? null : `Write ${meant} instead of ${written}.`;
};

const equals: Rule = (place) => {
  const { token, before, expected } = place;
  const name = before[0]?.text ?? "";
  if (["=", "=="].includes(token.text) && expected.words.includes('":"')) {
    return `A member is written with a colon: ${name}: …`;
  }
  return token.text === "=" && wantsOperator(place)
    ? `Write == to compare: ${operandBefore(place)} == …`
    : null;
};

const isNull: Rule = (place) => {
  if (place.token.text.toUpperCase() !== "IS" || !wantsOperator(place)) return null;
  const words = [];
  for (let at = place.token.to; words.length < 2; ) {
    const next = tokenAt(place.text, at);
    words.push(next.text.toUpperCase());
    at = next.to;
  }
  const operand = operandBefore(place);
  if (words[0] === "NULL") return `Write IS_NULL(${operand}).`;
  return words[0] === "NOT" && words[1] === "NULL" ? `Write IS_NOT_NULL(${operand}).` : null;
};

/** Functions that other languages write between their operands. */
const INFIX: Readonly<Record<string, string>> = {
  IN: "IN",
  CONTAINS: "CONTAINS",
  INCLUDES: "CONTAINS",
  STARTS_WITH: "STARTS_WITH",
  STARTS: "STARTS_WITH",
  ENDS_WITH: "ENDS_WITH",
  ENDS: "ENDS_WITH",
  REGEX: "REGEX",
  MATCHES: "REGEX",
  REGEXP: "REGEX",
  LIKE: "CONTAINS",
  ILIKE: "CONTAINS",
};

const infixFunction: Rule = (place) => {
  const { token, text } = place;
  if (!wantsOperator(place) || token.kind !== "word") return null;
  const negated = token.text.toUpperCase() === "NOT";
  const word = negated ? tokenAt(text, token.to) : token;
  const name = INFIX[word.text.toUpperCase()];
  if (name === undefined)
    return negated ? "Write != for “different from”, and !(…) to negate a condition." : null;
  const value = valueAt(text, word.to) ?? (name === "IN" ? '["a", "b"]' : '"…"');
  const call = /LIKE$/i.test(word.text) ? likeCall(value) : { name, value };
  return `${call.name} is a function: write ${negated ? "!" : ""}${call.name}(${operandBefore(place)}, ${call.value}).`;
};

/** The function a LIKE pattern stands for, by where its % are. */
function likeCall(pattern: string): { name: string; value: string } {
  const inner = /^"(%?)([^%"\\]*)(%?)"$/.exec(pattern);
  if (inner === null) return { name: "CONTAINS", value: pattern };
  const [, before, part, after] = inner;
  const name =
    before === "" && after !== "" ? "STARTS_WITH" : after === "" && before !== "" ? "ENDS_WITH" : "CONTAINS";
  return { name, value: `"${part}"` };
}

const between: Rule = (place) => {
  if (place.token.text.toUpperCase() !== "BETWEEN" || !wantsOperator(place)) return null;
  const operand = operandBefore(place);
  const low = valueAt(place.text, place.token.to) ?? "low";
  return `Write both bounds: ${operand} >= ${low} && ${operand} <= …`;
};

const negation: Rule = (place) =>
  place.token.text.toUpperCase() === "NOT" && wantsOperand(place)
    ? "Write !(…) to negate a condition; NOT {…} in WHERE excludes a pattern."
    : null;

const arithmetic: Rule = (place) =>
  ["+", "-", "*", "/", "%"].includes(place.token.text) && wantsOperator(place)
    ? "A query computes nothing: pass a :parameter."
    : null;

/** `?x.name.startsWith("a")`: the last step of the path was meant as a function. */
const method: Rule = (place) => {
  const [name, dot] = place.before;
  if (place.token.text !== "(" || name?.kind !== "word" || dot?.text !== ".") return null;
  return `Write CONTAINS(${operandBefore(place).replace(/\.\w+$/, "")}, "…"): nothing is called with a dot.`;
};

const arrow: Rule = ({ token, text }) =>
  /^(?:->|::)/.test(text.slice(token.from, token.from + 2))
    ? "A path is written with dots: ?x.attributes.name."
    : null;

/** Two comparisons side by side. What begins like a pattern is one after a condition that is not closed. */
const unjoined: Rule = (place) => {
  const { token, text, expected } = place;
  if (!wantsOperator(place) || token.kind !== "variable" || expected.words.includes('","')) return null;
  return /^(?:\.\w+)*\s*[=!<>]/.test(text.slice(token.to, token.to + 200))
    ? "Join conditions with && (both) or || (either)."
    : null;
};

const RULES: readonly Rule[] = [
  splitOperator,
  isNull,
  infixFunction,
  between,
  arrow,
  operator,
  equals,
  unjoined,
  negation,
  method,
  arithmetic,
];
