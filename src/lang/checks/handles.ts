import type { KmlCommand, MutationStatement, TargetRef, UpdateAction, Variable, WhereBlock } from "../ast.js";
import { nearest } from "../nearest.js";
import type { ProblemSink } from "../problem.js";
import { exportedNames, type Names } from "./scope.js";
import { eachBinding, eachBindingOfProposition, eachReference } from "./variables.js";

/** The statements of a mutation: those of its block, or itself. */
export function statementsOf(command: KmlCommand): readonly MutationStatement[] {
  if (command.type === "Mutate") return command.statements;
  return command.type === "DefineConceptType" || command.type === "DefinePredicate" ? [] : [command];
}

/** The handles a mutation declares (§53.2). A handle declared twice is reported. */
export function declaredHandles(statements: readonly MutationStatement[], report: ProblemSink): Names {
  const declared = new Set<string>();
  for (const statement of statements) {
    const handle = "handle" in statement ? statement.handle : null;
    if (handle === null) continue;
    if (declared.has(handle.name)) {
      report({
        code: "DuplicateLocalHandle",
        from: handle.from,
        to: handle.to,
        message: `?${handle.name} is declared twice in this mutation.`,
        found: `?${handle.name}`,
        hint: `Give one of the two another name, for example ?${freeName(handle.name, declared)}.`,
      });
    }
    declared.add(handle.name);
  }
  return declared;
}

function freeName(name: string, taken: Names): string {
  for (let number = 2; ; number += 1) if (!taken.has(`${name}_${number}`)) return `${name}_${number}`;
}

/**
 * Reports every `?name` of a statement that is neither a handle of the mutation nor bound by the statement's own WHERE
 * (§53.2). Where in the block the handle is declared does not matter (§53.3).
 */
export function checkReferences(statement: MutationStatement, handles: Names, report: ProblemSink): void {
  const where = "where" in statement ? statement.where : null;
  const bound: Names = where === null ? new Set() : exportedNames(where);
  eachName(statement, (variable) => {
    if (handles.has(variable.name) || bound.has(variable.name)) return;
    reportUnknown(variable, new Set([...handles, ...bound]), where, report);
  });
}

function reportUnknown(
  variable: Variable,
  known: Names,
  where: WhereBlock | null,
  report: ProblemSink,
): void {
  const { name, from, to } = variable;
  const similar = nearest(name, known);
  report({
    code: "ReferenceError",
    from,
    to,
    message: `?${name} stands for nothing here.`,
    found: `?${name}`,
    hint:
      similar !== null
        ? `Did you mean ?${similar}?`
        : where === null
          ? `Pass an element as a parameter (:${name}) or a quoted id, bind ?${name} in the statement's own WHERE, or declare it as a handle in the same MUTATE.`
          : `Bind ?${name} with a pattern in this statement's WHERE, outside NOT.`,
  });
}

type Visit = (variable: Variable) => void;

/** Visits every variable of a statement that has to stand for something, outside its WHERE. */
function eachName(statement: MutationStatement, visit: Visit): void {
  switch (statement.type) {
    case "CreateConcept":
    case "CreateEvidence":
    case "CreateAssertion":
    case "CreateActivity":
      namesOfActions(statement.actions, visit);
      break;
    case "UpsertConcept":
      eachBinding(statement.match, visit);
      namesOfActions(statement.actions, visit);
      break;
    case "EnsureProposition":
      eachBindingOfProposition(statement.proposition, visit);
      break;
    case "Assert":
      eachBindingOfProposition(statement.proposition, visit);
      for (const { value } of statement.members) eachReference(value, visit);
      nameOfTarget(statement.superseding, visit);
      break;
    case "Update":
      nameOfTarget(statement.target, visit);
      namesOfActions(statement.actions, visit);
      break;
    case "Transition":
      nameOfTarget(statement.target, visit);
      nameOfTarget(statement.by, visit);
      namesOfActions(statement.actions, visit);
      break;
    case "SetRetention":
      nameOfTarget(statement.target, visit);
      for (const { value } of statement.assignments) eachReference(value, visit);
      break;
    case "MergeConcept":
      nameOfTarget(statement.source, visit);
      nameOfTarget(statement.target, visit);
      break;
    default:
      nameOfTarget(statement.target, visit);
      break;
  }
}

function nameOfTarget(target: TargetRef | null, visit: Visit): void {
  if (target?.type === "Variable") visit(target);
}

function namesOfActions(actions: readonly UpdateAction[], visit: Visit): void {
  for (const action of actions) {
    if ("assignments" in action) for (const { value } of action.assignments) eachReference(value, visit);
    if (!("entries" in action)) continue;
    for (const { target, options } of action.entries) {
      eachReference(target, visit);
      if (options !== null) eachReference(options, visit);
    }
  }
}
