import { terms } from "../../../grammar/index.js";
import { distinctAdvice } from "../checks/function-advice.js";
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
    hint: ({ text, token }) => distinctAdvice((valueAt(text, token.to) ?? "?x.name").replace(/^\[|\]$/g, "")),
  },
  {
    when: ({ text, token, expected }, word) =>
      word === "AS" && expected.words.includes('","') && !/^\s*OF\b/i.test(text.slice(token.to)),
    hint: "Outputs have no names: leave AS out.",
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
    when: ({ before, expected }, word, previous) =>
      /^(?:==?|:)$/.test(word) &&
      before[0]?.kind === "word" &&
      before[1]?.text !== "." &&
      CLAUSES.test(previous) &&
      !expected.words.includes('":"'),
    hint: ({ token, before }) =>
      `A clause has no ${token.text} after its word: write ${before[0]?.text.toUpperCase()} and then the value.`,
  },
  {
    when: ({ accepts, token }) => accepts(terms.TYPE) && accepts(terms.NAME) && token.kind === "string",
    hint: 'The body holds clauses, not members: TYPE "…" NAME "…" SET ATTRIBUTES {name: …}.',
  },
  {
    when: ({ before, expected }, _, previous) =>
      expected.words.includes('"("') &&
      previous !== "(" &&
      (previous === "ASSERT" || before[1]?.text.toUpperCase() === "ASSERT"),
    hint: 'A claim is ASSERT (?subject, "predicate", ?object) {by: …, mode: "stated"}.',
  },
];

const CLAUSES = /^(?:TYPE|NAME|KEY|LIMIT|CURSOR|MODE|THRESHOLD|TO|VERSION)$/;

/** How the nearest form of KIP is written. */
export function formHint(place: Place): string | null {
  const word = place.token.text.toUpperCase();
  const previous = place.before[0]?.text.toUpperCase() ?? "";
  const form = FORMS.find(({ when }) => when(place, word, previous));
  if (form === undefined) return null;
  return typeof form.hint === "string" ? form.hint : form.hint(place);
}
