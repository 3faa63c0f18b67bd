import type { ElementKind, ErrorCode, JsonValue } from "../model/index.js";
import { type Binding, Creations } from "./model-creations.fixture.js";
import { Edges } from "./model-edges.fixture.js";
import { edit } from "./model-edits.fixture.js";
import { purge, purgePayload } from "./model-erasures.fixture.js";
import {
  type Content,
  type Item,
  isGone,
  isOutOfRecall,
  newContent,
  PURGED,
  textOfJson,
} from "./model-items.fixture.js";
import { Merges, mergedInto } from "./model-merges.fixture.js";
import { moveItem } from "./model-moves.fixture.js";
import { Propositions } from "./model-propositions.fixture.js";
import { judge } from "./model-rules.fixture.js";
import { TYPES } from "./model-schema.fixture.js";
import type { Guard, ModelId, Ref, Statement, Target } from "./model-statements.fixture.js";
import { requireInstant, requireText } from "./model-values.fixture.js";

/** An element while a command works on it: what it will hold, without counters. */
export interface Draft {
  readonly id: ModelId;
  readonly kind: ElementKind;
  readonly type: string | null;
  content: Content;
}

/** What a command finds, and may not change. */
export interface Found {
  readonly items: ReadonlyMap<ModelId, Item>;
  readonly bindings: readonly Binding[];
  readonly now: string;
  readonly newId: () => ModelId;
  /** The order LIMIT takes elements in, which the specification leaves to the engine. */
  readonly order: (left: ModelId, right: ModelId) => number;
}

type Doing<D extends Statement["do"]> = Extract<Statement, { do: D }>;

/**
 * One KML command, carried out the plain way: every clause is worked out on the state the command found, the reasons
 * to refuse it are collected, and what it would leave of each element is in `drafts` (§53, §58.4). Nothing is indexed,
 * and nothing is shared with the engine but the shapes of JSON.
 */
export class Command {
  readonly found: Found;
  readonly drafts = new Map<ModelId, Draft>();
  readonly refusals = new Set<ErrorCode>();
  readonly handles = new Map<string, ModelId>();
  readonly edges = new Edges(this);
  readonly merges = new Merges(this);
  readonly propositions: Propositions;
  readonly #statements: readonly Statement[];
  readonly #creations: Creations;
  readonly #made = new Map<ModelId, Pick<Draft, "kind" | "type">>();
  readonly #keys: { readonly id: ModelId; readonly type: string; readonly key: string }[] = [];
  readonly #claims = new Map<string, string>();

  constructor(found: Found, statements: readonly Statement[]) {
    this.found = found;
    this.#statements = statements;
    this.#creations = new Creations(this, statements);
    this.propositions = new Propositions(this, statements);
  }

  get bindings(): readonly Binding[] {
    return this.#creations.bindings;
  }

