import { nearest, type SourceRange } from "../lang/index.js";
import { ELEMENT_KINDS, type ElementKind, kipError } from "../model/index.js";
import { ELEMENT_SHAPES } from "./shapes.js";

/** The fields that hold one reference, and the kind it leads to; null leads to any kind (§8.1). */
export const REFERENCE_FIELDS: ReadonlyMap<string, ElementKind | null> = new Map([
  ["merged_into", "concept"],
  ["subject", null],
  ["object", null],
  ["proposition", "proposition"],
  ["asserted_by", "concept"],
  ["generated_by", "activity"],
]);

/** The fields that hold a list of references, and the kind they lead to. Nested ones are written with a dot. */
export const REFERENCE_LISTS: ReadonlyMap<string, ElementKind | null> = new Map([
  ["evidence", "evidence"],
  ["context_refs", "concept"],
  ["source", null],
  ["inputs", null],
  ["outputs", null],
  ["associated_actors", "concept"],
  ["lifecycle.supersedes", "assertion"],
  ["lifecycle.superseded_by", "assertion"],
  ["lifecycle.corrects", "evidence"],
  ["lifecycle.corrected_by", "evidence"],
]);

/** What a pattern may write besides the fields themselves: `type` and `state` are sugar (§43.1, §60). */
const SUGAR: Readonly<Record<ElementKind, readonly string[]>> = {
  concept: ["type", "state"],
  proposition: ["state"],
  assertion: ["state"],
  evidence: ["state"],
  activity: ["state"],
};

/** What a pattern of a kind may name; null stands for a pattern of any kind. */
function fieldsOf(kind: ElementKind | null): readonly string[] {
  const kinds = kind === null ? ELEMENT_KINDS : [kind];
  return [...new Set(kinds.flatMap((each) => [...Object.keys(ELEMENT_SHAPES[each]), ...SUGAR[each]]))];
}

/** Whether a pattern of a kind may name a field; null stands for a pattern of any kind. */
export function hasField(kind: ElementKind | null, name: string): boolean {
  return fieldsOf(kind).includes(name);
}

/**
 * Checks that a pattern names a field its kind has; null stands for a pattern of any kind.
 * @throws `SchemaFieldNotFound`: a misspelt field must not look like an empty memory.
 */
export function requireField(kind: ElementKind | null, name: string, { from, to }: SourceRange): void {
  const allowed = fieldsOf(kind);
  if (allowed.includes(name)) return;
  const what = kind === null ? "an element" : `${/^[aei]/.test(kind) ? "an" : "a"} ${kind}`;
  const near = nearest(name, allowed);
  throw kipError("SchemaFieldNotFound", `${what} has no field ${JSON.stringify(name)}`, {
    hint: `${near === null ? "" : `Did you mean ${near}? `}${hintFor(kind, name, allowed)}`,
    details: { field: name, allowed, nearest: near, from, to },
  });
}

function hintFor(kind: ElementKind | null, name: string, fields: readonly string[]): string {
  if (name === "type" && kind === "evidence") return "Evidence is told apart by evidence_class.";
  if (name === "type" && kind === "activity") return "Activities are told apart by activity_class.";
  if (kind === "concept")
    return `Write attributes: {${name}: …} for an attribute. Fields: ${fields.join(", ")}.`;
  return `Use one of: ${fields.join(", ")}.`;
}
