import { terms } from "../../../grammar/index.js";
import type {
  ArrayLiteral,
  BinaryExpression,
  BinaryOperator,
  Expression,
  FunctionCall,
  ObjectLiteral,
  ObjectMember,
  Path,
  PathStep,
  SourceRange,
  Value,
  Variable,
} from "../ast.js";
import { readLiteral, readParameter, readString, readVariable } from "./literals.js";
import type { TreeReader } from "./tree-reader.js";

/** A node in data position: an assignment, an object member, an array item. */
export function readValue(reader: TreeReader): Value {
  switch (reader.id) {
    case terms.Parameter:
      return readParameter(reader);
    case terms.Variable:
      return readVariable(reader);
    case terms.Path:
      return readPath(reader);
    case terms.ArrayLiteral:
      return readArray(reader);
    case terms.ObjectLiteral:
      return readObject(reader);
    case terms.FunctionCall:
      return readFunctionCall(reader).call;
    default:
      return readLiteral(reader);
  }
}

const VALUES: ReadonlySet<number> = new Set([
  terms.Parameter,
  terms.Variable,
  terms.Path,
  terms.ArrayLiteral,
  terms.ObjectLiteral,
  terms.FunctionCall,
  terms.String,
  terms.Number,
  terms.BooleanLiteral,
  terms.NullLiteral,
]);

/** Whether a node is one `readValue` reads. */
export function isValue(id: number): boolean {
  return VALUES.has(id);
}

const EXPRESSIONS: ReadonlySet<number> = new Set([
  ...VALUES,
  terms.Or,
  terms.And,
  terms.Equality,
  terms.Relation,
  terms.Unary,
  terms.Parenthesized,
]);

/** Whether a node is one `readExpression` reads. */
export function isExpression(id: number): boolean {
  return EXPRESSIONS.has(id);
}

function readArray(reader: TreeReader): ArrayLiteral {
  const items: Value[] = [];
  for (const id of reader.children()) {
    if (isValue(id)) items.push(readValue(reader));
  }
  return { type: "ArrayLiteral", items, from: reader.from, to: reader.to };
}

/** `{name: value, …}` in data position. A name given twice is reported (§70.2). */
export function readObject(reader: TreeReader): ObjectLiteral {
  const members: ObjectMember[] = [];
  for (const id of reader.children()) {
    if (id === terms.ObjectMember) members.push(readMember(reader));
  }
  reportRepeatedNames(reader, members);
  return { type: "ObjectLiteral", members, from: reader.from, to: reader.to };
}

function readMember(reader: TreeReader): ObjectMember {
  let name = "";
  let nameRange: SourceRange = reader.range();
  let value: Value | undefined;
  for (const id of reader.children()) {
    if (id === terms.FieldName) {
      name = readFieldName(reader);
      nameRange = reader.range();
    } else if (isValue(id)) value = readValue(reader);
  }
  return {
    type: "ObjectMember",
    name,
    nameRange,
    value: value ?? missing(reader),
    from: reader.from,
    to: reader.to,
  };
}

/** The name a FieldName node spells, bare or quoted. */
export function readFieldName(reader: TreeReader): string {
  let name = reader.source;
  for (const id of reader.children()) {
    if (id === terms.String) name = readString(reader).value;
  }
  return name;
}

/** Reports names that one object gives more than once (§70.2). */
export function reportRepeatedNames(
  reader: TreeReader,
  members: readonly { readonly name: string; readonly nameRange: SourceRange }[],
): void {
  if (members.length < 2) return;
  const seen = new Set<string>();
  for (const { name, nameRange } of members) {
    if (seen.has(name)) {
      reader.report({
        ...nameRange,
        message: `${JSON.stringify(name)} is given twice in the same object.`,
        found: name,
        hint: "Keep one of the two.",
      });
    }
    seen.add(name);
  }
}

function readPath(reader: TreeReader): Path {
  let root: Variable | undefined;
  const steps: PathStep[] = [];
  for (const id of reader.children()) {
    if (id === terms.Variable) root = readVariable(reader);
    else if (id === terms.PathStep) steps.push(readStep(reader));
  }
  const [first, ...rest] = steps;
  if (root === undefined || first === undefined) return missing(reader);
  return { type: "Path", root, steps: [first, ...rest], from: reader.from, to: reader.to };
}

