import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "../index.js";
import { accepted, blamed, refused } from "../verdict.fixture.js";

const inCommand = (literal: string) => `DESCRIBE TYPE ${literal}`;

function decoded(literal: string): unknown {
  const { symbol } = accepted(inCommand(literal), "DescribeType");
  return symbol.type === "Literal" ? symbol.value : undefined;
}

describe("numbers", () => {
  it("keep their value and their spelling", () => {
    expect(accepted(inCommand("1.50e1"), "DescribeType").symbol).toMatchObject({
      value: 15,
      source: "1.50e1",
    });
  });

  it.each([
    ["0", 0],
    ["-0", -0],
    ["0e5", 0],
    ["0.000", 0],
    ["9007199254740991", 9007199254740991],
    ["-9007199254740991", -9007199254740991],
    ["9007199254740991.0", 9007199254740991],
    ["9.007199254740991e15", 9007199254740991],
    ["90071992547409910e-1", 9007199254740991],
    ["5e-324", 5e-324],
    ["0.1", 0.1],
    ["123456789012345678901234567890e-20", 1234567890.1234567],
  ])("%s is %d", (source, value) => {
    expect(decoded(source)).toBe(value);
  });

  it.each([
    "9007199254740992",
    "-9007199254740992",
    "9007199254740993",
    "9007199254740993.0",
    "9007199254740993e0",
    "9.007199254740993e15",
    "1e16",
    "10000000000000000.5",
    "1e308",
    "1e309",
    "-1e400",
    "1e-400",
    "-0.0000001e-400",
    "01",
    "-01",
    "00",
    "01.5",
  ])("%s is refused, whatever its notation", (source) => {
    expect(blamed(inCommand(source))).toBe(source);
    expect(refused(inCommand(source))).toMatchObject({ code: "InvalidSyntax", hint: expect.any(String) });
  });

  it.each(["1.", ".5", "+1", "1e", "1e+", "0x10", "1_000", "NaN", "Infinity"])(
    "%s is no number",
    (source) => {
      expect(refused(inCommand(source)).code).toBe("InvalidSyntax");
    },
  );

  it("survive being written by JSON", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const portable = !Number.isInteger(value) || Number.isSafeInteger(value);
        const { command } = parse(inCommand(JSON.stringify(value)));
        expect(command !== null).toBe(portable);
        if (portable) expect(decoded(JSON.stringify(value))).toBe(value === 0 ? 0 : value);
      }),
    );
  });
});

describe("strings", () => {
  it("are JSON strings", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (value) => {
        const { command } = parse(inCommand(JSON.stringify(value)));
        expect(command).toMatchObject({ symbol: { value } });
      }),
    );
  });

  it("may hold raw characters beyond ASCII", () => {
    expect(decoded('"é ☃ 😀 \u2028"')).toBe("é ☃ 😀 \u2028");
  });

  it.each([
    ['"\\ud800"', '"\\ud800"'],
    ['"a\\udc00b"', '"a\\udc00b"'],
    ['"\\ude00\\ud83d"', '"\\ude00\\ud83d"'],
    ['"\ud800"', '"\ud800"'],
  ])("%s holds half a character and is refused", (source, part) => {
    expect(blamed(inCommand(source))).toBe(part);
  });

  it("take a surrogate pair in escapes", () => {
    expect(decoded('"\\ud83d\\ude00"')).toBe("😀");
  });

  it.each([
    ['"a\\qb"', "\\q"],
    ['"\\\\\\x41"', "\\x"],
    ['"\\u12"', "\\u12"],
    ['"\\u12G4"', "\\u12"],
    ['"\\\'"', "\\'"],
  ])("%s has an escape that does not exist", (source, sequence) => {
    expect(blamed(inCommand(source))).toBe(sequence);
  });

  it("point at a raw control character and spell its escape", () => {
    const error = refused(inCommand('"a\tb"'));
    expect(error).toMatchObject({ found: "U+0009", hint: "Write \\t." });
  });

  it("do not run over a line end", () => {
    expect(refused(inCommand('"a\nb"')).hint).toContain("\\n");
    expect(refused(inCommand('"never closed')).hint).toContain("double quote");
  });
});

describe("placeholders in strings", () => {
  const warnings = (text: string) => parse(text).diagnostics.filter(({ severity }) => severity === "warning");

  it.each(['":alice"', '"?x"', '"Hello :name, welcome"', '"{{name}}"', `"$${"{name}"}"`])(
    "%s gets a warning",
    (text) => {
      expect(warnings(inCommand(text))).toHaveLength(1);
      expect(parse(inCommand(text)).command).not.toBeNull();
    },
  );

  it("of a command in quotes are bound when it is validated", () => {
    for (const text of ["VALIDATE KQL", "VALIDATE KML", "PREVIEW KML"]) {
      expect(warnings(`${text} "FIND(?x) WHERE { ?x {name: :name} }"`)).toEqual([]);
    }
  });

  it.each([
    '"person:alice"',
    '"at 12:30"',
    '"kip://a@1.0.0/B"',
    '"a ? b : c"',
    '"Note: done"',
    '"smile :)"',
    '"great :D"',
  ])("%s is left alone", (text) => {
    expect(warnings(inCommand(text))).toEqual([]);
  });
});

describe("names in objects", () => {
  it.each([
    'CREATE CONCEPT ?x { TYPE "T" SET ATTRIBUTES {a: 1, a: 2} }',
    'CREATE CONCEPT ?x { TYPE "T" SET ATTRIBUTES {a: 1, "\\u0061": 2} }',
    'CREATE CONCEPT ?x { TYPE "T" SET ATTRIBUTES {o: {a: 1, b: 2, a: 3}} }',
    "FIND(?x) WHERE { ?x {a: 1, a: 1} }",
    "UPDATE :id UNSET ATTRIBUTES {a, b, a}",
  ])("are given once: %s", (text) => {
    expect(refused(text)).toMatchObject({ code: "InvalidSyntax", message: expect.stringContaining("twice") });
  });

  it("may be names that objects inherit", () => {
    const text = 'CREATE CONCEPT ?x { TYPE "T" SET ATTRIBUTES {__proto__: 1, constructor: 2, toString: 3} }';
    const [action] = accepted(text, "CreateConcept").actions;
    expect(action).toMatchObject({
      assignments: [{ name: "__proto__" }, { name: "constructor" }, { name: "toString" }],
    });
  });
});
