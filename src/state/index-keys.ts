import {
  type Element,
  type ElementId,
  type ElementKind,
  isElementRef,
  isPurged,
  literalKey,
  type PropositionObject,
} from "../model/index.js";
import { lineageOf } from "../schema/index.js";
import { structuralEdges } from "./edges.js";

declare const brand: unique symbol;

/** A key of the in-memory index. Made only by the functions of this module. */
export type IndexKey = string & { readonly [brand]: "IndexKey" };

/** Keeps the parts of a composite key apart; it cannot occur in ids, refs or field names. */
const SEPARATOR = "\u0000";

/** `family` is one letter of its own for each index: a read makes a key for every step, and short ones are quick. */
function indexKey(family: string, first: string, second?: string, third?: string): IndexKey {
  let key = family + first;
  if (second !== undefined) key += SEPARATOR + second;
  if (third !== undefined) key += SEPARATOR + third;
  return key as IndexKey;
}

/** The first of the letters. */
const FIRST_FAMILY = "A".charCodeAt(0);

/** Which index a key is of: a small number, the same for all keys of one index. */
export function indexOf(key: IndexKey): number {
  return key.charCodeAt(0) - FIRST_FAMILY;
}

/** How many lineages get a short name. A Space has far fewer; what a query makes up must not grow this for ever. */
const MOST_CODES = 65_536;

const codes = new Map<string, string>();

/** A lineage as it stands in keys: the same for the same lineage as long as this worker lives, and for no other. */
function codeOf(lineage: string): string {
  const known = codes.get(lineage);
  if (known !== undefined) return known;
  if (codes.size >= MOST_CODES) return lineage;
  const code = `#${codes.size.toString(36)}`;
  codes.set(lineage, code);
  return code;
}

/** The comparable form of a Proposition's object: an element by id, a Literal by its canonical value (§9.6). */
export function objectKey(object: PropositionObject): string {
  return isElementRef(object) ? `@${object.id}` : literalKey(object);
}

/** Every family of the index. Symbols are filed by lineage (§20.14), endpoints as stored, before merges (§12.3). */
export const keyFor = {
  kind: (kind: ElementKind) => indexKey("k", kind),
  conceptType: (lineage: string) => indexKey("t", codeOf(lineage)),
  name: (name: string) => indexKey("n", name),
  alias: (alias: string) => indexKey("a", alias),
  conceptKey: (lineage: string, key: string) => indexKey("q", codeOf(lineage), key),
  anyConceptKey: (key: string) => indexKey("y", key),
  canonicalId: (canonicalId: string) => indexKey("c", canonicalId),
  mergedInto: (target: ElementId) => indexKey("m", target),
  predicate: (lineage: string) => indexKey("p", codeOf(lineage)),
  subject: (id: ElementId) => indexKey("s", id),
  object: (object: string) => indexKey("o", object),
  slot: (subject: ElementId, lineage: string) => indexKey("l", subject, codeOf(lineage)),
  predicateObject: (lineage: string, object: string) => indexKey("r", codeOf(lineage), object),
  tuple: (subject: ElementId, lineage: string, object: string) =>
    indexKey("u", subject, codeOf(lineage), object),
  assertionsOf: (proposition: ElementId) => indexKey("A", proposition),
  assertedBy: (actor: ElementId) => indexKey("B", actor),
  /** Assertions that are scoped by a context. */
  scopedBy: (context: ElementId) => indexKey("C", context),
  evidenceClass: (evidenceClass: string) => indexKey("E", evidenceClass),
  activityClass: (activityClass: string) => indexKey("X", activityClass),
  /** Elements with at least one structural reference in a field. */
  hasField: (fieldLineage: string) => indexKey("F", codeOf(fieldLineage)),
  /** Elements that refer to the target through any structural field. */
  refersTo: (target: ElementId) => indexKey("R", target),
} as const;

/**
 * Every key an element is filed under. Pure: the same element always gives the same keys. A stub is filed by what is
 * left of it: its class, its part in identities and in provenance (§60.3).
 */
export function indexKeysOf(element: Element): ReadonlySet<IndexKey> {
  const keys = new Set<IndexKey>([keyFor.kind(element.kind)]);
  const purged = isPurged(element);
  for (const edge of structuralEdges(element)) {
    keys.add(keyFor.hasField(edge.field));
    keys.add(keyFor.refersTo(edge.target));
  }
  switch (element.kind) {
    case "concept": {
      const lineage = lineageOf(element.schema_ref);
      keys.add(keyFor.conceptType(lineage));
      if (element.name !== undefined) keys.add(keyFor.name(element.name));
      for (const alias of element.aliases) keys.add(keyFor.alias(alias));
      if (element.key !== undefined) {
        keys.add(keyFor.conceptKey(lineage, element.key));
        keys.add(keyFor.anyConceptKey(element.key));
      }
      if (element.canonical_id !== null) keys.add(keyFor.canonicalId(element.canonical_id));
      if (element.merged_into !== null) keys.add(keyFor.mergedInto(element.merged_into.id));
      return keys;
    }
    case "proposition": {
      const lineage = lineageOf(element.predicate_ref);
      keys.add(keyFor.predicate(lineage));
      if (purged) return keys;
      const object = objectKey(element.object);
      keys.add(keyFor.subject(element.subject.id));
      keys.add(keyFor.object(object));
      keys.add(keyFor.slot(element.subject.id, lineage));
      keys.add(keyFor.predicateObject(lineage, object));
      keys.add(keyFor.tuple(element.subject.id, lineage, object));
      return keys;
    }
    case "assertion":
      if (purged) return keys;
      keys.add(keyFor.assertionsOf(element.proposition.id));
      keys.add(keyFor.assertedBy(element.asserted_by.id));
      for (const { id } of element.context_refs) keys.add(keyFor.scopedBy(id));
      return keys;
    case "evidence":
      keys.add(keyFor.evidenceClass(element.evidence_class));
      return keys;
    case "activity":
      keys.add(keyFor.activityClass(element.activity_class));
      return keys;
  }
}
