import { type JsonObject, type JsonValue, timestampAt, type ValidTimeEndpoint } from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import { asDependencyVerdict } from "./dependency-validity.js";
import { endpointOf, type Interval } from "./instants.js";
import { inPlainWords } from "./plain-words.js";
import type { EpistemicRequest } from "./request.js";
import type { Verdict, WeighedCandidate } from "./settlement.js";
import type { WeighedClaim } from "./weighing.js";

/** The side of a candidate a claim takes; an `uncertain` stance takes neither (§13.4). */
export function sideOf({ timed }: WeighedClaim): "support" | "opposition" | "neither" {
  const { stance } = timed.claim.assertion;
  if (stance === "uncertain") return "neither";
  return stance === "support" ? "support" : "opposition";
}

/** Ended rather than wrong for this request: what a historical summary lists (§49). */
const HISTORICAL: ReadonlySet<string> = new Set(["expired", "retracted", "superseded", "archived"]);

/**
 * Why a candidate has the status it has, at the level the request asks for (§27.4, §49.1): undefined for `none`, the
 * deciding rule, counts and a sentence for `summary`, and each claim besides for `ledger`. It holds nothing that is not
 * in the view its reader sees: of a claim that is withheld there, a ledger says that it was weighed, and no more (§49.2).
 */
export function explain(
  view: SpaceView,
  request: EpistemicRequest,
  member: WeighedCandidate,
  verdict: Verdict,
  contenders: readonly WeighedCandidate[],
): JsonObject | undefined {
  if (request.explanation === "none") return undefined;
  const summary = {
    level: request.explanation,
    rule: verdict.rule,
    text: inPlainWords(verdict, member.claims, request.policy),
    counted: {
      support: verdict.tally.support.length,
      opposition: verdict.tally.opposition.length,
      unverified: verdict.tally.unverifiedSupport.length + verdict.tally.unverifiedOpposition.length,
      undecided: verdict.tally.undecided.length,
    },
    excluded: countReasons(member.claims),
    ...(request.includeHistorical ? { historical: historicalClaims(member.claims) } : {}),
  };
  if (request.explanation === "summary") return summary;
  return {
    ...summary,
    policy: {
      id: request.policy.id,
      version: request.policy.version,
      content_digest: request.policy.contentDigest,
    },
    ...redactions(view, member.claims),
    entries: member.claims.map((claim) => ledgerEntry(view, claim)),
    root_groups: rootGroupEntries(member.claims),
    competitors: contenders
      .filter(({ candidate }) => contenders.length > 1 && candidate.key !== member.candidate.key)
      .map((competitor) => competitorEntry(view, competitor)),
  };
}

/** Why a slot has its status: each candidate explains itself, so this only says what they add up to (§47.3). */
export function explainSlot(request: EpistemicRequest, statuses: readonly string[]): JsonObject | undefined {
  if (request.explanation === "none") return undefined;
  const candidates: Record<string, number> = {};
  for (const status of statuses) candidates[status] = (candidates[status] ?? 0) + 1;
  return { level: request.explanation, candidates };
}

/** How many claims play no part, by reason. */
function countReasons(claims: readonly WeighedClaim[]): JsonObject {
  const counts: Record<string, number> = {};
  for (const { weight, reason } of claims) {
    if (weight === "none" && reason !== null) counts[reason] = (counts[reason] ?? 0) + 1;
  }
  return counts;
}

function historicalClaims(claims: readonly WeighedClaim[]): readonly JsonObject[] {
  return claims
    .filter(({ weight, reason }) => weight === "none" && HISTORICAL.has(reason ?? ""))
    .map(({ timed, reason }) => ({ assertion_id: timed.claim.assertion.id, reason }));
}

/** Whether a claim may be projected from and not be read. */
function isWithheld(view: SpaceView, { timed }: WeighedClaim): boolean {
  return view.element(timed.claim.assertion.id)?.governance.withheld === true;
}

