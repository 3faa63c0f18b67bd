import type { Projection } from "../../src/model/index.js";
import type { AskedTuple } from "../belief/asked.js";
import type { BeliefFacts, Statement } from "../belief/facts.js";
import { factsOf } from "../belief/facts-of.js";
import { beliefInWords } from "../belief/in-words.js";
import type { BeliefMaterial } from "../belief/material.js";
import { statementOfTuple } from "../belief/names.js";
import type { SlotTimeline } from "../belief/timeline.js";
import { Basis } from "./Basis.js";
import { LedgerJson } from "./LedgerJson.js";
import { StatusBadge } from "./StatusBadge.js";
import { Timeline } from "./Timeline.js";
import { Voices } from "./Voices.js";

interface BeliefViewProps {
  readonly projection: Projection;
  readonly material: BeliefMaterial;
  /** What was asked, for a belief about a tuple that is not stored. */
  readonly asked: AskedTuple | null;
  /** Of the slot the statement is one value of. */
  readonly timeline: SlotTimeline;
}

/** The belief about one statement: the verdict, why in plain words, every claim, its slot over time, and the basis. */
export function BeliefView({ projection, material, asked, timeline }: BeliefViewProps) {
  const facts = factsOf(projection, material);
  return (
    <>
      <StatementHeading
        statement={facts.statement ?? statementOfTuple(asked, material)}
        isOnRecord={projection.proposition_id !== null}
      />
      <Verdict facts={facts} />
      <p class="words">{beliefInWords(facts)}</p>
      <Voices facts={facts} />
      <Timeline timeline={timeline} material={material} at={projection.basis.valid_at} />
      <Basis basis={projection.basis} material={material} />
      {projection.explanation && <LedgerJson explanation={projection.explanation} />}
    </>
  );
}

interface StatementHeadingProps {
  readonly statement: Statement | null;
  readonly isOnRecord: boolean;
}

function StatementHeading({ statement, isOnRecord }: StatementHeadingProps) {
  if (!statement) {
    return (
      <h3 class="statement">
        {isOnRecord ? "A statement you may not read" : "A statement that is not on record"}
      </h3>
    );
  }
  return (
    <h3 class="statement">
      {statement.subject} <span class="predicate">{statement.predicate}</span> {statement.object}
    </h3>
  );
}

/** The status, and which side weighs more where one does; `leading` is disclosure, never a verdict (§21.6). */
export function Verdict({ facts: { status, leading } }: { readonly facts: BeliefFacts }) {
  return (
    <p class="verdict">
      <StatusBadge status={status} />
      {leading !== "none" && <span class="soft small">leading side: {leading}</span>}
    </p>
  );
}
