import {
  type Activity,
  type Assertion,
  type Concept,
  type Element,
  type ElementId,
  type ElementRef,
  ERASED_REF,
  type Evidence,
  type InputReference,
  isElementRef,
  isPurged,
  type JsonObject,
  type PlaneVersions,
  type Proposition,
  type RecordingInvalidation,
  type StructuralReferences,
  type SystemState,
} from "../model/index.js";
import { referencesIn, type SchemaEnvironment } from "../schema/index.js";
import { structuralEdges } from "../state/index.js";

/**
 * The elements without which an element says nothing: a tuple its ends; a claim what it is about, who makes it and the
 * contexts it is limited to (dropping one of those would make it a wider claim). Whoever may not know of one of them
 * may not know of the element. A stub is bound to nothing: its own references were erased.
 */
export function requiredReferences(element: Element): readonly ElementId[] {
  if (isPurged(element)) return [];
  if (element.kind === "proposition") {
    const { subject, object } = element;
    return isElementRef(object) ? [subject.id, object.id] : [subject.id];
  }
  if (element.kind !== "assertion") return [];
  const { proposition, asserted_by, context_refs } = element;
  return [proposition.id, asserted_by.id, ...context_refs.map(({ id }) => id)];
}

/** What a redaction goes by. */
export interface RedactionRules {
  readonly environment: SchemaEnvironment;
  /** Whether an element is in the view. */
  readonly isThere: (id: ElementId) => boolean;
  /** Whether references are shown as they were written, before merges (§11.3). */
  readonly showsRawReferences: boolean;
}

/**
 * An element without its references to elements that are not in the view, as if those had never been there; the very
 * same element where it has none (§30.4). A list loses the reference, a Facet or an attribute that refers to such an
 * element is left out whole: what a derivation rests on must not look complete without one of its sources (§57.6).
 */
export function redact<E extends Element>(element: E, rules: RedactionRules): E {
  const redacted = redactReferences(element, rules) as E;
  const system = redactSystem(element, redacted, rules);
  return system === redacted._system ? redacted : { ...redacted, _system: system };
}

function redactReferences(element: Element, rules: RedactionRules): Element {
  const facets = redactFacets(element, rules);
  switch (element.kind) {
    case "concept":
      return withMembers<Concept>(element, {
        facets,
        attributes: redactAttributes(element, rules),
        structural: redactStructural(element.structural, rules),
        merged_into: there(element.merged_into, rules),
      });
    case "proposition":
      return withMembers<Proposition>(element, { facets });
    case "assertion": {
      const { lifecycle } = element;
      return withMembers<Assertion>(element, {
        facets,
        evidence: thereOf(element.evidence, rules),
        structural: redactRecordStructural(element.structural, rules),
        lifecycle: withMembers(lifecycle, {
          supersedes: thereOf(lifecycle.supersedes, rules),
          superseded_by: thereOf(lifecycle.superseded_by, rules),
        }),
      });
    }
    case "evidence": {
      const { lifecycle } = element;
      return withMembers<Evidence>(element, {
        facets,
        source: thereOf(element.source, rules),
        generated_by: there(element.generated_by, rules),
        structural: redactRecordStructural(element.structural, rules),
        lifecycle: withMembers(lifecycle, {
          corrects: thereOf(lifecycle.corrects, rules),
          corrected_by: thereOf(lifecycle.corrected_by, rules),
        }),
      });
    }
    case "activity":
      return withMembers<Activity>(element, {
        facets,
        inputs: thereOf(element.inputs, rules),
        outputs: thereOf(element.outputs, rules),
        associated_actors: thereOf(element.associated_actors, rules),
        structural: redactRecordStructural(element.structural, rules),
      });
  }
}

function redactSystem(element: Element, redacted: Element, rules: RedactionRules): SystemState {
  const { _system: system } = element;
  const { input_references, input_versions, output_versions, output_plane_versions } = system;
  const state =
    element.kind === "concept" && redacted.kind === "concept" && element.merged_into !== redacted.merged_into
      ? "active"
      : system.state;
  return withMembers<SystemState>(system, {
    state,
    recording_validity: system.recording_validity && redactInvalidation(system.recording_validity, rules),
    plane_versions: redactPlanes(element, redacted),
    input_references: input_references && redactInputReferences(input_references, rules),
    input_versions: input_versions && thereKeys(input_versions, rules),
    output_versions: output_versions && thereKeys(output_versions, rules),
    output_plane_versions: output_plane_versions && thereKeys(output_plane_versions, rules),
  });
}

