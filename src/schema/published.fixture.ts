// The published data the project is measured against. It stands beside the project, so a checkout alone has none.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe } from "vitest";
import type { JsonObject } from "../model/index.js";

const shared = fileURLToPath(new URL("../../../shared/", import.meta.url));

export const readJson = (path: string): JsonObject => JSON.parse(readFileSync(path, "utf8")) as JsonObject;

/** The path of a file or folder beside the project. */
export const besideProject = (path: string): string => `${shared}${path}`;

const isThere = existsSync(shared);
if (!isThere) console.log("skipped: no ../shared");

/** `describe` for tests that need the data beside the project; without it they are skipped, and it says so. */
export const describeWithShared = isThere ? describe : describe.skip;

/** Every JSON document of a folder beside the project, by file name; none when there is no such data. */
export function documentsOf(folder: string): ReadonlyMap<string, JsonObject> {
  if (!isThere) return new Map();
  const names = readdirSync(besideProject(folder)).filter((name) => name.endsWith(".json"));
  return new Map(names.map((name) => [name, readJson(besideProject(`${folder}/${name}`))]));
}
