import { openNexus } from "../../../src/client/index.js";
import type { OpenedNexus } from "../bench.js";
import { fill } from "./fill.js";
import { clearTable, eachStoredRow } from "./stored-rows.js";

/** Milliseconds of each opening, and of each reading of what is stored. */
export interface OpeningSamples {
  readonly fromImageMs: readonly number[];
  readonly fromLogMs: readonly number[];
  readonly bareLogMs: readonly number[];
  readonly bareImageMs: readonly number[];
  /** What opening an empty Nexus costs. */
  readonly emptyMs: readonly number[];
  readonly elements: number;
  readonly logBytes: number;
  readonly imageBytes: number;
}

/** How long a Space that nobody writes to gets to write its image. */
const IMAGE_MS = 180_000;

/** Fills a Space, and opens it again and again: from its image, from its log, and beside the bare reading of both. */
export async function measure(
  { nexus, name }: OpenedNexus,
  { assertions, openings }: { readonly assertions: number; readonly openings: number },
): Promise<OpeningSamples> {
  const elements = await fill(nexus, assertions);
  await hasImage(name);
  await nexus.close();
  const samples = { fromImageMs: [], fromLogMs: [], bareLogMs: [], bareImageMs: [], emptyMs: [] } as Record<
    "fromImageMs" | "fromLogMs" | "bareLogMs" | "bareImageMs" | "emptyMs",
    number[]
  >;
  const sizes = { log: 0, images: 0 };
  const bare = async (table: "log" | "images", text: "body" | "text"): Promise<number> => {
    sizes[table] = 0;
    const started = performance.now();
    await eachStoredRow(name, table, (row) => {
      const json = String(row[text]);
      sizes[table] += json.length;
      JSON.parse(json);
    });
    return performance.now() - started;
  };
  for (let opening = 0; opening < openings; opening += 1) {
    samples.fromImageMs.push(await openedIn(name, "image"));
    samples.bareImageMs.push(await bare("images", "text"));
    samples.bareLogMs.push(await bare("log", "body"));
    samples.emptyMs.push(await openedIn(`${name}-empty-${opening}`, "log"));
  }
  await clearTable(name, "images");
  for (let opening = 0; opening < openings; opening += 1) {
    samples.fromLogMs.push(await openedIn(name, "log"));
    samples.bareLogMs.push(await bare("log", "body"));
  }
  return { ...samples, elements, logBytes: sizes.log, imageBytes: sizes.images };
}

/** How long an opening takes until the first request is answered. It must come from where it is meant to. */
async function openedIn(name: string, from: "image" | "log"): Promise<number> {
  const started = performance.now();
  const nexus = await openNexus({ name });
  const { opening } = await nexus.status();
  const ms = performance.now() - started;
  await nexus.close();
  if (opening.from !== from)
    throw new Error(`${name} was opened from its ${opening.from}, not from its ${from}`);
  return ms;
}

/** Waits until there is an image of the Space, and it is no longer being written. */
async function hasImage(name: string): Promise<void> {
  const deadline = performance.now() + IMAGE_MS;
  let before = -1;
  for (;;) {
    let rows = 0;
    await eachStoredRow(name, "images", () => {
      rows += 1;
    });
    if (rows > 0 && rows === before) return;
    if (performance.now() > deadline) throw new Error("no image of the Space was written");
    before = rows;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}
