import { isJsonObject, type JsonObject, KipError, kipError, type SpaceId } from "../model/index.js";
import {
  builtInPackages,
  builtInSchemas,
  DRAFT_PACKAGE_REF,
  type DraftSymbol,
  draftPackage,
  inDependencyOrder,
  loadPackage,
  SchemaEnvironment,
  type SchemaPackage,
} from "../schema/index.js";
import type { EnvironmentRow, NexusStore, PackageRow } from "../store/index.js";

/** What a host may say about packages when it opens a Nexus. */
export interface PackageChoice {
  readonly packages?: readonly unknown[];
  readonly schemas?: readonly unknown[];
  /** References of the built-in packages to put in force; absent means all of them. */
  readonly standardPackages?: readonly string[];
}

/** A verified package with the documents that verified it. */
export interface HeldPackage {
  readonly package: SchemaPackage;
  readonly schemas: readonly JsonObject[];
}

/** A package as a host sees it: which one, and exactly which artifact. */
export interface PackageIdentity {
  readonly package_ref: string;
  readonly content_digest: string;
}

/**
 * The Schema Packages of one Nexus: those built in, those the host handed over, and those a Space was written with. It
 * verifies and finds them; what is in force where is for `environment-change` to change.
 */
export class PackageLibrary {
  readonly #store: NexusStore;
  /** The built-in packages that the host wants in force. */
  readonly #builtIn: readonly SchemaPackage[];
  /** What else the host wants in force in every Space it opens. */
  #chosen: readonly HeldPackage[] = [];
  /** Everything the host has handed over since, newest first. */
  #offered: readonly HeldPackage[] = [];
  /** The draft vocabulary of each Space as far as it was read, so that one more symbol costs one record. */
  readonly #drafts = new Map<SpaceId, { readonly upTo: number; readonly symbols: readonly DraftSymbol[] }>();

  private constructor(store: NexusStore, builtIn: readonly SchemaPackage[]) {
    this.#store = store;
    this.#builtIn = builtIn;
  }

  /**
   * Verifies what the host hands over. It may rest on what was installed in this Nexus before.
   * @throws what `loadPackage` throws, naming the package, for the first one that cannot be verified (§20.5).
   */
  static async open(
    store: NexusStore,
    { packages = [], schemas = [], standardPackages }: PackageChoice,
  ): Promise<PackageLibrary> {
    const chosen = standardPackages && requireList(standardPackages, "standardPackages").map(String);
    const library = new PackageLibrary(store, chosenPackages(chosen));
    library.#chosen = await library.offer(packages, schemas);
    return library;
  }

  /**
   * Verifies artifacts of the host, all of them or none, in whatever order they come. A text among them is the exact
   * reference of a package that is built in or was installed before.
   * @throws what `loadPackage` throws, naming the package, for the first one that cannot be verified (§20.5);
   * `SchemaPackageUnavailable` for a reference that names no package of this Nexus.
   */
  async offer(
    packages: readonly unknown[],
    schemas: readonly unknown[] = [],
  ): Promise<readonly HeldPackage[]> {
    const given = requireList(packages, "packages");
    const documents = [...builtInSchemas(), ...requireList(schemas, "schemas").map(requireDocument)];
    if (given.length === 0) return [];
    const held = await this.#held();
    const named = given.filter((item) => typeof item === "string").map((ref) => requireHeld(held, ref));
    const artifacts = given.filter((item) => typeof item !== "string");
    const known = held.map((one) => one.package);
    const verified = inDependencyOrder(artifacts, (artifact) => artifact).map((artifact) => {
      const loaded = loadPackage(artifact, { packages: known, schemas: documents });
      // What the host hands over now comes before another artifact of that name.
      known.unshift(loaded);
      return { package: loaded, schemas: pinnedDocuments(loaded, documents) };
    });
    this.#offered = [...verified, ...this.#offered];
    return [...named, ...verified];
  }

