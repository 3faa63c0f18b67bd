import type { Element, ElementId, EvidenceRole, StructuralReferences } from "../model/index.js";
import { lineageOf } from "../schema/index.js";

/** One Structural Reference of an element (§17.1). */
export interface StructuralEdge {
  readonly source: ElementId;
  /** A reserved Core field name such as `evidence` (§20.13), or the lineage of a package's field. */
  readonly field: string;
  /** The exact ref of a package's field, or the reserved name. */
  readonly fieldRef: string;
  readonly target: ElementId;
  /** The position of the reference within its field (§17.4); only ordered fields expose it. */
  readonly position: number;
  /** The role of an Evidence citation (§15.6). */
  readonly role?: EvidenceRole;
}

/** Every Structural Reference an element holds, Core fields first, in stored order (§17, §20.13). */
export function structuralEdges(element: Element): readonly StructuralEdge[] {
  switch (element.kind) {
    case "concept":
      return packageEdges(element.id, element.structural);
    case "proposition":
      return [];
    case "assertion":
      return [
        ...element.evidence.map(({ id, role }, position) => ({
          ...coreEdge(element.id, "evidence", id, position),
          role,
        })),
        ...packageEdges(element.id, element.structural),
      ];
    case "evidence":
      return [
        ...element.source.map(({ id }, position) => coreEdge(element.id, "source", id, position)),
        ...(element.generated_by ? [coreEdge(element.id, "generated_by", element.generated_by.id, 0)] : []),
        ...packageEdges(element.id, element.structural),
      ];
    case "activity":
      return [
        ...element.inputs.map(({ id }, position) => coreEdge(element.id, "inputs", id, position)),
        ...element.outputs.map(({ id }, position) => coreEdge(element.id, "outputs", id, position)),
        ...element.associated_actors.map(({ id }, position) =>
          coreEdge(element.id, "associated_actors", id, position),
        ),
        ...packageEdges(element.id, element.structural),
      ];
  }
}

function packageEdges(
  source: ElementId,
  structural: StructuralReferences | undefined,
): readonly StructuralEdge[] {
  if (structural === undefined) return [];
  return Object.entries(structural).flatMap(([ref, targets]) =>
    targets.map(({ id }, position) => ({
      source,
      field: lineageOf(ref),
      fieldRef: ref,
      target: id,
      position,
    })),
  );
}

function coreEdge(source: ElementId, field: string, target: ElementId, position: number): StructuralEdge {
  return { source, field, fieldRef: field, target, position };
}
