import { describe, expect, it } from "vitest";
import type { Activity, Concept, Evidence } from "../model/index.js";
import { SchemaEnvironment } from "../schema/index.js";
import { SpaceState } from "../state/index.js";
import { authorityLineage, wholeAuthorityLineage } from "./authority-lineage.js";

const common = {
  space_id: "kip:space:test",
  governance: { authority_class: "descriptive" },
  retention: { retention_class: "standard", expires_at: null, legal_hold: false },
  facets: {},
  _system: { version: 1, plane_versions: {}, state: "active" },
};
const evidence = (id: string, source: readonly string[] = []) =>
  ({
    ...common,
    id,
    kind: "evidence",
    evidence_class: "document",
    source: refs(source),
    generated_by: null,
    lifecycle: { corrects: [], corrected_by: [] },
  }) as unknown as Evidence;
const activity = (
  id: string,
  inputs: readonly string[],
  outputs: readonly string[],
  activity_class = "inference",
) =>
  ({
    ...common,
    id,
    kind: "activity",
    activity_class,
    inputs: refs(inputs),
    outputs: refs(outputs),
    associated_actors: [],
    status: "completed",
  }) as unknown as Activity;
const concept = (id: string) =>
  ({
    ...common,
    id,
    kind: "concept",
    schema_ref: "kip://test@1.0.0/Thing",
    aliases: [],
    attributes: {},
    structural: {},
    canonical_id: null,
    merged_into: null,
  }) as unknown as Concept;
const refs = (ids: readonly string[]) => ids.map((id) => ({ id }));

/** C-1 was made of E-2 and C-2; E-2 was taken from E-1, which C-3 spoke; C-2 was made of C-1 in turn. */
function view(): SpaceState {
  const state = new SpaceState("kip:space:test" as never, SchemaEnvironment.core);
  state.apply({
    seq: 1,
    elements: [
      concept("C-1"),
      concept("C-2"),
      concept("C-3"),
      evidence("E-1", ["C-3"]),
      evidence("E-2", ["E-1"]),
      evidence("E-3"),
      activity("X-1", ["E-2", "C-2"], ["C-1"]),
      activity("X-2", ["C-1"], ["C-2"]),
      activity("X-3", ["X-1"], ["E-3"], "outcome_observation"),
    ],
    clientKeys: [],
  });
  return state;
}

const lineage = (id: string) => authorityLineage(view(), view().element(id as never) as Concept);

describe("authority lineage", () => {
  it("names what an element was taken from or made of, step by step and as a whole", () => {
    expect(lineage("C-1")).toEqual(["C-2", "E-2"]);
    expect(lineage("E-2")).toEqual(["E-1"]);
    const state = view();
    expect([...wholeAuthorityLineage(state, state.element("C-1" as never) as Concept)].sort()).toEqual([
      "C-2",
      "E-1",
      "E-2",
    ]);
  });

  it("does not take who spoke, nor what was watched, for a source", () => {
    expect(lineage("E-1")).toEqual([]);
    expect(lineage("E-3")).toEqual([]);
  });
});