function readStep(reader: TreeReader): PathStep {
  let key = "";
  let form: PathStep["form"] = "dot";
  for (const id of reader.children()) {
    if (id === terms.Identifier) key = reader.source;
    else if (id === terms.String) {
      key = readString(reader).value;
      form = "bracket";
    }
  }
  return { key, form, from: reader.from, to: reader.to };
}

/** A function call, and whether its arguments were preceded by DISTINCT. */
export function readFunctionCall(reader: TreeReader): { call: FunctionCall; distinct: SourceRange | null } {
  let name = "";
  let nameRange: SourceRange = reader.range();
  let distinct: SourceRange | null = null;
  const args: Expression[] = [];
  for (const id of reader.children()) {
    if (id === terms.Identifier) {
      name = reader.source.toUpperCase();
      nameRange = reader.range();
    } else if (id === terms.DISTINCT) distinct = reader.range();
    else if (isExpression(id)) args.push(readExpression(reader));
  }
  return {
    call: { type: "FunctionCall", name, nameRange, args, from: reader.from, to: reader.to },
    distinct,
  };
}

/** A node of FILTER, FIND or ORDER BY, or of a function's argument list. */
export function readExpression(reader: TreeReader): Expression {
  switch (reader.id) {
    case terms.Or:
      return readLogic(reader, "||");
    case terms.And:
      return readLogic(reader, "&&");
    case terms.Equality:
    case terms.Relation:
      return readComparison(reader);
    case terms.Unary:
      return readUnary(reader);
    case terms.Parenthesized:
      return readOperands(reader)[0] ?? missing(reader);
    case terms.FunctionCall: {
      const { call, distinct } = readFunctionCall(reader);
      if (distinct !== null) {
        reader.report({
          ...distinct,
          message: "DISTINCT belongs to an aggregate that is a whole projection or sort key.",
          hint: "For example FIND(COUNT(DISTINCT ?x)).",
        });
      }
      return call;
    }
    default:
      return readValue(reader);
  }
}

function readOperands(reader: TreeReader): Expression[] {
  const operands: Expression[] = [];
  for (const id of reader.children()) {
    if (isExpression(id)) operands.push(readExpression(reader));
  }
  return operands;
}

/** A chain of one logical operator. It is split in the middle, so that a long chain does not make a deep tree. */
function readLogic(reader: TreeReader, operator: "||" | "&&"): Expression {
  return balance(reader, operator, readOperands(reader));
}

function balance(reader: TreeReader, operator: "||" | "&&", operands: readonly Expression[]): Expression {
  const [first] = operands;
  if (first === undefined) return missing(reader);
  if (operands.length === 1) return first;
  const middle = Math.ceil(operands.length / 2);
  const left = balance(reader, operator, operands.slice(0, middle));
  const right = balance(reader, operator, operands.slice(middle));
  return { type: "Binary", operator, left, right, from: left.from, to: right.to };
}

const COMPARISONS: ReadonlySet<string> = new Set<BinaryOperator>(["==", "!=", "<", ">", "<=", ">="]);

/** A chain of comparisons groups from the left, so its length is its depth. */
const LONGEST_COMPARISON = 64;

function readComparison(reader: TreeReader): Expression {
  let left: Expression | undefined;
  let operator: BinaryOperator = "==";
  let length = 0;
  for (const id of reader.children()) {
    if (COMPARISONS.has(reader.name)) operator = reader.name as BinaryOperator;
    else if (isExpression(id)) {
      length += 1;
      if (length > LONGEST_COMPARISON) continue;
      const operand = readExpression(reader);
      left = left === undefined ? operand : compare(operator, left, operand);
    }
  }
  if (length > LONGEST_COMPARISON) {
    reader.problem(
      `A chain of comparisons has at most ${LONGEST_COMPARISON} operands; this one has ${length}.`,
      {
        code: "ResourceExhausted",
        hint: "Split it with &&.",
      },
    );
  }
  return left ?? missing(reader);
}

function compare(operator: BinaryOperator, left: Expression, right: Expression): BinaryExpression {
  return { type: "Binary", operator, left, right, from: left.from, to: right.to };
}

function readUnary(reader: TreeReader): Expression {
  const operator = reader.text[reader.from] === "!" ? "!" : "-";
  const operand = readOperands(reader)[0] ?? missing(reader);
  return { type: "Unary", operator, operand, from: reader.from, to: reader.to };
}

/** For parts the grammar guarantees. A tree without errors never comes here. */
export function missing(reader: TreeReader): never {
  throw new Error(`the grammar promised a part that ${reader.name} does not have`);
}
