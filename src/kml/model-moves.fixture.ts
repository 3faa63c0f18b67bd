import type { JsonObject } from "../model/index.js";
import type { Command, Draft } from "./model-command.fixture.js";
import { type Content, isGone, isOutOfRecall, same } from "./model-items.fixture.js";
import type { Edge, ModelId, Ref } from "./model-statements.fixture.js";
import { requireInstant } from "./model-values.fixture.js";

interface Move {
  readonly to: string;
  readonly successor?: Ref;
  readonly fields?: JsonObject;
  readonly add?: readonly Edge[];
}

const FINISHED = ["completed", "failed", "cancelled"];
const OF_ACTIVITY = ["running", ...FINISHED];

/** One move of one element (§52.5), judged on the state the command found. */
export function moveItem(command: Command, id: ModelId, move: Move): void {
  const draft = command.draftOf(id);
  if (!draft) return;
  const { to } = move;
  if (to === "archived" || to === "tombstoned") {
    command.claim(id, "recall", to);
    if (draft.content.state === to) return;
    if (isGone(draft.content.state)) command.refuse("InvalidLifecycleTransition");
    else draft.content = { ...draft.content, state: to };
    return;
  }
  const wanted = OF_ACTIVITY.includes(to) ? "activity" : to === "corrected" ? "evidence" : "assertion";
  if (draft.kind !== wanted) {
    command.refuse("InvalidLifecycleTransition");
    return;
  }
  command.claim(id, "lifecycle", to);
  if (isGone(command.found.items.get(id)?.content.state ?? "")) command.refuse("InvalidLifecycleTransition");
  if (to === "retracted") retract(command, draft);
  else if (to === "superseded") supersede(command, draft, move);
  else if (to === "corrected") correct(command, draft, move);
  else advance(command, draft, move);
}

function retract(command: Command, draft: Draft): void {
  const { status } = draft.content.lifecycle;
  if (status === "retracted") return;
  if (status !== "active") command.refuse("InvalidLifecycleTransition");
  withLifecycle(draft, { status: "retracted", retracted_at: command.found.now }, "retracted");
}

function supersede(command: Command, draft: Draft, { successor }: Move): void {
  const { status } = draft.content.lifecycle;
  if (status === "retracted") command.refuse("InvalidLifecycleTransition");
  const by = successor ? command.resolve(successor) : null;
  if (by === null) return;
  command.claim(draft.id, "lifecycle.by", by);
  const wasSuperseded = command.found.items.get(draft.id)?.content.lifecycle.status === "superseded";
  if (status === "superseded") {
    if (!refs(draft.content, "superseded_by").includes(by)) command.refuse("InvalidLifecycleTransition");
    if (wasSuperseded) return;
  }
  const newer =
    command.factsOf(by)?.kind === "assertion" && by !== draft.id ? command.draftOf(by) : undefined;
  const fits = newer && isCompatible(command, draft, newer);
  // Of two moves by one command either may be looked at first.
  if (!fits) command.refuse("SupersessionMismatch");
  if (!fits || status === "superseded") return;
  withLifecycle(draft, { status: "superseded", superseded_by: [{ id: by }] }, "superseded");
  const supersedes = [...refs(newer.content, "supersedes"), draft.id].map((id) => ({ id }));
  newer.content = { ...newer.content, lifecycle: { ...newer.content.lifecycle, supersedes } };
}

/** The same actor, the same slot, the same contexts, and a successor that stands (§14.2). */
function isCompatible(command: Command, older: Draft, newer: Draft): boolean {
  const standing = command.found.items.get(newer.id)?.content.lifecycle.status ?? "active";
  const slot = ({ content }: Draft) => {
    const id = idIn(content, "proposition");
    const proposition = command.drafts.get(id) ?? command.found.items.get(id);
    return proposition
      ? `${command.canonical(idIn(proposition.content, "subject"))} ${proposition.type}`
      : id;
  };
  const contexts = ({ content }: Draft) =>
    ((content.fields.context_refs ?? []) as readonly JsonObject[])
      .map(({ id }) => command.canonical(String(id)))
      .sort();
  return (
    standing === "active" &&
    command.canonical(idIn(older.content, "asserted_by")) ===
      command.canonical(idIn(newer.content, "asserted_by")) &&
    (idIn(older.content, "proposition") === idIn(newer.content, "proposition") ||
      slot(older) === slot(newer)) &&
    same([...new Set(contexts(older))], [...new Set(contexts(newer))]) &&
    !leadsTo(command, newer, older.id, "superseded_by")
  );
}

function correct(command: Command, draft: Draft, { successor }: Move): void {
  const by = successor ? command.resolve(successor) : null;
  if (by === null) return;
  command.claim(draft.id, "lifecycle.by", by);
  if (draft.content.lifecycle.status === "corrected") {
    if (!refs(draft.content, "corrected_by").includes(by)) command.refuse("EvidenceCorrectionConflict");
    return;
  }
  const newer = command.factsOf(by)?.kind === "evidence" && by !== draft.id ? command.draftOf(by) : undefined;
  if (!newer) {
    command.refuse("TypeMismatch");
    return;
  }
  if (leadsTo(command, newer, draft.id, "corrected_by")) command.refuse("EvidenceCorrectionConflict");
  withLifecycle(draft, { status: "corrected", corrected_by: [{ id: by }] }, "corrected");
  const corrects = [...refs(newer.content, "corrects"), draft.id].map((id) => ({ id }));
  newer.content = { ...newer.content, lifecycle: { ...newer.content.lifecycle, corrects } };
}

/** Whether a line of successors that starts at one element reaches another. */
function leadsTo(command: Command, from: Draft, to: ModelId, line: string): boolean {
  const reached = [...refs(from.content, line)];
  for (const id of reached) {
    const next = command.draftOf(id);
    for (const further of next ? refs(next.content, line) : []) {
      if (!reached.includes(further)) reached.push(further);
    }
  }
  return reached.includes(to);
}

function advance(command: Command, draft: Draft, { to, fields = {}, add = [] }: Move): void {
  const before = draft.content;
  const held = command.edges.countOf(draft);
  for (const [name, value] of Object.entries(fields)) {
    command.claim(draft.id, `fields.${name}`, value);
    if (value !== null) requireInstant(value, command.refuse);
  }
  const status = String(before.lifecycle.status);
  draft.content = { ...before, fields: { ...before.fields, ...fields } };
  command.edges.add(draft, add, (part, value) => command.claim(draft.id, part, value));
  if (status === to) {
    const hasMore = !same(before, draft.content) || command.edges.countOf(draft) > held;
    if (FINISHED.includes(to) && hasMore) command.refuse("ActivityTerminal");
    return;
  }
  const isLegal = to === "running" ? status === "pending" : ["pending", "running"].includes(status);
  if (!isLegal) command.refuse("InvalidLifecycleTransition");
  withLifecycle(draft, { status: to }, to);
}

/** What is out of recall stays so, whatever happens to its own lifecycle (§60.1). */
function withLifecycle(draft: Draft, lifecycle: JsonObject, state: string): void {
  const { content } = draft;
  draft.content = {
    ...content,
    lifecycle: { ...content.lifecycle, ...lifecycle },
    state: isOutOfRecall(content.state) ? content.state : state,
  };
}

function refs({ lifecycle }: Content, name: string): readonly ModelId[] {
  return ((lifecycle[name] ?? []) as readonly JsonObject[]).map(({ id }) => String(id));
}

function idIn({ fields }: Content, name: string): ModelId {
  return String((fields[name] as JsonObject | undefined)?.id ?? "");
}
