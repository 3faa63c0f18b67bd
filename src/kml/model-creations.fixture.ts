import type { ElementKind, ErrorCode, JsonObject, JsonValue } from "../model/index.js";
import type { Command } from "./model-command.fixture.js";
import { edgeParts, type Say } from "./model-edges.fixture.js";
import { readConceptField, withFacet } from "./model-edits.fixture.js";
import { type Content, type Held, type Item, newContent, PURGED, same } from "./model-items.fixture.js";
import { TYPES } from "./model-schema.fixture.js";
import type { Edge, ModelId, Statement } from "./model-statements.fixture.js";
import {
  digestOfPayload,
  requireInstant,
  requireInterval,
  requireOneOf,
  requireText,
} from "./model-values.fixture.js";

/** What an earlier creation under a client key made, and what it was asked for (§7.5). */
export interface Binding {
  readonly kind: ElementKind;
  readonly key: string;
  readonly id: ModelId;
  readonly said: Said;
}

/** What a creation asks for, part by part, before the engine adds anything. */
type Said = Readonly<Record<string, JsonValue>>;

type Creating = Extract<Statement, { do: `create ${string}` | "assert" }>;

const KINDS: Readonly<Record<Creating["do"], ElementKind>> = {
  "create concept": "concept",
  "create evidence": "evidence",
  "create activity": "activity",
  "create assertion": "assertion",
  assert: "assertion",
};

/** The creations of one command. A client key that made something before stands for that (§52.1). */
export class Creations {
  readonly #command: Command;
  readonly #statements: readonly Creating[];
  readonly #ids = new Map<Creating, ModelId>();
  readonly #keyed: { readonly kind: ElementKind; readonly key: string; readonly id: ModelId }[] = [];
  readonly #first = new Map<ModelId, Said>();
  readonly bindings: Binding[] = [];

  constructor(command: Command, statements: readonly Statement[]) {
    this.#command = command;
    this.#statements = statements.filter((statement): statement is Creating =>
      Object.hasOwn(KINDS, statement.do),
    );
  }

  /** Gives every creation its element, so that all clauses can refer to it (§53.3). */
  allocate(): void {
    const { found } = this.#command;
    for (const statement of this.#statements) {
      const { clientKey, handle } = statement;
      const kind = KINDS[statement.do];
      const known = [...found.bindings, ...this.#keyed].find(
        (each) => each.kind === kind && each.key === clientKey,
      );
      const type = statement.do === "create concept" ? statement.type : null;
      if (type !== null && !Object.hasOwn(TYPES, type)) this.#command.refuse("SchemaSymbolNotFound");
      const id = known?.id ?? this.#command.announce(kind, type);
      if (clientKey !== undefined && !known) this.#keyed.push({ kind, key: clientKey, id });
      if (statement.do === "create concept" && !known)
        this.#command.announceKey(id, type, statement.fields.key);
      this.#ids.set(statement, id);
      this.#command.handles.set(handle, id);
    }
  }

  makeAll(): void {
    for (const statement of this.#statements) this.#make(statement);
  }

  #make(statement: Creating): void {
    const command = this.#command;
    const id = this.#ids.get(statement) ?? "";
    const kind = KINDS[statement.do];
    const saying: (readonly [string, JsonValue])[] = [];
    const { content, held } = contentOf(command, statement, (part, value) => saying.push([part, value]));
    const said: Said = Object.fromEntries(saying);
    const stored = command.found.bindings.find(
      (each) => each.kind === kind && each.key === statement.clientKey,
    );
    const earlier = this.#first.get(id);
    if (!earlier) this.#first.set(id, said);
    if (stored) {
      if (!isRetry(said, stored, command.found.items.get(id))) command.refuse("ClientKeyConflict");
      return;
    }
    if (earlier) {
      if (!same(said, earlier)) command.refuse("ClientKeyConflict");
      return;
    }
    for (const [part, value] of saying) command.claim(id, part, value);
    const draft = { id, kind, type: command.factsOf(id)?.type ?? null, content };
    command.drafts.set(id, draft);
    for (const { edge, target } of held) command.edges.hold(draft, edge, target);
    if (statement.clientKey !== undefined) this.bindings.push({ kind, key: statement.clientKey, id, said });
  }
}

/** A retry asks for the same; of a record, which never changes, it may leave out what was the engine's choice (§7.5). */
function isRetry(said: Said, stored: Binding, item: Item | undefined): boolean {
  if (same(said, stored.said)) return true;
  if (!item || item.content.state === PURGED) return false;
  if (item.kind !== "evidence" && item.kind !== "assertion") return false;
  const present = saidOf(item);
  return Object.entries(said).every(([part, value]) => same(present[part], value));
}

interface Made {
  readonly content: Content;
  readonly held: readonly { readonly edge: Edge; readonly target: ModelId }[];
}

/** What a creation asks for, with the engine's defaults, and the references it is to hold. */
function contentOf(command: Command, statement: Creating, say: Say): Made {
  let content = plainContentOf(command, statement, say);
  if ("facet" in statement && statement.facet)
    content = withFacet(command, content, statement.facet, undefined, say);
  const edges =
    statement.do === "assert"
      ? (statement.evidence ?? []).map((target): Edge => ({ field: "evidence", target, role: "support" }))
      : statement.edges;
  const held = edges.flatMap((edge) => {
    const target = command.edges.read(edge);
    for (const [part, value] of edgeParts(edge, target?.supplied ?? "")) say(part, value);
    return target === null ? [] : [{ edge, target: target.id }];
  });
  return { content, held };
}

