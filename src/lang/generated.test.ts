import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { format, parse } from "./index.js";

const word = fc.constantFrom("a", "name", "type", "limit", "_x1", "FIND", "null_", "order");
const variable = fc.constantFrom("?x", "?y", "?z");
const parameter = word.map((name) => `:${name}`);
const text = fc.oneof(
  fc.constantFrom('"T"', '"a b"', '""', '"\\u00e9 \\" \\\\"'),
  fc.string({ maxLength: 6 }).map((value) => JSON.stringify(value)),
);
const number = fc
  .oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }))
  .map(String);
const literal = fc.oneof(text, number, fc.constantFrom("true", "false", "null"));
const scalar = fc.oneof(literal, parameter);
const listed = (items: readonly string[]): string => items.join(", ");
const unique = (items: fc.Arbitrary<string>, value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .uniqueArray(fc.tuple(items, value), { maxLength: 3, selector: ([name]) => name })
    .map((members) => `{${listed(members.map(([name, given]) => `${name}: ${given}`))}}`);

const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }).map((items) => `[${listed(items)}]`),
    unique(word, tie("value")),
  ),
}));

const path = fc
  .tuple(
    variable,
    fc.array(
      fc.oneof(
        word.map((name) => `.${name}`),
        text.map((key) => `[${key}]`),
      ),
      { maxLength: 3 },
    ),
  )
  .map(([root, steps]) => root + steps.join(""));

const call = (operand: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    operand.map((one) => `IS_NULL(${one})`),
    fc.tuple(operand, operand).map(([one, other]) => `contains(${one}, ${other})`),
    fc
      .tuple(operand, fc.array(value, { maxLength: 3 }))
      .map(([one, items]) => `IN(${one}, [${listed(items)}])`),
  );

/** Expressions with parentheses wherever the grammar asks for them, and here and there where it does not. */
const { expression } = fc.letrec<{ expression: string; operand: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    tie("operand"),
    fc
      .tuple(tie("operand"), fc.constantFrom("==", "!=", "<", ">=", "&&", "||"), tie("operand"))
      .map((parts) => parts.join(" ")),
    fc.array(tie("operand"), { minLength: 2, maxLength: 4 }).map((operands) => operands.join(" && ")),
    fc.tuple(tie("operand"), tie("operand"), tie("operand")).map(([a, b, c]) => `${a} || ${b} && ${c} == 1`),
  ),
  operand: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    path,
    scalar,
    call(fc.oneof(path, scalar)),
    tie("expression").map((inner) => `(${inner})`),
    tie("expression").map((inner) => `!(${inner})`),
    number.map((digits) => `-(${digits})`),
    path.map((inner) => `-${inner}`),
  ),
}));

const { term } = fc.letrec<{ term: string }>((tie) => ({
  term: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    variable,
    scalar,
    unique(word, fc.oneof(scalar, variable)),
    fc.tuple(tie("term"), text, tie("term")).map(([s, p, o]) => `(${s}, ${p}, ${o})`),
    scalar.map((id) => `(id: ${id})`),
  ),
}));

const predicate = fc.oneof(
  text,
  parameter,
  variable,
  fc
    .tuple(text, fc.constantFrom("{2}", "{0,3}", "{1,}", ' | "q"', ' | "q"{2} | :r'))
    .map((parts) => parts.join("")),
);

const { clause } = fc.letrec<{ clause: string }>((tie) => ({
  clause: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    fc
      .tuple(variable, fc.constantFrom("", "CONCEPT ", "evidence ", "ASSERTION "), unique(word, term))
      .map(([v, k, o]) => `${v} ${k}${o}`),
    fc.tuple(term, predicate, term).map(([s, p, o]) => `(${s}, ${p}, ${o})`),
    fc.tuple(variable, term, text, term).map(([e, s, f, t]) => `${e} structural (${s}, ${f}, ${t})`),
    fc.tuple(variable, term, text, term).map(([b, s, p, o]) => `${b} BELIEF (${s}, ${p}, ${o})`),
    fc.tuple(variable, term, text).map(([b, s, p]) => `${b} belief slot (${s}, ${p})`),
    fc.tuple(variable, scalar, scalar).map(([v, q, n]) => `${v} SEARCH CONCEPT ${q} LIMIT ${n}`),
    expression.map((condition) => `FILTER(${condition})`),
    fc
      .tuple(fc.constantFrom("not", "OPTIONAL", "Union"), fc.array(tie("clause"), { maxLength: 3 }))
      .map(([kind, clauses]) => `${kind} { ${clauses.join(" ")} }`),
  ),
}));

const where = fc
  .array(clause, { maxLength: 5 })
  .map((clauses) => `{ ?x {} ?y {} ?z {} ${clauses.join("\n")} }`);

const query = fc
  .tuple(
    fc.array(
      fc.oneof(
        path,
        path.map((of) => `count(distinct ${of})`),
        expression,
      ),
      { minLength: 1, maxLength: 3 },
    ),
    where,
    fc.tuple(
      fc.constantFrom("", " AS OF SEQ 3", " as of seq :s"),
      fc.oneof(
        fc.constant(""),
        unique(word, value).map((options) => ` WITH EPISTEMIC ${options}`),
      ),
      fc.oneof(
        fc.constant(""),
        path.map((key) => ` order by ${key} desc`),
      ),
      fc.constantFrom("", " LIMIT 5", " limit :n"),
    ),
  )
  .map(([outputs, block, clauses]) => `find(${listed(outputs)}) where ${block}${clauses.join("")}`);

const statement = fc.oneof(
  unique(word, value).map((attributes) => `create evidence ?e@ { set fields ${attributes} }`),
  fc.tuple(term, text, term).map(([s, p, o]) => `ENSURE PROPOSITION (${s}, ${p}, ${o})`),
  fc
    .tuple(parameter, unique(word, value), where)
    .map(([id, set, block]) => `UPDATE ${id} set attributes ${set} WHERE ${block} limit 3`),
  fc
    .tuple(parameter, fc.constantFrom("retracted", "archived"))
    .map(([id, state]) => `TRANSITION ${id} TO "${state}"`),
  unique(word, value).map((set) => `set retention :r ${set}`),
);

const block = fc
  .array(statement, { maxLength: 5 })
  .map(
    (statements) => `mutate { ${statements.map((one, at) => one.replace("@", String(at))).join("\n\n")} }`,
  );

/** A command without the places of its nodes. */
function meaning(command: unknown): unknown {
  return JSON.parse(
    JSON.stringify(command, (key, node) => (["from", "to", "nameRange"].includes(key) ? undefined : node)),
  );
}

function roundTrip(program: string): void {
  const laidOut = format(program);
  expect(laidOut, program).not.toBeNull();
  const [before, after] = [parse(program), parse(laidOut ?? "")];
  expect(meaning(after.command), laidOut ?? "").toEqual(meaning(before.command));
  expect(after.diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual(
    before.diagnostics.map(({ code, message }) => `${code} ${message}`),
  );
  expect(format(laidOut ?? "")).toBe(laidOut);
}

/** Properties take their time on a machine that does other work too. */

describe("generated programs", () => {
  it("that read mean the same after formatting", () => {
    fc.assert(fc.property(query, roundTrip), { numRuns: 150 });
  });

  it("that write mean the same after formatting", () => {
    fc.assert(fc.property(block, roundTrip), { numRuns: 150 });
  });

  it("are mostly legal, so that the properties above say something", () => {
    const samples = [...fc.sample(query, 200), ...fc.sample(block, 200)];
    const legal = samples.filter((program) => parse(program).command !== null);
    expect(legal.length).toBeGreaterThan(60);
  });
});
