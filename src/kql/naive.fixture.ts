import type {
  Aggregate,
  BeliefPattern,
  BeliefSlotPattern,
  Expression,
  FindCommand,
  PredicateAtom,
  Projection,
  WhereClause,
} from "../lang/index.js";
import {
  asElementId,
  canonicalJson,
  type Element,
  type ElementId,
  isElementRef,
  type JsonObject,
  type JsonValue,
  type PropositionObject,
} from "../model/index.js";
import { lineageNamed } from "./generated-schema.fixture.js";
import {
  bind,
  join,
  keyOf,
  NaiveError,
  NaiveExpressions,
  type Solution,
  solutionKey,
  type Value,
} from "./naive-expressions.fixture.js";
import { NaivePatterns, type Surroundings } from "./naive-patterns.fixture.js";

/** What projections there are: their own evaluation is compared elsewhere, here only which of them a query asks for. */
export interface Oracle {
  stored(id: ElementId): JsonValue;
  grounded(subject: ElementId | null, lineage: string, object: PropositionObject): JsonValue;
  slot(subject: ElementId | null, lineage: string): JsonValue;
}

type Nested = Extract<WhereClause, { readonly body: unknown }>;
type BeliefClause = BeliefPattern | BeliefSlotPattern;
type Filter = Extract<WhereClause, { readonly type: "FilterClause" }>;

const isNested = (clause: WhereClause): clause is Nested => "body" in clause;
const isBelief = (clause: WhereClause): clause is BeliefClause =>
  clause.type === "BeliefPattern" || clause.type === "BeliefSlotPattern";
const isFilter = (clause: WhereClause): clause is Filter => clause.type === "FilterClause";

/**
 * An evaluator written straight from §42–§47: every pattern looks at every element, nothing is indexed, nothing planned,
 * every nested block is evaluated for one solution at a time. Within a segment element patterns come first, then other
 * raw patterns, then projections, and filters that can fail on a stored value last.
 */
export class NaiveEvaluator {
  readonly #patterns: NaivePatterns;
  readonly #expressions: NaiveExpressions;
  readonly #oracle: Oracle;

  constructor(elements: readonly Element[], parameters: JsonObject, oracle: Oracle) {
    const byId = new Map(elements.map((element) => [element.id, element]));
    this.#expressions = new NaiveExpressions(byId, (id) => this.#patterns.canonical(id), parameters);
    this.#patterns = new NaivePatterns(byId, this.#expressions);
    this.#oracle = oracle;
  }

  /** The rows of a FIND in no particular order. */
  find(command: FindCommand): readonly JsonValue[] {
    const found = this.#block(command.where.clauses, new Map(), new Set());
    const solutions = [...new Map(found.map((solution) => [solutionKey(solution), solution])).values()];
    const isAggregate = (projection: Projection): projection is Aggregate => projection.type === "Aggregate";
    const plain = command.projections.filter(
      (projection): projection is Expression => !isAggregate(projection),
    );
    const groups = new Map<string, Solution[]>(plain.length > 0 ? [] : [["[]", []]]);
    const grouped = plain.length < command.projections.length;
    for (const [at, solution] of solutions.entries()) {
      const key = plain.map((projection) => {
        const value = this.#expressions.evaluate(projection, solution);
        return value === null || this.#expressions.cell(value) === null ? "" : keyOf(value);
      });
      const name = grouped ? canonicalJson(key) : String(at);
      groups.set(name, [...(groups.get(name) ?? []), solution]);
    }
    return [...groups.values()].map((members) => {
      const [first = new Map()] = members;
      const cells = command.projections.map((projection) =>
        isAggregate(projection)
          ? this.#aggregate(projection, members)
          : this.#expressions.cell(this.#expressions.evaluate(projection, first)),
      );
      for (const { key } of command.orderBy) {
        const cell = isAggregate(key)
          ? this.#aggregate(key, members)
          : this.#expressions.cell(this.#expressions.evaluate(key, first));
        if (typeof cell === "object" && cell !== null) throw new NaiveError("TypeMismatch");
      }
      return cells.length === 1 ? (cells[0] ?? null) : cells;
    });
  }

