import {
  type Assertion,
  type Evidence,
  isElementRef,
  isJsonObject,
  isTimestamp,
  type JsonObject,
  type JsonValue,
  type Projection,
  type PropositionObject,
  type Timestamp,
} from "../../src/model/index.js";
import type { AskedTuple } from "./asked.js";
import type { BeliefFacts, Exhibit, SetAside, Statement, Voice } from "./facts.js";
import type { BeliefMaterial } from "./material.js";

/** Joins a projection with the elements it refers to. Whatever could not be read appears by its id. */
export function factsOf(projection: Projection, material: BeliefMaterial): BeliefFacts {
  const subjectId = projection.proposition_id
    ? (material.propositions.get(projection.proposition_id)?.subject.id ?? null)
    : null;
  const voices = (ids: readonly string[], stance: Voice["stance"]) =>
    ids.map((id) => voiceOf(id, stance, subjectId, material, projection.explanation));
  const { precedence } = projection;
  return {
    status: projection.status,
    leading: projection.leading,
    statement: projection.proposition_id ? statementOf(projection.proposition_id, material) : null,
    support: voices(projection.support.assertion_ids, "support"),
    opposition: voices(projection.opposition.assertion_ids, "reject"),
    uncertaintyReasons: projection.uncertainty.reasons,
    conflictReasons: projection.conflict_reasons,
    rivals: rivalsOf(projection, material),
    rule: precedence?.rule ?? null,
    decidedBy: typeof projection.explanation?.rule === "string" ? projection.explanation.rule : null,
    outrankedBy: precedence?.outranked_by ? objectOf(precedence.outranked_by, material) : null,
    setAside: setAsideOf(projection.explanation),
    validAt: projection.basis.valid_at,
  };
}

function rivalsOf(projection: Projection, material: BeliefMaterial): readonly string[] {
  const ids = new Set<string>([
    ...projection.conflict_refs,
    ...(projection.precedence?.prevailed_over ?? []),
  ]);
  if (projection.proposition_id) ids.delete(projection.proposition_id);
  return [...ids].map((id) => objectOf(id, material));
}

function objectOf(propositionId: string, material: BeliefMaterial): string {
  return statementOf(propositionId, material)?.object ?? propositionId;
}

/** The tuple of a Proposition in names, or null when it could not be read. */
export function statementOf(propositionId: string, material: BeliefMaterial): Statement | null {
  const proposition = material.propositions.get(propositionId);
  if (!proposition) return null;
  return {
    subject: nameOf(proposition.subject.id, material),
    predicate: localName(proposition.predicate_ref),
    object: valueInWords(proposition.object, material),
  };
}

/** What was asked, in names, for a tuple that is not stored. */
export function statementOfTuple(tuple: AskedTuple | null, material: BeliefMaterial): Statement | null {
  if (!tuple) return null;
  return {
    subject: valueInWords(tuple.subject, material),
    predicate: localName(tuple.predicate),
    object: valueInWords(tuple.object, material),
  };
}

/** A Concept's name, else its key, else its id: names are for people and are never identity (§10). */
export function nameOf(id: string, material: BeliefMaterial): string {
  const concept = material.concepts.get(id);
  return concept?.name ?? concept?.key ?? id;
}

/** A value as a reader would say it: an element by its name, a literal by itself. */
export function valueInWords(value: PropositionObject | JsonValue, material: BeliefMaterial): string {
  if (isElementRef(value)) return nameOf(value.id, material);
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The last part of an exact Schema reference: `kip://domains/general@1.0.0/lives_in` is `lives_in`. */
export function localName(ref: string): string {
  return ref.slice(ref.lastIndexOf("/") + 1);
}

function voiceOf(
  assertionId: string,
  stance: Voice["stance"],
  subjectId: string | null,
  material: BeliefMaterial,
  explanation: JsonObject | undefined,
): Voice {
  const assertion = material.assertions.get(assertionId);
  if (!assertion) return unreadVoice(assertionId, stance);
  return {
    assertionId,
    actorId: assertion.asserted_by.id,
    actor: nameOf(assertion.asserted_by.id, material),
    isSubject: assertion.asserted_by.id === subjectId,
    stance: assertion.stance,
    mode: assertion.mode,
    assertedAt: assertion.asserted_at,
    validTime: assertion.valid_time,
    endedAt: endedAt(assertionId, explanation),
    confidence: assertion.confidence ?? null,
    exhibits: exhibitsOf(assertion, material),
  };
}

/** A claim the projection names and the caller could not read, for example because it is redacted (§49.2). */
function unreadVoice(assertionId: string, stance: Voice["stance"]): Voice {
  return {
    assertionId,
    actorId: assertionId,
    actor: `someone (${assertionId})`,
    isSubject: false,
    stance,
    mode: "stated",
    assertedAt: null,
    validTime: {},
    endedAt: null,
    confidence: null,
    exhibits: [],
  };
}

function exhibitsOf(assertion: Assertion, material: BeliefMaterial): readonly Exhibit[] {
  return assertion.evidence.map(({ id, role }) => {
    const evidence = material.evidence.get(id);
    return {
      id,
      role,
      evidenceClass: evidence?.evidence_class ?? "evidence",
      observedAt: evidence?.observed_at ?? null,
      text: evidence ? payloadText(evidence) : null,
    };
  });
}

function payloadText({ payload }: Evidence): string | null {
  if (!("mode" in payload)) return null;
  if (payload.mode === "external") return payload.content_ref;
  return typeof payload.inline === "string" ? payload.inline : JSON.stringify(payload.inline, null, 2);
}

/** When a successor ended a claim, from its ledger entry; null without a ledger, or when nothing ended it. */
function endedAt(assertionId: string, explanation: JsonObject | undefined): Timestamp | null {
  const entries = explanation?.entries;
  if (!Array.isArray(entries)) return null;
  const entry = entries.filter(isJsonObject).find(({ assertion_id }) => assertion_id === assertionId);
  const isEnded = Array.isArray(entry?.ended_by) && entry.ended_by.length > 0;
  const until = isJsonObject(entry?.effective) ? entry.effective.until : null;
  return isEnded && typeof until === "string" && isTimestamp(until) ? until : null;
}

/** The claims an explanation leaves out, counted by reason. A projection without an explanation names none. */
function setAsideOf(explanation: JsonObject | undefined): readonly SetAside[] {
  const excluded = explanation?.excluded;
  if (!isJsonObject(excluded)) return [];
  return Object.entries(excluded).flatMap(([reason, claims]) =>
    typeof claims === "number" ? [{ reason, claims }] : [],
  );
}
