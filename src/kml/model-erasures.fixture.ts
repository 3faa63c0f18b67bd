import type { JsonObject } from "../model/index.js";
import type { Command, Draft } from "./model-command.fixture.js";
import { PURGED, referencesOf, same, stubOf } from "./model-items.fixture.js";
import type { ModelId } from "./model-statements.fixture.js";

/** The bytes of an Evidence payload, gone (§60.6). */
export function purgePayload(command: Command, id: ModelId): void {
  const draft = command.draftOf(id);
  if (!draft) return;
  if (draft.kind !== "evidence") command.refuse("ConstraintViolation");
  const { payload } = draft.content.fields;
  const isLeft = draft.kind === "evidence" && draft.content.state !== PURGED && !same(payload, GONE);
  if (!isLeft) return;
  requireNoHold(command, draft);
  draft.content = { ...draft.content, fields: { ...draft.content.fields, payload: GONE } };
}

const GONE: JsonObject = { status: "purged" };

/** All PURGE statements of a command, after everything else it does (§60.3). */
export function purge(
  command: Command,
  orders: readonly { readonly policy: string | undefined; readonly targets: readonly ModelId[] }[],
): void {
  const taken = new Set<ModelId>();
  for (const { policy, targets } of orders) {
    if (policy !== undefined && !POLICIES.includes(policy)) command.refuse("ConstraintViolation");
    for (const id of targets) if (command.draftOf(id)?.content.state !== PURGED) taken.add(id);
  }
  const cascading = orders.flatMap(({ policy, targets }) => (policy === "authorized_cascade" ? targets : []));
  const open = cascading.filter((id) => taken.has(id));
  for (const id of open) {
    for (const referrer of referrersOf(command, id)) {
      if (open.includes(referrer)) continue;
      open.push(referrer);
      taken.add(referrer);
    }
  }
  for (const { policy = "deny_if_referenced", targets } of orders) {
    for (const id of targets) {
      if (policy !== "deny_if_referenced" || !taken.has(id)) continue;
      if (referrersOf(command, id).some((referrer) => !taken.has(referrer))) command.refuse("PurgeDenied");
    }
  }
  const drafts = [...taken].flatMap((id) => command.draftOf(id) ?? []);
  for (const draft of drafts) {
    requireNoHold(command, draft);
    // A command leaves an element with one final state.
    const found = command.found.items.get(draft.id);
    if (!found || !same(found.content, draft.content)) command.refuse("DuplicateMutationTarget");
  }
  for (const draft of drafts) draft.content = stubOf(draft.content);
}

const POLICIES = ["deny_if_referenced", "tombstone_reference", "authorized_cascade"];

/** A hold blocks erasure, also from the command that lifts it (§60.3). */
function requireNoHold(command: Command, { id, content }: Draft): void {
  const found = command.found.items.get(id)?.content.retention.legal_hold;
  if (found === true || content.retention.legal_hold === true) command.refuse("LegalHoldConflict");
}

/** Who refers to an element once the command is carried out; a stub refers to nothing. */
function referrersOf(command: Command, id: ModelId): readonly ModelId[] {
  const ids = new Set([...command.found.items.keys(), ...command.drafts.keys()]);
  return [...ids].filter((other) => {
    const content = command.drafts.get(other)?.content ?? command.found.items.get(other)?.content;
    if (!content || content.state === PURGED || other === id) return false;
    return referencesOf(content).some(([, target]) => target === id);
  });
}
