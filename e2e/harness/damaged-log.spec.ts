import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { type EngineBrowser, launchEngineBrowser } from "../../harness/browser/launch.js";
import { request } from "./command-process.js";

test.skip(process.platform !== "linux", "finds the browser's processes in /proc");
test.setTimeout(300_000);

const MEMORY = { name: "memory" };

let profile = "";
test.beforeEach(() => {
  profile = realpathSync(mkdtempSync(join(tmpdir(), "kip-damaged-")));
});
test.afterEach(() => {
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
});

/** The log that Chromium's LevelDB writes to at the moment. */
function currentLog(): string {
  const folder = join(profile, "Default/IndexedDB/https_nexus.localhost_0.indexeddb.leveldb");
  const logs = readdirSync(folder).filter((file) => file.endsWith(".log"));
  return join(folder, logs.toSorted().at(-1) ?? "");
}

/** Appends what a write leaves that was cut short: the head of a record of 500 bytes, and 40 of them. */
function cutRecordShort(): void {
  const stump = Buffer.alloc(7 + 40, 0x5a);
  stump.writeUInt16LE(500, 4);
  stump[6] = 1;
  appendFileSync(currentLog(), stump);
}

/** Opens the memory in a new browser, remembers one more person, and gives everyone it knew before. */
async function live(
  name: string,
  end: (browser: EngineBrowser) => Promise<void>,
): Promise<readonly string[]> {
  const browser = await launchEngineBrowser({ profile });
  const tab = await browser.open(MEMORY);
  const ask = async (command: string, parameters = {}) =>
    JSON.parse(await tab.answer(JSON.stringify(request(command, parameters)))).results[0].result;
  const known = await ask('FIND(?p.name) WHERE { ?p CONCEPT {type: "Person"} } ORDER BY ?p.name');
  await ask('CREATE CONCEPT ?p { TYPE "Person" NAME :name }', { name });
  await end(browser);
  return known;
}

const close = (browser: EngineBrowser) => browser.close();

test("a record that a crash cut short in the browser's log costs nothing, however often it is started after", async () => {
  expect(await live("a", (browser) => browser.kill())).toEqual([]);
  cutRecordShort();
  expect(await live("b", (browser) => browser.kill())).toEqual(["a"]);
  expect(await live("c", close)).toEqual(["a", "b"]);
  expect(await live("d", close)).toEqual(["a", "b", "c"]);
});

test("a memory that the browser itself deleted as damaged says so when it is opened", async () => {
  await live("a", close);
  writeFileSync(currentLog(), Buffer.alloc(statSync(currentLog()).size, 0x5a));
  const browser = await launchEngineBrowser({ profile });
  try {
    const { seq, opening } = await (await browser.open(MEMORY)).status();
    expect(seq).toBe(0);
    expect(opening.warnings).toEqual([expect.stringContaining("found damaged and deleted")]);
  } finally {
    await browser.close();
  }
});
