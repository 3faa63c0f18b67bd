import { nearest, type SourceRange } from "../lang/index.js";
import { isElementRef, isTimestamp, type JsonValue, type Warning } from "../model/index.js";
import { isRegistry, type Shape } from "./shapes.js";

/** How a written value meets what is stored: as the same value, as another one, or before or after it. */
export type Meeting = "equal" | "different" | "ordered";

/**
 * What to say of a written value that nothing at a place ever is, or null. The comparison is no error: unlike types decide
 * nothing, and a name that no registry holds is merely never found (§44.2). But whoever wrote it takes the empty answer
 * for an empty memory, or a condition that excludes nothing for one that does.
 */
export function neverHolds(
  path: string,
  shapes: readonly Shape[],
  value: JsonValue,
  meeting: Meeting,
  at: SourceRange,
): Warning | null {
  if (value === null && meeting !== "ordered") {
    const instead = meeting === "equal" ? "IS_NULL" : "IS_NOT_NULL";
    const message = `Nothing equals null or differs from it, so this never holds. Write ${instead}(${path}) instead.`;
    return remark("ConditionNeverHolds", message, at);
  }
  const misfits = shapes.map((shape) => misfit(shape, value, meeting));
  const [advice] = misfits;
  if (typeof advice !== "string" || misfits.includes(null)) return null;
  const near = typeof value === "string" ? nearest(value, shapes.filter(isRegistry).flat()) : null;
  const meant = near === null ? "" : ` Did you mean ${JSON.stringify(near)}?`;
  const { code, says } = CONSEQUENCES[isOrderOfTexts(shapes, value, meeting) ? "text" : meeting];
  return remark(code, `${path} ${says} ${JSON.stringify(value)}: it is ${advice}.${meant}`, at);
}

/** What comes of a value that does not fit. */
const CONSEQUENCES: Readonly<Record<Meeting | "text", { readonly code: string; readonly says: string }>> = {
  equal: { code: "ConditionNeverHolds", says: "is never" },
  different: { code: "ConditionAlwaysHolds", says: "always differs from" },
  ordered: { code: "ConditionNeverHolds", says: "has no order with" },
  text: { code: "ComparedAsText", says: "is compared letter by letter with" },
};

/** Whether two texts are compared after all: an instant is stored as one, and a text of another form has an order with it. */
function isOrderOfTexts(shapes: readonly Shape[], value: JsonValue, meeting: Meeting): boolean {
  return meeting === "ordered" && typeof value === "string" && shapes.includes("instant");
}

function remark(code: string, message: string, { from, to }: SourceRange): Warning {
  return { code, message, details: { from, to } };
}

/** The beginning of an instant, such as a year or a day, which stands before every instant in it. */
const BEGINNING = /^\d{4}(-\d\d(-\d\d(T\d\d(:\d\d(:\d\d)?)?)?)?)?$/;

/** What a value of the shape is, where the written one can never be it. */
function misfit(shape: Shape, value: JsonValue, meeting: Meeting): string | null {
  if (isRegistry(shape)) {
    if (meeting === "ordered" ? typeof value === "string" : shape.includes(value as string)) return null;
    return `one of ${shape.map((known) => JSON.stringify(known)).join(", ")}`;
  }
  switch (shape) {
    case "text":
      // The id of an element equals a reference to it.
      return typeof value === "string" || isElementRef(value) ? null : "a text";
    case "number":
      return typeof value === "number" ? null : "a number";
    case "flag":
      return typeof value === "boolean" ? null : "true or false";
    case "symbol":
      if (typeof value === "string" && (meeting === "ordered" || value.startsWith("kip://"))) return null;
      return 'an exact ref such as "kip://…@1.0.0/Person"; write type: "Person" for a Concept Type by its name';
    case "instant":
      if (
        typeof value === "string" &&
        (isTimestamp(value) || (meeting === "ordered" && BEGINNING.test(value)))
      ) {
        return null;
      }
      return 'an instant such as "2026-01-31T09:00:00.000Z", in UTC with milliseconds';
    default:
      return null;
  }
}
