import {
  type Activity,
  type Assertion,
  type AssertionMode,
  asElementId,
  asSpaceId,
  type Concept,
  commitTxId,
  type Element,
  type ElementEnvelope,
  type ElementId,
  type ElementKind,
  type ElementOf,
  type Evidence,
  type EvidenceRole,
  elementId,
  type JsonObject,
  NO_IDS,
  type Proposition,
  type PropositionObject,
  type RecordingInvalidation,
  type Stance,
  type Timestamp,
  type ValidTimeEndpoint,
} from "../model/index.js";
import {
  type ConceptTypeDefinition,
  type PredicateDefinition,
  SchemaEnvironment,
  type SchemaPackage,
} from "../schema/index.js";
import { objectKey, SpaceState } from "../state/index.js";
import { type EpistemicContext, type EpistemicRequest, readEpistemicSettings } from "./request.js";
import { DEFAULT_RULES, type SlotRules } from "./slot-rules.js";

/** A small hand-made memory for tests of projection: elements as the engine would have stored them, without KML. */

const SPACE = asSpaceId("kip:space:test");
const PACKAGE = "kip://test/belief";
const PROFILE_BASIS = "kip://profiles/cognitive-memory@2.0.0/DependencyBasis";

/** The start of a day of 2026, counted from 1 January as day 0: a readable timestamp for tests. */
export function day(ordinal: number): Timestamp {
  return new Date(Date.UTC(2026, 0, 1 + ordinal)).toISOString() as Timestamp;
}

/** The exact ref of a predicate of the test package. */
export function predicate(name: string): string {
  return `${PACKAGE}@1.0.0/${name}`;
}

/**
 * An environment that defines some Concept Types and predicates with the given rules; the rest is as by default.
 * `renames` says which predicates became which.
 */
export function environmentOf(
  predicates: Readonly<Record<string, Partial<SlotRules>>>,
  renames: Readonly<Record<string, string>> = {},
): SchemaEnvironment {
  const types = ["Person", "Place", "Color", "Editor", "Context"];
  const symbol = (name: string) => ({
    ref: `${PACKAGE}@1.0.0/${name}`,
    lineage: `${PACKAGE}/${name}`,
    name,
    packageRef: `${PACKAGE}@1.0.0`,
    description: name,
    source: {},
  });
  const conceptTypes = types.map((name): [string, ConceptTypeDefinition] => [
    name,
    {
      ...symbol(name),
      kind: "ConceptType",
      attributes: { fields: new Map(), open: true, valueSchema: null },
      referencePaths: [],
    },
  ]);
  const predicateTypes = Object.entries(predicates).map(([name, rules]): [string, PredicateDefinition] => [
    name,
    { ...symbol(name), kind: "PredicateType", subject: null, object: null, ...DEFAULT_RULES, ...rules },
  ]);
  const none = {
    ConceptType: new Map(),
    PredicateType: new Map(),
    FacetDefinition: new Map(),
    StructuralFieldDefinition: new Map(),
  };
  const testPackage: SchemaPackage = {
    packageRef: `${PACKAGE}@1.0.0`,
    packageId: PACKAGE,
    version: "1.0.0",
    contentDigest: "sha256:test",
    description: "Predicates for tests of projection.",
    dependencies: [],
    pinnedSchemas: [],
    symbols: { ...none, ConceptType: new Map(conceptTypes), PredicateType: new Map(predicateTypes) },
    aliases: none,
    successions: Object.entries(renames).map(([from, to]) => ({
      kind: "PredicateType",
      from: `${PACKAGE}/${from}`,
      to: `${PACKAGE}/${to}`,
    })),
    retirements: [],
    activityClasses: [],
    artifact: {},
  };
  return SchemaEnvironment.core.activate([testPackage]);
}

/** What a test says of a claim; the rest is: supported, stated on day 0, valid as §25.2 reads silence. */
export interface ClaimOptions {
  readonly by: ElementId;
  readonly stance?: Stance;
  readonly mode?: AssertionMode;
  readonly at?: Timestamp;
  readonly from?: ValidTimeEndpoint;
  readonly until?: ValidTimeEndpoint;
  readonly contexts?: readonly ElementId[];
  readonly evidence?: readonly ElementId[];
  readonly role?: EvidenceRole;
}

export interface PinOptions {
  readonly id: ElementId;
  readonly version?: number;
  readonly planes?: Readonly<Record<string, number>>;
}

export class Memory {
  readonly environment: SchemaEnvironment;
  readonly #elements = new Map<ElementId, Element>();
  readonly #counters: Record<ElementKind, number> = { ...NO_IDS };

