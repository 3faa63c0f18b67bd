import { describe, expect, it } from "vitest";
import type { Assertion, Concept, Element, ElementRef } from "../model/index.js";
import { stubOf } from "../model/index.js";
import { codeOf, ENVIRONMENT, GovernedMemory } from "./memory.fixture.js";
import { redact } from "./redact.js";
import { restore } from "./restore.js";

const FIELD = "kip://test/govern@1.0.0/items";

function memory(): GovernedMemory {
  const governed = new GovernedMemory();
  governed.write(`MUTATE {
    CREATE CONCEPT ?a { TYPE "Option" NAME "A" }
    CREATE CONCEPT ?b { TYPE "Option" NAME "B" }
    CREATE CONCEPT ?c { TYPE "Option" NAME "C" }
    CREATE CONCEPT ?mole { TYPE "Person" NAME "Mole" }
    CREATE CONCEPT ?box { TYPE "Option" NAME "Box" SET STRUCTURAL { ("items", ?a) ("items", ?mole) ("items", ?b) } }
    CREATE EVIDENCE ?note { SET FIELDS {evidence_class: "document", payload: "a note"} }
    CREATE EVIDENCE ?file { SET FIELDS {evidence_class: "document", payload: "a file"} }
    ASSERT ?said (?a, "relates", ?b) {by: ?a, mode: "stated", evidence: [?file, ?note]}
  }`);
  return governed;
}

/** A stored element with what its author sees of it. */
function seen<E extends Element>(governed: GovernedMemory, handle: string, ...hidden: readonly string[]) {
  const whole = governed.element(handle) as E;
  const gone = new Set(hidden.map((name) => governed.id(name)));
  const rules = {
    environment: ENVIRONMENT,
    isThere: (id: string) => !gone.has(id as never),
    showsRawReferences: false,
  };
  return { whole, shown: redact(whole, rules) };
}

const items = (element: Element) =>
  ((element as Concept).structural[FIELD] ?? []).map(({ id }: ElementRef) => id);

describe("what a write by somebody who sees a part leaves", () => {
  it("is the draft itself where nothing was out of sight", () => {
    const { whole, shown } = seen<Concept>(memory(), "box");
    const draft = { ...shown, name: "Crate" };
    expect(restore(whole, shown, draft)).toBe(draft);
  });

  it("assigns a Facet that was not seen member by member, so that what it did not assign stays (§58.3)", () => {
    const { whole, shown } = seen<Concept>(memory(), "box");
    const facet = "kip://test/govern@1.0.0/Mark";
    const stored: Concept = { ...whole, facets: { [facet]: { level: 1, about: ["x"] } } };
    const draft: Concept = { ...shown, facets: { [facet]: { level: 2 } } };
    const blind: Concept = { ...shown, facets: {} };
    expect(restore(stored, blind, draft).facets).toEqual({ [facet]: { level: 2, about: ["x"] } });
    expect(restore(stored, { ...stored }, draft).facets).toEqual({ [facet]: { level: 2 } });
  });

  it("puts what was not seen back behind what it stood behind, whatever became of the rest", () => {
    const governed = memory();
    const { whole, shown } = seen<Concept>(governed, "box", "mole");
    const with_ = (...handles: readonly string[]): Concept => ({
      ...shown,
      structural: { [FIELD]: handles.map((handle) => ({ id: governed.id(handle) })) },
    });
    const restored = (draft: Concept) =>
      items(restore(whole, shown, draft)).map(
        (id) => [...governed.handles].find(([, known]) => known === id)?.[0],
      );
    expect(restored(with_("a", "b", "c"))).toEqual(["a", "mole", "b", "c"]);
    expect(restored(with_("b", "a"))).toEqual(["b", "a", "mole"]);
    expect(restored(with_("c"))).toEqual(["mole", "c"]);
    expect(restored({ ...shown, structural: {} })).toEqual(["mole"]);
  });

  it("has its members in the draft's order, so that nothing shows that something was put back", () => {
    const governed = memory();
    const { whole, shown } = seen<Concept>(governed, "box", "mole");
    const { structural, ...others } = shown;
    const draft = { name: "Crate", ...others, structural } as Concept;
    const restored = restore(whole, shown, { ...draft, name: "Crate" });
    expect(Object.keys(restored)).toEqual(Object.keys(draft));
    expect(Object.keys(restored._system)).toEqual(Object.keys(draft._system));
  });

  it("keeps the protected block as it is stored, whatever the draft says", () => {
    const governed = memory();
    governed.classify("box", "private");
    const { whole, shown } = seen<Concept>(governed, "box", "mole");
    const draft = { ...shown, name: "X", governance: { authority_class: "executable" } } as Concept;
    expect(restore(whole, shown, draft).governance).toEqual(whole.governance);
  });

  it("goes on with the counters that are stored, whichever its author saw", () => {
    const governed = memory();
    const { whole, shown } = seen<Concept>(governed, "box", "mole", "a", "b");
    expect(shown._system.plane_versions.structural).toBeUndefined();
    const draft = {
      ...shown,
      structural: { [FIELD]: [{ id: governed.id("c") }] },
      _system: { ...shown._system, version: 2, plane_versions: { attributes: 1, structural: 1 } },
    } as Concept;
    expect(restore(whole, shown, draft)._system).toMatchObject({
      version: 2,
      plane_versions: { attributes: 1, structural: 2 },
    });
  });

  it("is a whole claim: a withdrawal leaves the evidence its author could not see", () => {
    const governed = memory();
    const { whole, shown } = seen<Assertion>(governed, "said", "file");
    const draft: Assertion = { ...shown, lifecycle: { ...shown.lifecycle, status: "retracted" } };
    const restored = restore(whole, shown, draft) as Assertion;
    expect(restored.lifecycle.status).toBe("retracted");
    expect(restored.evidence).toEqual(whole.evidence);
  });

  it("is the stub of all of it where it was purged", () => {
    const { whole, shown } = seen<Concept>(memory(), "box", "mole");
    const { _system: _left, ...stub } = restore(whole, shown, stubOf(shown));
    const { _system: _whole, ...expected } = stubOf(whole);
    expect(stub).toEqual(expected);
  });

  it("is refused where a merge was made out of its author's sight", () => {
    const governed = memory();
    governed.write('CREATE CONCEPT ?other { TYPE "Option" NAME "Other" }');
    governed.write("MERGE CONCEPT :c INTO :other");
    const { whole, shown } = seen<Concept>(governed, "c", "other");
    const draft: Concept = { ...shown, merged_into: { id: governed.id("a") } };
    expect(shown.merged_into).toBeNull();
    expect(codeOf(() => restore(whole, shown, draft))).toBe("IdentityMergeConflict");
  });
});
