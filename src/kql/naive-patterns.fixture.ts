import type {
  ObjectPattern,
  PatternValue,
  PredicateAtom,
  PropositionExpression,
  StructuralPattern,
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
  type JsonObject,
  type JsonValue,
  kindOfId,
  type Proposition,
} from "../model/index.js";
import { structuralEdges } from "../state/index.js";
import { lineageNamed, takes } from "./generated-schema.fixture.js";
import {
  bind,
  filed,
  jsonKey,
  type NaiveExpressions,
  type Solution,
  same,
  type Value,
} from "./naive-expressions.fixture.js";

/** What a segment knows of the block it is in. */
export interface Surroundings {
  /** The names that element patterns of the block constrain. */
  readonly constrained: ReadonlySet<string>;
  /** Variables whose state a filter of the block or of one around it mentions. */
  readonly asked: ReadonlySet<string>;
}

/** The fields that hold one reference, and those that hold a list of them. */
const REFERENCES = ["merged_into", "subject", "object", "proposition", "asserted_by", "generated_by"];
const LISTS = ["evidence", "context_refs", "source", "inputs", "outputs", "associated_actors"];
const NESTED_LISTS = ["lifecycle.superseded_by", "lifecycle.supersedes"];

/** The kind an inline pattern is of, by where it stands; elsewhere it may be of any (§43.1). */
const INLINE: Readonly<Record<string, ElementKind>> = {
  merged_into: "concept",
  asserted_by: "concept",
  generated_by: "activity",
  "[]evidence": "evidence",
  "[]context_refs": "concept",
  "[]associated_actors": "concept",
  "[]lifecycle.superseded_by": "assertion",
};

/** Where a nested tuple is bound while it is matched: no variable is called that. */
const NESTED = "\u0000nested";

const KINDS: Readonly<Record<string, ElementKind>> = {
  ConceptPattern: "concept",
  AssertionPattern: "assertion",
  EvidencePattern: "evidence",
  ActivityPattern: "activity",
};

/**
 * The pattern families that read stored elements (§43.1–§43.7, §45), by looking at every element for every pattern.
 * Choices of ours that the specification leaves open are in it: a reference binds what it resolves to, or any former
 * self when an element pattern of the same block constrains the variable; archived elements match only who asks for
 * them by id or state; a text is an element where its Predicate takes it for one.
 */
export class NaivePatterns {
  readonly elements: ReadonlyMap<ElementId, Element>;
  readonly #expressions: NaiveExpressions;
  readonly #propositions: readonly Proposition[];

  constructor(elements: ReadonlyMap<ElementId, Element>, expressions: NaiveExpressions) {
    this.elements = elements;
    this.#expressions = expressions;
    this.#propositions = [...elements.values()].filter((element) => element.kind === "proposition");
  }

  match(clause: WhereClause, solution: Solution, around: Surroundings): readonly Solution[] {
    if ("pattern" in clause) {
      const kind = KINDS[clause.type] ?? null;
      const { name } = clause.variable;
      return [...this.elements.values()].flatMap((element) =>
        bind(solution, name, { is: "element", id: element.id }).flatMap((each) =>
          this.#matches(kind, element, clause.pattern, each, around, around.asked.has(name)),
        ),
      );
    }
    if (clause.type === "PropositionPattern") {
      return this.#proposition(clause.proposition, clause.variable?.name ?? null, solution, around);
    }
    if (clause.type === "StructuralPattern") return this.#structural(clause, solution, around);
    throw new Error(`the naive evaluator does not know ${clause.type}`);
  }

  /** The elements a term can stand for, with what it binds on the way: for the ends of a projection. */
  grounded(
    term: Term,
    solution: Solution,
    around: Surroundings,
  ): readonly (readonly [ElementId, Solution])[] {
    return [...this.elements.keys()].flatMap((id) =>
      this.reference(term, id, solution, around).map((each) => [id, each] as const),
    );
  }

