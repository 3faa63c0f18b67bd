import type { SyntaxNode, Tree } from "@lezer/common";
import { ELEMENT_KINDS } from "../../../model/index.js";
import type { SchemaOutline } from "../../schema-outline.js";
import type { Kind } from "../docs/element-members.js";
import { decoded, operandsOf, textOf } from "./nodes.js";

/** What a variable can stand for. */
export type BoundKind = Kind | "belief" | "slot" | "edge" | "predicate" | "value";

/** One place where a variable gets its value: a pattern, or the declaration of a handle. */
export interface Binding {
  /** Without the question mark. */
  readonly name: string;
  readonly from: number;
  /** Null where the place says nothing about it, as the endpoint of a tuple with an unknown predicate. */
  readonly kind: BoundKind | null;
  /** Local names or references of Concept Types. */
  readonly types: readonly string[];
  /** Whether kind and types only follow from what the schema allows, rather than being written down. */
  readonly inferred: boolean;
  /** Whether it comes from a search, and so has retrieval facts. */
  readonly searched: boolean;
  /** Whether it is a handle of a mutation, visible in the whole of it. */
  readonly handle: boolean;
  readonly node: SyntaxNode;
}

/** Every binding place of a tree, in source order. */
export function bindingsIn(tree: Tree, text: string, schema: SchemaOutline | null): readonly Binding[] {
  const bindings: Binding[] = [];
  const reader = new BindingReader(text, schema, (binding) => bindings.push(binding));
  tree.iterate({ enter: (node) => reader.read(node.name, () => node.node) });
  return bindings;
}

type Facts = Partial<Pick<Binding, "kind" | "types" | "inferred" | "searched" | "handle">>;

/** The fields that hold references, and the kind they lead to. */
const REFERENCES: Readonly<Record<string, Kind>> = {
  proposition: "proposition",
  asserted_by: "concept",
  merged_into: "concept",
  generated_by: "activity",
};

const PATTERNS: Readonly<Record<string, Facts>> = {
  PropositionPattern: { kind: "proposition" },
  AssertionPattern: { kind: "assertion" },
  EvidencePattern: { kind: "evidence" },
  ActivityPattern: { kind: "activity" },
  BeliefPattern: { kind: "belief" },
  BeliefSlotPattern: { kind: "slot" },
  CreateConcept: { kind: "concept", handle: true },
  CreateEvidence: { kind: "evidence", handle: true },
  CreateAssertion: { kind: "assertion", handle: true },
  CreateActivity: { kind: "activity", handle: true },
  UpsertConcept: { kind: "concept", handle: true },
  EnsureProposition: { kind: "proposition", handle: true },
  Assert: { kind: "assertion", handle: true },
};

class BindingReader {
  readonly #text: string;
  readonly #schema: SchemaOutline | null;
  readonly #add: (binding: Binding) => void;

  constructor(text: string, schema: SchemaOutline | null, add: (binding: Binding) => void) {
    this.#text = text;
    this.#schema = schema;
    this.#add = add;
  }

  read(name: string, node: () => SyntaxNode): void {
    const facts = PATTERNS[name];
    if (facts) this.#readPattern(node(), facts);
    else if (name === "ConceptPattern") this.#readConcept(node());
    else if (name === "SearchPattern") this.#readSearch(node());
    else if (name === "StructuralPattern") this.#readEdge(node());
    else if (name === "Triple") this.#readTriple(node());
    else if (name === "PatternMember") this.#readMember(node());
  }

  #bind(node: SyntaxNode | null | undefined, facts: Facts): void {
    if (node?.name !== "Variable") return;
    const { kind = null, types = [], inferred = false, searched = false, handle = false } = facts;
    const name = textOf(node, this.#text).slice(1);
    this.#add({ name, from: node.from, kind, types, inferred, searched, handle, node });
  }

