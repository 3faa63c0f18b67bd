import type { ExpectVersion, VersionPlane } from "../lang/index.js";
import { type Element, type ElementId, type JsonObject, kipError } from "../model/index.js";
import { facetCounter } from "./facet-counters.js";
import type { MutationPlan } from "./plan.js";
import { evaluateScalar, evaluateSymbol, requireCount } from "./values.js";

/**
 * Holds an element's counters against EXPECT VERSION (§35.1). An element that does not exist yet, or has never written
 * a plane, is at 0, so a bare `EXPECT VERSION 0` means that the identity must be new (§35.2).
 * @throws `VersionConflict` naming the plane, `TypeMismatch` or `ConstraintViolation` for a malformed version.
 */
export function checkGuards(
  plan: MutationPlan,
  id: ElementId | undefined,
  guards: readonly ExpectVersion[],
  what: string,
): void {
  const element = id === undefined ? undefined : plan.before.element(id);
  for (const { version: node, plane } of guards) {
    const expected = requireCount(evaluateScalar(node, plan.parameters), "EXPECT VERSION");
    const actual = counterOf(plan, element, plane);
    if (actual === expected) {
      if (id !== undefined) plan.noteGuard(id, plane?.kind ?? "element");
      continue;
    }
    throw kipError(
      "VersionConflict",
      `${id ?? what} is at ${inWords(plan, plane)} ${actual}, not ${expected}`,
      {
        hint:
          expected === 0 && plane === null
            ? "It already exists. Leave EXPECT VERSION 0 out to use the one there is."
            : "Somebody changed it since you read it. Read it again, decide again, and guard with its current version.",
        details: conflictDetails(plan, id, plane, expected, actual),
      },
    );
  }
}

function conflictDetails(
  plan: MutationPlan,
  id: ElementId | undefined,
  plane: VersionPlane | null,
  expected: number,
  actual: number,
): JsonObject {
  return {
    ...(id === undefined ? {} : { id }),
    ...(plane === null ? {} : { plane: plane.kind }),
    ...(plane?.kind === "facet" ? { facet: evaluateSymbol(plane.facet, plan.parameters) } : {}),
    expected,
    actual,
  };
}

function counterOf(plan: MutationPlan, element: Element | undefined, plane: VersionPlane | null): number {
  if (plane === null) return element?._system.version ?? 0;
  if (plane.kind !== "facet") return element?._system.plane_versions[plane.kind] ?? 0;
  const { environment } = plan.before;
  const { ref } = environment.resolveFacet(evaluateSymbol(plane.facet, plan.parameters));
  return facetCounter(environment, element?._system.plane_versions.facets ?? {}, ref);
}

function inWords(plan: MutationPlan, plane: VersionPlane | null): string {
  if (plane === null) return "version";
  if (plane.kind !== "facet") return `${plane.kind} version`;
  return `${evaluateSymbol(plane.facet, plan.parameters)} version`;
}
