import type { Assertion, Evidence, Projection } from "../../src/model/index.js";
import type { Ending, Exhibit, Voice } from "./facts.js";
import { type LedgerEntry, ledgerOf } from "./ledger.js";
import type { BeliefMaterial } from "./material.js";
import { nameOf, statementOf } from "./names.js";

/** The claims about one statement as voices: both sides, and what is on neither. */
export interface Voices {
  readonly support: readonly Voice[];
  readonly opposition: readonly Voice[];
  readonly aside: readonly Voice[];
  /** Whether a ledger lists every claim, so that there are no others. */
  readonly listsAll: boolean;
}

/** Joins the claims a projection names, and those of its ledger, with what could be read of them. */
export function voicesOf(projection: Projection, material: BeliefMaterial): Voices {
  const { proposition_id, support, opposition } = projection;
  const subject = proposition_id ? (material.propositions.get(proposition_id)?.subject.id ?? null) : null;
  const ledger = ledgerOf(projection);
  const entries = new Map((ledger ?? []).map((entry) => [entry.assertionId, entry]));
  const voice = (id: string) => voiceOf(id, entries.get(id), subject, material);
  const onASide = new Set<string>([...support.assertion_ids, ...opposition.assertion_ids]);
  return {
    support: support.assertion_ids.map(voice),
    opposition: opposition.assertion_ids.map(voice),
    aside: [...entries.keys()].filter((id) => !onASide.has(id)).map(voice),
    listsAll: ledger !== null,
  };
}

/** What the ledger tells is of the projection's own time, and so goes before what is stored now. */
function voiceOf(
  assertionId: string,
  entry: LedgerEntry | undefined,
  subject: string | null,
  material: BeliefMaterial,
): Voice {
  const assertion = material.assertions.get(assertionId);
  const told = entry && !entry.isRedacted ? entry : undefined;
  const actorId = told?.actorId ?? assertion?.asserted_by.id;
  return {
    assertionId,
    actor: actorId === undefined ? `someone (${assertionId})` : nameOf(actorId, material),
    isSubject: actorId !== undefined && actorId === subject,
    stance: told?.stance ?? assertion?.stance ?? null,
    mode: told?.mode ?? assertion?.mode ?? null,
    assertedAt: told?.assertedAt ?? assertion?.asserted_at ?? null,
    validTime: told?.written ?? assertion?.valid_time ?? {},
    ending: told ? endingOf(told, material) : null,
    contexts: (told?.contexts ?? assertion?.context_refs?.map(({ id }) => id) ?? []).map((id) =>
      nameOf(id, material),
    ),
    confidence: told?.confidence ?? assertion?.confidence ?? null,
    exhibits: (told?.evidence ?? assertion?.evidence ?? []).map((cited) => exhibitOf(cited, material)),
    standing: told?.standing ?? null,
    reason: told?.reason ?? null,
  };
}

function endingOf(
  { until, endedBy }: LedgerEntry & { isRedacted: false },
  material: BeliefMaterial,
): Ending | null {
  return endedBy.length === 0
    ? null
    : { until, by: endedBy.map((id) => claimInWords(material.assertions.get(id), id, material)) };
}

/** A claim named by what it says: "lives_in Oslo". */
function claimInWords(assertion: Assertion | undefined, id: string, material: BeliefMaterial): string {
  const statement = assertion && statementOf(assertion.proposition.id, material);
  return statement ? `${statement.predicate} ${statement.object}` : id;
}

function exhibitOf(
  { id, role }: { readonly id: string; readonly role: string },
  material: BeliefMaterial,
): Exhibit {
  const evidence = material.evidence.get(id);
  return {
    id,
    role,
    evidenceClass: evidence?.evidence_class ?? "evidence",
    observedAt: evidence?.observed_at ?? null,
    isCorrected: evidence?.lifecycle.status === "corrected",
    text: evidence ? payloadText(evidence) : null,
  };
}

function payloadText({ payload }: Evidence): string | null {
  if (!("mode" in payload)) return null;
  if (payload.mode === "external") return payload.content_ref;
  return typeof payload.inline === "string" ? payload.inline : JSON.stringify(payload.inline, null, 2);
}
