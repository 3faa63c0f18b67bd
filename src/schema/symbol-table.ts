import { kipError } from "../model/index.js";
import { coreKind } from "./core-package.js";
import type { DefinitionOf, SchemaPackage, SymbolKind } from "./definitions.js";
import { LineageGraph } from "./lineage-graph.js";
import { nearNames } from "./near-names.js";
import { lineageOf, localNameOf, parseExactRef, parseLineage } from "./refs.js";

/** What a symbol of each kind is called in messages to people and models. */
export const KIND_WORDS: Readonly<Record<SymbolKind, string>> = {
  ConceptType: "Concept Type",
  PredicateType: "Predicate",
  FacetDefinition: "Facet",
  StructuralFieldDefinition: "Structural Field",
};

/** A package in an environment: writes bind to active packages only, reads see both (§20.14). */
export interface EnvironmentPackage {
  readonly package: SchemaPackage;
  readonly status: PackageStatus;
}

export type PackageStatus = "active" | "readable";

/** How a symbol stands: written, only read, or ended by a later version of its own package (§20.14). */
export type SymbolStatus = PackageStatus | "retired";

/** A promotion of a draft symbol to a symbol of an installed package, from lineage to lineage (§20.16). */
export interface LineageMap {
  readonly kind: SymbolKind;
  readonly from: string;
  readonly to: string;
}

/** Every definition of one lineage that an environment can read. */
interface Lineage<K extends SymbolKind> {
  readonly versions: DefinitionOf[K][];
  /** The definition of the active package version; undefined when that has none, or there is none. */
  current: DefinitionOf[K] | undefined;
}

/**
 * The symbols of one kind in one environment: which lineage a name means, and which definitions a lineage has.
 * Immutable once built.
 */
export class SymbolTable<K extends SymbolKind> {
  readonly kind: K;
  readonly #lineages = new Map<string, Lineage<K>>();
  readonly #byRef = new Map<string, DefinitionOf[K]>();
  readonly #byName = new Map<string, Set<string>>();
  /** The names and lineages that have been resolved: what they mean never changes. */
  readonly #resolved = new Map<string, DefinitionOf[K]>();
  readonly #activeLines: ReadonlySet<string>;
  readonly #graph: LineageGraph;
  readonly #all: readonly DefinitionOf[K][];
  readonly #current: readonly DefinitionOf[K][];

