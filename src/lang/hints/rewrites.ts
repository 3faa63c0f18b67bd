import type { Place } from "./index.js";
import { keywordMeant } from "./spelling.js";

/**
 * What other languages, and quick readers, write, and its correct form: a pattern for the text right before the token
 * that does not fit, one for the text from it on, and the advice, in which `$1` is a group of the first pattern and `@1`
 * one of the second. `=name` stands for what a function makes of the groups. The first rule that fits holds.
 */
const TABLE = String.raw`
# Statements that write.
(UPDATE|PURGE|TRANSITION|RETENTION|PAYLOAD|SUPERSEDING|INTO|(?<!ORDER )BY) ⇒ %n %r ⇒ Leave @1 out: $1 @2.
UPDATE ⇒ %n SET ⇒ Write UPDATE ?x SET … WHERE { ?x {type: "@1", key: :key} }.
CONFIRM ⇒  ⇒ Write CONFIRM "PURGE".
POLICY ⇒ \w ⇒ Write REFERENCE POLICY "deny_if_referenced".
PURGE PAYLOAD %r.* ⇒ REFERENCE ⇒ The element stays: PURGE PAYLOAD $1 CONFIRM "PURGE".
PURGE [^{]*(?:%B[^{]*)? ⇒ (?:\w+~)?$ ⇒ Write CONFIRM "PURGE".
UNSET ⇒ (?!FIELDS)%w~(?:[,\s]|$) ⇒ Write UNSET ATTRIBUTES {@1}.
UNSET (ATTRIBUTES|FACET %r) ⇒ \[([^\]]*)\] ⇒ Write UNSET $1 {@1}.
UNSET (ATTRIBUTES|FACET %r) ⇒ (\w+(?:,~\w+)*) ⇒ Write UNSET $1 {@1}.
UNSET (ATTRIBUTES|FACET "\w+")~\{~%w ⇒ : ⇒ Write UNSET $1 {$2}.
MERGE CONCEPT %r ⇒ (?:WITH|AND|TO|,)~%r ⇒ Write MERGE CONCEPT $1 INTO @1.
MERGE ⇒ \( ⇒ Write %U.
SET(?: ATTRIBUTES| FIELDS)? ⇒ (?:\?\w+\.(?:attributes\.)?)?%w~[=:]~%v ⇒ =assignment
(?:UPDATE %r|SET) ⇒ \{~%w~:~%v ⇒ =assignment
UPDATE %a ⇒ (WHERE~%B)~((?:UN)?SET\b%_\})~$ ⇒ Write UPDATE $1 @2 @1.
UPDATE %a%_[{,]~%w~: ⇒ %n~([-+*])~([\w.]+) ⇒ =ofName
[{,]~%w~:~(\?[\w.]+(?:\["[^"]*"\][\w.]*)?) ⇒ ([-+*])~([\w.]+) ⇒ =ofPath
TRANSITION %r ⇒ SET (?:STATE|STATUS)\W*%n ⇒ Write TRANSITION $1 TO "@1".
TRANSITION\b%_ ⇒ WITH %r ⇒ Write BY @1.
TRANSITION %r TO ⇒ %n ⇒ =state
SET RETENTION ⇒ (?:OF|FOR|ON) %r ⇒ Write SET RETENTION @1 {…}.
SET RETENTION ⇒ %o \w+ %r ⇒ Write SET RETENTION @2 @1.
UPDATE %r%_[{,]~%w ⇒ ([-+*])=~([\w.]+) ⇒ =inPlace
# Claims.
ASSERT~(?:\?\w+ )?%t(?:~\{[^{}]*\})? ⇒ BY %r ⇒ Whose claim it is stands in braces: {by: @1, mode: "stated"}.
ASSERT~(?:\?\w+ )?%t ⇒ WITH\b ⇒ Leave WITH out.
ASSERT~(?:\?\w+ )?%t ⇒  ⇒ Whose claim it is stands in braces: %C.
ASSERT\b%_\} ⇒ SUPERSED\w+~%r ⇒ Write SUPERSEDING @1.
ASSERT\b%_\} ⇒ WHERE\b ⇒ No WHERE here: MUTATE { %U ASSERT (?x, "knows", :o) {by: ?x, mode: "stated"} }.
\(~%v,~%v ⇒ \) ⇒ A statement has three parts: ($1, $2, :object).
(\(~%v,~%v,~%v) ⇒ , ⇒ A statement has three parts: $1).
CREATE ⇒ PROPOSITION (\?\w+ )?%t ⇒ Write ENSURE PROPOSITION @1@2.
(?:CREATE|UPSERT) ⇒ (?:RELATION\w*|LINK|EDGE|FACT|CLAIM) %t ⇒ Write ASSERT @1 %C.
CREATE ASSERTION %a ⇒ %t ⇒ Write ASSERT $1 @1 %C.
proposition"?~: ⇒ %t ⇒ Write ENSURE PROPOSITION ?p @1 and proposition: ?p.
ASSERT ⇒ NOT~%t ⇒ A denial is ASSERT @1 with stance: "reject".
(ASSERT~[^{]*), ⇒ \[~%r ⇒ Write one for each: $1, @1) {…}.
# Creations.
CREATE ⇒ \((\w*):%n ⇒ Write CREATE CONCEPT ?x { TYPE "@2" NAME "…" }.
\bCREATE(?: CONCEPT)? ⇒ TYPE %r ⇒ Write DEFINE CONCEPT TYPE @1.
\bCREATE(?: CONCEPT)? ⇒ PREDICATE %r ⇒ Write DEFINE PREDICATE @1.
CREATE CONCEPT %a ⇒ :~%w ⇒ Write CREATE CONCEPT $1 { TYPE "@1" }.
(?:UPSERT|ENSURE) ⇒ (?!PROP)%n %a ⇒ Write %U.
CREATE ⇒ %n %a ⇒ Write CREATE CONCEPT @2 { TYPE "@1" }.
CREATE(?: CONCEPT)? ⇒  ⇒ Write %N.
UPSERT CONCEPT ⇒  ⇒ Write %U.
UPSERT CONCEPT \?\w+~\{ ⇒ (?:KEY\b|TYPE\b|\{) ⇒ Write %M.
UPSERT CONCEPT\b%_ ⇒ NAME %v ⇒ Write SET FIELDS {name: @1}.
CREATE CONCEPT\b%_ ⇒ KEY %v ⇒ Write SET FIELDS {key: @1}.
⇒ CLIENT_KEY %v ⇒ Write CLIENT KEY @1.
CREATE EVIDENCE \?\w+~\{[^{}]* ⇒ "?\w ⇒ Write SET FIELDS {evidence_class: "user_statement", payload: :payload}.
[^t\s] ⇒ (?:(?:WITH|ADD|PUT) )?(ATTRIBUTES|FIELDS|FACET|STRUCTURAL)\b ⇒ Write SET @1.
SET STRUCTURAL~\{ ⇒ %w~:~%r ⇒ Write SET STRUCTURAL {("@1", @2)}.
SET ⇒ FACETS~\{~%w~:~%o ⇒ Write SET FACET "@1" @2.
DEFINE ⇒ (?:TYPE|CLASS|ENTITY) %r ⇒ Write DEFINE CONCEPT TYPE @1.
DEFINE CONCEPT ⇒ %r ⇒ Write DEFINE CONCEPT TYPE @1.
DEFINE (?:PREDICATE|CONCEPT TYPE) %r ⇒  ⇒ Write {description: "…"}.
DEFINE ⇒ \w+(?: TYPE)? %r ⇒ Write DEFINE PREDICATE @1.
# Queries.
%e~%a(?: CONCEPT)? ⇒ (?:(?:IN|IS|ISA|A|TYPE|OF) )?(?!IS\b|IN\b|NOT\b):?"?([A-Z]\w*)"?~(?:[.{}]|$) ⇒ Write $1 {type: "@1"}.
%e~%a ⇒ ==?~%r ⇒ Write $1 {id: @1}.
%e~%a ⇒ %w %a ⇒ Write ($1, "@1", @2).
WHERE\b%_%e ⇒ %r~\{ ⇒ Write ?x {id: @1}.
PROPOSITION ⇒ \{~id~:~%r~\} ⇒ Write (id: @1).
PROPOSITION(?: \?\w+)? ⇒ \{ ⇒ A Proposition is a tuple: (:subject, "predicate", :object).
(?:"|:\w+) ⇒ [*+], ⇒ Write bounds: {1,5}.
\(~%v, ⇒ \[~("\w+"),~("\w+") ⇒ Write @1 | @2.
⇒ (EPISTEMIC~\{) ⇒ Write WITH @1…}.
\(?%a ⇒ \)?~<?-\[(?:\w*:)?%w\]-?>?~\(?\??(\w*) ⇒ Write ($1, "@1", ?@2).
WHERE\b%_ ⇒ %K %a~%o ⇒ Write @2 @1 @3.
WHERE\b%_ ⇒ (BELIEF(?: SLOT)?) %a~%t ⇒ Write @2 @1 @3.
WHERE\b%_%e ⇒ (BELIEF(?: SLOT)?~%t|SEARCH [^{}]*[^{}\s]) ⇒ Write ?x @1.
WHERE~\{ ⇒ (\{~\w+~:[^{}]*\}) ⇒ Write ?x @1.
(\?\w+ BELIEF SLOT \(~%v,~%v) ⇒ , ⇒ A slot has no object: $1).
%a ⇒ (?:BELIEF_)?SLOT\b ⇒ Write $1 BELIEF SLOT (:subject, "predicate").
%a ASSERTION ⇒ %t ⇒ Write ?p @1 $1 ASSERTION {proposition: ?p}.
(NOT|OPTIONAL) ⇒ (?:EXISTS |MATCH )?%t ⇒ Write $1 { @1 }.
(NOT|OPTIONAL) ⇒ EXISTS~%o ⇒ Write $1 @1.
%a~%n?~\{[^{}]*?%w~:~%v? ⇒ ((?:CONTAINS|LIKE|IN|OR)\b|[<>]=?|!=)~(\[[^\]]*\]|[^\s,{}]+) ⇒ =compared
FIND~\([^()]*\) ⇒ FROM %w ⇒ Write WHERE { ?x {type: "@1"} }.
ORDER BY ⇒ (DESC|ASC)\w*~(\?[\w.]+) ⇒ Write ORDER BY @2 @1.
LIMIT %v ⇒ (ORDER BY [^{}\n]*[^{}\s]) ⇒ Write @1 LIMIT $1.
LIMIT %v ⇒ , ⇒ LIMIT takes one number; the next page is CURSOR :next_cursor.
AS OF ⇒ ("\d[^"]*") ⇒ For when it was true write FOR TIME @1; what was held is AS OF SEQ :seq.
FILTER ⇒ ([^{}(\n][^{}\n]*?)~(?:\}|\n|(?:FILTER|NOT|OPTIONAL|UNION)\b|$) ⇒ Write FILTER(@1).
FIND~\( ⇒ \) ⇒ Write FIND(?x) WHERE {…}.
FIND ⇒ (\?[\w.]+) ⇒ Write FIND(@1) WHERE {…}.
FIND ⇒ (?!DISTINCT)\w ⇒ Write FIND(?x) WHERE {…}.
[(,] ⇒ \* ⇒ Write FIND(?x, ?x.name) or FIND(COUNT(?x)).
⇒ (DESC|ASC)END\w* ⇒ Write @1.
⇒ SORT\b ⇒ Write ORDER BY.
⇒ (?:TOP|FIRST|TAKE) (\d+) ⇒ Write LIMIT @1.
⇒ RETURN ⇒ Write FIND(?x, ?x.name) WHERE {…}.
WHERE ⇒ [^{\s] ⇒ Write WHERE { … }.
FIND~\([^{}]*\) ⇒ \{ ⇒ Write WHERE before the {.
BELIEF ⇒ %a ⇒ Write BELIEF (@1).
^ ⇒ BELIEF~%t ⇒ Write FIND(?b.status) WHERE { ?b BELIEF @1 }.
\}~\} ⇒ (FILTER~\(.*\)) ⇒ It stands inside WHERE: … @1 }.
[(,] ⇒ (COUNT|SUM|AVG|MIN|MAX)~(\?[\w.]+) ⇒ Write @1(@2).
# Looking around.
SEARCH ⇒ (?:FOR |\w+S )?%r ⇒ Write SEARCH CONCEPT @1.
SEARCH\b.* ⇒ (?:IN )?((?:TYPE|PREDICATE) %r) ⇒ Write WITH @1.
DESCRIBE ⇒ (TYPES|PREDICATES|FACETS)\b ⇒ Write LIST @1.
DESCRIBE ⇒ (?:\w+ )?%i ⇒ Write FIND(?x) WHERE { ?x {id: @1} }.
DESCRIBE ⇒ (?:SELF|ME|IDENTITY)\b ⇒ Write DESCRIBE PRIMER.
DESCRIBE ⇒ %w~$ ⇒ Write DESCRIBE TYPE "@1" or DESCRIBE PREDICATE "@1".
LIST ⇒ \w ⇒ Write LIST TYPES, or read elements: FIND(?x) WHERE { ?x CONCEPT {} } LIMIT 20.
^ ⇒ (?:UN)?SET\b ⇒ Write UPDATE :id SET ATTRIBUTES {…}.
^ ⇒ SHOW %n ⇒ Write LIST @1.
^ ⇒ (?:GET|READ|FETCH|LOAD|SHOW) %i ⇒ Write FIND(?x) WHERE { ?x {id: @1} }.
^ ⇒ (?:QUERY|GET|READ|FETCH|LOAD|SELECT|MATCH)\b ⇒ Reading is FIND: FIND(?x.name) WHERE { ?x {type: "Person"} }; a relation: (?x, "knows", ?y).
HISTORY ⇒ (?:OF )?%r ⇒ Write HISTORY ELEMENT @1.
HISTORY\b.* ⇒ (?:SINCE|AFTER|FROM)~(\d+) ⇒ Write FROM SEQ @1.
CHANGES ⇒ (?:FROM |SEQ )?(\d+|:\w+) ⇒ Write CHANGES AFTER SEQ @1.
`;

