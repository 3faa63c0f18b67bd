import { readFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { expect, test } from "@playwright/test";
import { responsesIn, runToEnd } from "./harness/command-process.js";

const readme = readFileSync("README.md", "utf8");
const origin = "https://embedding.test";

const types: Readonly<Record<string, string>> = {
  html: "text/html",
  js: "text/javascript",
};

test("the README's page works as it is, and shows what the README says it shows", async ({ page }) => {
  const snippet = /```html\n(?<html>[\s\S]*?)```/.exec(readme)?.groups?.html ?? "";
  const promised = /The page shows\n\n```json\n(?<json>[\s\S]*?)\n```/.exec(readme)?.groups?.json ?? "";
  await page.route(`${origin}/**`, async (route) => {
    const path = normalize(new URL(route.request().url()).pathname);
    const headers = {
      "content-security-policy": "default-src 'self'; script-src 'self' 'unsafe-inline'; worker-src 'self'",
      "content-type": types[path.slice(path.lastIndexOf(".") + 1)] ?? "text/html",
    };
    if (path === "/") await route.fulfill({ headers, body: snippet });
    else await route.fulfill({ headers, body: readFileSync(join("dist", path)) });
  });
  await page.goto(`${origin}/`);
  await expect(page.locator("#answer")).toHaveText(promised);
});

test("the README's first session gives the results the README shows", async () => {
  const blocks = [...readme.matchAll(/```json\n(?<json>[\s\S]*?)```/g)].map(
    ({ groups }) => groups?.json ?? "",
  );
  const [session, results, mistake] = blocks;
  const ended = await runToEnd("kip", [], session);
  expect(responsesIn(ended).map(({ results: [first] }) => [first?.result])).toEqual(
    results
      ?.trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  );
  const wrong = { tool: "execute_kip", arguments: { command: 'FIND(?who) WHERE { ?who {name = "Alice"} }' } };
  const refused = await runToEnd("kip", [], JSON.stringify(wrong));
  expect(responsesIn(refused)[0]?.results[0]?.error).toEqual(JSON.parse(mistake ?? ""));
});
