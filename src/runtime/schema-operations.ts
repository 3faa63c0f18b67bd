import type { ElementId, JsonObject } from "../model/index.js";
import { isJsonObject, kipError } from "../model/index.js";
import { type LineageMap, type Promotion, planPromotions, type SchemaEnvironment } from "../schema/index.js";
import { keyFor, type SpaceView } from "../state/index.js";
import { changeEnvironment, OPENING } from "./environment-change.js";
import { type PackageLibrary, requireList } from "./package-library.js";
import type { SpaceSession } from "./session.js";

/** Who acts when the host changes a Schema Environment; and on what. */
export interface SchemaOperationContext {
  readonly session: SpaceSession;
  readonly library: PackageLibrary;
  readonly principal: string;
}

/** What a host operation on the schema led to. */
export interface SchemaChangeResult {
  /** The environment version in force now: the one before when there was nothing to change. */
  readonly schema_environment_version: number;
}

/** What a promotion led to. */
export interface PromotionResult extends SchemaChangeResult {
  /** The promotions that were made, from lineage to lineage. */
  readonly lineage_maps: readonly LineageMap[];
}

/**
 * Puts what the host chose at opening in force in a Space, as far as it is not there (§20.8).
 * @throws as `PackageLibrary.bring`; `IdentityConflict` as `activatePackages`.
 */
export async function bringPackages({ session, library, principal }: SchemaOperationContext): Promise<void> {
  const { environment: before } = session.view;
  const after = library.bring(before);
  if (after === before) return;
  await changeEnvironment(session, {
    principal,
    request: {
      operation: OPENING,
      packages: after.packages.map(({ package: { packageRef, contentDigest } }) => ({
        package_ref: packageRef,
        content_digest: contentDigest,
      })),
    },
    next: (view) => withUniqueKeys(view, library.bring(view.environment)),
    artifacts: (environment) => library.artifactsOf(environment),
  });
}

/**
 * Puts packages in force in a Space (§20.8): artifacts, with the JSON Schema documents they pin, or references of
 * packages that are installed. Another version of a package that is in force becomes the one that writes bind to; what
 * was written with the earlier one stays readable (§20.14).
 * @throws as `PackageLibrary.offer`, `SchemaEnvironment.activate` and `changeEnvironment`; `IdentityConflict` when a rename would give two
 * Concepts one key. Nothing is changed then.
 */
export async function activatePackages(
  { session, library, principal }: SchemaOperationContext,
  packages: readonly unknown[],
  schemas?: readonly unknown[],
): Promise<SchemaChangeResult> {
  const held = await library.offer(packages, schemas);
  const chosen = held.map((one) => one.package);
  const environment = await changeEnvironment(session, {
    principal,
    request: {
      operation: "activate_packages",
      packages: chosen.map(({ packageRef, contentDigest }) => ({
        package_ref: packageRef,
        content_digest: contentDigest,
      })),
    },
    next: (view) => withUniqueKeys(view, view.environment.activate(chosen)),
    artifacts: () => library.rowsOf(held),
  });
  return { schema_environment_version: environment.version };
}

/**
 * Takes packages out of force in a Space, by their exact references: what was written with them stays readable, and
 * nothing more can be written with them (§20.14).
 * @throws as `SchemaEnvironment.deactivate` and `changeEnvironment`. Nothing is changed then.
 */
export async function deactivatePackages(
  { session, principal }: SchemaOperationContext,
  packageRefs: readonly unknown[],
): Promise<SchemaChangeResult> {
  const refs = requireList(packageRefs, "packageRefs").map(String);
  const environment = await changeEnvironment(session, {
    principal,
    request: { operation: "deactivate_packages", packages: refs },
    next: (view) => view.environment.deactivate(refs),
    artifacts: () => [],
  });
  return { schema_environment_version: environment.version };
}

/**
 * Promotes draft symbols of a Space to symbols of installed packages, all of them or none (§20.16). What was written
 * under a draft symbol keeps its exact reference; from now on both lineages are one.
 * @throws as `planPromotions` and `changeEnvironment`; `IdentityConflict` when two Concepts would have one key (§7.3); `TypeMismatch` for what
 * is no promotion. Nothing is changed then.
 */
export async function promoteDrafts(
  { session, principal }: SchemaOperationContext,
  promotions: readonly unknown[],
): Promise<PromotionResult> {
  const wanted = requireList(promotions, "promotions").map(requirePromotion);
  const environment = await changeEnvironment(session, {
    principal,
    request: { operation: "promote_drafts", promotions: wanted.map((promotion) => ({ ...promotion })) },
    next: (view) => withUniqueKeys(view, view.environment.promote(planPromotions(view.environment, wanted))),
    artifacts: () => [],
  });
  return {
    schema_environment_version: environment.version,
    lineage_maps: environment.lineageMaps.slice(environment.lineageMaps.length - wanted.length),
  };
}

/** What a host hands over comes from JavaScript, where nothing has checked its type. */
function requirePromotion(value: unknown): Promotion {
  const { kind, from, to } = isJsonObject(value) ? value : ({} as JsonObject);
  const isKind = kind === "ConceptType" || kind === "PredicateType";
  if (isKind && typeof from === "string" && typeof to === "string") return { kind, from, to };
  throw kipError("TypeMismatch", "a promotion is {kind, from, to}", {
    hint: 'Write {kind: "PredicateType", from: "mentors", to: "kip://acme/people@1.0.0/mentors"}.',
    details: { member: "promotions" },
  });
}

/** An environment under which no two Concepts of a Space have one key, as lineages that become one might (§7.3). */
function withUniqueKeys(view: SpaceView, next: SchemaEnvironment): SchemaEnvironment {
  const before = view.environment;
  const checked = new Set<string>();
  for (const { lineage } of next.all("ConceptType")) {
    const members = next.equivalentLineages("ConceptType", lineage);
    const united = new Set(members.map((member) => before.canonicalLineage("ConceptType", member)));
    if (united.size < 2 || checked.has(members[0] ?? lineage)) continue;
    checked.add(members[0] ?? lineage);
    const holders = new Map<string, ElementId>();
    for (const id of members.flatMap((member) => [...view.lookup(keyFor.conceptType(member))])) {
      const element = view.element(id);
      if (element?.kind !== "concept" || element.key === undefined) continue;
      const other = holders.get(element.key);
      if (other !== undefined) throw keyTaken(element.key, [other, id], members);
      holders.set(element.key, id);
    }
  }
  return next;
}

function keyTaken(key: string, ids: readonly ElementId[], lineages: readonly string[]) {
  return kipError("IdentityConflict", `two Concepts would have the key ${JSON.stringify(key)}`, {
    hint: `${ids.join(" and ")} are of types that would become one, within which a key is one identity. PURGE the one that is not to stay, or keep the types apart.`,
    details: { key, ids, lineages },
  });
}
