import type { ComputedMembers } from "../derive/index.js";
import type { FilterClause, SourceRange, WhereClause } from "../lang/index.js";
import type { Warning } from "../model/index.js";
import type { SearchIndex } from "../search/index.js";
import type { SpaceView } from "../state/index.js";
import { askedStates } from "./asked-states.js";
import { compileBelief, compileBeliefSlot } from "./belief-pattern.js";
import type { Beliefs } from "./beliefs.js";
import { compileElement } from "./element-pattern.js";
import { compileCondition } from "./expressions.js";
import { Negation } from "./negation.js";
import { Optional } from "./optional.js";
import type { Parameters } from "./parameters.js";
import type { Pattern } from "./pattern.js";
import type { Place } from "./place.js";
import { compileProposition } from "./proposition-pattern.js";
import type { Scope, Slot } from "./scope.js";
import { SearchMatch } from "./search-match.js";
import { readSearchRequest } from "./search-pattern.js";
import { Segment } from "./segment.js";
import { Block, type Stage } from "./stage.js";
import { compileStructural } from "./structural-pattern.js";
import type { Symbols } from "./symbols.js";
import { Union } from "./union.js";
import { within } from "./within.js";

/** What a whole query is compiled with. */
export interface Compilation {
  readonly view: SpaceView;
  readonly parameters: Parameters;
  readonly symbols: Symbols;
  readonly computed: ComputedMembers;
  readonly beliefs: Beliefs;
  readonly search: SearchIndex | undefined;
  /** Set while compiling: what the query makes use of. */
  readonly uses: { belief: boolean; search: boolean };
  /** What is to be said of conditions that no memory can meet, added to while compiling. */
  readonly remarks: Warning[];
}

type Boundary = Extract<WhereClause, { type: "NotClause" | "OptionalClause" | "UnionClause" }>;
type Conjunct = Exclude<WhereClause, Boundary>;

/**
 * Compiles a WHERE block in a scope (§42.4). Everything the command and its parameters can get wrong is thrown here,
 * before any matching: a mistake is reported even where nothing would match (§44.2).
 */
export function compileBlock(clauses: readonly WhereClause[], scope: Scope, compilation: Compilation): Block {
  return scope.asking(askedStates(clauses), () => compileStages(clauses, scope, compilation));
}

function compileStages(clauses: readonly WhereClause[], scope: Scope, compilation: Compilation): Block {
  const stages: Stage[] = [];
  const constrained = new Set<Slot>();
  let conjuncts: Conjunct[] = [];
  const closeSegment = () => {
    if (conjuncts.length > 0) stages.push(compileSegment(conjuncts, scope, constrained, compilation));
    conjuncts = [];
  };
  for (const clause of clauses) {
    if (!isBoundary(clause)) {
      conjuncts.push(clause);
      continue;
    }
    closeSegment();
    if (clause.type === "UnionClause" && stages.length === 0)
      compilation.remarks.push(unionOfNothing(clause));
    stages.push(compileBoundary(clause, scope, compilation));
  }
  closeSegment();
  return new Block(stages);
}

/**
 * A UNION that begins its block has the solution the block starts from on its left: by the letter of §44.5 that one stays
 * in the answer, binding nothing more. Hardly anybody means it.
 */
function unionOfNothing({ from, to }: SourceRange): Warning {
  const message =
    "Nothing stands before this UNION, so the alternative to it binds nothing: a row of nulls. Write the first alternative before it, without braces.";
  return { code: "UnionOfNothing", message, details: { from, to } };
}

function isBoundary(clause: WhereClause): clause is Boundary {
  return clause.type === "NotClause" || clause.type === "OptionalClause" || clause.type === "UnionClause";
}

function compileBoundary(clause: Boundary, scope: Scope, compilation: Compilation): Stage {
  const { clauses } = clause.body;
  if (clause.type === "NotClause")
    return new Negation(compileBlock(clauses, scope.inner(), compilation), clause);
  if (clause.type === "OptionalClause")
    return new Optional(
      scope.referents.tentatively(() => compileBlock(clauses, scope, compilation)),
      clause,
    );
  const branch = scope.branch();
  const body = compileBlock(clauses, branch, compilation);
  scope.absorb(branch);
  return new Union(body, scope, clause);
}

/**
 * Raw patterns first, so that what they bind is known when a projection asks whether its target can be bound (§46.3);
 * then projections, then filters, which may mention anything.
 */
function compileSegment(
  clauses: readonly Conjunct[],
  scope: Scope,
  constrained: Set<Slot>,
  compilation: Compilation,
): Segment {
  const patterns: Pattern[] = [];
  const place: Place = {
    scope,
    constrained,
    parameters: compilation.parameters,
    symbols: compilation.symbols,
    view: compilation.view,
    computed: compilation.computed,
    remarks: compilation.remarks,
    element: (kind, slot, pattern) => patterns.push(compileElement(place, kind, slot, pattern)),
    proposition: (expression, slot) => patterns.push(compileProposition(place, expression, slot)),
  };
  for (const compile of [compileRaw, compileProjection]) {
    for (const clause of clauses) {
      const pattern = within(clause, () => compile(place, clause, compilation));
      if (pattern) patterns.push(pattern);
    }
  }
  const filters = clauses.filter((clause): clause is FilterClause => clause.type === "FilterClause");
  return new Segment(
    patterns,
    filters.map(({ condition }) => within(condition, () => compileCondition(place, condition))),
  );
}

function compileRaw(place: Place, clause: Conjunct, compilation: Compilation): Pattern | null {
  switch (clause.type) {
    case "ConceptPattern":
      return compileElement(
        place,
        "concept",
        place.scope.declare(clause.variable.name, "concept"),
        clause.pattern,
      );
    case "AssertionPattern":
      return compileElement(
        place,
        "assertion",
        place.scope.declare(clause.variable.name, "assertion"),
        clause.pattern,
      );
    case "EvidencePattern":
      return compileElement(
        place,
        "evidence",
        place.scope.declare(clause.variable.name, "evidence"),
        clause.pattern,
      );
    case "ActivityPattern":
      return compileElement(
        place,
        "activity",
        place.scope.declare(clause.variable.name, "activity"),
        clause.pattern,
      );
    case "PropositionPattern": {
      const link = clause.variable === null ? null : place.scope.declare(clause.variable.name, "proposition");
      return compileProposition(place, clause.proposition, link);
    }
    case "StructuralPattern":
      return compileStructural(place, clause);
    case "SearchPattern": {
      compilation.uses.search = true;
      const request = readSearchRequest(clause, place.parameters, place.symbols);
      const hit = place.scope.declare(clause.variable.name, request.kind);
      if (request.types !== undefined) place.scope.referents.narrow(hit, request.types);
      return new SearchMatch({
        index: compilation.search,
        request,
        hit,
        retrieval: place.scope.retrieval(clause.variable.name),
        source: clause,
      });
    }
    default:
      return null;
  }
}

function compileProjection(place: Place, clause: Conjunct, { uses, beliefs }: Compilation): Pattern | null {
  if (clause.type !== "BeliefPattern" && clause.type !== "BeliefSlotPattern") return null;
  uses.belief = true;
  return clause.type === "BeliefPattern"
    ? compileBelief(place, clause, beliefs)
    : compileBeliefSlot(place, clause, beliefs);
}