  run(): void {
    this.#creations.allocate();
    for (const statement of this.#all("upsert")) this.#address(statement);
    this.merges.decide(this.#all("merge"));
    for (const statement of this.#all("upsert")) this.#resolveUpsert(statement);
    this.propositions.ensureAll();
    this.#creations.makeAll();
    for (const statement of this.#all("upsert"))
      edit(this, this.handles.get(statement.handle) ?? "", statement);
    for (const statement of this.#all("update")) this.#update(statement);
    for (const statement of this.#all("retain")) this.#retain(statement);
    for (const statement of this.#all("move")) {
      for (const id of this.targets(statement, "exact")) moveItem(this, id, statement);
    }
    for (const statement of this.#all("assert")) this.#supersede(statement);
    this.merges.carryOut();
    for (const statement of this.#all("purge payload")) {
      for (const id of this.targets(statement, "exact")) purgePayload(this, id);
    }
    this.edges.settle();
    purge(
      this,
      this.#all("purge").map((statement) => ({
        policy: statement.policy,
        targets: this.targets(statement, "exact"),
      })),
    );
    for (const draft of this.drafts.values()) judge(this, draft);
  }

  /** Takes note of a reason to refuse the command; which of several is told is the engine's choice. */
  readonly refuse = (code: ErrorCode): void => {
    this.refusals.add(code);
  };

  /** The kind and type of an element that exists or is being made. */
  readonly factsOf = (id: ModelId): Pick<Draft, "kind" | "type"> | undefined =>
    this.#made.get(id) ?? this.found.items.get(id);

  /** Takes an id for an element that is made later. */
  announce(kind: ElementKind, type: string | null): ModelId {
    const id = this.found.newId();
    this.#made.set(id, { kind, type });
    return id;
  }

  /** Makes an element. */
  make(kind: ElementKind, type: string | null, content: Content): ModelId {
    const id = this.announce(kind, type);
    this.drafts.set(id, { id, kind, type, content });
    return id;
  }

  /** The key an element will have, so that the whole command finds it by that (§7.3). */
  announceKey(id: ModelId, type: string | null, key: JsonValue | undefined): void {
    if (typeof key === "string" && type !== null) this.#keys.push({ id, type, key: key.normalize("NFC") });
  }

  /** The element as the command has it so far, to be changed. */
  draftOf(id: ModelId): Draft | undefined {
    const item = this.found.items.get(id);
    const draft =
      this.drafts.get(id) ?? (item && { id, kind: item.kind, type: item.type, content: item.content });
    if (draft) this.drafts.set(id, draft);
    return draft;
  }

  /** The element a reference means today: that of a merged Concept is the one it leads to (§11.3). */
  resolve(ref: Ref): ModelId | null {
    const id = this.suppliedBy(ref);
    return id === null ? null : this.canonical(id);
  }

  /** What an id leads to through the merges that the command found and through its own, which hold for all of it. */
  readonly canonical = (id: ModelId): ModelId => {
    const next = mergedInto(this.found.items.get(id)?.content) ?? this.merges.targetOf(id);
    return next === null ? id : this.canonical(next);
  };

  /** The element a reference names; null, and a reason to refuse, where it names none. */
  suppliedBy(ref: Ref): ModelId | null {
    switch (ref.by) {
      case "handle":
        return this.propositions.declares(ref.handle)
          ? this.propositions.of(ref.handle)
          : (this.handles.get(ref.handle) ?? null);
      case "id":
        return ref.id;
      case "key": {
        const found = this.conceptsWithKey(ref.type, ref.key);
        if (found.length === 0) this.refuse("NotFoundOrNotVisible");
        if (found.length > 1) this.refuse("IdentityConflict");
        return found[0] ?? null;
      }
      case "nothing":
        this.refuse("NotFoundOrNotVisible");
        return null;
    }
  }

  /** Resolves a reference whose element must be of certain kinds. */
  resolveKind(ref: Ref, kinds: readonly ElementKind[], code: ErrorCode): ModelId | null {
    const id = this.resolve(ref);
    const kind = id === null ? undefined : this.factsOf(id)?.kind;
    if (kind !== undefined && !kinds.includes(kind)) this.refuse(code);
    return id;
  }

  /** Every Concept with a key, the ones this command makes included (§7.3). */
  conceptsWithKey(type: string | null, key: string): readonly ModelId[] {
    const wanted = key.normalize("NFC");
    const stored = [...this.found.items.values()].filter(
      (item) =>
        item.kind === "concept" &&
        item.content.fields.key === wanted &&
        (type === null || item.type === type),
    );
    const made = this.#keys.filter((each) => each.key === wanted && (type === null || each.type === type));
    return [...new Set([...stored, ...made].map(({ id }) => id))];
  }

  /** Says that a part of an element ends with a value; clauses that disagree about it are refused (§53.4). */
  claim(id: ModelId, part: string, value: unknown): void {
    const slot = `${id} ${part}`;
    const text = textOfJson(value);
    if ((this.#claims.get(slot) ?? text) !== text) this.refuse("DuplicateMutationTarget");
    this.#claims.set(slot, text);
  }

  /** Holds EXPECT VERSION against the counters the command found; what does not exist is at 0 (§35.1, §35.2). */
  checkGuards(id: ModelId | null, guards: readonly Guard[]): void {
    const item = id === null ? undefined : this.found.items.get(id);
    for (const { version, plane } of guards) {
      const counters = { whole: item?.version, ...item?.planes };
      const actual =
        plane !== null && typeof plane === "object"
          ? item?.planes.facets[plane.facet]
          : counters[plane ?? "whole"];
      if ((actual ?? 0) !== version) this.refuse("VersionConflict");
    }
  }

  #all<D extends Statement["do"]>(what: D): readonly Doing<D>[] {
    return this.#statements.filter((statement): statement is Doing<D> => statement.do === what);
  }

  /** The Concept an UPSERT addresses, or makes (§54). */
  #address({ match, handle, guards }: Doing<"upsert">): void {
    const { type, key = "", id: ref } = match;
    if (type !== undefined && !Object.hasOwn(TYPES, type)) this.refuse("SchemaSymbolNotFound");
    const candidates = ref ? this.#addressedById(ref) : this.conceptsWithKey(type ?? null, key);
    if (candidates.length > 1) this.refuse("IdentityConflict");
    const [named] = candidates;
    if (named !== undefined) {
      if (!this.found.items.has(named)) this.checkGuards(named, guards);
      this.handles.set(handle, this.canonical(named));
      return;
    }
    this.checkGuards(null, guards);
    if (ref) this.refuse("NotFoundOrNotVisible");
    else if (type === undefined) this.refuse("SchemaSymbolNotFound");
    if (ref || type === undefined) return;
    const fields = { canonical_id: null, aliases: [], key: key.normalize("NFC") };
    const made = this.make("concept", type, newContent({ fields, lifecycle: { merged_into: null } }));
    this.announceKey(made, type, key);
    this.claim(made, "fields.key", fields.key);
    this.handles.set(handle, made);
  }

  #addressedById(ref: Ref): readonly ModelId[] {
    return ref.by === "id" && this.found.items.get(ref.id)?.kind === "concept" ? [ref.id] : [];
  }

  /** A stored Concept is written where it leads to when the command is done; one that is made here is written itself. */
  #resolveUpsert({ match: { type, key, id: ref }, handle, guards }: Doing<"upsert">): void {
    const named = this.handles.get(handle);
    if (named === undefined || !this.found.items.has(named)) return;
    const id = this.canonical(named);
    this.handles.set(handle, id);
    this.checkGuards(id, guards);
    const state = this.found.items.get(id)?.content.state ?? "";
    if (!ref) {
      if (state === "tombstoned") this.refuse("IdentityConflict");
      return;
    }
    const isIt =
      (type === undefined || this.factsOf(id)?.type === type) &&
      (key === undefined || this.conceptsWithKey(null, key).includes(id));
    if (!isIt || isGone(state)) this.refuse("NotFoundOrNotVisible");
  }

  #update(statement: Doing<"update">): void {
    for (const id of this.targets(statement)) {
      if (isGone(this.found.items.get(id)?.content.state ?? "")) this.refuse("NotFoundOrNotVisible");
      edit(this, id, statement);
    }
  }

  /** Retention is about the bytes of exactly the element that is named, like erasure (§60). */
  #retain(statement: Doing<"retain">): void {
    for (const id of this.targets(statement, "exact")) {
      const draft = this.draftOf(id);
      if (!draft) continue;
      if (this.found.items.get(id)?.content.state === PURGED) this.refuse("NotFoundOrNotVisible");
      for (const [name, value] of Object.entries(statement.members)) {
        this.claim(id, `retention.${name}`, value);
        if (name === "retention_class") requireText(value, this.refuse);
        else if (name === "legal_hold") typeof value !== "boolean" && this.refuse("TypeMismatch");
        else if (value !== null) requireInstant(value, this.refuse);
        draft.content = { ...draft.content, retention: { ...draft.content.retention, [name]: value } };
      }
    }
  }

