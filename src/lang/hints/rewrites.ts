import { keywordNames } from "../../../grammar/index.js";
import { STATEMENT_WORDS } from "../expected.js";
import { infixCall, JOIN, OPERATORS } from "./conditions.js";
import type { Place } from "./index.js";
import { TABLE } from "./rewrite-table.js";
import { keywordMeant } from "./spelling.js";

/** What is short for a longer pattern: a space for white space, `~` for white space or none. */
const BLOCK = String.raw`\{(?:[^{}]|\{[^{}]*\})*\}`;
const PATTERNS: Readonly<Record<string, string>> = {
  " ": "\\s+",
  "~": "\\s*",
  /** Anything. */
  "%_": "[^]*",
  /** The end of a clause, or the beginning of a block. */
  "%e": "[{})]",
  /** Groups: a variable, a name, a name with quotes or without, a reference, an id, a value, a tuple, an object. */
  "%a": "(\\?\\w+)",
  "%n": "(\\w+)",
  "%w": '"?(\\w+)"?',
  "%r": '("[^"\n]*"|[:?]\\w+)',
  "%s": '("[^"\n]*"|:\\w+)',
  "%i": '("[CPAEX]-\\d+")',
  "%v": "(\"[^\"\n]*\"|'[^'\n]*'|[:?][\\w.]+|-?[\\w.]+)",
  "%t": "(\\([^()]*\\))",
  "%o": "(\\{[^{}]*\\})",
  "%K": "(CONCEPT|PROPOSITION|ASSERTION|EVIDENCE|ACTIVITY)",
  /** A tuple up to the end of a predicate; the arguments of a function are none. */
  "%P": '\\W\\([^()]*,[^()]*["\\w]',
  /** A quotation mark of another language. */
  "%q": "['`“”„‘’«»]",
  /** A path; a block with another in it, and what a block holds, without groups. */
  "%p": '(\\?[\\w.]+(?:\\["[^"\n]*"\\][\\w.]*)*)',
  "%B": BLOCK,
  "%L": STATEMENT_WORDS.join("|"),
  "%Q": `(?:[^{}]|${BLOCK})*?`,
};

const MATCH = 'MATCH {type: "Person", key: "alice"}';
/** What is short for a fragment of KIP in advice. */
const FRAGMENTS: Readonly<Record<string, string>> = {
  "%C": '{by: :actor, mode: "stated"}',
  "%N": 'CREATE CONCEPT ?x { TYPE "Person" NAME "Alice" }',
  "%M": MATCH,
  "%U": `UPSERT CONCEPT ?x { ${MATCH} }`,
  "%A": 'ASSERT (:s, "predicate", :o) {by: :actor, mode: "stated"}',
  "%T": "```",
  "%J": JOIN,
  "%S": 'Write DESCRIBE TYPE "Person" or DESCRIBE PREDICATE "prefers", LIST TYPES or LIST PREDICATES; an element is read with FIND.',
};

type Groups = readonly string[];

