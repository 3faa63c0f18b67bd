import type { ExactTriple, PropositionExpression, StringNode } from "../ast.js";
import type { TreeReader } from "./tree-reader.js";

/**
 * The triple of ENSURE PROPOSITION or ASSERT. Both make a Proposition out of its structure, so what only matches is
 * reported: the id form (§43.2), raw paths (§45) and predicate variables (§12).
 */
export function constructible(
  reader: TreeReader,
  proposition: PropositionExpression,
  statement: string,
): ExactTriple {
  if (proposition.type === "PropositionById") {
    reader.report({
      from: proposition.from,
      to: proposition.to,
      message: `${statement} needs the statement itself, not the id of one: an id cannot be turned into a statement.`,
      found: "(id: …)",
      expected: ["(subject, predicate, object)"],
      hint: 'Write (subject, "predicate", object); the same statement resolves to the Proposition that exists.',
    });
    return {
      type: "Triple",
      subject: proposition.id,
      predicate: NO_PREDICATE,
      object: proposition.id,
      ...rangeOf(proposition),
    };
  }
  const { predicate } = proposition;
  if (predicate.type === "Literal" || predicate.type === "Parameter") return { ...proposition, predicate };
  const path = predicate.type === "PredicatePath";
  reader.report({
    from: predicate.from,
    to: predicate.to,
    message: path
      ? `${statement} states one predicate; alternatives and repetitions only match.`
      : `${statement} needs a named predicate; a variable only matches.`,
    found: reader.text.slice(predicate.from, predicate.to),
    expected: ["a quoted predicate", "a :parameter"],
  });
  return { ...proposition, predicate: path ? predicate.alternatives[0].predicate : NO_PREDICATE };
}

const NO_PREDICATE: StringNode = { type: "Literal", value: "", source: '""', from: 0, to: 0 };

function rangeOf({ from, to }: { from: number; to: number }) {
  return { from, to };
}
