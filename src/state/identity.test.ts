import { describe, expect, it } from "vitest";
import { elementId } from "../model/index.js";
import { concept, proposition, space } from "./elements.fixture.js";
import { emptyEnvironment } from "./environment.fixture.js";
import { canonicalId, identityClass, propositionOfTuple, propositionsOfSlot } from "./identity.js";
import { SpaceState } from "./space-state.js";

const [alice, alicia, ali, bob] = [1, 2, 3, 4].map((ordinal) => elementId("concept", ordinal)) as [
  ReturnType<typeof elementId>,
  ReturnType<typeof elementId>,
  ReturnType<typeof elementId>,
  ReturnType<typeof elementId>,
];
const lineage = "kip://test/relates";

/** `ali` was merged into `alicia`, and later `alicia` into `alice`. */
function mergedState(): SpaceState {
  const state = new SpaceState(space, emptyEnvironment());
  state.apply({
    seq: 1,
    elements: [
      concept(1),
      concept(2),
      concept(3, { merged_into: { id: alicia } }),
      concept(4),
      proposition(1, ali, { id: bob }),
      proposition(2, alice, { id: bob }),
      proposition(3, bob, "text"),
    ],
    clientKeys: [],
  });
  state.apply({ seq: 2, elements: [concept(2, { merged_into: { id: alice } })], clientKeys: [] });
  return state;
}

describe("identity through merges", () => {
  it("follows a chain of merges to its end", () => {
    expect([ali, alicia, alice, bob].map((id) => canonicalId(mergedState(), id))).toEqual([
      alice,
      alice,
      alice,
      bob,
    ]);
  });

  it("knows every id that resolves to the same element, whichever is asked", () => {
    for (const id of [ali, alicia, alice]) {
      expect([...identityClass(mergedState(), id)].sort()).toEqual([alice, alicia, ali].sort());
    }
  });

  it("finds a tuple stored on a merged endpoint, and of several the oldest", () => {
    expect(propositionOfTuple(mergedState(), alice, lineage, { id: bob })?.id).toBe("P-1");
    expect(propositionOfTuple(mergedState(), bob, lineage, "text")?.id).toBe("P-3");
    expect(propositionOfTuple(mergedState(), bob, lineage, "other")).toBeUndefined();
  });

  it("gathers a slot's propositions from every merged subject, oldest first", () => {
    expect(propositionsOfSlot(mergedState(), alicia, lineage).map(({ id }) => id)).toEqual(["P-1", "P-2"]);
  });

  it("moves the identity version when a merge is committed, and at no other time", () => {
    const state = mergedState();
    const before = state.identityVersion;
    state.apply({ seq: 3, elements: [concept(4, { name: "renamed" })], clientKeys: [] });
    expect(state.identityVersion).toBe(before);
  });
});
