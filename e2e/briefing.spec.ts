import { expect, test } from "./workbench.js";

test("a briefing says what is contested, what was not looked at, and that nothing may be done on it", async ({
  workbench,
}) => {
  await workbench.play("Someone else disagrees", "And Ben's timezone?");
  await workbench.believes("accepted", /^Accepted: Europe\/Lisbon\./);

  const { briefing } = workbench;
  await briefing.getByLabel("What do you want to know?").fill("Where does Ben live?");
  await briefing.getByLabel("About or with").fill("Ben");
  await briefing.getByRole("button", { name: "Brief me" }).click();

  await expect(briefing.getByRole("heading", { name: "Accepted knowledge" })).toBeVisible();
  await expect(briefing).toContainText("Europe/Lisbon");
  await expect(briefing.getByRole("heading", { name: "Contested assumptions" })).toBeVisible();
  await expect(briefing).toContainText("Lisbon");
  await expect(briefing).toContainText("action_eligible: no");
  const channels = briefing.getByRole("list", { name: "Channels" });
  await expect(channels).toContainText("skills: incomplete");
  await expect(channels).toContainText("commitments: incomplete");
  await expect(briefing).toContainText("kip:memory-default version 1");
  await expect(workbench.indicator).toContainText("sequence 2");
});

test("a briefing without a question asks for one", async ({ workbench }) => {
  await workbench.briefing.getByRole("button", { name: "Brief me" }).click();
  await expect(workbench.briefing.getByRole("status")).toContainText("Say what you want to know.");
});
