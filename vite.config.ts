import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { buildGrammar, ensureGrammar } from "./scripts/build-grammar.mjs";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * No `unsafe-eval`: stored patterns and schemas are data and must never become code. Styles may be inline because
 * CodeMirror and Preact write them so.
 */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** Keeps the policy in the page itself, for hosts that serve the built files without our headers. */
function policyInThePage(): Plugin {
  return {
    name: "content-security-policy",
    apply: "build",
    transformIndexHtml: () => [
      {
        tag: "meta",
        attrs: { "http-equiv": "Content-Security-Policy", content: contentSecurityPolicy },
        injectTo: "head-prepend",
      },
    ],
  };
}

/** Regenerates the parser when the grammar is edited while the page is open. */
function grammarInDevelopment(): Plugin {
  const grammar = here("grammar/kip.grammar");
  return {
    name: "kip-grammar",
    apply: "serve",
    configureServer(server) {
      server.watcher.add(grammar);
      server.watcher.on("change", (path) => {
        if (path === grammar)
          buildGrammar().catch((error: Error) => server.config.logger.error(error.message));
      });
    },
  };
}

await ensureGrammar();

export default defineConfig({
  root: here("web"),
  // Relative addresses, so that the built folder works wherever a host puts it.
  base: "./",
  plugins: [policyInThePage(), grammarInDevelopment()],
  worker: { format: "es" },
  server: { port: 5173, fs: { allow: [here(".")] } },
  preview: {
    port: 4173,
    strictPort: true,
    // A worker takes its policy from its own response, not from the page.
    headers: { "Content-Security-Policy": contentSecurityPolicy },
  },
  build: {
    outDir: here("dist/web"),
    emptyOutDir: true,
    target: "es2022",
    sourcemap: true,
  },
});
