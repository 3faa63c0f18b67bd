import type { Completion } from "@codemirror/autocomplete";
import { terms } from "../../../../grammar/index.js";
import type { Asked } from "./asked.js";
import { option } from "./options.js";

/** `true`, `false` and `null`, where a value is legal. */
export function constantOptions({ place }: Asked): readonly Completion[] {
  const parent = place.node.parent?.name ?? "";
  if (parent === "Find" || parent === "OrderItem") return [];
  const words = [
    ["true", terms._true],
    ["false", terms._false],
    ["null", terms._null],
  ] as const;
  return words
    .filter(([, term]) => place.accepts(term))
    .map(([word]) => option(word, { type: "constant", boost: -20 }));
}
