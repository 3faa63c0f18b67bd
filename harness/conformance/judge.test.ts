import { describe, expect, it } from "vitest";
import { type ErrorCode, kipError, type ResponseEnvelope } from "../../src/model/index.js";
import { answerOf, requestOf } from "./exchange.js";
import type { Expectation } from "./fixture.js";
import { judge } from "./judge.js";

const caseThat = (expectation: Expectation, ordered = false) => ({
  name: "c",
  command: "X",
  ordered,
  expect: expectation,
});
const failure = (code: ErrorCode) => ({ error: kipError(code, "no").toShape() });

describe("requestOf", () => {
  it("sends one command with the captured values and its own parameters", () => {
    expect(requestOf({ command: "X", params: { a: 1 } }, { a: 0, b: 2 })).toEqual({
      kip: "2.0",
      operations: [{ command: "X", parameters: { a: 1, b: 2 } }],
    });
  });

  it("sends several operations as they are, and the envelope's members beside them", () => {
    const operations = [
      { command: "X", op_id: "x" },
      { command: "Y", parameters: { a: 3 } },
    ];
    expect(
      requestOf({ operations, params: { a: 1 }, envelope: { execution: { mode: "atomic" } } }, {}),
    ).toEqual({
      kip: "2.0",
      operations: [
        { command: "X", op_id: "x", parameters: { a: 1 } },
        { command: "Y", parameters: { a: 3 } },
      ],
      execution: { mode: "atomic" },
    });
  });
});

describe("answerOf", () => {
  it("is the request's error, else the first operation's error, else its result, else null", () => {
    const { error } = failure("ReferenceError");
    const response = (rest: Partial<ResponseEnvelope>) =>
      answerOf({ kip: "2.0", status: "failed", results: [], ...rest });
    expect(response({ error, results: [{ status: "succeeded", result: 1 }] })).toEqual({ error });
    expect(response({ results: [{ status: "failed", error, result: 1 }] })).toEqual({ error });
    expect(
      response({
        results: [
          { status: "succeeded", result: 1 },
          { status: "failed", error },
        ],
      }),
    ).toEqual({ result: 1 });
    expect(response({ results: [{ status: "no_effect" }] })).toEqual({ result: null });
    expect(response({})).toEqual({ result: null });
  });
});

describe("judge", () => {
  it("asks for success only when nothing is expected", () => {
    expect(judge(caseThat({}), { result: { anything: 1 } }).outcome).toBe("passed");
    expect(judge(caseThat({}), failure("TypeMismatch")).outcome).toBe("failed");
  });

  it("compares the code of an error alone", () => {
    expect(judge(caseThat({ error: "TypeMismatch" }), failure("TypeMismatch")).outcome).toBe("passed");
    expect(judge(caseThat({ error: "TypeMismatch" }), failure("ReferenceError"))).toMatchObject({
      outcome: "failed",
      reason: "ReferenceError where TypeMismatch was expected",
    });
    expect(judge(caseThat({ error: "TypeMismatch" }), { result: null }).outcome).toBe("failed");
  });

  it("skips an unsupported capability unless it was expected", () => {
    expect(judge(caseThat({ result: [] }), failure("UnsupportedCapability")).outcome).toBe("skipped");
    expect(judge(caseThat({ error: "TypeMismatch" }), failure("UnsupportedCapability")).outcome).toBe(
      "skipped",
    );
    expect(
      judge(caseThat({ error: "UnsupportedCapability" }), failure("UnsupportedCapability")).outcome,
    ).toBe("passed");
  });

  it("compares results after normalizing both sides", () => {
    const expected = { result: [["P:<1>", "C:<2>"]] };
    expect(judge(caseThat(expected), { result: [["P-9", "C-4"]] }).outcome).toBe("passed");
    expect(judge(caseThat(expected), { result: [["C-4", "P-9"]] })).toMatchObject({
      outcome: "failed",
      expected,
      actual: { result: [["C:<1>", "P:<2>"]] },
    });
    expect(judge(caseThat({ result: null }), { result: null }).outcome).toBe("passed");
    expect(
      judge(caseThat({ result: { a: 1, extensions: {} } }), { result: { a: 1, tx_id: "t" } }).outcome,
    ).toBe("passed");
  });

  it("minds the order only where the case does", () => {
    expect(judge(caseThat({ result: [1, 2] }), { result: [2, 1] }).outcome).toBe("passed");
    expect(judge(caseThat({ result: [1, 2] }, true), { result: [2, 1] }).outcome).toBe("failed");
  });

  it("accepts more than result_contains asks for", () => {
    const expected = { result_contains: [{ id: "kip:memory-default" }] };
    expect(
      judge(caseThat(expected), { result: [{ id: "other" }, { id: "kip:memory-default", v: 1 }] }).outcome,
    ).toBe("passed");
    expect(judge(caseThat(expected), { result: [{ id: "other" }] }).outcome).toBe("failed");
  });
});

describe("an expected null", () => {
  const nothing = (command: string) => ({ ...caseThat({ result: null }), command });

  it("takes the summary of a state-changing command, which the format leaves to the engine", () => {
    const write = nothing('CREATE CONCEPT ?c {TYPE "Person" NAME "Alice"}');
    expect(judge(write, { result: { created: 1 } }).outcome).toBe("passed");
    expect(judge(write, { result: null }).outcome).toBe("passed");
    expect(judge(write, { result: [1] }).outcome).toBe("failed");
  });

  it("is about the first of several operations, whose answer it is", () => {
    const batch = (...commands: string[]) => {
      const { command: _, ...rest } = caseThat({ result: null });
      return { ...rest, operations: commands.map((command) => ({ command })) };
    };
    const write = 'CREATE CONCEPT ?c {TYPE "Person" NAME "Alice"}';
    expect(judge(batch(write, "DESCRIBE PROTOCOL"), { result: { created: 1 } }).outcome).toBe("passed");
    expect(judge(batch("DESCRIBE PROTOCOL", write), { result: { kip: "2.0" } }).outcome).toBe("failed");
  });

  it("takes nothing but null from a read", () => {
    expect(judge(nothing("DESCRIBE PROTOCOL"), { result: { kip: "2.0" } }).outcome).toBe("failed");
  });
});
