import type { ElementKind, JsonValue } from "../model/index.js";

/** What the model knows of one field: nothing but what the package below says. */
export interface FieldRule {
  readonly type: "string" | "number" | "integer";
  readonly required?: boolean;
  readonly mutable?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
}

export type FieldRules = Readonly<Record<string, FieldRule>>;

interface TypeRule {
  readonly open: boolean;
  readonly fields: FieldRules;
}

interface PredicateRule {
  readonly subject?: readonly string[];
  /** Concept types, or Literal types; absent where anything but null is taken. */
  readonly object?: { readonly concepts?: readonly string[]; readonly literals?: readonly string[] };
  readonly nullable?: boolean;
  readonly format?: "timestamp";
}

interface EdgeRule {
  /** What may hold the references: Concept types, or kinds. */
  readonly holders: readonly string[];
  readonly targets: readonly ElementKind[];
  readonly ordered?: boolean;
  readonly min?: number;
  readonly max?: number;
}

export const TYPES: Readonly<Record<string, TypeRule>> = {
  Thing: { open: true, fields: {} },
  Box: {
    open: false,
    fields: {
      count: { type: "number" },
      size: { type: "integer", minimum: 0, maximum: 10 },
      label: { type: "string" },
      serial: { type: "string", mutable: false },
    },
  },
  Chest: { open: true, fields: {} },
  Ticket: { open: false, fields: { title: { type: "string", required: true }, count: { type: "number" } } },
};

export const FACETS: Readonly<
  Record<string, { readonly kinds: readonly ElementKind[]; readonly fields: FieldRules }>
> = {
  Mark: {
    kinds: ["concept", "proposition", "assertion", "evidence", "activity"],
    fields: {
      level: { type: "number", minimum: 0, maximum: 100 },
      note: { type: "string" },
      once: { type: "string", mutable: false },
    },
  },
  Badge: { kinds: ["concept"], fields: { rank: { type: "integer", required: true } } },
};

export const PREDICATES: Readonly<Record<string, PredicateRule>> = {
  color: { object: { literals: ["string"] } },
  weight: { object: { literals: ["number"] }, nullable: true },
  since: { object: { literals: ["string"] }, format: "timestamp" },
  near: { subject: ["Thing"], object: { concepts: ["Thing", "Box"] } },
  about: {},
};

/** The fields of the package; those of the Core are in `CORE_EDGES`. */
export const PACKAGE_EDGES: Readonly<Record<string, EdgeRule>> = {
  items: { holders: ["Box"], targets: ["concept"], ordered: true },
  owner: { holders: ["Box"], targets: ["concept"], max: 1 },
  lid: { holders: ["Chest"], targets: ["concept"], min: 1, max: 2 },
  tags: { holders: ["evidence", "activity"], targets: ["concept"] },
};

/** The reserved fields of §20.13. */
export const CORE_EDGES: Readonly<Record<string, EdgeRule>> = {
  evidence: { holders: ["assertion"], targets: ["evidence"] },
  source: { holders: ["evidence"], targets: ["concept", "evidence"] },
  generated_by: { holders: ["evidence"], targets: ["activity"], max: 1 },
  inputs: {
    holders: ["activity"],
    targets: ["concept", "proposition", "assertion", "evidence", "activity"],
  },
  outputs: {
    holders: ["activity"],
    targets: ["concept", "proposition", "assertion", "evidence", "activity"],
  },
  associated_actors: { holders: ["activity"], targets: ["concept"] },
};

const PACKAGE = "kip://test/model@1.0.0";

/** The exact ref of a symbol of the package. */
export const refOf = (name: string): string => `${PACKAGE}/${name}`;

/** The local name in an exact ref, or a reserved name as it is. */
export const nameOf = (ref: string): string => ref.replace(`${PACKAGE}/`, "");

const NAMES_OF_KINDS: Readonly<Record<ElementKind, string>> = {
  concept: "Concept",
  proposition: "Proposition",
  assertion: "Assertion",
  evidence: "Evidence",
  activity: "Activity",
};

const isKind = (name: string): name is ElementKind => Object.hasOwn(NAMES_OF_KINDS, name);
const kindNames = (kinds: readonly ElementKind[]) => kinds.map((kind) => NAMES_OF_KINDS[kind]);

function mapped<T>(rules: Readonly<Record<string, T>>, form: (rule: T) => unknown): JsonValue {
  return Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, form(rule)])) as JsonValue;
}

/** The same rules as a Schema Package artifact, for the engine. */
export const MODEL_PACKAGE = {
  format: "KIP-Schema-Package",
  manifest: { package_id: "kip://test/model", version: "1.0.0" },
  definitions: {
    concept_types: mapped(TYPES, ({ open, fields }) => ({
      kind: "ConceptType",
      attributes: { open, fields },
    })),
    predicates: mapped(PREDICATES, ({ subject, object, nullable, format }) => ({
      kind: "PredicateType",
      ...(subject ? { subject: { concept_types: subject.map(refOf) } } : {}),
      ...(object
        ? {
            object: {
              ...(object.concepts ? { concept_types: object.concepts.map(refOf) } : {}),
              ...(object.literals ? { literal_types: object.literals } : {}),
              ...(nullable ? { nullable } : {}),
              ...(format ? { format } : {}),
            },
          }
        : {}),
    })),
    facets: mapped(FACETS, ({ kinds, fields }) => ({
      kind: "FacetDefinition",
      closed: true,
      applicable_to: { kinds: kindNames(kinds) },
      fields,
    })),
    structural_fields: mapped(PACKAGE_EDGES, ({ holders, targets, ordered, min, max }) => ({
      kind: "StructuralFieldDefinition",
      source: {
        ...(holders.some(isKind) ? { kinds: kindNames(holders.filter(isKind)) } : {}),
        ...(holders.some((holder) => !isKind(holder))
          ? { concept_types: holders.filter((holder) => !isKind(holder)).map(refOf) }
          : {}),
      },
      target: { kinds: kindNames(targets) },
      ...(ordered ? { ordered, unique: true } : {}),
      ...(min !== undefined || max !== undefined
        ? { cardinality: { min: min ?? 0, ...(max === undefined ? {} : { max }) } }
        : {}),
    })),
  },
};
