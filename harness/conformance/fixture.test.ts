import { describe, expect, it } from "vitest";
import { readFixture } from "./fixture.js";
import { readNotApplicable } from "./not-applicable.js";

const withCase = (entry: unknown) => JSON.stringify({ name: "n", cases: [entry] });

describe("readFixture", () => {
  it("fills in what a fixture may leave out", () => {
    expect(readFixture('{"cases":[{"name":"c","command":"X","expect":{}}]}', "file")).toEqual({
      name: "file",
      packages: [],
      setup: [],
      cases: [{ name: "c", command: "X", ordered: false, expect: {} }],
    });
  });

  it("reads setup commands, captures, parameters, envelopes and several operations", () => {
    const fixture = readFixture(
      JSON.stringify({
        name: "n",
        setup: ["A", { command: "B", params: { p: 1 }, capture: { id: "/0/3" } }],
        cases: [
          {
            name: "c",
            operations: [{ command: "X", op_id: "a" }],
            envelope: { e: 1 },
            expect: { result: null },
          },
        ],
        description: "ignored",
        status: "pending_engine",
      }),
      "file",
    );
    expect(fixture.setup).toEqual([
      { command: "A" },
      { command: "B", params: { p: 1 }, capture: { id: "/0/3" } },
    ]);
    expect(fixture.cases[0]).toMatchObject({
      operations: [{ command: "X", op_id: "a" }],
      envelope: { e: 1 },
    });
    expect(fixture.cases[0]?.expect).toEqual({ result: null });
  });

  it.each([
    ["[]", "JSON object"],
    ["{", "JSON"],
    ["{}", "cases is not an array"],
    ['{"name":1,"cases":[]}', "name"],
    ['{"cases":[],"setup":[{"command":"A","capture":{"x":1}}]}', "setup[0].capture.x"],
    ['{"cases":[],"setup":[7]}', "setup[0]"],
    [withCase({ name: "c", expect: {} }), "cases[0] needs either"],
    [withCase({ name: "c", command: "X", operations: [], expect: {} }), "cases[0] needs either"],
    [withCase({ name: "c", command: "X" }), "cases[0].expect"],
    [withCase({ command: "X", expect: {} }), "cases[0].name"],
    [withCase({ name: "c", command: "X", expect: { results: [] } }), "unknown member results"],
    [withCase({ name: "c", command: "X", expect: { result: [], error: "E" } }), "at once"],
    [withCase({ name: "c", command: "X", expect: { error: 1 } }), "expect.error"],
    [withCase({ name: "c", command: "X", ordered: "yes", expect: {} }), "ordered"],
  ])("says what is wrong with %s", (text, message) => {
    expect(() => readFixture(text, "file")).toThrow(message);
  });
});

describe("readNotApplicable", () => {
  it("gives the reason of a listed case and null for any other", () => {
    const reasonOf = readNotApplicable('{"f":{"c":"because"}}');
    expect(reasonOf("f", "c")).toBe("because");
    expect(reasonOf("f", "d")).toBeNull();
    expect(reasonOf("f", "toString")).toBeNull();
    expect(reasonOf("g", "c")).toBeNull();
    expect(readNotApplicable(null)("f", "c")).toBeNull();
  });

  it("refuses a list of another shape", () => {
    expect(() => readNotApplicable('{"f":["c"]}')).toThrow("f is not an object");
    expect(() => readNotApplicable('{"f":{"c":1}}')).toThrow("f is not an object");
  });
});
