import { terms } from "../../../grammar/index.js";
import type {
  ArrayPattern,
  ObjectPattern,
  PathAlternative,
  PathQuantifier,
  PatternMember,
  PatternValue,
  PredicateAtom,
  PredicatePath,
  PropositionById,
  PropositionExpression,
  Scalar,
  SourceRange,
  Term,
  Triple,
} from "../ast.js";
import { isScalar, readLiteral, readParameter, readScalar, readString, readVariable } from "./literals.js";
import type { TreeReader } from "./tree-reader.js";
import { missing, readFieldName, reportRepeatedNames } from "./values.js";

const TERMS: ReadonlySet<number> = new Set([
  terms.Variable,
  terms.Parameter,
  terms.String,
  terms.Number,
  terms.BooleanLiteral,
  terms.NullLiteral,
  terms.ObjectPattern,
  terms.Triple,
  terms.PropositionById,
]);

/** Whether a node is one `readTerm` reads. */
export function isTerm(id: number): boolean {
  return TERMS.has(id);
}

/** An endpoint of a tuple. */
export function readTerm(reader: TreeReader): Term {
  switch (reader.id) {
    case terms.Variable:
      return readVariable(reader);
    case terms.Parameter:
      return readParameter(reader);
    case terms.ObjectPattern:
      return readObjectPattern(reader);
    case terms.Triple:
    case terms.PropositionById:
      return readProposition(reader);
    default:
      return readLiteral(reader);
  }
}

/** Whether a node is one `readProposition` reads. */
export function isProposition(id: number): boolean {
  return id === terms.Triple || id === terms.PropositionById;
}

/** `(subject, predicate, object)` or `(id: …)`. */
export function readProposition(reader: TreeReader): PropositionExpression {
  return reader.id === terms.Triple ? readTriple(reader) : readById(reader);
}

function readById(reader: TreeReader): PropositionById {
  let id: Scalar | undefined;
  for (const child of reader.children()) {
    if (isScalar(child)) id = readScalar(reader);
  }
  return { type: "PropositionById", id: id ?? missing(reader), from: reader.from, to: reader.to };
}

function readTriple(reader: TreeReader): Triple {
  const ends: Term[] = [];
  let predicate: Triple["predicate"] | undefined;
  for (const id of reader.children()) {
    if (id === terms.Predicate) predicate = readPredicate(reader);
    else if (isTerm(id)) ends.push(readTerm(reader));
  }
  const [subject, object] = ends;
  return {
    type: "Triple",
    subject: subject ?? missing(reader),
    predicate: predicate ?? missing(reader),
    object: object ?? missing(reader),
    from: reader.from,
    to: reader.to,
  };
}

/** A variable, parameter or string node in predicate position. */
export function readPredicateAtom(reader: TreeReader): PredicateAtom {
  switch (reader.id) {
    case terms.Variable:
      return readVariable(reader);
    case terms.Parameter:
      return readParameter(reader);
    default:
      return readString(reader);
  }
}

interface Alternative {
  readonly predicate: PredicateAtom;
  quantifier: PathQuantifier | null;
}

function readPredicate(reader: TreeReader): PredicateAtom | PredicatePath {
  const alternatives: Alternative[] = [];
  for (const id of reader.children()) {
    if (id === terms.PathQuantifier) {
      const last = alternatives.at(-1);
      if (last !== undefined) last.quantifier = readQuantifier(reader);
    } else if (isTerm(id)) alternatives.push({ predicate: readPredicateAtom(reader), quantifier: null });
  }
  const [only] = alternatives;
  if (only !== undefined && alternatives.length === 1 && only.quantifier === null) return only.predicate;
  return readPath(reader, alternatives);
}

/** A raw path. Predicate variables have no place in one, whatever the EBNF can parse (§45). */
function readPath(reader: TreeReader, alternatives: readonly Alternative[]): PredicateAtom | PredicatePath {
  const exact = alternatives.flatMap(({ predicate, quantifier }): PathAlternative[] => {
    if (predicate.type !== "Variable") {
      const to = quantifier?.to ?? predicate.to;
      return [{ predicate, quantifier, from: predicate.from, to }];
    }
    reader.report({
      from: predicate.from,
      to: predicate.to,
      message:
        "A predicate variable stands for one exact predicate: it takes no quantifier and no alternatives.",
      found: `?${predicate.name}`,
      expected: ["a quoted predicate", "a :parameter"],
      hint: 'Name the predicates of the path, for example "part_of"{1,3}.',
    });
    return [];
  });
  const [first, ...rest] = exact;
  // Without an exact predicate there is no path, but there is a reported problem, so the node is never used.
  if (first === undefined) return alternatives[0]?.predicate ?? missing(reader);
  return { type: "PredicatePath", alternatives: [first, ...rest], from: reader.from, to: reader.to };
}

const UNSIGNED = /^[0-9]+$/;

function readQuantifier(reader: TreeReader): PathQuantifier {
  const bounds: number[] = [];
  let open = false;
  for (const id of reader.children()) {
    if (id === terms.Number) bounds.push(readBound(reader));
    else if (reader.name === ",") open = true;
  }
  const [min = 0, upper] = bounds;
  const max = upper ?? (open ? null : min);
  if (max !== null && max < min) {
    reader.problem(`The path may repeat at least ${min} and at most ${max} times, which cannot be.`, {
      hint: `Write {${max},${min}}, or {${min},} for no upper bound.`,
    });
  }
  return { min, max, from: reader.from, to: reader.to };
}

function readBound(reader: TreeReader): number {
  const { source } = reader;
  const value = Number(source);
  if (!UNSIGNED.test(source) || !Number.isSafeInteger(value)) {
    reader.problem("The hops of a path are counted in whole numbers from 0.", {
      found: source,
      expected: ["{n}", "{m,n}", "{m,}"],
    });
    return 0;
  }
  return value;
}

/** `{name: pattern, …}`. A name given twice is reported. */
export function readObjectPattern(reader: TreeReader): ObjectPattern {
  const members: PatternMember[] = [];
  for (const id of reader.children()) {
    if (id === terms.PatternMember) members.push(readPatternMember(reader));
  }
  reportRepeatedNames(reader, members);
  return { type: "ObjectPattern", members, from: reader.from, to: reader.to };
}

function readPatternMember(reader: TreeReader): PatternMember {
  let name = "";
  let nameRange: SourceRange = reader.range();
  let value: PatternValue | undefined;
  for (const id of reader.children()) {
    if (id === terms.FieldName) {
      name = readFieldName(reader);
      nameRange = reader.range();
    } else if (isPatternValue(id)) value = readPatternValue(reader);
  }
  return {
    type: "PatternMember",
    name,
    nameRange,
    value: value ?? missing(reader),
    from: reader.from,
    to: reader.to,
  };
}

function isPatternValue(id: number): boolean {
  return id === terms.ArrayPattern || isTerm(id);
}

function readPatternValue(reader: TreeReader): PatternValue {
  return reader.id === terms.ArrayPattern ? readArrayPattern(reader) : readTerm(reader);
}

function readArrayPattern(reader: TreeReader): ArrayPattern {
  const items: PatternValue[] = [];
  for (const id of reader.children()) {
    if (isPatternValue(id)) items.push(readPatternValue(reader));
  }
  return { type: "ArrayPattern", items, from: reader.from, to: reader.to };
}
