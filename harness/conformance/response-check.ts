import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Schema, Validator } from "@cfworker/json-schema";
import { ELEMENT_KINDS, isJsonObject, type JsonObject, type JsonValue } from "../../src/model/index.js";
import { withDifferences } from "./schema-differences.js";

/** The violations of one response against the published schemas, each as one line. */
export type ResponseCheck = (response: JsonValue) => readonly string[];

const id = (name: string): string => `urn:kip:2.0:schema:${name}`;

const STUB = id("element-stub");

/** The schema of what a purge leaves of an element: what is there is as in the element, and any of it may be gone (§60.3). */
const asStub = ({ allOf: _conditionsOfKinds, ...schema }: JsonObject): JsonObject => ({
  ...schema,
  $id: STUB,
});

/**
 * Reads the published schemas from a folder and returns the check of responses against them; null when the folder is
 * not there. The response schema leaves `result` open, so what a result holds is found by its shape and checked too.
 */
export function loadResponseCheck(folder: string): ResponseCheck | null {
  if (!existsSync(folder)) return null;
  const schemas = readdirSync(folder)
    .filter((name) => name.endsWith(".schema.json"))
    .map((name) => withDifferences(JSON.parse(readFileSync(join(folder, name), "utf8")) as JsonObject));
  schemas.push(...schemas.filter(({ $id }) => $id === id("element")).map(asStub));
  const validatorOf = ($ref: string): Validator => {
    const validator = new Validator({ $ref }, "2020-12", false);
    for (const schema of schemas) validator.addSchema(schema as Schema);
    return validator;
  };
  const responseValidator = validatorOf(id("response"));
  const shapes: readonly [Shape, Validator][] = [
    [isProjection, validatorOf(`${id("projection")}#/$defs/Projection`)],
    [isSlot, validatorOf(`${id("projection")}#/$defs/Slot`)],
    [isBasis, validatorOf(`${id("projection")}#/$defs/ProjectionBasis`)],
    [isStub, validatorOf(STUB)],
    [isElement, validatorOf(id("element"))],
    [isChangeEnvelope, validatorOf(id("change-envelope"))],
  ];
  const inside = (value: JsonValue, where: string): string[] => {
    if (Array.isArray(value)) {
      return (value as readonly JsonValue[]).flatMap((item, index) => inside(item, `${where}/${index}`));
    }
    if (!isJsonObject(value)) return [];
    const shape = shapes.find(([matches]) => matches(value));
    if (shape) return violationsOf(shape[1], value, where);
    return Object.entries(value).flatMap(([key, item]) => inside(item, `${where}/${key}`));
  };
  return (response) => {
    const envelope = violationsOf(responseValidator, response, "");
    const results = isJsonObject(response) && Array.isArray(response.results) ? response.results : [];
    const contents = (results as readonly JsonValue[]).flatMap((operation, index) =>
      isJsonObject(operation) ? inside(operation.result ?? null, `/results/${index}/result`) : [],
    );
    return [...new Set([...envelope, ...contents])];
  };
}

function violationsOf(validator: Validator, value: JsonValue, where: string): string[] {
  const { errors } = validator.validate(value);
  return innermost(errors).map(
    ({ instanceLocation, error }) => `${where}${instanceLocation.slice(1)}: ${error}`,
  );
}

interface Violation {
  readonly instanceLocation: string;
  readonly error: string;
}

/** The validator reports every schema on the way to a violation; only the deepest places say what is wrong. */
function innermost(errors: readonly Violation[]): readonly Violation[] {
  return errors.filter(
    ({ instanceLocation }) =>
      !errors.some((other) => other.instanceLocation.startsWith(`${instanceLocation}/`)),
  );
}

type Shape = (value: JsonObject) => boolean;

const has = (value: JsonObject, ...members: readonly string[]): boolean =>
  members.every((member) => Object.hasOwn(value, member));

const isProjection: Shape = (value) =>
  has(value, "candidate_status") || has(value, "proposition_id", "status");
const isSlot: Shape = (value) => has(value, "candidate_projections");
const isBasis: Shape = (value) => has(value, "trust_version", "authorization_view", "snapshot_seq");
const isStub: Shape = (value) =>
  isElement(value) && isJsonObject(value._system) && value._system.state === "purged";
const isElement: Shape = (value) =>
  has(value, "id", "space_id", "_system") && ELEMENT_KINDS.some((kind) => kind === value.kind);
// A transaction that DESCRIBE or HISTORY shows has changes too, but also a status: it is no Change Envelope.
const isChangeEnvelope: Shape = (value) => has(value, "changes", "space_seq") && !has(value, "status");