function plainContentOf(command: Command, statement: Creating, say: Say): Content {
  switch (statement.do) {
    case "create concept":
      return conceptContent(command, statement, say);
    case "create evidence":
      return evidenceContent(command, statement.fields, say);
    case "create activity":
      return activityContent(command, statement.fields, say);
    default:
      return claimContent(command, statement, say);
  }
}

function conceptContent(
  command: Command,
  { type, fields, attributes = {} }: Extract<Statement, { do: "create concept" }>,
  say: Say,
): Content {
  say("type", type);
  const read = Object.entries(fields).map(
    ([name, value]) => [name, readConceptField(command, name, value)] as const,
  );
  for (const [name, value] of read) say(`fields.${name}`, value);
  for (const [name, value] of Object.entries(attributes)) say(`attributes.${name}`, value);
  return newContent({
    fields: { canonical_id: null, aliases: [], ...Object.fromEntries(read) },
    attributes,
    lifecycle: { merged_into: null },
  });
}

function evidenceContent({ refuse, found }: Command, fields: JsonObject, say: Say): Content {
  for (const [name, value] of Object.entries(fields)) say(`fields.${name}`, value);
  requireField(fields.evidence_class, refuse);
  if (fields.payload === undefined) refuse("ConstraintViolation");
  if (fields.media_type !== undefined) requireText(fields.media_type, refuse);
  if (fields.observed_at !== undefined) requireInstant(fields.observed_at, refuse);
  const inline = fields.payload ?? null;
  return newContent({
    fields: {
      observed_at: found.now,
      ...fields,
      payload: { mode: "inline", inline },
      content_digest: digestOfPayload(inline),
    },
    lifecycle: { status: "active", corrects: [], corrected_by: [] },
  });
}

function activityContent({ refuse }: Command, given: JsonObject, say: Say): Content {
  for (const [name, value] of Object.entries(given)) say(`fields.${name}`, value);
  const { status = "pending", ...fields } = given;
  requireField(fields.activity_class, refuse);
  requireOneOf(status, ["pending", "running", "completed", "failed", "cancelled"], refuse);
  for (const name of ["started_at", "ended_at"]) {
    const value = fields[name];
    if (value !== undefined && value !== null) requireInstant(value, refuse);
  }
  return newContent({ fields: { started_at: null, ended_at: null, ...fields }, lifecycle: { status } });
}

/** An ASSERT is the ENSURE and the CREATE ASSERTION it is sugar for (§55.1). */
function claimContent(
  command: Command,
  statement: Extract<Statement, { do: "assert" | "create assertion" }>,
  say: Say,
): Content {
  const { refuse, found } = command;
  const { mode, confidence, at, valid, context } = statement;
  const stance = statement.stance ?? "support";
  const proposition =
    statement.do === "assert"
      ? command.propositions.of(statement.handle)
      : command.resolveKind(statement.proposition, ["proposition"], "TypeMismatch");
  const actor = command.resolveKind(statement.by, ["concept"], "TypeMismatch");
  const saidScopes = new Set((context ?? []).map((ref) => command.suppliedBy(ref) ?? ""));
  const scopes = new Set(
    (context ?? []).map((ref) => command.resolveKind(ref, ["concept"], "TypeMismatch") ?? ""),
  );
  requireOneOf(stance, ["support", "reject", "uncertain"], refuse);
  requireOneOf(mode, ["observed", "stated", "inferred", "predicted", "hypothetical", "imported"], refuse);
  if (confidence !== undefined && (confidence < 0 || confidence > 1)) refuse("ConstraintViolation");
  if (at !== undefined) requireInstant(at, refuse);
  if (valid !== undefined) requireInterval(valid, refuse);
  say("fields.proposition", proposition ?? "");
  say("fields.asserted_by", command.suppliedBy(statement.by) ?? "");
  say("fields.stance", stance);
  say("fields.mode", mode);
  if (confidence !== undefined) say("fields.confidence", confidence);
  if (at !== undefined) say("fields.asserted_at", at);
  if (valid !== undefined) say("fields.valid_time", valid);
  if (context !== undefined) say("fields.context_refs", [...saidScopes].sort());
  return newContent({
    fields: {
      proposition: { id: proposition ?? "" },
      asserted_by: { id: actor ?? "" },
      stance,
      mode,
      ...(confidence === undefined ? {} : { confidence }),
      asserted_at: at ?? found.now,
      valid_time: valid ?? {},
      context_refs: [...scopes].map((id) => ({ id })),
    },
    lifecycle: { status: "active", supersedes: [], superseded_by: [], retracted_at: null },
  });
}

/** What a stored record would have been asked for with, its defaults included. */
function saidOf({ content: { fields, facets, edges } }: Item): Said {
  const said: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(fields)) said[`fields.${name}`] = saidValue(name, value);
  for (const [facet, members] of Object.entries(facets)) {
    for (const [name, member] of Object.entries(members)) said[`facets.${facet}.${name}`] = member;
  }
  for (const [field, targets] of Object.entries(edges)) {
    for (const { id, ...role } of targets) {
      for (const [part, value] of edgeParts({ field, ...role }, id)) said[part] = value;
    }
  }
  return said;
}

function saidValue(name: string, value: JsonValue): JsonValue {
  const held = value as unknown as Held & readonly Held[] & { readonly inline: JsonValue };
  if (name === "payload") return held.inline;
  if (name === "context_refs") return held.map(({ id }) => id).sort();
  return name === "proposition" || name === "asserted_by" ? held.id : value;
}

function requireField(value: JsonValue | undefined, refuse: (code: ErrorCode) => void): void {
  if (value === undefined) refuse("ConstraintViolation");
  else requireText(value, refuse);
}
