import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./workbench.js";

async function violations(page: Page): Promise<readonly string[]> {
  const { violations: found } = await new AxeBuilder({ page }).analyze();
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing wrong in ${colorScheme}`, async ({ workbench, page }) => {
    test.slow();
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect(await violations(page)).toEqual([]);

    await workbench.play("Someone else disagrees", "Does Ben live in Lisbon?");
    await workbench.believes("contested", /^Contested/);
    expect(await violations(page)).toEqual([]);

    await workbench.play("Someone else disagrees", "And Ben's timezone?");
    await workbench.believes("accepted", /^Accepted/);
    await workbench.briefing.getByLabel("What do you want to know?").fill("Ben");
    await workbench.briefing.getByRole("button", { name: "Brief me" }).click();
    await expect(workbench.briefing.getByRole("list", { name: "Channels" })).toBeVisible();
    expect(await violations(page)).toEqual([]);

    await page.getByRole("tab", { name: "JSON" }).click();
    await workbench.run("FIND(?x");
    await page.getByRole("tab", { name: "Table" }).click();
    await expect(workbench.result).toContainText("InvalidSyntax");
    expect(await violations(page)).toEqual([]);

    await page.getByRole("button", { name: "Memory…" }).click();
    await page.getByRole("button", { name: "Forget this memory…" }).click();
    expect(await violations(page)).toEqual([]);
  });
}

test("nothing is cut off on a narrow screen", async ({ workbench, page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await workbench.play("A stated preference", "What does the memory believe?");
  await workbench.believes("accepted", /^Accepted/);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});
