import { expect, test } from "@playwright/test";

test("the built page loads under its Content-Security-Policy without an error", async ({ page }) => {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  const response = await page.goto("/");
  expect(response?.headers()["content-security-policy"]).not.toContain("unsafe-eval");
  await expect(page).toHaveTitle(/KIP/);
  await expect(page.locator("#app")).not.toBeEmpty();
  expect(errors).toEqual([]);
});
