import {
  type EpistemicControls,
  MEMORY_DEFAULT_POLICY,
  type PolicyRegistry,
  Projector,
  readEpistemicSettings,
} from "../belief/index.js";
import { kipError, type Timestamp, timestampAt } from "../model/index.js";
import type { SearchIndex } from "../search/index.js";
import type { SpaceView } from "../state/index.js";
import { type ActionBriefing, RECALL_CHANNELS, type RecallCoverage } from "./briefing.js";
import { ground } from "./ground.js";
import { readBeliefs } from "./knowledge.js";
import { readRecallRequest } from "./read-request.js";

/** What Recall reads from: what the caller may see of the state it is about, its index, and what bears on belief there. */
export interface RecallSource {
  readonly view: SpaceView;
  readonly search: SearchIndex;
  readonly controls?: EpistemicControls;
  /** The Projection Policies of the Space; absent means the standard ones. */
  readonly policies?: PolicyRegistry;
}

/** How many slots one briefing reads. Past it the knowledge is reported as truncated. */
const MAX_SLOTS = 64;

/**
 * Answers a recall request with an Action Briefing (Recall policy §18): it grounds the words with keyword SEARCH, reads
 * what is believed about what it found under `kip:memory-default`, and says what it did not look at. It writes nothing
 * and asks no model: the same memory, request and `now` give the same briefing.
 * A request about a past cognitive state (`time.as_of_seq`) needs a source of that state; see `recallSequence`.
 * @throws `KipError` for a malformed request, `HistoricalSnapshotUnavailable` where the source is of another sequence.
 */
export function recall(
  { view, search, controls, policies }: RecallSource,
  received: unknown,
  now: Timestamp = timestampAt(Date.now()),
): ActionBriefing {
  const request = readRecallRequest(received);
  requireSequence(view, request.asOfSeq);
  const projector = new Projector(
    view,
    readEpistemicSettings(
      { policy: MEMORY_DEFAULT_POLICY, explanation: "summary" },
      {
        purpose: "recall",
        risk: "unspecified",
        validAt: request.validAt ?? now,
        seq: view.seq,
        ...(controls ? { controls } : {}),
        ...(policies ? { policies } : {}),
      },
    ),
  );
  const grounding = ground(view, search, request, MAX_SLOTS);
  const beliefs = readBeliefs(view, projector, grounding.slots);
  const basis = { ...projector.basis, next_invalid_at: beliefs.nextInvalidAt };
  return {
    goal: request.goal,
    knowledge: beliefs.knowledge,
    contested_assumptions: beliefs.contested,
    skills: [],
    successful_experiences: [],
    failed_experiences: [],
    open_commitments: [],
    constraints: [],
    unverified_preconditions: [],
    coverage: coverageOf(basis, grounding.truncated),
    basis,
    warnings: [
      ...grounding.warnings,
      ...(grounding.slots.length === 0
        ? ["Nothing here matched the words of this request. A search that misses is no proof of absence."]
        : []),
      ...beliefs.undecided.map((sentence) => `Not settled: ${sentence}`),
      ...beliefs.elsewhere.map(
        (sentence) => `Claimed only in a context this request did not name: ${sentence}`,
      ),
      ...(grounding.truncated
        ? ["More matched than one briefing reads. Ask a narrower question before relying on what is missing."]
        : []),
      `Only knowledge was recalled. Not consulted: ${RECALL_CHANNELS.join(", ")}.`,
    ],
  };
}

/** The sequence of the cognitive state a request is about, or null for the present. @throws as `readRecallRequest`. */
export function recallSequence(received: unknown): number | null {
  return readRecallRequest(received).asOfSeq;
}

/** An older coordinate must not be answered with another state. */
function requireSequence(view: SpaceView, asOfSeq: number | null): void {
  if (asOfSeq === null || asOfSeq === view.seq) return;
  throw kipError(
    "HistoricalSnapshotUnavailable",
    `this source is of sequence ${view.seq}, and the request of ${asOfSeq}`,
    { details: { requested_seq: asOfSeq, current_seq: view.seq } },
  );
}

function coverageOf(basis: RecallCoverage["basis"], truncated: boolean): RecallCoverage {
  const unread = { completed: false, truncated: false };
  const knowledge = { completed: !truncated, truncated };
  return {
    basis,
    channels: {
      knowledge,
      constraints: unread,
      commitments: unread,
      dependencies: unread,
      failures: unread,
      experiences: unread,
      skills: unread,
      evidence: unread,
    },
    unverified_preconditions: [],
    action_eligible: false,
  };
}
