import { dereference, type Schema, validate } from "@cfworker/json-schema";
import { digestOf, isJsonObject, type JsonObject, type JsonValue, kipError } from "../model/index.js";
import type { PinnedSchema, SchemaFailure, ValueSchema } from "./definitions.js";
import { keywordProblem } from "./schema-keywords.js";

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

// Failures that only say that something inside failed.
const WRAPPERS = new Set(["$ref", "allOf", "properties", "items", "prefixItems", "then", "else"]);

/**
 * The verified JSON Schema resources of one package, and everything compiled against them (§20.5). Nothing is ever
 * fetched: a reference that leads out of the resources fails the package.
 */
export class ValueSchemas {
  readonly #package: string;
  readonly #lookup: Record<string, Schema | boolean> = {};

  /**
   * Collects and checks the pinned resources among those that are held.
   * @throws `SchemaPackageUnavailable` for a resource that is missing, whose digest is not the pinned one, or that this
   * engine cannot check whole.
   */
  constructor(packageRef: string, pins: readonly PinnedSchema[], held: readonly JsonObject[]) {
    this.#package = packageRef;
    for (const pin of pins) this.#include(this.#verified(pin, held), pin.id);
  }

  /**
   * Compiles a constraint that stands inside the package; `requireClosed` must follow before it is used. `where` names
   * its place in the package.
   * @throws `SchemaPackageUnavailable` when it is no schema of the supported dialect, or cannot be checked whole.
   */
  compile(schema: JsonObject, where: string): ValueSchema {
    // The constraint gets a base of its own, so that its relative references cannot reach into another one.
    const compiled = this.#include(
      schema,
      `urn:kip:within:${encodeURIComponent(`${this.#package}#${where}`)}`,
    );
    return { failuresOf: (value) => failuresOf(value, compiled, this.#lookup) };
  }

  #verified(pin: PinnedSchema, held: readonly JsonObject[]): JsonObject {
    const candidates = held.filter((schema) => schema.$id === pin.id);
    const match = candidates.find((schema) => digestOf(schema) === pin.contentDigest);
    if (match) return match;
    const found = candidates.map((schema) => digestOf(schema));
    throw this.#unavailable(
      found.length > 0
        ? `its pinned schema ${pin.id} cannot be verified: no copy held here has digest ${pin.contentDigest}`
        : `its pinned schema ${pin.id} is not held here`,
      `Hand the engine the document ${pin.id} with digest ${pin.contentDigest} together with the package.`,
      { schema: pin.id, pinned_digest: pin.contentDigest, held_digests: found },
    );
  }

  /** Registers a copy: the validator annotates the objects it is given. */
  #include(schema: JsonObject, id: string): Schema {
    const { $schema: dialect = DIALECT } = schema;
    if (dialect !== DIALECT) {
      throw this.#unavailable(
        `${id} is written in another dialect than JSON Schema 2020-12: ${JSON.stringify(dialect)}`,
        `Write the schema in ${DIALECT}.`,
        { schema: id },
      );
    }
    const problem = keywordProblem(schema);
    if (problem) {
      throw this.#unavailable(`${id}${problem.pointer} ${problem.reason}`, problem.hint, {
        schema: id,
        pointer: problem.pointer,
      });
    }
    const copy = structuredClone(schema) as Schema;
    try {
      dereference(copy, this.#lookup, new URL(id));
    } catch (error) {
      throw this.#unavailable(
        `${id} cannot be read as a schema: ${error instanceof Error ? error.message : String(error)}`,
        "Give every schema resource its own $id, and write its references as URIs.",
        { schema: id },
      );
    }
    return copy;
  }

  /**
   * Checks the resources and everything compiled against them.
   * @throws `SchemaPackageUnavailable` for a reference that leads out of the pinned resources.
   */
  requireClosed(): void {
    for (const [uri, schema] of Object.entries(this.#lookup)) {
      if (typeof schema === "boolean") continue;
      const target = schema.__absolute_ref__;
      if (target !== undefined && !Object.hasOwn(this.#lookup, target)) {
        throw this.#unavailable(
          `${uri} refers to ${target}, which is not among the package's verified schemas`,
          `List the resource of ${target} with its digest in manifest.validation_schemas, and hand it to the engine.`,
          { schema: uri, missing: target },
        );
      }
    }
  }

  #unavailable(reason: string, hint: string, details: JsonObject) {
    return kipError("SchemaPackageUnavailable", `${this.#package} cannot be loaded: ${reason}`, {
      hint,
      details: { package_ref: this.#package, ...details },
    });
  }
}

function failuresOf(
  value: JsonValue,
  schema: Schema,
  lookup: Record<string, Schema | boolean>,
): readonly SchemaFailure[] {
  const { valid, errors } = validate(withoutPrototypes(value), schema, "2020-12", lookup, true);
  if (valid) return [];
  const failures = errors.map(
    ({ instanceLocation, keyword, error }): SchemaFailure => ({
      pointer: instanceLocation.replace(/^#/, ""),
      keyword,
      message: error,
    }),
  );
  const telling = failures.filter(({ keyword }) => !WRAPPERS.has(keyword));
  return telling.length > 0 ? telling : failures;
}

/** The validator asks for members with `in`, so a plain object would seem to have a member `constructor`. */
function withoutPrototypes(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => withoutPrototypes(item));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, item]) => [name, withoutPrototypes(item)] as const);
  return Object.assign(Object.create(null), Object.fromEntries(members)) as JsonObject;
}
