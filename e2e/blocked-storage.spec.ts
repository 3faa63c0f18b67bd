import { expect, test } from "@playwright/test";

test("a browser that blocks storage is explained in words", async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException("storage is blocked", "SecurityError");
    };
  });
  await page.goto("/?memory=blocked");
  const notice = page.getByRole("alert").filter({ hasText: "does not let the page keep anything" });
  await expect(notice).toContainText("private window");
  await expect(notice).toContainText("allow site data");
  await expect(notice.getByRole("button", { name: "Try again" })).toBeVisible();
});
