import { terms } from "../../../grammar/index.js";
import type { ExpectVersion, Scalar, SchemaSymbol, TargetRef, VersionPlane, WhereBlock } from "../ast.js";
import { isTarget, readClauseScalar } from "./clauses.js";
import { isScalar, readScalar, readSymbol, readTarget } from "./literals.js";
import type { TreeReader } from "./tree-reader.js";
import { missing } from "./values.js";
import { readWhereBlock } from "./where.js";

/** What the statements that address existing elements have in common (§52.8). */
export interface StatementParts {
  readonly targets: readonly TargetRef[];
  readonly where: WhereBlock | null;
  readonly limit: Scalar | null;
  readonly guards: readonly ExpectVersion[];
}

/**
 * Reads targets, WHERE, LIMIT and guards of the current statement, and hands every other child to `also`. A reference
 * after the state of TRANSITION or after INTO is a target too: the caller knows how many there are.
 */
export function readStatementParts(
  reader: TreeReader,
  also: (id: number) => void = () => {},
): StatementParts {
  const targets: TargetRef[] = [];
  const guards: ExpectVersion[] = [];
  let where: WhereBlock | null = null;
  let limit: Scalar | null = null;
  for (const id of reader.children()) {
    if (isTarget(id)) targets.push(readTarget(reader));
    else if (id === terms.WhereBlock) where = readWhereBlock(reader);
    else if (id === terms.Limit) limit = readClauseScalar(reader);
    else if (id === terms.ExpectVersion) guards.push(readExpectVersion(reader));
    else also(id);
  }
  return { targets, where, limit, guards };
}

/** `EXPECT VERSION n [OF plane]` (§35.1). */
export function readExpectVersion(reader: TreeReader): ExpectVersion {
  let version: Scalar | undefined;
  let plane: VersionPlane | null = null;
  for (const id of reader.children()) {
    if (isScalar(id)) version = readScalar(reader);
    else if (id === terms.VersionPlane) plane = readPlane(reader);
  }
  return {
    type: "ExpectVersion",
    version: version ?? missing(reader),
    plane,
    from: reader.from,
    to: reader.to,
  };
}

function readPlane(reader: TreeReader): VersionPlane {
  let kind: VersionPlane["kind"] = "attributes";
  let facet: SchemaSymbol | null = null;
  for (const id of reader.children()) {
    if (id === terms.STRUCTURAL) kind = "structural";
    else if (id === terms.RETENTION) kind = "retention";
    else if (isScalar(id)) facet = readSymbol(reader);
  }
  return facet === null ? { kind: kind as Exclude<VersionPlane["kind"], "facet"> } : { kind: "facet", facet };
}
