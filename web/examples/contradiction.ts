import { handles, references, type Story } from "./story.js";

/** Two people disagree; neither claim is rewritten, and the memory shows both sides. */
export const contradiction: Story = {
  id: "contradiction",
  title: "Someone else disagrees",
  summary: "Ben says he lives in Lisbon. Carol says he does not. Both claims stand, side by side.",
  steps: [
    {
      title: "Ben speaks for himself",
      explanation: "Ben says where he lives and which timezone he keeps.",
      command: `MUTATE {
  CREATE CONCEPT ?ben {
    TYPE "Person"
    CLIENT KEY "example:ben"
    NAME "Ben"
  }
  CREATE CONCEPT ?lisbon {
    TYPE "Place"
    CLIENT KEY "example:lisbon"
    NAME "Lisbon"
  }
  CREATE EVIDENCE ?words {
    CLIENT KEY "example:ben:words"
    SET FIELDS {
      evidence_class: "user_statement",
      payload: "I live in Lisbon, on Lisbon time.",
      observed_at: "2025-04-02T08:30:00.000Z"
    }
    SET STRUCTURAL { ("source", ?ben) }
  }
  ASSERT (?ben, "lives_in", ?lisbon) {
    by: ?ben, mode: "stated", evidence: ?words,
    at: "2025-04-02T08:30:00.000Z",
    key: "example:ben:lives-in-lisbon"
  }
  ASSERT (?ben, "timezone", "Europe/Lisbon") {
    by: ?ben, mode: "stated", evidence: ?words,
    at: "2025-04-02T08:30:00.000Z",
    key: "example:ben:lisbon-time"
  }
}`,
      captures: handles("ben", "lisbon"),
    },
    {
      title: "Carol denies it",
      explanation:
        "A denial is an opposite stance toward the same statement. Carol cannot end or correct what Ben said; only Ben can.",
      command: `MUTATE {
  CREATE CONCEPT ?carol {
    TYPE "Person"
    CLIENT KEY "example:carol"
    NAME "Carol"
  }
  CREATE EVIDENCE ?words {
    CLIENT KEY "example:carol:words"
    SET FIELDS {
      evidence_class: "user_statement",
      payload: "Ben does not live in Lisbon. I think he keeps Madrid time.",
      observed_at: "2025-06-10T16:00:00.000Z"
    }
    SET STRUCTURAL { ("source", ?carol) }
  }
  ASSERT (:ben, "lives_in", :lisbon) {
    by: ?carol, mode: "stated", stance: "reject", evidence: ?words,
    at: "2025-06-10T16:00:00.000Z",
    key: "example:carol:denies-lisbon"
  }
  ASSERT (:ben, "timezone", "Europe/Madrid") {
    by: ?carol, mode: "stated", evidence: ?words,
    at: "2025-06-10T16:00:00.000Z",
    key: "example:carol:madrid-time"
  }
}`,
      parameters: references("ben", "lisbon"),
    },
    {
      title: "Does Ben live in Lisbon?",
      explanation:
        "Contested: one person says so, another denies it. The memory does not pick a side for a clean answer.",
      command: `FIND(?belief)
WHERE {
  ?belief BELIEF (:ben, "lives_in", :lisbon)
}
WITH EPISTEMIC {
  policy: "kip:memory-default",
  explanation: "ledger"
}`,
      parameters: references("ben", "lisbon"),
    },
    {
      title: "And Ben's timezone?",
      explanation:
        "Two values for one slot. Here the standard policy has a rule: what a person says about themselves outranks hearsay. Madrid is outranked, not rejected.",
      command: `FIND(?slot)
WHERE {
  ?slot BELIEF SLOT (:ben, "timezone")
}
WITH EPISTEMIC {
  policy: "kip:memory-default",
  explanation: "ledger"
}`,
      parameters: references("ben"),
    },
  ],
};
