// The import layers of the design, bottom first. A folder may import from folders on earlier lines and from those on
// its own line, and from another folder only its index.ts. `npm run layers` fails on anything else.
const layers = [
  ["grammar"],
  ["src/model"],
  ["src/lang"],
  ["src/schema"],
  ["src/store"],
  ["src/state"],
  ["src/derive"],
  ["src/kql", "src/kml", "src/belief", "src/meta", "src/search"],
  ["src/govern"],
  ["src/runtime"],
  ["src/recall"],
  ["src/worker"],
  ["src/client"],
  ["web", "harness", "e2e"],
];

const applications = layers.at(-1);
const openToApplications = ["src/client", "src/lang", "src/model", "grammar"];
// A fixture is what tests of one folder share; it is a test for every rule.
const tests = String.raw`\.(?:test|fixture)\.tsx?$`;

// The language package of the editor is the one folder inside a layer with an index of its own: what it stands on,
// CodeMirror, is nothing for an engine's worker to carry.
const editor = "src/lang/editor";

const under = (folders) => `^(?:${folders.join("|")})/`;

const arrowsPointDown = layers.slice(0, -1).map((layer, height) => ({
  name: `${layer.map((folder) => folder.replace("src/", "")).join("-")}-imports-only-downwards`,
  comment: "An arrow only ever points down the list of layers in .dependency-cruiser.mjs.",
  severity: "error",
  from: { path: under(layer) },
  to: { path: under(layers.slice(height + 1).flat()) },
}));

export default {
  forbidden: [
    ...arrowsPointDown,
    {
      name: "only-through-the-index",
      comment:
        "A folder's index.ts is its whole public surface: import from there, or export the name there.",
      severity: "error",
      from: { path: "^(src/[^/]+|[^/]+)/" },
      to: {
        path: under(layers.slice(0, -1).flat()),
        pathNot: ["^$1/", `^(?:grammar|src/[^/]+|${editor})/index\\.ts$`],
      },
    },
    {
      name: "applications-use-the-public-engine",
      comment: `web, harness and e2e may import only from ${openToApplications.join(", ")}; one benchmark holds the engine in its own thread, as what it is measured beside is.`,
      severity: "error",
      from: { path: under(applications), pathNot: "^harness/page/bench/queries\\.ts$" },
      to: { path: under(layers.slice(0, -1).flat()), pathNot: under(openToApplications) },
    },
    {
      name: "applications-stay-apart",
      comment:
        "The workbench and the harness are separate programs; only e2e, which drives both, may import them.",
      severity: "error",
      from: { path: "^(web|harness)/" },
      to: { path: under(applications), pathNot: "^$1/" },
    },
    {
      name: "folder-without-a-layer",
      comment: "Give the folder its place in the list of layers in .dependency-cruiser.mjs.",
      severity: "error",
      from: {},
      to: { path: "^src/", pathNot: under(layers.flat()) },
    },
    {
      name: "folder-without-a-layer-importing",
      comment: "Give the folder its place in the list of layers in .dependency-cruiser.mjs.",
      severity: "error",
      from: { path: "^src/", pathNot: under(layers.flat()) },
      to: {},
    },
    {
      name: "only-store-imports-dexie",
      comment: "What is durable is decided in one folder: ask store/ for what you need.",
      severity: "error",
      // The benchmark measures the engine beside Dexie alone.
      from: { pathNot: ["^src/store/", "^harness/page/bare-dexie\\.ts$"] },
      to: { path: ["node_modules/dexie/", "^dexie$"] },
    },
    {
      name: "only-the-editor-imports-codemirror",
      comment: `In the engine only ${editor} may import CodeMirror, and nothing else there may import ${editor}.`,
      severity: "error",
      from: { path: "^(?:grammar|src)/", pathNot: `^${editor}/` },
      to: { path: ["node_modules/@codemirror/", "^@codemirror/", `^${editor}/`] },
    },
    {
      name: "no-cycle",
      comment: "Modules that need each other at run time belong in one module, or need a third below both.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "product-does-not-import-tests",
      severity: "error",
      from: { pathNot: tests },
      to: { path: tests },
    },
    {
      name: "product-does-not-import-dev-dependencies",
      comment: "What ships must be in `dependencies`.",
      severity: "error",
      from: { path: "^(grammar|src|web)/", pathNot: [tests, "/test/"] },
      to: { dependencyTypes: ["npm-dev"], pathNot: "node_modules/@types/" },
    },
    {
      name: "product-does-not-import-node",
      comment: "The engine and the workbench run in a browser.",
      severity: "error",
      from: { path: "^(grammar|src|web)/", pathNot: [tests, "/test/"] },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "resolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    // Type-only imports are arrows too.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: ["node_modules"] },
    exclude: { path: "^(dist|test-results|playwright-report)/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "browser", "module", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json", ".d.ts"],
    },
  },
};
