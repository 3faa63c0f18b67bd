import {
  type Assertion,
  type Concept,
  type Element,
  type ElementId,
  type ElementRef,
  isPurged,
  type JsonObject,
  type JsonValue,
  shownElement,
  type Timestamp,
} from "../model/index.js";
import { effectiveStrength, lineageOf } from "../schema/index.js";
import type { SpaceView, StructuralEdge } from "../state/index.js";
import { authorityLineage } from "./authority-lineage.js";
import { gradingState } from "./grading-state.js";
import { holdersOfLineage, type LineageField, lineageFields, lineageOfElement } from "./lineage.js";
import { isMemoryConcept, memorySymbol } from "./memory-profile.js";

/** What a read is evaluated with, besides the state: given the same, computed members are the same. */
export interface ReadCoordinates {
  /** The instant the read is evaluated. Strength is how available a memory is then, never at `FOR TIME` (Profile §6.1). */
  readonly now: Timestamp;
  /** How far an element may be relied on at this read, null for one that was not derived (§57.6). */
  readonly dependencyValidity: (element: Assertion | Concept) => JsonObject | null;
}

const MNEMONIC_STATE = memorySymbol("MnemonicState");
const GRADING_STATE = memorySymbol("GradingState");

/**
 * The members of elements that the engine derives when they are read (§18.2): the computed Facet GradingState, the
 * `effective_strength` of a MnemonicState, the lineage fields of the Profile, and the virtual fields of `_system`. They
 * are read like stored members and are part of no stored element; a purged payload is shown by its mode, as any payload
 * is. One instance serves one evaluation over one view.
 *
 * A whole view of an element holds what there is to say: lineage fields that are not empty, a strength that is known,
 * the validity of what was derived, and `recording_validity` where the recording was invalidated. A path to any of
 * them leads to the value itself.
 */
export class ComputedMembers {
  readonly #view: SpaceView;
  readonly #coordinates: ReadCoordinates;
  #fields: readonly LineageField[] | undefined;
  #fades = false;

  constructor(view: SpaceView, coordinates: ReadCoordinates) {
    this.#view = view;
    this.#coordinates = coordinates;
  }

  /** Whether a strength was shown that is less with every instant, so that a later read shows another one. */
  get fades(): boolean {
    return this.#fades;
  }

  /**
   * A field of an element with its computed members, or undefined when the stored field is all there is. `member` is
   * what will be read of it, null for the whole: what is dear to compute is computed only when it is asked for.
   */
  field(element: Element, name: string, member: string | null): JsonValue | undefined {
    if (isPurged(element)) return undefined;
    switch (name) {
      case "facets":
        return this.#facets(element);
      case "structural":
        return this.#structural(element);
      case "_system":
        return this.#system(element, member);
      case "governance":
        return member === "authority_lineage" ? this.#governance(element) : undefined;
      default:
        return undefined;
    }
  }

  /** An element as a result shows it, its computed members included (§44.1). */
  whole(element: Element): JsonObject {
    if (isPurged(element) || element.governance.withheld) return shownElement(element);
    const view: Record<string, JsonValue> = { ...shownElement(element) };
    for (const name of ["facets", "structural", "_system"]) {
      const value = this.field(element, name, null);
      if (value !== undefined) view[name] = value;
    }
    return view;
  }

  /** The references an element holds in computed fields of certain lineages. */
  edges(element: Element, lineages: readonly string[]): readonly StructuralEdge[] {
    return this.#fieldsOf(lineages).flatMap((field) =>
      lineageOfElement(this.#view, field, element).map((target, position) => ({
        source: element.id,
        field: field.definition.lineage,
        fieldRef: field.definition.ref,
        target,
        position,
      })),
    );
  }

  /** The elements that refer to one of the targets in a computed field of the lineages; to anything where null. */
  holders(lineages: readonly string[], targets: readonly ElementId[] | null): readonly ElementId[] {
    const found = this.#fieldsOf(lineages).flatMap((field) =>
      targets === null
        ? holdersOfLineage(this.#view, field, null)
        : targets.flatMap((target) => holdersOfLineage(this.#view, field, target)),
    );
    return [...new Set(found)];
  }

  #fieldsOf(lineages: readonly string[]): readonly LineageField[] {
    this.#fields ??= lineageFields(this.#view.environment);
    return this.#fields.filter(({ definition }) => lineages.includes(definition.lineage));
  }

  #facets(element: Element): JsonObject | undefined {
    const { facets } = element;
    const computed: Record<string, JsonObject> = {};
    for (const [ref, value] of Object.entries(facets)) {
      if (lineageOf(ref) !== MNEMONIC_STATE) continue;
      const strength = effectiveStrength(value, this.#coordinates.now);
      if (strength !== null && strength !== 0) this.#fades = true;
      if (strength !== null) computed[ref] = { ...value, effective_strength: strength };
    }
    if (isMemoryConcept(element, "Skill")) {
      const grades = gradingState(this.#view, element);
      const ref = grades && this.#facetRef(GRADING_STATE);
      if (grades && ref !== undefined) computed[ref] = grades;
    }
    return Object.keys(computed).length === 0 ? undefined : { ...facets, ...computed };
  }

  /** The reference a computed Facet is shown by: of the version that writes would bind to. */
  #facetRef(lineage: string): string | undefined {
    const { environment } = this.#view;
    const versions = [...environment.all("FacetDefinition"), ...environment.current("FacetDefinition")];
    return versions.findLast((facet) => facet.lineage === lineage)?.ref;
  }

  #structural(element: Element): JsonObject | undefined {
    if (element.kind !== "concept") return undefined;
    this.#fields ??= lineageFields(this.#view.environment);
    const computed: Record<string, readonly ElementRef[]> = {};
    for (const field of this.#fields) {
      const targets = lineageOfElement(this.#view, field, element);
      if (targets.length > 0) computed[field.definition.ref] = targets.map((id) => ({ id }));
    }
    return Object.keys(computed).length === 0
      ? undefined
      : ({ ...element.structural, ...computed } as unknown as JsonObject);
  }

  /** What the element came from, for a path that asks for it: the block itself holds what Governance decided (§31.5). */
  #governance(element: Element): JsonObject | undefined {
    const lineage = authorityLineage(this.#view, element);
    if (lineage.length === 0) return undefined;
    return { ...(element.governance as unknown as JsonObject), authority_lineage: lineage };
  }

  #system(element: Element, member: string | null): JsonObject | undefined {
    const system = element._system as unknown as JsonObject;
    if (member === "recording_validity") {
      return {
        ...system,
        recording_validity: system.recording_validity ?? { status: "valid", repair_ref: null },
      };
    }
    if (member !== null && member !== "dependency_validity") return undefined;
    if (element.kind !== "assertion" && element.kind !== "concept") return undefined;
    const validity = this.#coordinates.dependencyValidity(element);
    return validity === null ? undefined : { ...system, dependency_validity: validity };
  }
}
