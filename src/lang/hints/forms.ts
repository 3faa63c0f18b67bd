import { terms } from "../../../grammar/index.js";
import { distinctAdvice } from "../checks/function-advice.js";
import { STATEMENT_WORDS } from "../expected.js";
import { type TokenAt, tokenAt } from "../tokens-at.js";
import type { Place } from "./index.js";
import { valueAt } from "./operand.js";

interface Form {
  /** Whether it is what went wrong at a place. */
  readonly when: (place: Place, word: string, previous: string) => boolean;
  readonly hint: string | ((place: Place) => string);
}

const inPatterns = ({ accepts }: Place): boolean => accepts(terms.FILTER);
const afterVariable = ({ accepts, before }: Place): boolean =>
  before[0]?.kind === "variable" && accepts(terms.BELIEF);

/** Forms of KIP 2.0 that are written nearly right, each with how it is written. */
const FORMS: readonly Form[] = [
  {
    when: (_, word, previous) => word === "DISTINCT" && ["(", ",", "FIND", "BY"].includes(previous),
    hint: ({ text, token }) => distinctAdvice(valueAt(text, token.to) ?? "?x.name"),
  },
  {
    when: ({ expected }, _, previous) => previous === "FILTER" && expected.words.includes('"("'),
    hint: ({ text, token }) => `A condition stands in parentheses: FILTER(${conditionFrom(text, token)}).`,
  },
  {
    when: ({ token }, _, previous) => previous === "FIND" && token.kind !== "end",
    hint: ({ text, token }) =>
      `The outputs stand in parentheses: FIND(${valueAt(text, token.from) ?? "?x"}) WHERE {…}.`,
  },
  {
    when: (_, word, previous) => word === "*" && ["(", ","].includes(previous),
    hint: "Name what is returned or counted: FIND(?x, ?x.name), FIND(COUNT(?x)).",
  },
  {
    when: ({ expected }, word) => word === "AS" && expected.words.includes('","'),
    hint: "Outputs have no names of their own: leave AS out. A row is an array in the order of FIND(…).",
  },
  {
    when: ({ accepts }, word) => word.startsWith("DESCEND") && accepts(terms.DESC),
    hint: "Write DESC.",
  },
  { when: ({ accepts }, word) => word.startsWith("ASCEND") && accepts(terms.ASC), hint: "Write ASC." },
  { when: ({ accepts }, word) => word === "SORT" && accepts(terms.ORDER), hint: "Write ORDER BY …" },
  {
    when: ({ accepts }, word) => ["TOP", "FIRST", "TAKE"].includes(word) && accepts(terms.LIMIT),
    hint: ({ text, token }) => `Write LIMIT ${valueAt(text, token.to) ?? "10"}.`,
  },
  {
    when: ({ before }, word, previous) =>
      word === ")" && previous === "(" && before[1]?.text.toUpperCase() === "FIND",
    hint: "FIND returns at least one thing: FIND(?x) WHERE {…}.",
  },
  {
    when: (_, word, previous) => word === "(" && CLAUSES.has(previous),
    hint: ({ before }) => `Write the value after ${before[0]?.text} without parentheses.`,
  },
  {
    when: (_, word) => word === "RETURN" || word === "RETURNING",
    hint: "What is returned stands first: FIND(?x, ?x.name) WHERE {…}.",
  },
  {
    when: (place, word) => inPatterns(place) && ["AND", "&&", "&"].includes(word),
    hint: "Everything in WHERE {…} holds together: leave it out.",
  },
  {
    when: (place, word) => inPatterns(place) && ["OR", "||", "|"].includes(word),
    hint: "Alternatives are branches: WHERE { … UNION { … } }. Within a condition write FILTER(… || …).",
  },
  {
    when: (place, word) => inPatterns(place) && word === ".",
    hint: "Items inside WHERE {…} are separated by white space: leave the dot out.",
  },
  {
    when: (place, word) => afterVariable(place) && word === ".",
    hint: ({ text, before }) => {
      const [variable] = before;
      const path = variable === undefined ? null : valueAt(text, variable.from);
      return `A condition stands in FILTER(${path ?? "?x.name"} == …); a pattern is ?x {type: "…"} or (?x, "predicate", ?y).`;
    },
  },
  {
    when: (place) =>
      afterVariable(place) && ["string", "word", "parameter", "variable"].includes(place.token.kind),
    hint: ({ before }) => {
      const subject = before[0]?.text ?? "?x";
      return `A pattern is ${subject} {type: "…"} for an element, or (${subject}, "predicate", ?y) for a relation.`;
    },
  },
  {
    when: (_, word, previous) => previous === "WHERE" && word !== "" && word !== "{",
    hint: "Patterns stand in braces: WHERE { … }.",
  },
  {
    when: ({ expected }, word) =>
      word === "{" && expected.words.length === 1 && expected.words[0] === "WHERE",
    hint: "Write WHERE before the {.",
  },
  {
    when: ({ token }, word, previous) =>
      ["SET", "UNSET"].includes(previous) && (word === "{" || token.kind === "string"),
    hint: 'Say what is set: SET ATTRIBUTES {name: …} for what describes it, SET FIELDS {…} for core fields, SET FACET "…" {…}.',
  },
  {
    when: ({ before, expected }, word, previous) =>
      [":", "="].includes(word) &&
      before[0]?.kind === "word" &&
      CLAUSES.has(previous) &&
      !expected.words.includes('":"'),
    hint: ({ token, before }) =>
      `A clause has no ${token.text} after its word: write ${before[0]?.text.toUpperCase()} and then the value.`,
  },
  {
    when: ({ accepts, token }) => accepts(terms.TYPE) && accepts(terms.NAME) && token.kind === "string",
    hint: 'The body holds clauses, not members: TYPE "…" NAME "…" SET ATTRIBUTES {name: …}.',
  },
  {
    when: ({ accepts }, word) =>
      accepts(terms.SET) && ["ATTRIBUTES", "FIELDS", "FACET", "STRUCTURAL"].includes(word),
    hint: ({ token }) => `Write SET before it: SET ${token.text.toUpperCase()} …`,
  },
  {
    when: ({ token }, _, previous) => previous === "." && ["string", "number"].includes(token.kind),
    hint: ({ token }) => {
      const name = token.text.replace(/^"|"$/g, "");
      return token.kind === "string"
        ? `A step after a dot is a bare name; a quoted one stands in brackets: ?x[${JSON.stringify(name)}].`
        : "A path names members; the items of an array have no path.";
    },
  },
  {
    when: ({ token, expected }, _, previous) =>
      previous === "[" && token.kind === "number" && expected.words.includes("a quoted string"),
    hint: 'A path names members, as in ?x["name"]; the items of an array have no path.',
  },
  {
    when: ({ accepts }, word) =>
      accepts(terms.CREATE) && !accepts(terms.FIND) && ["FIND", "SEARCH", "DESCRIBE", "LIST"].includes(word),
    hint: "MUTATE {…} holds statements that write: send this one as an operation of its own.",
  },
  {
    when: ({ before }, word) => before.length === 0 && (word === "SET" || word === "UNSET"),
    hint: "SET and UNSET are parts of a statement: UPDATE :id SET ATTRIBUTES {name: …}.",
  },
  {
    when: ({ before }, word) => before.length === 0 && word === "MATCH",
    hint: 'Reading is FIND: FIND(?x.name) WHERE { ?x {type: "Person"} }.',
  },
  {
    when: ({ before, expected }, _, previous) =>
      expected.words.includes('"("') && (previous === "ASSERT" || before[1]?.text.toUpperCase() === "ASSERT"),
    hint: 'A claim is ASSERT (?subject, "predicate", ?object) {by: …, mode: "stated"}.',
  },
];

