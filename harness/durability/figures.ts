import type { Figures } from "./run.js";

/** How many violations are worth printing: the first ones explain the others. */
const SHOWN = 20;

/** What a run found, as lines of text. */
export function figuresText(
  figures: Figures,
  { tabs, seed, ms }: { readonly tabs: number; readonly seed: number; readonly ms: number },
): string {
  const { violations } = figures;
  const rows: readonly (readonly [string, number])[] = [
    ["kills", figures.kills],
    ["commits acknowledged", figures.acknowledged],
    ["found beyond acknowledged", figures.foundBeyond],
    ["unanswered, left nothing", figures.leftNothing],
    ["retried with their key", figures.retried],
    ["violations", violations.length],
  ];
  return [
    `${tabs} tabs, ${figures.memories} memories, seed ${seed}, ${(ms / 1000).toFixed(1)} s`,
    ...rows.map(([name, count]) => `  ${name.padEnd(28)}${String(count).padStart(8)}`),
    ...violations.slice(0, SHOWN).map((violation) => `  violated: ${violation}`),
    ...(violations.length > SHOWN ? [`  … and ${violations.length - SHOWN} more`] : []),
  ].join("\n");
}
