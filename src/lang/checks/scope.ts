import type { Aggregate, Expression, Variable, WhereBlock } from "../ast.js";
import { nearest } from "../nearest.js";
import type { ProblemSink } from "../problem.js";
import { bodyOf, eachBindingOfClause, eachRead } from "./variables.js";

/** Names of variables. */
export type Names = ReadonlySet<string>;

/**
 * The names a block binds for what comes after it: those of its patterns, OPTIONALs and UNIONs, but nothing that is
 * first bound inside NOT (§44.3–§44.5).
 */
export function exportedNames(block: WhereBlock): Names {
  const names = new Set<string>();
  addExports(block, names);
  return names;
}

function addExports(block: WhereBlock, names: Set<string>): void {
  for (const clause of block.clauses) {
    eachBindingOfClause(clause, ({ name }) => names.add(name));
    const body = bodyOf(clause);
    if (body !== null && clause.type !== "NotClause") addExports(body, names);
  }
}

/** Every name a block mentions in a pattern, however deep. */
function allNames(block: WhereBlock, names: Set<string>): void {
  for (const clause of block.clauses) {
    eachBindingOfClause(clause, ({ name }) => names.add(name));
    const body = bodyOf(clause);
    if (body !== null) allNames(body, names);
  }
}

/**
 * Reports every variable of a FILTER that no pattern visible there binds (§42.4).
 * @param handles names that are visible everywhere: the handles of the enclosing mutation (§53.2).
 */
export function checkFilters(where: WhereBlock, handles: Names, report: ProblemSink): void {
  const anywhere = new Set<string>();
  allNames(where, anywhere);
  checkBlock(where, handles, { handles, anywhere, inUnion: false, report });
}

interface Surroundings {
  readonly handles: Names;
  /** Names that some pattern binds, in view or not: they tell a scope mistake from a spelling mistake. */
  readonly anywhere: Names;
  readonly inUnion: boolean;
  readonly report: ProblemSink;
}

function checkBlock(block: WhereBlock, outside: Names, around: Surroundings): void {
  const visible = new Set(outside);
  addExports(block, visible);
  for (const clause of block.clauses) {
    switch (clause.type) {
      case "FilterClause":
        checkReads(clause.condition, visible, around);
        break;
      case "NotClause":
      case "OptionalClause":
        checkBlock(clause.body, visible, around);
        break;
      case "UnionClause":
        checkBlock(clause.body, around.handles, { ...around, inUnion: true });
        break;
    }
  }
}

/** Reports every variable of outputs and sort keys that the WHERE block does not bind for them (§42.4). */
export function checkOutputs(
  outputs: readonly (Expression | Aggregate)[],
  where: WhereBlock,
  report: ProblemSink,
): void {
  const anywhere = new Set<string>();
  allNames(where, anywhere);
  const around = { handles: new Set<string>(), anywhere, inUnion: false, report };
  const visible = exportedNames(where);
  for (const output of outputs) checkReads(output, visible, around);
}

function checkReads(expression: Expression | Aggregate, visible: Names, around: Surroundings): void {
  eachRead(expression, (variable) => {
    if (!visible.has(variable.name)) reportUnbound(variable, visible, around);
  });
}

function reportUnbound(
  variable: Variable,
  visible: Names,
  { anywhere, inUnion, report }: Surroundings,
): void {
  const { name, from, to } = variable;
  report({
    from,
    to,
    message: `No pattern in view binds ?${name}, so there is nothing to read from it.`,
    found: `?${name}`,
    hint: advice(name, visible, anywhere, inUnion),
  });
}

function advice(name: string, visible: Names, anywhere: Names, inUnion: boolean): string {
  if (anywhere.has(name)) {
    return inUnion
      ? `The branch of a UNION starts from nothing: repeat the pattern that binds ?${name} inside the branch, or move the FILTER after it.`
      : `?${name} is bound only inside NOT or in another branch, which hand nothing on: bind it with a pattern outside, or use OPTIONAL.`;
  }
  const similar = nearest(name, visible);
  return similar === null
    ? `Bind it in WHERE, for example ?${name} {type: "Person"}.`
    : `Did you mean ?${similar}?`;
}
