import type {
  EnsurePropositionCommand,
  ExactTriple,
  ObjectPattern,
  PatternValue,
  Term,
  Triple,
} from "../lang/index.js";
import {
  asElementId,
  canonicalLiteral,
  type ElementId,
  type JsonObject,
  type JsonValue,
  kipError,
  type Literal,
  type Proposition,
  type PropositionObject,
} from "../model/index.js";
import { elementNamedBy, type PredicateDefinition, validatePropositionEndpoints } from "../schema/index.js";
import { isOlder, objectKey, propositionOfTuple } from "../state/index.js";
import { describeType } from "./describe.js";
import { newEnvelope } from "./envelope.js";
import { evaluateValue } from "./evaluate.js";
import { checkGuards } from "./guards.js";
import type { MutationPlan } from "./plan.js";
import { keepSupplied, type Resolved, resolveId, resolveJsonReference } from "./references.js";
import { evaluateScalar, requireText } from "./values.js";

/** A tuple with everything resolved (§12.3). */
interface Tuple {
  readonly predicate: PredicateDefinition;
  readonly subject: Resolved;
  readonly object: ObjectEnd;
}

type ObjectEnd =
  | { readonly element: Resolved; readonly value: PropositionObject }
  | { readonly element: null; readonly value: Literal };

/**
 * The Propositions of one command: each ENSURE resolves to the one canonical Proposition of its tuple, stored or new
 * (§55). They resolve on demand, since a tuple may be about another one of the same block.
 */
export class Propositions {
  readonly #plan: MutationPlan;
  readonly #commands: readonly EnsurePropositionCommand[];
  readonly #ids = new Map<EnsurePropositionCommand, ElementId>();
  readonly #tuples = new Map<EnsurePropositionCommand, Tuple>();
  readonly #inProgress = new Set<EnsurePropositionCommand>();
  readonly #created = new Map<string, ElementId>();

