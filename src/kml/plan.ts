import type { Variable, VersionPlane } from "../lang/index.js";
import {
  type ClientKeyBinding,
  type Concept,
  type Element,
  type ElementId,
  type ElementKind,
  type JsonObject,
  kipError,
} from "../model/index.js";
import type { ConceptTypeDefinition } from "../schema/index.js";
import { canonicalId, type SpaceView, StateOverlay } from "../state/index.js";
import { Claims } from "./claims.js";
import type { ValueScope } from "./evaluate.js";
import type { MutationContext } from "./outcome.js";
import type { ReferenceChange } from "./structural.js";

/** What must be known of an element before it is built, to check references to it. */
export interface ElementFacts {
  readonly kind: ElementKind;
  /** A Concept's exact type. */
  readonly schemaRef?: string;
}

/** A reference as it was written, where a merge made it name another element (§11.3). */
export interface SuppliedReference {
  readonly supplied: ElementId;
  readonly resolved: ElementId;
  /** Where it stood, for example `fields.asserted_by`. */
  readonly path: string;
}

/** What a version guard is about: the whole element, or one of its planes; Facets share one here. */
export type GuardedPlane = "element" | VersionPlane["kind"];

/** A merge that the command decides, before it has its place in the history. */
export interface IdentityOrder {
  readonly decisionId: string;
  readonly source: ElementId;
  readonly target: ElementId;
}

/** What one statement did that ids and counts do not tell. */
export interface StatementNote {
  readonly merge: JsonObject;
}

/** How one selecting statement fared: distinct targets after the cap (§58.4). */
export interface Selection {
  readonly statement: string;
  readonly targets: readonly ElementId[];
}

/**
 * Everything one command is about to do, while it is still being worked out (§53). Handles, new ids and final values
 * meet here, so that no clause depends on the order in which clauses were written. Nothing leaves the plan before
 * `finish` has validated the whole.
 */
export class MutationPlan {
  /**
   * The state the command found: in a transaction, with what the operations before it wrote (§32.6). Selections, guards
   * and expressions read it and nothing else (§52.7, §58.4). A WHERE of a MUTATE sees none of the block's own writes:
   * its clauses have no order (§53.4), so none of them is earlier than another. Only how identities resolve is decided
   * for the block as a whole; see `resolving`.
   */
  readonly before: SpaceView;
  readonly context: MutationContext;
  readonly claims = new Claims();
  /** Ids of new elements come from here; a plan that fails leaves the overlay's counters alone. */
  readonly ids: StateOverlay;
  readonly clientKeys: ClientKeyBinding[] = [];
  readonly selections: Selection[] = [];
  /** What statements have to say of themselves in the summary, beyond counts (§81.1). */
  readonly notes: StatementNote[] = [];
  /** The merges this command decides (§11.5). */
  readonly identityOrders: IdentityOrder[] = [];
  #resolving: StateOverlay | null = null;
  #matching: StateOverlay | null = null;
  readonly #facts = new Map<ElementId, ElementFacts>();
  readonly #drafts = new Map<ElementId, Element>();
  readonly #handles = new Map<string, ElementId | (() => ElementId)>();
  readonly #handleOf = new Map<ElementId, string>();
  readonly #plannedKeys = new Map<string, readonly { readonly id: ElementId; readonly lineage: string }[]>();
  readonly #referenceChanges = new Map<ElementId, Map<string, ReferenceChange>>();
  readonly #resolved = new Set<ElementId>();
  readonly #inputReferences = new Map<ElementId, SuppliedReference[]>();

  readonly #guarded = new Map<ElementId, Set<GuardedPlane>>();
  readonly #committed: SpaceView;

  constructor(overlay: StateOverlay, context: MutationContext) {
    this.before = overlay;
    this.#committed = overlay.base;
    this.context = context;
    this.ids = new StateOverlay(overlay, overlay.counters);
  }

  get parameters(): JsonObject {
    return this.context.parameters;
  }

  /** The lineage a Concept Type's name or reference means, renames followed. @throws as the environment resolves. */
  typeLineage(symbol: string): string {
    return this.lineageOfType(this.before.environment.resolveConceptType(symbol).ref);
  }

