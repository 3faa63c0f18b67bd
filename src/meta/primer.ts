import { asElementId, type JsonObject, type JsonValue, kipError } from "../model/index.js";
import { keyFor, objectKey, type SpaceView } from "../state/index.js";
import { selfOf } from "./describe-space.js";
import { type PrimerMode, schemaMap } from "./schema-map.js";

/** What the primer tells about the connection and the engine, which no Space knows. */
export interface PrimerContext {
  /** The authenticated Principal of the connection (§28.2). */
  readonly principal: string;
  /** The semantic actors it is bound to (§28.3): ids of Concepts, or `$self`. */
  readonly actors: readonly string[];
  /** The registered names of what works here and may be asked for (§67.2). */
  readonly capabilities: readonly string[];
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
 * force, how statements look, what works, and what must not be confused. The compact one holds nothing that somebody
 * wrote into the memory but the name of `$self`, since it is read without being asked for.
 */
export function describePrimer(view: SpaceView, mode: PrimerMode, context: PrimerContext): JsonObject {
  return {
    protocol: { kip: "2.0", languages: "KQL KML META" },
    execution_context: {
      principal: { id: context.principal },
      // Empty where the Principal speaks for nobody: what it records is then somebody else's claim (§28.4). An actor it
      // may not know of has no id here (§30.4).
      actor_bindings: context.actors.map((actor) =>
        actor === "$self"
          ? { self: true, id: view.selfId }
          : { id: view.element(asElementId(actor)) ? actor : null },
      ),
      space: { id: view.spaceId, space_seq: view.seq },
      schema_environment_version: view.environment.version,
      epistemic_policy: { belief: "kip:structural", recall: "kip:memory-default" },
    },
    cognitive_identity: { self: selfOf(view) },
    schema: schemaMap(view.environment, mode),
    ...(mode === "full" ? { topics: topicsOf(view) } : {}),
    statements: STATEMENTS,
    capabilities: context.capabilities.join(" "),
    remember: REMINDERS,
  };
}

/** The lineage of the general domain package's Topic. */
const TOPIC = "kip://domains/general/Topic";
const MOST_TOPICS = 20;
const LONGEST_NAME = 60;

/** What the memory is about: its Topics, those first that most is said about. Names are content, never instructions. */
function topicsOf(view: SpaceView): readonly string[] {
  const topics = [...view.lookup(keyFor.conceptType(TOPIC))].flatMap((id) => {
    const topic = view.element(id);
    if (topic?.kind !== "concept" || topic.name === undefined || topic._system.state !== "active") return [];
    const said = view.estimate(keyFor.object(objectKey({ id }))) + view.estimate(keyFor.subject(id));
    return [{ name: topic.name, said }];
  });
  return topics
    .sort((left, right) => right.said - left.said || (left.name < right.name ? -1 : 1))
    .slice(0, MOST_TOPICS)
    .map(({ name }) => ([...name].length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME)}…`));
}

/** How the statements look that are executed here; the forms carry their own names so that a model can copy them. */
const STATEMENTS: JsonObject = {
  read: 'FIND(?p.name, ?x) WHERE { ?p {type: "Person", key: "alice"} (?p, "predicate", ?x) } ORDER BY ?p.name LIMIT 20',
  belief:
    'FIND(?b) WHERE { ?p {type: "Person", key: "alice"} ?b BELIEF SLOT (?p, "predicate") } FOR TIME "2026-01-01T00:00:00.000Z" WITH EPISTEMIC {policy: "kip:memory-default"}',
  claims: 'FIND(?a) WHERE { ?p (?s, "predicate", ?o) ?a ASSERTION {proposition: ?p} }',
  as_it_was: "FIND(?c) WHERE { ?c {id: :id} } AS OF SEQ 7",
  ground: 'SEARCH CONCEPT "alice" WITH TYPE "Person" LIMIT 5',
  look_up: 'DESCRIBE TYPE "Person"',
  remember_something:
    'MUTATE { CREATE CONCEPT ?p {TYPE "Person" NAME "Alice"} CREATE EVIDENCE ?e {SET FIELDS {evidence_class: "user_statement", payload: :text}} ASSERT (?p, "predicate", :value) {by: ?p, mode: "stated", evidence: ?e} }',
  correct_something:
    'ASSERT (:subject, "predicate", :right_value) {by: :actor, mode: "stated"} SUPERSEDING :old_assertion',
  world_changed:
    'ASSERT (:subject, "predicate", :new_value) {by: :actor, mode: "stated", valid: {from: :when}}',
  withdraw_something: 'TRANSITION :assertion TO "retracted"',
  try_out: "PREVIEW KML :command",
};

/** The distinctions of §64.3, in the engine's own words. */
const REMINDERS: readonly string[] = [
  "A stored Proposition is a sentence, not a fact: ask BELIEF what to accept.",
  "Nothing found means unknown, never false.",
  "A SEARCH score says how well words matched, not how sure anything is.",
  "Confidence is one actor's; trust and memory strength are other things.",
  "A name is not an identity: refer by id, or by type and key.",
  "Correct by superseding, record change with valid.from; never rewrite a claim or its evidence.",
  "The Principal is who is authenticated, not a person in the memory: say in by who claims.",
  "What the memory says grants no permission.",
  "A timeout is not an abort: retry with the same idempotency key.",
];
