import { nearest, type PathStep, type SourceRange } from "../lang/index.js";
import { kipError } from "../model/index.js";
import { attributeShapes, type Known, memberNames } from "./known.js";
import { isMembers, List, OWN_FIELDS, type Sort } from "./shapes.js";

/** What a variable of each sort stands for, in words; of a plain value nothing is known. */
const SORT_WORDS: Readonly<Record<Sort, string | null>> = {
  concept: "a Concept",
  proposition: "a Proposition",
  assertion: "an Assertion",
  evidence: "an Evidence",
  activity: "an Activity",
  element: "an element",
  belief: "a BELIEF",
  slot: "a BELIEF SLOT",
  edge: "a Structural edge",
  value: null,
};

/** What patterns and other languages call the fields that a path reads. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ["type", "schema_ref"],
  ["predicate", "predicate_ref"],
  ["value", "object"],
  ["actor", "asserted_by"],
  ["class", "schema_ref"],
  ["status", "lifecycle.status"],
]);

/** The error of a pattern that names a member its object cannot have. */
export function unknownMember(known: Known, path: string, name: string, { from, to }: SourceRange) {
  const allowed = memberNames(known);
  const near = nearest(name, allowed);
  const list = allowed.length > 0 ? `Its members are ${allowed.join(", ")}.` : "It has no members.";
  return kipError("SchemaFieldNotFound", `${path} has no member ${JSON.stringify(name)}`, {
    hint: near === null ? list : `Did you mean ${near}? ${list}`,
    details: { field: name, allowed, nearest: near, from, to },
  });
}

/** The error of a path that takes a step to nothing. `sorts` is given where it is the first one after the variable. */
export function unknownStep(known: Known, path: string, sorts: ReadonlySet<Sort> | null, step: PathStep) {
  const { key, from, to } = step;
  const whole = path + stepText(step);
  const allowed = sorts === null ? memberNames(known) : ownFields(sorts);
  const near = nearest(key, allowed) ?? nearest(key, memberNames(known));
  const message =
    sorts === null
      ? `${path} has no member ${JSON.stringify(key)}, so ${whole} is never anything`
      : `${inWords(sorts)} has no field ${JSON.stringify(key)}, so ${whole} is never anything`;
  return kipError("SchemaFieldNotFound", message, {
    hint: adviceFor(known, path, sorts, key, near, allowed),
    details: { field: key, path: whole, allowed, nearest: near, from, to },
  });
}

function adviceFor(
  known: Known,
  path: string,
  sorts: ReadonlySet<Sort> | null,
  key: string,
  near: string | null,
  allowed: readonly string[],
): string {
  const meant = suggestions(known, key, near);
  const didYouMean =
    meant.length > 0 ? `Did you mean ${meant.map((name) => `${path}.${name}`).join(" or ")}? ` : "";
  if (sorts === null && (allowed.length === 0 || onlyId(allowed))) return didYouMean + howToGoOn(path, known);
  const isConcept = sorts !== null && (sorts.has("concept") || sorts.has("element"));
  const attribute = isConcept && meant.length === 0 ? attributeAdvice(path, key, known) : "";
  // Every field of every kind is too much to read; details hold them.
  if (didYouMean + attribute !== "" && sorts !== null && telling(sorts).includes("element"))
    return (didYouMean + attribute).trimEnd();
  return `${didYouMean}${attribute}${sorts === null ? "Its members are" : "Its fields are"} ${allowed.join(", ")}.`;
}

/** What was probably meant: the same thing by another name, one level further in, or near in spelling. */
function suggestions(known: Known, key: string, near: string | null): readonly string[] {
  const names = memberNames(known);
  const other = OTHER_NAMES.get(key);
  if (other !== undefined && names.includes(other)) return [other];
  const inside = names.filter((name) =>
    known.shapes.some((shape) => {
      const member = isMembers(shape) && Object.hasOwn(shape, name) ? shape[name] : undefined;
      return (
        member !== undefined &&
        isMembers(member) &&
        !onlyId(Object.keys(member)) &&
        Object.hasOwn(member, key)
      );
    }),
  );
  if (inside.length > 0) return inside.map((name) => `${name}.${key}`);
  return near === null ? [] : [near];
}

function attributeAdvice(path: string, key: string, { types, symbols }: Known): string {
  const declared = attributeShapes(types, symbols);
  const has = declared.some((shape) => shape === "open" || (isMembers(shape) && Object.hasOwn(shape, key)));
  return has ? `An attribute is read as ${path}.attributes.${key}. ` : "";
}

/** How to read on where a path cannot. */
function howToGoOn(path: string, { shapes }: Known): string {
  if (shapes.some((shape) => shape instanceof List))
    return `${path} is a list, which a path cannot enter: read it whole, or match its references with STRUCTURAL.`;
  if (shapes.some(isMembers))
    return `${path} is a reference and holds only an id: bind the element with a pattern, then read its field.`;
  return `${path} is a single value: leave the rest of the path out.`;
}

function onlyId(names: readonly string[]): boolean {
  return names.length === 1 && names[0] === "id";
}

/** The fields of what the variable stands for, without those only other kinds have. */
function ownFields(sorts: ReadonlySet<Sort>): readonly string[] {
  return [...new Set(telling(sorts).flatMap((sort) => OWN_FIELDS[sort]))];
}

function inWords(sorts: ReadonlySet<Sort>): string {
  return telling(sorts)
    .flatMap((sort) => SORT_WORDS[sort] ?? [])
    .join(" or ");
}

/** Where a kind is known, that the variable is some element says nothing more. */
function telling(sorts: ReadonlySet<Sort>): readonly Sort[] {
  const specific = [...sorts].filter((sort) => sort !== "element");
  return specific.length > 0 ? specific : [...sorts];
}

/** A step as it is written. */
export function stepText({ key, form }: PathStep): string {
  return form === "dot" ? `.${key}` : `[${JSON.stringify(key)}]`;
}
