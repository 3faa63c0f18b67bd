import { isJsonObject, type JsonObject, type JsonValue, kipError } from "../model/index.js";
import { coreKind, isReservedName } from "./core-package.js";
import type { DraftKind, DraftSymbol } from "./draft-package.js";
import type { SchemaEnvironment } from "./environment.js";
import { LITERAL_TYPES } from "./read-definitions.js";
import { isLocalName } from "./refs.js";
import { PROTOCOL_FORMATS } from "./string-formats.js";
import { KIND_WORDS } from "./symbol-table.js";

/**
 * Checks what a DEFINE says, with its parameters bound, and gives the draft symbol it adds (§20.16). Types are named by
 * exact reference in it, so that a name another package exports later does not change what it means.
 * @throws `InvalidIdentifier` for a text that is no name; `SchemaSymbolConflict` for a name that already is a symbol of
 * the kind or a reserved Core name; `ConstraintViolation` for a missing description, a member the kind does not take and
 * a value it may not have; `SchemaSymbolNotFound` and `SchemaSymbolAmbiguous` for the types it names.
 */
export function readDraftSymbol(
  environment: SchemaEnvironment,
  kind: DraftKind,
  name: string,
  definition: JsonObject,
): DraftSymbol {
  requireFreeName(environment, kind, name);
  const at: Place = { kind, name, path: "" };
  requireMembers(at, definition, kind === "ConceptType" ? TYPE_MEMBERS : PREDICATE_MEMBERS);
  requireDescription(at, definition.description);
  const read =
    kind === "ConceptType"
      ? readType(at, definition)
      : readPredicate(at, definition, (text) => environment.resolveConceptType(text).ref);
  return { kind, name, definition: read };
}

const TYPE_MEMBERS = ["description", "attributes"];
const PREDICATE_MEMBERS = [
  "description",
  "subject",
  "object",
  "functional",
  "functional_by",
  "open_world",
  "complete",
  "boolean_completeness",
  "temporal_conflict",
];

/** Where in which definition something stands, for messages. */
interface Place {
  readonly kind: DraftKind;
  readonly name: string;
  readonly path: string;
}

function requireFreeName(environment: SchemaEnvironment, kind: DraftKind, name: string): void {
  if (!isLocalName(name)) {
    throw kipError("InvalidIdentifier", `${JSON.stringify(name)} is no name for a symbol`, {
      hint: "Write a bare name: a letter or underscore, then letters, digits and underscores.",
      details: { symbol: name, symbol_kind: kind },
    });
  }
  const word = KIND_WORDS[kind];
  if (isReservedName(name)) {
    throw kipError("SchemaSymbolConflict", `${name} is a name of Core and cannot be defined`, {
      hint: "Choose another name: Core names are never shadowed.",
      details: { symbol: name, symbol_kind: kind },
    });
  }
  if (!environment.hasName(kind, name)) return;
  const known = environment.refsNamed(kind, name);
  throw kipError("SchemaSymbolConflict", `the ${word} ${name} is already defined`, {
    hint: `Use it as it is: ${known.join(", ")}. DEFINE never changes a symbol; for another meaning choose another name.`,
    details: { symbol: name, symbol_kind: kind, defined_as: known },
  });
}

function readType(at: Place, { description, attributes }: JsonObject): JsonObject {
  if (attributes === undefined) return { description: description as JsonValue };
  const where = inside(at, "attributes");
  const stated = requireObject(where, attributes);
  requireMembers(where, stated, ["open", "fields"]);
  if (stated.open !== undefined && stated.open !== true) {
    throw refused(inside(where, "open"), "can only be true", "Attributes of a draft type are always open.");
  }
  const fields = requireObject(inside(where, "fields"), stated.fields ?? {});
  for (const [name, field] of Object.entries(fields)) requireField(inside(where, `fields.${name}`), field);
  return { description: description as JsonValue, attributes: { open: true, fields } };
}

