import { expect, test } from "./workbench.js";

test("a syntax error is underlined where it is while typing", async ({ workbench, page }) => {
  await workbench.write('FIND(?x)\nWHERE { ?x CONCEPT {type "Person"} }');
  await expect(page.locator(".cm-lintRange-error")).toBeVisible();
  await workbench.write('FIND(?x)\nWHERE { ?x CONCEPT {type: "Person"} }');
  await expect(page.locator(".cm-lintRange-error")).toHaveCount(0);
});

test("a refused command says where, what and what next, and is announced", async ({ workbench, page }) => {
  await workbench.run('FIND(?x)\nWHERE { ?x CONCEPT {type "Person"} }');
  const error = workbench.result.getByRole("region", { name: "Error" });
  await expect(error).toContainText("InvalidSyntax");
  await expect(page.getByRole("alert")).toContainText(/^InvalidSyntax\. .+\. .+/);
  await expect(page.locator(".cm-lintRange-error")).toBeVisible();
  await expect(workbench.result).toContainText("Refused. Nothing was changed.");

  await error.getByRole("button", { name: /Go to line 2, column \d+/ }).click();
  await expect(workbench.editor).toBeFocused();
  await expect(page.locator(".cm-activeLine")).toContainText("WHERE");
});

test("an error that only the engine can find is shown in place too", async ({ workbench, page }) => {
  await workbench.run('FIND(?x) WHERE { ?x CONCEPT {type: "Spaceship"} }');
  await expect(workbench.result).toContainText("SchemaSymbolNotFound");
  await expect(page.getByRole("alert")).toContainText("SchemaSymbolNotFound");
  await expect(page.locator(".cm-lintRange-error")).toHaveText('"Spaceship"');

  await workbench.run("FIND(?x) WHERE { ?x CONCEPT {name: :who} }");
  await expect(workbench.result).toContainText(":who is not bound");
  await expect(page.locator(".cm-lintRange-error")).toHaveText(":who");
});

test("parameters that are no JSON object are refused before anything is sent", async ({
  workbench,
  page,
}) => {
  await workbench.parameters.fill('{"name": ');
  await expect(page.getByText(/^Not JSON/)).toBeVisible();
  await workbench.run("FIND(?x) WHERE { ?x CONCEPT {name: :name} }");
  await expect(page.getByRole("alert")).toContainText("The parameters cannot be used.");
  await expect(workbench.result).toContainText("Nothing has been run yet");
  await workbench.parameters.fill('{"name": "Nobody"}');
  await workbench.run("FIND(?x) WHERE { ?x CONCEPT {name: :name} }");
  await expect(workbench.result).toContainText("No rows.");
});

test("stored text is shown as text, never as HTML", async ({ workbench, page }) => {
  const hostile = '<img src=x onerror="document.title=1"><b>bold</b>';
  await workbench.parameters.fill(JSON.stringify({ name: hostile }));
  await workbench.run('CREATE CONCEPT ?x { TYPE "Person" NAME :name }');
  await workbench.hasCommitted(1);
  await workbench.run('FIND(?x.name, ?x) WHERE { ?x CONCEPT {type: "Person"} }');
  await expect(workbench.result.locator("td").first()).toHaveText(hostile);
  await expect(workbench.result.locator("td img, td b")).toHaveCount(0);
  await expect(page).toHaveTitle(/KIP/);
});