  #readPattern(node: SyntaxNode, facts: Facts): void {
    const variables = node.getChildren("Variable");
    const before = node.getChild("(")?.from ?? Number.POSITIVE_INFINITY;
    const own = variables.find(({ from }) => from < before);
    this.#bind(own, { ...facts, types: typesWritten(node, this.#text) });
    // BELIEF (?p) takes a Proposition, BELIEF SLOT (?s, …) any element.
    const operand = variables.find((variable) => variable !== own);
    this.#bind(operand, node.name === "BeliefPattern" ? { kind: "proposition", inferred: true } : {});
  }

  #readConcept(node: SyntaxNode): void {
    this.#bind(node.getChild("Variable"), { kind: "concept", types: typesWritten(node, this.#text) });
  }

  #readSearch(node: SyntaxNode): void {
    const kind = node.getChild("SearchKind");
    const type = node.getChild("WithType")?.getChild("String");
    this.#bind(node.getChild("Variable"), {
      kind: ELEMENT_KINDS.find((known) => kind && known === textOf(kind, this.#text).toLowerCase()) ?? null,
      types: type ? [decoded(type, this.#text)] : [],
      searched: true,
    });
  }

  #readEdge(node: SyntaxNode): void {
    const [first] = node.getChildren("Variable");
    if (first && first.from === node.from) this.#bind(first, { kind: "edge" });
    const [source, field, target] = operandsOf(node);
    const known = this.#symbol(this.#schema?.structuralFields, field);
    this.#bind(source, allowed(known?.source));
    this.#bind(target, allowed(known?.target));
  }

  #readTriple(node: SyntaxNode): void {
    const [subject, predicate, object] = operandsOf(node);
    const known = this.#symbol(this.#schema?.predicates, predicate?.firstChild);
    this.#bind(subject, allowed(known?.subject));
    this.#bind(predicate?.getChild("Variable"), { kind: "predicate" });
    this.#bind(object, allowed(known?.object));
  }

  #readMember(node: SyntaxNode): void {
    const name = node.getChild("FieldName");
    const kind = name ? (REFERENCES[decoded(name, this.#text)] ?? "value") : null;
    this.#bind(node.getChild("Variable"), { kind });
  }

  #symbol<S extends { readonly name: string; readonly ref: string }>(
    symbols: readonly S[] | undefined,
    node: SyntaxNode | null | undefined,
  ): S | undefined {
    if (node?.name !== "String") return undefined;
    const symbol = decoded(node, this.#text);
    return symbols?.find(({ name, ref }) => name === symbol || ref === symbol);
  }
}

/** What follows from the ends that a predicate or a field allows. */
function allowed(ends: readonly string[] = []): Facts {
  const kinds = ends.map((end) => ELEMENT_KINDS.find((kind) => kind === end.toLowerCase()));
  const literals = ends.filter((end) => /^(?:string|number|boolean|null)$/.test(end));
  if (ends.length === 0) return {};
  if (literals.length === ends.length) return { kind: "value", inferred: true };
  const types = ends.filter((end, at) => kinds[at] === undefined && !literals.includes(end));
  const [kind] = kinds;
  if (types.length > 0) return { kind: "concept", types, inferred: true };
  return ends.length === 1 && kind ? { kind, inferred: true } : {};
}

/** The types that a pattern, a MATCH or a TYPE clause names. */
function typesWritten(node: SyntaxNode, text: string): readonly string[] {
  const type = node.getChild("TypeClause")?.getChild("String");
  if (type) return [decoded(type, text)];
  const pattern = node.getChild("ObjectPattern") ?? node.getChild("Match")?.getChild("ObjectPattern");
  return pattern ? typesOfPattern(pattern, text) : [];
}

/** The types that an object pattern names with its `type` member. */
export function typesOfPattern(pattern: SyntaxNode, text: string): readonly string[] {
  for (const member of pattern.getChildren("PatternMember")) {
    const name = member.getChild("FieldName");
    const value = member.getChild("String");
    if (name && value && decoded(name, text) === "type") return [decoded(value, text)];
  }
  return [];
}
