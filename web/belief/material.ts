import type {
  Assertion,
  Concept,
  Element,
  ElementId,
  Evidence,
  JsonValue,
  Projection,
  Proposition,
} from "../../src/model/index.js";
import { isElementRef } from "../../src/model/index.js";
import type { NexusApi } from "../nexus.js";
import { namedInLedger } from "./ledger.js";

/** The elements a belief refers to, read by id, so that the card can name who said what. */
export interface BeliefMaterial {
  readonly propositions: ReadonlyMap<string, Proposition>;
  readonly assertions: ReadonlyMap<string, Assertion>;
  readonly concepts: ReadonlyMap<string, Concept>;
  readonly evidence: ReadonlyMap<string, Evidence>;
}

export const NO_MATERIAL: BeliefMaterial = {
  propositions: new Map(),
  assertions: new Map(),
  concepts: new Map(),
  evidence: new Map(),
};

/** One read by id for each kind of element. Ids are bound as parameters, never written into the command. */
const READ_BY_ID = {
  proposition: "FIND(?x) WHERE { ?x (id: :id) }",
  assertion: "FIND(?x) WHERE { ?x ASSERTION {id: :id} }",
  concept: "FIND(?x) WHERE { ?x CONCEPT {id: :id} }",
  evidence: "FIND(?x) WHERE { ?x EVIDENCE {id: :id} }",
} as const;
type ReadableKind = keyof typeof READ_BY_ID;

/** Operations in one request: few enough that a heavily contested belief cannot make one oversized request. */
const READS_PER_REQUEST = 40;

/**
 * Fetches what the given projections refer to, with read-only queries: the claims and tuples first, then the actors,
 * endpoints and evidence those name. What cannot be read is left out; the card then shows the bare id.
 * `extra` are Concepts the caller needs named too, such as a slot's subject.
 */
export async function loadMaterial(
  nexus: NexusApi,
  projections: readonly Projection[],
  extra: readonly string[] = [],
): Promise<BeliefMaterial> {
  const first = await readAll(nexus, [
    ...each("proposition", [
      ...projections.flatMap(propositionIds),
      ...projections.flatMap((projection) => namedInLedger(projection).propositions),
    ]),
    ...each("assertion", [
      ...projections.flatMap(assertionIds),
      ...projections.flatMap((projection) => namedInLedger(projection).assertions),
    ]),
  ]);
  const propositions = ofKind<Proposition>(first, "proposition");
  const assertions = ofKind<Assertion>(first, "assertion");
  const second = await readAll(nexus, [
    ...each("concept", [
      ...extra,
      ...[...propositions.values()].flatMap(endpointIds),
      ...actorIds(assertions),
    ]),
    ...each(
      "evidence",
      [...assertions.values()].flatMap(({ evidence }) => evidence.map(({ id }) => id)),
    ),
  ]);
  return {
    propositions,
    assertions,
    concepts: ofKind<Concept>(second, "concept"),
    evidence: ofKind<Evidence>(second, "evidence"),
  };
}

function propositionIds({ proposition_id, conflict_refs, precedence }: Projection): readonly ElementId[] {
  const rivals = [...conflict_refs, ...(precedence?.prevailed_over ?? []), precedence?.outranked_by ?? null];
  return [proposition_id, ...rivals].filter((id) => id !== null);
}

function assertionIds({ support, opposition }: Projection): readonly ElementId[] {
  return [...support.assertion_ids, ...opposition.assertion_ids];
}

function endpointIds({ subject, object }: Proposition): readonly string[] {
  return isElementRef(object) ? [subject.id, object.id] : [subject.id];
}

function actorIds(assertions: ReadonlyMap<string, Assertion>): readonly string[] {
  return [...assertions.values()].map(({ asserted_by }) => asserted_by.id);
}

interface Read {
  readonly kind: ReadableKind;
  readonly id: string;
}

function each(kind: ReadableKind, ids: readonly string[]): readonly Read[] {
  return [...new Set(ids)].map((id) => ({ kind, id }));
}

async function readAll(nexus: NexusApi, reads: readonly Read[]): Promise<readonly Element[]> {
  const requests: Promise<readonly Element[]>[] = [];
  for (let start = 0; start < reads.length; start += READS_PER_REQUEST) {
    requests.push(readSome(nexus, reads.slice(start, start + READS_PER_REQUEST)));
  }
  return (await Promise.all(requests)).flat();
}

async function readSome(nexus: NexusApi, reads: readonly Read[]): Promise<readonly Element[]> {
  const operations = reads.map(({ kind, id }) => ({ command: READ_BY_ID[kind], parameters: { id } }));
  const { results } = await nexus.executeKipReadonly({ operations });
  return results.flatMap(({ result }) => (Array.isArray(result) ? result.filter(isElement) : []));
}

function isElement(value: JsonValue): value is JsonValue & Element {
  return typeof value === "object" && value !== null && "kind" in value && "id" in value;
}

function ofKind<E extends Element>(elements: readonly Element[], kind: E["kind"]): ReadonlyMap<string, E> {
  return new Map(
    elements.filter((element): element is E => element.kind === kind).map((element) => [element.id, element]),
  );
}
