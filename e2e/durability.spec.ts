import { expect, test, Workbench } from "./workbench.js";

const STORY = "A stated preference";

test("a reload keeps the claim and its belief", async ({ workbench, page }) => {
  await workbench.play(STORY, "Alice says so");
  await workbench.hasCommitted(1);

  await page.reload();
  await workbench.isOpen();
  await expect(workbench.indicator).toContainText("sequence 1 · 0 commits seen");
  await expect(workbench.editor).toContainText("CREATE CONCEPT ?alice");

  await workbench.run(`FIND(?alice.name, ?dark.name, ?belief)
WHERE {
  ?alice {type: "Person", name: "Alice"}
  ?dark {type: "ColorScheme"}
  ?belief BELIEF (?alice, "prefers", ?dark)
}`);
  await workbench.hasRows([["Alice", "Dark", "accepted"]]);
  await workbench.believes("accepted", /^Accepted: Alice said so first-hand on 5 March 2025\./);
});

test("a second tab sees the first tab's commit, and knows that its own answer is older", async ({
  workbench,
  context,
}) => {
  const other = new Workbench(await context.newPage(), workbench.memory);
  await other.open();
  const people = 'FIND(?person.name) WHERE { ?person {type: "Person"} }';
  await other.run(people);
  await expect(other.result).toContainText("No rows.");

  await workbench.play(STORY, "Alice says so");
  await workbench.hasCommitted(1);

  await expect(other.indicator).toContainText("sequence 1 · 1 commit seen");
  await expect(other.result).toContainText("The memory has since moved to 1");
  await other.run(people);
  await other.hasRows([["Alice"]]);
  await expect(other.result).not.toContainText("The memory has since moved");
});

test("both tabs may write; each sees every commit once, in order", async ({ workbench, context }) => {
  const other = new Workbench(await context.newPage(), workbench.memory);
  await other.open();
  await workbench.run('CREATE CONCEPT ?x { TYPE "Person" NAME "Ada" }');
  await workbench.hasCommitted(1);
  await other.run('CREATE CONCEPT ?x { TYPE "Person" NAME "Grace" }');
  await other.hasCommitted(2);
  await expect(workbench.indicator).toContainText("sequence 2 · 2 commits seen");
  await expect(other.indicator).toContainText("sequence 2 · 2 commits seen");
});
