import type { CreateConceptCommand, Scalar, SetFields, Value } from "../lang/index.js";
import { type Concept, type ElementId, type JsonValue, kipError, requireScalarText } from "../model/index.js";
import { REMOVED } from "./claims.js";
import type { Declaration } from "./declaration.js";
import { describeType } from "./describe.js";
import { setAttributes, setFacet } from "./edits.js";
import { newEnvelope } from "./envelope.js";
import { evaluateAssigned, evaluateValue } from "./evaluate.js";
import { readFieldNodes } from "./fields.js";
import type { MutationPlan } from "./plan.js";
import { planAdditions, readAdditions } from "./structural.js";
import { evaluateSymbol, requireNonEmptyText, requireText } from "./values.js";

/**
 * The Concept a CREATE CONCEPT asks for (§54.1), not yet validated against its type.
 * @throws `TypeMismatch` or `ConstraintViolation` for a malformed field, `SchemaFieldNotFound` for an unknown one, and
 * whatever references and schema symbols throw.
 */
export function buildConcept(
  plan: MutationPlan,
  id: ElementId,
  command: CreateConceptCommand,
  declaration: Declaration,
): Concept {
  const scope = plan.scopeOf(null);
  const schemaRef = writtenType(plan, evaluateSymbol(command.conceptType, plan.parameters));
  declaration.say("type", plan.lineageOfType(schemaRef));
  const say = (path: string, value: JsonValue | typeof REMOVED) => {
    if (value !== REMOVED) declaration.say(path, value);
  };
  let concept = emptyConcept(plan, id, schemaRef);
  const nodes = readFieldNodes("concept", command.actions.filter(isSetFields), plan.typeOf(schemaRef));
  if (command.name)
    concept = { ...concept, ...sayField("name", readName(scalar(plan, command.name)), declaration) };
  for (const [name, node] of nodes) {
    concept = { ...concept, ...readConceptField(name, evaluateValue(node, scope), declaration) };
  }
  for (const action of command.actions) {
    if (action.type === "SetAttributes") {
      concept = setAttributes(
        concept,
        action.assignments,
        (node: Value) => evaluateAssigned(node, scope),
        say,
      );
    } else if (action.type === "SetFacet") {
      concept = setFacet(
        plan,
        concept,
        action.facet,
        action.assignments,
        (node) => evaluateAssigned(node, scope),
        say,
      );
    } else if (action.type === "SetStructural") {
      const additions = readAdditions(plan, action.entries, concept, scope, say);
      if (declaration.isFresh) planAdditions(plan, id, additions);
    }
  }
  return concept;
}

/** A Concept of a type with nothing said about it yet. */
export function emptyConcept(plan: MutationPlan, id: ElementId, schemaRef: string): Concept {
  return {
    ...newEnvelope(plan, id, "concept"),
    schema_ref: schemaRef,
    canonical_id: null,
    aliases: [],
    attributes: {},
    structural: {},
    merged_into: null,
  };
}

/**
 * The exact type a new Concept gets: the version writes bind to (§20.4, §20.14).
 * @throws `SchemaSymbolNotFound`, `SchemaSymbolAmbiguous`.
 */
export function writtenType(plan: MutationPlan, symbol: string): string {
  const { environment } = plan.before;
  return environment.writeVersion(environment.resolveConceptType(symbol)).ref;
}

/** A Concept field in the form it is stored in. */
export type ConceptFields = Partial<Pick<Concept, "name" | "key" | "canonical_id" | "aliases">>;

/**
 * Reads one of a Concept's own fields: names, keys and aliases in NFC (§9.6).
 * @throws `TypeMismatch` or `ConstraintViolation` for a malformed value.
 */
export function readConceptField(
  name: string,
  value: JsonValue,
  declaration: Pick<Declaration, "say">,
): ConceptFields {
  switch (name) {
    case "name":
      return sayField("name", readName(value), declaration);
    case "key":
      return sayField("key", readKey(value), declaration);
    case "canonical_id":
      return sayField(
        "canonical_id",
        value === null ? null : requireNonEmptyText(value, "canonical_id"),
        declaration,
      );
    default:
      return sayField("aliases", readAliases(value), declaration);
  }
}

function sayField<N extends keyof ConceptFields, V extends JsonValue>(
  name: N,
  value: V,
  declaration: Pick<Declaration, "say">,
): { readonly [K in N]: V } {
  declaration.say(`fields.${name}`, value);
  return { [name]: value } as { readonly [K in N]: V };
}

/** A key in the form it is compared in (§7.3). */
export function readKey(value: JsonValue): string {
  return requireNonEmptyText(value, "key").normalize("NFC");
}

function readName(value: JsonValue): string {
  const name = requireText(value, "name");
  requireScalarText(name, "name");
  return name.normalize("NFC");
}

function readAliases(value: JsonValue): readonly string[] {
  if (Array.isArray(value)) {
    return value.map((item: JsonValue, index) =>
      requireNonEmptyText(item, `aliases[${index}]`).normalize("NFC"),
    );
  }
  throw kipError("TypeMismatch", `aliases must be an array of strings, not ${describeType(value)}`, {
    hint: 'Write aliases: ["Al", "Ali"].',
    details: { field: "aliases", expected: "array", found: describeType(value) },
  });
}

function scalar(plan: MutationPlan, node: Scalar): JsonValue {
  return evaluateValue(node, plan.scopeOf(null));
}

function isSetFields(action: { readonly type: string }): action is SetFields {
  return action.type === "SetFields";
}
