import { expect, test } from "./workbench.js";

test.describe("a stated preference", () => {
  const story = "A stated preference";

  test("is committed, and accepted on the person's word", async ({ workbench }) => {
    await workbench.play(story, "Alice says so");
    await workbench.hasCommitted(1);
    await expect(workbench.indicator).toContainText("sequence 1 · 1 commit seen");

    await workbench.play(story, "What does the memory believe?");
    await workbench.believes(
      "accepted",
      /^Accepted: Alice said so first-hand on 5 March 2025\. Nobody disagrees\.$/,
    );
    await expect(workbench.belief).toContainText("Alice prefers Dark");
    await expect(workbench.belief).toContainText("Supports (1)");
    await expect(workbench.belief).toContainText("Opposes (0)");
    await expect(workbench.belief.getByRole("blockquote")).toHaveText("I prefer dark mode.");
    await expect(workbench.belief).toContainText("kip:memory-default version 1");
    await expect(workbench.belief).toContainText("sequence 1");

    await workbench.play(story, "What is on record?");
    await workbench.hasRows([["Alice", "Dark", "stated", "2025-03-05T09:00:00.000Z"]]);
  });

  test("changes nothing when it is played a second time", async ({ workbench }) => {
    await workbench.play(story, "Alice says so");
    await workbench.hasCommitted(1);
    await workbench.play(story, "What is on record?");
    await workbench.play(story, "Alice says so");
    await expect(workbench.result).toContainText("Already there: nothing changed.");
    await workbench.play(story, "What is on record?");
    await workbench.hasRows([["Alice", "Dark", "stated", "2025-03-05T09:00:00.000Z"]]);
    await expect(workbench.indicator).toContainText("sequence 1");
  });
});

test("someone else disagrees: both sides stand, and hearsay is outranked", async ({ workbench }) => {
  const story = "Someone else disagrees";
  await workbench.play(story, "Ben speaks for himself");
  await workbench.hasCommitted(1);
  await workbench.play(story, "Carol denies it");
  await workbench.hasCommitted(2);

  await workbench.play(story, "Does Ben live in Lisbon?");
  await workbench.believes(
    "contested",
    /^Contested: Ben said so first-hand on 2 April 2025; Carol denied it on 10 June 2025\. /,
  );
  await expect(workbench.belief).toContainText("Supports (1)");
  await expect(workbench.belief).toContainText("Opposes (1)");
  await expect(workbench.belief).toContainText("I live in Lisbon, on Lisbon time.");
  await expect(workbench.belief).toContainText("Ben does not live in Lisbon.");

  await workbench.play(story, "And Ben's timezone?");
  await workbench.believes("accepted", /^Accepted: Europe\/Lisbon\./);
  const madrid = workbench.belief.getByRole("article").filter({ hasText: "Europe/Madrid" }).last();
  await expect(madrid).toContainText("uncertain");
  await expect(madrid).toContainText("a person's own word about themselves outranks hearsay", {
    ignoreCase: true,
  });
  await expect(madrid).toContainText("It is not rejected");
});

test("a correction: the new value counts, the old claim stays on record", async ({ workbench }) => {
  const story = "A correction";
  await workbench.play(story, "Dana misspeaks");
  await workbench.hasCommitted(1);
  await workbench.play(story, "Dana corrects herself");
  await workbench.hasCommitted(2);
  await expect(workbench.parameters).toHaveValue(/"old": \{\s+"id": "A-1"/);

  await workbench.play(story, "What is Dana's timezone?");
  await workbench.believes("accepted", /^Accepted: \+03:00\./);
  await workbench.play(story, "What did she say, and when?");
  await workbench.hasRows([
    ["+02:00", "2025-02-01T10:00:00.000Z", "superseded"],
    ["+03:00", "2025-02-03T08:15:00.000Z", "active"],
  ]);
});

test("the world changes: the new value holds now, the old one then", async ({ workbench }) => {
  const story = "The world changes";
  await workbench.play(story, "Erin lives in Berlin");
  await workbench.play(story, "Erin moves to Oslo");
  await workbench.hasCommitted(2);

  await workbench.play(story, "Where does Erin live now?");
  await workbench.believes("accepted", /^Accepted: Oslo\./);
  const timeline = workbench.belief.getByRole("region", { name: "Over time" }).getByRole("listitem");
  await expect(timeline).toHaveText([
    "Berlin 1 May 2021 to 1 March 2025",
    "Oslo 1 March 2025 on (the time asked for)",
  ]);
  const berlin = workbench.belief.getByRole("article").filter({ hasText: "Berlin" });
  await expect(berlin).toContainText("Does not count: it had ended by that time");
  await expect(berlin).toContainText("ended on 1 March 2025 by a newer claim (lives_in Oslo)");
  await workbench.play(story, "What was true then?");
  await workbench.believes("accepted", /^Accepted: Berlin\./);
  await expect(workbench.belief).toContainText("1 June 2023");
  await expect(workbench.belief).toContainText("ended on 1 March 2025 by a newer claim");
  await workbench.play(story, "What is on record?");
  await workbench.hasRows([
    ["Berlin", "2021-05-01T00:00:00.000Z", "active"],
    ["Oslo", "2025-03-01T00:00:00.000Z", "active"],
  ]);
});

test("nothing on record: insufficient is not a no", async ({ workbench }) => {
  const story = "Nothing on record";
  await workbench.play(story, "Does Frank speak French?");
  await workbench.believes("insufficient", /^Insufficient: nothing on record\. That is not a no\.$/);
  await expect(workbench.belief).toContainText("Frank speaks fr");
  await workbench.play(story, "Does Grace?");
  await workbench.believes(
    "rejected",
    /^Rejected: Grace denied it first-hand on 20 May 2025\. Nobody claims it\.$/,
  );
  await expect(workbench.belief).toContainText("I don't speak French.");
  await workbench.play(story, "Which timezone is Frank in?");
  await workbench.believes("insufficient", /That is not a no\.$/);
});

test("a search is not a belief: found and stored, and still not believed", async ({ workbench }) => {
  const story = "A search is not a belief";
  await workbench.play(story, "Store a statement nobody claims");
  await workbench.hasCommitted(1);
  await workbench.play(story, "Search for it");
  await expect(workbench.result.locator("tbody tr")).toHaveCount(2);
  await expect(workbench.result).toContainText("Acme Robotics");
  await expect(workbench.result.getByRole("columnheader", { name: "retrieval.score" })).toBeVisible();
  await workbench.play(story, "Find the stored statement");
  await workbench.hasRows([["Heidi", "Acme Robotics"]]);
  await workbench.play(story, "What should be believed?");
  await workbench.believes("insufficient", /That is not a no\.$/);
});
