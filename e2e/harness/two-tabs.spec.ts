import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import type { EnginePage } from "../../harness/browser/engine-page.js";
import { type EngineBrowser, launchEngineBrowser } from "../../harness/browser/launch.js";
import { ask, stateOf } from "../../harness/durability/observation.js";

test.setTimeout(600_000);

/** How many commits each of the two tabs makes. */
const COMMITS = 1_000;
const name = "two-tabs";

let profile = "";
let browser: EngineBrowser;
test.beforeEach(async () => {
  profile = realpathSync(mkdtempSync(join(tmpdir(), "kip-two-tabs-")));
  browser = await launchEngineBrowser({ profile });
});
test.afterEach(async () => {
  await browser.close();
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
});

/** One commit of a tab: its own elements, elements both tabs write, and moves of what was written before. */
async function commit(tab: EnginePage, label: string, n: number): Promise<void> {
  const mark = `${label}${n}`;
  switch (n % 5) {
    case 0:
      await ask(tab, 'CREATE CONCEPT ?t { TYPE "Topic" NAME :mark SET FIELDS {key: :mark} }', { mark });
      return;
    case 1:
      await ask(
        tab,
        'UPDATE ?c SET ATTRIBUTES {tally: ADD(?c.attributes.tally, 1)} WHERE { ?c CONCEPT {type: "Topic", key: "tally"} }',
      );
      return;
    case 2:
      await ask(tab, 'ASSERT (:person, "timezone", :mark) { by: :person, mode: "stated", key: :mark }', {
        person: { type: "Person", key: n % 2 === 0 ? "ada" : "grace" },
        mark,
      });
      return;
    case 3:
      await ask(
        tab,
        `MUTATE {
          CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "message", payload: :mark} }
          CREATE ACTIVITY ?x { SET FIELDS {activity_class: "extraction", status: "completed"} SET STRUCTURAL { ("outputs", ?e) } }
          UPSERT CONCEPT ?shared { MATCH {type: "Topic", key: :shared} SET FIELDS {name: :mark} }
        }`,
        { mark, shared: `shared ${n}` },
      );
      return;
    default:
      await ask(tab, 'TRANSITION ?t TO "archived" WHERE { ?t CONCEPT {type: "Topic", key: :key} }', {
        key: `${label}${n - 4}`,
      });
  }
}

const headOf = async (tab: EnginePage): Promise<number> =>
  (await ask(tab, "FIND(COUNT(?c)) WHERE { ?c CONCEPT {} }")).context?.snapshot_seq ?? 0;

test("two tabs that write a thousand commits each end with one state, the one of the log", async () => {
  const [left, right] = [await browser.open({ name }), await browser.open({ name })];
  await ask(
    left,
    `MUTATE {
      CREATE CONCEPT ?tally { TYPE "Topic" NAME "tally" SET FIELDS {key: "tally"} SET ATTRIBUTES {tally: 0} }
      CREATE CONCEPT ?ada { TYPE "Person" NAME "Ada" SET FIELDS {key: "ada"} }
      CREATE CONCEPT ?grace { TYPE "Person" NAME "Grace" SET FIELDS {key: "grace"} }
    }`,
  );
  const writeAll = async (tab: EnginePage, label: string): Promise<void> => {
    for (let n = 0; n < COMMITS; n += 1) await commit(tab, label, n);
  };
  await Promise.all([writeAll(left, "left "), writeAll(right, "right ")]);

  const head = 1 + 2 * COMMITS;
  for (const tab of [left, right]) await expect.poll(() => headOf(tab)).toBe(head);
  const seen = { left: await stateOf(left), right: await stateOf(right) };
  expect(seen.left.headSeq).toBe(head);
  expect(seen.right).toEqual(seen.left);

  // A tab that opens now has seen none of it happen: what it knows, it has from replaying the log.
  const third = await browser.open({ name });
  expect((await third.status()).opening).toEqual({ from: "log", imageSeq: null, warnings: [] });
  expect(await stateOf(third)).toEqual(seen.left);

  expect(await third.verifyLog()).toMatchObject({ commits: head, problems: [] });
  const log = await third.logAfter(0);
  expect(log.map(({ seq }) => seq)).toEqual(Array.from({ length: head }, (_, at) => at + 1));
  const tally = seen.left.elements.find((each) => each.kind === "concept" && each.key === "tally");
  expect(tally).toMatchObject({
    attributes: { tally: (2 * COMMITS) / 5 },
    _system: { version: 1 + (2 * COMMITS) / 5 },
  });

  // They took turns all the time, and did not write one after the other.
  const writers = seen.left.elements.flatMap((element) =>
    element.kind === "proposition" && typeof element.object === "string"
      ? [{ seq: element._system.space_seq, tab: element.object.split(" ")[0] }]
      : [],
  );
  const inOrder = writers.toSorted((one, other) => one.seq - other.seq).map(({ tab }) => tab);
  const turns = inOrder.filter((tab, at) => at > 0 && tab !== inOrder[at - 1]).length;
  expect(turns).toBeGreaterThan(COMMITS / 20);
});
