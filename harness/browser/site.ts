import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { BrowserContext } from "playwright";

/**
 * Where the engine believes it lives. IndexedDB belongs to an origin, so a profile must meet the same one in every
 * process. There is no server and no port behind it: the driver answers every request from memory, and what is not in
 * the built folder does not exist. `localhost` makes it a secure context, which Web Locks need.
 */
export const ORIGIN = "https://nexus.localhost";

/** Scripts and workers from the built folder, and nothing else: no `eval`, no inline script, no network. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** Where it is measured, what it is measured beside may be WebAssembly; the engine itself needs none. */
const MEASURING_POLICY = CONTENT_SECURITY_POLICY.replace("script-src", "script-src 'wasm-unsafe-eval'");

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

/** What isolates a page from all others, for which the browser gives it a clock of 5 µs instead of 100. */
const ISOLATION = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

/** Answers every request of the context from a folder, read now: a build that replaces it later changes nothing here. */
export async function serveFolder(context: BrowserContext, folder: string, fineClock = false): Promise<void> {
  const headers = fineClock
    ? { "Content-Security-Policy": MEASURING_POLICY, ...ISOLATION }
    : { "Content-Security-Policy": CONTENT_SECURITY_POLICY };
  const files = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith(".map"))
      .map((entry) => {
        const path = join(entry.parentPath, entry.name);
        return [path.slice(folder.length).replaceAll("\\", "/"), readFileSync(path)] as const;
      }),
  );
  await context.route("**/*", async (route) => {
    const url = new URL(route.request().url());
    if (url.origin !== ORIGIN) return route.abort("internetdisconnected");
    const path = url.pathname === "/" ? "/index.html" : decodeURIComponent(url.pathname);
    const body = files.get(path);
    if (!body) return route.fulfill({ status: 404, body: "" });
    return route.fulfill({
      body,
      contentType: CONTENT_TYPES[extname(path)] ?? "application/octet-stream",
      headers,
    });
  });
}
