import { DATABASE_VERSION } from "./tables.js";

/** The version of the database that is there, as the browser counts; undefined where it has none or does not tell. */
export async function installedVersion(name: string): Promise<number | undefined> {
  // Where there is no IndexedDB at all, or a damaged one, opening says so; asked again here, the browser would not tell it of the damage.
  const databases = await globalThis.indexedDB?.databases?.().catch(() => undefined);
  return databases?.find((database) => database.name === name)?.version;
}

/** Whether an installed version is newer than this engine's. Dexie multiplies its versions by ten for the browser. */
export function isNewer(installed: number | undefined): boolean {
  return installed !== undefined && installed >= (DATABASE_VERSION + 1) * 10;
}
