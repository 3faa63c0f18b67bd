// Recomputes every digest in our Schema Packages and policies, so that none is ever typed by hand. Run it after editing
// anything under src/schema/packages, src/schema/schemas or src/schema/policies:
//
//   node --import tsx scripts/publish-packages.ts            writes the digests
//   node --import tsx scripts/publish-packages.ts --check    only says which files are out of date, with exit code 1
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Digest, digestOf, type JsonObject } from "../src/model/index.js";
import { artifactDigest } from "../src/schema/index.js";
import { root } from "./process.mjs";

const home = join(root, "src/schema");

const read = (path: string): JsonObject => JSON.parse(readFileSync(path, "utf8")) as JsonObject;

const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(home, folder))
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => join(home, folder, name));

/** Pins `content_digest` in every entry of a list that `digestFor` knows a digest for. */
function pinned(
  entries: unknown,
  digestFor: (entry: JsonObject) => Digest | undefined,
): readonly JsonObject[] {
  return (entries as readonly JsonObject[]).map((entry) => {
    const digest = digestFor(entry);
    return digest === undefined ? entry : { ...entry, content_digest: digest };
  });
}

function sealed(artifact: JsonObject): JsonObject {
  const integrity = artifact.integrity as JsonObject;
  return { ...artifact, integrity: { ...integrity, content_digest: artifactDigest(artifact) } };
}

function published(): ReadonlyMap<string, JsonObject> {
  const schemas = new Map(filesIn("schemas").map((path) => [read(path).$id as string, digestOf(read(path))]));
  const outcome = new Map<string, JsonObject>();
  const packages = new Map<string, Digest>();
  // By name, which puts the memory package before the domain package that depends on it.
  for (const path of filesIn("packages")) {
    const artifact = read(path);
    const manifest = artifact.manifest as JsonObject;
    const pins = manifest.validation_schemas;
    const complete = sealed({
      ...artifact,
      manifest: pins
        ? { ...manifest, validation_schemas: pinned(pins, ({ id }) => schemas.get(id as string)) }
        : manifest,
      dependencies: pinned(artifact.dependencies, (entry) => packages.get(entry.package_ref as string)),
    });
    packages.set(manifest.package_ref as string, (complete.integrity as JsonObject).content_digest as Digest);
    outcome.set(path, complete);
  }
  for (const path of filesIn("policies")) {
    const artifact = read(path);
    // A policy that keeps a digest published elsewhere as its identity has none of its own to compute.
    if (artifact.integrity !== undefined) outcome.set(path, sealed(artifact));
  }
  return outcome;
}

const check = process.argv.includes("--check");
const stale: string[] = [];
for (const [path, artifact] of published()) {
  if (digestOf(artifact) === digestOf(read(path))) continue;
  stale.push(path);
  if (!check) writeFileSync(path, `${JSON.stringify(artifact, null, 2)}\n`);
}
if (!check) {
  execFileSync(join(root, "node_modules/.bin/biome"), ["format", "--write", home], { stdio: "inherit" });
}
const what = check ? "out of date" : "written";
process.stdout.write(stale.length === 0 ? "every digest is right\n" : `${what}:\n${stale.join("\n")}\n`);
process.exitCode = check && stale.length > 0 ? 1 : 0;
