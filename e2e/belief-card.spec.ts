import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "./workbench.js";

const person = (handle: string, name: string) =>
  `CREATE CONCEPT ?${handle} {TYPE "Person" NAME ${JSON.stringify(name)}}`;
const place = (name: string) => `CREATE CONCEPT ?${name} {TYPE "Place" NAME "${name}"}`;
const claim = (value: string, at: string, valid = "") =>
  `ASSERT (?erin, "lives_in", ?${value}) {by: ?erin, mode: "stated", at: "${at}T00:00:00.000Z"${valid}}`;

/** One person who moved twice and does not know exactly when. */
const MOVED = `MUTATE { ${person("erin", "Erin")} ${place("Berlin")} ${place("Oslo")} ${place("Rome")}
${claim("Berlin", "2020-03-01")}
${claim("Oslo", "2023-03-01", ', valid: {from: {earliest: "2022-06-01T00:00:00.000Z", latest: "2022-12-01T00:00:00.000Z"}}')}
${claim("Rome", "2025-03-01", ', valid: {from: {latest: "2025-02-01T00:00:00.000Z"}, until: {earliest: "2026-06-01T00:00:00.000Z"}}')} }`;

/** One of whom others say the same on one piece of evidence, and whose name is not a name. */
const HOSTILE = `MUTATE { CREATE CONCEPT ?hostile {TYPE "Person" NAME :name} ${person("carol", "Carol")} ${person("dan", "Dan")}
CREATE EVIDENCE ?call {SET FIELDS {evidence_class: "message", payload: "She told us on the phone."}}
ASSERT (?hostile, "speaks", "1") {by: ?dan, mode: "stated", evidence: ?call, at: "2025-01-01T00:00:00.000Z"}
ASSERT (?hostile, "speaks", "1") {by: ?carol, mode: "stated", evidence: ?call, at: "2025-01-02T00:00:00.000Z"}
ASSERT (?hostile, "speaks", "1") {by: ?hostile, mode: "hypothetical", stance: "reject", at: "2025-01-03T00:00:00.000Z"}
ASSERT (?hostile, "speaks", "fr") {by: ?carol, mode: "stated", stance: "reject", at: "2025-01-04T00:00:00.000Z"} }`;

test("the card tells each claim's standing and the rule that decided, and draws what is uncertain", async ({
  workbench,
  page,
}) => {
  const { belief } = workbench;
  await workbench.run(MOVED);
  await workbench.hasCommitted(1);
  await workbench.parameters.fill(
    JSON.stringify({ name: `<img src=x onerror=alert(1)>\u202E${"x".repeat(10_000)}` }),
  );
  await workbench.run(HOSTILE);
  await workbench.hasCommitted(2);
  await workbench.parameters.fill("");

  // Asked for without any explanation: the card reads the ledger itself.
  await workbench.run(
    `FIND(?s) WHERE { ?erin {type: "Person", name: "Erin"} ?s BELIEF SLOT (?erin, "lives_in") } FOR TIME "2022-09-01T00:00:00.000Z" WITH EPISTEMIC {explanation: "none"}`,
  );
  await workbench.believes("uncertain", /^Uncertain: what is on record about Berlin and Oslo is not enough/);
  const timeline = belief.getByRole("region", { name: "Over time" });
  await expect(timeline.getByRole("listitem")).toHaveText([
    "uncertain: Berlin before 1 March 2020",
    "Berlin 1 March 2020 to 1 June 2022",
    "uncertain: Berlin and Oslo 1 June 2022 to 1 December 2022 (the time asked for)",
    "uncertain: Oslo and Rome 1 December 2022 to 1 February 2025",
    "Rome 1 February 2025 to 1 June 2026",
    "uncertain: Rome 1 June 2026 on",
  ]);
  const looks = await timeline
    .locator(".strip > span")
    .evaluateAll((spans) => spans.map((span) => getComputedStyle(span).backgroundImage.includes("gradient")));
  expect(looks).toEqual([true, false, true, true, false, true]);
  const berlin = belief.getByRole("article").filter({ has: page.getByRole("heading", { name: "Berlin" }) });
  await expect(berlin).toContainText(
    "Decided by undecided_material: what is on record is not certain enough",
  );
  await expect(berlin).toContainText("Undecided: it cannot be placed before or after that time");
  await expect(berlin).toContainText(
    "ended some time between 1 June 2022 and 1 December 2022 by a newer claim (lives_in Oslo)",
  );

  await workbench.run(
    'FIND(?s) WHERE { ?s BELIEF SLOT (?who, "speaks") ?who {type: "Person"} ?p (?who, "speaks", "1") }',
  );
  await workbench.believes("accepted", /^Accepted: "1"\. Other values on record: 1 rejected\.$/);
  await expect(belief.getByRole("heading", { level: 3 }).first()).toHaveText(
    /^\u2068<img src=x onerror=alert\(1\)>x+…/,
  );
  const one = belief.getByRole("article").first();
  await expect(one).toContainText("from one and the same source. Nothing that counts is against it.");
  await expect(one).toContainText("Supports (2, from one source)");
  await expect(one).toContainText("denies it, hypothetical first-hand");
  await expect(one).toContainText("Does not count: it is a hypothesis");
  await expect(belief).toContainText("none named: general claims only");
  for (const summary of await belief.locator("summary").all()) await summary.click();
  const { violations } = await new AxeBuilder({ page }).include(".insight").analyze();
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`))).toEqual([]);
  await page.setViewportSize({ width: 390, height: 800 });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
