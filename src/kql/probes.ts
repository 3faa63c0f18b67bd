import type { ElementId, ElementKind, JsonValue } from "../model/index.js";
import { ELEMENT_KINDS } from "../model/index.js";
import { type IndexKey, keyFor, type SpaceView } from "../state/index.js";
import type { Constraint } from "./constraints.js";
import type { Access } from "./pattern.js";
import { endpointIds } from "./references.js";
import type { Run } from "./run.js";
import type { Solution } from "./solution.js";
import { FieldValue } from "./values.js";

const ASCII = /^[\u0020-\u007e]*$/;

/** A set of index keys that together lead to every candidate. */
export interface Probe {
  readonly index: string;
  readonly keys: readonly IndexKey[];
}

/** The probe with the fewest entries. */
export function cheapest(view: SpaceView, probes: readonly Probe[]): Access & Probe {
  let best: (Access & Probe) | null = null;
  for (const probe of probes) {
    let count = 0;
    for (const key of probe.keys) count += view.estimate(key);
    if (best === null || count < best.count) best = { index: probe.index, keys: probe.keys, count };
  }
  return best ?? { index: "nothing", keys: [], count: 0 };
}

/** The probe to read: nothing is counted where there is no choice. */
export function best(view: SpaceView, probes: readonly Probe[]): Probe {
  const [first] = probes;
  return first !== undefined && probes.length === 1 ? first : cheapest(view, probes);
}

/** The ids a probe leads to, each once. Whoever looks at them accounts for them. */
export function idsOf(view: SpaceView, { keys }: Probe): Iterable<ElementId> {
  const [first] = keys;
  if (first === undefined) return [];
  return keys.length === 1 ? view.lookup(first) : idsUnderAny(view, keys);
}

function* idsUnderAny(view: SpaceView, keys: readonly IndexKey[]): Iterable<ElementId> {
  const seen = new Set<ElementId>();
  for (const key of keys) {
    for (const id of view.lookup(key)) {
      if (seen.has(id)) continue;
      seen.add(id);
      yield id;
    }
  }
}

/** The ids a probe leads to, each accounted for. */
export function* chargedIds(run: Run, probe: Probe): Iterable<ElementId> {
  for (const id of idsOf(run.view, probe)) {
    run.charge(1);
    yield id;
  }
}

/** Every index that can find what satisfies the constraints under a solution; the kind itself when no other can. */
export function elementProbes(
  view: SpaceView,
  kind: ElementKind | null,
  constraints: readonly Constraint[],
  solution: Solution,
): readonly Probe[] {
  const probes: Probe[] = [];
  let types: readonly string[] | null = null;
  let key: string | null = null;
  for (const { steps, test } of constraints) {
    const [field] = steps;
    if (test.is === "symbol" && field === "schema_ref") {
      types = test.lineages;
      probes.push({ index: "type", keys: types.map(keyFor.conceptType) });
    } else if (test.is === "reference" && steps.length === 1) {
      const ids = endpointIds(view, test.endpoint, solution);
      // A variable that is bound to no element may be bound to the null that is stored here: no index leads to that.
      if (ids !== null && ids.length > 0) probes.push(...referenceProbes(field, ids));
    } else if (steps.length === 1 && typeof field === "string") {
      const text = wantedText(test, solution);
      if (text === null) continue;
      if (field === "key") key = text.normalize("NFC");
      probes.push(...textProbes(field, text));
    }
  }
  if (types !== null && key !== null) {
    const wanted = key;
    probes.unshift({ index: "type and key", keys: types.map((type) => keyFor.conceptKey(type, wanted)) });
  }
  if (probes.length > 0) return probes;
  return [{ index: "kind", keys: (kind === null ? ELEMENT_KINDS : [kind]).map(keyFor.kind) }];
}

/** The text a field must hold, when the command or an earlier binding says so. */
function wantedText(test: Constraint["test"], solution: Solution): string | null {
  let value: JsonValue | undefined;
  if (test.is === "equal" || test.is === "holding") value = test.value;
  else if (test.is === "variable") {
    const bound = solution.bindings[test.slot];
    if (bound instanceof FieldValue) value = bound.value;
  }
  return typeof value === "string" ? value : null;
}

/**
 * The indexes of a text. Texts are compared in their normal form (§9.6): names, keys and aliases are stored in it, so it is
 * what they are looked up by; of the others an index answers for ASCII alone.
 */
function textProbes(field: string, text: string): readonly Probe[] {
  switch (field) {
    case "name":
      return [{ index: "name", keys: [keyFor.name(text.normalize("NFC"))] }];
    case "key":
      return [{ index: "key", keys: [keyFor.anyConceptKey(text.normalize("NFC"))] }];
    case "aliases":
      return [{ index: "alias", keys: [keyFor.alias(text.normalize("NFC"))] }];
    default:
      return ASCII.test(text) ? rawTextProbes(field, text) : [];
  }
}

function rawTextProbes(field: string, text: string): readonly Probe[] {
  switch (field) {
    case "canonical_id":
      return [{ index: "canonical id", keys: [keyFor.canonicalId(text)] }];
    case "evidence_class":
      return [{ index: "evidence class", keys: [keyFor.evidenceClass(text)] }];
    case "activity_class":
      return [{ index: "activity class", keys: [keyFor.activityClass(text)] }];
    default:
      return [];
  }
}

function referenceProbes(field: unknown, ids: readonly ElementId[]): readonly Probe[] {
  switch (field) {
    case "proposition":
      return [{ index: "proposition", keys: ids.map(keyFor.assertionsOf) }];
    case "asserted_by":
      return [{ index: "actor", keys: ids.map(keyFor.assertedBy) }];
    case "merged_into":
      return [{ index: "merge", keys: ids.map(keyFor.mergedInto) }];
    case "generated_by":
      return [{ index: "reference", keys: ids.map(keyFor.refersTo) }];
    case "subject":
      return [{ index: "subject", keys: ids.map(keyFor.subject) }];
    default:
      return [];
  }
}
