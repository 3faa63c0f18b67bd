import type { JsonObject } from "../model/index.js";
import type { Command, Draft } from "./model-command.fixture.js";
import { type Content, type Held, type Item, same } from "./model-items.fixture.js";
import { FACETS, PACKAGE_EDGES } from "./model-schema.fixture.js";
import type { ModelId } from "./model-statements.fixture.js";
import { judgeAttributes, judgeFacet } from "./model-values.fixture.js";

/** Holds an element as it would be left against the Schema, against other identities, and against tombstones. */
export function judge(command: Command, draft: Draft): void {
  const before = command.found.items.get(draft.id);
  if (before && same(before.content, draft.content)) return;
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

/** A tombstone takes no write but a decision about its retention, and no new reference (§60.2). */
function judgeTombstones(command: Command, draft: Draft, before: Item | undefined): void {
  if (
    before?.content.state === "tombstoned" &&
    !same({ ...before.content, retention: null }, { ...draft.content, retention: null })
  ) {
    command.refuse("NotFoundOrNotVisible");
  }
  const present = before ? references(command, before) : [];
  for (const reference of references(command, draft)) {
    const [, id] = reference;
    const isNew = !present.some((each) => same(each, reference));
    if (isNew && command.found.items.get(id)?.content.state === "tombstoned")
      command.refuse("NotFoundOrNotVisible");
  }
}

type Reference = readonly [place: string, id: ModelId];

/** Everything an element is about; a claim also about the ends of what it claims. */
function references(
  command: Command,
  { kind, content }: Pick<Draft, "kind" | "content">,
): readonly Reference[] {
  const held = Object.entries(content.edges).flatMap(([field, targets]) =>
    targets.map(({ id }): Reference => [`edges.${field}`, id]),
  );
  const named = (["subject", "object", "proposition", "asserted_by"] as const).flatMap(
    (name): readonly Reference[] => {
      const value = content.fields[name];
      return typeof value === "object" && value !== null ? [[name, String((value as JsonObject).id)]] : [];
    },
  );
  const list = (place: string, value: unknown): readonly Reference[] =>
    ((value ?? []) as readonly Held[]).map(({ id }): Reference => [place, id]);
  const about = kind === "assertion" ? propositionOf(command, content) : undefined;
  return [
    ...held,
    ...named,
    ...list("context_refs", content.fields.context_refs),
    ...list("by", content.lifecycle.superseded_by),
    ...list("by", content.lifecycle.corrected_by),
    ...(about ? references(command, about) : []),
  ];
}

function propositionOf(command: Command, { fields }: Content): Pick<Draft, "kind" | "content"> | undefined {
  const id = String((fields.proposition as JsonObject | undefined)?.id ?? "");
  const about = command.drafts.get(id) ?? command.found.items.get(id);
  return about?.kind === "proposition" ? about : undefined;
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
