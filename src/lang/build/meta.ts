import { terms } from "../../../grammar/index.js";
import type {
  DescribeCommand,
  ExportCapsuleCommand,
  ListCommand,
  MetaCommand,
  ObjectLiteral,
  Scalar,
  SourceRange,
  TargetRef,
  WhereBlock,
} from "../ast.js";
import { spelled } from "../spelled.js";
import { isTarget, readClauseObject, readClauseScalar } from "./clauses.js";
import { isScalar, readScalar, readTarget } from "./literals.js";
import { readSearch } from "./search.js";
import { oneOf } from "./spellings.js";
import type { TreeReader } from "./tree-reader.js";
import { missing } from "./values.js";
import { readWhereBlock } from "./where.js";

/** The operands of a META statement, whichever of them it has. */
interface Operands {
  /** The scalars that stand directly in the statement, in order. */
  readonly values: readonly Scalar[];
  /** The scalars of its clauses, by the clause's term. */
  readonly clauses: ReadonlyMap<number, Scalar>;
  readonly options: ObjectLiteral | null;
  readonly range: SourceRange;
}

function readOperands(reader: TreeReader): Operands {
  const values: Scalar[] = [];
  const clauses = new Map<number, Scalar>();
  let options: ObjectLiteral | null = null;
  for (const id of reader.children()) {
    if (isScalar(id)) values.push(readScalar(reader));
    else if (id === terms.Options) options = readClauseObject(reader);
    else if (CLAUSES.has(id)) clauses.set(id, readClauseScalar(reader));
  }
  return { values, clauses, options, range: reader.range() };
}

const CLAUSES: ReadonlySet<number> = new Set([
  terms.Mode,
  terms.AsOf,
  terms.AtTime,
  terms.Status,
  terms.Depth,
  terms.Limit,
  terms.Cursor,
  terms.FromSeq,
  terms.ToSeq,
]);

/** The reader of a META statement's node, or null for a node that is none. */
export function readMeta(reader: TreeReader): MetaCommand | null {
  if (reader.id === terms.Search) return readSearch(reader);
  if (reader.id === terms.ExportCapsule) return readExport(reader);
  const operands = readOperands(reader);
  const [value, second] = operands.values;
  return (
    readDescribe(reader, operands) ??
    readList(reader, operands) ??
    readHistory(operands, reader.id) ??
    (value === undefined ? null : readInspection(reader, operands, value, second))
  );
}

function readDescribe(reader: TreeReader, operands: Operands): DescribeCommand | null {
  const { values, clauses, options, range } = operands;
  const [first = null, second = null] = values;
  const asOf = clauses.get(terms.AsOf) ?? null;
  const required = (): Scalar => first ?? missing(reader);
  switch (reader.id) {
    case terms.DescribePrimer: {
      const mode = clauses.get(terms.Mode) ?? null;
      if (mode !== null) oneOf(reader, mode, ["compact", "full"], "mode of DESCRIBE PRIMER");
      return { type: "DescribePrimer", mode, ...range };
    }
    // Commands of one shape go by the names of their nodes.
    case terms.DescribeProtocol:
    case terms.DescribeCapabilities:
      return { type: reader.name as "DescribeProtocol", ...range };
    case terms.DescribeSpace:
      return { type: "DescribeSpace", space: first, ...range };
    case terms.DescribeSchemaEnvironment:
      return { type: "DescribeSchemaEnvironment", asOf, ...range };
    case terms.DescribePackage:
      return { type: "DescribePackage", package: required(), ...range };
    case terms.DescribeType:
    case terms.DescribePredicate:
    case terms.DescribeFacet:
    case terms.DescribeStructuralField:
      return { type: reader.name as "DescribeType", symbol: required(), ...range };
    case terms.DescribeCompatibility:
      return {
        type: "DescribeCompatibility",
        fromPackage: required(),
        toPackage: second ?? missing(reader),
        ...range,
      };
    case terms.DescribeError:
      return { type: "DescribeError", code: required(), ...range };
    case terms.DescribeTransaction:
      return { type: "DescribeTransaction", transaction: required(), ...range };
    case terms.DescribeTransactionByKey:
      return { type: "DescribeTransactionByKey", idempotencyKey: required(), ...range };
    case terms.DescribeSnapshot:
      return { type: "DescribeSnapshot", asOf, atTime: clauses.get(terms.AtTime) ?? null, ...range };
    case terms.DescribeCapsule:
      return { type: "DescribeCapsule", artifact: required(), ...range };
    case terms.DescribeEpistemicPolicy:
      return { type: "DescribeEpistemicPolicy", policy: first, ...range };
    case terms.DescribeTrust:
      return { type: "DescribeTrust", scope: first, ...range };
    case terms.DescribeAccess:
      return { type: "DescribeAccess", options, ...range };
    default:
      return null;
  }
}

