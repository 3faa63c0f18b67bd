import type {
  FindCommand,
  ObjectPattern,
  PatternValue,
  PredicateAtom,
  PropositionExpression,
  Term,
  Triple,
  WhereClause,
} from "../lang/index.js";
import {
  asElementId,
  canonicalJson,
  type Element,
  type ElementId,
  type ElementKind,
  type ElementRef,
  isElementRef,
  isJsonObject,
  type JsonValue,
  type Proposition,
} from "../model/index.js";
import { lineageOf } from "../schema/index.js";
import { structuralEdges } from "../state/index.js";
import { environment } from "./memory.fixture.js";
import {
  bind,
  join,
  keyOf,
  NaiveExpressions,
  type Solution,
  solutionKey,
  type Value,
} from "./naive-expressions.fixture.js";

/**
 * An evaluator written straight from §42–§45: every pattern looks at every element, nothing is indexed, nothing planned.
 * It knows the part of the language that the property tests generate. Two choices of ours that the specification leaves
 * open are in it too: a reference binds what it resolves to, or any former self when an element pattern of the same block
 * constrains the variable; and element patterns of a segment come before its other patterns.
 */

export class NaiveEvaluator {
  readonly #elements: ReadonlyMap<ElementId, Element>;
  readonly #expressions: NaiveExpressions;
  /** The names that element patterns of the block at hand constrain. */
  #constrained: ReadonlySet<string> = new Set();
  /** Variables whose state a filter of the block or of one around it mentions. */
  #asked: ReadonlySet<string> = new Set();

  constructor(elements: readonly Element[]) {
    this.#elements = new Map(elements.map((element) => [element.id, element]));
    this.#expressions = new NaiveExpressions(this.#elements);
  }

