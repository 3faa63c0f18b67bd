import { few } from "./in-words.js";
import type { BeliefMaterial } from "./material.js";
import { objectOf, valueInWords } from "./names.js";
import type { Stretch } from "./timeline.js";

/** What a slot's answer is over a stretch: "Oslo", "uncertain: Oslo", "de, uncertain: fr", "nothing known", "no value". */
export function answerInWords(
  { status, values, uncertain, contested, isClosedWorld }: Stretch,
  material: BeliefMaterial,
): string {
  if (status === "insufficient") return isClosedWorld ? "no value" : "nothing known";
  const named = (ids: readonly string[]) => few(ids.map((id) => objectOf(id, material)));
  return [
    ...(values.length > 0 ? [few(values.map((value) => valueInWords(value, material)))] : []),
    ...(contested.length > 0 ? [`contested: ${named(contested)}`] : []),
    ...(uncertain.length > 0 ? [`uncertain: ${named(uncertain)}`] : []),
  ].join(", ");
}