const ADVICE: Readonly<Record<string, (before: Groups, from: Groups) => string | null>> = {
  /** A clause that sets one member: a field of every Concept, or an attribute. */
  assignment(_, [, name = "", value]) {
    const plane = /^(?:name|key|aliases|canonical_id)$/.test(name) ? "FIELDS" : "ATTRIBUTES";
    return `Write SET ${plane} {${name}: ${quoted(value)}}.`;
  },
  /** A comparison of a member, where a pattern takes one value. */
  compared([, variable, kind = "concept", name = "", first], [, word = "", value = '"…"']) {
    const path = `${variable}.${/^(?:id|name|key|aliases)$/.test(name) || !/^concept$/i.test(kind) ? "" : "attributes."}${name}`;
    const operator = word.toUpperCase().replace(/^\|+/, "OR");
    const test =
      operator === "OR"
        ? `IN(${path}, [${first}, ${value}])`
        : operator === "IN"
          ? `IN(${path}, ${value})`
          : /^\W/.test(operator)
            ? `${path} ${operator} ${value}`
            : `CONTAINS(${path}, ${quoted(value)})`;
    return `Compare in FILTER(${test}).`;
  },
  /** A condition that only lacks its parentheses, or two that stand side by side. */
  filter: ([, left = ""], [, ...rest]) => `Write FILTER(${spelledOut([left, ...rest].join(" ").trim())}).`,
  /** A function written between its operands, if it is one. */
  infix([, operand], [, not, name = "", value = ""]) {
    const made = infixCall(name.toUpperCase(), value);
    return made === null ? null : `Write ${not ? "!" : ""}${made.replace("(", `(${operand}, `)}.`;
  },
  epistemic: (_, [, name = "", value]) => `Write WITH EPISTEMIC {${name.toLowerCase()}: ${quoted(value)}}.`,
  move(_, [, word = ""]) {
    const state = /^S.A/i.test(word)
      ? "running"
      : word.toLowerCase().replace(/el$/, "ell").replace(/e?$/, "ed");
    return `Write TRANSITION :id TO "${state}"${/^(?:SUP|CORR)/i.test(word) ? " BY :new" : ""}.`;
  },
  ofPath: ([, , path = ""], [, sign, value]) => computed(path, sign, value),
  ofName: ([, target], [, name, sign, value]) => computed(`${target}.attributes.${name}`, sign, value),
  inPlace: ([, target = "", name], [, sign, value]) =>
    computed(`${target.startsWith("?") ? target : "?x"}.attributes.${name}`, sign, value),
  state: (_, [, state = ""]) => `A state is quoted: TO "${state.toLowerCase()}".`,
};

/** What computes a sum or a product in UPDATE. */
function computed(target: string, sign = "", value = ""): string {
  const name = sign === "*" ? "MUL" : "ADD";
  return `Write ${name}(${target}, ${sign === "-" ? "-" : ""}${value}).`;
}

/** A value with double quotes where it has single ones or none. */
function quoted(value = ""): string {
  if (value.startsWith("'")) return JSON.stringify(value.slice(1, -1));
  return /^(?:[?:"[\d-]|(?:true|false|null)$)/.test(value) ? value : JSON.stringify(value);
}

/** A condition with the operators of KIP. */
const spelledOut = (condition = ""): string =>
  condition.replace(/"[^"\n]*"|\b(?:AND|OR|NOT\s)\b|(?<![=<>!])=(?!=)/gi, (part) =>
    part.startsWith('"') ? part : (OPERATORS[part.toUpperCase()] ?? "!"),
  );

interface Rule {
  readonly before: RegExp;
  readonly from: RegExp;
  readonly advice: string;
}

const pattern = (source: string): RegExp =>
  new RegExp(
    source.replace(/[ ~]|%./g, (name) => PATTERNS[name] ?? name),
    "i",
  );

function readRule(line: string): Rule {
  const [before = "", from = "", advice = ""] = line.split("\t");
  return {
    before: pattern(`${/^[A-Z]/.test(before) ? "\\b" : ""}${before}~$`),
    from: pattern(`^${from}`),
    advice: (/^=\w|\.$|^%[JS]$/.test(advice) ? advice : `Write ${advice}.`).replace(
      /%./g,
      (name) => FRAGMENTS[name] ?? name,
    ),
  };
}

let rules: readonly Rule[] | undefined;

/** The longest stretch that is looked at on either side. */
const REACH = 300;

/** The corrected form of what was meant, from what stands on both sides of the place. */
export function rewriteHint(place: Place): string | null {
  if (isMisspelt(place)) return null;
  const { text, token } = place;
  const before = text.slice(Math.max(0, token.from - REACH), token.from);
  const from = text.slice(token.from, token.from + REACH);
  // They are read when the first advice is wanted.
  rules ??= TABLE.slice(1, -1).split("\n").map(readRule);
  for (const rule of rules) {
    const ahead = rule.from.exec(from);
    const behind = ahead && rule.before.exec(before);
    if (!behind) continue;
    const { advice } = rule;
    const made = advice.startsWith("=")
      ? ADVICE[advice.slice(1)]?.(behind, ahead)
      : advice.replace(/([$@])(\d)/g, (_, side, group) => (side === "$" ? behind : ahead)[group] ?? "");
    if (made) return made;
  }
  return null;
}

/** Whether it is a keyword spelt wrong, and neither another one nor one with something added, as in the plural. */
function isMisspelt(place: Place): boolean {
  const keyword = keywordMeant(place);
  const word = place.token.text.toUpperCase();
  return keyword !== null && !word.startsWith(keyword) && ![...keywordNames, "INSERT"].includes(word);
}
