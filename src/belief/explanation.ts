import { type JsonObject, type JsonValue, timestampAt, type ValidTimeEndpoint } from "../model/index.js";
import { asDependencyVerdict } from "./dependency-validity.js";
import { endpointOf, type Interval, isSameInterval } from "./instants.js";
import { inPlainWords } from "./plain-words.js";
import type { Reader, RootNames } from "./reader.js";
import type { EpistemicRequest } from "./request.js";
import type { Scope } from "./scope.js";
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
 * The candidates of one scope as the ledgers of all of them tell of each (§21.11). They are put into words once, however
 * many ledgers list them: a slot of a thousand values is told in a thousand ledgers.
 */
export class Rivals {
  readonly #reader: Reader;
  readonly #scope: Pick<Scope, "members" | "contenders">;
  #entries: readonly { readonly key: string; readonly entry: JsonObject }[] | null = null;
  #isPartly: boolean | null = null;

  constructor(reader: Reader, scope: Pick<Scope, "members" | "contenders">) {
    this.#reader = reader;
    this.#scope = scope;
  }

  /** Whether some claim of the scope may not be read (§49.2). */
  get isPartly(): boolean {
    this.#isPartly ??= this.#scope
      .members()
      .some(({ claims }) => claims.some((claim) => this.#reader.mayNotRead(claim)));
    return this.#isPartly;
  }

  /** The other values that somebody speaks for, beside the one of a key. */
  beside(key: string): readonly JsonObject[] {
    this.#entries ??= this.#tell();
    return this.#entries.filter((each) => each.key !== key).map(({ entry }) => entry);
  }

  #tell() {
    const contenders = new Set(this.#scope.contenders());
    return this.#scope
      .members()
      .filter(({ claims }) => claims.some(isMaterialSupport))
      .map((member) => ({
        key: member.candidate.key,
        entry: competitorEntry(this.#reader, member, contenders.has(member)),
      }));
  }
}

/** A candidate whose status is explained, among the others that are judged with it. */
export interface Explained {
  readonly member: WeighedCandidate;
  readonly verdict: Verdict;
  readonly rivals: Rivals;
}

/**
 * Why a candidate has the status it has, at the level the request asks for (§27.4, §49.1): undefined for `none`, the
 * deciding rule, counts and a sentence for `summary`, and each claim besides for `ledger`. Of a claim that its reader may
 * not read it says that it was weighed, and no more, and says that it does so (§49.2).
 */
export function explain(
  reader: Reader,
  request: EpistemicRequest,
  { member, verdict, rivals }: Explained,
): JsonObject | undefined {
  if (request.explanation === "none") return undefined;
  const { claims } = member;
  const summary = {
    level: request.explanation,
    rule: verdict.rule,
    text: inPlainWords(
      verdict,
      claims.map((claim) => reader.reasonOf(claim)),
      request.policy,
    ),
    counted: {
      support: verdict.tally.support.length,
      opposition: verdict.tally.opposition.length,
      unverified: verdict.tally.unverifiedSupport.length + verdict.tally.unverifiedOpposition.length,
      undecided: verdict.tally.undecided.length,
    },
    excluded: countReasons(reader, claims),
    ...redactions(reader, claims),
    ...(request.includeHistorical ? { historical: historicalClaims(reader, claims) } : {}),
  };
  if (request.explanation === "summary") return summary;
  const rootNames = reader.rootNames(claims);
  return {
    ...summary,
    policy: {
      id: request.policy.id,
      version: request.policy.version,
      content_digest: request.policy.contentDigest,
    },
    entries: claims.map((claim) => ledgerEntry(reader, claim, rootNames, rivals.isPartly)),
    root_groups: rootGroupEntries(reader, claims, rootNames),
    competitors: rivals.beside(member.candidate.key),
  };
}

/**
 * Why a slot has its status: each candidate explains itself, so this says what they add up to (§47.3). Where the
 * Predicate is of a closed world it says that, too (`closed_world`): a slot has no status for it, and yet BELIEF answers
 * `rejected` of every value that nothing counts for, listed or not (§24.2).
 */
export function explainSlot(
  request: EpistemicRequest,
  statuses: readonly string[],
  isClosedWorld: boolean,
): JsonObject | undefined {
  if (request.explanation === "none") return undefined;
  const candidates: Record<string, number> = {};
  for (const status of statuses) candidates[status] = (candidates[status] ?? 0) + 1;
  return { level: request.explanation, candidates, ...(isClosedWorld ? { closed_world: true } : {}) };
}

/** How many claims play no part, by reason. */
function countReasons(reader: Reader, claims: readonly WeighedClaim[]): JsonObject {
  const counts: Record<string, number> = {};
  for (const claim of claims) {
    const reason = claim.weight === "none" ? reader.reasonOf(claim) : null;
    if (reason !== null) counts[reason] = (counts[reason] ?? 0) + 1;
  }
  return counts;
}

function historicalClaims(reader: Reader, claims: readonly WeighedClaim[]): readonly JsonObject[] {
  return claims
    .filter(({ weight, reason }) => weight === "none" && HISTORICAL.has(reason ?? ""))
    .filter((claim) => !reader.mayNotRead(claim))
    .map(({ timed, reason }) => ({ assertion_id: timed.claim.assertion.id, reason }));
}

/** How many claims are redacted, where any is (§49.2). */
function redactions(reader: Reader, claims: readonly WeighedClaim[]): JsonObject {
  const redacted = claims.filter((claim) => reader.mayNotRead(claim)).length;
  return redacted > 0 ? { redacted } : {};
}

function redactedEntry({ timed }: WeighedClaim): JsonObject {
  return { assertion_id: timed.claim.assertion.id, redacted: true };
}

/**
 * One claim as a reader of the ledger needs it: who said what for when, and what became of it. Where some claim of the
 * scope may not be read (`isPartly`), an interval that others narrowed is left out: it would tell when those begin.
 */
function ledgerEntry(
  reader: Reader,
  weighed: WeighedClaim,
  rootNames: RootNames,
  isPartly: boolean,
): JsonObject {
  if (reader.mayNotRead(weighed)) return redactedEntry(weighed);
  const { timed, weight, reason, rootGroups, dependency } = weighed;
  const { assertion, actor, contexts, startKey, written } = timed.claim;
  const inTime = timed.exclusion === null ? timed : null;
  const isRedacted = isPartly && inTime !== null && !isSameInterval(inTime.effective.interval, written);
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
    effective: inTime && !isRedacted ? wireInterval(inTime.effective.interval) : null,
    ...(isRedacted ? { effective_redacted: true } : {}),
    ended_by: isRedacted ? [] : (inTime?.effective.endedBy ?? []),
    standing: inTime?.standing ?? null,
    side: sideOf(weighed),
    counted: weight === "full",
    weight,
    reason,
    evidence: assertion.evidence.filter(({ id }) => reader.knows(id)).map(({ id, role }) => ({ id, role })),
    root_groups: rootGroups.map(rootNames),
    dependency_validity: dependency ? { ...asDependencyVerdict(dependency) } : null,
  };
}

/** The root groups behind the claims that count, each with the side and the claims it stands behind (§23.4). */
function rootGroupEntries(
  reader: Reader,
  claims: readonly WeighedClaim[],
  rootNames: RootNames,
): readonly JsonObject[] {
  const groups = new Map<string, { group: string; side: string; assertion_ids: JsonValue[] }>();
  for (const claim of claims) {
    if (claim.weight !== "full") continue;
    for (const group of claim.rootGroups.map(rootNames)) {
      const side = sideOf(claim);
      const entry = groups.get(`${side} ${group}`) ?? { group, side, assertion_ids: [] };
      if (!reader.mayNotRead(claim)) entry.assertion_ids.push(claim.timed.claim.assertion.id);
      groups.set(`${side} ${group}`, entry);
    }
  }
  return [...groups.keys()].sort().map((key) => ({ ...groups.get(key) }));
}

/** Whether a claim speaks for its value, decisively or not. */
function isMaterialSupport(claim: WeighedClaim): boolean {
  return claim.weight !== "none" && sideOf(claim) === "support";
}

/**
 * Another value that somebody speaks for and that cannot hold beside this one: enough to follow why a rule preferred one
 * of them, or why it is no conflict at all (§25.5, §57.6).
 */
function competitorEntry(
  reader: Reader,
  { candidate, propositionId, claims }: WeighedCandidate,
  inConflict: boolean,
): JsonObject {
  const isWithheld = propositionId !== null && reader.isWithheld(propositionId);
  const supporting = claims.filter(isMaterialSupport);
  const entryOf = (claim: WeighedClaim) =>
    reader.mayNotRead(claim) ? redactedEntry(claim) : supportEntry(claim);
  return {
    proposition_id: propositionId,
    ...(isWithheld ? { redacted: true } : { object: candidate.object as JsonValue }),
    in_conflict: inConflict,
    support: supporting.filter(({ weight }) => weight === "full").map(entryOf),
    undecided: supporting.filter(({ weight }) => weight !== "full").map(entryOf),
  };
}

function supportEntry({ timed: { claim }, reason }: WeighedClaim): JsonObject {
  return {
    assertion_id: claim.assertion.id,
    actor: { id: claim.actor },
    mode: claim.assertion.mode,
    start_key: timestampAt(claim.startKey),
    context_refs: [...claim.contexts],
    ...(reason === null ? {} : { reason }),
  };
}

function wireInterval({ from, until }: Interval): JsonObject {
  return { from: wireEndpoint(endpointOf(from)), until: wireEndpoint(endpointOf(until)) };
}

function wireEndpoint(endpoint: ValidTimeEndpoint | undefined): JsonValue {
  if (endpoint === undefined || endpoint === null || typeof endpoint === "string") return endpoint ?? null;
  return { ...endpoint };
}