  /**
   * Keeps verified artifacts in this Nexus, for all of its Spaces, without putting them in force in any (§20.12).
   * @throws as `offer`; `SchemaSymbolConflict` when another artifact is installed under the reference of one.
   */
  async install(
    packages: readonly unknown[],
    schemas?: readonly unknown[],
  ): Promise<readonly PackageIdentity[]> {
    const before = this.#offered;
    const verified = await this.offer(packages, schemas);
    const rows = await this.#store.heldPackages();
    for (const { package: item } of verified) {
      const other = rows.find(({ package_ref, content_digest }) => {
        return package_ref === item.packageRef && content_digest !== item.contentDigest;
      });
      if (!other) continue;
      this.#offered = before;
      throw kipError("SchemaSymbolConflict", `another artifact of ${item.packageRef} is installed already`, {
        hint: "A package version never changes. Publish the new content under another version.",
        details: {
          package_ref: item.packageRef,
          installed_digest: other.content_digest,
          offered_digest: item.contentDigest,
        },
      });
    }
    await this.#store.keepPackages(verified.map(rowOf));
    return verified.map(({ package: item }) => identityOf(item));
  }

  /** Every package of this Nexus that can be put in force by its reference, ordered by reference. */
  async installed(): Promise<readonly PackageIdentity[]> {
    const held = await this.#held();
    const identities = new Map(held.map(({ package: item }) => [item.contentDigest, identityOf(item)]));
    return [...identities.values()].sort((left, right) => (left.package_ref < right.package_ref ? -1 : 1));
  }

  /**
   * What the host's choice at opening adds to an environment. A package version the Space already has stays the artifact
   * it was written with, and in the state it was put in later: a later build of this engine may describe the same version
   * in other words, and a tab with an older build must not turn back what a newer one did.
   * @throws `SchemaSymbolConflict` when the host hands other content for a version that is here; as `activate`.
   */
  bring(environment: SchemaEnvironment): SchemaEnvironment {
    const present = new Map(
      environment.packages.map(({ package: item }) => [item.packageRef, item.contentDigest]),
    );
    const fresh = this.#builtIn.filter(({ packageRef }) => !present.has(packageRef));
    const offered = this.#chosen
      .map((held) => held.package)
      .filter(({ packageRef, contentDigest }) => present.get(packageRef) !== contentDigest);
    return environment.activate([...fresh, ...inDependencyOrder(offered, ({ artifact }) => artifact)]);
  }

  /** Verified packages as the store keeps them. */
  rowsOf(held: readonly HeldPackage[]): readonly PackageRow[] {
    return held.map(rowOf);
  }

