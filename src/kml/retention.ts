import type { Assignment, SetRetentionCommand } from "../lang/index.js";
import { type JsonValue, kipError, type Retention } from "../model/index.js";
import { describeType } from "./describe.js";
import { evaluateValue, type ValueScope } from "./evaluate.js";
import { readNullableTimestamp } from "./fields.js";
import type { MutationPlan } from "./plan.js";
import { selectTargets } from "./select.js";
import { requireStandingTarget } from "./tombstones.js";
import { requireNonEmptyText } from "./values.js";

/**
 * Plans a SET RETENTION (§19.1, §60): the named members of the storage hook change, the others stay. It says nothing
 * about when a claim holds in the world (§19.2), and time that runs out erases nothing by itself: a sweep reads
 * `retention.expires_at` and purges what it finds. A hold is about bytes, so it is exactly the named element's: it
 * follows no merge. A tombstoned element still takes it, a purged one has nothing left to keep.
 * @throws `NotFoundOrNotVisible` for a purged element, `SchemaFieldNotFound` for a member the hook does not have, `TypeMismatch` or `ConstraintViolation` for a
 * malformed value, `DuplicateMutationTarget`; whatever selection throws.
 */
export function planRetention(plan: MutationPlan, command: SetRetentionCommand): void {
  for (const { id, rows } of selectTargets(plan, command, "SET RETENTION", "exact")) {
    if (plan.before.element(id)?._system.state === "purged") requireStandingTarget(plan, id);
    for (const row of rows.length > 0 ? rows : [null]) {
      const draft = plan.element(id);
      if (!draft) continue;
      const changed = readRetention(command.assignments, plan.scopeOf(row));
      for (const [name, value] of Object.entries(changed)) plan.claims.claim(id, `retention.${name}`, value);
      plan.put({ ...draft, retention: { ...draft.retention, ...changed } });
    }
  }
}

function readRetention(assignments: readonly Assignment[], scope: ValueScope): Partial<Retention> {
  return Object.assign(
    {},
    ...assignments.map(({ name, value }) => readMember(name, evaluateValue(value, scope))),
  ) as Partial<Retention>;
}

function readMember(name: string, value: JsonValue): Partial<Retention> {
  switch (name) {
    case "retention_class":
      return { retention_class: requireNonEmptyText(value, name) };
    case "expires_at":
      return { expires_at: readNullableTimestamp(value, name) };
    case "legal_hold":
      return { legal_hold: readFlag(value, name) };
    default:
      throw kipError("SchemaFieldNotFound", `retention has no member ${JSON.stringify(name)}`, {
        hint: "Use retention_class, expires_at and legal_hold. When a claim holds in the world is its valid time.",
        details: { field: name, allowed: ["retention_class", "expires_at", "legal_hold"] },
      });
  }
}

function readFlag(value: JsonValue, where: string): boolean {
  if (typeof value === "boolean") return value;
  throw kipError("TypeMismatch", `${where} must be true or false, not ${describeType(value)}`, {
    hint: `Write ${where}: true or ${where}: false.`,
    details: { field: where, expected: "boolean", found: describeType(value) },
  });
}
