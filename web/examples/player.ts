import { type ReadonlySignal, signal } from "@preact/signals";
import type { JsonObject, JsonValue } from "../../src/model/index.js";
import type { NexusApi } from "../nexus.js";
import { outcomeOf } from "../run/outcome.js";
import type { Runner } from "../run/runner.js";
import { type Captured, capture, type Step, type Story } from "./story.js";

/** Where in which story the page is. */
export interface Place {
  readonly story: string;
  readonly step: number;
}

/** Plays worked examples in the editor. */
export interface Player {
  readonly place: ReadonlySignal<Place | null>;
  /** Loads a step into the editor and runs it, after the earlier steps of its story that were not played yet. */
  play(story: Story, index: number): Promise<void>;
}

/** Makes the player of a page. `nexus` answers null while the memory is not open. */
export function createPlayer(nexus: () => NexusApi | null, runner: Runner): Player {
  const place = signal<Place | null>(null);
  /** What each played step captured, by story and step. */
  const played = new Map<Step, Captured>();

  function parametersOf(story: Story, step: Step): JsonObject {
    const captured = story.steps.map((earlier) => played.get(earlier) ?? {});
    return step.parameters?.(Object.assign({}, ...captured)) ?? {};
  }

  function remember(step: Step, result: JsonValue): void {
    played.set(step, capture(step.captures, result));
  }

  /**
   * Runs the earlier steps out of sight, so that any step can be clicked first. They carry client keys: on a memory
   * that holds them already they change nothing. Returns the step to show, which is one that failed if one did.
   */
  async function catchUp(api: NexusApi, story: Story, index: number): Promise<number> {
    for (const [position, step] of story.steps.slice(0, index).entries()) {
      if (played.has(step)) continue;
      const parameters = parametersOf(story, step);
      const outcome = outcomeOf(
        step.command,
        parameters,
        await api.executeKip({ command: step.command, parameters }),
      );
      if (outcome.kind === "refused") return position;
      remember(step, outcome.result);
    }
    return index;
  }

  return {
    place,
    async play(story, index) {
      const api = nexus();
      if (!api || runner.running.value) return;
      const shown = await catchUp(api, story, index);
      const step = story.steps[shown];
      if (!step) return;
      place.value = { story: story.id, step: shown };
      runner.load(step.command, parametersOf(story, step));
      const outcome = await runner.run();
      if (outcome?.kind === "answered") remember(step, outcome.result);
    },
  };
}