  /** §44.6. */
  #aggregate({ name, distinct, argument }: Aggregate, members: readonly Solution[]): JsonValue {
    const inputs = members
      .map((member) => this.#expressions.evaluate(argument, member))
      .filter((value) => value !== null && this.#expressions.cell(value) !== null) as Value[];
    const values = distinct ? [...new Map(inputs.map((value) => [keyOf(value), value])).values()] : inputs;
    if (name === "COUNT") return values.length;
    if (values.length === 0) return null;
    const cells = values.map((value) => this.#expressions.cell(value));
    const types = new Set(cells.map((cell) => typeof cell));
    const [type] = types;
    if (name === "SUM" || name === "AVG") {
      if (types.size > 1 || type !== "number") throw new NaiveError("TypeMismatch");
      const sum = (cells as number[]).reduce((total, number) => total + number, 0);
      return name === "SUM" ? sum : sum / cells.length;
    }
    if (types.size > 1 || type === "object") throw new NaiveError("TypeMismatch");
    const ascending = (cells as (string | number | boolean)[]).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    return (name === "MIN" ? ascending[0] : ascending.at(-1)) ?? null;
  }

  #block(
    clauses: readonly WhereClause[],
    input: Solution,
    outside: ReadonlySet<string>,
  ): readonly Solution[] {
    const around: Surroundings = {
      constrained: new Set(clauses.flatMap((clause) => ("pattern" in clause ? [clause.variable.name] : []))),
      asked: new Set([...outside, ...statesAsked(clauses.filter(isFilter))]),
    };
    let solutions: readonly Solution[] = [input];
    let segment: WhereClause[] = [];
    const close = () => {
      solutions = this.#segment(segment, solutions, around);
      segment = [];
    };
    for (const clause of clauses) {
      if (!isNested(clause)) {
        segment.push(clause);
        continue;
      }
      close();
      const inner = (solution: Solution) => this.#block(clause.body.clauses, solution, around.asked);
      if (clause.type === "NotClause") {
        solutions = solutions.filter((solution) => inner(solution).length === 0);
      } else if (clause.type === "OptionalClause") {
        solutions = solutions.flatMap((solution) => {
          const extended = inner(solution);
          return extended.length > 0 ? extended : [solution];
        });
      } else {
        solutions = [...solutions, ...inner(new Map()).flatMap((row) => join(input, row))];
      }
    }
    close();
    return solutions;
  }

  #segment(
    clauses: readonly WhereClause[],
    incoming: readonly Solution[],
    around: Surroundings,
  ): readonly Solution[] {
    const raw = clauses.filter((clause) => !isBelief(clause) && !isFilter(clause));
    let solutions = incoming;
    for (const clause of [...raw].sort((a, b) => Number("pattern" in b) - Number("pattern" in a))) {
      solutions = solutions.flatMap((each) => this.#patterns.match(clause, each, around));
    }
    const filters = clauses.filter(isFilter);
    const holds = (filter: Filter, each: Solution) =>
      this.#expressions.truth(filter.condition, each) === true;
    // What can be asked before anything is projected keeps some solutions from being projected.
    const beliefs = clauses.filter(isBelief);
    const sure = filters.filter(({ condition }) => !isFallible(condition));
    const keep = (later: readonly BeliefClause[]) => {
      solutions = solutions.filter((each) =>
        sure.every(
          (filter) =>
            mentioned(later).some((name) => !each.has(name) && mentioned(filter).includes(name)) ||
            holds(filter, each),
        ),
      );
    };
    keep(beliefs);
    for (const [at, clause] of beliefs.entries()) {
      solutions = solutions.flatMap((each) => this.#belief(clause, each, around));
      keep(beliefs.slice(at + 1));
    }
    const unsure = filters.filter((filter) => !sure.includes(filter));
    return solutions.filter((each) => unsure.map((filter) => holds(filter, each)).every((truth) => truth));
  }

  // §46, §47

  #belief(clause: BeliefClause, solution: Solution, around: Surroundings): readonly Solution[] {
    const { name } = clause.variable;
    if (clause.type === "BeliefSlotPattern") {
      return this.#subjects(clause.subject, solution, around).flatMap(([subject, each]) => {
        const lineage = this.#lineage(clause.predicate, each);
        if (lineage === null) return [];
        const key = `slot ${subject === null ? "" : this.#patterns.canonical(subject)} ${lineageNamed(lineage)}`;
        return bind(each, name, { is: "belief", key, view: this.#oracle.slot(subject, lineage) });
      });
    }
    const { target } = clause;
    const stored = (id: ElementId, each: Solution) =>
      bind(each, name, { is: "belief", key: id, view: this.#oracle.stored(id) });
    if (target.type === "Variable") {
      const bound = solution.get(target.name);
      if (bound?.is !== "element" || this.#patterns.elements.get(bound.id)?.kind !== "proposition") {
        throw new NaiveError("ProjectionTargetUnbound");
      }
      return stored(bound.id, solution);
    }
    if (target.type === "PropositionById") {
      const id = asElementId(String((target.id as { readonly value: JsonValue }).value));
      return this.#patterns.elements.get(id)?.kind === "proposition" ? stored(id, solution) : [];
    }
    const { object } = target;
    // An inline pattern is matched before anything is projected: without a match there is nothing to project.
    const isInline = object.type === "ObjectPattern" && this.#addressed(object) === null;
    const lacksObject = (given: Solution) =>
      isInline && this.#patterns.grounded(object, given, around).length === 0;
    if (lacksObject(solution)) return [];
    return this.#subjects(target.subject, solution, around).flatMap(([subject, each]) => {
      if (lacksObject(each)) return [];
      const lineage = this.#lineage(target.predicate, each);
      if (lineage === null) return [];
      return this.#objects(subject, lineage, object, each, around).flatMap(([value, found]) => {
        const view = this.#oracle.grounded(subject, lineage, value) as JsonObject;
        const canonical = isElementRef(value) ? { id: this.#patterns.canonical(value.id) } : value;
        const tuple = canonicalJson([
          subject === null ? null : this.#patterns.canonical(subject),
          lineageNamed(lineage),
          typeof canonical === "string" ? canonical.normalize("NFC") : (canonical as JsonValue),
        ]);
        return bind(found, name, { is: "belief", key: String(view.proposition_id ?? tuple), view });
      });
    });
  }

