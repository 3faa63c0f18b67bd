import { existsSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { KipProcess, request } from "./command-process.js";

test.skip(process.platform !== "linux", "finds the browser's processes in /proc");
test.setTimeout(300_000);

const createPerson = (name: string) => request('CREATE CONCEPT ?p { TYPE "Person" NAME :name }', { name });
const namesOfPeople = request('FIND(?p.name) WHERE { ?p CONCEPT {type: "Person"} }');

let profile = "";
test.beforeEach(() => {
  profile = realpathSync(mkdtempSync(join(tmpdir(), "kip-durability-")));
});
test.afterEach(() => {
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
});

async function namesIn(kip: KipProcess): Promise<readonly string[]> {
  const response = await kip.ask(namesOfPeople);
  expect(response, kip.stderr).toMatchObject({ status: "succeeded" });
  return response.results[0]?.result as readonly string[];
}

test("a SIGKILL of the command and its browser between two commands loses no acknowledged commit", async () => {
  const acknowledged: string[] = [];
  for (let round = 0; round < 6; round++) {
    const kip = new KipProcess(["--profile", profile]);
    expect((await namesIn(kip)).toSorted()).toEqual(acknowledged.toSorted());
    // The first round dies right after the very first commit of the profile.
    for (let commit = 0; commit < (round === 0 ? 1 : 3); commit++) {
      const name = `round ${round} commit ${commit}`;
      expect(await kip.ask(createPerson(name))).toMatchObject({ status: "succeeded" });
      acknowledged.push(name);
    }
    await kip.killEverything(profile);
  }
  const last = new KipProcess(["--profile", profile]);
  expect((await namesIn(last)).toSorted()).toEqual(acknowledged.toSorted());
  expect(await last.end()).toBe(0);
});

test("a SIGKILL in the middle of commands loses nothing acknowledged and leaves nothing by halves", async () => {
  const acknowledged: string[] = [];
  const sent: string[] = [];
  for (let round = 0; round < 5; round++) {
    const kip = new KipProcess(["--profile", profile]);
    await namesIn(kip);
    const names = Array.from({ length: 60 }, (_, n) => `round ${round} commit ${n}`);
    for (const name of names) kip.send(createPerson(name));
    sent.push(...names);
    for (const name of names.slice(0, 3 + round * 4)) {
      expect(await kip.receive()).toMatchObject({ status: "succeeded" });
      acknowledged.push(name);
    }
    await kip.killEverything(profile);
    // What was answered before the kill and not yet read was acknowledged too.
    for (let response = await kip.receive(); response; response = await kip.receive()) {
      const name = names[acknowledged.filter((one) => one.startsWith(`round ${round} `)).length];
      if (name !== undefined && response.status === "succeeded") acknowledged.push(name);
    }
  }
  const last = new KipProcess(["--profile", profile]);
  const found = await namesIn(last);
  expect(found).toEqual(expect.arrayContaining(acknowledged));
  expect(sent).toEqual(expect.arrayContaining([...found]));
  expect(new Set(found).size).toBe(found.length);
  expect(await last.ask(createPerson("after it all"))).toMatchObject({ status: "succeeded" });
  expect(await last.end()).toBe(0);
});

test("a browser that outlives its killed command does not keep the next one out", async () => {
  const acknowledged: string[] = [];
  for (let round = 0; round < 3; round++) {
    const kip = new KipProcess(["--profile", profile]);
    expect((await namesIn(kip)).toSorted()).toEqual(acknowledged.toSorted());
    expect(await kip.ask(createPerson(`round ${round}`))).toMatchObject({ status: "succeeded" });
    acknowledged.push(`round ${round}`);
    await kip.kill("SIGKILL");
  }
  const last = new KipProcess(["--profile", profile]);
  expect((await namesIn(last)).toSorted()).toEqual(acknowledged.toSorted());
  expect(await last.end()).toBe(0);
});

test("a killed npm takes nothing with it and keeps nobody out", async () => {
  const kip = new KipProcess(["--profile", profile], "npm");
  expect(await kip.ask(createPerson("Ada"))).toMatchObject({ status: "succeeded" });
  await kip.kill("SIGKILL");
  const last = new KipProcess(["--profile", profile]);
  expect(await namesIn(last)).toEqual(["Ada"]);
  expect(await last.end()).toBe(0);
});

test("a SIGTERM closes the browser and frees the profile", async () => {
  const kip = new KipProcess(["--profile", profile]);
  expect(await kip.ask(createPerson("Ada"))).toMatchObject({ status: "succeeded" });
  expect(await kip.kill("SIGTERM")).toBe(143);
  expect(existsSync(join(profile, "kip-harness.lock"))).toBe(false);
  const last = new KipProcess(["--profile", profile]);
  expect(await namesIn(last)).toEqual(["Ada"]);
  expect(await last.end()).toBe(0);
});
