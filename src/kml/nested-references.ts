import { asElementId, type Element, type JsonObject, kipError, sameJson } from "../model/index.js";
import { type ReferencePath, referencesIn } from "../schema/index.js";
import type { MutationPlan } from "./plan.js";

/**
 * Checks the references that packages declare inside attributes and Facets (§20.5): what a write puts there names
 * elements of this Space, as any reference does (§5.3). Text outside the declared paths is text.
 * @throws `NotFoundOrNotVisible` naming the place.
 */
export function requireNestedReferences(
  plan: MutationPlan,
  draft: Element,
  before: Element | undefined,
): void {
  const { environment } = plan.before;
  for (const [ref, value] of Object.entries(draft.facets)) {
    const paths = environment.definition("FacetDefinition", ref)?.referencePaths ?? [];
    requireAll(plan, paths, value, before?.facets[ref], ref);
  }
  if (draft.kind !== "concept") return;
  const paths = environment.definition("ConceptType", draft.schema_ref)?.referencePaths ?? [];
  const present = before?.kind === "concept" ? before.attributes : undefined;
  requireAll(plan, paths, draft.attributes, present, draft.schema_ref);
}

function requireAll(
  plan: MutationPlan,
  paths: readonly ReferencePath[],
  value: JsonObject,
  before: JsonObject | undefined,
  where: string,
): void {
  if (paths.length === 0 || (before !== undefined && sameJson(before, value))) return;
  const known = new Set(before === undefined ? [] : referencesIn(paths, before));
  const unknown = referencesIn(paths, value).find(
    (id) => !known.has(id) && plan.facts(asElementId(id)) === undefined,
  );
  if (unknown === undefined) return;
  const name = where.slice(where.lastIndexOf("/") + 1);
  throw kipError(
    "NotFoundOrNotVisible",
    `${name} refers to ${JSON.stringify(unknown)}, which is no element of this Space`,
    {
      hint: `Its references stand at ${paths.map(({ path }) => path).join(", ")}. Use the ids that FIND, SEARCH or a creation returned, or a ?handle of this command.`,
      details: { schema_ref: where, id: unknown, paths: paths.map(({ path }) => path) },
    },
  );
}
