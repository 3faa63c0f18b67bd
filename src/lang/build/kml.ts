import { terms } from "../../../grammar/index.js";
import type {
  AssertCommand,
  Assignment,
  DefineConceptTypeCommand,
  DefinePredicateCommand,
  EnsurePropositionCommand,
  ExpectVersion,
  KmlCommand,
  MergeConceptCommand,
  MutateCommand,
  MutationStatement,
  ObjectLiteral,
  PropositionExpression,
  PurgeCommand,
  PurgePayloadCommand,
  Scalar,
  SchemaSymbol,
  SetFields,
  SetRetentionCommand,
  SetStructural,
  TargetRef,
  TransitionCommand,
  UpdateAction,
  UpdateCommand,
  Variable,
} from "../ast.js";
import { isAction, readAction, readAssignments, readSetAction } from "./actions.js";
import { readClauseScalar, readClauseTarget } from "./clauses.js";
import { readCreateConcept, readCreateRecord, readUpsertConcept } from "./create.js";
import { isScalar, readScalar, readString, readSymbol, readVariable } from "./literals.js";
import { isProposition, readProposition } from "./patterns.js";
import { readExpectVersion, readStatementParts } from "./statement-parts.js";
import { constructible } from "./statement-triple.js";
import type { TreeReader } from "./tree-reader.js";
import { missing, readObject } from "./values.js";

/** The reader of a KML statement's node, or null for a node that is none. */
export function readKml(reader: TreeReader): KmlCommand | null {
  switch (reader.id) {
    case terms.Mutate:
      return readMutate(reader);
    case terms.CreateConcept:
      return readCreateConcept(reader);
    case terms.CreateEvidence:
      return readCreateRecord(reader, "CreateEvidence");
    case terms.CreateAssertion:
      return readCreateRecord(reader, "CreateAssertion");
    case terms.CreateActivity:
      return readCreateRecord(reader, "CreateActivity");
    case terms.UpsertConcept:
      return readUpsertConcept(reader);
    case terms.EnsureProposition:
      return readEnsureProposition(reader);
    case terms.Assert:
      return readAssert(reader);
    case terms.Update:
      return readUpdate(reader);
    case terms.Transition:
      return readTransition(reader);
    case terms.SetRetention:
      return readSetRetention(reader);
    case terms.Purge:
      return readPurge(reader);
    case terms.PurgePayload:
      return readPurgePayload(reader);
    case terms.MergeConcept:
      return readMergeConcept(reader);
    case terms.DefineConceptType:
      return { type: "DefineConceptType", ...readDefinition(reader) };
    case terms.DefinePredicate:
      return { type: "DefinePredicate", ...readDefinition(reader) };
    default:
      return null;
  }
}

function readMutate(reader: TreeReader): MutateCommand {
  const statements: MutationStatement[] = [];
  for (const _ of reader.children()) {
    const statement = readKml(reader);
    if (statement === null) continue;
    if (statement.type === "Mutate") {
      reader.problem("MUTATE does not nest: one block is one transaction.", {
        found: "MUTATE",
        hint: "Move the inner statements into the outer block.",
      });
    } else if (statement.type === "DefineConceptType" || statement.type === "DefinePredicate") {
      reader.problem("DEFINE stands alone: it commits to the schema, not to memory.", {
        found: "DEFINE",
        hint: "Send DEFINE as an operation of its own first; what it defines can be used by the operations after it.",
      });
    } else statements.push(statement);
  }
  return { type: "Mutate", statements, from: reader.from, to: reader.to };
}

function readEnsureProposition(reader: TreeReader): EnsurePropositionCommand {
  let handle: Variable | null = null;
  let proposition: PropositionExpression | undefined;
  const guards: ExpectVersion[] = [];
  for (const id of reader.children()) {
    if (id === terms.Variable) handle = readVariable(reader);
    else if (isProposition(id)) proposition = readProposition(reader);
    else if (id === terms.ExpectVersion) guards.push(readExpectVersion(reader));
  }
  const triple = constructible(reader, proposition ?? missing(reader), "ENSURE PROPOSITION");
  return { type: "EnsureProposition", handle, proposition: triple, guards, from: reader.from, to: reader.to };
}