/** How many entries are redacted, where any is (§49.2). */
function redactions(view: SpaceView, claims: readonly WeighedClaim[]): JsonObject {
  const redacted = claims.filter((claim) => isWithheld(view, claim)).length;
  return redacted > 0 ? { redacted } : {};
}

function redactedEntry({ timed }: WeighedClaim): JsonObject {
  return { assertion_id: timed.claim.assertion.id, redacted: true };
}

/** One claim as a reader of the ledger needs it: who said what for when, and what became of it. */
function ledgerEntry(view: SpaceView, weighed: WeighedClaim): JsonObject {
  if (isWithheld(view, weighed)) return redactedEntry(weighed);
  const { timed, weight, reason, rootGroups, dependency } = weighed;
  const { assertion, actor, contexts, startKey } = timed.claim;
  const inTime = timed.exclusion === null ? timed : null;
  return {
    assertion_id: assertion.id,
    proposition_id: assertion.proposition.id,
    actor: { id: actor },
    stance: assertion.stance,
    mode: assertion.mode,
    confidence: assertion.confidence ?? null,
    asserted_at: assertion.asserted_at,
    start_key: timestampAt(startKey),
    context_refs: [...contexts],
    written: {
      from: wireEndpoint(assertion.valid_time.from),
      until: wireEndpoint(assertion.valid_time.until),
    },
    effective: inTime ? wireInterval(inTime.effective.interval) : null,
    ended_by: inTime?.effective.endedBy ?? [],
    standing: inTime?.standing ?? null,
    side: sideOf(weighed),
    counted: weight === "full",
    weight,
    reason,
    evidence: assertion.evidence.filter(({ id }) => view.element(id)).map(({ id, role }) => ({ id, role })),
    root_groups: rootGroups,
    dependency_validity: dependency ? { ...asDependencyVerdict(dependency) } : null,
  };
}

/** The root groups behind the claims that count, each with the side and the claims it stands behind (§23.4). */
function rootGroupEntries(claims: readonly WeighedClaim[]): readonly JsonObject[] {
  const groups = new Map<string, { group: string; side: string; assertion_ids: JsonValue[] }>();
  for (const claim of claims) {
    if (claim.weight !== "full") continue;
    for (const group of claim.rootGroups) {
      const side = sideOf(claim);
      const entry = groups.get(`${side} ${group}`) ?? { group, side, assertion_ids: [] };
      entry.assertion_ids.push(claim.timed.claim.assertion.id);
      groups.set(`${side} ${group}`, entry);
    }
  }
  return [...groups.keys()].sort().map((key) => ({ ...groups.get(key) }));
}

/** Another value in the same conflict: enough to follow why a rule preferred one of them. */
function competitorEntry(
  view: SpaceView,
  { candidate, propositionId, claims }: WeighedCandidate,
): JsonObject {
  return {
    proposition_id: propositionId,
    object: candidate.object as JsonValue,
    support: claims
      .filter((claim) => claim.weight === "full" && sideOf(claim) === "support")
      .map((claim) => (isWithheld(view, claim) ? redactedEntry(claim) : supportEntry(claim))),
  };
}

function supportEntry({ timed: { claim } }: WeighedClaim): JsonObject {
  return {
    assertion_id: claim.assertion.id,
    actor: { id: claim.actor },
    mode: claim.assertion.mode,
    start_key: timestampAt(claim.startKey),
    context_refs: [...claim.contexts],
  };
}

function wireInterval({ from, until }: Interval): JsonObject {
  return { from: wireEndpoint(endpointOf(from)), until: wireEndpoint(endpointOf(until)) };
}

function wireEndpoint(endpoint: ValidTimeEndpoint | undefined): JsonValue {
  if (endpoint === undefined || endpoint === null || typeof endpoint === "string") return endpoint ?? null;
  return { ...endpoint };
}