  #structural(clause: StructuralPattern, solution: Solution, around: Surroundings): readonly Solution[] {
    const field = clause.field.type === "Parameter" ? "" : String(clause.field.value);
    return [...this.elements.values()].flatMap((element) =>
      structuralEdges(element).flatMap((edge) => {
        const isNamed = edge.field === field || lineageNamed(edge.fieldRef) === lineageNamed(field);
        if (!isNamed) return [];
        const ordered = field === "has_part";
        const { source, fieldRef, target, position, role } = edge;
        const bound: Value = {
          is: "edge",
          key: canonicalJson([source, edge.field, target, ordered ? position : null, role ?? null]),
          view: {
            source: { id: source },
            field: fieldRef,
            target: { id: target },
            ...(ordered ? { index: position } : {}),
            ...(role ? { role } : {}),
          },
        };
        return this.reference(clause.source, source, solution, around, null)
          .flatMap((each) => this.reference(clause.target, target, each, around, null))
          .flatMap((each) => (clause.variable ? bind(each, clause.variable.name, bound) : [each]));
      }),
    );
  }

  #matches(
    kind: ElementKind | null,
    element: Element,
    pattern: ObjectPattern,
    solution: Solution,
    around: Surroundings,
    isAsked = false,
  ): readonly Solution[] {
    if (kind !== null && element.kind !== kind) return [];
    const addressed = isAsked || pattern.members.some(({ name }) => name === "id" || name === "state");
    if (!addressed && !recalled(element)) return [];
    const stored = element as unknown as JsonObject;
    let solutions: readonly Solution[] = [solution];
    for (const { name, value } of pattern.members) {
      solutions = solutions.flatMap((each) => {
        if (name === "state") return this.#field(element._system.state, value, each, around, name);
        if (name !== "type") return this.#field(stored[name], value, each, around, name);
        if (value.type === "Variable")
          return this.#field(stored.schema_ref, value, each, around, "schema_ref");
        const type = String(this.#scalar(value));
        return lineageNamed(String(stored.schema_ref)) === lineageNamed(type) ? [each] : [];
      });
    }
    return solutions;
  }

  #field(
    stored: JsonValue | undefined,
    value: PatternValue,
    solution: Solution,
    around: Surroundings,
    path: string,
  ): readonly Solution[] {
    if (stored === undefined) return [];
    if (REFERENCES.includes(path) || path.startsWith("[]")) {
      // A citation carries a role besides (§15.6).
      const id = isJsonObject(stored) && typeof stored.id === "string" ? asElementId(stored.id) : null;
      if (id !== null && value.type !== "ArrayPattern")
        return this.reference(value, id, solution, around, INLINE[path] ?? null);
      if (value.type !== "Literal" && value.type !== "Variable") return [];
    }
    switch (value.type) {
      case "Variable":
        return bind(
          solution,
          value.name,
          path === "schema_ref" ? { is: "symbol", ref: stored as string } : { is: "json", json: stored },
        );
      case "Literal":
      case "Parameter": {
        const wanted = this.#scalar(value);
        if (path === "id") return stored === (isElementRef(wanted) ? wanted.id : wanted) ? [solution] : [];
        if (path === "schema_ref" && typeof wanted === "string" && wanted.startsWith("kip://"))
          return lineageNamed(String(stored)) === lineageNamed(wanted) ? [solution] : [];
        if (isJsonObject(wanted)) return this.#field(stored, patternOf(wanted), solution, around, path);
        const holds = path === "aliases" && !Array.isArray(wanted) && Array.isArray(stored);
        const among = holds ? (stored as readonly JsonValue[]) : [stored];
        return among.some((json) => jsonKey(json) === jsonKey(wanted)) ? [solution] : [];
      }
      case "ArrayPattern": {
        if (!Array.isArray(stored) || stored.length !== value.items.length) return [];
        const item = LISTS.includes(path) || NESTED_LISTS.includes(path) ? `[]${path}` : `${path}.item`;
        return value.items.reduce<readonly Solution[]>(
          (solutions, pattern, at) =>
            solutions.flatMap((each) =>
              this.#field((stored as readonly JsonValue[])[at], pattern, each, around, item),
            ),
          [solution],
        );
      }
      case "ObjectPattern":
        if (!isJsonObject(stored)) return [];
        return value.members.reduce<readonly Solution[]>(
          (solutions, { name, value: wanted }) => {
            const inner =
              path === "facets" || path === "structural"
                ? filed(stored, name)
                : Object.hasOwn(stored, name)
                  ? stored[name]
                  : undefined;
            return solutions.flatMap((each) => this.#field(inner, wanted, each, around, `${path}.${name}`));
          },
          [solution],
        );
      default:
        return [];
    }
  }

  #proposition(
    expression: PropositionExpression,
    link: string | null,
    solution: Solution,
    around: Surroundings,
  ): readonly Solution[] {
    if (expression.type === "PropositionById") {
      const id = this.#scalar(expression.id);
      const element = this.elements.get(asElementId(isElementRef(id) ? id.id : String(id)));
      if (element?.kind !== "proposition") return [];
      return link === null ? [solution] : bind(solution, link, { is: "element", id: element.id });
    }
    const { subject, predicate, object } = expression;
    const isPath =
      predicate.type === "PredicatePath" &&
      predicate.alternatives.some(
        ({ quantifier }) => quantifier && (quantifier.min !== 1 || quantifier.max !== 1),
      );
    if (isPath) return this.#path(expression, solution, around);
    const asked = link !== null && around.asked.has(link);
    return this.#propositions
      .filter((proposition) => asked || recalled(proposition))
      .flatMap((proposition) => {
        const linked =
          link === null ? [solution] : bind(solution, link, { is: "element", id: proposition.id });
        return linked
          .flatMap((each) => this.#predicate(predicate, proposition, each))
          .flatMap((each) => this.reference(subject, proposition.subject.id, each, around))
          .flatMap((each) =>
            this.#object(object, proposition.object, proposition.predicate_ref, each, around),
          );
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
    return atoms.some((atom) => lineageNamed(predicate_ref) === this.lineage(atom)) ? [solution] : [];
  }

  /** The lineage a written predicate means. */
  lineage(atom: PredicateAtom): string {
    if (atom.type === "Variable") throw new Error("a variable is no written predicate");
    return lineageNamed(String(this.#scalar(atom)));
  }

  /** Endpoints some number of hops apart, by taking the hops one after the other. */
  #path(
    { subject, predicate, object }: Triple,
    solution: Solution,
    around: Surroundings,
  ): readonly Solution[] {
    if (predicate.type !== "PredicatePath") return [];
    const results: Solution[] = [];
    for (const start of this.elements.keys()) {
      if (start !== this.canonical(start)) continue;
      const begun = this.reference(subject, start, solution, around);
      if (begun.length === 0) continue;
      for (const { predicate: atom, quantifier } of predicate.alternatives) {
        const { min, max } = quantifier ?? { min: 1, max: 1 };
        let level: (JsonValue | ElementRef)[] = [{ id: start }];
        for (let hop = 0; hop <= (max ?? 2 * this.elements.size) && level.length > 0; hop += 1) {
          if (hop >= min) {
            for (const end of level) {
              results.push(
                ...begun.flatMap((each) => this.#object(object, end, this.lineage(atom), each, around)),
              );
            }
          }
          level = this.#hop(level, this.lineage(atom));
        }
      }
    }
    return results;
  }

  #hop(level: readonly (JsonValue | ElementRef)[], lineage: string): (JsonValue | ElementRef)[] {
    const ends = level.flatMap((node) =>
      this.#propositions.flatMap((proposition) => {
        if (!recalled(proposition) || !isElementRef(node)) return [];
        if (lineageNamed(proposition.predicate_ref) !== lineage) return [];
        if (this.canonical(proposition.subject.id) !== node.id) return [];
        const { object } = proposition;
        return [isElementRef(object) ? { id: this.canonical(object.id) } : object];
      }),
    );
    return [...new Map(ends.map((end) => [canonicalJson(end as JsonValue), end])).values()];
  }

  /** A written text that its Predicate takes for an element names it (§9.1). */
  named(text: JsonValue, under: string): ElementId | null {
    if (typeof text !== "string" || kindOfId(text) === null) return null;
    const taken = takes(under);
    if (taken === "anything") return this.elements.has(asElementId(text)) ? asElementId(text) : null;
    return taken === "elements" ? asElementId(text) : null;
  }

  #object(
    term: Term,
    stored: JsonValue | ElementRef,
    under: string,
    solution: Solution,
    around: Surroundings,
  ): readonly Solution[] {
    const written = term.type === "Literal" || term.type === "Parameter" ? this.#scalar(term) : undefined;
    if (written !== undefined && !isJsonObject(written)) {
      const named = this.named(written, under);
      if (named !== null) {
        return isElementRef(stored) && this.canonical(stored.id) === this.canonical(named) ? [solution] : [];
      }
      return !isElementRef(stored) && jsonKey(stored) === jsonKey(written) ? [solution] : [];
    }
    if (isElementRef(stored)) return this.reference(term, stored.id, solution, around);
    return term.type === "Variable" ? bind(solution, term.name, { is: "json", json: stored }) : [];
  }

  /** Whether a term can stand where a reference to an element is stored (§43.2). */
  reference(
    term: PatternValue,
    stored: ElementId,
    solution: Solution,
    around: Surroundings,
    kind: ElementKind | null = "concept",
  ): readonly Solution[] {
    const canonical = this.canonical(stored);
    switch (term.type) {
      case "Variable": {
        const bound = solution.get(term.name);
        if (bound) return bound.is === "element" && this.canonical(bound.id) === canonical ? [solution] : [];
        const members = [...this.elements.keys()].filter((id) => this.canonical(id) === canonical);
        const ids = around.constrained.has(term.name) ? members : members.filter((id) => id === canonical);
        return ids.flatMap((id) => bind(solution, term.name, { is: "element", id }));
      }
      case "Literal":
      case "Parameter": {
        const written = this.#scalar(term);
        if (isElementRef(written)) return this.canonical(written.id) === canonical ? [solution] : [];
        if (isJsonObject(written)) return this.reference(patternOf(written), stored, solution, around, kind);
        return this.canonical(asElementId(String(written))) === canonical ? [solution] : [];
      }
      case "ObjectPattern": {
        const [only, ...others] = term.members;
        if (only?.name === "id" && others.length === 0 && only.value.type === "Literal") {
          return this.canonical(asElementId(String(only.value.value))) === canonical ? [solution] : [];
        }
        return [...this.elements.values()]
          .filter(({ id }) => this.canonical(id) === canonical)
          .flatMap((element) => this.#matches(kind, element, term, solution, around));
      }
      case "Triple":
      case "PropositionById":
        return this.#nested(term, canonical, solution, around);
      default:
        return [];
    }
  }

  #nested(
    term: PropositionExpression,
    wanted: ElementId,
    solution: Solution,
    around: Surroundings,
  ): readonly Solution[] {
    const hidden = `${NESTED}${term.from}`;
    return this.#proposition(term, hidden, solution, around)
      .filter((each) => same(each.get(hidden) as Value, { is: "element", id: wanted }))
      .map((each) => new Map([...each].filter(([name]) => name !== hidden)));
  }

  canonical(id: ElementId): ElementId {
    const element = this.elements.get(id);
    return element?.kind === "concept" && element.merged_into ? this.canonical(element.merged_into.id) : id;
  }

  #scalar(node: PatternValue): JsonValue {
    if (node.type === "Literal") return node.value;
    if (node.type === "Parameter") return this.#expressions.parameter(node.name);
    throw new Error(`no scalar: ${node.type}`);
  }
}

/** A bound object as the pattern it would be if it were written. */
function patternOf(value: JsonObject): ObjectPattern {
  const range = { from: 0, to: 0 };
  const read = (json: JsonValue): PatternValue => {
    if (isJsonObject(json)) return patternOf(json);
    return { type: "Literal", value: json as never, source: "", ...range };
  };
  return {
    type: "ObjectPattern",
    ...range,
    members: Object.entries(value).map(([name, json]) => ({
      type: "PatternMember",
      name,
      nameRange: range,
      value: read(json),
      ...range,
    })),
  };
}

export const recalled = ({ _system: { state } }: Element) => state !== "archived" && state !== "tombstoned";