/** A counter of what is out of sight altogether would count it: of references, where none is left, and of Facets. */
function redactPlanes(element: Element, redacted: Element): PlaneVersions {
  const { plane_versions: planes } = element._system;
  if (element === redacted) return planes;
  const lostEvery = structuralEdges(element).length > 0 && structuralEdges(redacted).length === 0;
  const lostFacets = Object.keys(planes.facets ?? {}).filter(
    (name) => Object.hasOwn(element.facets, name) && !Object.hasOwn(redacted.facets, name),
  );
  const facets = Object.entries(planes.facets ?? {}).filter(([name]) => !lostFacets.includes(name));
  return withMembers<PlaneVersions>(planes, {
    structural: lostEvery ? undefined : planes.structural,
    facets:
      lostFacets.length === 0 ? planes.facets : facets.length > 0 ? Object.fromEntries(facets) : undefined,
  });
}

/** That a recording is invalidated counts for whoever sees it; by which repair is for whoever may know of that (§57.8). */
function redactInvalidation(
  validity: RecordingInvalidation,
  { isThere }: RedactionRules,
): RecordingInvalidation {
  const { repair_ref } = validity;
  return repair_ref === null || isThere(repair_ref) ? validity : { ...validity, repair_ref: null };
}

function redactInputReferences(
  references: readonly InputReference[],
  rules: RedactionRules,
): readonly InputReference[] | undefined {
  if (!rules.showsRawReferences) return undefined;
  const shown = references.filter(
    ({ supplied, resolved }) => rules.isThere(supplied) && rules.isThere(resolved),
  );
  if (shown.length === references.length) return references;
  return shown.length === 0 ? undefined : shown;
}

function redactFacets(
  { facets }: Element,
  { environment, isThere }: RedactionRules,
): Readonly<Record<string, JsonObject>> {
  const entries = Object.entries(facets);
  const shown = entries.filter(([ref, value]) =>
    referencesIn(environment.definition("FacetDefinition", ref)?.referencePaths ?? [], value).every((id) =>
      isThere(id as ElementId),
    ),
  );
  return shown.length === entries.length ? facets : Object.fromEntries(shown);
}

function redactAttributes(
  { schema_ref, attributes }: Concept,
  { environment, isThere }: RedactionRules,
): JsonObject {
  const paths = environment.definition("ConceptType", schema_ref)?.referencePaths ?? [];
  const lost = new Set(
    paths
      .filter((path) => !referencesIn([path], attributes).every((id) => isThere(id as ElementId)))
      .map(({ segments }) => segments[0]),
  );
  if (lost.size === 0) return attributes;
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !lost.has(name)));
}

function redactStructural(structural: StructuralReferences, rules: RedactionRules): StructuralReferences {
  const entries = Object.entries(structural);
  const shown = entries.map(([ref, targets]) => [ref, thereOf(targets, rules)] as const);
  if (shown.every(([, targets], at) => targets === entries[at]?.[1])) return structural;
  return Object.fromEntries(shown.filter(([, targets]) => targets.length > 0));
}

/** As `redactStructural`, for records: one without references has no such member at all. */
function redactRecordStructural(
  structural: StructuralReferences | undefined,
  rules: RedactionRules,
): StructuralReferences | undefined {
  const shown = structural && redactStructural(structural, rules);
  return shown && shown !== structural && Object.keys(shown).length === 0 ? undefined : shown;
}

function there<R extends ElementRef>(ref: R | null, { isThere }: RedactionRules): R | null {
  return ref === null || ref.id === ERASED_REF.id || isThere(ref.id) ? ref : null;
}

function thereOf<R extends ElementRef>(refs: readonly R[], { isThere }: RedactionRules): readonly R[] {
  return refs.every(({ id }) => isThere(id)) ? refs : refs.filter(({ id }) => isThere(id));
}

function thereKeys<V>(
  byId: Readonly<Record<string, V>>,
  { isThere }: RedactionRules,
): Readonly<Record<string, V>> {
  const entries = Object.entries(byId);
  const shown = entries.filter(([id]) => isThere(id as ElementId));
  return shown.length === entries.length ? byId : Object.fromEntries(shown);
}

/** The value with other members, or the very same value where none differs; an undefined member is left out. */
function withMembers<T extends object>(value: T, members: { readonly [K in keyof T]?: T[K] | undefined }): T {
  const names = Object.keys(members) as (keyof T & string)[];
  if (names.every((name) => members[name] === value[name])) return value;
  const changed = { ...value } as Record<string, unknown>;
  for (const name of names) {
    if (members[name] === undefined) delete changed[name];
    else changed[name] = members[name];
  }
  return changed as T;
}
