import { terms } from "../../../grammar/index.js";
import type { ObjectLiteral, Scalar, TargetRef } from "../ast.js";
import { isScalar, readScalar, readTarget } from "./literals.js";
import type { TreeReader } from "./tree-reader.js";
import { missing, readObject } from "./values.js";

/** The one scalar of a clause such as `LIMIT :n` or `AS OF SEQ 7`. */
export function readClauseScalar(reader: TreeReader): Scalar {
  for (const id of reader.children()) if (isScalar(id)) return readScalar(reader);
  return missing(reader);
}

/** The one reference of a clause such as `BY ?new` or `SUPERSEDING :old`. */
export function readClauseTarget(reader: TreeReader): TargetRef {
  for (const id of reader.children()) if (isTarget(id)) return readTarget(reader);
  return missing(reader);
}

/** Whether a node is one `readTarget` reads. */
export function isTarget(id: number): boolean {
  return id === terms.Variable || id === terms.Parameter || id === terms.String;
}

/** The one object of a clause such as `WITH EPISTEMIC {…}`. */
export function readClauseObject(reader: TreeReader): ObjectLiteral {
  for (const id of reader.children()) if (id === terms.ObjectLiteral) return readObject(reader);
  return missing(reader);
}