function readAssert(reader: TreeReader): AssertCommand {
  let handle: Variable | null = null;
  let proposition: PropositionExpression | undefined;
  let superseding: TargetRef | null = null;
  for (const id of reader.children()) {
    if (id === terms.Variable) handle = readVariable(reader);
    else if (isProposition(id)) proposition = readProposition(reader);
    else if (id === terms.Superseding) superseding = readClauseTarget(reader);
  }
  const triple = constructible(reader, proposition ?? missing(reader), "ASSERT");
  const members = readAssignments(reader);
  return {
    type: "Assert",
    handle,
    proposition: triple,
    members,
    superseding,
    from: reader.from,
    to: reader.to,
  };
}

function readUpdate(reader: TreeReader): UpdateCommand {
  const actions: UpdateAction[] = [];
  const { targets, ...tail } = readStatementParts(reader, (id) => {
    if (isAction(id)) actions.push(readAction(reader));
  });
  const [target] = targets;
  const [first, ...rest] = actions;
  if (target === undefined || first === undefined) return missing(reader);
  return { type: "Update", target, actions: [first, ...rest], ...tail, from: reader.from, to: reader.to };
}

function readTransition(reader: TreeReader): TransitionCommand {
  let state: Scalar | undefined;
  let by: TargetRef | null = null;
  const actions: (SetFields | SetStructural)[] = [];
  const { targets, where, limit, guards } = readStatementParts(reader, (id) => {
    if (id === terms.By) by = readClauseTarget(reader);
    else if (isAction(id)) {
      const action = readSetAction(reader);
      if (action.type === "SetFields" || action.type === "SetStructural") actions.push(action);
    } else if (isScalar(id)) state = readScalar(reader);
  });
  // A state written as a string or a parameter has the look of a second target.
  const [target, written] = targets;
  const named = state ?? (written?.type === "Variable" ? undefined : written);
  return {
    type: "Transition",
    target: target ?? missing(reader),
    state: named ?? missing(reader),
    by,
    actions,
    where,
    limit,
    guards,
    from: reader.from,
    to: reader.to,
  };
}

function readSetRetention(reader: TreeReader): SetRetentionCommand {
  const assignments: readonly Assignment[] = readAssignments(reader);
  const { targets, ...tail } = readStatementParts(reader);
  return {
    type: "SetRetention",
    target: targets[0] ?? missing(reader),
    assignments,
    ...tail,
    from: reader.from,
    to: reader.to,
  };
}

function readPurge(reader: TreeReader): PurgeCommand {
  let referencePolicy: Scalar | null = null;
  const { targets, ...tail } = readStatementParts(reader, (id) => {
    if (id === terms.ReferencePolicy) referencePolicy = readClauseScalar(reader);
    else if (id === terms.Confirm) readConfirm(reader);
  });
  return {
    type: "Purge",
    target: targets[0] ?? missing(reader),
    referencePolicy,
    ...tail,
    from: reader.from,
    to: reader.to,
  };
}

function readPurgePayload(reader: TreeReader): PurgePayloadCommand {
  const { targets, ...tail } = readStatementParts(reader, (id) => {
    if (id === terms.Confirm) readConfirm(reader);
  });
  return {
    type: "PurgePayload",
    target: targets[0] ?? missing(reader),
    ...tail,
    from: reader.from,
    to: reader.to,
  };
}

/** Erasure is confirmed with exactly one spelling (§60.3). */
function readConfirm(reader: TreeReader): void {
  for (const id of reader.children()) {
    if (id === terms.String && readString(reader).value !== "PURGE") {
      reader.problem('Erasing bytes is confirmed with CONFIRM "PURGE", spelled exactly so.', {
        found: reader.source,
        expected: ['"PURGE"'],
        hint: 'End the statement with CONFIRM "PURGE".',
      });
    }
  }
}

function readMergeConcept(reader: TreeReader): MergeConceptCommand {
  const { targets, where, guards } = readStatementParts(reader);
  const [source, target] = targets;
  return {
    type: "MergeConcept",
    source: source ?? missing(reader),
    target: target ?? missing(reader),
    where,
    guards,
    from: reader.from,
    to: reader.to,
  };
}

function readDefinition(reader: TreeReader): Omit<DefineConceptTypeCommand | DefinePredicateCommand, "type"> {
  let name: SchemaSymbol | undefined;
  let definition: ObjectLiteral | undefined;
  for (const id of reader.children()) {
    if (id === terms.ObjectLiteral) definition = readObject(reader);
    else if (id === terms.String || id === terms.Parameter) name = readSymbol(reader);
  }
  return {
    name: name ?? missing(reader),
    definition: definition ?? missing(reader),
    from: reader.from,
    to: reader.to,
  };
}
