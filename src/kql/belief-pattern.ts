import type { BeliefPattern, BeliefSlotPattern, ExactTriple, Term } from "../lang/index.js";
import { asElementId } from "../model/index.js";
import { BeliefMatch, type BeliefTarget, SlotMatch } from "./belief-match.js";
import type { Beliefs } from "./beliefs.js";
import { wrongType } from "./parameters.js";
import type { Pattern } from "./pattern.js";
import type { Place } from "./place.js";
import { unboundedTarget, unboundTarget } from "./projection-errors.js";
import { PropositionMatch } from "./proposition-match.js";
import { compilePredicate, objectUnder } from "./proposition-pattern.js";
import { compileElementTerm, compileTerm, idOfReference } from "./terms.js";

/**
 * Compiles a BELIEF pattern (§46). The raw patterns of the segment are compiled before.
 * @throws `ProjectionTargetUnbound` when nothing can bind its Proposition variable, `ProjectionTargetUnbounded` when
 * nothing can bind its subject or predicate, and what its terms throw.
 */
export function compileBelief(place: Place, pattern: BeliefPattern, beliefs: Beliefs): Pattern {
  const { variable, target } = pattern;
  const about = compileTarget(place, target);
  return new BeliefMatch({
    beliefs,
    belief: place.scope.declare(variable.name, "belief"),
    target: about,
    source: pattern,
  });
}

function compileTarget(place: Place, target: BeliefPattern["target"]): BeliefTarget {
  if (target.type === "Variable") {
    if (!place.scope.isDeclared(target.name)) throw unboundTarget(target.name);
    return { is: "variable", slot: place.scope.slot(target.name), name: target.name };
  }
  if (target.type === "PropositionById") {
    const given = place.parameters.scalar(target.id);
    const id = idOfReference(given);
    if (id === null) throw wrongType("id", "a Proposition's id", given, target);
    return { is: "id", id: asElementId(id) };
  }
  const { subject, predicate } = compileSlotOf(place, target);
  const written = compileTerm(place, target.object, "object", "concept");
  const object = objectUnder(place, written, target.predicate);
  const { constrained } = place;
  const stored = new PropositionMatch({
    link: null,
    asksState: false,
    subject,
    predicate,
    object,
    constrained,
    source: target,
  });
  return { is: "tuple", subject, predicate, object, stored };
}

/** Compiles a BELIEF SLOT pattern (§47); throws as `compileBelief`. */
export function compileBeliefSlot(place: Place, pattern: BeliefSlotPattern, beliefs: Beliefs): Pattern {
  const { subject, predicate } = compileSlotOf(place, pattern);
  const belief = place.scope.declare(pattern.variable.name, "slot");
  return new SlotMatch({ beliefs, belief, subject, predicate, source: pattern });
}

/** Subject and predicate of a projection: both must be groundable (§46.3). */
function compileSlotOf(place: Place, { subject, predicate }: Pick<ExactTriple, "subject" | "predicate">) {
  requireBindable(place, subject);
  if (predicate.type === "Variable") requireBindable(place, predicate);
  return {
    subject: compileElementTerm(place, subject, "subject", "concept"),
    predicate: compilePredicate(place, predicate),
  };
}

function requireBindable(place: Place, term: Term): void {
  if (term.type === "Variable" && !place.scope.isDeclared(term.name)) throw unboundedTarget(`?${term.name}`);
}
