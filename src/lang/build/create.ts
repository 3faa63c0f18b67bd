import { terms } from "../../../grammar/index.js";
import type {
  CreateActivityCommand,
  CreateAssertionCommand,
  CreateConceptCommand,
  CreateEvidenceCommand,
  ObjectPattern,
  RecordAction,
  Scalar,
  SchemaSymbol,
  SetAction,
  StringNode,
  UpdateAction,
  UpsertConceptCommand,
  Variable,
} from "../ast.js";
import { isAction, readAction, readSetAction } from "./actions.js";
import { readClauseScalar } from "./clauses.js";
import { readSymbol, readVariable } from "./literals.js";
import { readObjectPattern } from "./patterns.js";
import { readExpectVersion } from "./statement-parts.js";
import type { TreeReader } from "./tree-reader.js";
import { missing } from "./values.js";

/** The clauses that may stand several times in one body: each names its own Facet. */
const REPEATABLE: ReadonlySet<number> = new Set([terms.SetFacet, terms.UnsetFacet]);

interface Body {
  handle: Variable | undefined;
  conceptType: SchemaSymbol | null;
  name: Scalar | null;
  clientKey: Scalar | null;
  match: ObjectPattern | null;
}

/** Reads a body whose clauses come in any order, each once, and hands its actions to `action`. */
function readBody(reader: TreeReader, action: () => void): Body {
  const body: Body = { handle: undefined, conceptType: null, name: null, clientKey: null, match: null };
  const seen = new Set<number>();
  for (const id of reader.children()) {
    if (id === terms.Variable) {
      body.handle = readVariable(reader);
      continue;
    }
    if (id === terms.TypeClause) body.conceptType = readTypeClause(reader);
    else if (id === terms.NameClause) body.name = readClauseScalar(reader);
    else if (id === terms.ClientKey) body.clientKey = readClauseScalar(reader);
    else if (id === terms.Match) body.match = readMatch(reader);
    else if (isAction(id)) action();
    else continue;
    if (seen.has(id) && !REPEATABLE.has(id)) reportRepeatedClause(reader);
    seen.add(id);
  }
  return body;
}

function reportRepeatedClause(reader: TreeReader): void {
  const clause =
    /^[A-Za-z]+(?:\s+(?:FIELDS|ATTRIBUTES|STRUCTURAL|KEY)\b)?/i.exec(reader.source)?.[0] ?? reader.name;
  const words = clause.toUpperCase().replace(/\s+/g, " ");
  reader.problem(`${words} is given twice in one body.`, { hint: `Put everything into one ${words}.` });
}

function readTypeClause(reader: TreeReader): SchemaSymbol {
  for (const id of reader.children()) {
    if (id === terms.String || id === terms.Parameter) return readSymbol(reader);
  }
  return missing(reader);
}

function readMatch(reader: TreeReader): ObjectPattern {
  for (const id of reader.children()) if (id === terms.ObjectPattern) return readObjectPattern(reader);
  return missing(reader);
}

/** `CREATE CONCEPT ?h {…}` (§54.1). */
export function readCreateConcept(reader: TreeReader): CreateConceptCommand {
  const actions: SetAction[] = [];
  const { handle, conceptType, name, clientKey } = readBody(reader, () =>
    actions.push(readSetAction(reader)),
  );
  if (handle === undefined) return missing(reader);
  if (conceptType === null) {
    reader.problem("A Concept needs a type: there are no untyped Concepts.", {
      expected: ["TYPE"],
      hint: 'Add a clause such as TYPE "Person" to the body.',
    });
  }
  const range = reader.range();
  return {
    type: "CreateConcept",
    handle,
    conceptType: conceptType ?? NO_TYPE,
    name,
    clientKey,
    actions,
    ...range,
  };
}

const NO_TYPE: StringNode = { type: "Literal", value: "", source: '""', from: 0, to: 0 };

type CreateRecord = CreateEvidenceCommand | CreateAssertionCommand | CreateActivityCommand;

/** `CREATE EVIDENCE | ASSERTION | ACTIVITY ?h {…}` (§56). */
export function readCreateRecord(reader: TreeReader, type: CreateRecord["type"]): CreateRecord {
  const actions: RecordAction[] = [];
  const { handle, clientKey } = readBody(reader, () => {
    const action = readSetAction(reader);
    if (action.type !== "SetAttributes") actions.push(action);
  });
  return { type, handle: handle ?? missing(reader), clientKey, actions, from: reader.from, to: reader.to };
}

/** `UPSERT CONCEPT ?h { MATCH {…} … } EXPECT VERSION …` (§54.2). */
export function readUpsertConcept(reader: TreeReader): UpsertConceptCommand {
  const actions: UpdateAction[] = [];
  const { handle, match } = readBody(reader, () => actions.push(readAction(reader)));
  const guards = [];
  for (const id of reader.children()) if (id === terms.ExpectVersion) guards.push(readExpectVersion(reader));
  if (handle === undefined) return missing(reader);
  if (match === null) {
    reader.problem("UPSERT CONCEPT needs a MATCH that says which Concept is meant.", {
      expected: ["MATCH"],
      hint: 'Add a clause such as MATCH {type: "Project", key: "kip-2"} to the body.',
    });
  }
  const nothing: ObjectPattern = { type: "ObjectPattern", members: [], from: reader.from, to: reader.to };
  return {
    type: "UpsertConcept",
    handle,
    match: match ?? nothing,
    actions,
    guards,
    from: reader.from,
    to: reader.to,
  };
}
