import { isJsonObject, type JsonObject, type JsonValue, kipError, sameJson } from "../model/index.js";
import {
  type AnyDefinition,
  builtInPackages,
  lineageOf,
  type SchemaEnvironment,
  type SchemaPackage,
  SYMBOL_KINDS,
  type SymbolKind,
} from "../schema/index.js";
import { packageNamed } from "./describe-schema.js";

/** KIP 1.x is not a package: what became of it is another capability (§103). */
const EARLIER_PROTOCOL = /^(?:kip\b.{0,3})?v?1(?:\.|$)/i;

/**
 * What `DESCRIBE COMPATIBILITY FROM a TO b` answers (§65): what became of each symbol of one package in another, and
 * whether what was written under the first is still what the second describes. The comparison is conservative: a change
 * it cannot tell to be harmless counts as one that is not.
 * @throws `SchemaPackageUnavailable` for a package that is not held, `UnsupportedCapability` for KIP 1.x (§103).
 */
export function describeCompatibility(environment: SchemaEnvironment, from: string, to: string): JsonObject {
  const [older, newer] = [held(environment, from), held(environment, to)];
  const renames = new Map(
    newer.successions.map((succession) => [keyOf(succession.kind, succession.from), succession.to]),
  );
  const removed: JsonObject[] = [];
  const renamed: JsonObject[] = [];
  const changed: JsonObject[] = [];
  const met = new Set<string>();
  for (const definition of symbolsOf(older)) {
    const successor = renames.get(keyOf(definition.kind, definition.lineage));
    const name = successor === undefined ? definition.name : successor.slice(successor.lastIndexOf("/") + 1);
    const later: AnyDefinition | undefined = newer.symbols[definition.kind].get(name);
    if (!later) {
      removed.push(symbolRow(definition));
      continue;
    }
    met.add(keyOf(later.kind, later.name));
    if (successor !== undefined) renamed.push({ ...symbolRow(definition), to: later.ref });
    const changes = changedPaths(definition.source, later.source);
    if (changes.length === 0) continue;
    const breaking = changes.filter(({ harmless }) => !harmless).map(({ path }) => path);
    changed.push({ ...symbolRow(later), paths: changes.map(({ path }) => path), breaking });
  }
  const added = symbolsOf(newer).filter(({ kind, name }) => !met.has(keyOf(kind, name)));
  const sameLine = older.packageId === newer.packageId;
  return {
    from: identityOf(older),
    to: identityOf(newer),
    same_package: sameLine,
    compatible:
      sameLine &&
      removed.length === 0 &&
      changed.every(({ breaking }) => (breaking as JsonValue[]).length === 0),
    added: added.map(symbolRow),
    removed,
    renamed,
    changed,
  };
}

function held(environment: SchemaEnvironment, symbol: string): SchemaPackage {
  if (EARLIER_PROTOCOL.test(symbol)) {
    throw kipError("UnsupportedCapability", "this engine migrates nothing from KIP 1.x", {
      hint: "Name two schema packages, such as kip://domains/general@1.0.0; LIST SCHEMA PACKAGES shows what is in force.",
      details: { capability: "kip1_migration", found: symbol },
    });
  }
  if (/^kip:\/\/core(?:@|$)/.test(symbol)) {
    throw kipError("SchemaPackageUnavailable", `${symbol} is the protocol itself and no package to compare`, {
      hint: "Its symbols come with KIP 2.0 and never change under it. Name two packages of LIST SCHEMA PACKAGES, kip://core aside.",
      details: { package_ref: symbol },
    });
  }
  const builtIn = builtInPackages().find(({ packageRef }) => packageRef === symbol);
  const present = environment.packages.find(({ package: item }) => item.packageRef === symbol);
  return present?.package ?? builtIn ?? packageNamed(environment, symbol).package;
}

function symbolsOf({ symbols }: SchemaPackage): readonly AnyDefinition[] {
  return SYMBOL_KINDS.flatMap((kind) => [...symbols[kind].values()] as readonly AnyDefinition[]);
}

interface Change {
  readonly path: string;
  readonly harmless: boolean;
}

/** Where two definitions differ. References count by lineage: another version of the same symbol is no difference. */
function changedPaths(before: JsonObject, after: JsonObject, path = ""): readonly Change[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name): readonly Change[] => {
    const [left, right] = [before[name], after[name]];
    if (name === "ref" || sameJson(byLineage(left ?? null), byLineage(right ?? null))) return [];
    const at = path === "" ? name : `${path}.${name}`;
    if (isJsonObject(left) && isJsonObject(right)) return changedPaths(left, right, at);
    return [{ path: at, harmless: TEXTS.test(at) || isNewOptionalField(path, left, right) }];
  });
}

/** Words for people and models bind no value. */
const TEXTS = /(?:^|\.)(?:description|model_hints)(?:\.|$)/;

function byLineage(value: JsonValue): JsonValue {
  if (typeof value === "string") return lineageOf(value);
  if (Array.isArray(value)) return value.map((item: JsonValue) => byLineage(item));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, byLineage(member)]));
}

function isNewOptionalField(
  path: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): boolean {
  return path.endsWith("fields") && before === undefined && isJsonObject(after) && after.required !== true;
}

function identityOf({ packageRef, contentDigest }: SchemaPackage): JsonObject {
  return { package_ref: packageRef, content_digest: contentDigest };
}

function symbolRow({ kind, ref, name }: AnyDefinition): JsonObject {
  return { kind, ref, local_name: name };
}

function keyOf(kind: SymbolKind, symbol: string): string {
  return `${kind} ${symbol}`;
}
