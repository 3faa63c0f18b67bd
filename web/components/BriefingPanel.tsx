import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { type BriefingForm, requestOf } from "../briefing/request.js";
import type { ActionBriefing, NexusApi, RecallRequest } from "../nexus.js";
import { sentences } from "../sentences.js";
import { BriefingView } from "./BriefingView.js";
import { Field } from "./Field.js";

const EMPTY: BriefingForm = { query: "", counterparty: "", topic: "", goal: "", validAt: "" };

/** What became of the last briefing that was asked for. */
type Asked =
  | { readonly status: "idle" | "asking" }
  | { readonly status: "answered"; readonly request: RecallRequest; readonly briefing: ActionBriefing }
  | { readonly status: "failed"; readonly problem: string };

/** Asks Recall what to know before acting, and shows its briefing. Reading changes nothing in the memory. */
export function BriefingPanel({ nexus }: { readonly nexus: NexusApi | null }) {
  const form = useSignal(EMPTY);
  const asked = useSignal<Asked>({ status: "idle" });

  const fill = (member: keyof BriefingForm) => (event: JSX.TargetedInputEvent<HTMLInputElement>) => {
    form.value = { ...form.value, [member]: event.currentTarget.value };
  };

  async function ask(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (!nexus || asked.value.status === "asking") return;
    const made = requestOf(form.value);
    if (!made.ok) {
      asked.value = { status: "failed", problem: made.problem };
      return;
    }
    asked.value = { status: "asking" };
    asked.value = await nexus.recall(made.request).then(
      (briefing): Asked => ({ status: "answered", request: made.request, briefing }),
      (thrown: unknown): Asked => ({ status: "failed", problem: problemOf(thrown) }),
    );
  }

  const { query, counterparty, topic, goal, validAt } = form.value;
  return (
    <section class="card briefing" aria-labelledby="briefing-heading">
      <div class="panel-head">
        <h2 id="briefing-heading">Briefing</h2>
        <span class="soft small">reads only</span>
      </div>
      <div class="body">
        <form onSubmit={(event) => void ask(event)} noValidate>
          <Field class="wide" id="briefing-query" label="What do you want to know?">
            <input
              id="briefing-query"
              value={query}
              placeholder="Where does Ben live?"
              required
              onInput={fill("query")}
            />
          </Field>
          <Field id="briefing-counterparty" label="About or with">
            <input id="briefing-counterparty" value={counterparty} onInput={fill("counterparty")} />
          </Field>
          <Field id="briefing-topic" label="Topic">
            <input id="briefing-topic" value={topic} onInput={fill("topic")} />
          </Field>
          <Field class="wide" id="briefing-goal" label="Goal">
            <input id="briefing-goal" value={goal} onInput={fill("goal")} />
          </Field>
          <div class="wide ask">
            <Field id="briefing-valid-at" label="World time, in UTC (empty: now)">
              <input id="briefing-valid-at" type="datetime-local" value={validAt} onInput={fill("validAt")} />
            </Field>
            <button type="submit" disabled={!nexus} aria-busy={asked.value.status === "asking"}>
              Brief me
            </button>
          </div>
        </form>
        <div role="status">
          {asked.value.status === "failed" && <p class="error-notice">{asked.value.problem}</p>}
          {asked.value.status === "answered" && <p class="visually-hidden">The briefing is ready.</p>}
        </div>
        {asked.value.status === "answered" && (
          <BriefingView request={asked.value.request} briefing={asked.value.briefing} />
        )}
      </div>
    </section>
  );
}

function problemOf(thrown: unknown): string {
  const { code, message, hint } = thrown as Readonly<Record<string, unknown>>;
  const texts = [code, message, hint].map((text) => (typeof text === "string" ? text : null));
  return sentences(...texts) || "The engine did not answer.";
}
