import type { Command, ExportCapsuleCommand, FindCommand, KmlCommand, MutationStatement } from "../ast.js";
import type { LanguageLimits } from "../budget.js";
import { isStateChanging, statementName } from "../classify.js";
import type { ProblemSink } from "../problem.js";
import { checkAssertMembers } from "./assert-members.js";
import { tooManyClauses } from "./clause-count.js";
import { checkConstants } from "./constants.js";
import { checkFilterFunctions, checkFunctions } from "./filter-functions.js";
import { checkGrouping } from "./grouping.js";
import { checkGuards } from "./guards.js";
import { checkReferences, declaredHandles, statementsOf } from "./handles.js";
import { checkIdentitySelector } from "./identity-selector.js";
import { checkOrderKeys } from "./order-keys.js";
import { checkPatternPlaces, refusePaths } from "./pattern-places.js";
import { checkEpistemicFields, checkProtectedFields } from "./protected-fields.js";
import { checkFilters, checkOutputs, exportedNames, type Names } from "./scope.js";
import { checkSearchModifiers } from "./search-modifiers.js";
import { checkTransition } from "./transition.js";
import { checkAssignments, checkUpdateExpressions } from "./update-expressions.js";

/** Reports everything about a command that is wrong whatever the parameters and the state are. */
export function checkCommand(command: Command, limits: LanguageLimits, report: ProblemSink): void {
  const excess = tooManyClauses(command, limits.maxClauses);
  if (excess !== null) report(excess);
  else if (command.type === "Find") checkFind(command, report);
  else if (command.type === "ExportCapsule") checkExport(command, report);
  else if (isStateChanging(command)) checkMutation(command, report);
  else if (command.type === "Search") checkSearchModifiers(command, report);
  else if (command.type === "DescribeAccess") checkConstants(command.options, "DESCRIBE ACCESS", report);
  else if (command.type === "Validate") checkConstants(command.options, "VALIDATE", report);
}

const NO_HANDLES: Names = new Set();

function checkFind(command: FindCommand, report: ProblemSink): void {
  const { where, projections, orderBy, epistemic } = command;
  checkPatternPlaces(where, { find: true, statement: "FIND" }, report);
  checkFilters(where, NO_HANDLES, report);
  checkFilterFunctions(where, report);
  const outputs = [...projections, ...orderBy.map(({ key }) => key)];
  checkOutputs(outputs, where, report);
  for (const output of outputs) checkFunctions(output, report);
  checkOrderKeys(command, report);
  checkGrouping(command, report);
  checkConstants(epistemic, "WITH EPISTEMIC", report);
}

function checkExport(command: ExportCapsuleCommand, report: ProblemSink): void {
  const { where, roots, options } = command;
  checkPatternPlaces(where, { find: false, statement: "EXPORT CAPSULE" }, report);
  checkFilters(where, NO_HANDLES, report);
  checkFilterFunctions(where, report);
  checkConstants(options, "EXPORT CAPSULE", report);
  if (where.clauses.every(({ type }) => type === "FilterClause" || type === "NotClause")) {
    report({
      from: where.from,
      to: where.to,
      message: "EXPORT CAPSULE needs a pattern that selects its roots.",
      hint: 'For example ?roots {type: "Skill"}.',
    });
  } else if (roots.type === "Variable" && !exportedNames(where).has(roots.name)) {
    report({
      code: "ReferenceError",
      from: roots.from,
      to: roots.to,
      message: `?${roots.name} stands for nothing here.`,
      found: `?${roots.name}`,
      hint: `Bind ?${roots.name} with a pattern in WHERE, outside NOT.`,
    });
  }
}

function checkMutation(command: KmlCommand, report: ProblemSink): void {
  if (command.type === "DefineConceptType" || command.type === "DefinePredicate") {
    checkConstants(command.definition, "DEFINE", report);
    return;
  }
  const statements = statementsOf(command);
  const handles = declaredHandles(statements, report);
  for (const statement of statements) checkStatement(statement, handles, report);
}

function checkStatement(statement: MutationStatement, handles: Names, report: ProblemSink): void {
  checkReferences(statement, handles, report);
  const name = statementName(statement);
  if ("where" in statement && statement.where !== null) {
    checkPatternPlaces(statement.where, { find: false, statement: name }, report);
    checkFilters(statement.where, handles, report);
    checkFilterFunctions(statement.where, report);
  }
  if ("proposition" in statement) refusePaths(statement.proposition, name, report);
  if ("guards" in statement) checkGuards(statement.guards, report);
  switch (statement.type) {
    case "Update":
      checkProtectedFields(statement.actions, report);
      checkEpistemicFields(statement, handles, report);
      checkUpdateExpressions(statement.actions, targetName(statement.target), report);
      break;
    case "UpsertConcept":
      checkIdentitySelector(statement, report);
      checkProtectedFields(statement.actions, report);
      checkUpdateExpressions(statement.actions, statement.handle.name, report);
      break;
    case "Transition":
      checkTransition(statement, report);
      checkProtectedFields(statement.actions, report);
      checkUpdateExpressions(statement.actions, targetName(statement.target), report);
      break;
    case "Assert":
      checkAssertMembers(statement, report);
      checkAssignments(statement.members, null, report);
      break;
    case "SetRetention":
      checkAssignments(statement.assignments, targetName(statement.target), report);
      break;
    case "CreateConcept":
    case "CreateEvidence":
    case "CreateAssertion":
    case "CreateActivity":
      checkProtectedFields(statement.actions, report);
      checkUpdateExpressions(statement.actions, statement.handle.name, report);
      break;
  }
}

function targetName(target: { readonly type: string; readonly name?: string }): string | null {
  return target.type === "Variable" ? (target.name ?? null) : null;
}
