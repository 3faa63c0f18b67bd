import { format as uriFormats } from "@cfworker/json-schema";
import { kipError, readTimestamp } from "../model/index.js";
import type { ArtifactReader } from "./artifact-reader.js";
import type { StringFormat } from "./definitions.js";
import { isLocalName } from "./refs.js";
import type { ValueSchemas } from "./value-schemas.js";

const TIMESTAMP: StringFormat = {
  name: "timestamp",
  require: (value, where) => {
    readTimestamp(value, where);
  },
};

const URI: StringFormat = {
  name: "uri",
  require: (value, where) => {
    if (uriFormats.uri?.(value)) return;
    throw kipError("ConstraintViolation", `${where} is not a URI: ${JSON.stringify(value)}`, {
      hint: 'Send an absolute URI with its scheme, for example "https://example.org/page".',
      details: { field: where, expected: "uri", found: value },
    });
  },
};

/** The formats the protocol names (§20.15), by name. */
export const PROTOCOL_FORMATS: ReadonlyMap<string, StringFormat> = new Map([
  [TIMESTAMP.name, TIMESTAMP],
  [URI.name, URI],
]);

/**
 * The formats a package's definitions may name (§20.15): the protocol's, and those it defines itself. The specification
 * names no shape for a format of a package's own; here it is `formats: {name: {description, value_schema}}` among the
 * definitions, where the JSON Schema says which strings have the format.
 */
export function readFormats(
  formats: ArtifactReader,
  schemas: ValueSchemas,
): ReadonlyMap<string, StringFormat> {
  const read = formats.members().map(([name, at]) => [name, readOwnFormat(name, at, schemas)] as const);
  return new Map([...PROTOCOL_FORMATS, ...read]);
}

function readOwnFormat(name: string, at: ArtifactReader, schemas: ValueSchemas): StringFormat {
  if (!isLocalName(name)) {
    throw at.illegal(
      `${JSON.stringify(name)} is no name for a format`,
      "Use letters, digits and underscores.",
    );
  }
  if (PROTOCOL_FORMATS.has(name)) {
    throw at.reserved(`${name} is a format of the protocol`, "Choose another name.");
  }
  const stated = at.member("value_schema");
  const schema = schemas.compile(stated.object(), stated.path);
  const meaning = at.member("description").stringOr("");
  return {
    name,
    require: (value, where) => {
      const [failure] = schema.failuresOf(value);
      if (!failure) return;
      throw kipError(
        "ConstraintViolation",
        `${where} does not have the format ${name}: ${JSON.stringify(value)}`,
        {
          hint: `${meaning === "" ? "" : `${name}: ${meaning} `}${failure.message}`,
          details: { field: where, expected: name, found: value },
        },
      );
    },
  };
}

/** A string format (§20.15). @throws `SchemaPackageUnavailable` for one that nobody defines. */
export function readFormat(
  format: ArtifactReader,
  known: ReadonlyMap<string, StringFormat>,
): StringFormat | null {
  if (format.isAbsent) return null;
  const found = typeof format.value === "string" ? known.get(format.value) : undefined;
  if (found) return found;
  throw format.unsupported(
    `the format ${JSON.stringify(format.value)} is defined nowhere`,
    `Use ${[...known.keys()].join(" or ")}, or define it in definitions.formats with the value_schema of its strings.`,
  );
}
