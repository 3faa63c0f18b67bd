import { expect, test, Workbench } from "./workbench.js";

test("forgetting asks first, and then leaves nothing", async ({ workbench, page }) => {
  await workbench.play("A stated preference", "Alice says so");
  await workbench.hasCommitted(1);

  await page.getByRole("button", { name: "Memory…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Forget this memory…" }).click();
  await expect(dialog.getByRole("alert")).toContainText("There is no way back.");
  await dialog.getByRole("button", { name: "Keep it" }).click();
  await expect(workbench.indicator).toContainText("sequence 1");

  await dialog.getByRole("button", { name: "Forget this memory…" }).click();
  await dialog.getByRole("button", { name: "Forget for good" }).click();
  await expect(workbench.indicator).toContainText("sequence 0 · 0 commits seen");
  await workbench.run("FIND(?x) WHERE { ?x CONCEPT {} }");
  await expect(workbench.result).toContainText("No rows.");
});

test("a memory forgotten in one tab is gone in the other", async ({ workbench, page, context }) => {
  await workbench.play("A stated preference", "Alice says so");
  await workbench.hasCommitted(1);
  const other = new Workbench(await context.newPage(), workbench.memory);
  await other.open();

  await page.getByRole("button", { name: "Memory…" }).click();
  await page.getByRole("button", { name: "Forget this memory…" }).click();
  await page.getByRole("button", { name: "Forget for good" }).click();
  await expect(workbench.indicator).toContainText("sequence 0 · 0 commits seen");

  await expect(other.page.getByRole("heading", { name: "This memory was forgotten" })).toBeVisible();
  await other.page.getByRole("button", { name: "Start again" }).click();
  await expect(other.indicator).toContainText("sequence 0 · 0 commits seen");
});

test("another name is another memory", async ({ workbench, page }) => {
  await workbench.play("A stated preference", "Alice says so");
  await workbench.hasCommitted(1);

  await page.getByRole("button", { name: "Memory…" }).click();
  const dialog = page.getByRole("dialog");
  const name = dialog.getByLabel(/Open another memory/);
  await name.fill("no/such");
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
  await expect(dialog).toContainText("Use up to 64 letters");
  await name.fill(`${workbench.memory}-other`);
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`memory=${workbench.memory}-other$`));
  await expect(workbench.indicator).toContainText(`${workbench.memory}-other · sequence 0`);

  await page.goBack();
  await expect(workbench.indicator).toContainText(`${workbench.memory} · sequence 1`);
});
