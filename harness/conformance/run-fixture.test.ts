import { describe, expect, it } from "vitest";
import { type JsonObject, type JsonValue, kipError, type ResponseEnvelope } from "../../src/model/index.js";
import { refusedResponse } from "../lines/responses.js";
import { readFixture } from "./fixture.js";
import { readNotApplicable } from "./not-applicable.js";
import { countsText, fixtureReport, fixtureText, suiteReport } from "./report.js";
import type { ResponseCheck } from "./response-check.js";
import { runFixture } from "./run-fixture.js";

interface Run {
  readonly sent: JsonObject[];
  readonly report: Awaited<ReturnType<typeof runFixture>>;
}

/** Runs a fixture against an engine whose commands are the results they answer with, or an error code. */
async function run(
  fixture: object,
  notApplicable = "{}",
  checkResponse: ResponseCheck | null = null,
): Promise<Run> {
  const sent: JsonObject[] = [];
  const send = (text: string): Promise<string> => {
    const request = JSON.parse(text);
    sent.push(request);
    const command: string = request.operations[0].command;
    if (command === "vanish") return Promise.reject(new Error("the page crashed"));
    return Promise.resolve(JSON.stringify(responseTo(command)));
  };
  const report = await runFixture(readFixture(JSON.stringify(fixture), "f"), {
    send,
    notApplicable: readNotApplicable(notApplicable),
    checkResponse,
  });
  return { sent, report };
}

function responseTo(command: string): ResponseEnvelope {
  if (command === "unsupported") return refusedResponse(kipError("UnsupportedCapability", "not yet"));
  if (command === "wrong") return refusedResponse(kipError("TypeMismatch", "wrong"));
  return {
    kip: "2.0",
    status: "succeeded",
    results: [{ status: "succeeded", result: JSON.parse(command) as JsonValue }],
  };
}

const outcomes = ({ report }: Run) => report.cases.map(({ outcome }) => outcome);

describe("runFixture", () => {
  it("runs setup and cases in order, and hands captured values to everything after", async () => {
    const { sent, report } = await run({
      setup: ["1", { command: '[["C-1"]]', capture: { id: "/0/0" } }, { command: "2", params: { own: 1 } }],
      cases: [{ name: "a", command: "[1]", params: { id: "mine" }, expect: { result: [1] } }],
    });
    expect(sent.map(({ operations }) => (operations as JsonObject[])[0]?.parameters)).toEqual([
      {},
      {},
      { id: "C-1", own: 1 },
      { id: "mine" },
    ]);
    expect(report).toMatchObject({ name: "f", passed: 1, failed: 0, skipped: 0 });
  });

  it("fails every case of a fixture whose setup fails, whatever the reason", async () => {
    const cases = [
      { name: "a", command: "1", expect: {} },
      { name: "a", command: "1", expect: {} },
      { name: "n/a", command: "1", expect: {} },
    ];
    for (const setup of ["wrong", "unsupported", "vanish"]) {
      const done = await run({ setup: ["1", setup], cases }, '{"f":{"n/a":"why"}}');
      expect(outcomes(done)).toEqual(["failed", "failed", "skipped"]);
      expect(done.report.error).toContain("setup 2 failed");
      expect(done.sent.length).toBe(2);
    }
    const lost = await run({ setup: [{ command: "[]", capture: { id: "/0" } }], cases: cases.slice(0, 1) });
    expect(lost.report.error).toContain("/0 leads nowhere");
  });

  it("skips what is not applicable by the list only, but sends it", async () => {
    const done = await run(
      {
        cases: [
          { name: "a", command: "1", expect: { result: 2 } },
          { name: "b", command: "1", expect: { result: 2 } },
          { name: "c", command: "unsupported", expect: {} },
        ],
      },
      '{"f":{"a":"because"},"g":{"b":"no"}}',
    );
    expect(outcomes(done)).toEqual(["skipped", "failed", "skipped"]);
    expect(done.report.cases[0]).toMatchObject({ reason: "because" });
    expect(done.sent.length).toBe(3);
  });

  it("fails the cases that are left when the engine goes away", async () => {
    const cases = ["1", "vanish", "1"].map((command) => ({ name: "same", command, expect: {} }));
    const done = await run({ cases });
    expect(outcomes(done)).toEqual(["passed", "failed", "failed"]);
    expect(done.report.error).toBe("the page crashed");
  });

  it("fails a case whose response violates the schemas, and reports one of the setup beside the cases", async () => {
    const check: ResponseCheck = (response) => (JSON.stringify(response).includes("7") ? ["/x: bad"] : []);
    const cases = [
      { name: "a", command: "7", expect: { result: 7 } },
      { name: "b", command: "1", expect: { result: 1 } },
    ];
    const done = await run({ setup: ["7"], cases }, "{}", check);
    expect(done.report.cases.map(({ name, outcome }) => [name, outcome])).toEqual([
      ["setup 1", "failed"],
      ["a", "failed"],
      ["b", "passed"],
    ]);
    expect(done.report.cases[1]).toMatchObject({ reason: expect.stringContaining("/x: bad") });
  });
});

describe("the report", () => {
  it("shows a failing case with its command, what was expected and what came", async () => {
    const { report } = await run({
      cases: [
        { name: "good", command: "1", expect: {} },
        { name: "bad", command: "[1,\n2]", expect: { result: [1, 3] } },
        { name: "later", command: "unsupported", expect: {} },
      ],
    });
    expect(fixtureText(report)).toBe(
      [
        "FAIL  f › bad",
        "      missing 3; not expected 2",
        "      command  [1,",
        "               2]",
        '      expected {"result":[1,3]}',
        '      actual   {"result":[1,2]}',
        "skip  f › later: not yet",
        "f: 1 passed, 1 failed, 1 skipped",
      ].join("\n"),
    );
  });

  it("counts a fixture that cannot be read as one failure, and adds up", () => {
    const unread = fixtureReport("broken", [], "no JSON");
    expect(fixtureText(unread)).toBe("FAIL  broken: no JSON\nbroken: 0 passed, 1 failed, 0 skipped");
    const passed = fixtureReport("good", [{ outcome: "passed", name: "a", command: "X" }]);
    expect(countsText(suiteReport([unread, passed, passed], true))).toBe("2 passed, 1 failed, 0 skipped");
  });

  it("does not print results without end", () => {
    const actual = Array.from({ length: 500 }, (_, index) => `row ${index}`);
    const text = fixtureText(
      fixtureReport("f", [{ outcome: "failed", name: "a", command: "X", reason: "r", actual }]),
    );
    expect(text.split("\n").length).toBeLessThan(70);
    expect(text).toContain("--json");
  });
});
