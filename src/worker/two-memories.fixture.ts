import { afterEach, vi } from "vitest";
import type { JsonObject, JsonValue, ResponseEnvelope } from "../model/index.js";
import { type Endpoint, type GovernanceOperation, NexusRuntime } from "../runtime/index.js";
import { recallThrough } from "./endpoint-port.js";

// Two memories that differ only in what one of their readers may not discover, and how their answers are compared. Each
// is filled by the owner, command by command; what is hidden is written in one of the two only.

const open: { readonly runtime: NexusRuntime; readonly name: string }[] = [];

afterEach(async () => {
  vi.restoreAllMocks();
  for (const { runtime, name } of open.splice(0)) {
    runtime.close();
    await NexusRuntime.delete(name);
  }
});

/** A runtime over a database of its own, deleted when the test ends. */
export async function openMemory(name: string = crypto.randomUUID()): Promise<NexusRuntime> {
  const runtime = await NexusRuntime.open({ name, durability: "relaxed" });
  open.push({ runtime, name });
  return runtime;
}

/** How something is kept from the reader (§30.4). */
export type Hiding = "type" | "predicate" | "label" | "element";

/** One step of the owner's. */
export type Step =
  /** In both memories. `CITED` stands for what it cites of the hidden, where that is there. */
  | { readonly open: string; readonly cited?: string }
  /** In the memory with secrets only; `about`, which is no secret, in both. */
  | { readonly hidden: string; readonly about?: string }
  /** A decision of Governance about what is hidden. */
  | { readonly decided: "quarantine" | "release" | "classify"; readonly on: Secret };

export const SECRETS = ["mole", "place", "job", "file", "tuple", "talk", "memo", "twin"] as const;
export type Secret = (typeof SECRETS)[number];

/** How each secret is hidden. */
export type Hidings = Readonly<Record<Secret, Hiding>>;

/** What a secret that is not there is named by: an id of its kind that was never given out. */
const NEVER: Readonly<Record<Secret, string>> = {
  mole: "C-8888",
  place: "C-8889",
  job: "P-8888",
  file: "E-8888",
  tuple: "P-8889",
  talk: "X-8888",
  memo: "E-8889",
  twin: "C-8890",
};

const SETTING = `MUTATE {
  CREATE CONCEPT ?ann { TYPE "Person" NAME "Ann" SET FIELDS {key: "ann"} }
  CREATE CONCEPT ?ben { TYPE "Person" NAME "Ben Ark" SET FIELDS {key: "ben"} }
  CREATE CONCEPT ?cid { TYPE "Person" NAME "Cid Ark" SET FIELDS {key: "cid"} }
  CREATE CONCEPT ?tea { TYPE "Topic" NAME "Tea" }
  CREATE CONCEPT ?firm { TYPE "Organization" NAME "The Ark" }
  CREATE EVIDENCE ?note { SET FIELDS {evidence_class: "document", payload: "Ann drinks tea"} }
  ENSURE PROPOSITION (?ann, "timezone", "+01:00")
}`;

/** What only the owner may know of: each of another kind, hidden in another way. */
const HIDDEN = `MUTATE {
  CREATE CONCEPT ?mole { TYPE "Person" NAME "Mole Ark" SET FIELDS {key: "mole"} }
  CREATE CONCEPT ?twin { TYPE "Person" NAME "Ann Twin" }
  ASSERT (?twin, "timezone", "+01:00") {by: ?mole, mode: "stated"}
  ASSERT (?twin, "knows", :ben) {by: ?twin, mode: "stated", stance: "reject"}
  CREATE CONCEPT ?place { TYPE "Place" NAME "Ann's den" SET FIELDS {key: "den"} }
  CREATE EVIDENCE ?file { SET FIELDS {evidence_class: "document", payload: "Ann drinks tea with a mole"} }
  CREATE EVIDENCE ?memo { SET FIELDS {evidence_class: "derived_result", payload: "tea"} }
  ENSURE PROPOSITION ?job (:ann, "works_for", :firm)
  ENSURE PROPOSITION ?tuple (:ann, "speaks", "pt")
  CREATE ACTIVITY ?talk {
    SET FIELDS {activity_class: "inference", status: "completed"}
    SET STRUCTURAL { ("inputs", :note) ("outputs", ?memo) }
  }
}`;

/** Elements in both memories that refer to what is hidden, where it is there. */
const CITING: readonly Step[] = [
  {
    open: 'CREATE CONCEPT ?trip { TYPE "Event" NAME "Trip" SET ATTRIBUTES {summary: "a trip"} SET STRUCTURAL { ("mentions", :ben) CITED ("mentions", :tea) } }',
    cited: '("mentions", :mole)',
  },
  {
    open: 'CREATE CONCEPT ?day { TYPE "Event" NAME "Day" SET ATTRIBUTES {summary: "a day"} CITED }',
    cited: 'SET STRUCTURAL { ("mentions", :mole) }',
  },
  {
    open: 'ASSERT ?said (:ann, "knows", :ben) {by: :ann, mode: "stated", evidence: [:noteCITED]}',
    cited: ", :file",
  },
  {
    open: 'CREATE ACTIVITY ?work { SET FIELDS {activity_class: "inference", status: "running"} SET STRUCTURAL { ("inputs", :note) CITED } }',
    cited: '("inputs", :file)',
  },
];

