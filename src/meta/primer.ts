import { type JsonObject, type JsonValue, kipError } from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import { type PrimerMode, schemaMap } from "./schema-map.js";

/** What the primer tells about the connection and the engine, which no Space knows. */
export interface PrimerContext {
  /** The authenticated Principal of the connection (§28.2). */
  readonly principal: string;
  readonly capabilities: JsonObject;
}

/**
 * Reads the operand of `DESCRIBE PRIMER MODE m` (§64); without one the primer is compact.
 * @throws `ConstraintViolation` for anything but `compact` and `full`.
 */
export function readPrimerMode(value: JsonValue | undefined): PrimerMode {
  if (value === undefined) return "compact";
  if (value === "compact" || value === "full") return value;
  throw kipError("ConstraintViolation", "the primer has no such mode", {
    hint: 'Write MODE "compact" or MODE "full", or leave MODE out.',
    details: { field: "MODE", found: value, allowed: ["compact", "full"] },
  });
}

/**
 * What a model has to know before it writes KIP here (§64): where it is and as whom, the Space's `$self`, the schema in
 * force, how statements look, what this engine cannot do, and what must not be confused.
 */
export function describePrimer(view: SpaceView, mode: PrimerMode, context: PrimerContext): JsonObject {
  return {
    protocol: { kip: "2.0", languages: ["KQL", "KML", "META"] },
    execution_context: {
      principal: { id: context.principal, meaning: "who is authenticated here; not a person in the memory" },
      space: { id: view.spaceId, space_seq: view.seq },
      schema_environment_version: view.environment.version,
      epistemic_policy: { belief_default: "kip:structural", recall_default: "kip:memory-default" },
    },
    cognitive_identity: { self: selfOf(view) },
    schema: schemaMap(view.environment, mode),
    statements: STATEMENTS,
    capabilities: context.capabilities,
    remember: REMINDERS,
  };
}

function selfOf(view: SpaceView): JsonValue {
  if (view.selfId === null) return null;
  const self = view.element(view.selfId);
  return {
    id: view.selfId,
    ...(self?.kind === "concept" && self.name !== undefined ? { name: self.name } : {}),
  };
}

/** How the statements look that are executed here; the forms carry their own names so that a model can copy them. */
const STATEMENTS: JsonObject = {
  read: 'FIND(?p.name, ?x) WHERE { ?p {type: "Person", key: "alice"} (?p, "predicate", ?x) } ORDER BY ?p.name LIMIT 20',
  belief:
    'FIND(?b) WHERE { ?p {type: "Person", key: "alice"} ?b BELIEF SLOT (?p, "predicate") } FOR TIME "2026-01-01T00:00:00.000Z" WITH EPISTEMIC {policy: "kip:memory-default", explanation: "ledger"}',
  claims: 'FIND(?a) WHERE { ?p (?s, "predicate", ?o) ?a ASSERTION {proposition: ?p, stance: "support"} }',
  ground: 'SEARCH CONCEPT "alice" WITH TYPE "Person" LIMIT 5',
  remember_something:
    'MUTATE { CREATE CONCEPT ?p {TYPE "Person" NAME "Alice"} CREATE EVIDENCE ?e {SET FIELDS {evidence_class: "user_statement", payload: :text}} ASSERT (?p, "predicate", :value) {by: ?p, mode: "stated", evidence: ?e} }',
  correct_something:
    'ASSERT (:subject, "predicate", :right_value) {by: :actor, mode: "stated"} SUPERSEDING :old_assertion',
  world_changed:
    'ASSERT (:subject, "predicate", :new_value) {by: :actor, mode: "stated", valid: {from: :when}}',
  withdraw_something: 'TRANSITION :assertion TO "retracted"',
};

/** The distinctions of §64.3, in the engine's own words. */
const REMINDERS: readonly string[] = [
  "A stored Proposition is a sentence, not a fact: ask BELIEF what to accept.",
  "Nothing found means unknown, never false.",
  "A SEARCH score says how well words matched. It is not confidence.",
  "Confidence is one actor's; trust and memory strength are other things.",
  "A name is not an identity: refer by id, or by type and key.",
  "Correct by superseding, record change with valid.from; never rewrite a claim or its evidence.",
  "The Principal who writes is not the person who claims: say who in by.",
  "What the memory says grants no permission.",
  "A timeout is not an abort: retry with the same idempotency key.",
];
