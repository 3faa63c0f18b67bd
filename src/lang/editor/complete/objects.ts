import type { Completion } from "@codemirror/autocomplete";
import type { SyntaxNode } from "@lezer/common";
import {
  accessOptions,
  assertMembers,
  epistemicSettings,
  exportOptions,
  predicateDefinition,
  referenceOptions,
  typeDefinition,
} from "../docs/clause-members.js";
import {
  CITATION_MEMBERS,
  type Kind,
  RETENTION_MEMBERS,
  settableFieldsOfKind,
} from "../docs/element-members.js";
import type { Member } from "../docs/member.js";
import { typesOfPattern } from "../reading/bindings.js";
import { attributeMembers, fieldMember, fieldsOfFacet, membersOfPattern } from "../reading/known-members.js";
import { decoded, textOf } from "../reading/nodes.js";
import type { Asked } from "./asked.js";
import { memberNames, values } from "./options.js";
import { targetOf } from "./target.js";

/** A place inside `{…}`: which object of which clause, and how deep. */
export interface ObjectPlace {
  /** The clause or pattern that the outermost object belongs to. */
  readonly owner: SyntaxNode;
  readonly outermost: SyntaxNode;
  readonly innermost: SyntaxNode;
  /** The names of the members around the place, outermost first; at a value, that of its own member last. */
  readonly path: readonly string[];
  readonly at: "name" | "value";
}

const OBJECTS = ["ObjectLiteral", "ObjectPattern", "FieldSet"];

/** The object a node stands in, as the name of a member or as a value of one; null outside of objects. */
export function objectPlace(node: SyntaxNode, text: string): ObjectPlace | null {
  let at: ObjectPlace["at"] = "value";
  let innermost: SyntaxNode | null = null;
  let outermost: SyntaxNode | null = null;
  const path: string[] = [];
  let from = node;
  for (let up = node.parent; up !== null; from = up, up = up.parent) {
    if (up.name === "FieldName") at = "name";
    else if (up.name === "ObjectMember" || up.name === "PatternMember") {
      const name = up.getChild("FieldName");
      if (name && from.name !== "FieldName") path.unshift(decoded(name, text));
    } else if (OBJECTS.includes(up.name)) {
      innermost ??= up;
      outermost = up;
    } else if (up.name !== "ArrayLiteral" && up.name !== "ArrayPattern") {
      return innermost && outermost ? { owner: up, outermost, innermost, path, at } : null;
    }
  }
  return null;
}

/** The names that a member can have here. */
export function memberNameOptions(place: ObjectPlace, asked: Asked): readonly Completion[] {
  const { token, text } = asked.place;
  const own = new Set<string>();
  for (const member of place.innermost.getChildren("ObjectMember")) addName(member, text, own);
  for (const member of place.innermost.getChildren("PatternMember")) addName(member, text, own);
  for (const name of place.innermost.getChildren("FieldName")) own.add(decoded(name, text));
  return memberNames(membersAt(place, asked), token, own);
}

function addName(member: SyntaxNode, text: string, names: Set<string>): void {
  const name = member.getChild("FieldName");
  if (name) names.add(decoded(name, text));
}

/** The strings that a member can be here, where they are listed. */
export function memberValueOptions(place: ObjectPlace, asked: Asked): readonly Completion[] {
  const siblings = membersAt({ ...place, path: place.path.slice(0, -1) }, asked);
  const member = siblings.find(({ name }) => name === place.path.at(-1));
  return values(member?.values ?? [], asked.place.token);
}

/** The members of the object that a path of names leads to. */
export function membersAt({ owner, outermost, path }: ObjectPlace, asked: Asked): readonly Member[] {
  let members = membersOfOwner(owner, outermost, asked);
  for (const name of path) {
    const inside = members.find((member) => member.name === name || member.ref === name);
    // An object in the place of an element matches a Concept.
    members = inside?.members?.() ?? (owner.name.endsWith("Pattern") ? inlineConcept(inside, asked) : []);
  }
  return members;
}

const ELEMENT_DETAIL = /\b(?:Concept|element)\b/;

function inlineConcept(member: Member | undefined, asked: Asked): readonly Member[] {
  return member && ELEMENT_DETAIL.test(member.detail) ? membersOfPattern("concept", [], asked.schema) : [];
}

const PATTERN_KINDS: Readonly<Record<string, Kind>> = {
  AssertionPattern: "assertion",
  EvidencePattern: "evidence",
  ActivityPattern: "activity",
};

function membersOfOwner(owner: SyntaxNode, object: SyntaxNode, asked: Asked): readonly Member[] {
  const { schema } = asked;
  const { text } = asked.place;
  if (object.name === "ObjectPattern") {
    const written = typesOfPattern(object, text);
    const types = written.length > 0 ? written : typesOfOwner(owner, asked);
    return membersOfPattern(PATTERN_KINDS[owner.name] ?? "concept", types, schema);
  }
  switch (owner.name) {
    case "SetAttributes":
    case "UnsetAttributes":
      return attributeMembers(targetOf(owner, asked).types, schema).filter(isWritten);
    case "SetFields":
      // Of an element of unknown kind one mostly updates what a Concept has.
      return settableFieldsOfKind(targetOf(owner, asked).kind ?? "concept");
    case "SetFacet":
    case "UnsetFacet": {
      const facet = owner.getChild("String");
      const fields = facet ? fieldsOfFacet(decoded(facet, text), schema) : [];
      return fields.filter(({ computed }) => !computed).map(fieldMember);
    }
    case "Assert":
      return assertMembers();
    case "SetRetention":
      return RETENTION_MEMBERS;
    case "Epistemic":
      return epistemicSettings();
    case "Options":
      return optionsOf(owner.parent);
    case "StructuralEntry":
      return targetOf(owner, asked).kind === "assertion" ? CITATION_MEMBERS : referenceOptions();
    case "DefineConceptType":
      return typeDefinition();
    case "DefinePredicate":
      return predicateDefinition();
    default:
      return [];
  }
}

/** The types of the variable that a pattern binds: its `type` may stand behind the cursor, or in another pattern. */
function typesOfOwner(owner: SyntaxNode, asked: Asked): readonly string[] {
  if (owner.name === "Match") return targetOf(owner, asked).types;
  const variable = owner.name === "ConceptPattern" ? owner.getChild("Variable") : null;
  return variable ? asked.variable(textOf(variable, asked.place.text).slice(1)).types : [];
}

function isWritten({ detail }: Member): boolean {
  return !detail.includes("computed");
}

function optionsOf(statement: SyntaxNode | null): readonly Member[] {
  if (statement?.name === "ExportCapsule") return exportOptions();
  return statement?.name === "DescribeAccess" ? accessOptions() : [];
}
