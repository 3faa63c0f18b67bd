import type { PredicateAtom, PropositionExpression, Triple } from "../lang/index.js";
import { asElementId, kipError } from "../model/index.js";
import type { PredicateDefinition } from "../schema/index.js";
import { EitherMatch } from "./either-match.js";
import { ElementMatch } from "./element-match.js";
import { wrongType } from "./parameters.js";
import { type Hops, PathMatch } from "./path-match.js";
import type { Pattern } from "./pattern.js";
import type { Place } from "./place.js";
import { type PredicateTerm, PropositionMatch } from "./proposition-match.js";
import type { Slot } from "./scope.js";
import type { Lineages } from "./symbols.js";
import {
  type CompiledTerm,
  compileElementTerm,
  compileTerm,
  idOfReference,
  type ObjectTerm,
  readLater,
  readUnder,
} from "./terms.js";
import { within } from "./within.js";

/**
 * Compiles a Proposition expression (§43.2, §45). `link` is the slot of its variable.
 * @throws symbol errors for its predicates, `InvalidSyntax` for a variable on a path of other than one hop, and what
 * its terms throw.
 */
export function compileProposition(
  place: Place,
  expression: PropositionExpression,
  link: Slot | null,
): Pattern {
  if (expression.type === "Triple") return compileTriple(place, expression, link);
  const given = place.parameters.scalar(expression.id);
  const id = idOfReference(given);
  if (id === null)
    throw wrongType("id", "a Proposition's id", given, expression, 'Write (id: "P-1"), or bind it.');
  const slot = link ?? place.scope.anonymous();
  return new ElementMatch({
    kind: "proposition",
    slot,
    id: asElementId(id),
    addressed: true,
    constraints: [],
    constrained: place.constrained,
    source: expression,
  });
}

function compileTriple(place: Place, triple: Triple, link: Slot | null): Pattern {
  const subject = compileElementTerm(place, triple.subject, "subject", "concept");
  const object = compileTerm(place, triple.object, "object", "concept");
  const { predicate } = triple;
  const asksState = link !== null && place.scope.asksState(link);
  const parts = { subject, asksState, constrained: place.constrained, source: triple };
  if (predicate.type !== "PredicatePath") {
    return new PropositionMatch({
      ...parts,
      link,
      predicate: compilePredicate(place, predicate),
      object: objectUnder(place, object, predicate),
    });
  }
  const alternatives = predicate.alternatives.map(({ predicate: atom, quantifier }) => ({
    lineages: predicateLineages(place, atom),
    min: quantifier?.min ?? 1,
    max: quantifier === null ? 1 : quantifier.max,
    object: readUnder(place, object, definitionOf(place, atom)),
  }));
  const isOneHop = alternatives.every(({ min, max }) => min === 1 && max === 1);
  if (!isOneHop && link !== null) {
    throw kipError(
      "InvalidSyntax",
      "a path of several hops is no Proposition, so no variable can stand for it",
      {
        hint: "Leave out the variable before the tuple; bind the endpoints instead.",
        details: { from: triple.from, to: triple.to },
      },
    );
  }
  const patterns = byReading(alternatives).map((alike) => {
    if (!isOneHop) return new PathMatch({ ...parts, object: alike.object, alternatives: alike.hops });
    const lineages = alike.hops.flatMap((hops) => hops.lineages);
    const predicates: PredicateTerm = { is: "symbols", lineages: [...new Set(lineages)] };
    return new PropositionMatch({ ...parts, link, object: alike.object, predicate: predicates });
  });
  const [only, ...others] = patterns;
  return only !== undefined && others.length === 0 ? only : new EitherMatch(patterns, triple);
}

/** The alternatives of a path, those together under which the object as written is the same element or Literal. */
function byReading(alternatives: readonly (Hops & { readonly object: CompiledTerm })[]) {
  const readings = new Map<CompiledTerm["is"], { readonly object: CompiledTerm; readonly hops: Hops[] }>();
  for (const { object, ...hops } of alternatives) {
    const alike = readings.get(object.is);
    if (alike) alike.hops.push(hops);
    else readings.set(object.is, { object, hops: [hops] });
  }
  return [...readings.values()];
}

/** The object of a tuple as the Predicate it names reads it, or as each that its variable takes. Symbol errors. */
export function objectUnder(place: Place, object: CompiledTerm, predicate: PredicateAtom): ObjectTerm {
  if (predicate.type === "Variable") return readLater(object);
  return readUnder(place, object, definitionOf(place, predicate));
}

/** The Predicate a tuple names, by which its object is read. */
function definitionOf(place: Place, atom: Exclude<PredicateAtom, { type: "Variable" }>): PredicateDefinition {
  const symbol = predicateSymbol(place, atom);
  return within(atom, () => place.symbols.predicateDefinition(symbol));
}

/** The predicate of a tuple that takes exactly one: a symbol, or a variable over exact refs (§43.3). */
export function compilePredicate(place: Place, atom: PredicateAtom): PredicateTerm {
  if (atom.type === "Variable") return { is: "slot", slot: place.scope.declare(atom.name, "value") };
  return { is: "symbols", lineages: predicateLineages(place, atom) };
}

function predicateLineages(place: Place, atom: Exclude<PredicateAtom, { type: "Variable" }>): Lineages {
  const symbol = predicateSymbol(place, atom);
  return within(atom, () => place.symbols.predicate(symbol));
}

function predicateSymbol(place: Place, atom: Exclude<PredicateAtom, { type: "Variable" }>): string {
  const symbol = place.parameters.scalar(atom);
  if (typeof symbol === "string") return symbol;
  throw wrongType(
    "predicate",
    "a predicate name",
    symbol,
    atom,
    'Write it as a quoted name such as "prefers".',
  );
}
