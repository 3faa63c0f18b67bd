import type { Projection } from "../../src/model/index.js";
import type { AskedTuple } from "../belief/asked.js";
import type { BeliefFacts, Statement } from "../belief/facts.js";
import { factsOf, statementOfTuple } from "../belief/facts-of.js";
import { beliefInWords } from "../belief/in-words.js";
import { ledgerOf } from "../belief/ledger.js";
import type { BeliefMaterial } from "../belief/material.js";
import { Basis } from "./Basis.js";
import { Ledger } from "./Ledger.js";
import { StatusBadge } from "./StatusBadge.js";
import { Voices } from "./Voices.js";

interface BeliefViewProps {
  readonly projection: Projection;
  readonly material: BeliefMaterial;
  /** What was asked, for a belief about a tuple that is not stored. */
  readonly asked: AskedTuple | null;
}

/** The belief about one statement: the verdict, why in plain words, both sides, and the basis. */
export function BeliefView({ projection, material, asked }: BeliefViewProps) {
  const facts = factsOf(projection, material);
  return (
    <>
      <StatementHeading statement={facts.statement ?? statementOfTuple(asked, material)} />
      <Verdict facts={facts} />
      <p class="words">{beliefInWords(facts)}</p>
      <Sides facts={facts} />
      <Basis basis={projection.basis} />
      {projection.explanation && (
        <Ledger explanation={projection.explanation} account={ledgerOf(projection, material)} />
      )}
    </>
  );
}

function StatementHeading({ statement }: { readonly statement: Statement | null }) {
  if (!statement) return <h3 class="statement">A statement that is not on record</h3>;
  return (
    <h3 class="statement">
      {statement.subject} <span class="predicate">{statement.predicate}</span> {statement.object}
    </h3>
  );
}

/** The status, and which side weighs more; `leading` is disclosure, never a verdict (§21.6). */
export function Verdict({ facts }: { readonly facts: BeliefFacts }) {
  return (
    <p class="verdict">
      <StatusBadge status={facts.status} />
      <span class="soft small">leading side: {facts.leading}</span>
    </p>
  );
}

/** Who supports and who opposes. A belief without any voice has no sides to show. */
export function Sides({ facts }: { readonly facts: BeliefFacts }) {
  if (facts.support.length + facts.opposition.length === 0) return null;
  return (
    <div class="sides">
      <Voices side="support" voices={facts.support} />
      <Voices side="opposition" voices={facts.opposition} />
    </div>
  );
}
