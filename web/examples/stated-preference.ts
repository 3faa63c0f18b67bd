import { handles, references, type Story } from "./story.js";

/** Someone says what they prefer, and the memory accepts it on their word. */
export const statedPreference: Story = {
  id: "stated-preference",
  title: "A stated preference",
  summary: "Alice says she prefers dark mode. The memory keeps her words, her claim, and who made it.",
  steps: [
    {
      title: "Alice says so",
      explanation:
        "One transaction records Alice, the option, her exact words as Evidence, and her claim as an Assertion that cites them.",
      command: `MUTATE {
  CREATE CONCEPT ?alice {
    TYPE "Person"
    CLIENT KEY "example:alice"
    NAME "Alice"
  }
  CREATE CONCEPT ?dark {
    TYPE "ColorScheme"
    CLIENT KEY "example:dark"
    NAME "Dark"
  }
  CREATE EVIDENCE ?words {
    CLIENT KEY "example:alice:words"
    SET FIELDS {
      evidence_class: "user_statement",
      payload: "I prefer dark mode.",
      observed_at: "2025-03-05T09:00:00.000Z"
    }
    SET STRUCTURAL { ("source", ?alice) }
  }
  ASSERT ?claim (?alice, "prefers", ?dark) {
    by: ?alice,
    mode: "stated",
    evidence: ?words,
    at: "2025-03-05T09:00:00.000Z",
    key: "example:alice:prefers-dark"
  }
}`,
      captures: handles("alice", "dark"),
    },
    {
      title: "What does the memory believe?",
      explanation:
        "BELIEF weighs the claims about one statement. The card shows the verdict, who stands behind it, and why.",
      command: `FIND(?belief)
WHERE {
  ?belief BELIEF (:alice, "prefers", :dark)
}
WITH EPISTEMIC {
  policy: "kip:memory-default",
  explanation: "ledger"
}`,
      parameters: references("alice", "dark"),
    },
    {
      title: "What is on record?",
      explanation:
        "A plain FIND reads what was claimed and by whom. It lists claims; it does not say which of them to believe.",
      command: `FIND(?person.name, ?option.name, ?claim.mode, ?claim.asserted_at)
WHERE {
  ?statement (?person, "prefers", ?option)
  ?claim ASSERTION {proposition: ?statement, asserted_by: ?person}
}
ORDER BY ?claim.asserted_at`,
    },
  ],
};