const MAY = [
  ...[
    "read",
    "search",
    "project",
    "read_history",
    "create",
    "update",
    "record_attributed_assertion",
    "assert",
  ],
  ...[
    "retract_own",
    "supersede_own",
    "archive",
    "tombstone",
    "merge_identity",
    "manage_retention",
    "purge",
    "derive",
  ],
];

/** A clock that the driver sets, so that what is done at the same step is done at the same time in both memories. */
class Clock {
  #at = Date.parse("2026-03-01T00:00:00.000Z");

  constructor() {
    vi.spyOn(Date, "now").mockImplementation(() => this.#at);
  }

  set(step: number, within: number): void {
    this.#at = Date.parse("2026-03-01T00:00:00.000Z") + step * 60_000 + within * 1_000;
  }
}

let clock: Clock | null = null;

/** One of the two memories. */
export class Memory {
  readonly runtime: NexusRuntime;
  readonly owner: Endpoint;
  reader!: Endpoint;
  readonly handles = new Map<string, string>();
  /** The sequences of the open steps. */
  readonly seqs: number[] = [];
  /** What the reader was told of commits, as they happened. */
  readonly told: unknown[] = [];
  readonly #withSecrets: boolean;
  #step = 0;

  private constructor(runtime: NexusRuntime, owner: Endpoint, withSecrets: boolean) {
    this.runtime = runtime;
    this.owner = owner;
    this.#withSecrets = withSecrets;
  }

  /** A memory that is set up, with its reader's rules in force. */
  static async of(withSecrets: boolean, hidings: Hidings): Promise<Memory> {
    clock = new Clock();
    const runtime = await openMemory();
    const memory = new Memory(runtime, await runtime.endpoint({ principal: "owner" }), withSecrets);
    await memory.#run(SETTING, 0);
    if (withSecrets) await memory.#run(HIDDEN, 1);
    await memory.#govern(hidings);
    memory.reader = await runtime.endpoint({ principal: "reader" });
    await memory.reader.onCommit((envelope) => memory.told.push(envelope));
    for (const step of CITING) await memory.take(step);
    return memory;
  }

