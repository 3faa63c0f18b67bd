import { handles, references, type Story } from "./story.js";

/** The world changes: one new claim ends the old one, and the past still answers. */
export const worldChange: Story = {
  id: "world-change",
  title: "The world changes",
  summary:
    "Erin moves from Berlin to Oslo. Nobody was wrong, so nothing is corrected; the memory knows what was true when.",
  steps: [
    {
      title: "Erin lives in Berlin",
      explanation: "She says so, and since when.",
      command: `MUTATE {
  CREATE CONCEPT ?erin {
    TYPE "Person"
    CLIENT KEY "example:erin"
    NAME "Erin"
  }
  CREATE CONCEPT ?berlin {
    TYPE "Place"
    CLIENT KEY "example:berlin"
    NAME "Berlin"
  }
  CREATE EVIDENCE ?words {
    CLIENT KEY "example:erin:words"
    SET FIELDS {
      evidence_class: "user_statement",
      payload: "I have lived in Berlin since May 2021.",
      observed_at: "2024-01-15T12:00:00.000Z"
    }
    SET STRUCTURAL { ("source", ?erin) }
  }
  ASSERT (?erin, "lives_in", ?berlin) {
    by: ?erin, mode: "stated", evidence: ?words,
    at: "2024-01-15T12:00:00.000Z",
    valid: {from: "2021-05-01T00:00:00.000Z"},
    key: "example:erin:lives-in-berlin"
  }
}`,
      captures: handles("erin"),
    },
    {
      title: "Erin moves to Oslo",
      explanation:
        "One new claim, valid from the day of the move. It is not a correction: the old claim was true for its time.",
      command: `MUTATE {
  CREATE CONCEPT ?oslo {
    TYPE "Place"
    CLIENT KEY "example:oslo"
    NAME "Oslo"
  }
  CREATE EVIDENCE ?words {
    CLIENT KEY "example:erin:moved"
    SET FIELDS {
      evidence_class: "user_statement",
      payload: "I moved to Oslo on 1 March.",
      observed_at: "2025-03-09T18:20:00.000Z"
    }
    SET STRUCTURAL { ("source", :erin) }
  }
  ASSERT (:erin, "lives_in", ?oslo) {
    by: :erin, mode: "stated", evidence: ?words,
    at: "2025-03-09T18:20:00.000Z",
    valid: {from: "2025-03-01T00:00:00.000Z"},
    key: "example:erin:lives-in-oslo"
  }
}`,
      parameters: references("erin"),
    },
    {
      title: "Where does Erin live now?",
      explanation: "The newer claim ended the older one where it began.",
      command: `FIND(?slot)
WHERE {
  ?slot BELIEF SLOT (:erin, "lives_in")
}
WITH EPISTEMIC {
  policy: "kip:memory-default",
  explanation: "ledger"
}`,
      parameters: references("erin"),
    },
    {
      title: "What was true then?",
      explanation: "FOR TIME asks about the world at another time, with everything the memory knows today.",
      command: `FIND(?slot)
WHERE {
  ?slot BELIEF SLOT (:erin, "lives_in")
}
FOR TIME "2023-06-01T00:00:00.000Z"
WITH EPISTEMIC {
  policy: "kip:memory-default",
  explanation: "ledger"
}`,
      parameters: references("erin"),
    },
    {
      title: "What is on record?",
      explanation: "Both claims are still active: the world moved on, nobody was wrong.",
      command: `FIND(?place.name, ?claim.valid_time.from, ?claim.lifecycle.status)
WHERE {
  ?statement (:erin, "lives_in", ?place)
  ?claim ASSERTION {proposition: ?statement}
}
ORDER BY ?claim.valid_time.from`,
      parameters: references("erin"),
    },
  ],
};
