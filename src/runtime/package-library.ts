import { isJsonObject, type JsonObject, kipError, type SpaceId } from "../model/index.js";
import {
  builtInPackages,
  builtInSchemas,
  loadPackage,
  SchemaEnvironment,
  type SchemaPackage,
} from "../schema/index.js";
import type { NexusStore, PackageRow } from "../store/index.js";

/** What a host may say about packages when it opens a Nexus. */
export interface PackageChoice {
  readonly packages?: readonly unknown[];
  readonly schemas?: readonly unknown[];
  /** References of the built-in packages to put in force; absent means all of them. */
  readonly standardPackages?: readonly string[];
}

/** A verified package with the documents that verified it. */
interface HeldPackage {
  readonly package: SchemaPackage;
  readonly schemas: readonly JsonObject[];
}

/**
 * The Schema Packages of one Nexus: those built in, those the host handed over, and those a Space was written with.
 * Activation is the host's business, through `openNexus`; no command reaches it (§20.10).
 */
export class PackageLibrary {
  readonly #store: NexusStore;
  readonly #builtIn: readonly SchemaPackage[];
  #offered: readonly HeldPackage[];

  private constructor(store: NexusStore, builtIn: readonly SchemaPackage[], offered: readonly HeldPackage[]) {
    this.#store = store;
    this.#builtIn = builtIn;
    this.#offered = offered;
  }

  /**
   * Verifies what the host hands over.
   * @throws what `loadPackage` throws, naming the package, for the first one that cannot be verified (§20.5).
   */
  static open(
    store: NexusStore,
    { packages = [], schemas = [], standardPackages }: PackageChoice,
  ): PackageLibrary {
    const chosen = standardPackages && requireList(standardPackages, "standardPackages").map(String);
    const library = new PackageLibrary(store, chosenPackages(chosen), []);
    library.offer(packages, schemas);
    return library;
  }

  /**
   * Verifies further artifacts of the host, all of them or none, for the next `activate`.
   * @throws what `loadPackage` throws, naming the package, for the first one that cannot be verified (§20.5).
   */
  offer(packages: readonly unknown[], schemas: readonly unknown[] = []): void {
    const documents = [...builtInSchemas(), ...requireList(schemas, "schemas").map(requireDocument)];
    const known = [...builtInPackages(), ...this.#offered.map((held) => held.package)];
    const offered = requireList(packages, "packages").map((artifact) => {
      const loaded = loadPackage(artifact, { packages: known, schemas: documents });
      known.push(loaded);
      return { package: loaded, schemas: pinnedDocuments(loaded, documents) };
    });
    this.#offered = [...this.#offered, ...offered];
  }

  /**
   * Puts the built-in and the handed packages in force in a Space, as one new environment version when anything
   * changes. A package version the Space already has stays the artifact it was written with: a later build of this
   * engine may describe the same version in other words, and what is durable must not change under it.
   * @throws `SchemaSymbolConflict` when the host hands other content for a version that is in force.
   */
  async activate(space: SpaceId): Promise<void> {
    for (;;) {
      const current = await this.environment(space, (await this.#store.basis(space)).environmentVersion);
      const present = new Set(current.packages.map((entry) => entry.package.packageRef));
      const fresh = this.#builtIn.filter(({ packageRef }) => !present.has(packageRef));
      const next = current.activate([...fresh, ...this.#offered.map((held) => held.package)]);
      if (next === current) return;
      const held: PackageRow[] = [
        ...fresh.map((item) => rowOf({ package: item, schemas: pinnedDocuments(item, builtInSchemas()) })),
        ...this.#offered.map(rowOf),
      ];
      const activation = { space, version: next.version, record: next.record, packages: held };
      if ((await this.#store.activateEnvironment(activation)) === "activated") return;
    }
  }

  /**
   * The environment a Space had at a version, from the artifacts it was written with.
   * @throws `HistoricalSchemaUnavailable` when one of them is gone.
   */
  async environment(space: SpaceId, version: number): Promise<SchemaEnvironment> {
    const row = version === 0 ? undefined : await this.#store.environment(space, version);
    if (!row) return SchemaEnvironment.core;
    const digests = row.record.packages.map(({ content_digest }) => content_digest);
    const loaded: SchemaPackage[] = [];
    // What this build ships has been verified already; anything older is verified from what was kept with it.
    const builtIn = new Map(builtInPackages().map((item) => [item.contentDigest, item]));
    for (const { content_digest: digest, artifact, schemas } of inOrderOf(
      digests,
      await this.#store.packages(digests),
    )) {
      loaded.push(builtIn.get(digest) ?? loadPackage(artifact, { packages: loaded, schemas }));
    }
    return SchemaEnvironment.restore(row.record, loaded);
  }
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
function requireList(value: unknown, name: string): readonly unknown[] {
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

/** Packages in the order of their activation, in which each comes after what it depends on. */
function inOrderOf(digests: readonly string[], rows: readonly PackageRow[]): readonly PackageRow[] {
  const byDigest = new Map(rows.map((row) => [row.content_digest as string, row]));
  return digests.flatMap((digest) => byDigest.get(digest) ?? []);
}
