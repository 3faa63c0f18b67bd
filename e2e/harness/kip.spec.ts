import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { KipProcess, lines, request, responsesIn, runToEnd } from "./command-process.js";

test.setTimeout(300_000);

const createPerson = (name: string) => request('CREATE CONCEPT ?p { TYPE "Person" NAME :name }', { name });
const readNames = 'FIND(?p.name) WHERE { ?p CONCEPT {type: "Person"} } ORDER BY ?p.name';
const namesOfPeople = request(readNames);

let folder = "";
test.beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "kip-e2e-")));
});
test.afterEach(() => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

test("one response a line, in order, failed or not, and nothing else on standard output", async () => {
  const ended = await runToEnd(
    "kip",
    [],
    lines(
      createPerson("Ada"),
      "",
      "this is not JSON",
      { request_id: "second", ...namesOfPeople },
      "   ",
      { tool: "forget_everything" },
      '{"kip":"2.0","operations":[{"command":"FIND(:x)","parameters":{"x":9007199254740993}}]}',
      '{"kip":"2.0","kip":"2.0","operations":[]}',
      request("FIND(?p.name) WHERE { ?p CONCEPT {type: }"),
    ),
  );
  const responses = responsesIn(ended);
  expect(responses.map(({ status }) => status)).toEqual([
    "succeeded",
    "failed",
    "succeeded",
    "failed",
    "failed",
    "failed",
    "failed",
  ]);
  expect(responses[2]).toMatchObject({ request_id: "second", results: [{ result: ["Ada"] }] });
  expect(responses.map(({ error, results }) => (error ?? results[0]?.error)?.code)).toEqual([
    undefined,
    "InvalidRequestEnvelope",
    undefined,
    "InvalidRequestEnvelope",
    "ConstraintViolation",
    "InvalidRequestEnvelope",
    "InvalidSyntax",
  ]);
  for (const { error, results } of responses) {
    const reported = error ?? results[0]?.error;
    if (reported) expect(reported.hint).not.toBe("");
  }
  expect(ended.code).toBe(0);
});

test("answers each line as it comes, and ends with its input", async () => {
  const kip = new KipProcess([]);
  expect(await kip.ask(createPerson("Ada"))).toMatchObject({ status: "succeeded" });
  expect(await kip.ask(namesOfPeople)).toMatchObject({ results: [{ result: ["Ada"] }] });
  kip.send(createPerson("Bob"));
  kip.send(namesOfPeople);
  expect(await kip.receive()).toMatchObject({ status: "succeeded" });
  expect(await kip.receive()).toMatchObject({ results: [{ result: ["Ada", "Bob"] }] });
  expect(await kip.end()).toBe(0);
});

test("calls the three tools", async () => {
  const kip = new KipProcess([]);
  const tool = (name: string, args: object) => kip.ask({ tool: name, arguments: args });
  const write = 'CREATE CONCEPT ?p { TYPE "Person" NAME "Ada" }';
  expect(await tool("execute_kip", { command: write })).toMatchObject({ status: "succeeded" });
  const refused = await tool("execute_kip_readonly", { command: write });
  expect(refused.error ?? refused.results[0]?.error).toMatchObject({ code: "ReadonlyViolation" });
  expect(await tool("execute_kip_readonly", { command: readNames })).toMatchObject({
    results: [{ result: ["Ada"] }],
  });
  expect(await tool("recall", { query: "Ada" })).toMatchObject({
    status: "succeeded",
    results: [{ status: "succeeded", result: { coverage: { action_eligible: false } } }],
  });
  const failed = await tool("recall", {});
  expect(failed).toMatchObject({ status: "failed", results: [{ status: "failed" }] });
  expect(failed.results[0]?.error?.hint).not.toBe("");
  expect(await kip.end()).toBe(0);
});

test("remembers in a profile, one memory for each name, and nowhere else", async () => {
  const profile = join(folder, "new", "profile");
  const namesIn = async (...args: string[]) => {
    const ended = await runToEnd("kip", args, lines(namesOfPeople));
    expect(ended.code, ended.stderr).toBe(0);
    return responsesIn(ended)[0]?.results[0]?.result;
  };
  const remember = async (name: string, ...args: string[]) => {
    const ended = await runToEnd("kip", args, lines(createPerson(name)));
    expect(responsesIn(ended), ended.stderr).toMatchObject([{ status: "succeeded" }]);
  };
  await remember("Ada", "--profile", profile);
  await remember("Bob", "--profile", profile, "--memory", "work");
  await remember("Cyd");
  expect(await namesIn("--profile", profile)).toEqual(["Ada"]);
  expect(await namesIn("--profile", profile, "--memory", "work")).toEqual(["Bob"]);
  expect(await namesIn()).toEqual([]);
});

test("serves the Space it is told to", async () => {
  const ended = await runToEnd(
    "kip",
    ["--space", "kip:space:diary"],
    lines(createPerson("Ada"), namesOfPeople),
  );
  expect(responsesIn(ended)).toMatchObject([
    { status: "succeeded", results: [{ receipt: { space_id: "kip:space:diary" } }] },
    { status: "succeeded", results: [{ result: ["Ada"] }] },
  ]);
});

test("takes a line of many megabytes", async () => {
  const payload = 'é漢😀\\"'.repeat(1_200_000);
  const ended = await runToEnd(
    "kip",
    [],
    lines(
      request('CREATE EVIDENCE ?e { SET FIELDS { evidence_class: "document", payload: :payload } }', {
        payload,
      }),
      namesOfPeople,
    ),
  );
  const [first, second] = responsesIn(ended);
  expect(["succeeded", "failed"]).toContain(first?.status);
  expect(second).toMatchObject({ results: [{ result: [] }] });
  expect(ended.code).toBe(0);
});

test("activates the packages it is handed", async () => {
  const file = join(folder, "options.json");
  const definition = { kind: "ConceptType", description: "Something one can choose." };
  writeFileSync(
    file,
    JSON.stringify({
      format: "KIP-Schema-Package",
      manifest: { package_id: "kip://test/options", version: "1.0.0" },
      definitions: { concept_types: { Option: definition } },
    }),
  );
  const create = request('CREATE CONCEPT ?o { TYPE "Option" NAME "Dark" }');
  const without = await runToEnd("kip", [], lines(create));
  expect(responsesIn(without)[0]?.status).toBe("failed");
  const having = await runToEnd("kip", ["--package", file], lines(create));
  expect(responsesIn(having), having.stderr).toMatchObject([{ status: "succeeded" }]);
});

test("says on standard error why it cannot start, and exits with 2", async () => {
  const broken = join(folder, "broken.json");
  writeFileSync(broken, '{"format": "KIP-Schema-Package"}');
  const unverifiable = join(folder, "unverifiable.json");
  const pinned = { id: "urn:test:schema:nowhere", content_digest: `sha256:${"0".repeat(64)}` };
  const manifest = { package_id: "kip://test/pins", version: "1.0.0", validation_schemas: [pinned] };
  writeFileSync(unverifiable, JSON.stringify({ format: "KIP-Schema-Package", manifest, definitions: {} }));
  for (const [args, message] of [
    [["--nonsense"], "--nonsense"],
    [["stray"], "stray"],
    [["--memory", ""], "--memory"],
    [["--package", join(folder, "missing.json")], "missing.json"],
    [["--package", broken], "ArtifactParseError"],
    [["--package", unverifiable], "SchemaPackageUnavailable"],
  ] as const) {
    const ended = await runToEnd("kip", args, lines(namesOfPeople));
    expect(ended.stderr).toContain(message);
    expect([ended.code, ended.stdout]).toEqual([2, ""]);
  }
});

test("does not share a profile with a live process", async () => {
  const kip = new KipProcess(["--profile", folder]);
  expect(await kip.ask(namesOfPeople)).toMatchObject({ status: "succeeded" });
  const second = await runToEnd("kip", ["--profile", folder], lines(namesOfPeople));
  expect([second.code, second.stdout]).toEqual([2, ""]);
  expect(second.stderr).toContain("in use by process");
  expect(await kip.ask(namesOfPeople)).toMatchObject({ status: "succeeded" });
  expect(await kip.end()).toBe(0);
});

test("prints help", async () => {
  const ended = await runToEnd("kip", ["--help"]);
  expect(ended.code).toBe(0);
  expect(ended.stdout).toContain("--profile DIR");
});
