import { expect, test } from "./workbench.js";

test("completion knows the predicates and types of the memory's packages", async ({ workbench, page }) => {
  await workbench.write('FIND(?x) WHERE { (?x, "lives');
  await page.keyboard.press("Control+Space");
  await expect(page.locator(".cm-tooltip-autocomplete")).toContainText("lives_in");
  await page.keyboard.press("Escape");
  // A type of the package the workbench hands over, not of the built-in ones.
  await workbench.write('CREATE CONCEPT ?x { TYPE "Color');
  await page.keyboard.press("Control+Space");
  await expect(page.locator(".cm-tooltip-autocomplete")).toContainText("ColorScheme");
});

test("hovering a type tells its fields", async ({ workbench, page }) => {
  await workbench.write('CREATE CONCEPT ?x { TYPE "Commitment" }');
  await page.locator(".cm-line").getByText('"Commitment"').hover();
  await expect(page.locator(".cm-tooltip-hover")).toContainText("due_at");
});

test("formatting on command leaves a comment where it was, and a mistake untouched", async ({
  workbench,
  page,
}) => {
  await workbench.write('find(?x) // whom we know\nwhere { ?x {type: "Person"} }');
  await page.keyboard.press("Shift+Alt+F");
  await expect(workbench.editor).toContainText("FIND(?x) // whom we know");
  await expect(workbench.editor).toContainText("WHERE {");
  await workbench.write("find(?x where {");
  await page.keyboard.press("Shift+Alt+F");
  await expect(workbench.editor).toContainText("find(?x where {");
});

test("a screen reader is told of a mistake once typing rests, and that it is gone", async ({
  workbench,
  page,
}) => {
  const spoken = page.locator(".cm-editor").getByRole("status");
  await workbench.write('FIND(?x) WHER { ?x {type: "Person"} }');
  await expect(spoken).toContainText("1 problem. Line 1: Found WHER");
  await workbench.write('FIND(?x) WHERE { ?x {type: "Person"} }');
  await expect(spoken).toContainText("No problems.");
});
