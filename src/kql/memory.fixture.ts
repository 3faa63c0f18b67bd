import { type Command, diagnosticError, errorsAmong, type FindCommand, parse } from "../lang/index.js";
import {
  type Activity,
  type Assertion,
  asSpaceId,
  type Concept,
  commitTxId,
  type Element,
  type ElementEnvelope,
  type ElementId,
  type ElementKind,
  type ElementOf,
  type Evidence,
  elementId,
  type JsonObject,
  type JsonValue,
  kipError,
  NO_IDS,
  type Proposition,
  type PropositionObject,
  type Timestamp,
} from "../model/index.js";
import { builtInSchemas, loadPackage, SchemaEnvironment } from "../schema/index.js";
import { SpaceState, type SpaceView } from "../state/index.js";
import type { FindContext, FindOutcome } from "./context.js";
import { evaluateFind } from "./find.js";

/** A small hand-made memory for tests of queries: elements as the engine would have stored them, without KML. */

export const SPACE = asSpaceId("kip:space:test");
export const NOW = "2026-11-01T00:00:00.000Z" as Timestamp;
const PACKAGE = "kip://test/people";

const anything = { kinds: ["Concept", "Proposition", "Assertion", "Evidence", "Activity"] };

function artifact(version: string) {
  const predicate = (description: string) => ({ kind: "PredicateType", description });
  return {
    format: "KIP-Schema-Package",
    manifest: { package_id: PACKAGE, version },
    definitions: {
      concept_types: {
        Person: { kind: "ConceptType", description: "A human being." },
        City: { kind: "ConceptType", description: "A town on a map." },
        Box: {
          kind: "ConceptType",
          description: "Exactly a size and a colour.",
          attributes: {
            open: false,
            fields: {
              size: { type: "number", required: false, mutable: true },
              colour: { type: "string", required: false, mutable: true, enum: ["red", "blue"] },
            },
          },
        },
        Stone: { kind: "ConceptType", description: "Nothing is said of stones." },
      },
      predicates: {
        knows: predicate("One person has met another."),
        lives_in: predicate("Where someone is at home."),
        likes: predicate("What someone enjoys: a thing, or a word for it."),
        contradicts: predicate("One statement denies another."),
      },
      facets: {
        Weight: {
          kind: "FacetDefinition",
          description: "How much matters.",
          closed: true,
          fields: { salience: { type: "number", required: false, mutable: true } },
        },
        Mood: {
          kind: "FacetDefinition",
          description: "How things stand.",
          fields: { level: { type: "number", required: false, mutable: true } },
        },
      },
      structural_fields: {
        has_part: {
          kind: "StructuralFieldDefinition",
          description: "Parts, in order.",
          source: { kinds: ["Concept"] },
          target: anything,
          ordered: true,
        },
        evidence: {
          kind: "StructuralFieldDefinition",
          description: "Named like a Core field.",
          source: { kinds: ["Concept"] },
          target: anything,
          ordered: false,
        },
      },
    },
  };
}

const versions = ["1.0.0", "1.1.0"].map((version) =>
  loadPackage(artifact(version), { packages: [], schemas: builtInSchemas() }),
);

/** The test package in two versions: what was written under the first is found by the names of the second. */
export const environment = versions.reduce(
  (previous, version) => previous.activate([version]),
  SchemaEnvironment.core,
);

/** The exact ref of a symbol in a version of the test package. */
export function ref(name: string, version = "1.1.0"): string {
  return `${PACKAGE}@${version}/${name}`;
}

type Parts<K extends ElementKind> = Partial<Omit<ElementOf<K>, "id" | "kind" | "_system">> & {
  readonly state?: string;
};

/** A memory under construction. Every method stores one element and returns its id. */
export class Memory {
  readonly #environment: SchemaEnvironment;
  readonly #elements = new Map<ElementId, Element>();
  readonly #counters: Record<ElementKind, number> = { ...NO_IDS };

  constructor(schema: SchemaEnvironment = environment) {
    this.#environment = schema;
  }

