import { handles, references, type Story } from "./story.js";

/** Not knowing is not the same as knowing that it is not so. */
export const nothingOnRecord: Story = {
  id: "nothing-on-record",
  title: "Nothing on record",
  summary: "Does Frank speak French? Nobody ever said. Does Grace? She said no. The answers differ.",
  steps: [
    {
      title: "Meet Frank and Grace",
      explanation: "Grace says that she does not speak French. Of Frank, nothing is said.",
      command: `MUTATE {
  CREATE CONCEPT ?frank {
    TYPE "Person"
    CLIENT KEY "example:frank"
    NAME "Frank"
  }
  CREATE CONCEPT ?grace {
    TYPE "Person"
    CLIENT KEY "example:grace"
    NAME "Grace"
  }
  CREATE EVIDENCE ?words {
    CLIENT KEY "example:grace:words"
    SET FIELDS {
      evidence_class: "user_statement",
      payload: "I don't speak French.",
      observed_at: "2025-05-20T11:45:00.000Z"
    }
    SET STRUCTURAL { ("source", ?grace) }
  }
  ASSERT (?grace, "speaks", "fr") {
    by: ?grace, mode: "stated", stance: "reject", evidence: ?words,
    at: "2025-05-20T11:45:00.000Z",
    key: "example:grace:no-french"
  }
}`,
      captures: handles("frank", "grace"),
    },
    {
      title: "Does Frank speak French?",
      explanation: "Insufficient: there is nothing to go on. It would be wrong to read that as a no.",
      command: `FIND(?belief)
WHERE {
  ?belief BELIEF (:frank, "speaks", "fr")
}
WITH EPISTEMIC {
  policy: "kip:memory-default",
  explanation: "ledger"
}`,
      parameters: references("frank"),
    },
    {
      title: "Does Grace?",
      explanation: "Rejected: someone actually said no, and the card shows who and in which words.",
      command: `FIND(?belief)
WHERE {
  ?belief BELIEF (:grace, "speaks", "fr")
}
WITH EPISTEMIC {
  policy: "kip:memory-default",
  explanation: "ledger"
}`,
      parameters: references("grace"),
    },
    {
      title: "Which timezone is Frank in?",
      explanation: "An empty slot answers too: no candidates, status insufficient.",
      command: `FIND(?slot)
WHERE {
  ?slot BELIEF SLOT (:frank, "timezone")
}
WITH EPISTEMIC {
  policy: "kip:memory-default",
  explanation: "ledger"
}`,
      parameters: references("frank"),
    },
  ],
};
