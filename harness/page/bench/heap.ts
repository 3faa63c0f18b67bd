import { openNexus } from "../../../src/client/index.js";
import type { OpenedNexus } from "../bench.js";
import { fill } from "./fill.js";

/** What the browser says its JavaScript holds, in bytes, after it collected what nobody holds. */
export interface HeapSamples {
  readonly emptyBytes: number;
  readonly filledBytes: number;
  /** The same Space in another worker, which did not write it but read it from what is stored. */
  readonly reopenedBytes: number;
  readonly elements: number;
}

declare global {
  interface Performance {
    measureUserAgentSpecificMemory(): Promise<{ readonly bytes: number }>;
  }
}

/** Measures what a Space of so many assertions takes of the heap: the page and its workers, before and after. */
export async function measure(
  { nexus, name }: OpenedNexus,
  { assertions }: { readonly assertions: number },
): Promise<HeapSamples> {
  const emptyBytes = await heapBytes();
  const elements = await fill(nexus, assertions);
  const filledBytes = await heapBytes();
  await nexus.close();
  const again = await openNexus({ name });
  const reopenedBytes = await heapBytes();
  await again.close();
  return { emptyBytes, filledBytes, reopenedBytes, elements };
}

async function heapBytes(): Promise<number> {
  return (await performance.measureUserAgentSpecificMemory()).bytes;
}
