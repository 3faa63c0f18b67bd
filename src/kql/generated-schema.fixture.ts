import { builtInSchemas, lineageOf, loadPackage } from "../schema/index.js";
import { environment as people, ref } from "./memory.fixture.js";

/** The Schema of the generated memories: the people of the hand-made ones, and what they lack. */

const DRAWN = "kip://test/drawn";

/** The exact ref of a symbol of the package of drawn memories. */
export const drawn = (name: string, version = "1.1.0"): string => `${DRAWN}@${version}/${name}`;

const described = (kind: string, more: object = {}) => ({ kind, description: "Something drawn.", ...more });

/** Between its two versions, a Concept Type, a Predicate and a Facet take another name. */
const versions = [
  { version: "1.0.0", type: "Town", predicate: "adores", facet: "Humour", migrations: [] },
  {
    version: "1.1.0",
    type: "Place",
    predicate: "loves",
    facet: "Temper",
    migrations: [
      { op: "rename", symbol_kind: "ConceptType", from: "Town", to: "Place" },
      { op: "rename", symbol_kind: "PredicateType", from: "adores", to: "loves" },
      { op: "rename", symbol_kind: "FacetDefinition", from: "Humour", to: "Temper" },
    ],
  },
].map(({ version, type, predicate, facet, migrations }) =>
  loadPackage(
    {
      format: "KIP-Schema-Package",
      manifest: { package_id: DRAWN, version },
      definitions: {
        concept_types: { [type]: described("ConceptType") },
        predicates: {
          [predicate]: described("PredicateType"),
          says: described("PredicateType", { object: { literal_types: ["string"] } }),
          owns: described("PredicateType", { object: { kinds: ["Concept"] } }),
          zone: described("PredicateType", { functional: true }),
        },
        facets: {
          [facet]: described("FacetDefinition", {
            fields: { level: { type: "number", required: false, mutable: true } },
          }),
        },
      },
      ...(migrations.length > 0 ? { migrations } : {}),
    },
    { packages: [], schemas: builtInSchemas() },
  ),
);

export const environment = versions.reduce((previous, version) => previous.activate([version]), people);

/** What the renamed symbols became, told by hand: the naive evaluator asks no environment. */
const RENAMED: Readonly<Record<string, string>> = { Town: "Place", adores: "loves", Humour: "Temper" };

const EXPORTED = ["Town", "Place", "adores", "loves", "says", "owns", "zone", "Humour", "Temper"];

/** The lineage that a local name or an exact ref means today (§20.14). */
export function lineageNamed(symbol: string): string {
  const name = symbol.startsWith("kip://") ? symbol.slice(symbol.lastIndexOf("/") + 1) : symbol;
  const path = symbol.startsWith("kip://")
    ? lineageOf(symbol).slice(0, -name.length)
    : EXPORTED.includes(name)
      ? `${DRAWN}/`
      : lineageOf(ref("x")).slice(0, -1);
  return path + (RENAMED[name] ?? name);
}

/** What a Predicate takes as its object (§20.15): nothing declared takes anything. */
export function takes(symbol: string): "anything" | "elements" | "strings" {
  const name = symbol.slice(symbol.lastIndexOf("/") + 1);
  return name === "owns" ? "elements" : name === "says" ? "strings" : "anything";
}
