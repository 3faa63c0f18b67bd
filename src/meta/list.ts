import { listPolicies, type PolicyRegistry } from "../belief/index.js";
import type { CursorKey } from "../kql/index.js";
import type { ListCommand } from "../lang/index.js";
import { type JsonObject, type JsonValue, kipError } from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import { dependentsOf, readDependentsRequest } from "./dependents.js";
import { Operands } from "./operands.js";
import { type Page, type PagedRead, pageOf } from "./page.js";
import { packageRows, symbolRows } from "./schema-rows.js";

/** What a LIST depends on besides the view. */
export interface ListContext {
  readonly parameters: JsonObject;
  /** Authenticates cursors (§88.4). */
  readonly cursorKey: CursorKey;
  /** The sequence the Space had reached, where that is not the view's. */
  readonly head?: number;
  /** The Spaces the caller may discover, ordered by id (§30.4). */
  readonly spaces: readonly JsonObject[];
  /** The epistemic policies on offer; the standard ones without it. */
  readonly policies?: PolicyRegistry;
}

/**
 * Answers a LIST statement with one page of its rows (§63.3, §65). Rows come in the order of their references or ids,
 * dependents nearest first; pages of any size join to the whole.
 * @throws the cursor errors of §87.7, `TypeMismatch` and `ConstraintViolation` for operands, `ReferenceError` for an
 * unbound parameter, `ResourceExhausted` for dependents without end.
 */
export function evaluateList(view: SpaceView, command: ListCommand, context: ListContext): Page {
  const { parameters, cursorKey } = context;
  const read: PagedRead = { command, parameters, cursorKey, spaceId: view.spaceId };
  const snapshot = { seq: view.seq, head: context.head ?? view.seq, environment: view.environment.version };
  return pageOf(read, rowsOf(view, command, context), snapshot);
}

function rowsOf(view: SpaceView, command: ListCommand, context: ListContext): readonly JsonValue[] {
  const { environment } = view;
  switch (command.type) {
    case "ListSpaces":
      return context.spaces;
    case "ListSchemaPackages":
      return packagesOfStatus(packageRows(environment), command, context.parameters);
    case "ListTypes":
      return symbolRows(environment, "ConceptType");
    case "ListPredicates":
      return symbolRows(environment, "PredicateType");
    case "ListFacets":
      return symbolRows(environment, "FacetDefinition");
    case "ListStructuralFields":
      return symbolRows(environment, "StructuralFieldDefinition");
    case "ListEpistemicPolicies":
      return [...listPolicies(context.policies, view.seq)].sort((left, right) =>
        String(left.id) < String(right.id) ? -1 : 1,
      );
    case "ListDependents": {
      const { root, depth } = readDependentsRequest(command, context.parameters);
      return dependentsOf(view, root, depth).map((dependent) => ({ ...dependent }));
    }
  }
}

/** What a package's status can be in an environment: writes bind to active ones, reads see both (§20.14). */
const STATUSES = ["active", "readable"];

function packagesOfStatus(
  rows: readonly JsonObject[],
  { status }: Extract<ListCommand, { type: "ListSchemaPackages" }>,
  parameters: JsonObject,
): readonly JsonObject[] {
  if (status === null) return rows;
  const wanted = new Operands(parameters).text(status, "STATUS");
  if (STATUSES.includes(wanted)) return rows.filter((row) => row.status === wanted);
  throw kipError("ConstraintViolation", `no package is ever ${JSON.stringify(wanted)}`, {
    hint: `Write STATUS ${STATUSES.map((known) => JSON.stringify(known)).join(" or ")}, or leave STATUS out.`,
    details: { field: "STATUS", found: wanted, allowed: STATUSES, from: status.from, to: status.to },
  });
}