  /** The lineage of a persisted exact type, renames followed (§20.14). */
  lineageOfType(ref: string): string {
    return this.before.environment.canonicalLineage("ConceptType", ref);
  }

  /** The definition of a persisted exact type, or null when this environment cannot read it. */
  typeOf(ref: string): ConceptTypeDefinition | null {
    return this.before.environment.definition("ConceptType", ref) ?? null;
  }

  /** Notes the key a new Concept will have, so that the whole command sees it (§7.3, §53.3). */
  planKey(id: ElementId, lineage: string, key: string): void {
    this.#plannedKeys.set(key, [...(this.#plannedKeys.get(key) ?? []), { id, lineage }]);
  }

  /** The new Concepts with a key, of one type lineage or of any. */
  plannedKeys(lineage: string | undefined, key: string): readonly ElementId[] {
    return (this.#plannedKeys.get(key) ?? [])
      .filter((planned) => lineage === undefined || planned.lineage === lineage)
      .map(({ id }) => id);
  }

  /** What the command does to the references of one field of a Concept, begun on first use (§17.5). */
  referenceChange(owner: ElementId, lineage: string, begin: () => ReferenceChange): ReferenceChange {
    const changes = this.#referenceChanges.get(owner) ?? new Map<string, ReferenceChange>();
    const change = changes.get(lineage) ?? begin();
    this.#referenceChanges.set(owner, changes.set(lineage, change));
    return change;
  }

  /** Every Concept with planned reference changes. */
  referenceChanges(): ReadonlyMap<ElementId, ReadonlyMap<string, ReferenceChange>> {
    return this.#referenceChanges;
  }

  /** The element as the transaction found it; undefined for one that is created in it. */
  committed(id: ElementId): Element | undefined {
    return this.#committed.element(id);
  }

  /** Notes that a guard of the command held for an element: on one plane, or on the whole of it (§35.1). */
  noteGuard(id: ElementId, plane: GuardedPlane): void {
    this.#guarded.set(id, (this.#guarded.get(id) ?? new Set()).add(plane));
  }

  /** Whether the command guards a plane of an element, by its own guard or by one on the whole element. */
  isGuarded(id: ElementId, plane: GuardedPlane): boolean {
    const guarded = this.#guarded.get(id);
    return guarded !== undefined && (guarded.has("element") || guarded.has(plane));
  }

  /** Takes an id for a new element, so that references to it can be checked before it is built. */
  allocate(facts: ElementFacts): ElementId {
    const id = this.ids.allocate(facts.kind);
    this.#facts.set(id, facts);
    return id;
  }

  /** Whether this command creates the element. */
  isNew(id: ElementId): boolean {
    return this.#facts.has(id);
  }

  /** Kind and type of an element that exists or is about to, or undefined when there is none. */
  facts(id: ElementId): ElementFacts | undefined {
    const planned = this.#facts.get(id);
    if (planned) return planned;
    const element = this.before.element(id);
    if (!element) return undefined;
    return element.kind === "concept"
      ? { kind: element.kind, schemaRef: element.schema_ref }
      : { kind: element.kind };
  }

  /** The element as the plan has it so far: its draft, or what the command found. */
  element(id: ElementId): Element | undefined {
    return this.#drafts.get(id) ?? this.before.element(id);
  }

  /** Replaces the plan's version of an element. Its `_system` counts for `state` alone; `finish` writes the rest. */
  put(draft: Element): void {
    this.#drafts.set(draft.id, draft);
  }

  /** Every element the plan holds a version of, new ones in the order of their ids' allocation. */
  drafts(): Iterable<Element> {
    return this.#drafts.values();
  }

  /**
   * Makes a handle stand for an element, or for one that is worked out when it is first asked for (§53.2).
   * @throws `DuplicateLocalHandle` when the block already declared it.
   */
  declare(handle: Variable, element: ElementId | (() => ElementId)): void {
    if (this.#handles.has(handle.name)) {
      throw kipError("DuplicateLocalHandle", `?${handle.name} is declared twice`, {
        hint: "Give every created element of the block its own ?handle.",
        details: { handle: handle.name, position: handle.from },
      });
    }
    this.#handles.set(handle.name, element);
    if (typeof element !== "function") this.noteHandle(element, handle);
  }

  /** Notes the handle of an element that was worked out on demand, for messages. */
  noteHandle(id: ElementId, { name }: Variable): void {
    if (!this.#handleOf.has(id)) this.#handleOf.set(id, name);
  }

  /** The first handle that stands for an element, as far as that is known without working any out. */
  handleOf(id: ElementId): string | undefined {
    return this.#handleOf.get(id);
  }

  /** The element a handle stands for, or undefined when the block declares no such handle. */
  handle(name: string): ElementId | undefined {
    const element = this.#handles.get(name);
    return typeof element === "function" ? element() : element;
  }

  /** Every handle with its element, in declaration order. */
  handles(): readonly (readonly [string, ElementId])[] {
    return [...this.#handles].map(([name, element]) => [
      name,
      typeof element === "function" ? element() : element,
    ]);
  }

  /** What names mean in a statement whose WHERE bound these elements; its own bindings come before handles (§53.2). */
  scopeOf(row: ReadonlyMap<string, Element> | null): ValueScope {
    return {
      parameters: this.parameters,
      elementOf: (variable) => row?.get(variable.name)?.id ?? this.#requireHandle(variable),
    };
  }

  /**
   * Decides a merge. Its decision gets the id by which a host withdraws it (§11.5). `source` is the Concept as it leads
   * to its target: from now on references and patterns resolve through it.
   */
  decideIdentity(source: Concept, target: ElementId): void {
    this.identityOrders.push({ decisionId: `${this.context.txId}/${source.id}`, source: source.id, target });
    this.#resolving ??= new StateOverlay(this.before, this.ids.counters);
    this.#resolving.put(source);
    if (this.isNew(source.id)) return;
    this.#matching ??= new StateOverlay(this.before, this.ids.counters);
    this.#matching.put(source);
  }

  /**
   * What references resolve through: the state the command found, with the merges of the command carried out. A merge
   * holds for the whole of its MUTATE, whichever order the clauses are in (§53.4): every ordinary reference goes to the
   * Concept that is left (§11.3), as it would in a command after it. So one block neither writes to a Concept it merges
   * away nor makes a second Proposition of one canonical tuple (§12.3).
   */
  get resolving(): SpaceView {
    return this.#resolving ?? this.before;
  }

  /** What a WHERE matches: the state the command found, identities resolved as its merges resolve them (§43.2). */
  get matching(): SpaceView {
    return this.#matching ?? this.before;
  }

  /** What an id resolves to in this command (§11.1). */
  canonical(id: ElementId): ElementId {
    return canonicalId(this.resolving, id);
  }

  /** Notes that a creating statement resolved an element that already existed. */
  noteResolved(id: ElementId): void {
    this.#resolved.add(id);
  }

  resolved(): readonly ElementId[] {
    return [...this.#resolved];
  }

  /** Notes a reference an element was written with, for the engine's audit (§11.3). */
  noteInputReference(owner: ElementId, reference: SuppliedReference): void {
    const references = this.#inputReferences.get(owner) ?? [];
    references.push(reference);
    this.#inputReferences.set(owner, references);
  }

  /** A retried creation writes nothing, so what it was written with this time is not kept. */
  forgetInputReferences(owner: ElementId): void {
    this.#inputReferences.delete(owner);
  }

  inputReferences(owner: ElementId): readonly SuppliedReference[] {
    return this.#inputReferences.get(owner) ?? [];
  }

  #requireHandle(variable: Variable): ElementId {
    const id = this.handle(variable.name);
    if (id !== undefined) return id;
    throw kipError("ReferenceError", `?${variable.name} names nothing here`, {
      hint: "A ?name must be a handle this command declares or a variable that the same statement's WHERE binds to an element; a value such as a Literal is none. Handles do not carry over from other commands: use the returned id.",
      details: { variable: variable.name, position: variable.from },
    });
  }
}
