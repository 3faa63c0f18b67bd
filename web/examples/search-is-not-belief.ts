import { handles, references, type Story } from "./story.js";

/** A search hit, a stored statement and a belief are three different things. */
export const searchIsNotBelief: Story = {
  id: "search-is-not-belief",
  title: "A search is not a belief",
  summary:
    "“Acme” is easy to find, and a statement about it is stored. Nobody ever claimed it, so nobody should believe it.",
  steps: [
    {
      title: "Store a statement nobody claims",
      explanation:
        "ENSURE PROPOSITION stores the bare statement that Heidi works for Acme. No one takes a stance on it.",
      command: `MUTATE {
  CREATE CONCEPT ?heidi {
    TYPE "Person"
    CLIENT KEY "example:heidi"
    NAME "Heidi"
  }
  CREATE CONCEPT ?acme {
    TYPE "Organization"
    CLIENT KEY "example:acme"
    NAME "Acme Robotics"
  }
  CREATE CONCEPT ?club {
    TYPE "Organization"
    CLIENT KEY "example:acme-club"
    NAME "Acme Street Chess Club"
  }
  ENSURE PROPOSITION ?statement (?heidi, "works_for", ?acme)
}`,
      captures: handles("heidi", "acme"),
    },
    {
      title: "Search for it",
      explanation:
        "SEARCH finds things that a text may mean. Its score is relevance, and says nothing about what is true.",
      command: `SEARCH CONCEPT "acme" WITH TYPE "Organization" MODE "keyword" LIMIT 5`,
    },
    {
      title: "Find the stored statement",
      explanation: "A plain FIND shows that the statement exists. Existing is not being true.",
      command: `FIND(?person.name, ?organization.name)
WHERE {
  ?statement (?person, "works_for", ?organization)
}`,
    },
    {
      title: "What should be believed?",
      explanation:
        "Nobody claimed it, so there is no basis: insufficient. Found, stored, and still not believed.",
      command: `FIND(?belief)
WHERE {
  ?belief BELIEF (:heidi, "works_for", :acme)
}
WITH EPISTEMIC {
  policy: "kip:memory-default",
  explanation: "ledger"
}`,
      parameters: references("heidi", "acme"),
    },
  ],
};
