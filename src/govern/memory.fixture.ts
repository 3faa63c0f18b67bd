import { executeMutation } from "../kml/index.js";
import { evaluateFind, type FindContext } from "../kql/index.js";
import { type KmlCommand, parse, statementName } from "../lang/index.js";
import {
  asSpaceId,
  commitTxId,
  type Element,
  type ElementId,
  type IdCounters,
  type JsonObject,
  type JsonValue,
  KipError,
  NO_IDS,
  timestampAt,
} from "../model/index.js";
import { loadPackages, memoryPackage, SchemaEnvironment } from "../schema/index.js";
import { evaluateSearch, KeywordIndex } from "../search/index.js";
import { SpaceState, type SpaceView, StateOverlay } from "../state/index.js";
import { Authority } from "./authority.js";
import { ApprovalNeeded } from "./authorize-writes.js";
import { AuthorizedView, authorizedView } from "./authorized-view.js";
import { ControlState } from "./control-state.js";
import type { ControlRecord, ElementRecord } from "./records.js";
import { ADVERTISED, at, TODAY } from "./rules.fixture.js";
import { settleWrites } from "./settle-writes.js";
import { requireStatement } from "./statement-permissions.js";

const TEST_PACKAGE = {
  format: "KIP-Schema-Package",
  manifest: { package_id: "kip://test/govern", version: "1.0.0" },
  definitions: {
    concept_types: {
      Option: { kind: "ConceptType", description: "An option." },
      Diary: { kind: "ConceptType", description: "What nobody else reads." },
    },
    predicates: {
      timezone: { kind: "PredicateType", functional: true, object: { literal_types: ["string"] } },
      relates: { kind: "PredicateType", description: "is related to" },
      fears: { kind: "PredicateType", description: "is afraid of" },
    },
    structural_fields: {
      items: {
        kind: "StructuralFieldDefinition",
        source: { concept_types: ["kip://test/govern@1.0.0/Option"] },
        target: { kinds: ["Concept"] },
        ordered: true,
        unique: true,
      },
    },
  },
};

/** Loading packages takes longer than most tests, and an environment never changes. */
export const ENVIRONMENT = SchemaEnvironment.core
  .activate([memoryPackage()])
  .activate(loadPackages([TEST_PACKAGE]));

const SPACE = asSpaceId("kip:space:test");

/** A memory under Governance, without a store beneath it: filled by the owner, read as whoever a test says. */
export class GovernedMemory {
  readonly state = new SpaceState(SPACE, ENVIRONMENT);
  readonly control = new ControlState(ADVERTISED);
  readonly search = new KeywordIndex();
  readonly handles = new Map<string, ElementId>();
  #counters: IdCounters;
  #clock = Date.parse("2026-01-02T00:00:00.000Z");

  /** Ids are opaque, but some readers sort them as texts: a test that compares two memories starts where none is short. */
  constructor(counters: IdCounters = NO_IDS) {
    this.#counters = counters;
  }

