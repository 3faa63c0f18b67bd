import { atMost } from "../goals.js";
import type { BenchSection } from "../section.js";

/** What a large Space takes of the heap, an element. */
export const heap: BenchSection = {
  name: "heap",
  about: "bytes of heap an element in a Space of 100,000 assertions",
  run: async ({ scale, inPage }) => {
    const assertions = Math.max(1_000, Math.round(1_000 * scale) * 100);
    const { emptyBytes, filledBytes, reopenedBytes, elements } = await inPage("heap", { assertions });
    const written = (filledBytes - emptyBytes) / elements;
    const read = (reopenedBytes - emptyBytes) / elements;
    return {
      rows: [
        { name: "heap of an empty Nexus", unit: "MB", p50: emptyBytes / 1e6 },
        { name: "heap after writing", unit: "MB", p50: filledBytes / 1e6 },
        { name: "heap after opening", unit: "MB", p50: reopenedBytes / 1e6 },
        { name: "an element, after writing", unit: "bytes", p50: written },
        { name: "an element, after opening", unit: "bytes", p50: read },
      ],
      goals: [
        atMost("heap an element, after writing", written, 1_500, "bytes"),
        atMost("heap an element, after opening", read, 1_500, "bytes"),
      ],
      notes: [
        `${elements} elements; JavaScript of the page and its worker, by performance.measureUserAgentSpecificMemory`,
      ],
    };
  },
};
