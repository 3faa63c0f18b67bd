import type {
  Aggregate,
  BeliefPattern,
  Expression,
  PatternValue,
  PredicateAtom,
  PredicatePath,
  PropositionExpression,
  Value,
  Variable,
  WhereBlock,
  WhereClause,
} from "../ast.js";

/** Takes variables one by one. */
export type VariableVisitor = (variable: Variable) => void;

/** Visits every variable an expression reads, the roots of its paths included. */
export function eachRead(expression: Expression | Aggregate, visit: VariableVisitor): void {
  switch (expression.type) {
    case "Aggregate":
      eachRead(expression.argument, visit);
      break;
    case "Binary":
      eachRead(expression.left, visit);
      eachRead(expression.right, visit);
      break;
    case "Unary":
      eachRead(expression.operand, visit);
      break;
    case "FunctionCall":
      for (const argument of expression.args) eachRead(argument, visit);
      break;
    default:
      eachReference(expression, visit);
      break;
  }
}

/** Visits every variable a value mentions, the roots of its paths included. */
export function eachReference(value: Value, visit: VariableVisitor): void {
  switch (value.type) {
    case "Variable":
      visit(value);
      break;
    case "Path":
      visit(value.root);
      break;
    case "ArrayLiteral":
      for (const item of value.items) eachReference(item, visit);
      break;
    case "ObjectLiteral":
      for (const member of value.members) eachReference(member.value, visit);
      break;
    case "FunctionCall":
      for (const argument of value.args) eachRead(argument, visit);
      break;
  }
}

/** Visits every variable inside a term or pattern value: each is a place where a pattern can bind it (§43.1). */
export function eachBinding(value: PatternValue, visit: VariableVisitor): void {
  switch (value.type) {
    case "Variable":
      visit(value);
      break;
    case "ObjectPattern":
      for (const member of value.members) eachBinding(member.value, visit);
      break;
    case "ArrayPattern":
      for (const item of value.items) eachBinding(item, visit);
      break;
    case "Triple":
    case "PropositionById":
      eachBindingOfProposition(value, visit);
      break;
  }
}

/** Visits every variable inside a tuple. */
export function eachBindingOfProposition(proposition: PropositionExpression, visit: VariableVisitor): void {
  if (proposition.type === "PropositionById") return;
  eachBinding(proposition.subject, visit);
  predicateBinding(proposition.predicate, visit);
  eachBinding(proposition.object, visit);
}

function predicateBinding(predicate: PredicateAtom | PredicatePath, visit: VariableVisitor): void {
  if (predicate.type === "Variable") visit(predicate);
}

function beliefBindings(target: BeliefPattern["target"], visit: VariableVisitor): void {
  if (target.type === "Variable") visit(target);
  else eachBindingOfProposition(target, visit);
}

/** Visits every variable a clause itself can bind: for FILTER none, and for NOT, OPTIONAL and UNION not their bodies'. */
export function eachBindingOfClause(clause: WhereClause, visit: VariableVisitor): void {
  switch (clause.type) {
    case "ConceptPattern":
    case "AssertionPattern":
    case "EvidencePattern":
    case "ActivityPattern":
      visit(clause.variable);
      eachBinding(clause.pattern, visit);
      break;
    case "PropositionPattern":
      if (clause.variable !== null) visit(clause.variable);
      eachBindingOfProposition(clause.proposition, visit);
      break;
    case "StructuralPattern":
      if (clause.variable !== null) visit(clause.variable);
      eachBinding(clause.source, visit);
      eachBinding(clause.target, visit);
      break;
    case "BeliefPattern":
      visit(clause.variable);
      beliefBindings(clause.target, visit);
      break;
    case "BeliefSlotPattern":
      visit(clause.variable);
      eachBinding(clause.subject, visit);
      predicateBinding(clause.predicate, visit);
      break;
    case "SearchPattern":
      visit(clause.variable);
      break;
    default:
      break;
  }
}

/** The body of NOT, OPTIONAL or UNION, and null for every other clause. */
export function bodyOf(clause: WhereClause): WhereBlock | null {
  return clause.type === "NotClause" || clause.type === "OptionalClause" || clause.type === "UnionClause"
    ? clause.body
    : null;
}