  /** The artifacts of an environment that this library has verified, as the store keeps them. */
  artifactsOf({ packages }: SchemaEnvironment): readonly PackageRow[] {
    const mine = new Map(
      [...heldBuiltIn(), ...this.#offered].map((held) => [held.package.contentDigest, held]),
    );
    return packages.flatMap(({ package: item }) => {
      const held = mine.get(item.contentDigest);
      return held ? [rowOf(held)] : [];
    });
  }

  /**
   * The environment a Space had at a version, from the artifacts it was written with and what it defined itself.
   * @throws `HistoricalSchemaUnavailable` when one of them is gone.
   */
  async environment(space: SpaceId, version: number): Promise<SchemaEnvironment> {
    const row = version === 0 ? undefined : await this.#store.environment(space, version);
    if (!row) return SchemaEnvironment.core;
    const digests = row.record.packages.map(({ content_digest }) => content_digest);
    const loaded = loadedRows(await this.#store.packages(digests));
    return SchemaEnvironment.restore(row.record, [...loaded, ...(await this.#draftOf(space, row))]);
  }

  /** The Space's own vocabulary at a version: its draft package, or nothing. */
  async #draftOf(space: SpaceId, { version, record }: EnvironmentRow): Promise<readonly SchemaPackage[]> {
    if (!record.packages.some(({ package_ref }) => package_ref === DRAFT_PACKAGE_REF)) return [];
    const read = this.#drafts.get(space);
    const known = read && read.upTo <= version ? read : { upTo: 0, symbols: [] };
    const rows = await this.#store.environmentsBetween(space, known.upTo, version);
    const symbols = [...known.symbols, ...rows.flatMap((row) => row.record.defined ?? [])];
    if (!read || read.upTo < version) this.#drafts.set(space, { upTo: version, symbols });
    return [draftPackage(symbols)];
  }

  /** Everything at hand: what the host handed over, what is built in, and what this Nexus keeps. */
  async #held(): Promise<readonly HeldPackage[]> {
    const held = [...this.#offered, ...heldBuiltIn()];
    for (const row of inDependencyOrder(await this.#store.heldPackages(), ({ artifact }) => artifact)) {
      if (held.some(({ package: { contentDigest } }) => contentDigest === row.content_digest)) continue;
      const packages = held.map(({ package: item }) => item);
      const stored = verifiedIfPossible(row, packages);
      if (stored) held.push({ package: stored, schemas: row.schemas });
    }
    return held;
  }
}

/** The verified packages of stored artifacts. What this build ships has been verified already. */
function loadedRows(rows: readonly PackageRow[]): readonly SchemaPackage[] {
  const builtIn = new Map(builtInPackages().map((item) => [item.contentDigest, item]));
  const loaded: SchemaPackage[] = [];
  for (const { content_digest: digest, artifact, schemas } of inDependencyOrder(
    rows,
    (row) => row.artifact,
  )) {
    loaded.push(builtIn.get(digest) ?? loadPackage(artifact, { packages: loaded, schemas }));
  }
  return loaded;
}

/** A stored package, or null where what is at hand does not verify it: then nothing can be built on it. */
function verifiedIfPossible(
  { artifact, schemas }: PackageRow,
  packages: readonly SchemaPackage[],
): SchemaPackage | null {
  try {
    return loadPackage(artifact, { packages, schemas });
  } catch (thrown) {
    if (thrown instanceof KipError) return null;
    throw thrown;
  }
}

function heldBuiltIn(): readonly HeldPackage[] {
  return builtInPackages().map((item) => ({
    package: item,
    schemas: pinnedDocuments(item, builtInSchemas()),
  }));
}

function requireHeld(held: readonly HeldPackage[], ref: string): HeldPackage {
  const found = held.find(({ package: { packageRef } }) => packageRef === ref);
  if (found) return found;
  const refs = [...new Set(held.map(({ package: { packageRef } }) => packageRef))].sort();
  throw kipError("SchemaPackageUnavailable", `no package ${ref} is installed here`, {
    hint: `Hand over its artifact, or name one of ${refs.join(", ")}.`,
    details: { package_ref: ref },
  });
}

function chosenPackages(refs: readonly string[] | undefined): readonly SchemaPackage[] {
  const builtIn = builtInPackages();
  for (const ref of refs ?? []) {
    if (builtIn.some(({ packageRef }) => packageRef === ref)) continue;
    throw kipError("SchemaPackageUnavailable", `${ref} is not built into this engine`, {
      hint: `Hand it over in packages, or choose from ${builtIn.map(({ packageRef }) => packageRef).join(", ")}.`,
      details: { package_ref: ref },
    });
  }
  return refs === undefined ? builtIn : builtIn.filter(({ packageRef }) => refs.includes(packageRef));
}

/** What a host hands over comes from JavaScript, where nothing has checked its type. */
export function requireList(value: unknown, name: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw kipError("ArtifactParseError", `${name} is no array`, {
    hint: `Hand over an array, even for a single one: ${name}: [ … ].`,
    details: { member: name },
  });
}

function requireDocument(document: unknown): JsonObject {
  if (isJsonObject(document)) return document;
  throw kipError("ArtifactParseError", "a handed schema document is no JSON object");
}

function pinnedDocuments(item: SchemaPackage, documents: readonly JsonObject[]): readonly JsonObject[] {
  const pinned = new Set(item.pinnedSchemas.map(({ id }) => id));
  return documents.filter(({ $id }) => typeof $id === "string" && pinned.has($id));
}

function rowOf({ package: item, schemas }: HeldPackage): PackageRow {
  return {
    content_digest: item.contentDigest,
    package_ref: item.packageRef,
    artifact: item.artifact,
    schemas,
  };
}

function identityOf({ packageRef, contentDigest }: SchemaPackage): PackageIdentity {
  return { package_ref: packageRef, content_digest: contentDigest };
}
