import { Parameters, readLimit, readSequence, wrongType } from "../kql/index.js";
import type { ObjectLiteral, Scalar } from "../lang/index.js";
import { type JsonObject, type JsonValue, readTimestamp, type Timestamp } from "../model/index.js";

/** The operands of one META statement with their parameters bound, read as what the statement wants of them (§74). */
export class Operands {
  readonly #parameters: Parameters;

  constructor(parameters: JsonObject) {
    this.#parameters = new Parameters(parameters);
  }

  /** @throws `ReferenceError` for a parameter that is not bound; every other reader of this class throws it too. */
  value(node: Scalar): JsonValue {
    return this.#parameters.scalar(node);
  }

  /** @throws `TypeMismatch` for a value of another type. */
  text(node: Scalar, where: string): string {
    const value = this.value(node);
    if (typeof value !== "string") throw wrongType(where, "a string", value, node);
    return value;
  }

  /** A sequence of the Space. @throws as `readSequence` (§5.4). */
  sequence(node: Scalar, where: string): number {
    return readSequence(where, this.value(node), node);
  }

  /** @throws as `readTimestamp` (§6.5). */
  timestamp(node: Scalar, where: string): Timestamp {
    return readTimestamp(this.value(node), where);
  }

  /** The number of a LIMIT clause, or null without one. @throws as `readLimit` (§44.8). */
  limit(node: Scalar | null): number | null {
    return node === null ? null : readLimit(this.value(node), node);
  }

  /** The members of a WITH clause; none without one. @throws `InvalidSyntax` for a value that is not plain data. */
  options(node: ObjectLiteral | null): JsonObject {
    return node === null ? {} : (this.#parameters.json(node) as JsonObject);
  }
}
