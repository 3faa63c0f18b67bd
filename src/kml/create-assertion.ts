import type { CreateAssertionCommand, Value } from "../lang/index.js";
import {
  ASSERTION_MODES,
  type Assertion,
  type ElementId,
  type ElementRef,
  type JsonValue,
  kipError,
  readTimestamp,
  requirePortableNumber,
  STANCES,
} from "../model/index.js";
import type { Declaration } from "./declaration.js";
import { describeType } from "./describe.js";
import { newEnvelope } from "./envelope.js";
import { evaluateValue, type ValueScope } from "./evaluate.js";
import { missingField, readFieldNodes } from "./fields.js";
import type { MutationPlan } from "./plan.js";
import { applyRecordActions, isSetFields } from "./records.js";
import {
  keepSupplied,
  type Resolved,
  requireKind,
  resolveJsonReference,
  resolveOwned,
} from "./references.js";
import { readValidTime } from "./valid-time.js";
import { requireMember } from "./values.js";

const HINTS: ReadonlyMap<string, string> = new Map([
  [
    "proposition",
    "Add proposition: ?p, the handle of an ENSURE PROPOSITION in the same MUTATE, or the Proposition's id.",
  ],
  [
    "asserted_by",
    "Add asserted_by: the actor who makes the claim. Without a known actor, record Evidence instead.",
  ],
  ["stance", 'Add stance: "support", "reject" or "uncertain".'],
  ["mode", 'Add mode: "stated", "observed", "inferred", "predicted", "hypothetical" or "imported".'],
]);

/**
 * The Assertion a CREATE ASSERTION asks for (§13, §56.2). `asserted_at` defaults to the transaction's time (§55.1).
 * @throws `ConstraintViolation` for a missing field, a value outside its registry, a confidence outside [0, 1] or an
 * empty interval; `TypeMismatch` for a value of another type; whatever references throw.
 */
export function buildAssertion(
  plan: MutationPlan,
  id: ElementId,
  command: CreateAssertionCommand,
  declaration: Declaration,
): Assertion {
  const scope = plan.scopeOf(null);
  const nodes = readFieldNodes("assertion", command.actions.filter(isSetFields));
  const required = (name: string): Value => {
    const node = nodes.get(name);
    if (node) return node;
    throw missingField("assertion", name, HINTS.get(name) ?? "");
  };
  const say = <V extends JsonValue>(name: string, value: V): V => {
    declaration.say(`fields.${name}`, value);
    return value;
  };
  const refer = (name: string, node: Value, kind: "proposition" | "concept"): ElementRef => {
    const resolved = resolveOwned(plan, id, node, scope, `fields.${name}`, [kind]);
    say(name, resolved.supplied);
    return { id: resolved.id };
  };
  const optional = <T>(name: string, read: (value: JsonValue) => T): T | undefined => {
    const node = nodes.get(name);
    if (!node) return undefined;
    const value = evaluateValue(node, scope);
    const result = read(value);
    say(name, value);
    return result;
  };

  const proposition = refer("proposition", required("proposition"), "proposition");
  const asserted_by = refer("asserted_by", required("asserted_by"), "concept");
  const stance = say("stance", requireMember(evaluateValue(required("stance"), scope), STANCES, "stance"));
  const mode = say("mode", requireMember(evaluateValue(required("mode"), scope), ASSERTION_MODES, "mode"));
  const confidence = optional("confidence", readConfidence);
  const asserted_at = optional("asserted_at", (value) => readTimestamp(value, "asserted_at"));
  const valid_time = optional("valid_time", readValidTime);
  const context_refs = readContexts(plan, id, nodes.get("context_refs"), scope, declaration);
  const { kind, space_id, governance, retention, facets, _system } = newEnvelope(plan, id, "assertion");
  // Claims come by the thousand, and an object that begins with a spread is many times as slow to make, and larger.
  const sure: Assertion = {
    id,
    kind,
    space_id,
    governance,
    retention,
    facets,
    _system,
    proposition,
    asserted_by,
    stance,
    mode,
    asserted_at: asserted_at ?? plan.context.now,
    valid_time: valid_time ?? {},
    evidence: [],
    context_refs,
    lifecycle: { status: "active", supersedes: [], superseded_by: [], retracted_at: null },
  };
  const assertion = confidence === undefined ? sure : { ...sure, confidence };
  return applyRecordActions(plan, assertion, command.actions, scope, declaration);
}

/** @throws `TypeMismatch` when it is no number, `ConstraintViolation` outside [0, 1] (§13.6). */
function readConfidence(value: JsonValue): number {
  if (typeof value !== "number") {
    throw kipError("TypeMismatch", `confidence must be a number, not ${describeType(value)}`, {
      hint: "Write confidence as a number from 0 to 1, or leave it out.",
      details: { field: "confidence", expected: "number", found: describeType(value) },
    });
  }
  requirePortableNumber(value, "confidence");
  if (value >= 0 && value <= 1) return value;
  throw kipError("ConstraintViolation", "confidence must lie between 0 and 1", {
    hint: 'Write confidence from 0 to 1: how strongly the actor takes this stance. Denial is stance: "reject".',
    details: { field: "confidence", found: value, minimum: 0, maximum: 1 },
  });
}

/** The contexts that scope a claim, each once (§13.3, §25.3). */
function readContexts(
  plan: MutationPlan,
  owner: ElementId,
  node: Value | undefined,
  scope: ValueScope,
  declaration: Declaration,
): readonly ElementRef[] {
  if (!node) return [];
  const value = evaluateValue(node, scope);
  if (!Array.isArray(value)) {
    throw kipError(
      "TypeMismatch",
      `context_refs must be an array of references, not ${describeType(value)}`,
      {
        hint: "Write context_refs: [:context], even for a single one.",
        details: { field: "context_refs", expected: "array", found: describeType(value) },
      },
    );
  }
  const resolved = value.map((item: JsonValue, index): Resolved => {
    const path = `fields.context_refs[${index}]`;
    const context = resolveJsonReference(plan, item, path);
    requireKind(context, ["concept"], path, "TypeMismatch");
    keepSupplied(plan, owner, context, path);
    return context;
  });
  declaration.say("fields.context_refs", [...new Set(resolved.map(({ supplied }) => supplied))].sort());
  return [...new Set(resolved.map(({ id }) => id))].map((id) => ({ id }));
}
