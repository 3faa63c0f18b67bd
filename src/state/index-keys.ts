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

function indexKey(family: string, first: string, second?: string, third?: string): IndexKey {
  let key = family + SEPARATOR + first;
  if (second !== undefined) key += SEPARATOR + second;
  if (third !== undefined) key += SEPARATOR + third;
  return key as IndexKey;
}

/** The comparable form of a Proposition's object: an element by id, a Literal by its canonical value (§9.6). */
export function objectKey(object: PropositionObject): string {
  return isElementRef(object) ? `@${object.id}` : literalKey(object);
}

/** Every family of the index. Symbols are filed by lineage (§20.14), endpoints as stored, before merges (§12.3). */
export const keyFor = {
  kind: (kind: ElementKind) => indexKey("kind", kind),
  conceptType: (lineage: string) => indexKey("type", lineage),
  name: (name: string) => indexKey("name", name),
  alias: (alias: string) => indexKey("alias", alias),
  conceptKey: (lineage: string, key: string) => indexKey("type-key", lineage, key),
  anyConceptKey: (key: string) => indexKey("key", key),
  canonicalId: (canonicalId: string) => indexKey("canonical", canonicalId),
  mergedInto: (target: ElementId) => indexKey("merged-into", target),
  predicate: (lineage: string) => indexKey("predicate", lineage),
  subject: (id: ElementId) => indexKey("subject", id),
  object: (object: string) => indexKey("object", object),
  slot: (subject: ElementId, lineage: string) => indexKey("slot", subject, lineage),
  predicateObject: (lineage: string, object: string) => indexKey("predicate-object", lineage, object),
  tuple: (subject: ElementId, lineage: string, object: string) => indexKey("tuple", subject, lineage, object),
  assertionsOf: (proposition: ElementId) => indexKey("assertions-of", proposition),
  assertedBy: (actor: ElementId) => indexKey("asserted-by", actor),
  /** Assertions that are scoped by a context. */
  scopedBy: (context: ElementId) => indexKey("scoped-by", context),
  evidenceClass: (evidenceClass: string) => indexKey("evidence-class", evidenceClass),
  activityClass: (activityClass: string) => indexKey("activity-class", activityClass),
  /** Elements with at least one structural reference in a field. */
  hasField: (fieldLineage: string) => indexKey("has-field", fieldLineage),
  /** Elements that refer to the target through any structural field. */
  refersTo: (target: ElementId) => indexKey("refers-to", target),
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
