import type { JsonObject, JsonValue } from "../model/index.js";
import { CORE_PACKAGE_REF, CORE_STRUCTURAL_FIELDS } from "./core-package.js";
import {
  type AnyDefinition,
  type FieldDefinition,
  type FieldSet,
  hasSlots,
  type SymbolKind,
} from "./definitions.js";
import type { SchemaEnvironment } from "./environment.js";
import type { SymbolStatus } from "./symbol-table.js";
import { constraintInWords, objectInWords } from "./validate.js";

/** What an environment offers, short enough for a model to read before it writes anything (§64). */
export interface EnvironmentSummary {
  readonly version: number;
  readonly packages: readonly { readonly ref: string; readonly description: string }[];
  readonly types: readonly SummaryLine[];
  readonly predicates: readonly SummaryLine[];
  readonly facets: readonly SummaryLine[];
  readonly structural_fields: readonly SummaryLine[];
}

/** One symbol: its name, what it takes, and what it is for. */
export interface SummaryLine {
  readonly name: string;
  readonly ref: string;
  /** For example `Person → Place, one at a time`, or `summary*: string, due_at: timestamp|null`. */
  readonly takes: string;
  readonly description: string;
}

/** The Schema map of a primer: every symbol that can be written now, with what it takes in one line (§64). */
export function summarizeEnvironment(environment: SchemaEnvironment): EnvironmentSummary {
  const line = (definition: AnyDefinition, takes: string): SummaryLine => ({
    name: definition.name,
    ref: definition.ref,
    takes,
    description: definition.description,
  });
  return {
    version: environment.version,
    packages: [
      { ref: CORE_PACKAGE_REF, description: "Concepts, Propositions, Assertions, Evidence and Activities." },
      ...environment.packages
        .filter(({ status }) => status === "active")
        .map(({ package: item }) => ({ ref: item.packageRef, description: item.description })),
    ],
    types: environment.current("ConceptType").map((type) => line(type, fieldsInWords(type.attributes))),
    predicates: environment.current("PredicateType").map((predicate) => {
      const ends = `${bare(constraintInWords(predicate.subject))} → ${bare(objectInWords(predicate))}`;
      return line(predicate, hasSlots(predicate) ? `${ends}, ${rivalry(predicate.functionalBy)}` : ends);
    }),
    facets: environment.current("FacetDefinition").map((facet) => {
      const fields = facet.computed ? "computed" : fieldsInWords(facet.value);
      return line(facet, `on ${bare(constraintInWords(facet.applicableTo))}: ${fields}`);
    }),
    structural_fields: [...CORE_STRUCTURAL_FIELDS, ...environment.current("StructuralFieldDefinition")].map(
      (field) => {
        const traits = [
          field.max === null ? "" : `at most ${field.max}`,
          field.min > 0 ? "required" : "",
          field.ordered ? "ordered" : "",
          field.computed ? "computed" : "",
        ].filter((trait) => trait !== "");
        const ends = `${bare(constraintInWords(field.holders))} → ${bare(constraintInWords(field.target))}`;
        return line(field, [ends, ...traits].join(", "));
      },
    ),
  };
}

function rivalry(functionalBy: "object_type" | null): string {
  return functionalBy === null ? "one at a time" : "one of each type at a time";
}

/** `a Person or an Event` becomes `Person|Event`: in a list of symbols the articles only cost room. */
function bare(words: string): string {
  return words
    .replace(/\bany element\b/g, "any")
    .replace(/\ban? /g, "")
    .replaceAll(" or ", "|");
}

function fieldsInWords({ fields, open }: FieldSet): string {
  const named = [...fields.values()].map(fieldInWords);
  if (named.length === 0) return open ? "any attributes" : "no attributes";
  return open ? `${named.join(", ")}, …` : named.join(", ");
}

/** `status*: "pending"|"fulfilled"`: an asterisk marks what is required. */
function fieldInWords({ name, types, required, enum: values, computed }: FieldDefinition): string {
  const value = values ? values.map((one) => JSON.stringify(one)).join("|") : types.join("|");
  return `${name}${required ? "*" : ""}: ${value}${computed ? " (computed)" : ""}`;
}

/** One row of a LIST of symbols (§65). */
export interface SymbolRow {
  readonly ref: string;
  readonly local_name: string;
  readonly package_ref: string;
  readonly status: SymbolStatus;
}

/** The rows of `LIST TYPES`, `LIST PREDICATES`, … (§65): every readable symbol of a kind, ordered by reference. */
export function listSymbols(environment: SchemaEnvironment, kind: SymbolKind): readonly SymbolRow[] {
  return environment.all(kind).map((definition) => rowOf(environment, definition));
}

/**
 * What `DESCRIBE TYPE`, `DESCRIBE PREDICATE`, … answer (§65): the row of the symbol, its lineage, and its definition as
 * the package states it. A symbol that was renamed or promoted says what continues it (§20.14, §20.16).
 */
export function describeSymbol(environment: SchemaEnvironment, definition: AnyDefinition): JsonObject {
  const { kind, lineage, source } = definition;
  const canonical = environment.canonicalLineage(kind, lineage);
  return {
    ...rowOf(environment, definition),
    kind,
    lineage,
    ...(canonical === lineage ? {} : { continued_by: canonical }),
    definition: source as JsonValue,
  };
}

function rowOf(environment: SchemaEnvironment, definition: AnyDefinition): SymbolRow {
  const { ref, name, packageRef } = definition;
  return { ref, local_name: name, package_ref: packageRef, status: environment.statusOf(definition) };
}
