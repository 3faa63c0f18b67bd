import type {
  AssertCommand,
  Assignment,
  CreateAssertionCommand,
  EnsurePropositionCommand,
  MutationStatement,
  ObjectMember,
  Scalar,
  SourceRange,
  StructuralEntry,
  TransitionCommand,
  Value,
  Variable,
} from "../lang/index.js";
import { isJsonObject, type JsonObject, type JsonValue, kipError } from "../model/index.js";
import { describeType } from "./describe.js";
import { readParameter } from "./values.js";

/** A statement that is not sugar. */
export type PlainStatement = Exclude<MutationStatement, AssertCommand>;

/** The Assertion field each member of ASSERT lowers to (§55.1). */
const FIELD_OF_MEMBER: Readonly<Record<string, string>> = {
  by: "asserted_by",
  mode: "mode",
  stance: "stance",
  confidence: "confidence",
  at: "asserted_at",
  valid: "valid_time",
  context: "context_refs",
};

/**
 * Marks handles that desugaring made up. A name with this character cannot be written in a command, so it meets no
 * handle of the author's.
 */
const GENERATED = "#";

/** Whether a handle was made up by desugaring rather than written by the author. */
export function isGeneratedHandle(name: string): boolean {
  return name.includes(GENERATED);
}

/**
 * The statements with every ASSERT replaced by what it is sugar for (§55.1): ENSURE PROPOSITION, CREATE ASSERTION and,
 * with SUPERSEDING, TRANSITION … TO "superseded" BY the new Assertion. Nothing else is added.
 * @throws `ConstraintViolation` for an ASSERT without `by` or `mode`, `ReferenceError` for an unbound parameter.
 */
export function desugar(
  statements: readonly MutationStatement[],
  parameters: JsonObject,
): readonly PlainStatement[] {
  return statements.flatMap((statement, index) =>
    statement.type === "Assert" ? desugared(statement, index, parameters) : [statement],
  );
}

/** What ASSERTs are sugar for whatever their parameters are; a tree is never changed, and has its place for good. */
const known = new WeakMap<AssertCommand, readonly PlainStatement[]>();

function desugared(command: AssertCommand, index: number, parameters: JsonObject): readonly PlainStatement[] {
  const before = known.get(command);
  if (before) return before;
  const statements = desugarAssert(command, index, parameters);
  // How many citations there are may be up to a parameter.
  const isFixed = command.members.every(
    ({ name, value }) => name !== "evidence" || value.type !== "Parameter",
  );
  if (isFixed) known.set(command, statements);
  return statements;
}

function desugarAssert(
  command: AssertCommand,
  index: number,
  parameters: JsonObject,
): readonly PlainStatement[] {
  const range = { from: command.from, to: command.to };
  const proposition = generatedHandle("proposition", index, range);
  const assertion = command.handle ?? generatedHandle("assertion", index, range);
  const members = new Map(command.members.map((member) => [member.name, member]));
  for (const required of ["by", "mode"]) requireMember(members, required);

  const ensure: EnsurePropositionCommand = {
    ...range,
    type: "EnsureProposition",
    handle: proposition,
    proposition: command.proposition,
    guards: [],
  };
  const create: CreateAssertionCommand = {
    ...range,
    type: "CreateAssertion",
    handle: assertion,
    clientKey: clientKeyOf(members.get("key")),
    actions: [
      { ...range, type: "SetFields", assignments: fieldsOf(members, proposition, range) },
      { ...range, type: "SetStructural", entries: citationsOf(members.get("evidence"), parameters) },
    ],
  };
  if (command.superseding === null) return [ensure, create];
  const supersede: TransitionCommand = {
    ...range,
    type: "Transition",
    target: command.superseding,
    state: textNode("superseded", range),
    by: assertion,
    actions: [],
    where: null,
    limit: null,
    guards: [],
  };
  return [ensure, create, supersede];
}

function requireMember(members: ReadonlyMap<string, Assignment>, name: string): void {
  if (members.has(name)) return;
  throw kipError("ConstraintViolation", `ASSERT needs the member "${name}"`, {
    hint:
      name === "by"
        ? "Add by: the actor who makes the claim. A claim without a known actor is recorded as Evidence instead."
        : 'Add mode: "stated", "observed", "inferred", "predicted", "hypothetical" or "imported".',
    details: { member: name },
  });
}

function fieldsOf(
  members: ReadonlyMap<string, Assignment>,
  proposition: Variable,
  range: SourceRange,
): readonly Assignment[] {
  const fields: Assignment[] = [assignment("proposition", proposition, range)];
  for (const [name, field] of Object.entries(FIELD_OF_MEMBER)) {
    const member = members.get(name);
    if (member) fields.push({ ...member, name: field });
  }
  if (!members.has("stance")) fields.push(assignment("stance", textNode("support", range), range));
  return fields;
}

function clientKeyOf(member: Assignment | undefined): Scalar | null {
  if (member === undefined) return null;
  const { value } = member;
  if (value.type === "Literal" || value.type === "Parameter") return value;
  throw kipError("TypeMismatch", "the key of ASSERT must be a string", {
    hint: 'Write key: "message:42" or bind it with key: :name.',
    details: { member: "key" },
  });
}

/** One citation with role "support" for each Evidence the member names, a single one or an array (§55.1). */
function citationsOf(member: Assignment | undefined, parameters: JsonObject): readonly StructuralEntry[] {
  if (member === undefined) return [];
  return itemsOf(member.value, parameters).map((target) => ({
    from: target.from,
    to: target.to,
    type: "StructuralEntry",
    field: textNode("evidence", target),
    target,
    options: {
      from: target.from,
      to: target.to,
      type: "ObjectLiteral",
      members: [assignment("role", textNode("support", target), target)],
    },
  }));
}

function itemsOf(value: Value, parameters: JsonObject): readonly Value[] {
  if (value.type === "ArrayLiteral") return value.items;
  if (value.type !== "Parameter") return [value];
  const bound = readParameter(value, parameters);
  return Array.isArray(bound) ? bound.map((item: JsonValue) => toNode(item, value)) : [value];
}

/** A bound value as the node a command would have held in its place. */
function toNode(value: JsonValue, at: SourceRange): Value {
  const range = { from: at.from, to: at.to };
  if (Array.isArray(value)) {
    return { ...range, type: "ArrayLiteral", items: value.map((item: JsonValue) => toNode(item, at)) };
  }
  if (isJsonObject(value)) {
    const members = Object.entries(value).map(([name, item]) => assignment(name, toNode(item, at), at));
    return { ...range, type: "ObjectLiteral", members };
  }
  if (
    typeof value === "string" ||
    typeof value === "number" ||
    typeof value === "boolean" ||
    value === null
  ) {
    return { ...range, type: "Literal", value, source: JSON.stringify(value) };
  }
  throw kipError("TypeMismatch", `a parameter holds ${describeType(value)}, which is not JSON`);
}

function generatedHandle(stem: string, index: number, range: SourceRange): Variable {
  return { ...range, type: "Variable", name: `${stem}${GENERATED}${index}` };
}

function assignment(name: string, value: Value, { from, to }: SourceRange): ObjectMember {
  return { from, to, type: "ObjectMember", name, nameRange: { from, to }, value };
}

function textNode(value: string, { from, to }: SourceRange) {
  return { from, to, type: "Literal" as const, value, source: JSON.stringify(value) };
}