  /** The rows of a FIND in no particular order. */
  find(command: FindCommand): readonly JsonValue[] {
    const found = this.#block(command.where.clauses, new Map());
    const solutions = [...new Map(found.map((solution) => [solutionKey(solution), solution])).values()];
    const cells = (solution: Solution) =>
      command.projections.map((projection) =>
        projection.type === "Aggregate"
          ? undefined
          : this.#expressions.cell(this.#expressions.evaluate(projection, solution)),
      );
    if (!command.projections.some(({ type }) => type === "Aggregate")) {
      return solutions.map((solution) => one(cells(solution) as JsonValue[]));
    }
    const keyed = command.projections.some(({ type }) => type !== "Aggregate");
    const groups = new Map<string, Solution[]>(keyed ? [] : [["", []]]);
    for (const solution of solutions) {
      const key = command.projections
        .flatMap((projection) =>
          projection.type === "Aggregate" ? [] : [this.#expressions.evaluate(projection, solution)],
        )
        .map((value) => (value === null || this.#expressions.cell(value) === null ? "" : keyOf(value)))
        .join("\n");
      groups.set(key, [...(groups.get(key) ?? []), solution]);
    }
    return [...groups.values()].map((members) =>
      one(
        command.projections.map((projection) => {
          if (projection.type !== "Aggregate") {
            return this.#expressions.cell(this.#expressions.evaluate(projection, members[0] ?? new Map()));
          }
          const inputs = members
            .map((member) => this.#expressions.evaluate(projection.argument, member))
            .filter((value) => value !== null && this.#expressions.cell(value) !== null) as Value[];
          const keys = inputs.map(keyOf);
          if (projection.name === "COUNT") return projection.distinct ? new Set(keys).size : keys.length;
          const numbers = inputs.map((value) => this.#expressions.cell(value) as number);
          return numbers.length === 0 ? null : numbers.reduce((sum, number) => sum + number, 0);
        }),
      ),
    );
  }

  #block(clauses: readonly WhereClause[], input: Solution): readonly Solution[] {
    const outside = this.#constrained;
    this.#constrained = new Set(
      clauses.flatMap((clause) => ("pattern" in clause ? [clause.variable.name] : [])),
    );
    const asked = this.#asked;
    this.#asked = new Set([...asked, ...statesAsked(clauses.filter(({ type }) => type === "FilterClause"))]);
    let solutions: readonly Solution[] = [input];
    let segment: WhereClause[] = [];
    const close = () => {
      const isFilter = ({ type }: WhereClause) => type === "FilterClause";
      const elementsFirst = [
        ...segment.filter((clause) => "pattern" in clause),
        ...segment.filter((clause) => !("pattern" in clause) && !isFilter(clause)),
        ...segment.filter(isFilter),
      ];
      for (const clause of elementsFirst) solutions = solutions.flatMap((each) => this.#clause(clause, each));
      segment = [];
    };
    for (const clause of clauses) {
      if (clause.type === "NotClause" || clause.type === "OptionalClause") {
        close();
        const inner = (solution: Solution) => this.#nested(clause.body.clauses, solution);
        solutions =
          clause.type === "NotClause"
            ? solutions.filter((solution) => inner(solution).length === 0)
            : solutions.flatMap((solution) => {
                const extended = inner(solution);
                return extended.length > 0 ? extended : [solution];
              });
      } else if (clause.type === "UnionClause") {
        close();
        const right = this.#nested(clause.body.clauses, new Map());
        solutions = [...solutions, ...right.flatMap((row) => join(input, row))];
      } else segment.push(clause);
    }
    close();
    this.#constrained = outside;
    this.#asked = asked;
    return solutions;
  }

  #nested(clauses: readonly WhereClause[], input: Solution): readonly Solution[] {
    const outside = this.#constrained;
    const solutions = this.#block(clauses, input);
    this.#constrained = outside;
    return solutions;
  }

  #clause(clause: WhereClause, solution: Solution): readonly Solution[] {
    switch (clause.type) {
      case "ConceptPattern":
        return this.#elementPattern("concept", clause.variable.name, clause.pattern, solution);
      case "AssertionPattern":
        return this.#elementPattern("assertion", clause.variable.name, clause.pattern, solution);
      case "PropositionPattern":
        return this.#proposition(clause.proposition, clause.variable?.name ?? null, solution);
      case "StructuralPattern":
        return [...this.#elements.values()].flatMap((element) =>
          structuralEdges(element).flatMap((edge) => {
            const field = clause.field.type === "Literal" ? clause.field.value : "";
            const isNamed = edge.field === field || edge.field === `kip://test/people/${field}`;
            if (!isNamed) return [];
            const ordered = edge.field.endsWith("/has_part");
            const bound: Value = {
              is: "edge",
              key: canonicalJson([edge.source, edge.field, edge.target, ordered ? edge.position : null]),
              view: ordered ? edge.position : null,
            };
            return this.#reference(clause.source, edge.source, solution)
              .flatMap((each) => this.#reference(clause.target, edge.target, each))
              .flatMap((each) => (clause.variable ? bind(each, clause.variable.name, bound) : [each]));
          }),
        );
      case "FilterClause":
        return this.#expressions.truth(clause.condition, solution) === true ? [solution] : [];
      default:
        throw new Error(`the naive evaluator does not know ${clause.type}`);
    }
  }

  #elementPattern(kind: ElementKind | null, name: string, pattern: ObjectPattern, solution: Solution) {
    return [...this.#elements.values()].flatMap((element) =>
      bind(solution, name, { is: "element", id: element.id }).flatMap((each) =>
        this.#matches(kind, element, pattern, each, this.#asked.has(name)),
      ),
    );
  }

  #matches(
    kind: ElementKind | null,
    element: Element,
    pattern: ObjectPattern,
    solution: Solution,
    isAsked = false,
  ): readonly Solution[] {
    if (kind !== null && element.kind !== kind) return [];
    const addressed = isAsked || pattern.members.some(({ name }) => name === "id" || name === "state");
    if (!addressed && !recalled(element)) return [];
    let solutions: readonly Solution[] = [solution];
    for (const { name, value } of pattern.members) {
      const stored = element as unknown as Record<string, JsonValue | undefined>;
      if (name === "type" && value.type === "Literal") {
        const lineage = environment.resolveConceptType(value.value as string).lineage;
        if (lineageOf(String(stored.schema_ref)) !== lineage) return [];
      } else if (name === "state")
        solutions = solutions.flatMap((each) => this.#field(element._system.state, value, each));
      else if (name === "proposition" || name === "asserted_by") {
        const id = (stored[name] as { readonly id: ElementId }).id;
        solutions = solutions.flatMap((each) => this.#reference(value as Term, id, each));
      } else solutions = solutions.flatMap((each) => this.#field(stored[name], value, each));
    }
    return solutions;
  }

  #field(stored: JsonValue | undefined, value: PatternValue, solution: Solution): readonly Solution[] {
    if (stored === undefined) return [];
    if (value.type === "Variable") return bind(solution, value.name, { is: "json", json: stored });
    if (value.type === "Literal")
      return canonicalJson(stored) === canonicalJson(value.value) ? [solution] : [];
    if (value.type !== "ObjectPattern" || !isJsonObject(stored)) return [];
    return value.members.reduce<readonly Solution[]>(
      (solutions, member) =>
        solutions.flatMap((each) =>
          this.#field(
            Object.hasOwn(stored, member.name) ? stored[member.name] : undefined,
            member.value,
            each,
          ),
        ),
      [solution],
    );
  }

  #proposition(
    expression: PropositionExpression,
    link: string | null,
    solution: Solution,
  ): readonly Solution[] {
    if (expression.type === "PropositionById") {
      const id = (expression.id as { readonly value: string }).value;
      const element = this.#elements.get(asElementId(id));
      if (element?.kind !== "proposition") return [];
      return link === null ? [solution] : bind(solution, link, { is: "element", id: element.id });
    }
    const { predicate } = expression;
    if (predicate.type === "PredicatePath" && predicate.alternatives.some(({ quantifier }) => quantifier)) {
      return this.#path(expression, solution);
    }
    return this.#propositions(link !== null && this.#asked.has(link)).flatMap((proposition) => {
      const linked = link === null ? [solution] : bind(solution, link, { is: "element", id: proposition.id });
      return linked
        .flatMap((each) => this.#predicate(predicate, proposition, each))
        .flatMap((each) => this.#reference(expression.subject, proposition.subject.id, each))
        .flatMap((each) => this.#object(expression.object, proposition.object, each));
    });
  }

  #predicate(
    term: Triple["predicate"],
    { predicate_ref }: Proposition,
    solution: Solution,
  ): readonly Solution[] {
    if (term.type === "Variable") return bind(solution, term.name, { is: "symbol", ref: predicate_ref });
    const atoms: readonly PredicateAtom[] =
      term.type === "PredicatePath" ? term.alternatives.map(({ predicate }) => predicate) : [term];
    return atoms.some((atom) => lineageOf(predicate_ref) === this.#lineage(atom)) ? [solution] : [];
  }

  #lineage(atom: PredicateAtom): string {
    return environment.resolvePredicate((atom as { readonly value: string }).value).lineage;
  }

  /** Endpoints some number of hops apart, by taking the hops one after the other. */
  #path({ subject, predicate, object }: Triple, solution: Solution): readonly Solution[] {
    if (predicate.type !== "PredicatePath") return [];
    const results: Solution[] = [];
    for (const start of this.#elements.values()) {
      if (start.id !== this.#canonical(start.id)) continue;
      for (const { predicate: atom, quantifier } of predicate.alternatives) {
        const { min, max } = quantifier ?? { min: 1, max: 1 };
        let level: JsonValue[] = [{ id: start.id }];
        for (let hop = 0; hop <= (max ?? 2 * this.#elements.size); hop += 1) {
          if (hop >= min) {
            for (const end of level) {
              results.push(
                ...this.#reference(subject, start.id, solution).flatMap((each) =>
                  this.#object(object, end, each),
                ),
              );
            }
          }
          level = this.#hop(level, this.#lineage(atom));
        }
      }
    }
    return results;
  }

  #hop(level: readonly JsonValue[], lineage: string): JsonValue[] {
    const ends = level.flatMap((node) =>
      this.#propositions().flatMap((proposition) => {
        if (!isElementRef(node) || lineageOf(proposition.predicate_ref) !== lineage) return [];
        if (this.#canonical(proposition.subject.id) !== node.id) return [];
        const { object } = proposition;
        return [isElementRef(object) ? { id: this.#canonical(object.id) } : object];
      }),
    );
    return [...new Map(ends.map((end): [string, JsonValue] => [canonicalJson(end), end])).values()];
  }

  #object(term: Term, stored: JsonValue | ElementRef, solution: Solution): readonly Solution[] {
    if (isElementRef(stored))
      return term.type === "Literal" ? [] : this.#reference(term, stored.id, solution);
    if (term.type === "Variable") return bind(solution, term.name, { is: "json", json: stored });
    return term.type === "Literal" && canonicalJson(term.value) === canonicalJson(stored) ? [solution] : [];
  }

  #reference(term: Term, stored: ElementId, solution: Solution): readonly Solution[] {
    const canonical = this.#canonical(stored);
    switch (term.type) {
      case "Variable": {
        const bound = solution.get(term.name);
        if (bound) return bound.is === "element" && this.#canonical(bound.id) === canonical ? [solution] : [];
        const members = [...this.#elements.keys()].filter((id) => this.#canonical(id) === canonical);
        const ids = this.#constrained.has(term.name) ? members : [canonical];
        return ids.flatMap((id) => bind(solution, term.name, { is: "element", id }));
      }
      case "Literal":
        return this.#canonical(asElementId(String(term.value))) === canonical ? [solution] : [];
      case "ObjectPattern":
        return [...this.#elements.values()]
          .filter(({ id }) => this.#canonical(id) === canonical)
          .flatMap((element) => this.#matches("concept", element, term, solution));
      case "Triple":
      case "PropositionById":
        return this.#proposition(term, "\u0000nested", solution)
          .filter((each) => keyOf(each.get("\u0000nested") as Value) === `@${canonical}`)
          .map((each) => new Map([...each].filter(([name]) => name !== "\u0000nested")));
      default:
        throw new Error(`the naive evaluator does not know ${term.type}`);
    }
  }

  #propositions(isAsked = false): readonly Proposition[] {
    return [...this.#elements.values()].filter(
      (element): element is Proposition => element.kind === "proposition" && (isAsked || recalled(element)),
    );
  }

  #canonical(id: ElementId): ElementId {
    const element = this.#elements.get(id);
    return element?.kind === "concept" && element.merged_into ? this.#canonical(element.merged_into.id) : id;
  }
}

/** The roots of every path to a state within some clauses. */
function statesAsked(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(statesAsked);
  if (typeof node !== "object" || node === null) return [];
  const { type, root, steps } = node as { type?: string; root?: { name: string }; steps?: { key: string }[] };
  if (type !== "Path" || !root || !steps) return Object.values(node).flatMap(statesAsked);
  return steps.map(({ key }) => key).join(".") === "_system.state" ? [root.name] : [];
}

const recalled = ({ _system: { state } }: Element) => state !== "archived" && state !== "tombstoned";

const one = (cells: readonly JsonValue[]): JsonValue => (cells.length === 1 ? (cells[0] ?? null) : cells);
