import { batch, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { JsonObject } from "../../src/model/index.js";
import type { NexusApi } from "../nexus.js";
import { continuationOf } from "./continuation.js";
import { announcementOf, brokenOutcome, type Outcome, outcomeOf, withNextPage } from "./outcome.js";
import { parametersText, parseParameters } from "./parameters.js";

/** What the page says aloud; `urgent` interrupts. The count makes a repeated message a new one. */
export interface Announcement {
  readonly text: string;
  readonly urgent: boolean;
  readonly count: number;
}

/** The editor's two texts, the run in progress, and what came of the last one. */
export interface Runner {
  readonly command: Signal<string>;
  readonly parameters: Signal<string>;
  readonly running: ReadonlySignal<boolean>;
  readonly outcome: ReadonlySignal<Outcome | null>;
  readonly announcement: ReadonlySignal<Announcement>;
  /** Puts a command and its parameters into the editor without running it. */
  load(command: string, parameters: JsonObject): void;
  /** Runs what the editor holds. Returns what came of it, or null when it could not be sent. */
  run(): Promise<Outcome | null>;
  /** Fetches the next page of the last answer. */
  more(): Promise<void>;
}

/** Makes the runner of a page. `nexus` answers null while the memory is not open. */
export function createRunner(nexus: () => NexusApi | null): Runner {
  const command = signal("");
  const parameters = signal("");
  const running = signal(false);
  const outcome = signal<Outcome | null>(null);
  const announcement = signal<Announcement>({ text: "", urgent: false, count: 0 });

  function announce(text: string, urgent: boolean): void {
    announcement.value = { text, urgent, count: announcement.value.count + 1 };
  }

  function show(next: Outcome): void {
    batch(() => {
      outcome.value = next;
      announce(announcementOf(next), next.kind === "refused");
    });
  }

  /** Runs one job at a time: a second one would answer for a text the person has since changed. */
  async function alone<T>(job: (api: NexusApi) => Promise<T>): Promise<T | null> {
    const api = nexus();
    if (!api || running.value) return null;
    running.value = true;
    try {
      return await job(api);
    } finally {
      running.value = false;
    }
  }

  return {
    command,
    parameters,
    running,
    outcome,
    announcement,
    load(text, values) {
      batch(() => {
        command.value = text;
        parameters.value = parametersText(values);
      });
    },
    async run() {
      const text = command.value;
      if (text.trim() === "") {
        announce("Type a KIP command first.", true);
        return null;
      }
      const parsed = parseParameters(parameters.value);
      if (!parsed.ok) {
        announce(`The parameters cannot be used. ${parsed.problem}`, true);
        return null;
      }
      return alone(async (api) => {
        const next = await api
          .executeKip({ command: text, parameters: parsed.value })
          .then((response) => outcomeOf(text, parsed.value, response))
          .catch((thrown: unknown) => brokenOutcome(text, thrown));
        show(next);
        return next;
      });
    },
    async more() {
      const current = outcome.value;
      if (current?.kind !== "answered" || current.nextCursor === null) return;
      const request = continuationOf(current.command, current.parameters, current.nextCursor);
      await alone(async (api) => {
        const next = await api
          .executeKipReadonly(request)
          .then((response) => {
            const page = outcomeOf(current.command, current.parameters, response);
            return page.kind === "refused" ? page : withNextPage(current, response.results[0]);
          })
          .catch((thrown: unknown) => brokenOutcome(current.command, thrown));
        show(next);
      });
    },
  };
}
