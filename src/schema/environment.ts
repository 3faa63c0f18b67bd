import { type Digest, digestOf, type ElementKind, type JsonObject, kipError } from "../model/index.js";
import { CORE_PACKAGE_REF, CORE_STRUCTURAL_FIELDS, coreStructuralField } from "./core-package.js";
import {
  type AnyDefinition,
  type ConceptTypeDefinition,
  type DefinitionOf,
  type FacetDefinition,
  type PredicateDefinition,
  type SchemaPackage,
  type StructuralFieldDefinition,
  SYMBOL_KINDS,
  type SymbolKind,
} from "./definitions.js";
import { DRAFT_PACKAGE_ID, type DraftSymbol, draftPackage, draftSymbols } from "./draft-package.js";
import { unmetDependency, withActivated, withDeactivated } from "./environment-packages.js";
import { lineageOf } from "./refs.js";
import {
  type EnvironmentPackage,
  KIND_WORDS,
  type LineageMap,
  type SymbolStatus,
  SymbolTable,
} from "./symbol-table.js";

/** An element as far as the schema looks at it. Every `Element` of the model is one. */
export interface TypedElement {
  readonly kind: ElementKind;
  /** The exact Concept Type; present on Concepts. */
  readonly schema_ref?: string;
}

/** What an environment consists of, as the store keeps it (§20.9). Packages are named, never embedded. */
export interface EnvironmentRecord {
  readonly version: number;
  readonly packages: readonly {
    readonly package_ref: string;
    readonly status: EnvironmentPackage["status"];
    readonly content_digest: Digest;
  }[];
  readonly lineage_maps: readonly LineageMap[];
  /** The draft symbol this very version added (§20.16); absent for a version that came about otherwise. */
  readonly defined?: DraftSymbol;
}

type Tables = { readonly [K in SymbolKind]: SymbolTable<K> };

/**
 * The exact set of package versions in force in one MemorySpace, and what every name means in it (§20.8). Immutable:
 * a change gives another environment with the next version. Core is always part of it (§20.13).
 */
export class SchemaEnvironment {
  /** Advances with every change; caches and projection bases key on it (§20.9, §21.12). */
  readonly version: number;
  readonly packages: readonly EnvironmentPackage[];
  /** The promotions of draft symbols, in their order (§20.16). */
  readonly lineageMaps: readonly LineageMap[];
  /** The draft symbol this very version added, or null. */
  readonly #defined: DraftSymbol | null;
  readonly #tables: Tables;

