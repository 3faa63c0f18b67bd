import type { JsonObject } from "../model/index.js";
import {
  CORE_STRUCTURAL_FIELDS,
  type FieldSet,
  type SchemaEnvironment,
  type SummaryLine,
  summarizeEnvironment,
} from "../schema/index.js";

/** How much a description tells: `compact` for a model's context window, `full` with refs and descriptions. */
export type PrimerMode = "compact" | "full";

/** How many types and predicates a compact map tells more of than their names. */
const MOST_IN_DETAIL = 60;

/** The schema in force by local name: what each type holds and what each predicate joins (§64, §65). */
export function schemaMap(environment: SchemaEnvironment, mode: PrimerMode): JsonObject {
  const { packages, types, predicates, facets, structural_fields } = summarizeEnvironment(environment);
  const refs = packages.map(({ ref }) => ref);
  if (mode === "full") {
    return {
      packages: refs,
      types: inFull(types),
      predicates: inFull(predicates),
      facets: inFull(facets),
      structural_fields: inFull(structural_fields),
    };
  }
  // Past some size a map of everything no longer leaves room for thinking about it.
  const isLarge = types.length + predicates.length > MOST_IN_DETAIL;
  return {
    packages: refs,
    types: isLarge
      ? names(types)
      : Object.fromEntries(
          environment.current("ConceptType").map(({ name, attributes }) => [name, fieldNames(attributes)]),
        ),
    predicates: isLarge
      ? names(predicates)
      : Object.fromEntries(predicates.map(({ name, takes }) => [name, takes])),
    // A model meets these later than types and predicates; their names are enough to ask for them.
    facets: writable(environment.current("FacetDefinition")),
    structural_fields: writable([
      ...CORE_STRUCTURAL_FIELDS,
      ...environment.current("StructuralFieldDefinition"),
    ]),
    notation: '* required; … any other too; MODE "full" tells what each takes',
  };
}

function inFull(lines: readonly SummaryLine[]): JsonObject {
  return Object.fromEntries(
    lines.map(({ name, ref, takes, description }) => [name, { ref, takes, description }]),
  );
}

function names(lines: readonly SummaryLine[]): string {
  return lines.map(({ name }) => name).join(" ");
}

/** The names of what a write may set; what is only read is told by MODE "full". */
function writable(symbols: readonly { readonly name: string; readonly computed: boolean }[]): string {
  return symbols
    .filter(({ computed }) => !computed)
    .map(({ name }) => name)
    .join(" ");
}

/** The names of the attributes a write may set, in one line. */
function fieldNames({ fields, open }: FieldSet): string {
  const writable = [...fields.values()].filter(({ computed }) => !computed);
  return [
    ...writable.map(({ name, required }) => (required ? `${name}*` : name)),
    ...(open ? ["…"] : []),
  ].join(" ");
}
