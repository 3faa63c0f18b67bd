import { isJsonObject, type JsonObject } from "../model/index.js";
import type { ArtifactReader } from "./artifact-reader.js";
import type {
  FieldDefinition,
  FieldSet,
  FieldType,
  ReferencePath,
  StringFormat,
  ValueSchema,
} from "./definitions.js";
import { readFormat } from "./string-formats.js";
import type { ValueSchemas } from "./value-schemas.js";

const FIELD_TYPES: readonly FieldType[] = [
  "string",
  "number",
  "integer",
  "boolean",
  "null",
  "array",
  "object",
  "timestamp",
];

/** Members of a field that explain it and constrain nothing. */
const ANNOTATIONS = new Set([
  "name",
  "description",
  "model_hints",
  "title",
  "examples",
  "default",
  "deprecated",
]);

const OWN_MEMBERS = new Set([
  "type",
  "required",
  "mutable",
  "computed",
  "enum",
  "minimum",
  "maximum",
  "format",
  "value_schema",
]);

/** JSON Schema keywords a field may carry directly; they mean what they mean in `value_schema`. */
const SCHEMA_KEYWORDS = new Set([
  "const",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "pattern",
  "items",
  "prefixItems",
  "contains",
  "minItems",
  "maxItems",
  "uniqueItems",
  "properties",
  "additionalProperties",
  "propertyNames",
  "minProperties",
  "maxProperties",
]);

/** What reading a field depends on besides its own text. */
export interface FieldContext {
  readonly schemas: ValueSchemas;
  readonly formats: ReadonlyMap<string, StringFormat>;
}

/** Reads named fields (§20.5). `open` says whether names beyond them may be written. */
export function readFieldSet(
  fields: ArtifactReader,
  open: boolean,
  context: FieldContext,
  wholeValue: readonly ArtifactReader[],
): FieldSet {
  const read = fields.members().map(([name, field]) => [name, readField(name, field, context)] as const);
  const constraints = wholeValue.filter((schema) => !schema.isAbsent);
  const compiled = constraints.map((schema) => compile(schema, context.schemas));
  return {
    fields: new Map(read),
    open,
    valueSchema:
      compiled.length === 0
        ? null
        : { failuresOf: (value) => compiled.flatMap((one) => one.failuresOf(value)) },
  };
}

function readField(name: string, field: ArtifactReader, { schemas, formats }: FieldContext): FieldDefinition {
  const type = field.member("type");
  const types = typeof type.value === "string" ? [type] : type.items();
  if (types.length === 0)
    throw field.illegal("a field needs a type", `Give it one of ${FIELD_TYPES.join(", ")}.`);
  const computed = field.member("computed").booleanOr(false);
  return {
    name,
    types: types.map((one) => {
      const known = FIELD_TYPES.find((candidate) => candidate === one.value);
      if (known) return known;
      throw one.unsupported(
        `${JSON.stringify(one.value)} is no field type`,
        `Use ${FIELD_TYPES.join(", ")}, or say more with value_schema.`,
      );
    }),
    required: field.member("required").booleanOr(false),
    mutable: !computed && field.member("mutable").booleanOr(true),
    computed,
    enum: field.member("enum").isAbsent
      ? null
      : field
          .member("enum")
          .items()
          .map((item) => item.value ?? null),
    minimum: field.member("minimum").numberOr(null),
    maximum: field.member("maximum").numberOr(null),
    format: readFormat(field.member("format"), formats),
    valueSchema: readFieldSchema(field, schemas),
    description: field.member("description").stringOr(""),
  };
}

function readFieldSchema(field: ArtifactReader, schemas: ValueSchemas): ValueSchema | null {
  const keywords: [string, unknown][] = [];
  for (const [name, member] of field.members()) {
    if (SCHEMA_KEYWORDS.has(name)) keywords.push([name, member.value]);
    else if (!OWN_MEMBERS.has(name) && !ANNOTATIONS.has(name)) {
      throw member.unsupported(
        `a field has no member ${name}`,
        "Say what values the field takes with value_schema, which is JSON Schema 2020-12.",
      );
    }
  }
  const stated = field.member("value_schema");
  const compiled = [
    ...(stated.isAbsent ? [] : [compile(stated, schemas)]),
    ...(keywords.length === 0
      ? []
      : [schemas.compile(Object.fromEntries(keywords) as JsonObject, field.path)]),
  ];
  return compiled.length === 0
    ? null
    : { failuresOf: (value) => compiled.flatMap((one) => one.failuresOf(value)) };
}

function compile(schema: ArtifactReader, schemas: ValueSchemas): ValueSchema {
  return schemas.compile(schema.object(), schema.path);
}

/**
 * Reads the nested references that capsule closure follows (§20.5). Every path must lead to a field that is declared,
 * unless other fields are allowed.
 * @throws `SchemaPackageUnavailable` for a target or namespace this engine cannot map.
 */
export function readReferencePaths(paths: ArtifactReader, set: FieldSet): readonly ReferencePath[] {
  return paths.items().map((entry) => {
    const path = entry.member("path").string();
    const segments = path.slice(1).split("/");
    const [first = ""] = segments;
    if (!path.startsWith("/") || segments.includes("") || (!set.open && !set.fields.has(first))) {
      throw entry.illegal(
        `${JSON.stringify(path)} leads to no field`,
        'Write the way to the reference as "/field", with "*" for the items of an array.',
      );
    }
    if (entry.member("target").value !== "element" || entry.member("namespace").value !== "source") {
      throw entry.unsupported(
        "only references to elements in the source's namespace can be mapped",
        'Write {"target": "element", "namespace": "source"}.',
      );
    }
    return { path, segments };
  });
}

/** The members of a definition that may hold its fields: `attributes.fields`, or `fields` directly. */
export function fieldsOf(definition: ArtifactReader): ArtifactReader {
  const attributes = definition.member("attributes");
  return isJsonObject(attributes.value) ? attributes.member("fields") : definition.member("fields");
}