  #supersede({ handle, superseding }: Doing<"assert">): void {
    if (!superseding) return;
    const id = this.resolve(superseding);
    if (id !== null) moveItem(this, id, { to: "superseded", successor: { by: "handle", handle } });
  }

  /**
   * The elements a statement acts on, each once (§52.7, §58.4). A merged Concept that is named means the one that is
   * left; one that is merely found is no target, unless the statement is about exactly what is found.
   */
  targets(
    { target, limit, guards }: { target: Target; limit?: number; guards: readonly Guard[] },
    addressing: "canonical" | "exact" = "canonical",
  ): readonly ModelId[] {
    const named = this.#selected(target);
    const leads = (id: ModelId) => (target.at === "all" ? id : this.canonical(id));
    const left = named.map(leads).filter((id) => this.canonical(id) === id);
    const all = addressing === "exact" ? named : [...new Set(left)];
    const chosen = limit === undefined ? all : [...all].sort(this.found.order).slice(0, limit);
    for (const id of chosen) this.checkGuards(id, guards);
    return chosen;
  }

  /** Selection reads the state the command found, and passes by what has left ordinary recall (§60.1). */
  #selected(target: Target): readonly ModelId[] {
    if (target.at === "one") {
      const id = this.suppliedBy(target.ref);
      return id === null ? [] : [id];
    }
    if (target.at === "found")
      return this.found.items.get(target.id)?.kind === target.kind ? [target.id] : [];
    const { kind, type } = target;
    return [...this.found.items.values()]
      .filter((item) => item.kind === kind && (type === undefined || item.type === type))
      .filter(({ content }) => !isOutOfRecall(content.state))
      .map(({ id }) => id);
  }
}