  constructor(environment: SchemaEnvironment) {
    this.environment = environment;
  }

  concept(type = "Person", name?: string): ElementId {
    return this.#put<"concept">(
      "concept",
      (envelope): Concept => ({
        ...envelope,
        schema_ref: type.startsWith("kip://") ? type : `${PACKAGE}@1.0.0/${type}`,
        ...(name === undefined ? {} : { name }),
        canonical_id: null,
        aliases: [],
        attributes: {},
        structural: {},
        merged_into: null,
      }),
    );
  }

  /** The Proposition of a tuple, stored once. */
  proposition(subject: ElementId, name: string, object: PropositionObject): ElementId {
    for (const element of this.#elements.values()) {
      if (
        element.kind === "proposition" &&
        element.subject.id === subject &&
        element.predicate_ref === predicate(name) &&
        objectKey(element.object) === objectKey(object)
      ) {
        return element.id;
      }
    }
    return this.#put<"proposition">(
      "proposition",
      (envelope): Proposition => ({
        ...envelope,
        subject: { id: subject },
        predicate_ref: predicate(name),
        object,
      }),
    );
  }

  /** An Assertion about a Proposition. */
  assert(proposition: ElementId, options: ClaimOptions): ElementId {
    return this.#put<"assertion">(
      "assertion",
      (envelope): Assertion => ({
        ...envelope,
        proposition: { id: proposition },
        asserted_by: { id: options.by },
        stance: options.stance ?? "support",
        mode: options.mode ?? "stated",
        asserted_at: options.at ?? day(0),
        valid_time: {
          ...(options.from === undefined ? {} : { from: options.from }),
          ...(options.until === undefined ? {} : { until: options.until }),
        },
        evidence: (options.evidence ?? []).map((id) => ({ id, role: options.role ?? "support" })),
        context_refs: (options.contexts ?? []).map((id) => ({ id })),
        lifecycle: { status: "active", supersedes: [], superseded_by: [], retracted_at: null },
      }),
    );
  }

  /** An Assertion about a tuple, whose Proposition is stored on the way. */
  claim(subject: ElementId, name: string, object: PropositionObject, options: ClaimOptions): ElementId {
    return this.assert(this.proposition(subject, name, object), options);
  }

  evidence(
    options: Partial<Pick<Evidence, "evidence_class" | "content_digest" | "source">> &
      Partial<Pick<Evidence["lifecycle"], "corrects">> = {},
  ): ElementId {
    return this.#put<"evidence">(
      "evidence",
      (envelope): Evidence => ({
        ...envelope,
        evidence_class: options.evidence_class ?? "observation",
        payload: { mode: "inline", inline: envelope.id },
        content_digest: options.content_digest ?? `sha256:${envelope.id}`,
        observed_at: day(0),
        source: options.source ?? [],
        generated_by: null,
        lifecycle: { status: "active", corrects: options.corrects ?? [], corrected_by: [] },
      }),
    );
  }

  /** A completed Activity; `groups` gives it a DependencyBasis. */
  activity(options: {
    readonly inputs?: readonly ElementId[];
    readonly outputs?: readonly ElementId[];
    readonly activityClass?: string;
    readonly status?: Activity["status"];
    readonly groups?: readonly { readonly role: string; readonly pins: readonly PinOptions[] }[];
    readonly queries?: readonly JsonObject[];
  }): ElementId {
    const basis = options.groups
      ? {
          [PROFILE_BASIS]: {
            basis_seq: 1,
            groups: options.groups.map(({ role, pins }) => ({
              role,
              pins: pins.map(({ id, version, planes }) => ({
                id,
                version: version ?? 1,
                ...(planes ? { planes } : {}),
              })),
            })),
            policy_basis: {},
            ...(options.queries ? { queries: options.queries } : {}),
          },
        }
      : {};
    return this.#put<"activity">(
      "activity",
      (envelope): Activity => ({
        ...envelope,
        facets: basis,
        activity_class: options.activityClass ?? "inference",
        started_at: null,
        ended_at: null,
        inputs: (options.inputs ?? []).map((id) => ({ id })),
        outputs: (options.outputs ?? []).map((id) => ({ id })),
        associated_actors: [],
        status: options.status ?? "completed",
      }),
    );
  }

  /** An inference by an actor from pinned premises, with the Activity that derived it. */
  infer(
    subject: ElementId,
    name: string,
    object: PropositionObject,
    premises: readonly ElementId[],
    options: ClaimOptions,
  ): ElementId {
    const inferred = this.claim(subject, name, object, { ...options, mode: "inferred" });
    const pins = premises.map((id) => ({ id, version: this.get(id)._system.version }));
    this.activity({ inputs: premises, outputs: [inferred], groups: [{ role: "all_of", pins }] });
    return inferred;
  }

  get(id: ElementId): Element {
    const element = this.#elements.get(id);
    if (element === undefined) throw new Error(`the test memory has no ${id}`);
    return element;
  }

  retract(id: ElementId): void {
    this.#change<"assertion">(id, (it) => ({
      ...it,
      lifecycle: { ...it.lifecycle, status: "retracted", retracted_at: day(0) },
    }));
  }

  supersede(id: ElementId, by: ElementId): void {
    this.#change<"assertion">(id, (it) => ({
      ...it,
      lifecycle: { ...it.lifecycle, status: "superseded", superseded_by: [{ id: by }] },
    }));
  }

  correct(id: ElementId, by: ElementId): void {
    this.#change<"evidence">(id, (it) => ({
      ...it,
      lifecycle: { ...it.lifecycle, status: "corrected", corrected_by: [{ id: by }] },
    }));
  }

  merge(id: ElementId, into: ElementId): void {
    this.#change<"concept">(id, (it) => ({ ...it, merged_into: { id: into } }));
  }

  /** Notes the planes of its outputs that an Activity certifies, as the engine would at its commit. */
  certify(id: ElementId, outputs: Readonly<Record<string, Readonly<Record<string, number>>>>): void {
    this.#change(id, (it) => ({ ...it, _system: { ...it._system, output_plane_versions: outputs } }));
  }

  /** Marks an element as misreading its source, as a recording repair would. */
  invalidate(id: ElementId): void {
    const repair: RecordingInvalidation = { status: "invalidated", repair_ref: asElementId("X-99") };
    this.#change(id, (it) => ({ ...it, _system: { ...it._system, recording_validity: repair } }));
  }

  /** Moves an element out of ordinary recall. */
  store(id: ElementId, state: "archived" | "tombstoned"): void {
    this.#change(id, (it) => ({ ...it, _system: { ...it._system, state } }));
  }

  /** Changes an element in a way that concerns nobody but its version. */
  touch(id: ElementId, plane?: "attributes" | "retention"): void {
    this.#change(id, (it) => ({
      ...it,
      _system: {
        ...it._system,
        plane_versions: plane
          ? { ...it._system.plane_versions, [plane]: (it._system.plane_versions[plane] ?? 0) + 1 }
          : it._system.plane_versions,
      },
    }));
  }

  elements(): readonly Element[] {
    return [...this.#elements.values()];
  }

  /** The Space that holds these elements, committed in the given order. */
  view(order: readonly Element[] = this.elements()): SpaceState {
    const state = new SpaceState(SPACE, this.environment);
    state.apply({ seq: 1, elements: order, clientKeys: [] });
    return state;
  }

  #put<K extends ElementKind>(kind: K, make: (envelope: ElementEnvelope<K>) => ElementOf<K>): ElementId {
    this.#counters[kind] += 1;
    const element = make(envelopeOf(kind, elementId(kind, this.#counters[kind])));
    this.#elements.set(element.id, element as Element);
    return element.id;
  }

  #change<K extends ElementKind>(id: ElementId, change: (element: ElementOf<K>) => ElementOf<K>): void {
    const changed = change(this.get(id) as ElementOf<K>) as Element;
    const { version } = this.get(id)._system;
    this.#elements.set(id, { ...changed, _system: { ...changed._system, version: version + 1 } } as Element);
  }
}

/** A projection request for a day, as a query with these settings would make it. */
export function requestFor(
  validAt: Timestamp,
  settings: JsonObject = {},
  context: Partial<EpistemicContext> = {},
): EpistemicRequest {
  return readEpistemicSettings(settings, { ...context, validAt });
}

function envelopeOf<K extends ElementKind>(kind: K, id: ElementId): ElementEnvelope<K> {
  return {
    id,
    kind,
    space_id: SPACE,
    governance: { classification: "internal", authority_class: "descriptive" },
    retention: { retention_class: "standard", expires_at: null, legal_hold: false },
    facets: {},
    _system: {
      version: 1,
      plane_versions: {},
      created_at: day(0),
      updated_at: day(0),
      created_tx: commitTxId(SPACE, 1),
      updated_tx: commitTxId(SPACE, 1),
      state: "active",
      origin: { principal_id: "owner", channel: "test", import_id: null },
      space_seq: 1,
    },
  };
}
