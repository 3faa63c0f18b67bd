import { NO_MATERIAL } from "../belief/material.js";
import { localName } from "../belief/names.js";
import type { ActionBriefing, RecallRequest } from "../nexus.js";
import { Basis } from "./Basis.js";
import { CoverageView } from "./CoverageView.js";
import { StatusBadge } from "./StatusBadge.js";

interface BriefingViewProps {
  readonly request: RecallRequest;
  readonly briefing: ActionBriefing;
}

/** A briefing: what is accepted, what is contested, and how much of the memory it looked at. */
export function BriefingView({ request, briefing }: BriefingViewProps) {
  const { goal, knowledge, contested_assumptions, coverage, basis, warnings } = briefing;
  return (
    <>
      {/* Without a goal of its own, a briefing repeats the question as its goal. */}
      {goal !== request.query && (
        <p>
          <span class="soft">Goal: </span>
          {goal}
        </p>
      )}
      {warnings.map((warning) => (
        <p class="warning" key={warning}>
          {warning}
        </p>
      ))}
      <Knowledge knowledge={knowledge} />
      <Contests contests={contested_assumptions} />
      <CoverageView coverage={coverage} />
      <Basis basis={basis} material={NO_MATERIAL} />
    </>
  );
}

function Knowledge({ knowledge }: Pick<ActionBriefing, "knowledge">) {
  return (
    <div class="section">
      <h3>Accepted knowledge</h3>
      {knowledge.length === 0 && (
        <p class="soft">Nothing found that is accepted. That is not proof that nothing is known.</p>
      )}
      {knowledge.map((item) => (
        <div class="item" key={`${item.subject.id} ${item.predicate_ref} ${JSON.stringify(item.object)}`}>
          <StatusBadge status={item.belief.status} />
          <p>{item.statement}</p>
        </div>
      ))}
    </div>
  );
}

function Contests({ contests }: { readonly contests: ActionBriefing["contested_assumptions"] }) {
  return (
    <div class="section">
      <h3>Contested assumptions</h3>
      {contests.length === 0 && <p class="soft">None found.</p>}
      {contests.map((contest) => (
        <div class="section" key={`${contest.subject.id} ${contest.predicate_ref}`}>
          <p>
            Do not assume it: <strong>{contest.subject.name ?? contest.subject.id}</strong>{" "}
            <code>{localName(contest.predicate_ref)}</code>
          </p>
          <div class="side-by-side">
            {contest.candidates.map((candidate) => (
              <div class="item" key={JSON.stringify(candidate.object)}>
                <strong>{candidate.object_name ?? String(candidate.object)}</strong>
                <StatusBadge status={candidate.belief.status} />
                <p class="small">{candidate.statement}</p>
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