function requireField(at: Place, field: JsonValue): void {
  const stated = requireObject(at, field);
  requireMembers(at, stated, ["type", "description"]);
  const types: readonly JsonValue[] = Array.isArray(stated.type) ? stated.type : [stated.type ?? null];
  if (types.length === 0 || types.some((type) => !(LITERAL_TYPES as readonly JsonValue[]).includes(type))) {
    throw refused(
      inside(at, "type"),
      `cannot be ${shown(stated.type)}`,
      `Use ${LITERAL_TYPES.join(", ")}, or an array of these.`,
    );
  }
  if (stated.description !== undefined) requireDescription(at, stated.description);
}

function readPredicate(at: Place, definition: JsonObject, typeRef: (text: string) => string): JsonObject {
  for (const name of ["functional", "open_world", "complete", "boolean_completeness"]) {
    const value = definition[name];
    if (value !== undefined && typeof value !== "boolean") {
      throw refused(inside(at, name), `cannot be ${shown(value)}`, "Write true or false.");
    }
  }
  requireWord(at, definition, "functional_by", ["object_type"]);
  requireWord(at, definition, "temporal_conflict", ["overlapping_valid_time", "none"]);
  requireNoAuthority(at, definition);
  const { subject, object, ...rest } = definition;
  const read: Record<string, JsonValue> = { ...rest };
  if (subject !== undefined)
    read.subject = readEndpoint(inside(at, "subject"), subject, ELEMENT_MEMBERS, typeRef);
  if (object !== undefined) read.object = readEndpoint(inside(at, "object"), object, OBJECT_MEMBERS, typeRef);
  requirePartitions(at, read);
  return read;
}

/** How absence is read and whether values exclude each other is for packages to say, which answer for their data. */
function requireNoAuthority(at: Place, { open_world, complete }: JsonObject): void {
  if (open_world === false) {
    throw refused(
      inside(at, "open_world"),
      "cannot be false",
      "Leave it out: only an installed package can say that what is not recorded is false.",
    );
  }
  if (complete === true) {
    throw refused(
      inside(at, "complete"),
      "cannot be true",
      "Leave it out; functional: true already makes values compete. Only an installed package can exclude the others.",
    );
  }
}

/** A partition is the object's Concept Type, so the object must be declared a Concept (§20.15). */
function requirePartitions(at: Place, { functional, functional_by, object }: JsonObject): void {
  if (functional_by === undefined) return;
  if (functional === true) {
    throw refused(at, "cannot be both functional and functional_by", "Keep one of the two.");
  }
  const { kinds, concept_types, literal_types, nullable } = isJsonObject(object) ? object : {};
  const onlyConcepts =
    literal_types === undefined &&
    nullable !== true &&
    (concept_types !== undefined || kinds !== undefined) &&
    (kinds === undefined || (kinds as readonly string[]).every((kind) => coreKind(kind) === "concept"));
  if (onlyConcepts) return;
  throw refused(
    inside(at, "functional_by"),
    "needs an object that is declared to be a Concept",
    'Declare object: {concept_types: ["…"]} or object: {kinds: ["Concept"]}.',
  );
}

const ELEMENT_MEMBERS = ["concept_types", "kinds"];
const OBJECT_MEMBERS = [...ELEMENT_MEMBERS, "literal_types", "nullable", "format"];

function readEndpoint(
  at: Place,
  value: JsonValue,
  members: readonly string[],
  typeRef: (text: string) => string,
): JsonObject {
  if (!isJsonObject(value))
    throw refused(at, `cannot be ${shown(value)}`, endpointAdvice(at, value, members));
  const stated = value;
  requireMembers(at, stated, members);
  const read: Record<string, JsonValue> = { ...stated };
  for (const kind of textsOf(at, stated, "kinds")) {
    if (coreKind(kind) !== null) continue;
    throw refused(
      inside(at, "kinds"),
      `names no element kind with ${shown(kind)}`,
      "Use Concept, Proposition, Assertion, Evidence or Activity.",
    );
  }
  for (const type of textsOf(at, stated, "literal_types")) {
    if ((LITERAL_TYPES as readonly string[]).includes(type)) continue;
    throw refused(
      inside(at, "literal_types"),
      `names no Literal type with ${shown(type)}`,
      `Use ${LITERAL_TYPES.join(", ")}.`,
    );
  }
  const types = textsOf(at, stated, "concept_types");
  if (types.length > 0) read.concept_types = types.map(typeRef);
  if (stated.nullable !== undefined && typeof stated.nullable !== "boolean") {
    throw refused(inside(at, "nullable"), `cannot be ${shown(stated.nullable)}`, "Write true or false.");
  }
  requireWord(at, stated, "format", [...PROTOCOL_FORMATS.keys()]);
  if (stated.format !== undefined && !textsOf(at, stated, "literal_types").includes("string")) {
    throw refused(
      inside(at, "format"),
      "is for strings",
      'Add "string" to literal_types, or leave format out.',
    );
  }
  return read;
}