const CLAUSES: ReadonlySet<string> = new Set([
  "TYPE",
  "NAME",
  "KEY",
  "LIMIT",
  "CURSOR",
  "MODE",
  "THRESHOLD",
  "TO",
]);

/** How the nearest form of KIP is written. */
export function formHint(place: Place): string | null {
  const word = place.token.text.toUpperCase();
  const previous = place.before[0]?.text.toUpperCase() ?? "";
  const form = FORMS.find(({ when }) => when(place, word, previous));
  if (form === undefined) return null;
  return typeof form.hint === "string" ? form.hint : form.hint(place);
}

const CLAUSE_WORDS: ReadonlySet<string> = new Set(["FILTER", "NOT", "OPTIONAL", "UNION", ...STATEMENT_WORDS]);

/** The rest of a condition that lacks its parentheses, as far as its line goes. */
function conditionFrom(text: string, first: TokenAt): string {
  let end = first.from;
  for (let token = first; token.kind !== "end"; token = tokenAt(text, token.to)) {
    const next = CLAUSE_WORDS.has(token.text) || ["{", "}"].includes(token.text);
    if (next || /[\n\r]/.test(text.slice(end, token.from))) break;
    end = token.to;
    if (end - first.from > 80) return "…";
  }
  return end === first.from ? "…" : text.slice(first.from, end);
}