/** What is short for a longer pattern: a space for white space, `~` for white space or none. */
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
  "%i": '("[CPAEX]-\\d+")',
  "%v": "(\"[^\"\n]*\"|'[^'\n]*'|[:?][\\w.]+|-?[\\w.]+)",
  "%t": "(\\([^()]*\\))",
  "%o": "(\\{[^{}]*\\})",
  "%K": "(CONCEPT|PROPOSITION|ASSERTION|EVIDENCE|ACTIVITY)",
  "%B": "\\{(?:[^{}]|\\{[^{}]*\\})*\\}",
};

const MATCH = 'MATCH {type: "Person", key: "alice"}';
/** What is short for a fragment of KIP in advice. */
const FRAGMENTS: Readonly<Record<string, string>> = {
  "%C": '{by: :actor, mode: "stated"}',
  "%N": 'CREATE CONCEPT ?x { TYPE "Person" NAME "Alice" }',
  "%M": MATCH,
  "%U": `UPSERT CONCEPT ?x { ${MATCH} }`,
};

type Groups = readonly string[];

const ADVICE: Readonly<Record<string, (before: Groups, from: Groups) => string>> = {
  /** A clause that sets one member: a field of every Concept, or an attribute. */
  assignment(_, [, name = "", value]) {
    const plane = /^(?:name|key|aliases|canonical_id)$/.test(name) ? "FIELDS" : "ATTRIBUTES";
    return `Write SET ${plane} {${name}: ${quoted(value)}}.`;
  },
  /** A comparison of a member, where a pattern takes one value. */
  compared([, variable, kind = "concept", name = "", first], [, word = "", value = '"…"']) {
    const path = `${variable}.${/^(?:id|name|key|aliases)$/.test(name) || !/^concept$/i.test(kind) ? "" : "attributes."}${name}`;
    const operator = word.toUpperCase();
    const calls: Readonly<Record<string, string>> = {
      OR: `IN(${path}, [${first}, ${value}])`,
      IN: `IN(${path}, ${value})`,
    };
    const test = /^\W/.test(operator)
      ? `${path} ${operator} ${value}`
      : `CONTAINS(${path}, ${quoted(value)})`;
    return `Compare in FILTER(${calls[operator] ?? test}).`;
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
  const [before = "", from = "", advice = ""] = line.split("⇒").map((part) => part.trim());
  return {
    before: pattern(`${/^[A-Z]/.test(before) ? "\\b" : ""}${before}~$`),
    from: pattern(`^${from}`),
    advice: advice.replace(/%./g, (name) => FRAGMENTS[name] ?? name),
  };
}

const rules: Rule[] = [];

/** The rules, read when the first advice is wanted. Lines with `#` are headings. */
function allRules(): readonly Rule[] {
  if (rules.length === 0)
    rules.push(
      ...TABLE.split("\n")
        .filter((line) => /^[^#]/.test(line))
        .map(readRule),
    );
  return rules;
}

/** The longest stretch that is looked at on either side. */
const REACH = 300;

/** The corrected form of what was meant, from what stands on both sides of the place. */
export function rewriteHint(place: Place): string | null {
  if (isMisspelt(place)) return null;
  const { text, token } = place;
  const before = text.slice(Math.max(0, token.from - REACH), token.from);
  const from = text.slice(token.from, token.from + REACH);
  for (const rule of allRules()) {
    const ahead = rule.from.exec(from);
    const behind = ahead && rule.before.exec(before);
    if (!behind) continue;
    const { advice } = rule;
    return (
      ADVICE[advice.slice(1)]?.(behind, ahead) ??
      advice.replace(/([$@])(\d)/g, (_, side, group) => (side === "$" ? behind : ahead)[group] ?? "")
    );
  }
  return null;
}

/** Whether it is a keyword spelt wrong, apart from one in the plural: that is another word elsewhere. */
function isMisspelt(place: Place): boolean {
  const keyword = keywordMeant(place);
  return keyword !== null && ![`${keyword}S`, "TRANSACTION"].includes(place.token.text.toUpperCase());
}