/** What other schema languages call the Literal types. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  text: "string",
  integer: "number",
  int: "number",
  float: "number",
  bool: "boolean",
};

/** How an end is declared that was written as the bare name of what may stand there. */
function endpointAdvice({ path }: Place, value: JsonValue, members: readonly string[]): string {
  const names = (Array.isArray(value) ? value : [value]).filter((name) => typeof name === "string");
  const literals = names.map((name) => TYPE_NAMES[name.toLowerCase()] ?? name.toLowerCase());
  const areLiterals = literals.every((name) => (LITERAL_TYPES as readonly string[]).includes(name));
  const [member, listed] =
    members.includes("literal_types") && names.length > 0 && areLiterals
      ? ["literal_types", literals]
      : ["concept_types", names.length > 0 ? names : ["Person"]];
  return `Write ${path.split(".").at(-1)}: {${member}: ${JSON.stringify(listed)}}.`;
}

/** The texts of a list; none when it is absent. An empty list would let nothing through. */
function textsOf(at: Place, object: JsonObject, member: string): readonly string[] {
  const value = object[member];
  if (value === undefined) return [];
  const list: readonly JsonValue[] = Array.isArray(value) ? value : [];
  if (list.length > 0 && list.every((item): item is string => typeof item === "string")) return list;
  throw refused(inside(at, member), `cannot be ${shown(value)}`, `Write ${member}: ["…"], or leave it out.`);
}

function requireWord(at: Place, object: JsonObject, member: string, words: readonly string[]): void {
  const value = object[member];
  if (value === undefined || words.some((word) => word === value)) return;
  const allowed = words.map((word) => JSON.stringify(word)).join(" or ");
  throw refused(inside(at, member), `cannot be ${shown(value)}`, `Use ${allowed}.`);
}

function requireDescription(at: Place, value: JsonValue | undefined): void {
  if (typeof value === "string" && value.trim() !== "") return;
  throw refused(
    inside(at, "description"),
    value === undefined ? "is missing" : `cannot be ${shown(value)}`,
    "Say in one sentence what it means: it is all a later reader gets.",
  );
}

function requireMembers(at: Place, object: JsonObject, allowed: readonly string[]): void {
  const unknown = Object.keys(object).find((name) => !allowed.includes(name));
  if (unknown === undefined) return;
  throw refused(
    inside(at, unknown),
    "is not something a draft symbol declares",
    `Use ${allowed.join(", ")} only.`,
  );
}

function requireObject(at: Place, value: JsonValue): JsonObject {
  if (isJsonObject(value)) return value;
  throw refused(at, `cannot be ${shown(value)}`, "Write an object in braces.");
}

function inside(at: Place, member: string): Place {
  return { ...at, path: at.path === "" ? member : `${at.path}.${member}` };
}

function refused({ kind, name, path }: Place, reason: string, hint: string) {
  const what = `${KIND_WORDS[kind]} ${name}`;
  return kipError(
    "ConstraintViolation",
    `${path === "" ? `the draft ${what}` : `${path} of the draft ${what}`} ${reason}`,
    {
      hint,
      details: { symbol: name, symbol_kind: kind, member: path },
    },
  );
}

/** A value as it was written, cut where a long one would drown the message. */
function shown(value: JsonValue | undefined): string {
  return value === undefined ? "nothing" : JSON.stringify(value).slice(0, 80);
}
