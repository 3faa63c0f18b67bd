import type { StructuralPattern } from "../lang/index.js";
import { wrongType } from "./parameters.js";
import type { Pattern } from "./pattern.js";
import type { Place } from "./place.js";
import { StructuralMatch } from "./structural-match.js";
import { compileElementTerm } from "./terms.js";
import { within } from "./within.js";

/**
 * Compiles a Structural Pattern (§43.7).
 * @throws symbol errors for the field, and what its terms throw.
 */
export function compileStructural(place: Place, pattern: StructuralPattern): Pattern {
  const symbol = place.parameters.scalar(pattern.field);
  if (typeof symbol !== "string") {
    throw wrongType(
      "field",
      "a Structural Field",
      symbol,
      pattern.field,
      'Write it as a quoted name such as "evidence".',
    );
  }
  return new StructuralMatch({
    name: symbol,
    fields: within(pattern.field, () => place.symbols.structuralFields(symbol)),
    holder: compileElementTerm(place, pattern.source, "source", null),
    target: compileElementTerm(place, pattern.target, "target", null),
    edge: pattern.variable === null ? null : place.scope.declare(pattern.variable.name, "edge"),
    constrained: place.constrained,
    source: pattern,
  });
}
