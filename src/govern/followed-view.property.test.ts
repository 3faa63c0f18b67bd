import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Element, ElementId } from "../model/index.js";
import { ELEMENT_KINDS } from "../model/index.js";
import { indexKeysOf, keyFor, type SpaceView } from "../state/index.js";
import type { AuthorizedView } from "./authorized-view.js";
import { decided, GovernedMemory } from "./memory.fixture.js";
import { grant, rulesWith } from "./rules.fixture.js";

// A view that followed every commit must be the view that is made anew after the last one.

const PEOPLE = ["ann", "ben", "cid"] as const;

type Step = (memory: GovernedMemory) => void;

const person = fc.constantFrom(...PEOPLE);
const labelled = fc.constantFrom(...PEOPLE, "note");

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(person, person, person).map(
    ([subject, object, by]): Step =>
      (memory) =>
        memory.write(
          `ASSERT (:${subject}, "relates", :${object}) {by: :${by}, mode: "stated", evidence: :note}`,
        ),
  ),
  fc.tuple(person, person).map(
    ([subject, object]): Step =>
      (memory) =>
        memory.write(`ENSURE PROPOSITION (:${subject}, "fears", :${object})`),
  ),
  fc.tuple(person, fc.constantFrom("Ann", "Ben", "Zoe")).map(
    ([who, name]): Step =>
      (memory) =>
        memory.write(`UPDATE :${who} SET FIELDS {name: "${name}"}`),
  ),
  fc.tuple(labelled, fc.constantFrom("secret", "public", null)).map(
    ([which, classification]): Step =>
      (memory) =>
        memory.govern(decided(memory.id(which), { classification })),
  ),
  fc.constant<Step>((memory) => memory.write('CREATE CONCEPT ?d { TYPE "Diary" NAME "Diary" }')),
  fc.tuple(person, person).map(
    ([held, other]): Step =>
      (memory) =>
        memory.write(
          `CREATE CONCEPT ?box { TYPE "Option" NAME "Box" SET STRUCTURAL { ("items", :${held})${held === other ? "" : ` ("items", :${other})`} } }`,
        ),
  ),
  person.map(
    (who): Step =>
      (memory) =>
        memory.write(`TRANSITION :${who} TO "archived"`),
  ),
);

function begun(): GovernedMemory {
  const memory = new GovernedMemory();
  memory.govern(...["p1", "p2"].map((id) => rulesWith().principal(id)!));
  memory.write(`MUTATE {
    ${PEOPLE.map((key) => `CREATE CONCEPT ?${key} { TYPE "Person" NAME "${key}" }`).join("\n")}
    CREATE EVIDENCE ?note { SET FIELDS {evidence_class: "document", payload: "a note"} }
  }`);
  memory.govern(
    grant({ principal: "p1", permissions: ["discover", "search", "project"] }),
    grant({ principal: "p1", permissions: ["read"], scope: { kinds: ["concept", "proposition"] } }),
    grant({
      principal: "p1",
      permissions: ["discover"],
      effect: "deny",
      scope: { classifications: ["secret"] },
    }),
    grant({
      principal: "p1",
      permissions: ["discover"],
      effect: "deny",
      scope: { types: ["kip://test/govern/Diary"] },
    }),
    grant({
      principal: "p1",
      permissions: ["project"],
      effect: "deny",
      scope: { predicates: ["kip://test/govern/fears"] },
    }),
  );
  return memory;
}

/** Every element there is, beneath any view. */
function elementsOf(view: SpaceView): Map<ElementId, Element | undefined> {
  const ids = ELEMENT_KINDS.flatMap((kind) => [...view.lookup(keyFor.kind(kind))]);
  return new Map(ids.map((id) => [id, view.element(id)]));
}

/** All that a reader can ask a view, as far as these elements reach. */
function shown(view: SpaceView, all: ReadonlyMap<ElementId, Element | undefined>): unknown {
  const keys = new Set([...all.values()].flatMap((element) => (element ? [...indexKeysOf(element)] : [])));
  return {
    elements: [...all.keys()].map((id) => [id, view.element(id), view.mayFind?.(id)]),
    filed: [...keys].sort().map((key) => [key, [...view.lookup(key)].sort(), view.estimate(key)]),
    identityVersion: view.identityVersion,
  };
}

describe("an authorized view that follows commits", () => {
  it("is at every step what it would be if it were made anew", () => {
    let followed = 0;
    let made = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        const memory = begun();
        let view: AuthorizedView = memory.restricted("p1");
        void view.projecting;
        for (const take of steps) {
          const before = elementsOf(memory.state);
          take(memory);
          const after = elementsOf(memory.state);
          const ids = [...after.keys()];
          const created = ids.filter((id) => !before.has(id));
          const changed = ids.filter((id) => before.has(id) && before.get(id) !== after.get(id));
          if (view.follow({ created, changed })) followed += 1;
          else {
            made += 1;
            view = memory.restricted("p1");
          }
          const anew = memory.restricted("p1");
          expect(shown(view, after)).toEqual(shown(anew, after));
          expect(shown(view.projecting, after)).toEqual(shown(anew.projecting, after));
        }
      }),
      { numRuns: 150 },
    );
    expect(followed).toBeGreaterThan(100);
    expect(made).toBeGreaterThan(10);
  });
});
