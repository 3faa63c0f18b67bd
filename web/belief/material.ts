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
import { isElementRef, isJsonObject } from "../../src/model/index.js";
import type { NexusApi } from "../nexus.js";
import { ledgerOf } from "./ledger.js";

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

/** What the caller needs named besides what the projections refer to, such as a slot's subject. */
export interface AlsoNamed {
  readonly concepts?: readonly string[];
  readonly propositions?: readonly string[];
}

/**
 * Fetches what the given projections refer to, with read-only queries: the claims and tuples first, then the actors,
 * endpoints, contexts and evidence those name. What cannot be read is left out; the card then shows the bare id.
 */
export async function loadMaterial(
  nexus: NexusApi,
  projections: readonly Projection[],
  also: AlsoNamed = {},
): Promise<BeliefMaterial> {
  const entries = projections.flatMap((projection) => ledgerOf(projection) ?? []);
  const told = entries.flatMap((entry) => (entry.isRedacted ? [] : [entry]));
  const first = await readAll(nexus, [
    ...each("proposition", [
      ...projections.flatMap(propositionIds),
      ...told.map(({ propositionId }) => propositionId),
      ...(also.propositions ?? []),
    ]),
    ...each("assertion", [
      ...projections.flatMap(assertionIds),
      ...entries.map(({ assertionId }) => assertionId),
      ...told.flatMap(({ endedBy }) => endedBy),
    ]),
  ]);
  const assertions = ofKind<Assertion>(first, "assertion");
  // What ended a claim is named by what it says, which is another statement of the slot.
  const known = ofKind<Proposition>(first, "proposition");
  const others = [...assertions.values()]
    .map(({ proposition }) => proposition.id)
    .filter((id) => !known.has(id));
  const more = others.length === 0 ? [] : await readAll(nexus, each("proposition", others));
  const propositions = ofKind<Proposition>([...first, ...more], "proposition");
  const second = await readAll(nexus, [
    ...each("concept", [
      ...(also.concepts ?? []),
      ...[...propositions.values()].flatMap(endpointIds),
      ...[...assertions.values()].flatMap(({ asserted_by, context_refs }) => [
        asserted_by.id,
        ...(context_refs ?? []).map(({ id }) => id),
      ]),
      ...told.flatMap(({ actorId, contexts }) => [actorId, ...contexts]),
    ]),
    ...each("evidence", [
      ...[...assertions.values()].flatMap(({ evidence }) => evidence.map(({ id }) => id)),
      ...told.flatMap(({ evidence }) => evidence.map(({ id }) => id)),
    ]),
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

/** Whether an element says anything: of one that is withheld or was erased only the record is shown (§49.2, §60.6). */
function isElement(value: JsonValue): value is JsonValue & Element {
  if (!isJsonObject(value) || !("kind" in value && "id" in value)) return false;
  const { governance } = value;
  return !isJsonObject(governance) || (governance.withheld !== true && governance.purged !== true);
}

function ofKind<E extends Element>(elements: readonly Element[], kind: E["kind"]): ReadonlyMap<string, E> {
  return new Map(
    elements.filter((element): element is E => element.kind === kind).map((element) => [element.id, element]),
  );
}