  /** What the subject of a projection is: null for a value that is no element, which nothing is said of (§8.4). */
  #subjects(
    term: BeliefSlotPattern["subject"],
    solution: Solution,
    around: Surroundings,
  ): readonly (readonly [ElementId | null, Solution])[] {
    if (term.type === "Variable") {
      const bound = solution.get(term.name);
      if (!bound) throw new NaiveError("ProjectionTargetUnbounded");
      return [[bound.is === "element" ? bound.id : null, solution]];
    }
    const id = this.#addressed(term);
    return id === null ? this.#patterns.grounded(term, solution, around) : [[id, solution]];
  }

  /** The element a written term names by its id, in the memory or not. */
  #addressed(term: BeliefSlotPattern["subject"]): ElementId | null {
    const value =
      term.type === "Literal"
        ? term.value
        : term.type === "Parameter"
          ? this.#expressions.parameter(term.name)
          : null;
    if (typeof value === "string") return asElementId(value);
    if (isElementRef(value)) return value.id;
    const only = term.type === "ObjectPattern" && term.members.length === 1 ? term.members[0] : undefined;
    return only?.name === "id" && only.value.type === "Literal"
      ? asElementId(String(only.value.value))
      : null;
  }

  #objects(
    subject: ElementId | null,
    lineage: string,
    term: BeliefSlotPattern["subject"],
    solution: Solution,
    around: Surroundings,
  ): readonly (readonly [PropositionObject, Solution])[] {
    if (term.type === "Variable") {
      const bound = solution.get(term.name);
      if (bound?.is === "element") return [[{ id: bound.id }, solution]];
      if (bound?.is === "json") {
        const { json } = bound;
        const isObject = isElementRef(json) || typeof json !== "object" || json === null;
        return isObject ? [[json as PropositionObject, solution]] : [];
      }
      if (bound) return [];
      // An open object takes each value that is stored.
      return this.#stored(subject, lineage, term.name, solution, around);
    }
    const written =
      term.type === "Literal"
        ? term.value
        : term.type === "Parameter"
          ? this.#expressions.parameter(term.name)
          : undefined;
    if (written !== undefined && (typeof written !== "object" || written === null)) {
      const named = this.#patterns.named(written, lineage);
      return [[named === null ? written : { id: named }, solution]];
    }
    const id = this.#addressed(term);
    if (id !== null) return [[{ id }, solution]];
    return this.#patterns.grounded(term, solution, around).map(([found, each]) => [{ id: found }, each]);
  }

  #stored(
    subject: ElementId | null,
    lineage: string,
    name: string,
    solution: Solution,
    around: Surroundings,
  ): readonly (readonly [PropositionObject, Solution])[] {
    if (subject === null) return [];
    const range = { from: 0, to: 0 };
    const clause: WhereClause = {
      type: "PropositionPattern",
      variable: null,
      proposition: {
        type: "Triple",
        subject: { type: "Literal", value: subject, source: "", ...range },
        predicate: { type: "Literal", value: lineage, source: "", ...range },
        object: { type: "Variable", name, ...range },
        ...range,
      },
      ...range,
    };
    return this.#patterns.match(clause, solution, around).map((each) => {
      const value = each.get(name) as Value;
      const object = value.is === "element" ? { id: value.id } : this.#expressions.cell(value);
      return [object as PropositionObject, each];
    });
  }

  #lineage(atom: PredicateAtom, solution: Solution): string | null {
    if (atom.type !== "Variable") return this.#patterns.lineage(atom);
    const bound = solution.get(atom.name);
    if (!bound) throw new NaiveError("ProjectionTargetUnbounded");
    if (bound.is === "symbol") return lineageNamed(bound.ref);
    return bound.is === "json" && typeof bound.json === "string" ? lineageNamed(bound.json) : null;
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

/** Every variable within something written. */
function mentioned(node: unknown): readonly string[] {
  if (Array.isArray(node)) return node.flatMap(mentioned);
  if (typeof node !== "object" || node === null) return [];
  const { type, name } = node as { type?: string; name?: string };
  return type === "Variable" && name !== undefined ? [name] : Object.values(node).flatMap(mentioned);
}

/** Whether a condition can fail on a stored value: a REGEX whose pattern is stored (§44.2). */
function isFallible(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(isFallible);
  if (typeof node !== "object" || node === null) return false;
  const { type, name, args } = node as { type?: string; name?: string; args?: readonly Expression[] };
  const isStored =
    type === "FunctionCall" && name === "REGEX" && !["Literal", "Parameter"].includes(args?.[1]?.type ?? "");
  return isStored || Object.values(node).some(isFallible);
}
