import { readEpistemicSettings } from "../belief/index.js";
import type { WhereClause } from "../lang/index.js";
import type { Element } from "../model/index.js";
import type { SpaceView } from "../state/index.js";
import { Beliefs } from "./beliefs.js";
import { compileBlock } from "./block.js";
import type { MatchContext } from "./context.js";
import { Parameters } from "./parameters.js";
import { Run } from "./run.js";
import { Scope } from "./scope.js";
import { type Bindings, distinct } from "./solution.js";
import { Symbols } from "./symbols.js";
import { compareBound, isElement } from "./values.js";

/** One solution of a WHERE: the elements its variables are bound to, names without the question mark. */
export type MatchedSolution = ReadonlyMap<string, Element>;

/**
 * The distinct solutions of a WHERE block in a deterministic order, for statements that select elements with the raw
 * patterns (§42.4, §52.7). BELIEF, BELIEF SLOT and SEARCH select nothing here: the parser refuses them. Variables bound
 * to something other than an element are left out of a solution. A handle of the context that the view does not contain
 * matches nothing.
 * @throws what `evaluateFind` throws for the same patterns.
 */
export function matchWhere(
  view: SpaceView,
  clauses: readonly WhereClause[],
  context: MatchContext,
): readonly MatchedSolution[] {
  const scope = Scope.root();
  const start: (Element | undefined)[] = [];
  for (const [name, id] of context.handles ?? []) start[scope.declare(name, "element")] = view.element(id);
  const beliefs = new Beliefs(view, readEpistemicSettings(null, { validAt: context.now }));
  const computed = beliefs.computedMembers(context.now);
  const block = compileBlock(clauses, scope, {
    view,
    parameters: new Parameters(context.parameters),
    symbols: new Symbols(view.environment),
    computed,
    beliefs,
    search: undefined,
    uses: { belief: false, search: false },
    remarks: [],
  });
  // What cannot be right is reported first; a handle the view does not contain matches nothing.
  if (start.includes(undefined)) return [];
  const run = new Run(view, computed, context.limits);
  const { variables } = scope;
  const columns = [...variables.values()];
  const solutions = distinct(block.solve([{ bindings: start, origin: 0 }], run, 0), columns);
  return solutions
    .map(({ bindings }) => bindings)
    .sort((left, right) => compareSolutions(left, right, columns))
    .map((bindings) => elementsOf(bindings, variables));
}

function compareSolutions(left: Bindings, right: Bindings, columns: readonly number[]): number {
  for (const slot of columns) {
    const order = compareBound(left[slot], right[slot]);
    if (order !== 0) return order;
  }
  return 0;
}

function elementsOf(bindings: Bindings, variables: ReadonlyMap<string, number>): MatchedSolution {
  const elements = new Map<string, Element>();
  for (const [name, slot] of variables) {
    const bound = bindings[slot];
    if (bound !== undefined && isElement(bound)) elements.set(name, bound);
  }
  return elements;
}