  /** @throws `DuplicateLocalHandle`. */
  constructor(plan: MutationPlan, commands: readonly EnsurePropositionCommand[]) {
    this.#plan = plan;
    this.#commands = commands;
    for (const command of commands) {
      if (command.handle) plan.declare(command.handle, () => this.#ensure(command));
    }
  }

  /**
   * Resolves every ENSURE and puts the Propositions that are new into the plan.
   * @throws `VersionConflict` when a guard does not hold, `SchemaSymbolNotFound` or `SchemaSymbolAmbiguous` for the
   * Predicate, `TypeMismatch` or `ConstraintViolation` for an endpoint it does not take, `ReferenceError` for tuples
   * that are about each other; whatever references throw.
   */
  ensureAll(): void {
    for (const command of this.#commands) this.#ensure(command);
  }

  /**
   * Keeps the endpoints a merge redirected with the Assertions this command makes about their Propositions: the tuple
   * alone could not tell what was meant (§11.3).
   */
  keepRedirections(): void {
    const byProposition = new Map<ElementId, Tuple[]>();
    for (const [command, tuple] of this.#tuples) {
      const id = this.#ids.get(command);
      if (id !== undefined && isRedirected(tuple))
        byProposition.set(id, [...(byProposition.get(id) ?? []), tuple]);
    }
    if (byProposition.size === 0) return;
    for (const draft of this.#plan.drafts()) {
      if (draft.kind !== "assertion" || !this.#plan.isNew(draft.id)) continue;
      for (const { subject, object } of byProposition.get(draft.proposition.id) ?? []) {
        keepSupplied(this.#plan, draft.id, subject, "proposition.subject");
        if (object.element) keepSupplied(this.#plan, draft.id, object.element, "proposition.object");
      }
    }
  }

  #ensure(command: EnsurePropositionCommand): ElementId {
    const known = this.#ids.get(command);
    if (known !== undefined) return known;
    if (this.#inProgress.has(command)) {
      throw kipError("ReferenceError", "these Propositions are about each other", {
        hint: "A Proposition may be about another one, but not, over any number of steps, about itself.",
        details: { position: command.from },
      });
    }
    this.#inProgress.add(command);
    const tuple = this.#readTuple(command.proposition);
    this.#inProgress.delete(command);
    this.#tuples.set(command, tuple);
    const stored = this.#stored(tuple);
    checkGuards(this.#plan, stored?.id, command.guards, "the Proposition");
    const id = stored?.id ?? this.#create(tuple);
    if (stored) this.#plan.noteResolved(id);
    this.#ids.set(command, id);
    if (command.handle) this.#plan.noteHandle(id, command.handle);
    return id;
  }

  #stored({ predicate, subject, object }: Tuple): Proposition | undefined {
    const { resolving } = this.#plan;
    // Lineages that became one may each have the tuple; the oldest stands for it, as after a merge (§11.4, §20.14).
    return resolving.environment
      .equivalentLineages("PredicateType", predicate.lineage)
      .flatMap((lineage) => propositionOfTuple(resolving, subject.id, lineage, object.value) ?? [])
      .reduce<Proposition | undefined>(
        (oldest, found) => (oldest && isOlder(oldest, found) ? oldest : found),
        undefined,
      );
  }

  #create(tuple: Tuple): ElementId {
    const plan = this.#plan;
    const predicate = plan.before.environment.writeVersion(tuple.predicate);
    const key = `${tuple.subject.id} ${predicate.lineage} ${objectKey(tuple.object.value)}`;
    const created = this.#created.get(key);
    if (created !== undefined) return created;
    const { subject, object } = tuple;
    validatePropositionEndpoints(
      plan.before.environment,
      predicate,
      typed(subject),
      object.element ? { element: typed(object.element) } : { literal: object.value },
    );
    const id = plan.allocate({ kind: "proposition" });
    this.#created.set(key, id);
    keepSupplied(plan, id, subject, "subject");
    if (object.element) keepSupplied(plan, id, object.element, "object");
    const { kind, space_id, governance, retention, facets, _system } = newEnvelope(plan, id, "proposition");
    // Written out for the same reason as an Assertion.
    plan.put({
      id,
      kind,
      space_id,
      governance,
      retention,
      facets,
      _system,
      subject: { id: subject.id },
      predicate_ref: predicate.ref,
      object: object.value,
    });
    return id;
  }

  #readTuple(triple: Triple | ExactTriple): Tuple {
    const predicate = this.#readPredicate(triple);
    return {
      predicate,
      subject: this.#readElement(triple.subject, "subject"),
      object: this.#readObject(triple.object, predicate),
    };
  }

  #readPredicate({ predicate }: Triple): PredicateDefinition {
    if (predicate.type === "Literal" || predicate.type === "Parameter") {
      const symbol = requireText(evaluateScalar(predicate, this.#plan.parameters), "the predicate");
      return this.#plan.before.environment.resolvePredicate(symbol);
    }
    throw kipError("InvalidSyntax", "a Proposition to be written names one exact predicate", {
      hint: 'Write the predicate as a quoted symbol such as "prefers". Variables and paths only match in WHERE.',
      details: { position: predicate.from },
    });
  }

  /** An endpoint that must be an element; a string there can only be an id. */
  #readElement(term: Term, where: string): Resolved {
    switch (term.type) {
      case "Variable":
        return resolveId(this.#plan, this.#plan.scopeOf(null).elementOf(term), where);
      case "Literal":
      case "Parameter":
        return resolveJsonReference(this.#plan, evaluateScalar(term, this.#plan.parameters), where);
      case "ObjectPattern":
        return resolveJsonReference(this.#plan, this.#selector(term), where);
      case "PropositionById": {
        const id = requireText(evaluateScalar(term.id, this.#plan.parameters), `${where}.id`);
        return resolveId(this.#plan, asElementId(id), where);
      }
      case "Triple":
        return this.#readNested(term, where);
    }
  }

  /** The object: an element or a Literal. A scalar is a Literal (§9.1), unless `elementNamedBy` says otherwise. */
  #readObject(term: Term, predicate: PredicateDefinition): ObjectEnd {
    if (term.type === "Literal" || term.type === "Parameter") {
      const value = evaluateScalar(term, this.#plan.parameters);
      if (!isScalar(value)) return elementEnd(resolveJsonReference(this.#plan, value, "object"));
      const id = elementNamedBy(value, predicate, (named) => this.#plan.facts(named) !== undefined);
      if (id === null) return { element: null, value: canonicalLiteral(value, "object") };
      return elementEnd(resolveId(this.#plan, id, "object"));
    }
    return elementEnd(this.#readElement(term, "object"));
  }

  /** A tuple within a tuple names a Proposition that is stored or ensured by this command; it creates none itself. */
  #readNested(triple: Triple, where: string): Resolved {
    const tuple = this.#readTuple(triple);
    const stored = this.#stored(tuple);
    if (stored) return resolveId(this.#plan, stored.id, where);
    for (const command of this.#commands) {
      if (this.#inProgress.has(command)) continue;
      const id = this.#ensure(command);
      const ensured = this.#tuples.get(command);
      if (ensured && sameTuple(this.#plan, ensured, tuple)) return resolveId(this.#plan, id, where);
    }
    throw kipError("NotFoundOrNotVisible", `${where} names a Proposition that is not stored`, {
      hint: "Add ENSURE PROPOSITION ?inner (…) for the inner tuple to the same MUTATE and use ?inner here.",
      details: { field: where, position: triple.from },
    });
  }

  #selector({ members }: ObjectPattern): JsonObject {
    return Object.fromEntries(members.map(({ name, value }) => [name, this.#selectorValue(value)]));
  }

  #selectorValue(value: PatternValue): JsonValue {
    if (value.type === "Literal" || value.type === "Parameter" || value.type === "Variable") {
      return evaluateValue(value, this.#plan.scopeOf(null));
    }
    throw kipError("TypeMismatch", "an endpoint selects its element by id, or by type and key", {
      hint: 'Write {id: "C-1"} or {type: "Person", key: "alice"}.',
      details: { position: value.from },
    });
  }
}

function isRedirected({ subject, object }: Tuple): boolean {
  const ends = object.element ? [subject, object.element] : [subject];
  return ends.some(({ supplied, id }) => supplied !== id);
}

function typed({ facts }: Resolved) {
  return facts.schemaRef === undefined
    ? { kind: facts.kind }
    : { kind: facts.kind, schema_ref: facts.schemaRef };
}

function elementEnd(element: Resolved): ObjectEnd {
  return { element, value: { id: element.id } };
}

function sameTuple(plan: MutationPlan, left: Tuple, right: Tuple): boolean {
  const lineage = ({ predicate }: Tuple) =>
    plan.before.environment.canonicalLineage("PredicateType", predicate.ref);
  return (
    left.subject.id === right.subject.id &&
    lineage(left) === lineage(right) &&
    objectKey(left.object.value) === objectKey(right.object.value)
  );
}

function isScalar(value: JsonValue): value is Literal {
  if (Array.isArray(value)) {
    throw kipError("TypeMismatch", `object must be an element or a Literal, not an ${describeType(value)}`, {
      hint: "Write one Proposition for each value.",
      details: { field: "object", found: "array" },
    });
  }
  return typeof value !== "object" || value === null;
}
