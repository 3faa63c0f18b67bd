/** A function: what it takes, what it gives, an example. */
export type FunctionTable = Readonly<
  Record<string, readonly [signature: string, text: string, example: string]>
>;

/** Functions over all rows of a group (§44.6). */
export const AGGREGATE_DOCS: FunctionTable = {
  COUNT: [
    "COUNT(value)",
    "How many rows have a value here; with DISTINCT, how many different ones. Zero proves nothing.",
    "FIND(?org.name, COUNT(DISTINCT ?who))",
  ],
  SUM: [
    "SUM(number)",
    "The sum of the numbers; null when there is none.",
    "FIND(SUM(?step.attributes.cost))",
  ],
  AVG: ["AVG(number)", "The mean of the numbers; null when there is none.", "FIND(AVG(?claim.confidence))"],
  MIN: ["MIN(value)", "The least value; null when there is none.", "FIND(MIN(?claim.asserted_at))"],
  MAX: ["MAX(value)", "The greatest value; null when there is none.", "FIND(MAX(?claim.asserted_at))"],
};

/** Functions of conditions (§44.2). */
export const FILTER_DOCS: FunctionTable = {
  IN: [
    "IN(value, [list])",
    "Whether the value is one of the list.",
    'FILTER(IN(?who.name, ["Alice", "Bob"]))',
  ],
  CONTAINS: [
    "CONTAINS(text, part)",
    "Whether the text has the part in it.",
    'FILTER(CONTAINS(?who.name, "li"))',
  ],
  STARTS_WITH: [
    "STARTS_WITH(text, start)",
    "Whether the text begins so.",
    'FILTER(STARTS_WITH(?who.name, "Al"))',
  ],
  ENDS_WITH: ["ENDS_WITH(text, end)", "Whether the text ends so.", 'FILTER(ENDS_WITH(?who.name, "ce"))'],
  REGEX: [
    "REGEX(text, pattern)",
    "Whether the regular expression matches somewhere in the text.",
    'FILTER(REGEX(?who.name, "^A.*e$"))',
  ],
  IS_NULL: [
    "IS_NULL(value)",
    "Whether there is no value: absent, unbound or null.",
    "FILTER(IS_NULL(?act.ended_at))",
  ],
  IS_NOT_NULL: ["IS_NOT_NULL(value)", "Whether there is a value.", "FILTER(IS_NOT_NULL(?act.ended_at))"],
  IS_LITERAL: ["IS_LITERAL(value)", "Whether it is a plain value, no element.", "FILTER(IS_LITERAL(?what))"],
  IS_ELEMENT: ["IS_ELEMENT(value)", "Whether it is an element.", "FILTER(IS_ELEMENT(?what))"],
  IS_KIND: [
    "IS_KIND(value, kind)",
    "Whether it is an element of this kind.",
    'FILTER(IS_KIND(?what, "concept"))',
  ],
  LITERAL_TYPE: [
    "LITERAL_TYPE(value)",
    "The type of a plain value: string, number, boolean or null.",
    'FILTER(LITERAL_TYPE(?what) == "string")',
  ],
};

/** Functions that compute what an UPDATE writes (§59). */
export const UPDATE_DOCS: FunctionTable = {
  ADD: [
    "ADD(a, b)",
    "The sum; a negative second operand subtracts.",
    "SET ATTRIBUTES {count: ADD(?x.attributes.count, 1)}",
  ],
  MUL: ["MUL(a, b)", "The product.", "SET ATTRIBUTES {score: MUL(?x.attributes.score, 0.9)}"],
  CLAMP: [
    "CLAMP(x, low, high)",
    "The number, kept between two bounds.",
    "SET ATTRIBUTES {score: CLAMP(:score, 0, 1)}",
  ],
  COALESCE: [
    "COALESCE(x, fallback)",
    "The value, or the fallback where there is none.",
    "SET ATTRIBUTES {count: ADD(COALESCE(?x.attributes.count, 0), 1)}",
  ],
};
