import { type ReadonlySignal, signal } from "@preact/signals";
import type { JsonObject, JsonValue } from "../../src/model/index.js";
import type { NexusApi } from "../nexus.js";
import { brokenOutcome, outcomeOf } from "../run/outcome.js";
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
  let playing = false;

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
      const outcome = await api
        .executeKip({ command: step.command, parameters })
        .then((response) => outcomeOf(step.command, parameters, response))
        .catch((thrown: unknown) => brokenOutcome(step.command, thrown));
      if (outcome.kind === "refused") return position;
      remember(step, outcome.result);
    }
    return index;
  }

  /** Loads a step into the editor and runs it there. */
  async function show(story: Story, index: number): Promise<void> {
    const step = story.steps[index];
    if (!step) return;
    place.value = { story: story.id, step: index };
    runner.load(step.command, parametersOf(story, step));
    const outcome = await runner.run();
    if (outcome?.kind === "answered") remember(step, outcome.result);
  }

  return {
    place,
    async play(story, index) {
      const api = nexus();
      if (!api || playing || runner.running.value) return;
      playing = true;
      try {
        await show(story, await catchUp(api, story, index));
      } finally {
        playing = false;
      }
    },
  };
}
