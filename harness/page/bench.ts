import type { NexusApi } from "../../src/client/index.js";

/** The Nexus of the page, new and empty, and its name, from which other databases of a measurement take theirs. */
export interface OpenedNexus {
  readonly nexus: NexusApi;
  readonly name: string;
}

/** What the sections of the benchmark do inside the page. Each is loaded only when it is wanted. */
const halves = {
  "bulk-assert": async () => (await import("./bench/bulk-assert.js")).measure,
  "open-space": async () => (await import("./bench/open-space.js")).measure,
  heap: async () => (await import("./bench/heap.js")).measure,
  "assert-commit": async () => (await import("./bench/assert-commit.js")).measure,
  "point-belief": async () => (await import("./bench/point-belief.js")).measure,
  governance: async () => (await import("./bench/governance.js")).measure,
  queries: async () => (await import("./bench/queries.js")).measure,
  "parse-throughput": async () => (await import("./bench/parse-throughput.js")).measure,
  "parse-command": async () => (await import("./bench/parse-command.js")).measure,
  keystroke: async () => (await import("./bench/keystroke.js")).measure,
};

type Halves = typeof halves;
type Half<Name extends HalfName> = Awaited<ReturnType<Halves[Name]>>;

/** A section's name in the page. */
export type HalfName = keyof Halves;

/** What a half is told. */
export type PlanOf<Name extends HalfName> = Parameters<Half<Name>>[1];

/** What a half returns. */
export type SamplesOf<Name extends HalfName> = Awaited<ReturnType<Half<Name>>>;

/**
 * Runs a section's half. Plan and samples cross between the processes as structured clones, so they are plain values.
 * @throws `Error` when there is no such half, or what it throws.
 */
export async function measure<Name extends HalfName>(
  opened: OpenedNexus,
  name: Name,
  plan: PlanOf<Name>,
): Promise<SamplesOf<Name>> {
  if (!Object.hasOwn(halves, name)) throw new Error(`the page has no half of the section ${name}`);
  if (!crossOriginIsolated) throw new Error("the page has only the browser's coarse clock");
  const half = (await halves[name]()) as (
    opened: OpenedNexus,
    plan: PlanOf<Name>,
  ) => Promise<SamplesOf<Name>>;
  return half(opened, plan);
}
