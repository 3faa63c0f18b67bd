import { evaluateFind, matchWhere } from "../kql/index.js";
import type { ExpectVersion, FindCommand, Scalar, TargetRef, Variable, WhereBlock } from "../lang/index.js";
import type { Element, ElementId } from "../model/index.js";
import { isJsonObject, kipError } from "../model/index.js";
import { canonicalId } from "../state/index.js";
import { checkGuards } from "./guards.js";
import { compareIds } from "./id-order.js";
import type { MutationPlan } from "./plan.js";
import { keepSupplied, resolveReference } from "./references.js";
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
 * What a statement means by a Concept that was merged: the one it resolves to, like every ordinary write (§11.3), or
 * exactly the one that was named, where the statement is about its bytes and not about its identity (§60).
 */
export type Addressing = "canonical" | "exact";

/**
 * The elements a statement acts on, each once: what WHERE binds the target variable to, or the element a direct target
 * names, as long as WHERE, which then only guards, has a solution (§52.7, §58). Selection reads the state the command
 * found. LIMIT takes targets in the order of their ids, so a repeated sweep takes the same ones.
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
    where && matchWhere(plan.before, where.clauses, { parameters: plan.parameters, now: plan.context.now });
  if (target.type !== "Variable") {
    const resolved = resolveReference(plan, target, plan.scopeOf(null), "the target");
    if (rows?.length === 0) return [];
    if (addressing === "exact") return [{ id: resolved.supplied, rows: rows ?? [] }];
    keepSupplied(plan, resolved.id, resolved, "target");
    return [{ id: resolved.id, rows: rows ?? [] }];
  }
  if (rows === null) return [{ id: plan.scopeOf(null).elementOf(target), rows: [] }];
  const byId = new Map<ElementId, ReadonlyMap<string, Element>[]>();
  for (const row of rows) {
    const bound = row.get(target.name)?.id ?? plan.handle(target.name);
    if (bound === undefined) throw unboundTarget(plan, target, where);
    const id = addressing === "exact" ? bound : canonicalId(plan.before, bound);
    const led = byId.get(id);
    if (led) led.push(row);
    else byId.set(id, [row]);
  }
  return [...byId]
    .map(([id, led]) => ({ id, rows: led }))
    .sort((left, right) => compareIds(left.id, right.id));
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
  const { rows } = evaluateFind(plan.before, find, { parameters: plan.parameters, now: plan.context.now });
  return rows.some((cell) => cell !== null && !(isJsonObject(cell) && Object.hasOwn(cell, "kind")));
}
