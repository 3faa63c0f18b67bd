import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { ensureBuilt } from "../scripts/build.mjs";
import { type EngineBrowser, launchEngineBrowser } from "./browser/launch.js";
import { readArguments, runCommand, UsageError } from "./command-line.js";
import { type Fixture, readFixture } from "./conformance/fixture.js";
import { correctFixture, type FixtureCorrection } from "./conformance/fixture-corrections.js";
import { type NotApplicable, readNotApplicable } from "./conformance/not-applicable.js";
import {
  correctionsText,
  countsText,
  type FixtureReport,
  fixtureReport,
  fixtureText,
  suiteReport,
} from "./conformance/report.js";
import { loadResponseCheck, type ResponseCheck } from "./conformance/response-check.js";
import { runFixture } from "./conformance/run-fixture.js";
import { publishedSchemas } from "./paths.js";

const HELP = `Usage: npm run conformance -- DIR [options]

Runs the fixtures (*.json) in DIR on the engine in a headless browser, each in a fresh Nexus, and prints every case that
failed or was skipped, one line a fixture, and last "N passed, N failed, N skipped". Cases that cannot apply are those
that DIR/../not-applicable.json lists. A fixture that is older than its authors' own is corrected as
harness/conformance/fixture-corrections.ts lists, and the run says so first.

Options:
  --only FIXTURE  run the fixture of this name only; may be repeated
  --json          print the report as JSON instead
  --help          this text

The exit code is 0 when no case failed, 1 when one did, 2 when nothing could be run.
`;

/** A fixture's file: what it holds, or why it cannot be read. */
type Loaded = { readonly file: string; readonly corrections: readonly FixtureCorrection[] } & (
  | { readonly fixture: Fixture }
  | { readonly error: string }
);

function loadFixtures(folder: string): readonly Loaded[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`${folder} is not a folder`);
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  if (files.length === 0) throw new UsageError(`there is no fixture in ${folder}`);
  return files.sort().map((name) => {
    const file = basename(name, ".json");
    try {
      const { text, applied } = correctFixture(file, readFileSync(join(folder, name), "utf8"));
      return { file, corrections: applied, fixture: readFixture(text, file) };
    } catch (thrown) {
      return {
        file,
        corrections: [],
        error: `the fixture cannot be read: ${thrown instanceof Error ? thrown.message : thrown}`,
      };
    }
  });
}

function select(loaded: readonly Loaded[], names: readonly string[]): readonly Loaded[] {
  const isCalled = (one: Loaded, name: string): boolean =>
    one.file === basename(name, ".json") || ("fixture" in one && one.fixture.name === name);
  for (const name of names) {
    if (loaded.some((one) => isCalled(one, name))) continue;
    throw new UsageError(
      `there is no fixture ${name}; there are ${loaded.map(({ file }) => file).join(", ")}`,
    );
  }
  return names.length === 0 ? loaded : loaded.filter((one) => names.some((name) => isCalled(one, name)));
}

interface Surroundings {
  readonly browser: EngineBrowser;
  readonly notApplicable: NotApplicable;
  readonly checkResponse: ResponseCheck | null;
}

async function runLoaded(loaded: Loaded, number: number, around: Surroundings): Promise<FixtureReport> {
  if ("error" in loaded) return fixtureReport(loaded.file, [], loaded.error);
  const { fixture } = loaded;
  const { browser, ...rest } = around;
  const opening = browser.open({
    name: `conformance-${number}`,
    space: "kip:space:default",
    // The format's Space has the memory profile and the fixture's own packages, and no domain of ours.
    standardPackages: ["kip://profiles/cognitive-memory@2.0.0"],
    packages: fixture.packages,
  });
  try {
    // A Nexus that does not open fails the fixture as a setup that fails does: through the first thing it is asked.
    return await runFixture(fixture, { ...rest, send: async (request) => (await opening).answer(request) });
  } finally {
    await opening.then((page) => page.close()).catch(() => undefined);
  }
}

await runCommand(async () => {
  const { values, positionals } = readArguments(
    HELP,
    { only: { type: "string", multiple: true, default: [] }, json: { type: "boolean", default: false } },
    1,
  );
  const [given] = positionals;
  if (given === undefined) throw new UsageError("say which folder of fixtures to run");
  const folder = resolve(given);
  const selected = select(loadFixtures(folder), values.only);
  const list = join(dirname(folder), "not-applicable.json");
  const notApplicable = readNotApplicable(existsSync(list) ? readFileSync(list, "utf8") : null);
  const checkResponse = loadResponseCheck(publishedSchemas);
  if (!checkResponse) process.stderr.write(`Responses are not checked: there is no ${publishedSchemas}\n`);
  ensureBuilt(["harness"]);
  const corrections = selected.flatMap((loaded) => loaded.corrections);
  if (!values.json) process.stdout.write(correctionsText(corrections));
  const browser = await launchEngineBrowser();
  const reports: FixtureReport[] = [];
  try {
    for (const [number, loaded] of selected.entries()) {
      const report = await runLoaded(loaded, number, { browser, notApplicable, checkResponse });
      reports.push(report);
      if (!values.json) process.stdout.write(`${fixtureText(report)}\n`);
    }
  } finally {
    await browser.close();
  }
  const report = suiteReport(reports, checkResponse !== null, corrections);
  process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : `${countsText(report)}\n`);
  return report.failed > 0 ? 1 : 0;
});
