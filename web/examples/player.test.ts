import { describe, expect, it } from "vitest";
import { fakeNexus } from "../run/nexus.fixture.js";
import { createRunner } from "../run/runner.js";
import { createPlayer } from "./player.js";
import { handles, references, type Story } from "./story.js";

const story: Story = {
  id: "s",
  title: "S",
  summary: "",
  steps: [
    { title: "write", explanation: "", command: "WRITE", captures: handles("alice") },
    { title: "deny", explanation: "", command: "DENY", parameters: references("alice") },
    { title: "ask", explanation: "", command: "ASK", parameters: references("alice") },
  ],
};

function stage(answer: Parameters<typeof fakeNexus>[0]) {
  const { nexus, seen } = fakeNexus(answer);
  const runner = createRunner(() => nexus);
  return { player: createPlayer(() => nexus, runner), runner, seen };
}

const answers = (command: string) => (command === "WRITE" ? { handles: { alice: "C-1" } } : []);

describe("the player", () => {
  it("plays the earlier steps first when a later one is clicked", async () => {
    const { player, runner, seen } = stage(({ command }) => answers(command));
    await player.play(story, 2);
    expect(seen).toEqual([
      { command: "WRITE", parameters: {} },
      { command: "DENY", parameters: { alice: { id: "C-1" } } },
      { command: "ASK", parameters: { alice: { id: "C-1" } } },
    ]);
    expect(runner.command.value).toBe("ASK");
    expect(player.place.value).toEqual({ story: "s", step: 2 });
  });

  it("does not play a step again that was played already", async () => {
    const { player, seen } = stage(({ command }) => answers(command));
    await player.play(story, 0);
    await player.play(story, 1);
    await player.play(story, 2);
    expect(seen.map(({ command }) => command)).toEqual(["WRITE", "DENY", "ASK"]);
  });

  it("plays one step at a time, however often it is clicked", async () => {
    const { player, seen } = stage(({ command }) => answers(command));
    await Promise.all([player.play(story, 2), player.play(story, 2)]);
    expect(seen.map(({ command }) => command)).toEqual(["WRITE", "DENY", "ASK"]);
  });

  it("shows an earlier step that fails, where it failed", async () => {
    const { player, runner } = stage(({ command }) => {
      if (command !== "DENY") return answers(command);
      return {
        kip: "2.0",
        status: "failed",
        results: [
          {
            status: "failed",
            error: {
              code: "InternalError",
              category: "system",
              message: "no",
              hint: "",
              retry: { class: "non_retryable" },
              details: {},
            },
          },
        ],
      };
    });
    await player.play(story, 2);
    expect(player.place.value).toEqual({ story: "s", step: 1 });
    expect(runner.outcome.value).toMatchObject({ kind: "refused", error: { code: "InternalError" } });
  });
});
