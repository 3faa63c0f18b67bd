import { type Activity, asElementId, type ElementId, isJsonObject, type JsonValue } from "../model/index.js";
import { lineageOf } from "../schema/index.js";

/** The Facet that holds a derivation's input contract, whatever version of the profile wrote it (§57.6, §20.14). */
const DEPENDENCY_BASIS = "kip://profiles/cognitive-memory/DependencyBasis";

export type PinRole = "all_of" | "any_of" | "context";

/** One source as a derivation read it: its version, or the counters of the planes that matter (§57.6). */
export interface Pin {
  readonly id: ElementId;
  readonly version: number;
  readonly planes: Readonly<Record<string, number>> | null;
}

export interface PinGroup {
  readonly role: PinRole;
  readonly pins: readonly Pin[];
}

/** The input contract of a derivation (§57.6). */
export interface DependencyBasis {
  /** The sequence at which the sources were read. */
  readonly basisSeq: number | null;
  readonly groups: readonly PinGroup[];
  /** Whether the derivation also relied on a whole selection, which pins cannot vouch for (§57.7). */
  readonly reliesOnSelections: boolean;
  /** Whether it names anything that the derivation rests on, rather than only what was looked at besides. */
  readonly claimsSupport: boolean;
}

/** The contract an Activity carries, or null when it has none that can be read. */
export function readDependencyBasis(activity: Activity): DependencyBasis | null {
  const facet = Object.entries(activity.facets).find(([ref]) => lineageOf(ref) === DEPENDENCY_BASIS)?.[1];
  if (!facet || !Array.isArray(facet.groups)) return null;
  const groups = facet.groups.map(readGroup);
  const readable = groups.filter((group): group is PinGroup => group !== null);
  if (readable.length !== groups.length) return null;
  const reliesOnSelections = Array.isArray(facet.queries) && facet.queries.length > 0;
  return {
    basisSeq: typeof facet.basis_seq === "number" ? facet.basis_seq : null,
    groups: readable,
    reliesOnSelections,
    claimsSupport:
      reliesOnSelections || readable.some(({ role, pins }) => role !== "context" && pins.length > 0),
  };
}

function readGroup(value: JsonValue): PinGroup | null {
  if (!isJsonObject(value) || !Array.isArray(value.pins)) return null;
  const { role } = value;
  if (role !== "all_of" && role !== "any_of" && role !== "context") return null;
  const pins = value.pins.map(readPin);
  const readable = pins.filter((pin): pin is Pin => pin !== null);
  return readable.length === pins.length ? { role, pins: readable } : null;
}

function readPin(value: JsonValue): Pin | null {
  if (!isJsonObject(value) || typeof value.id !== "string" || typeof value.version !== "number") return null;
  const { planes } = value;
  return {
    id: asElementId(value.id),
    version: value.version,
    planes: planes !== undefined && isJsonObject(planes) ? numbersOf(planes) : null,
  };
}

function numbersOf(planes: { readonly [name: string]: JsonValue }): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(planes).map(([name, counter]) => [
      name,
      typeof counter === "number" ? counter : Number.NaN,
    ]),
  );
}
