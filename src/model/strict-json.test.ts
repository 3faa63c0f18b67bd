import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KipError } from "./errors.js";
import { decodeJson } from "./strict-json.js";

const decode = (text: string) => decodeJson(text, { what: "the text", hint: "Send JSON." });

function codeOf(text: string): string {
  try {
    decode(text);
    return "accepted";
  } catch (thrown) {
    if (thrown instanceof KipError) return thrown.code;
    throw thrown;
  }
}

describe("decodeJson", () => {
  it("decodes every JSON value as JSON.parse does", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        fc.pre(codeOf(text) === "accepted");
        expect(decode(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it("accepts every portable number, however it is spelled", () => {
    for (const token of [
      "0",
      "-0",
      "0e5",
      "0.000",
      "9007199254740991",
      "-9007199254740991",
      "9007199254740991.0",
    ]) {
      expect([token, codeOf(`{"a":${token}}`)]).toEqual([token, "accepted"]);
    }
    for (const token of ["90071992547409910e-1", "0.1", "1e3", "5e-324", "9007199254740990.6"]) {
      expect([token, codeOf(`[${token}]`)]).toEqual([token, "accepted"]);
    }
  });

  it("refuses numbers by their source digits, in every notation", () => {
    for (const token of [
      "9007199254740992",
      "9007199254740993",
      "-9007199254740993",
      "9007199254740993.0",
      "9.007199254740993e15",
      "1e400",
      "-1e400",
      "1e16",
      "1e-400",
      "0.00001e-330",
      "100000000000000000000000000000000",
    ]) {
      expect([token, codeOf(`{"a":[${token}]}`)]).toEqual([token, "ConstraintViolation"]);
    }
  });

  it("does not take digits inside strings for numbers", () => {
    expect(codeOf('{"a":"1e400","9007199254740993":"\\"9007199254740993"}')).toBe("accepted");
  });

  it("refuses a key written twice in one object, and only there", () => {
    expect(codeOf('{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}')).toBe("accepted");
    expect(codeOf('{"a":1,"a":1}')).toBe("InvalidRequestEnvelope");
    expect(codeOf('{"x":{"a":1 , "b":2, "a" : 1}}')).toBe("InvalidRequestEnvelope");
    expect(codeOf('{"a":1,"\\u0061":2}')).toBe("InvalidRequestEnvelope");
    expect(codeOf('{"__proto__":1,"constructor":2,"toString":3}')).toBe("accepted");
    expect(codeOf('{"a":"a","b":"a"}')).toBe("accepted");
    expect(codeOf('["a","a"]')).toBe("accepted");
  });

  it("refuses what is no JSON", () => {
    for (const text of [
      "",
      "{",
      "nul",
      "{'a':1}",
      '{"a":1,}',
      "01",
      "+1",
      "NaN",
      "1 2",
      '"\u0000"',
      "[1]x",
    ]) {
      expect([text, codeOf(text)]).toEqual([text, "InvalidRequestEnvelope"]);
    }
  });

  it("refuses absurd nesting instead of overflowing", () => {
    expect(codeOf("[".repeat(70) + "]".repeat(70))).toBe("accepted");
    expect(codeOf("[".repeat(100_000) + "]".repeat(100_000))).toBe("ResourceExhausted");
  });

  it("takes strings of many megabytes", () => {
    const text = JSON.stringify({ a: '"\\x'.repeat(3_000_000) });
    expect(codeOf(text)).toBe("accepted");
  });

  it("says where the trouble is and what to do", () => {
    try {
      decode('{"limit": 1e400}');
      expect.unreachable();
    } catch (thrown) {
      expect(thrown).toMatchObject({
        hint: expect.stringContaining("strings"),
        details: { found: "1e400", position: 10 },
      });
    }
  });
});
