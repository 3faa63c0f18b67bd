import { handles, references, type Story } from "./story.js";

/** Someone corrects themselves: a new claim says that the old one was wrong, and history keeps both. */
export const correction: Story = {
  id: "correction",
  title: "A correction",
  summary:
    "Dana names the wrong timezone, then corrects herself. The old claim stays on record, marked as superseded.",
  steps: [
    {
      title: "Dana misspeaks",
      explanation: "She claims a timezone on 1 February 2025.",
      command: `MUTATE {
  CREATE CONCEPT ?dana {
    TYPE "Person"
    CLIENT KEY "example:dana"
    NAME "Dana"
  }
  CREATE EVIDENCE ?words {
    CLIENT KEY "example:dana:words"
    SET FIELDS {
      evidence_class: "user_statement",
      payload: "My timezone is +02:00.",
      observed_at: "2025-02-01T10:00:00.000Z"
    }
    SET STRUCTURAL { ("source", ?dana) }
  }
  ASSERT ?claim (?dana, "timezone", "+02:00") {
    by: ?dana, mode: "stated", evidence: ?words,
    at: "2025-02-01T10:00:00.000Z",
    key: "example:dana:plus-two"
  }
}`,
      captures: { ...handles("dana"), old: "/handles/claim" },
    },
    {
      title: "Dana corrects herself",
      explanation:
        "SUPERSEDING says: that claim was wrong. It names the old Assertion by the id the first step returned, and keeps the time the old claim was about.",
      command: `MUTATE {
  CREATE EVIDENCE ?words {
    CLIENT KEY "example:dana:correction"
    SET FIELDS {
      evidence_class: "user_statement",
      payload: "Sorry, I meant +03:00.",
      observed_at: "2025-02-03T08:15:00.000Z"
    }
    SET STRUCTURAL { ("source", :dana) }
  }
  ASSERT (:dana, "timezone", "+03:00") {
    by: :dana, mode: "stated", evidence: ?words,
    at: "2025-02-03T08:15:00.000Z",
    valid: {from: {latest: "2025-02-01T10:00:00.000Z"}},
    key: "example:dana:plus-three"
  } SUPERSEDING :old
}`,
      parameters: references("dana", "old"),
    },
    {
      title: "What is Dana's timezone?",
      explanation: "Only the corrected value counts.",
      command: `FIND(?slot)
WHERE {
  ?slot BELIEF SLOT (:dana, "timezone")
}
WITH EPISTEMIC {
  policy: "kip:memory-default",
  explanation: "ledger"
}`,
      parameters: references("dana"),
    },
    {
      title: "What did she say, and when?",
      explanation: "Nothing was rewritten. Both claims are on record, with what became of them.",
      command: `FIND(?statement.object, ?claim.asserted_at, ?claim.lifecycle.status)
WHERE {
  ?statement (:dana, "timezone", ?value)
  ?claim ASSERTION {proposition: ?statement}
}
ORDER BY ?claim.asserted_at`,
      parameters: references("dana"),
    },
  ],
};
