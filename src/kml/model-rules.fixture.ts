import type { Command, Draft } from "./model-command.fixture.js";
import { type Content, type Item, isGone, PURGED, referencesOf, same } from "./model-items.fixture.js";
import { FACETS, PACKAGE_EDGES } from "./model-schema.fixture.js";
import type { ModelId } from "./model-statements.fixture.js";
import { judgeAttributes, judgeFacet } from "./model-values.fixture.js";

/** Holds an element as it would be left against the Schema, against other identities, and against tombstones. */
export function judge(command: Command, draft: Draft): void {
  const before = command.found.items.get(draft.id);
  if (before && same(before.content, draft.content)) return;
  if (draft.content.state === PURGED) return;
  judgeTombstones(command, draft, before);
  if (draft.kind === "concept") judgeIdentity(command, draft, before);
  if (before && same(schemaPart(before.content), schemaPart(draft.content))) return;
  if (draft.kind === "concept") {
    judgeAttributes(
      draft.type ?? "",
      draft.content.attributes,
      before?.content.attributes ?? null,
      command.refuse,
    );
  }
  for (const facet of Object.keys(FACETS)) {
    const [now, then] = [draft.content.facets[facet], before?.content.facets[facet]];
    if (now !== undefined || then !== undefined)
      judgeFacet(facet, draft.kind, now ?? {}, then ?? null, command.refuse);
  }
  judgeEdges(command, draft);
}

/** What the Schema has a say in: a move or a retention decision touches none of it but an Activity's status. */
function schemaPart({ attributes, facets, edges, lifecycle }: Content): unknown {
  return [
    attributes,
    facets,
    edges,
    "supersedes" in lifecycle || "corrects" in lifecycle ? null : lifecycle.status,
  ];
}

/** What is gone takes no write but a decision about the bytes that are left, and no new reference (§60). */
function judgeTombstones(command: Command, draft: Draft, before: Item | undefined): void {
  const written = ({ fields, retention: _, ...others }: Content) => [others, { ...fields, payload: null }];
  if (before && isGone(before.content.state) && !same(written(before.content), written(draft.content))) {
    command.refuse("NotFoundOrNotVisible");
  }
  const present = before ? about(command, before.content) : [];
  for (const reference of about(command, draft.content)) {
    const [, id] = reference;
    const isNew = !present.some((each) => same(each, reference));
    const state = (command.drafts.get(id) ?? command.found.items.get(id))?.content.state;
    if (isNew && isGone(state ?? "")) command.refuse("NotFoundOrNotVisible");
  }
}

/** Everything an element is about, forwards; a claim also about the ends of what it claims. */
function about(command: Command, content: Content): readonly (readonly [string, ModelId])[] {
  const own = referencesOf(content).filter(([place]) => place !== "supersedes" && place !== "corrects");
  const claimed = own.find(([place]) => place === "proposition")?.[1] ?? "";
  const proposition = command.drafts.get(claimed) ?? command.found.items.get(claimed);
  return proposition?.kind === "proposition" ? [...own, ...referencesOf(proposition.content)] : own;
}

/** A key is one identity within its type; a canonical identity is one within the Space (§7.3, §7.4). */
function judgeIdentity(command: Command, draft: Draft, before: Item | undefined): void {
  const { key, canonical_id } = draft.content.fields;
  if (typeof key === "string" && key !== before?.content.fields.key) {
    if (command.conceptsWithKey(draft.type, key).some((id) => id !== draft.id))
      command.refuse("IdentityConflict");
  }
  if (typeof canonical_id === "string" && canonical_id !== before?.content.fields.canonical_id) {
    const all = [...command.found.items.values(), ...command.drafts.values()];
    const taken = all.some(
      ({ id, content }) => id !== draft.id && content.fields.canonical_id === canonical_id,
    );
    if (taken) command.refuse("IdentityConflict");
  }
}

function judgeEdges(command: Command, draft: Draft): void {
  for (const [field, rule] of Object.entries(PACKAGE_EDGES)) {
    const targets = draft.content.edges[field] ?? [];
    const isHolder = rule.holders.includes(draft.kind) || rule.holders.includes(draft.type ?? "");
    if (targets.length > 0 && !isHolder) command.refuse("StructuralReferenceInvalid");
    if (!isHolder) continue;
    if (targets.length < (rule.min ?? 0) || targets.length > (rule.max ?? Infinity))
      command.refuse("ConstraintViolation");
  }
}
