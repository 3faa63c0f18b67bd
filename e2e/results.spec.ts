import { expect, test } from "./workbench.js";

const PEOPLE = `MUTATE {
  CREATE CONCEPT ?a { TYPE "Person" NAME "Ada" }
  CREATE CONCEPT ?b { TYPE "Person" NAME "Bell" }
  CREATE CONCEPT ?c { TYPE "Person" NAME "Curie" }
}`;

test("a long answer comes page by page, all of one moment", async ({ workbench, page }) => {
  await workbench.run(PEOPLE);
  await workbench.hasCommitted(1);
  await workbench.run('FIND(?p.name) WHERE { ?p {type: "Person"} } ORDER BY ?p.name LIMIT 2');
  await workbench.hasRows([["Ada"], ["Bell"]]);
  await page.getByRole("button", { name: "More rows" }).click();
  await workbench.hasRows([["Ada"], ["Bell"], ["Curie"]]);
  await expect(page.getByRole("button", { name: "More rows" })).toHaveCount(0);
});

test("the whole response can be read and copied", async ({ workbench, page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await workbench.run(PEOPLE);
  await page.getByRole("tab", { name: "JSON" }).click();
  await expect(workbench.result.getByLabel("Response as JSON")).toContainText('"space_seq": 1');
  await page.getByRole("button", { name: "Copy JSON" }).click();
  await expect(workbench.result).toContainText("Copied.");
  const copied: unknown = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  expect(copied).toMatchObject({ kip: "2.0", status: "succeeded", results: [{ receipt: { space_seq: 1 } }] });
});

test("several beliefs are looked at one by one", async ({ workbench, page }) => {
  await workbench.play("Someone else disagrees", "Carol denies it");
  await workbench.run(`FIND(?p.name, ?slot)
WHERE {
  ?p {type: "Person"}
  ?slot BELIEF SLOT (?p, "timezone")
}
ORDER BY ?p.name`);
  await expect(workbench.belief).toContainText("1 of 2");
  await workbench.believes("contested", /^Contested: Europe\/Lisbon and Europe\/Madrid are claimed/);
  await page.getByRole("button", { name: "Next belief" }).click();
  await expect(workbench.belief).toContainText("2 of 2");
  await workbench.believes("insufficient", /That is not a no\.$/);
});
