import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "./process.mjs";

interface Violation {
  from: string;
  to: string;
  rule: { name: string };
}

const project = mkdtempSync(join(tmpdir(), "layers-"));

function write(path: string, text: string) {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text);
}

/** An installed module's package: which of its files an import reaches is not ours to say. */
const shortened = (path: string) => path.replace(/^.*node_modules\/((?:@[^/]+\/)?[^/]+).*$/, "$1");

/** Cruises a project made of these files with the real rules. */
function violationsIn(files: Record<string, string>): string[] {
  for (const folder of ["grammar", "src", "web", "harness", "e2e"]) {
    rmSync(join(project, folder), { recursive: true, force: true });
  }
  for (const [path, text] of Object.entries(files)) write(path, text);
  const rules = join(root, ".dependency-cruiser.mjs");
  const output = execFileSync(
    process.execPath,
    [
      join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs"),
      ...["--config", rules, "--output-type", "json", "."],
    ],
    { cwd: project, encoding: "utf8", maxBuffer: 2 ** 26 },
  );
  const { summary } = JSON.parse(output) as { summary: { violations: Violation[] } };
  return summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} → ${shortened(to)}`).sort();
}

beforeAll(() => {
  symlinkSync(join(root, "node_modules"), join(project, "node_modules"));
  for (const file of ["package.json", "tsconfig.json", "tsconfig.base.json"]) {
    copyFileSync(join(root, file), join(project, file));
  }
});

afterAll(() => rmSync(project, { recursive: true, force: true }));

describe("the import layers", () => {
  it("allow what points down, through an index", () => {
    expect(
      violationsIn({
        "grammar/index.ts": `export const parser = 1;`,
        "src/model/index.ts": `export * from "./ids.js";`,
        "src/model/ids.ts": `export type Id = string;`,
        "src/lang/index.ts": `export { parser } from "../../grammar/index.js";`,
        "src/lang/editor/index.ts": `export { kip } from "./kip.js";`,
        "src/lang/editor/kip.ts": `import { EditorView } from "@codemirror/view"; import "../index.js"; export const kip = () => EditorView;`,
        "src/store/index.ts": `import Dexie from "dexie"; export const db = new Dexie("a");`,
        "src/state/index.ts": `import type { Id } from "../model/index.js"; export type State = Id[];`,
        "src/derive/index.ts": `export type { State } from "../state/index.js";`,
        "src/kml/index.ts": `export type { State } from "../derive/index.js";`,
        "src/kql/index.ts": `export type { State } from "../kml/index.js";`,
        "src/kql/match.test.ts": `import { it } from "vitest"; import type { State } from "./index.js"; export type T = State; it("is", () => {});`,
        "src/client/index.ts": `export { db } from "../store/index.js"; export type { State } from "../kql/index.js";`,
        "web/main.tsx": `import { db } from "../src/client/index.js"; import "../src/lang/index.js"; import "../src/lang/editor/index.js"; export { db };`,
        "harness/kip.ts": `import { readFileSync } from "node:fs"; import "../grammar/index.js"; export { readFileSync };`,
      }),
    ).toEqual([]);
  });

  it("refuse what points up, in types and in tests too", () => {
    expect(
      violationsIn({
        "grammar/index.ts": `export type { Id } from "../src/model/index.js";`,
        "src/model/index.ts": `export type Id = string;`,
        "src/schema/index.ts": `import type { State } from "../state/index.js"; export type S = State;`,
        "src/state/index.ts": `export type State = string;`,
        "src/state/state.test.ts": `import { write } from "../kml/index.js"; write();`,
        "src/derive/index.ts": `export * from "../belief/index.js";`,
        "src/belief/index.ts": `export const belief = 1;`,
        "src/kml/index.ts": `export const write = () => import("../runtime/index.js");`,
        "src/runtime/index.ts": `export const run = 1;`,
        "src/client/index.ts": `export * from "../../web/panel.js";`,
        "web/panel.ts": `export const panel = 1;`,
      }),
    ).toEqual([
      "client-imports-only-downwards: src/client/index.ts → web/panel.ts",
      "derive-imports-only-downwards: src/derive/index.ts → src/belief/index.ts",
      "grammar-imports-only-downwards: grammar/index.ts → src/model/index.ts",
      "kql-kml-belief-meta-search-imports-only-downwards: src/kml/index.ts → src/runtime/index.ts",
      "schema-imports-only-downwards: src/schema/index.ts → src/state/index.ts",
      "state-imports-only-downwards: src/state/state.test.ts → src/kml/index.ts",
    ]);
  });

  it("refuse what reaches past an index", () => {
    expect(
      violationsIn({
        "grammar/tokens.ts": `export const token = 1;`,
        "src/lang/index.ts": `import { token } from "../../grammar/tokens.js"; export { token };`,
        "src/kml/plan.ts": `export const plan = 1;`,
        "src/kql/index.ts": `export { plan } from "../kml/plan.js";`,
        "src/client/tools.ts": `export type Tool = string;`,
        "web/panel.ts": `import type { Tool } from "../src/client/tools.js"; export type T = Tool;`,
      }),
    ).toEqual([
      "only-through-the-index: src/kql/index.ts → src/kml/plan.ts",
      "only-through-the-index: src/lang/index.ts → grammar/tokens.ts",
      "only-through-the-index: web/panel.ts → src/client/tools.ts",
    ]);
  });

  it("keep CodeMirror out of the engine, and the editor's insides to the editor", () => {
    expect(
      violationsIn({
        "src/lang/index.ts": `export { kip } from "./editor/index.js";`,
        "src/lang/editor/index.ts": `export { kip } from "./kip.js";`,
        "src/lang/editor/kip.ts": `export const kip = 1;`,
        "src/worker/index.ts": `import type { EditorState } from "@codemirror/state"; import "../lang/editor/index.js"; export type S = EditorState;`,
        "web/editor.ts": `import { EditorState } from "@codemirror/state"; import { kip } from "../src/lang/editor/kip.js"; export { EditorState, kip };`,
      }),
    ).toEqual([
      "only-the-editor-imports-codemirror: src/lang/index.ts → src/lang/editor/index.ts",
      "only-the-editor-imports-codemirror: src/worker/index.ts → @codemirror/state",
      "only-the-editor-imports-codemirror: src/worker/index.ts → src/lang/editor/index.ts",
      "only-through-the-index: web/editor.ts → src/lang/editor/kip.ts",
    ]);
  });

  it("keep applications, libraries and folders in their places", () => {
    expect(
      violationsIn({
        "src/state/index.ts": `import type { Table } from "dexie"; export type T = Table;`,
        "src/state/disk.ts": `import { readFileSync } from "node:fs"; export { readFileSync };`,
        "src/state/fuzz.ts": `import { assert } from "fast-check"; export { assert };`,
        "src/kql/index.ts": `export const match = 1;`,
        "src/misc/index.ts": `import { match } from "../kql/index.js"; export { match };`,
        "src/runtime/index.ts": `export const run = 1;`,
        "src/runtime/lost.ts": `export { gone } from "./gone.js";`,
        "web/main.ts": `import "../src/runtime/index.js"; import "../harness/kip.js";`,
        "harness/kip.ts": `export const kip = 1;`,
      }),
    ).toEqual([
      "applications-stay-apart: web/main.ts → harness/kip.ts",
      "applications-use-the-public-engine: web/main.ts → src/runtime/index.ts",
      "folder-without-a-layer-importing: src/misc/index.ts → src/kql/index.ts",
      "only-store-imports-dexie: src/state/index.ts → dexie",
      "product-does-not-import-dev-dependencies: src/state/fuzz.ts → fast-check",
      "product-does-not-import-node: src/state/disk.ts → fs",
      "resolvable: src/runtime/lost.ts → ./gone.js",
    ]);
  });
});
