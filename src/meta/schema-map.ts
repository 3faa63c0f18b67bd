import type { JsonObject } from "../model/index.js";
import {
  type FieldSet,
  type SchemaEnvironment,
  type SummaryLine,
  summarizeEnvironment,
} from "../schema/index.js";

/** How much a description tells: `compact` for a model's context window, `full` with refs and descriptions. */
export type PrimerMode = "compact" | "full";

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
  return {
    packages: refs,
    types: Object.fromEntries(
      environment.current("ConceptType").map(({ name, attributes }) => [name, fieldNames(attributes)]),
    ),
    predicates: Object.fromEntries(predicates.map(({ name, takes }) => [name, takes])),
    // A model meets these later than types and predicates; their names are enough to ask for them.
    facets: names(facets),
    structural_fields: names(structural_fields),
    notation: '* required; … any other attribute too; MODE "full" tells what each takes',
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

/** The names of the attributes a write may set, in one line. */
function fieldNames({ fields, open }: FieldSet): string {
  const writable = [...fields.values()].filter(({ computed }) => !computed);
  return [
    ...writable.map(({ name, required }) => (required ? `${name}*` : name)),
    ...(open ? ["…"] : []),
  ].join(" ");
}
