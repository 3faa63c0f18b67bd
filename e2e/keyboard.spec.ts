import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./workbench.js";

/** Presses Tab until an element has the focus, as someone without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("Tab does not reach it");
}

test("a claim is typed, run and read with the keyboard alone", async ({ workbench, page }) => {
  await tabTo(page, workbench.editor);
  await page.keyboard.insertText('CREATE CONCEPT ?x { TYPE "Person" NAME :name }');
  // Tab leaves the editor: nobody is caught in it.
  await page.keyboard.press("Tab");
  await expect(workbench.parameters).toBeFocused();
  await page.keyboard.insertText('{"name": "Ada"}');
  await page.keyboard.press("Control+Enter");
  await workbench.hasCommitted(1);
  await expect(page.getByRole("status").filter({ hasText: "Committed as sequence 1." })).toBeAttached();

  await page.keyboard.press("Shift+Tab");
  await expect(workbench.editor).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText('FIND(?x.name) WHERE { ?x CONCEPT {type: "Person"} }');
  await page.keyboard.press("Control+Enter");
  await workbench.hasRows([["Ada"]]);

  await tabTo(page, page.getByRole("tab", { name: "Table" }));
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tab", { name: "JSON" })).toBeFocused();
  await expect(workbench.result.getByLabel("Response as JSON")).toContainText('"Ada"');
});

test("an example is opened and played with the keyboard alone", async ({ workbench, page }) => {
  await tabTo(page, page.locator("summary").filter({ hasText: "A stated preference" }));
  await page.keyboard.press("Enter");
  await tabTo(page, workbench.step("What does the memory believe?"));
  await page.keyboard.press("Enter");
  await workbench.believes("accepted", /^Accepted: Alice/);
  await expect(workbench.step("What does the memory believe?")).toBeFocused();
});

test("the focus is always visible", async ({ workbench, page }) => {
  await workbench.play("A stated preference", "What does the memory believe?");
  await workbench.believes("accepted", /^Accepted/);
  const unseen: string[] = [];
  await page.locator("body").press("Home");
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const ring = element.closest(".editor") ?? element;
      const { outlineStyle, outlineWidth } = getComputedStyle(ring);
      const visible = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1;
      return { name: element.outerHTML.slice(0, 80), visible };
    });
    if (focused && !focused.visible) unseen.push(focused.name);
  }
  expect(unseen).toEqual([]);
});
