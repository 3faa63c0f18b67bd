import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  commitTxId,
  type Element,
  type ElementId,
  elementId,
  type IdentityDecision,
} from "../model/index.js";
import { at, concept, proposition, space } from "./elements.fixture.js";
import { emptyEnvironment } from "./environment.fixture.js";
import { identityClass } from "./identity.js";
import { type IndexKey, indexKeysOf, keyFor } from "./index-keys.js";
import { identityVersionAt, PastView } from "./past-view.js";
import { SpaceState } from "./space-state.js";
import type { SpaceView } from "./view.js";

const alice = elementId("concept", 1);

function stateAfter(commits: readonly (readonly Element[])[]): SpaceState {
  const state = new SpaceState(space, emptyEnvironment());
  commits.forEach((elements, at) => {
    state.apply({ seq: at + 1, elements, clientKeys: [] });
  });
  return state;
}

/** The view of a sequence over the state that all commits led to. */
function pastOf(state: SpaceView, commits: readonly (readonly Element[])[], seq: number): PastView {
  const past = new PastView(state, { seq, environment: emptyEnvironment(), identityVersion: 0 });
  const since = new Set(commits.slice(seq).flatMap((elements) => elements.map(({ id }) => id)));
  const before = commits.slice(0, seq).flat();
  for (const id of since) past.leaveOut(id);
  for (const id of since) {
    const version = before.findLast((element) => element.id === id);
    if (version) past.restore(version);
  }
  return past;
}

describe("a past view", () => {
  const commits = [
    [concept(1, { name: "Alice" }), concept(2, { name: "Bob" })],
    [concept(1, { name: "Alicia" }), concept(3, { name: "Carol", merged_into: { id: alice } })],
  ];

  it("shows what changed since as it was, and nothing that came later", () => {
    const past = pastOf(stateAfter(commits), commits, 1);
    expect([1, 2, 3].map((ordinal) => past.element(elementId("concept", ordinal)))).toEqual([
      expect.objectContaining({ name: "Alice" }),
      expect.objectContaining({ name: "Bob" }),
      undefined,
    ]);
    expect([...past.lookup(keyFor.name("Alice"))]).toEqual([alice]);
    expect([...past.lookup(keyFor.name("Alicia"))]).toEqual([]);
    expect([...past.changedIds()].sort()).toEqual(["C-1", "C-3"]);
  });

  it("leaves out what was created since without being told of it, and names it among what differs", () => {
    const later = concept(4, { name: "Dora" });
    const dora = { ...later, _system: { ...later._system, space_seq: 2 } } as Element;
    const past = new PastView(stateAfter([[concept(1)], [dora]]), {
      seq: 1,
      environment: emptyEnvironment(),
      identityVersion: 0,
      createdSince: () => [dora.id],
    });
    expect(past.element(dora.id)).toBeUndefined();
    expect([...past.lookup(keyFor.name("Dora"))]).toEqual([]);
    expect([...past.lookup(keyFor.kind("concept"))]).toEqual([alice]);
    expect([...past.changedIds()]).toEqual([dora.id]);
  });

  it("resolves references as they resolved then", () => {
    expect(identityClass(pastOf(stateAfter(commits), commits, 1), alice)).toEqual([alice]);
    expect(identityClass(stateAfter(commits), alice)).toEqual([alice, elementId("concept", 3)]);
  });

  it("knows of decisions about identity what was decided then", () => {
    const decision = {
      ...{ decision_id: "d-1", source: elementId("concept", 3), target: alice, canonical_target: alice },
      ...{ principal_id: "principal:test", tx_id: commitTxId(space, 2), decided_at: at },
      ...{ basis: { snapshot_seq: 1 }, space_seq: 2, identity_version: 1 },
      withdrawn: {
        ...{ tx_id: commitTxId(space, 3), space_seq: 3, at, principal_id: "principal:test" },
        ...{ reason_evidence: elementId("evidence", 1), identity_version: 2 },
      },
    } satisfies IdentityDecision;
    const state = stateAfter(commits);
    state.apply({ seq: 3, elements: [], clientKeys: [], identity: [decision] });
    const decisions = (seq: number) => pastOf(state, [...commits, []], seq).identityDecisions(alice);
    expect([1, 2, 3].map(decisions)).toEqual([[], [{ ...decision, withdrawn: null }], [decision]]);
    expect([1, 2, 3].map((seq) => identityVersionAt(state.allIdentityDecisions(), seq))).toEqual([0, 1, 2]);
  });

  it("carries the governance of today on what it shows of then", () => {
    const secret = { classification: "secret", authority_class: "descriptive" } as const;
    const reclassified = [[concept(1)], [concept(1, { governance: secret })]];
    const state = stateAfter(reclassified);
    const past = pastOf(state, reclassified, 1);
    expect(past.element(alice)?.governance).toEqual(secret);

    const next = concept(1, { governance: { classification: "public", authority_class: "advisory" } });
    past.keepPast(next);
    state.apply({ seq: 3, elements: [next], clientKeys: [] });
    expect(past.element(alice)?.governance).toEqual(next.governance);
  });

  it("equals the state of its sequence, however the memory goes on", () => {
    const anElement = fc
      .record({ ordinal: fc.integer({ min: 1, max: 5 }), word: fc.constantFrom("a", "b", "c") })
      .chain(({ ordinal, word }) =>
        fc.constantFrom<Element>(
          concept(ordinal, { name: word }),
          concept(ordinal, { name: word, merged_into: { id: elementId("concept", 6) } }),
          proposition(ordinal, elementId("concept", ordinal), word),
        ),
      );
    const aCommit = fc.uniqueArray(anElement, { selector: ({ id }) => id, minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(
        fc.array(aCommit, { minLength: 1, maxLength: 8 }),
        fc.nat(),
        fc.nat(),
        (all, some, fewer) => {
          const built = some % (all.length + 1);
          const seq = fewer % (built + 1);
          const state = stateAfter(all.slice(0, built));
          const past = pastOf(state, all.slice(0, built), seq);
          all.slice(built).forEach((elements, at) => {
            for (const element of elements) past.keepPast(element);
            state.apply({ seq: built + at + 1, elements, clientKeys: [] });
          });
          expectSameContent(past, stateAfter(all.slice(0, seq)), all.flat());
        },
      ),
    );
  });
});

function expectSameContent(past: SpaceView, then: SpaceView, everything: readonly Element[]): void {
  const keys = new Set<IndexKey>(everything.flatMap((element) => [...indexKeysOf(element)]));
  for (const { id } of everything) expect(past.element(id)).toEqual(then.element(id));
  for (const key of keys) {
    expect(sorted(past.lookup(key))).toEqual(sorted(then.lookup(key)));
    expect(past.estimate(key)).toBeGreaterThanOrEqual(sorted(then.lookup(key)).length);
  }
}

function sorted(ids: Iterable<ElementId>): readonly ElementId[] {
  return [...ids].sort();
}
