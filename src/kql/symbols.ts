import type {
  FieldSet,
  PredicateDefinition,
  SchemaEnvironment,
  StructuralFieldDefinition,
  SymbolKind,
} from "../schema/index.js";
import { lineageOf } from "../schema/index.js";
import { SymbolValue } from "./values.js";

/** Every lineage that counts as one symbol, so that elements of all its versions and former names match (§20.14). */
export type Lineages = readonly string[];

/** A Structural Field a pattern names: a reserved Core field or a package's (§20.13). */
export interface FieldReference {
  readonly lineages: Lineages;
  readonly ordered: boolean;
  /** Whether the engine derives the references rather than storing them (§18.2). */
  readonly computed: boolean;
}

/**
 * The Schema symbols of a query, resolved in the environment of its snapshot. Every method throws
 * `SchemaSymbolNotFound` or `SchemaSymbolAmbiguous` (§20.7).
 */
export class Symbols {
  readonly #environment: SchemaEnvironment;

  constructor(environment: SchemaEnvironment) {
    this.#environment = environment;
  }

  conceptType(symbol: string): Lineages {
    return this.#lineages("ConceptType", symbol);
  }

  /** The lineages of an exact ref, whether or not any package in force has it: nothing is resolved, and nothing throws. */
  versionsOf(kind: SymbolKind, ref: string): Lineages {
    return this.#environment.equivalentLineages(kind, ref);
  }

  predicate(symbol: string): Lineages {
    return this.#lineages("PredicateType", symbol);
  }

  /** The version of a Predicate that a write of the symbol would go by. */
  predicateDefinition(symbol: string): PredicateDefinition {
    return this.#environment.resolvePredicate(symbol);
  }

  facet(symbol: string): Lineages {
    return this.#lineages("FacetDefinition", symbol);
  }

  /** The fields of every readable version of a Concept Type or a Facet: an element may have any of them (§20.14). */
  fieldsOf(kind: "ConceptType" | "FacetDefinition", lineages: Lineages): readonly FieldSet[] {
    const versions = this.#environment.all(kind).filter(({ lineage }) => lineages.includes(lineage));
    return versions.map((version) => (version.kind === "ConceptType" ? version.attributes : version.value));
  }

  /** A package's field, as the `structural` object of an element files it. */
  packageField(symbol: string): Lineages {
    return this.#lineages("StructuralFieldDefinition", symbol);
  }

  /** Every field a name means where the kind of its holder is open: the Core field and the package's (§43.7). */
  structuralFields(symbol: string): readonly FieldReference[] {
    return this.#environment.structuralFieldsNamed(symbol).map((definition) => ({
      lineages: this.#fieldLineages(definition),
      ordered: definition.ordered,
      computed: definition.computed,
    }));
  }

  #fieldLineages({ reserved, name, lineage }: StructuralFieldDefinition): Lineages {
    return reserved ? [name] : this.#environment.equivalentLineages("StructuralFieldDefinition", lineage);
  }

  #lineages(kind: SymbolKind, symbol: string): Lineages {
    return this.#environment.equivalentLineages(kind, this.#environment.resolve(kind, symbol).lineage);
  }
}

/** Whether an exact ref is a version of a symbol. */
export function isVersionOf(lineages: Lineages, ref: string): boolean {
  return lineages.includes(lineageOf(ref));
}

/** The binding of a predicate or type ref: it compares by what its lineage has become (§20.14). */
export function symbolValue(
  environment: SchemaEnvironment,
  kind: "ConceptType" | "PredicateType",
  ref: string,
): SymbolValue {
  return new SymbolValue(ref, environment.canonicalLineage(kind, ref));
}
