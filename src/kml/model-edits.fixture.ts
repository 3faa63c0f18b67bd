import type { ErrorCode, JsonObject, JsonValue } from "../model/index.js";
import type { Command, Draft } from "./model-command.fixture.js";
import { REMOVED, type Say } from "./model-edges.fixture.js";
import type { Content, Item } from "./model-items.fixture.js";
import { FACETS } from "./model-schema.fixture.js";
import type { Assignments, Edits, FacetWrite, ModelId } from "./model-statements.fixture.js";
import { assigned, requireText } from "./model-values.fixture.js";

/** Carries out the actions of an UPDATE or UPSERT on one element, each evaluated on what the command found (§58). */
export function edit(command: Command, id: ModelId, edits: Edits): void {
  const draft = command.draftOf(id);
  if (!draft) return;
  const { fields, attributes, unset, facet, unsetFacet, add, remove } = edits;
  const before = command.found.items.get(id);
  const say: Say = (part, value) => command.claim(id, part, value);
  if (facet) draft.content = withFacet(command, draft.content, facet, before, say);
  if (unsetFacet) removeMembers(draft, unsetFacet, say);
  if (draft.kind !== "concept") {
    if (fields ?? attributes ?? unset ?? add ?? remove) command.refuse(fixedKind(draft));
    return;
  }
  for (const [name, value] of evaluate(command, fields, before)) setField(command, draft, name, value);
  for (const [name, value] of evaluate(command, attributes, before)) {
    say(`attributes.${name}`, value);
    draft.content = { ...draft.content, attributes: { ...draft.content.attributes, [name]: value } };
  }
  for (const name of unset ?? []) {
    say(`attributes.${name}`, REMOVED);
    draft.content = { ...draft.content, attributes: without(draft.content.attributes, [name]) };
  }
  command.edges.add(draft, add ?? [], say);
  command.edges.remove(draft, remove ?? [], say);
}

/** Content with members of a Facet assigned. Keys that were all skipped leave it as it was, or away (§59). */
export function withFacet(
  command: Command,
  content: Content,
  { facet, set }: FacetWrite,
  before: Item | undefined,
  say: Say,
): Content {
  if (!Object.hasOwn(FACETS, facet)) {
    command.refuse("SchemaSymbolNotFound");
    return content;
  }
  const values = evaluate(command, set, before);
  for (const [name, value] of values) say(`facets.${facet}.${name}`, value);
  if (values.length === 0) return content;
  const value = { ...content.facets[facet], ...Object.fromEntries(values) };
  return { ...content, facets: { ...content.facets, [facet]: value } };
}

/** A Facet without the named members; without any, it is gone (§58.3). */
function removeMembers(
  draft: Draft,
  { facet, names }: { readonly facet: string; readonly names: readonly string[] },
  say: Say,
): void {
  for (const name of names) say(`facets.${facet}.${name}`, REMOVED);
  const { [facet]: present, ...others } = draft.content.facets;
  if (present === undefined) return;
  const left = without(present, names);
  const facets = Object.keys(left).length === 0 ? others : { ...others, [facet]: left };
  draft.content = { ...draft.content, facets };
}

function evaluate(
  command: Command,
  assignments: Assignments | undefined,
  before: Item | undefined,
): readonly (readonly [string, JsonValue])[] {
  return Object.entries(assignments ?? {}).flatMap(([name, value]) => {
    const result = assigned(value, before, command.refuse);
    return result === undefined ? [] : [[name, result] as const];
  });
}

/** A Concept's key never changes, and its canonical identity is no matter of KML (§7.3, §7.4). */
function setField(command: Command, draft: Draft, name: string, value: JsonValue): void {
  const read = readConceptField(command, name, value);
  command.claim(draft.id, `fields.${name}`, read);
  const present = draft.content.fields[name];
  if (name === "key" && read !== present) command.refuse("ImmutableField");
  else if (name === "canonical_id" && read !== present) command.refuse("ProtectedGovernanceField");
  else draft.content = { ...draft.content, fields: { ...draft.content.fields, [name]: read } };
}

/** A Concept's own field in the form it is stored in (§9.6, §10.2). */
export function readConceptField({ refuse }: Command, name: string, value: JsonValue): JsonValue {
  if (name === "canonical_id" && value === null) return null;
  if (name === "aliases") {
    if (!Array.isArray(value)) refuse("TypeMismatch");
    const aliases: readonly JsonValue[] = Array.isArray(value) ? value : [];
    for (const alias of aliases) requireText(alias, refuse);
    return aliases.map((alias) => (typeof alias === "string" ? alias.normalize("NFC") : alias));
  }
  requireText(value, refuse, name === "name");
  return typeof value === "string" && name !== "canonical_id" ? value.normalize("NFC") : value;
}

/** The code for rewriting a record or a Proposition (§58.1, §58.2). */
function fixedKind({ kind, content }: Draft): ErrorCode {
  if (kind === "assertion") return "EpistemicRevisionRequired";
  if (kind === "evidence") return "EvidenceCorrectionRequired";
  const isFinished = ["completed", "failed", "cancelled"].includes(String(content.lifecycle.status));
  return kind === "activity" && isFinished ? "ActivityTerminal" : "ImmutableField";
}

function without(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}
