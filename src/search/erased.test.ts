import MiniSearch from "minisearch";
import { afterEach, expect, test, vi } from "vitest";
import {
  asSpaceId,
  type Concept,
  commitTxId,
  digestOf,
  type Element,
  type ElementEnvelope,
  type ElementKind,
  type Evidence,
  elementId,
  type Proposition,
  stubOf,
  timestampAt,
  withoutPayload,
} from "../model/index.js";
import { SchemaEnvironment } from "../schema/index.js";
import { SpaceState } from "../state/index.js";
import { KeywordIndex } from "./index.js";

const space = asSpaceId("kip:space:test");
const now = timestampAt(0);

function envelope<K extends ElementKind>(kind: K): ElementEnvelope<K> {
  const tx = commitTxId(space, 1);
  return {
    ...{ id: elementId(kind, 1), kind, space_id: space, facets: {} },
    governance: { authority_class: "descriptive" },
    retention: { retention_class: "standard", expires_at: null, legal_hold: false },
    _system: {
      ...{ version: 1, plane_versions: {}, state: "active", space_seq: 1 },
      ...{ created_at: now, updated_at: now, created_tx: tx, updated_tx: tx },
      origin: { principal_id: "owner", channel: "test", import_id: null },
    },
  };
}

const person: Concept = {
  ...envelope("concept"),
  schema_ref: "kip://test/people@1.0.0/Person",
  ...{ name: "Quetzalcoatlus", canonical_id: null, aliases: [], attributes: {}, structural: {} },
  merged_into: null,
};
const tuple: Proposition = {
  ...envelope("proposition"),
  subject: { id: person.id },
  predicate_ref: "kip://test/people@1.0.0/speaks",
  object: "Zanzibarian",
};
const message: Evidence = {
  ...envelope("evidence"),
  evidence_class: "message",
  payload: { mode: "inline", inline: "Xylophonist" },
  content_digest: digestOf("Xylophonist"),
  ...{ observed_at: now, source: [], generated_by: null },
  lifecycle: { status: "active", corrects: [], corrected_by: [] },
};

afterEach(() => {
  vi.restoreAllMocks();
});

test("what was purged is not found, and none of its words stay in the index", async () => {
  const added = vi.spyOn(MiniSearch.prototype, "add");
  const index = new KeywordIndex();
  const state = new SpaceState(space, SchemaEnvironment.core);
  const commit = (elements: readonly Element[]) => {
    state.apply({ seq: state.seq + 1, elements, clientKeys: [] });
    index.take(state.seq, elements);
  };
  commit([person, tuple, message]);
  const find = (kind: Element["kind"], term: string) =>
    index.search(state, { kind, term, mode: "keyword" }).map(({ id }) => id);
  expect(find("concept", "Quetzalcoatlus")).toEqual(["C-1"]);
  expect(find("proposition", "Quetzalcoatlus")).toEqual(["P-1"]);
  expect(find("evidence", "Xylophonist")).toEqual(["E-1"]);
  const text = () => JSON.stringify([...new Set(added.mock.contexts)]).toLowerCase();
  expect(text()).toMatch(/quetzalcoatlus.*zanzibarian|zanzibarian.*quetzalcoatlus/s);

  commit([stubOf(person), withoutPayload(message)]);
  // Sweeping is asynchronous.
  await vi.waitFor(() => expect(text()).not.toMatch(/quetzalcoatlus|xylophonist/));
  expect(find("concept", "Quetzalcoatlus")).toEqual([]);
  expect(find("proposition", "Quetzalcoatlus")).toEqual([]);
  expect(find("proposition", "Zanzibarian")).toEqual(["P-1"]);
  expect(find("evidence", "Xylophonist")).toEqual([]);

  commit([stubOf(tuple)]);
  await vi.waitFor(() => expect(text()).not.toContain("zanzibarian"));
});