  private constructor(
    version: number,
    packages: readonly EnvironmentPackage[],
    lineageMaps: readonly LineageMap[],
    defined: DraftSymbol | null,
  ) {
    this.version = version;
    this.packages = packages;
    this.lineageMaps = lineageMaps;
    this.#defined = defined;
    this.#tables = {
      ConceptType: new SymbolTable("ConceptType", packages, lineageMaps),
      PredicateType: new SymbolTable("PredicateType", packages, lineageMaps),
      FacetDefinition: new SymbolTable("FacetDefinition", packages, lineageMaps),
      StructuralFieldDefinition: new SymbolTable("StructuralFieldDefinition", packages, lineageMaps),
    };
  }

  /** The environment with Core alone, version 0: before any package was activated. */
  static readonly core = new SchemaEnvironment(0, [], [], null);

  /**
   * The environment a record describes. Its draft package is among `packages`: `draftPackage` makes it of what the
   * records up to this one defined.
   * @throws `HistoricalSchemaUnavailable` when a package it names is not among those given, or is another artifact.
   */
  static restore(record: EnvironmentRecord, packages: Iterable<SchemaPackage>): SchemaEnvironment {
    const held = new Map([...packages].map((item) => [item.packageRef, item]));
    const entries = record.packages.map(({ package_ref, status, content_digest }): EnvironmentPackage => {
      const item = held.get(package_ref);
      if (item?.contentDigest === content_digest) return { package: item, status };
      throw kipError("HistoricalSchemaUnavailable", `the schema package ${package_ref} is not available`, {
        hint: item
          ? `The ${package_ref} held here has digest ${item.contentDigest}; this Space was written with ${content_digest}. Hand the engine that artifact.`
          : `Hand the engine the artifact of ${package_ref} with digest ${content_digest}.`,
        details: { package_ref, content_digest, held: item?.contentDigest ?? null },
      });
    });
    return new SchemaEnvironment(record.version, entries, record.lineage_maps, record.defined ?? null);
  }

  /** What to keep so that `restore` gives this environment again. */
  get record(): EnvironmentRecord {
    return {
      version: this.version,
      packages: this.packages.map(({ package: item, status }) => ({
        package_ref: item.packageRef,
        status,
        content_digest: item.contentDigest,
      })),
      lineage_maps: this.lineageMaps,
      ...(this.#defined ? { defined: this.#defined } : {}),
    };
  }

  /**
   * The Schema Lock: every package version in force with its digest, sorted, Core without one (§20.9, §20.13).
   * Equal sets of packages give equal locks, whatever the order of activation.
   */
  get lock(): JsonObject {
    const packages = this.packages
      .map(({ package: item, status }) => ({
        package_ref: item.packageRef,
        status: status as string,
        content_digest: item.contentDigest as string,
      }))
      .sort((left, right) => (left.package_ref < right.package_ref ? -1 : 1));
    return {
      packages: [{ package_ref: CORE_PACKAGE_REF, status: "active" }, ...packages],
      lineage_maps: this.lineageMaps.map(({ kind, from, to }) => ({ kind, from, to })),
    };
  }

  /** The digest of the lock: equal for equal environments, apart from their version. */
  get lockDigest(): Digest {
    return digestOf(this.lock);
  }

  /**
   * This environment with packages activated, as one change: the next version. Another version of a package already
   * here becomes the one that writes bind to, and the earlier one stays readable (§20.14); of several versions given at
   * once it is the last. An activation that changes nothing gives this same environment.
   * @throws `SchemaPackageUnavailable` when a dependency is not in force, or a symbol refers or is renamed to one nobody
   * defines; `SchemaSymbolConflict` when the same version is here with other content.
   */
  activate(packages: readonly SchemaPackage[]): SchemaEnvironment {
    const next = this.#withPackages(withActivated(this.packages, packages));
    if (next === this) return this;
    for (const item of packages) next.#requireComplete(item);
    return next;
  }

  /**
   * This environment with packages no longer active, as one change: what was written with them stays readable, and
   * nothing more is written with them. Packages that are not active already change nothing.
   * @throws `SchemaPackageUnavailable` for a package that is not here; `ConstraintViolation` for the draft vocabulary
   * and for a package that an active one rests on.
   */
  deactivate(packageRefs: readonly string[]): SchemaEnvironment {
    return this.#withPackages(withDeactivated(this.packages, packageRefs));
  }

  /** This environment with one more draft symbol, which `readDraftSymbol` has checked: the next version (§20.16). */
  define(symbol: DraftSymbol): SchemaEnvironment {
    const draft = draftPackage([...this.draftSymbols, symbol]);
    const isHere = this.packages.some(({ package: { packageId } }) => packageId === DRAFT_PACKAGE_ID);
    const packages: readonly EnvironmentPackage[] = isHere
      ? this.packages.map((entry) =>
          entry.package.packageId === DRAFT_PACKAGE_ID ? { ...entry, package: draft } : entry,
        )
      : [...this.packages, { package: draft, status: "active" }];
    return new SchemaEnvironment(this.version + 1, packages, this.lineageMaps, symbol);
  }

  /** This environment with draft symbols promoted, as `planPromotions` has checked them: the next version (§20.16). */
  promote(promotions: readonly LineageMap[]): SchemaEnvironment {
    if (promotions.length === 0) return this;
    return new SchemaEnvironment(this.version + 1, this.packages, [...this.lineageMaps, ...promotions], null);
  }

  /** The Space's own vocabulary so far, in the order of definition within each kind (§20.16). */
  get draftSymbols(): readonly DraftSymbol[] {
    const draft = this.packages.find(({ package: { packageId } }) => packageId === DRAFT_PACKAGE_ID);
    return draft ? draftSymbols(draft.package) : [];
  }

  #withPackages(packages: readonly EnvironmentPackage[]): SchemaEnvironment {
    const isSame =
      packages.length === this.packages.length &&
      packages.every((entry, index) => entry.status === this.packages[index]?.status);
    return isSame ? this : new SchemaEnvironment(this.version + 1, packages, this.lineageMaps, null);
  }

  #requireComplete(item: SchemaPackage): void {
    const dependency = unmetDependency(this.packages, item);
    if (dependency !== undefined) {
      throw incomplete(item, dependency, `Activate ${dependency} first, or together with it.`);
    }
    for (const lineage of lineagesUsedBy(item)) {
      if (this.#tables.ConceptType.newest(lineage)) continue;
      throw incomplete(item, lineage, `Activate a package that defines the Concept Type ${lineage} with it.`);
    }
    for (const { kind, from, to } of item.successions) {
      if (this.#tables[kind].isDefined(to)) continue;
      throw incomplete(item, to, `It renames ${from} to it. Activate a package that defines ${to} with it.`);
    }
  }

  /** The Concept Type a name or reference means, for reading and for naming a type to create. Throws as `resolve`. */
  resolveConceptType(symbol: string): ConceptTypeDefinition {
    return this.resolve("ConceptType", symbol);
  }

  /** The Predicate a name or reference means. Throws as `resolve`. */
  resolvePredicate(symbol: string): PredicateDefinition {
    return this.resolve("PredicateType", symbol);
  }

  /** The Facet a name or reference means. Throws as `resolve`. */
  resolveFacet(symbol: string): FacetDefinition {
    return this.resolve("FacetDefinition", symbol);
  }

  /**
   * The Structural Field a name means on an element: the reserved Core field of its kind, else a package's field
   * (§20.13, §17). It says nothing about whether the element may hold the field: `validateStructural` does.
   * @throws `SchemaSymbolNotFound`, `SchemaSymbolAmbiguous`.
   */
  resolveStructuralField(symbol: string, holder: TypedElement | ElementKind): StructuralFieldDefinition {
    const kind = typeof holder === "string" ? holder : holder.kind;
    return coreStructuralField(symbol, kind) ?? this.resolve("StructuralFieldDefinition", symbol);
  }

  /**
   * Every Structural Field a name means when the holder is not known, as in a pattern whose source is unbound: the
   * reserved Core field of that name and the package's field, which are two planes and never merged (§20.13, §43.7).
   * @throws `SchemaSymbolNotFound` when there is neither, `SchemaSymbolAmbiguous` when two packages export it.
   */
  structuralFieldsNamed(symbol: string): readonly StructuralFieldDefinition[] {
    const reserved = CORE_STRUCTURAL_FIELDS.filter((field) => field.name === symbol);
    const table = this.#tables.StructuralFieldDefinition;
    if (reserved.length > 0 && table.lineagesNamed(symbol).length === 0) return reserved;
    return [...reserved, this.resolve("StructuralFieldDefinition", symbol)];
  }

  /**
   * The definition a symbol means (§20.6, §20.14). A local name means a lineage and gives the definition that writes
   * bind to, or the newest readable one of a lineage that has ended; an exact reference gives exactly its definition.
   * @throws `SchemaSymbolNotFound` when no readable package defines it, `SchemaSymbolAmbiguous` when several packages
   * export the name (§20.7).
   */
  resolve<K extends SymbolKind>(kind: K, symbol: string): DefinitionOf[K] {
    const table: SymbolTable<K> = this.#tables[kind];
    return table.resolve(symbol, () => this.#kindsNaming(symbol, kind));
  }

  #kindsNaming(symbol: string, except: SymbolKind): readonly string[] {
    return this.kindsNamed(symbol)
      .filter((kind) => kind !== except)
      .map((kind) => KIND_WORDS[kind]);
  }

  /** The kinds of which a name, a lineage or an exact reference names a symbol: each is a namespace (§20.16). */
  kindsNamed(symbol: string): readonly SymbolKind[] {
    return SYMBOL_KINDS.filter((kind) => this.#tables[kind].lineagesNamed(symbol).length > 0);
  }

  /** The references a local name of a kind stands for, in packages of any state; several when it is ambiguous. */
  refsNamed(kind: SymbolKind, name: string): readonly string[] {
    return this.#tables[kind]
      .lineagesNamed(name)
      .flatMap((lineage) => this.#tables[kind].newest(lineage)?.ref ?? []);
  }

  /** The definition an exact reference names, which is what an element or tuple validates against (§20.14). */
  definition<K extends SymbolKind>(kind: K, ref: string): DefinitionOf[K] | undefined {
    const table: SymbolTable<K> = this.#tables[kind];
    return table.definition(ref);
  }

  /** Whether anything can still be written with a symbol: some active package defines its lineage (§20.14). */
  takesWrites({ kind, lineage }: AnyDefinition): boolean {
    return this.#tables[kind].writeVersion(lineage) !== undefined;
  }

  /**
   * The definition that a write of a symbol binds to: the active version of its lineage (§20.14).
   * @throws `SchemaSymbolNotFound` when the lineage is retired or its package is no longer active.
   */
  writeVersion<D extends AnyDefinition>(definition: D): D {
    const current = this.#tables[definition.kind].writeVersion(definition.lineage);
    if (current) return current as D;
    const word = KIND_WORDS[definition.kind];
    const names = this.#tables[definition.kind].current.map(({ name }) => name).join(", ");
    throw kipError("SchemaSymbolNotFound", `the ${word} ${definition.name} takes no more writes`, {
      hint: `${definition.ref} can still be read, but no active package defines it. Use another ${word}: ${names}.`,
      details: { symbol: definition.ref, symbol_kind: definition.kind },
    });
  }

  /** The lineage that counts for matching and identity, renames and promotions followed (§20.14). */
  canonicalLineage(kind: SymbolKind, refOrLineage: string): string {
    return this.#tables[kind].canonicalLineage(lineageOf(refOrLineage));
  }

  /** Every lineage that counts as the same symbol, the canonical one first. One, unless there was a rename. */
  equivalentLineages(kind: SymbolKind, refOrLineage: string): readonly string[] {
    return this.#tables[kind].equivalentLineages(lineageOf(refOrLineage));
  }

  /** Whether a local name already has a meaning of this kind (§20.16). */
  hasName(kind: SymbolKind, name: string): boolean {
    return this.#tables[kind].hasName(name);
  }

  /** The definitions of a kind that writes bind to, ordered by reference. */
  current<K extends SymbolKind>(kind: K): readonly DefinitionOf[K][] {
    const table: SymbolTable<K> = this.#tables[kind];
    return table.current;
  }

  /** How a definition of this environment stands: written, only read, or ended (§20.14). */
  statusOf(definition: AnyDefinition): SymbolStatus {
    const table = this.#tables[definition.kind] as SymbolTable<SymbolKind>;
    return table.statusOf(definition);
  }

  /** Every readable definition of a kind, earlier versions included, ordered by reference. */
  all<K extends SymbolKind>(kind: K): readonly DefinitionOf[K][] {
    const table: SymbolTable<K> = this.#tables[kind];
    return table.all;
  }
}

function incomplete(item: SchemaPackage, missing: string, hint: string) {
  return kipError(
    "SchemaPackageUnavailable",
    `${item.packageRef} needs ${missing}, which is not in force here`,
    {
      hint,
      details: { package_ref: item.packageRef, missing },
    },
  );
}

/** The Concept Type lineages a package's definitions refer to. */
function lineagesUsedBy({ symbols }: SchemaPackage): ReadonlySet<string> {
  const constraints = [
    ...[...symbols.PredicateType.values()].flatMap(({ subject, object }) => [subject, object?.elements]),
    ...[...symbols.FacetDefinition.values()].map(({ applicableTo }) => applicableTo),
    ...[...symbols.StructuralFieldDefinition.values()].flatMap(({ holders, target }) => [holders, target]),
  ];
  return new Set(constraints.flatMap((constraint) => constraint?.conceptTypes ?? []));
}
