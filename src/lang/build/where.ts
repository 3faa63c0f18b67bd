import { terms } from "../../../grammar/index.js";
import type {
  BeliefPattern,
  BeliefSlotPattern,
  ExactTriple,
  Expression,
  ObjectPattern,
  PredicateAtom,
  PropositionById,
  PropositionExpression,
  PropositionPattern,
  SchemaSymbol,
  StructuralPattern,
  Term,
  Variable,
  WhereBlock,
  WhereClause,
} from "../ast.js";
import { readSymbol, readVariable } from "./literals.js";
import {
  isProposition,
  isTerm,
  readObjectPattern,
  readPredicateAtom,
  readProposition,
  readTerm,
} from "./patterns.js";
import { readSearchPattern } from "./search.js";
import type { TreeReader } from "./tree-reader.js";
import { isExpression, missing, readExpression } from "./values.js";

/** `{ clause … }`. */
export function readWhereBlock(reader: TreeReader): WhereBlock {
  const clauses: WhereClause[] = [];
  for (const _ of reader.children()) {
    if (reader.name !== "{" && reader.name !== "}") clauses.push(readClause(reader));
  }
  return { type: "WhereBlock", clauses, from: reader.from, to: reader.to };
}

function readClause(reader: TreeReader): WhereClause {
  switch (reader.id) {
    case terms.ConceptPattern:
      return { type: "ConceptPattern", ...readElementPattern(reader) };
    case terms.AssertionPattern:
      return { type: "AssertionPattern", ...readElementPattern(reader) };
    case terms.EvidencePattern:
      return { type: "EvidencePattern", ...readElementPattern(reader) };
    case terms.ActivityPattern:
      return { type: "ActivityPattern", ...readElementPattern(reader) };
    case terms.PropositionPattern:
      return readPropositionPattern(reader);
    case terms.StructuralPattern:
      return readStructuralPattern(reader);
    case terms.BeliefPattern:
      return readBeliefPattern(reader);
    case terms.BeliefSlotPattern:
      return readBeliefSlotPattern(reader);
    case terms.SearchPattern:
      return readSearchPattern(reader);
    case terms.FilterClause:
      return { type: "FilterClause", condition: readCondition(reader), from: reader.from, to: reader.to };
    case terms.NotClause:
      return { type: "NotClause", body: readBody(reader), from: reader.from, to: reader.to };
    case terms.OptionalClause:
      return { type: "OptionalClause", body: readBody(reader), from: reader.from, to: reader.to };
    default:
      return { type: "UnionClause", body: readBody(reader), from: reader.from, to: reader.to };
  }
}

function readElementPattern(reader: TreeReader): {
  variable: Variable;
  pattern: ObjectPattern;
  from: number;
  to: number;
} {
  let variable: Variable | undefined;
  let pattern: ObjectPattern | undefined;
  for (const id of reader.children()) {
    if (id === terms.Variable) variable = readVariable(reader);
    else if (id === terms.ObjectPattern) pattern = readObjectPattern(reader);
  }
  return {
    variable: variable ?? missing(reader),
    pattern: pattern ?? missing(reader),
    from: reader.from,
    to: reader.to,
  };
}

function readPropositionPattern(reader: TreeReader): PropositionPattern {
  let variable: Variable | null = null;
  let proposition: PropositionExpression | undefined;
  for (const id of reader.children()) {
    if (id === terms.Variable) variable = readVariable(reader);
    else if (isProposition(id)) proposition = readProposition(reader);
  }
  return {
    type: "PropositionPattern",
    variable,
    proposition: proposition ?? missing(reader),
    from: reader.from,
    to: reader.to,
  };
}

function readStructuralPattern(reader: TreeReader): StructuralPattern {
  let variable: Variable | null = null;
  let inside = false;
  let source: Term | undefined;
  let field: SchemaSymbol | undefined;
  let target: Term | undefined;
  for (const id of reader.children()) {
    if (id === terms.STRUCTURAL) inside = true;
    else if (!isTerm(id)) continue;
    else if (!inside) variable = readVariable(reader);
    else if (source === undefined) source = readTerm(reader);
    else if (field === undefined) field = readSymbol(reader);
    else target = readTerm(reader);
  }
  return {
    type: "StructuralPattern",
    variable,
    source: source ?? missing(reader),
    field: field ?? missing(reader),
    target: target ?? missing(reader),
    from: reader.from,
    to: reader.to,
  };
}

function readBeliefPattern(reader: TreeReader): BeliefPattern {
  let variable: Variable | undefined;
  let target: BeliefPattern["target"] | undefined;
  for (const id of reader.children()) {
    if (id === terms.Variable) {
      if (variable === undefined) variable = readVariable(reader);
      else target = readVariable(reader);
    } else if (isProposition(id)) target = exactly(reader, readProposition(reader));
  }
  return {
    type: "BeliefPattern",
    variable: variable ?? missing(reader),
    target: target ?? missing(reader),
    from: reader.from,
    to: reader.to,
  };
}

/** Belief does not travel along paths, so a BELIEF names one exact predicate (§45, §46.1). */
function exactly(reader: TreeReader, proposition: PropositionExpression): ExactTriple | PropositionById {
  if (proposition.type === "PropositionById") return proposition;
  const { predicate } = proposition;
  if (predicate.type !== "PredicatePath") return { ...proposition, predicate };
  reader.report({
    from: predicate.from,
    to: predicate.to,
    message: "BELIEF takes one exact predicate: belief does not travel along paths.",
    expected: ["a quoted predicate", "a :parameter", "a ?variable"],
    hint: "Find the chain with a Proposition pattern first, then project each step with BELIEF.",
  });
  return { ...proposition, predicate: predicate.alternatives[0].predicate };
}

function readBeliefSlotPattern(reader: TreeReader): BeliefSlotPattern {
  let variable: Variable | undefined;
  let subject: Term | undefined;
  let predicate: PredicateAtom | undefined;
  for (const id of reader.children()) {
    if (!isTerm(id)) continue;
    if (variable === undefined) variable = readVariable(reader);
    else if (subject === undefined) subject = readTerm(reader);
    else predicate = readPredicateAtom(reader);
  }
  return {
    type: "BeliefSlotPattern",
    variable: variable ?? missing(reader),
    subject: subject ?? missing(reader),
    predicate: predicate ?? missing(reader),
    from: reader.from,
    to: reader.to,
  };
}

function readCondition(reader: TreeReader): Expression {
  let condition: Expression | undefined;
  for (const id of reader.children()) {
    if (isExpression(id)) condition = readExpression(reader);
  }
  return condition ?? missing(reader);
}

function readBody(reader: TreeReader): WhereBlock {
  let body: WhereBlock | undefined;
  for (const id of reader.children()) {
    if (id === terms.WhereBlock) body = readWhereBlock(reader);
  }
  return body ?? missing(reader);
}
