import type { ExpectVersion, VersionPlane } from "../ast.js";
import type { ProblemSink } from "../problem.js";

/** Reports guards that name a version plane a second time (§35.1). */
export function checkGuards(guards: readonly ExpectVersion[], report: ProblemSink): void {
  const seen = new Set<string>();
  for (const { plane, from, to } of guards) {
    const name = plane === null ? "the whole element" : planeName(plane);
    if (seen.has(name)) {
      report({
        from,
        to,
        message: `EXPECT VERSION guards ${name} twice.`,
        found: "EXPECT VERSION",
        hint: "Keep one guard for each plane.",
      });
    }
    seen.add(name);
  }
}

function planeName(plane: VersionPlane): string {
  if (plane.kind !== "facet") return plane.kind.toUpperCase();
  const { facet } = plane;
  return `FACET ${facet.type === "Literal" ? JSON.stringify(facet.value) : `:${facet.name}`}`;
}