function readList(reader: TreeReader, { values, clauses, range }: Operands): ListCommand | null {
  const limit = clauses.get(terms.Limit) ?? null;
  const cursor = clauses.get(terms.Cursor) ?? null;
  const paged = { limit, cursor, ...range };
  const [element] = values;
  switch (reader.id) {
    case terms.ListSchemaPackages:
      return { type: "ListSchemaPackages", status: clauses.get(terms.Status) ?? null, ...paged };
    case terms.ListSpaces:
    case terms.ListTypes:
    case terms.ListPredicates:
    case terms.ListFacets:
    case terms.ListStructuralFields:
    case terms.ListEpistemicPolicies:
      return { type: reader.name as "ListTypes", ...paged };
    case terms.ListDependents:
      if (element === undefined) return null;
      return { type: "ListDependents", element, depth: clauses.get(terms.Depth) ?? null, ...paged };
    default:
      return null;
  }
}

function readHistory({ values, clauses, range }: Operands, id: number): MetaCommand | null {
  const [element] = values;
  const chronology = {
    fromSeq: clauses.get(terms.FromSeq) ?? null,
    toSeq: clauses.get(terms.ToSeq) ?? null,
    limit: clauses.get(terms.Limit) ?? null,
    cursor: clauses.get(terms.Cursor) ?? null,
    ...range,
  };
  if (id === terms.HistorySpace) return { type: "HistorySpace", ...chronology };
  if (id !== terms.HistoryElement || element === undefined) return null;
  return { type: "HistoryElement", element, ...chronology };
}

function readInspection(
  reader: TreeReader,
  { clauses, options, range }: Operands,
  value: Scalar,
  second: Scalar | undefined,
): MetaCommand | null {
  const limit = clauses.get(terms.Limit) ?? null;
  const target = (verb: string): string => spelled(reader.name.slice(verb.length));
  switch (reader.id) {
    case terms.VerifyCapsule:
    case terms.VerifySchemaPackage:
    case terms.VerifyReceipt:
      return { type: "Verify", target: target("Verify") as "CAPSULE", artifact: value, ...range };
    case terms.ValidateKql:
    case terms.ValidateKml:
    case terms.ValidateCapsule:
    case terms.ValidateSchemaPackage:
    case terms.ValidateImportPlan:
      return { type: "Validate", target: target("Validate") as "CAPSULE", input: value, options, ...range };
    case terms.PreviewKml:
      return { type: "PreviewKml", input: value, ...range };
    case terms.PreviewImportCapsule:
      return second === undefined
        ? null
        : { type: "PreviewImportCapsule", capsule: value, into: second, ...range };
    case terms.ChangesSince:
      return { type: "ChangesSince", cursor: value, limit, ...range };
    case terms.ChangesAfterSeq:
      return { type: "ChangesAfterSeq", seq: value, limit, ...range };
    default:
      return null;
  }
}

function readExport(reader: TreeReader): ExportCapsuleCommand {
  let roots: TargetRef | undefined;
  let where: WhereBlock | undefined;
  let options: ObjectLiteral | null = null;
  let asOf: Scalar | null = null;
  for (const id of reader.children()) {
    if (isTarget(id)) roots = readTarget(reader);
    else if (id === terms.WhereBlock) where = readWhereBlock(reader);
    else if (id === terms.Options) options = readClauseObject(reader);
    else if (id === terms.AsOf) asOf = readClauseScalar(reader);
  }
  return {
    type: "ExportCapsule",
    roots: roots ?? missing(reader),
    where: where ?? missing(reader),
    options,
    asOf,
    from: reader.from,
    to: reader.to,
  };
}