  concept(type: string, name: string | null, parts: Parts<"concept"> = {}): ElementId {
    return this.#put<"concept">(
      "concept",
      parts,
      (envelope): Concept => ({
        ...envelope,
        schema_ref: type.includes("://") ? type : ref(type),
        ...(name === null ? {} : { name }),
        canonical_id: null,
        aliases: [],
        attributes: {},
        structural: {},
        merged_into: null,
      }),
    );
  }

  proposition(
    subject: ElementId,
    predicate: string,
    object: PropositionObject | ElementId,
    parts: Parts<"proposition"> = {},
  ): ElementId {
    const target =
      typeof object === "string" && this.#elements.has(object as ElementId)
        ? { id: object as ElementId }
        : object;
    return this.#put<"proposition">(
      "proposition",
      parts,
      (envelope): Proposition => ({
        ...envelope,
        subject: { id: subject },
        predicate_ref: predicate.includes("://") ? predicate : ref(predicate),
        object: target as PropositionObject,
      }),
    );
  }

  assertion(about: ElementId, by: ElementId, parts: Parts<"assertion"> = {}): ElementId {
    return this.#put<"assertion">(
      "assertion",
      parts,
      (envelope): Assertion => ({
        ...envelope,
        proposition: { id: about },
        asserted_by: { id: by },
        stance: "support",
        mode: "stated",
        asserted_at: NOW,
        valid_time: {},
        evidence: [],
        context_refs: [],
        lifecycle: { status: "active", supersedes: [], superseded_by: [], retracted_at: null },
      }),
    );
  }

  evidence(payload: JsonValue, parts: Parts<"evidence"> = {}): ElementId {
    return this.#put<"evidence">(
      "evidence",
      parts,
      (envelope): Evidence => ({
        ...envelope,
        evidence_class: "observation",
        payload: { mode: "inline", inline: payload },
        content_digest: "sha256:0",
        observed_at: NOW,
        source: [],
        generated_by: null,
        lifecycle: { status: "active", corrects: [], corrected_by: [] },
      }),
    );
  }

  activity(parts: Parts<"activity"> = {}): ElementId {
    return this.#put<"activity">(
      "activity",
      parts,
      (envelope): Activity => ({
        ...envelope,
        activity_class: "inference",
        started_at: null,
        ended_at: null,
        inputs: [],
        outputs: [],
        associated_actors: [],
        status: "completed",
      }),
    );
  }

  merge(source: ElementId, target: ElementId): void {
    const element = this.#elements.get(source);
    if (element?.kind === "concept") this.#elements.set(source, { ...element, merged_into: { id: target } });
  }

  elements(): readonly Element[] {
    return [...this.#elements.values()];
  }

  /** The Space that holds these elements. */
  view(): SpaceState {
    const state = new SpaceState(SPACE, this.#environment);
    state.apply({ seq: 1, elements: this.elements(), clientKeys: [] });
    return state;
  }

  #put<K extends ElementKind>(
    kind: K,
    { state = "active", ...parts }: Parts<K>,
    make: (envelope: ElementEnvelope<K>) => ElementOf<K>,
  ): ElementId {
    this.#counters[kind] += 1;
    const element = make(envelopeOf(kind, elementId(kind, this.#counters[kind]), state));
    this.#elements.set(element.id, { ...element, ...parts } as Element);
    return element.id;
  }
}

function envelopeOf<K extends ElementKind>(kind: K, id: ElementId, state: string): ElementEnvelope<K> {
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
      created_at: NOW,
      updated_at: NOW,
      created_tx: commitTxId(SPACE, 1),
      updated_tx: commitTxId(SPACE, 1),
      state,
      origin: { principal_id: "owner", channel: "test", import_id: null },
      space_seq: 1,
    },
  };
}

/** The command a text is; throws its first error. */
export function commandOf(text: string): Command {
  const { command, diagnostics } = parse(text);
  if (command) return command;
  const [error] = errorsAmong(diagnostics);
  throw error ? diagnosticError(error) : kipError("InvalidSyntax", "no command");
}

/** The FIND a text is. */
export function findOf(text: string): FindCommand {
  const command = commandOf(text);
  if (command.type !== "Find") throw new Error(`no FIND: ${text}`);
  return command;
}

/** The outcome of a FIND over a view. */
export function find(
  view: SpaceView,
  text: string,
  parameters: JsonObject = {},
  context: Partial<FindContext> = {},
): FindOutcome {
  return evaluateFind(view, findOf(text), { parameters, now: NOW, ...context });
}

/** The rows of a FIND over a view. */
export function rows(
  view: SpaceView,
  text: string,
  parameters: JsonObject = {},
  context: Partial<FindContext> = {},
): readonly JsonValue[] {
  return find(view, text, parameters, context).rows;
}
