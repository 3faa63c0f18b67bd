import type { EditorState } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import type { SchemaOutline } from "../../schema-outline.js";
import { type Binding, type BoundKind, bindingsIn } from "./bindings.js";
import { ancestor, statementAround } from "./nodes.js";
import type { Place } from "./place.js";
import { documentTree } from "./prefix.js";

/** A variable or handle with everything that its binding places say about it. */
export interface KnownVariable {
  readonly name: string;
  readonly kind: BoundKind | null;
  readonly types: readonly string[];
  readonly searched: boolean;
}

/**
 * The variables and handles that mean something at a place, in source order: those of its own statement, and the
 * handles of the whole mutation. What stands before the place is read from the place's own tree, what stands behind it
 * from the document's, so that what is half-written at the place hides neither.
 */
export function variablesAt(
  state: EditorState,
  place: Place,
  schema: SchemaOutline | null,
): readonly KnownVariable[] {
  const { node, token } = place;
  const statement = statementAround(node)?.from;
  const before = bindingsIn(place.tree, place.text, schema).filter(
    (binding) =>
      binding.from < token.start &&
      (binding.handle || statementAround(binding.node)?.from === statement) &&
      !isHidden(binding.node, (block) => block.to >= node.to) &&
      sharesUnion(binding, node),
  );
  const behind = bindingsIn(documentTree(state), state.doc.toString(), schema).filter(
    (binding) =>
      (binding.from >= token.to || isAround(binding.node, token.start)) &&
      (binding.handle || (statementAround(binding.node)?.from ?? 0) <= token.start) &&
      !isHidden(binding.node, (block) => block.from < token.start) &&
      sharesUnion(binding, node),
  );
  return merged([...before, ...behind]);
}

/** Whether the pattern or statement that binds a variable goes on behind the cursor: its type may stand there. */
function isAround({ parent }: SyntaxNode, at: number): boolean {
  return parent !== null && parent.from < at && parent.to > at;
}

/** Whether a place is inside a NOT that does not hold the cursor: nothing that is bound there leaves it (§44.3). */
function isHidden(node: SyntaxNode, holdsCursor: (block: SyntaxNode) => boolean): boolean {
  for (let not = ancestor(node, "NotClause"); not !== null; not = ancestor(not, "NotClause")) {
    if (!holdsCursor(not)) return true;
  }
  return false;
}

/** Whether a FILTER inside a UNION can read a binding: the branch starts from nothing (§44.5). */
function sharesUnion({ node, handle }: Binding, cursor: SyntaxNode): boolean {
  const filter = ancestor(cursor, "FilterClause");
  const branch = filter && ancestor(filter, "UnionClause");
  if (handle || !branch) return true;
  for (let union = ancestor(node, "UnionClause"); union !== null; union = ancestor(union, "UnionClause")) {
    if (union.from === branch.from) return true;
  }
  return false;
}

/** One variable for each name. What is written down counts before what only follows from the schema. */
export function merged(bindings: readonly Binding[]): readonly KnownVariable[] {
  const byName = new Map<string, Binding[]>();
  for (const binding of bindings) {
    const all = byName.get(binding.name);
    if (all) all.push(binding);
    else byName.set(binding.name, [binding]);
  }
  return [...byName].map(([name, all]) => {
    const ranked = [...all.filter(({ inferred }) => !inferred), ...all.filter(({ inferred }) => inferred)];
    return {
      name,
      kind: ranked.find(({ kind }) => kind !== null)?.kind ?? null,
      types: ranked.find(({ types }) => types.length > 0)?.types ?? [],
      searched: all.some(({ searched }) => searched),
    };
  });
}