  constructor(kind: K, packages: readonly EnvironmentPackage[], promotions: readonly LineageMap[]) {
    this.kind = kind;
    for (const { package: source, status } of packages) this.#add(source, status);
    const promoted = promotions.filter((promotion) => promotion.kind === kind);
    // A promoted draft symbol is its target from then on, also when the target takes no writes any more.
    for (const { from } of promoted) this.#endWrites(from);
    const active = packages.filter(({ status }) => status === "active");
    const renames = [...packages.filter(({ status }) => status !== "active"), ...active]
      .flatMap(({ package: source }) => source.successions)
      .filter((rename) => rename.kind === kind);
    this.#activeLines = new Set(active.map(({ package: { packageId } }) => packageId));
    this.#graph = new LineageGraph(
      [...renames, ...promoted],
      (lineage) => this.#lineages.get(lineage)?.current !== undefined,
    );
    this.#nameLineages();
    this.#all = [...this.#byRef.values()].sort((left, right) => (left.ref < right.ref ? -1 : 1));
    this.#current = this.#all.filter((definition) => this.writeVersion(definition.lineage) === definition);
  }

  #add(source: SchemaPackage, status: PackageStatus): void {
    for (const definition of source.symbols[this.kind].values() as Iterable<DefinitionOf[K]>) {
      const lineage: Lineage<K> = this.#lineages.get(definition.lineage) ?? {
        versions: [],
        current: undefined,
      };
      lineage.versions.push(definition);
      if (status === "active") lineage.current = definition;
      this.#lineages.set(definition.lineage, lineage);
      this.#byRef.set(definition.ref, definition);
    }
    for (const [alias, name] of source.aliases[this.kind]) {
      this.#name(alias, `${source.packageId}/${name}`);
    }
  }

  #endWrites(lineage: string): void {
    const known = this.#lineages.get(lineage);
    if (known) known.current = undefined;
  }

  #name(name: string, lineage: string): void {
    this.#byName.set(name, (this.#byName.get(name) ?? new Set()).add(lineage));
  }

  /** Names each lineage, and lets a renamed or promoted lineage answer to its old name as well (§20.14). */
  #nameLineages(): void {
    for (const lineage of this.#lineages.keys()) this.#name(localNameOf(lineage), lineage);
    for (const [name, lineages] of this.#byName) {
      this.#byName.set(name, new Set([...lineages].map((lineage) => this.canonicalLineage(lineage))));
    }
  }

  /** The lineage that a lineage has become through renames and promotions; itself when it has not (§20.14). */
  canonicalLineage(lineage: string): string {
    return this.#graph.canonical(lineage);
  }

  /** Every lineage that counts as the same symbol as the given one, the canonical one first (§20.14). */
  equivalentLineages(lineage: string): readonly string[] {
    return this.#graph.equivalents(lineage);
  }

  /** The definition of an exact reference, or undefined when no readable package has it. */
  definition(ref: string): DefinitionOf[K] | undefined {
    return this.#byRef.get(ref);
  }

  /** Every readable definition, in the order of their references. */
  get all(): readonly DefinitionOf[K][] {
    return this.#all;
  }

  /** The definitions that writes bind to, in the order of their references. */
  get current(): readonly DefinitionOf[K][] {
    return this.#current;
  }

  /** The local names that can be used, sorted. */
  names(): readonly string[] {
    return [...this.#byName.keys()].sort();
  }

  /** Whether a local name already has a meaning here, in a package of any state (§20.16). */
  hasName(name: string): boolean {
    return this.#byName.has(name);
  }

  /**
   * Every lineage a symbol could mean; one for an exact reference or a lineage; empty when there is none. A name that
   * an active package exports means that package's symbol: one that only older data has does not stand in its way.
   */
  lineagesNamed(symbol: string): readonly string[] {
    if (!symbol.startsWith("kip://")) {
      const named = [...(this.#byName.get(symbol) ?? [])].sort();
      const written = named.filter((lineage) => this.writeVersion(lineage) !== undefined);
      return written.length > 0 ? written : named;
    }
    if (parseExactRef(symbol)) {
      const definition = this.#byRef.get(symbol);
      return definition ? [this.canonicalLineage(definition.lineage)] : [];
    }
    const known = parseLineage(symbol) !== null && this.#lineages.has(symbol);
    return known ? [this.canonicalLineage(symbol)] : [];
  }

  /**
   * The definition a symbol means: exactly the one an exact reference names, else the one writes bind to, else, for
   * a lineage that has ended, its newest readable one. `elsewhere` says as what else the symbol is known, for messages.
   * @throws `SchemaSymbolNotFound`, `SchemaSymbolAmbiguous`.
   */
  resolve(symbol: string, elsewhere: () => readonly string[]): DefinitionOf[K] {
    const known = this.#byRef.get(symbol) ?? this.#resolved.get(symbol);
    if (known) return known;
    const definition = this.#resolve(symbol, elsewhere);
    this.#resolved.set(symbol, definition);
    return definition;
  }

  #resolve(symbol: string, elsewhere: () => readonly string[]): DefinitionOf[K] {
    const lineages = this.lineagesNamed(symbol);
    const [lineage] = lineages;
    if (lineage === undefined) throw this.#notFound(symbol, elsewhere());
    if (lineages.length > 1) throw this.ambiguous(symbol, lineages);
    const definition = this.newest(lineage);
    if (!definition) throw this.#notFound(symbol, elsewhere());
    return definition;
  }

  /** Whether what a lineage has become is defined by some package here. */
  isDefined(lineage: string): boolean {
    return this.#lineages.has(this.canonicalLineage(lineage));
  }

  /** What a lineage's name means today: the definition writes bind to, else the newest readable one. */
  newest(lineage: string): DefinitionOf[K] | undefined {
    const written = this.writeVersion(lineage);
    if (written) return written;
    const versions = this.equivalentLineages(lineage).map((member) => this.#lineages.get(member)?.versions);
    return versions.find((list) => list !== undefined)?.at(-1);
  }

  /**
   * What writes bind a lineage to, or undefined when it takes no more writes (§20.14). A package line that went back
   * to the version before a rename writes the old name again: it is one symbol either way.
   */
  writeVersion(lineage: string): DefinitionOf[K] | undefined {
    for (const member of this.equivalentLineages(lineage)) {
      const current = this.#lineages.get(member)?.current;
      if (current) return current;
    }
    return undefined;
  }

  /** How a readable definition stands (§20.14): `retired` when a later version of its own package ended its lineage. */
  statusOf(definition: DefinitionOf[K]): SymbolStatus {
    const written = this.writeVersion(definition.lineage);
    if (written) return written === definition ? "active" : "readable";
    const packageId = parseLineage(definition.lineage)?.packageId ?? "";
    return this.#activeLines.has(packageId) && !this.#isContinued(definition) ? "retired" : "readable";
  }

  #isContinued({ lineage }: DefinitionOf[K]): boolean {
    return this.canonicalLineage(lineage) !== lineage;
  }

  /** The error for a name that several packages export (§20.7). */
  ambiguous(symbol: string, lineages: readonly string[]) {
    const refs = lineages.map((lineage) => this.newest(lineage)?.ref ?? lineage);
    return kipError(
      "SchemaSymbolAmbiguous",
      `the ${KIND_WORDS[this.kind]} ${JSON.stringify(symbol)} is exported by ${lineages.length} packages`,
      {
        hint: `Write the exact reference instead of the name: ${refs.map((ref) => `"${ref}"`).join(" or ")}.`,
        details: { symbol, symbol_kind: this.kind, candidates: refs },
      },
    );
  }

  #notFound(symbol: string, elsewhere: readonly string[]) {
    const word = KIND_WORDS[this.kind];
    const names = this.names();
    const near = nearNames(localNameOf(symbol), names);
    return kipError("SchemaSymbolNotFound", `no active package defines a ${word} ${JSON.stringify(symbol)}`, {
      hint: [
        this.#otherVersions(symbol),
        near.length > 0 ? `Did you mean ${near.map((name) => `"${name}"`).join(" or ")}?` : "",
        elsewhere.length > 0 ? `${JSON.stringify(symbol)} is a ${elsewhere.join(" and a ")}.` : "",
        this.kind === "ConceptType" && coreKind(symbol) ? `${symbol} is an element kind, not a type.` : "",
        listed(word, names),
      ]
        .filter((part) => part !== "")
        .join(" "),
      details: { symbol, symbol_kind: this.kind, suggestions: near },
    });
  }

  #otherVersions(symbol: string): string {
    if (!parseExactRef(symbol)) return "";
    const known = this.newest(lineageOf(symbol));
    return known ? `Here that symbol is "${known.ref}".` : "";
  }
}

/** A sentence listing the names there are, cut where a long list would drown the message. */
function listed(word: string, names: readonly string[]): string {
  const most = 40;
  if (names.length === 0) return `No package here defines a ${word}.`;
  const shown = names.slice(0, most).join(", ");
  const more = names.length > most ? `, and ${names.length - most} more` : "";
  return `Known ${word} names: ${shown}${more}.`;
}
