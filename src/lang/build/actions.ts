import { terms } from "../../../grammar/index.js";
import type {
  Assignment,
  FieldName,
  ObjectLiteral,
  SchemaSymbol,
  SetAction,
  SetFacet,
  SetStructural,
  StructuralEntry,
  UpdateAction,
  Value,
} from "../ast.js";
import { readSymbol } from "./literals.js";
import type { TreeReader } from "./tree-reader.js";
import { isValue, missing, readFieldName, readObject, readValue, reportRepeatedNames } from "./values.js";

const ACTIONS: ReadonlySet<number> = new Set([
  terms.SetFields,
  terms.SetAttributes,
  terms.SetFacet,
  terms.SetStructural,
  terms.UnsetAttributes,
  terms.UnsetFacet,
  terms.UnsetStructural,
]);

/** Whether a node is a SET or UNSET clause. */
export function isAction(id: number): boolean {
  return ACTIONS.has(id);
}

/** A SET or UNSET clause (§58). */
export function readAction(reader: TreeReader): UpdateAction {
  switch (reader.id) {
    case terms.UnsetAttributes:
      return { type: "UnsetAttributes", names: readNames(reader), from: reader.from, to: reader.to };
    case terms.UnsetFacet:
      return {
        type: "UnsetFacet",
        facet: readFacet(reader),
        names: readNames(reader),
        from: reader.from,
        to: reader.to,
      };
    case terms.UnsetStructural:
      return { type: "UnsetStructural", entries: readEntries(reader), from: reader.from, to: reader.to };
    default:
      return readSetAction(reader);
  }
}

/** A SET clause: all that CREATE accepts, and the grammar lets nothing else through there. */
export function readSetAction(reader: TreeReader): SetAction {
  switch (reader.id) {
    case terms.SetFacet:
      return readSetFacet(reader);
    case terms.SetStructural:
      return readSetStructural(reader);
    case terms.SetFields:
      return { type: "SetFields", assignments: readAssignments(reader), from: reader.from, to: reader.to };
    default:
      return {
        type: "SetAttributes",
        assignments: readAssignments(reader),
        from: reader.from,
        to: reader.to,
      };
  }
}

function readSetFacet(reader: TreeReader): SetFacet {
  const facet = readFacet(reader);
  return { type: "SetFacet", facet, assignments: readAssignments(reader), from: reader.from, to: reader.to };
}

function readSetStructural(reader: TreeReader): SetStructural {
  return { type: "SetStructural", entries: readEntries(reader), from: reader.from, to: reader.to };
}

function readFacet(reader: TreeReader): SchemaSymbol {
  for (const id of reader.children()) {
    if (id === terms.String || id === terms.Parameter) return readSymbol(reader);
  }
  return missing(reader);
}

/** The members of the one object of a clause. */
export function readAssignments(reader: TreeReader): readonly Assignment[] {
  for (const id of reader.children()) if (id === terms.ObjectLiteral) return readObject(reader).members;
  return missing(reader);
}

function readNames(reader: TreeReader): FieldName[] {
  const names: FieldName[] = [];
  for (const id of reader.children()) {
    if (id !== terms.FieldSet) continue;
    for (const member of reader.children()) {
      if (member === terms.FieldName)
        names.push({ type: "FieldName", name: readFieldName(reader), from: reader.from, to: reader.to });
    }
    reportRepeatedNames(
      reader,
      names.map(({ name, from, to }) => ({ name, nameRange: { from, to } })),
    );
  }
  return names;
}

function readEntries(reader: TreeReader): StructuralEntry[] {
  const entries: StructuralEntry[] = [];
  for (const id of reader.children()) {
    if (id === terms.StructuralEntry || id === terms.StructuralRemoval) entries.push(readEntry(reader));
  }
  return entries;
}

function readEntry(reader: TreeReader): StructuralEntry {
  let field: SchemaSymbol | undefined;
  let target: Value | undefined;
  let options: ObjectLiteral | null = null;
  for (const id of reader.children()) {
    if (!isValue(id)) continue;
    if (field === undefined) field = readSymbol(reader);
    else if (target === undefined) target = readValue(reader);
    else options = readObject(reader);
  }
  return {
    type: "StructuralEntry",
    field: field ?? missing(reader),
    target: target ?? missing(reader),
    options,
    from: reader.from,
    to: reader.to,
  };
}