  /** An overlay for a write on a view of this memory. */
  overlay(view: SpaceView = this.state): StateOverlay {
    return new StateOverlay(view, this.#counters);
  }

  /** Carries out a command in an overlay, with the handles of earlier commands as parameters. */
  execute(overlay: StateOverlay, text: string, principal = "principal:owner"): JsonObject {
    const { command, diagnostics } = parse(text);
    if (command === null) throw new KipError("InvalidSyntax", `${text}: ${diagnostics[0]?.message ?? ""}`);
    const { summary } = executeMutation(overlay, command as KmlCommand, {
      parameters: this.parameters,
      now: timestampAt(this.#clock),
      txId: commitTxId(SPACE, this.state.seq + 1),
      nextSeq: this.state.seq + 1,
      origin: { principal_id: principal, channel: "local", import_id: null },
    });
    return summary;
  }

  /** Makes an overlay's writes the present state. */
  commit(overlay: StateOverlay, elements: readonly Element[] = overlay.written()): void {
    const seq = this.state.seq + 1;
    this.state.apply({
      seq,
      elements,
      clientKeys: overlay.boundClientKeys(),
      identity: overlay.decided(),
      erasures: overlay.erasures().map(({ id, scope }) => ({ id, scope })),
    });
    this.search.take(seq, elements);
    this.#counters = overlay.counters;
    this.#clock += 60_000;
  }

  /** Carries out and commits one command of the owner; its handles name elements from then on. */
  write(text: string): JsonObject {
    const overlay = this.overlay();
    const summary = this.execute(overlay, text);
    this.commit(overlay);
    const handles = summary.handles as Readonly<Record<string, ElementId>>;
    for (const [name, id] of Object.entries(handles)) this.handles.set(name, id);
    return summary;
  }

  /** Carries out one command as a Principal: on its view, authorized, and stored whole. */
  writeAs(principal: string, text: string, requestDigest = "sha256:request"): JsonObject {
    const authority = this.authority(principal);
    const { command } = parse(text);
    if (command) requireStatement(authority, command, statementName(command));
    const view = authorizedView(this.state, authority);
    const overlay = this.overlay(view);
    const summary = this.execute(overlay, text, principal);
    const now = timestampAt(this.#clock);
    const settled = settleWrites({ authority, control: this.control, view, overlay, requestDigest, now });
    this.commit(overlay, settled.elements);
    if (settled.records.length > 0) this.govern(...settled.records);
    const handles = summary.handles as Readonly<Record<string, ElementId>>;
    for (const [name, id] of Object.entries(handles)) this.handles.set(name, id);
    return summary;
  }

  get parameters(): JsonObject {
    return Object.fromEntries([...this.handles].map(([name, id]) => [name, { id }]));
  }

  id(handle: string): ElementId {
    const id = this.handles.get(handle);
    if (id === undefined) throw new Error(`no element is called ${handle}`);
    return id;
  }

  element(handle: string): Element {
    const element = this.state.element(this.id(handle));
    if (!element) throw new Error(`${handle} is not there`);
    return element;
  }

  /** Puts control records in force. */
  govern(...records: readonly ControlRecord[]): void {
    this.control.take(records, this.control.version + 1);
    const decided = records.filter((record) => record.kind === "element");
    const elements = decided.flatMap((record): readonly Element[] => {
      const element = this.state.element(record.id);
      if (!element) return [];
      return [this.control.governed(element)];
    });
    const overlay = this.overlay();
    for (const element of elements) overlay.put(element);
    this.commit(overlay);
  }

  /** Puts a label on an element. */
  classify(handle: string, classification: string): void {
    this.govern(decided(this.id(handle), { classification }));
  }

  authority(principal: string, purpose: string | null = null): Authority {
    return new Authority(this.control, { principal, purpose }, TODAY, this.control.rulesVersion);
  }

  view(principal: string): SpaceView {
    return authorizedView(this.state, this.authority(principal));
  }

  /** The view of a Principal from whom something can be hidden. */
  restricted(principal: string): AuthorizedView {
    const view = this.view(principal);
    if (view instanceof AuthorizedView) return view;
    throw new Error(`nothing can be hidden from ${principal}`);
  }

  find(view: SpaceView, text: string, parameters: JsonObject = this.parameters): readonly JsonValue[] {
    const { command } = parse(text);
    if (command?.type !== "Find") throw new Error(`not a FIND: ${text}`);
    const context: FindContext = { parameters, now: TODAY, search: this.search };
    return evaluateFind(view, command, context).rows;
  }

  searches(view: SpaceView, text: string): readonly JsonValue[] {
    const { command } = parse(text);
    if (command?.type !== "Search") throw new Error(`not a SEARCH: ${text}`);
    const { hits } = evaluateSearch(view, this.search, command, this.parameters, {
      ...{ secret: "of the fixture", holder: "anybody", view: "view:any" },
    });
    return hits as unknown as readonly JsonValue[];
  }
}

/** The code of the error a call throws; `null` when it throws none. */
export function codeOf(call: () => unknown): string | null {
  try {
    call();
    return null;
  } catch (thrown) {
    if (thrown instanceof KipError) return thrown.code;
    if (thrown instanceof ApprovalNeeded) return "RequiresApproval";
    throw thrown;
  }
}

/** What Governance decided about an element; nothing, where a test does not say. */
export function decided(id: ElementId, parts: Partial<ElementRecord> = {}): ElementRecord {
  return {
    kind: "element",
    id,
    classification: null,
    authority_class: "descriptive",
    behavior_digest: null,
    quarantine: null,
    decided_by: "principal:owner",
    decided_at: at(1),
    ...parts,
  };
}
