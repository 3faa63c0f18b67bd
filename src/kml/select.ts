import { evaluateFind, matchWhere } from "../kql/index.js";
import type {
  ExpectVersion,
  FindCommand,
  Scalar,
  TargetRef,
  Variable,
  WhereBlock,
  WhereClause,
} from "../lang/index.js";
import type { Element, ElementId } from "../model/index.js";
import { isJsonObject, kipError } from "../model/index.js";
import { checkGuards } from "./guards.js";
import { compareIds } from "./id-order.js";
import type { MutationPlan } from "./plan.js";
import { keepSupplied, type Resolved, resolveId, resolveReference } from "./references.js";
import { evaluateScalar, requireCount } from "./values.js";

/** What a selecting statement says about its targets. */
export interface SelectingStatement {
  readonly target: TargetRef;
  readonly where: WhereBlock | null;
  readonly limit: Scalar | null;
  readonly guards: readonly ExpectVersion[];
}

/** One selected element and the solutions that led to it; none where no WHERE bound anything. */
export interface Target {
  readonly id: ElementId;
  readonly rows: readonly ReadonlyMap<string, Element>[];
}

/**
 * What a statement means by a Concept that was merged (§11.3, §58).
 *
 * `canonical`, for UPDATE with all its SET and UNSET clauses: it writes to the memory of an identity. Whoever names the
 * identity, by a direct reference, a handle, or an id or a key in WHERE, means the Concept that is left, as every
 * ordinary write does. Whoever describes elements in WHERE means those the description holds for: one that was merged
 * away takes no more writes, and the one that is left is a target if the description finds it. So a sweep never changes
 * a Concept that it did not match, and never comes back to one that its own mark cannot reach (§52.7).
 *
 * `exact`, for TRANSITION, SET RETENTION, PURGE and PURGE PAYLOAD: they are about a record, its standing and its bytes,
 * and act on the one that is named or found, never on what it was merged into.
 */
export type Addressing = "canonical" | "exact";

/**
 * The elements a statement acts on, each once: what WHERE binds the target variable to, or the element a direct target
 * names, as long as WHERE, which then only guards, has a solution (§52.7, §58). Selection reads the state the command
 * found, identities resolved as the command's merges resolve them. As in a FIND, a WHERE passes by what is out of
 * ordinary recall, unless it asks for it by id or by state (§60.1); a direct reference asks by id. LIMIT takes targets in
 * the order of their ids, so a repeated sweep takes the same ones.
 * @throws `VersionConflict` when a guard does not hold for a target, `ReferenceError` for a solution without a target,
 * `NotFoundOrNotVisible` for a direct target that is not there, and what WHERE and LIMIT throw.
 */
export function selectTargets(
  plan: MutationPlan,
  statement: SelectingStatement,
  name: string,
  addressing: Addressing = "canonical",
): readonly Target[] {
  const limit =
    statement.limit === null
      ? Number.POSITIVE_INFINITY
      : requireCount(evaluateScalar(statement.limit, plan.parameters), "LIMIT");
  const targets = matchTargets(plan, statement, addressing).slice(0, limit);
  for (const { id } of targets) checkGuards(plan, id, statement.guards, "the target");
  plan.selections.push({ statement: name, targets: targets.map(({ id }) => id) });
  return targets;
}

function matchTargets(
  plan: MutationPlan,
  { target, where }: SelectingStatement,
  addressing: Addressing,
): readonly Target[] {
  const rows =
    where && matchWhere(plan.matching, where.clauses, { parameters: plan.parameters, now: plan.context.now });
  const take = (named: Resolved): ElementId => {
    if (addressing === "exact") return named.supplied;
    keepSupplied(plan, named.id, named, "target");
    return named.id;
  };
  if (target.type !== "Variable") {
    const named = resolveReference(plan, target, plan.scopeOf(null), "the target");
    return rows?.length === 0 ? [] : [{ id: take(named), rows: rows ?? [] }];
  }
  if (rows === null) {
    return [{ id: take(resolveId(plan, plan.scopeOf(null).elementOf(target), "the target")), rows: [] }];
  }
  const isNamed = where !== null && namesIdentity(where.clauses, target.name);
  const byId = new Map<ElementId, ReadonlyMap<string, Element>[]>();
  for (const row of rows) {
    const found = row.get(target.name)?.id;
    const bound = found ?? plan.handle(target.name);
    if (bound === undefined) throw unboundTarget(plan, target, where);
    const isMerged = found !== undefined && plan.canonical(found) !== found;
    if (addressing === "canonical" && isMerged && !isNamed) continue;
    const id = take(resolveId(plan, bound, "the target"));
    const led = byId.get(id);
    if (led) led.push(row);
    else byId.set(id, [row]);
  }
  return [...byId]
    .map(([id, led]) => ({ id, rows: led }))
    .sort((left, right) => compareIds(left.id, right.id));
}

/** Whether a pattern of WHERE addresses a variable by id or by key: as an identity, not by what it is like (§7). */
function namesIdentity(clauses: readonly WhereClause[], name: string): boolean {
  return clauses.some((clause) => {
    if (clause.type === "NotClause") return false;
    if ("body" in clause) return namesIdentity(clause.body.clauses, name);
    if (!("pattern" in clause) || clause.variable.name !== name) return false;
    return clause.pattern.members.some((member) => member.name === "id" || member.name === "key");
  });
}

function unboundTarget(plan: MutationPlan, target: Variable, where: WhereBlock | null) {
  const { name: variable } = target;
  if (where && standsForValue(plan, target, where)) {
    return kipError("ReferenceError", `WHERE binds ?${variable} to a value, not to an element`, {
      hint: `A statement changes elements, and ?${variable} stands for a value here, such as a Literal object. Make the element that holds it the target; another value of a claim is another ASSERT.`,
      details: { variable },
    });
  }
  return kipError("ReferenceError", `WHERE leaves ?${variable} without an element in a solution`, {
    hint: `Match ?${variable} with an ordinary pattern, outside OPTIONAL and in every UNION branch.`,
    details: { variable },
  });
}

/** Whether a solution binds a variable to something that is no element. Only asked when an error is certain. */
function standsForValue(plan: MutationPlan, target: Variable, where: WhereBlock): boolean {
  const { from, to } = target;
  const find: FindCommand = {
    ...{ from, to, type: "Find", projections: [target], where, orderBy: [] },
    ...{ asOf: null, forTime: null, epistemic: null, limit: null, cursor: null },
  };
  const { rows } = evaluateFind(plan.matching, find, { parameters: plan.parameters, now: plan.context.now });
  return rows.some((cell) => cell !== null && !(isJsonObject(cell) && Object.hasOwn(cell, "kind")));
}
