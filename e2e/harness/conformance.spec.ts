import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { projectRoot } from "../../harness/paths.js";
import { runToEnd } from "./command-process.js";

test.setTimeout(300_000);

const suite = join(projectRoot, "../shared/conformance/engine-suite");
const lastLine = (stdout: string) => stdout.trimEnd().split("\n").at(-1);

let folder = "";
test.beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "kip-fixtures-")), "fixtures");
  mkdirSync(folder);
});
test.afterEach(() => {
  rmSync(join(folder, ".."), { recursive: true, force: true });
});

const write = (name: string, content: unknown) =>
  writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));

const people = {
  name: "people",
  setup: [
    'CREATE CONCEPT ?p { TYPE "Person" NAME "Ada" }',
    { command: 'FIND(?p.id) WHERE { ?p CONCEPT {name: "Ada"} }', capture: { ada: "/0" } },
  ],
  cases: [
    {
      name: "found",
      command: 'FIND(?p.id) WHERE { ?p CONCEPT {type: "Person"} }',
      expect: { result: ["C:<1>"] },
    },
    {
      name: "captured",
      command: "FIND(?p.name) WHERE { ?p CONCEPT {id: :ada} }",
      expect: { result: ["Ada"] },
    },
  ],
};

for (const fixture of ["reads", "core-truth-neutrality", "lifecycle"]) {
  test(`the fixture ${fixture} passes whole`, async () => {
    if (!existsSync(suite)) console.info("skipped: no ../shared");
    test.skip(!existsSync(suite), "skipped: no ../shared");
    const ended = await runToEnd("conformance", [suite, "--only", fixture]);
    expect(lastLine(ended.stdout), ended.stdout).toMatch(/^[1-9][0-9]* passed, 0 failed, 0 skipped$/);
    expect(ended.code).toBe(0);
  });
}

test("each fixture gets a fresh Nexus, and all that pass make exit code 0", async () => {
  write("a.json", people);
  write("b.json", { ...people, name: "again" });
  const ended = await runToEnd("conformance", [folder]);
  expect(ended.stdout).toBe(
    [
      "people: 2 passed, 0 failed, 0 skipped",
      "again: 2 passed, 0 failed, 0 skipped",
      "4 passed, 0 failed, 0 skipped\n",
    ].join("\n"),
  );
  expect(ended.code).toBe(0);
});

test("a case that fails is shown with what was expected and what came, and makes exit code 1", async () => {
  const wrong = {
    name: "wrong",
    command: 'FIND(?p.name) WHERE { ?p CONCEPT {type: "Person"} }',
    expect: { result: ["Eve"] },
  };
  const listed = { name: "listed", command: "FIND", expect: {} };
  write("people.json", { ...people, cases: [...people.cases, wrong, listed] });
  write("broken.json", "{");
  write("lost.json", { name: "lost", setup: ["FIND"], cases: people.cases });
  writeFileSync(join(folder, "../not-applicable.json"), '{"people": {"listed": "for a reason"}}');
  const ended = await runToEnd("conformance", [folder]);
  expect(ended.stdout).toContain("FAIL  people › wrong\n");
  expect(ended.stdout).toContain('expected {"result":["Eve"]}\n');
  expect(ended.stdout).toContain('actual   {"result":["Ada"]}\n');
  expect(ended.stdout).toContain("skip  people › listed: for a reason\n");
  expect(ended.stdout).toContain("broken: 0 passed, 1 failed, 0 skipped\n");
  expect(ended.stdout).toContain("lost: 0 passed, 2 failed, 0 skipped\n");
  expect(lastLine(ended.stdout)).toBe("2 passed, 4 failed, 1 skipped");
  expect(ended.code).toBe(1);
  const json = await runToEnd("conformance", [folder, "--json", "--only", "people"]);
  expect(JSON.parse(json.stdout)).toMatchObject({
    passed: 2,
    failed: 1,
    skipped: 1,
    fixtures: [
      { name: "people", cases: [{ outcome: "passed" }, { outcome: "passed" }, { outcome: "failed" }, {}] },
    ],
  });
  expect(json.code).toBe(1);
});

test("says on standard error what it cannot run, and exits with 2", async () => {
  write("people.json", people);
  for (const [args, message] of [
    [[], "which folder"],
    [[join(folder, "missing")], "is not a folder"],
    [[folder, "--only", "nobody"], "no fixture nobody; there are people"],
  ] as const) {
    const ended = await runToEnd("conformance", args);
    expect(ended.stderr).toContain(message);
    expect([ended.code, ended.stdout]).toEqual([2, ""]);
  }
});
