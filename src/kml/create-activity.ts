import type { CreateActivityCommand } from "../lang/index.js";
import {
  ACTIVITY_STATUSES,
  type Activity,
  type Digest,
  type ElementId,
  type JsonValue,
} from "../model/index.js";
import type { Declaration } from "./declaration.js";
import { newEnvelope } from "./envelope.js";
import { evaluateValue } from "./evaluate.js";
import { missingField, readFieldNodes, readNullableTimestamp, readStatedDigest } from "./fields.js";
import type { MutationPlan } from "./plan.js";
import { applyRecordActions, isSetFields } from "./records.js";
import { requireMember, requireNonEmptyText } from "./values.js";

/**
 * The Activity a CREATE ACTIVITY asks for (§16, §56.3). One whose status is not said is pending.
 * @throws `ConstraintViolation` for a missing class or a status outside the registry, `TypeMismatch` for a value of
 * another type; whatever references throw.
 */
export function buildActivity(
  plan: MutationPlan,
  id: ElementId,
  command: CreateActivityCommand,
  declaration: Declaration,
): Activity {
  const scope = plan.scopeOf(null);
  const nodes = readFieldNodes("activity", command.actions.filter(isSetFields));
  const read = <T>(name: string, reader: (value: JsonValue, where: string) => T): T | undefined => {
    const node = nodes.get(name);
    if (!node) return undefined;
    const value = evaluateValue(node, scope);
    declaration.say(`fields.${name}`, value);
    return reader(value, name);
  };
  const activity_class = read("activity_class", requireNonEmptyText);
  if (activity_class === undefined) {
    throw missingField(
      "activity",
      "activity_class",
      'Add activity_class, for example "inference" or "extraction".',
    );
  }
  const parameters_digest = read("parameters_digest", readStatedDigest);
  const activity: Activity = {
    ...newEnvelope(plan, id, "activity"),
    activity_class,
    started_at: read("started_at", readNullableTimestamp) ?? null,
    ended_at: read("ended_at", readNullableTimestamp) ?? null,
    inputs: [],
    outputs: [],
    associated_actors: [],
    ...(parameters_digest === undefined ? {} : { parameters_digest: parameters_digest as Digest }),
    status: read("status", (value, where) => requireMember(value, ACTIVITY_STATUSES, where)) ?? "pending",
  };
  return applyRecordActions(plan, activity, command.actions, scope, declaration);
}