  async #govern(hidings: Hidings): Promise<void> {
    const governance = await this.runtime.governance();
    const change = (operation: GovernanceOperation) => governance.change(operation);
    for (const secret of SECRETS) {
      if (hidings[secret] !== "label" || !this.#withSecrets) continue;
      await change({
        op: "classify",
        elements: [this.idOf(secret)],
        classification: "secret",
        propagate: false,
      });
    }
    const elements = SECRETS.filter((secret) => hidings[secret] === "element").map((secret) =>
      this.idOf(secret),
    );
    await change({ op: "add_principal", id: "reader" });
    await change({ op: "grant", principal: "reader", permissions: MAY });
    const hide = (scope: JsonObject) =>
      change({ op: "deny", principal: "reader", permissions: ["discover"], scope });
    await hide({ classifications: ["secret"] });
    await hide({ types: ["Place"] });
    await hide({ predicates: ["works_for"] });
    // There is no rule about what is not there.
    if (elements.length > 0 && this.#withSecrets) await hide({ elements });
  }

  /** Carries out a step of the owner. */
  async take(step: Step): Promise<void> {
    this.#step += 1;
    if ("decided" in step) {
      if (!this.#withSecrets) return;
      clock?.set(this.#step, 1);
      const governance = await this.runtime.governance();
      const elements = [this.idOf(step.on)];
      if (step.decided === "classify")
        await governance.change({ op: "classify", elements, classification: "secret" });
      else if (step.decided === "release") await governance.change({ op: "release", elements });
      else await governance.change({ op: "quarantine", elements, reason: "review" });
    } else if ("hidden" in step) {
      if (step.about !== undefined) await this.#run(step.about, 0);
      if (this.#withSecrets) await this.#run(step.hidden, 1);
    } else {
      await this.#run(step.open.replace("CITED", this.#withSecrets ? (step.cited ?? "") : ""), 0);
      const { snapshot } = await this.owner.executeKipReadonly({ command: "LIST SPACES" });
      this.seqs.push(snapshot?.snapshot_seq ?? 0);
    }
  }

  async #run(command: string, within: number): Promise<void> {
    clock?.set(this.#step, within);
    const { error, results } = await this.owner.executeKip({ command, parameters: this.parameters() });
    const failure = error ?? results[0]?.error;
    if (failure) throw new Error(`${command}: ${failure.code} ${failure.message}`);
    this.#keep(results[0]?.result);
  }

  /** The reader's request, answered. Handles it declares name elements from then on. */
  async ask(question: Question): Promise<JsonValue> {
    this.#step += 1;
    clock?.set(this.#step, 0);
    const { text, recall, hidden } = question;
    const parameters = this.parameters(hidden);
    if (recall !== undefined) {
      const told = (at: string) => (at in parameters ? parameters[at] : at) as string;
      return (await recallThrough(this.reader, {
        query: recall,
        context: { counterparty_ref: told("ann") },
      } as never).catch((thrown: { toShape(): JsonValue }) => thrown.toShape())) as unknown as JsonValue;
    }
    if (text.includes(":seq"))
      parameters.seq = this.seqs[Math.min(question.seq ?? 0, this.seqs.length - 1)] ?? 0;
    const commands = text.split("\n;\n");
    const response = await this.reader.request({
      kip: "2.0",
      ...(commands.length > 1 ? { execution: { mode: question.mode ?? "sequence" } } : {}),
      ...(question.dryRun ? { options: { dry_run: true } } : {}),
      operations: commands.map((command) => ({ command })),
      parameters,
    } as never);
    if (!question.dryRun) for (const { result } of response.results) this.#keep(result);
    const pages = [response, ...(await this.#following(response, text, parameters))];
    return pages.map(withHeadApart) as unknown as JsonValue;
  }

  /** The pages after a first one, as far as its cursors lead. */
  async #following(
    first: ResponseEnvelope,
    text: string,
    parameters: JsonObject,
  ): Promise<readonly ResponseEnvelope[]> {
    const pages: ResponseEnvelope[] = [];
    let cursor = first.results[0]?.next_cursor;
    while (cursor != null && pages.length < 4 && !text.startsWith("CHANGES") && text.includes(" LIMIT ")) {
      const page = await this.reader.executeKipReadonly({
        command: `${text} CURSOR :cursor`,
        parameters: { ...parameters, cursor },
      });
      pages.push(page);
      cursor = page.results[0]?.next_cursor;
    }
    return pages;
  }

  #keep(result: JsonValue | undefined): void {
    const { handles } = (result ?? {}) as { handles?: Readonly<Record<string, string>> };
    for (const [name, id] of Object.entries(handles ?? {})) this.handles.set(name, id);
  }

  idOf(secret: Secret): string {
    return this.handles.get(secret) ?? NEVER[secret];
  }

  parameters(hidden?: Secret): Record<string, JsonValue> {
    const named = [...this.handles].filter(([name]) => !(SECRETS as readonly string[]).includes(name));
    const secrets = SECRETS.map((secret) => [secret, this.idOf(secret)] as const);
    return Object.fromEntries([...named, ...secrets, ["hidden", hidden ? this.idOf(hidden) : "C-9999"]]);
  }
}

/** Something the reader asks or does. */
export interface Question {
  readonly text: string;
  /** Which secret `:hidden` names. */
  readonly hidden?: Secret;
  /** Which open step `:seq` is the sequence of. */
  readonly seq?: number;
  readonly mode?: "independent" | "sequence" | "atomic";
  readonly dryRun?: boolean;
  /** A query for Recall instead of a command. */
  readonly recall?: string;
}

/** Where the Space stands is told apart from where an answer was read. */
function withHeadApart(response: ResponseEnvelope): unknown {
  if (!response.snapshot) return response;
  const { snapshot_seq: head_seq, ...snapshot } = response.snapshot;
  return { ...response, snapshot: { ...snapshot, head_seq } };
}

const SEQUENCE = /(?:^|_)seq$/;
const OPAQUE = /"(next_cursor|watermark|cursor|snapshot_token)":"[^"]*"/g;
const TX = /kip:space:[a-z]+#[0-9]+(?:~[0-9a-f-]+)?/g;
const DIGEST = /sha256:[0-9a-f]{64}/g;
const VIEW = /view:[0-9a-f]{24}/g;
const TIME = /\b20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z/g;
const ID = /\b[CPAEX]-[1-9][0-9]*\b/g;

/**
 * An answer with ids, transactions, digests, times, views and sequences named in the order of their appearance, and
 * tokens left out: they are opaque and authenticated, and what they lead to is compared by its pages. Sequences are
 * named by the member they stand in: a reader may tell that something was committed after what it sees (§36.1).
 */
export function renamed(answer: unknown): string {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  const name = (kind: string) => (found: string) => {
    const known = names.get(`${kind} ${found}`);
    if (known !== undefined) return known;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    names.set(`${kind} ${found}`, `${kind}:${count}`);
    return `${kind}:${count}`;
  };
  return JSON.stringify(answer, (key, value: unknown) =>
    SEQUENCE.test(key) && typeof value === "number" ? name(key)(String(value)) : value,
  )
    .replace(OPAQUE, '"$1":"…"')
    .replace(TX, name("tx"))
    .replace(DIGEST, name("digest"))
    .replace(VIEW, name("view"))
    .replace(TIME, name("time"))
    .replace(ID, (id) => name(id.charAt(0))(id));
}
