import { describe, expect, it } from "vitest";
import { loadPackages, planPromotions } from "../schema/index.js";
import { codeOf, TestSpace } from "./test/space.js";

const v1 = {
  format: "KIP-Schema-Package",
  manifest: { package_id: "kip://test/team", version: "1.0.0" },
  definitions: {
    concept_types: {
      Member: { attributes: { fields: { since: { type: "string" } } } },
      Badge: {},
      Old: { attributes: { fields: { note: { type: "string" } } } },
    },
    predicates: {
      lives: {
        subject: { concept_types: ["Member"] },
        object: { literal_types: ["string"] },
        functional: true,
      },
      favours: { object: { kinds: ["Concept"] }, functional_by: "object_type" },
      ended: {},
    },
    facets: { Rank: { fields: { level: { type: "number" } } } },
    structural_fields: {
      wears: { source: { concept_types: ["Member"] }, target: { concept_types: ["Badge"] }, ordered: true },
    },
  },
};

/** Everything renamed, with one attribute more; `Old` and `ended` are gone. */
const v2 = {
  format: "KIP-Schema-Package",
  manifest: { package_id: "kip://test/team", version: "2.0.0" },
  definitions: {
    concept_types: {
      Colleague: {
        attributes: { fields: { since: { type: "string" }, desk: { type: "string", required: true } } },
      },
      Pin: {},
    },
    predicates: {
      lives_in: {
        subject: { concept_types: ["Colleague"] },
        object: { literal_types: ["string"] },
        functional: true,
      },
      likes: { object: { kinds: ["Concept"] }, functional_by: "object_type" },
    },
    facets: { Grade: { fields: { level: { type: "number" } } } },
    structural_fields: {
      carries: {
        source: { concept_types: ["Colleague"] },
        target: { concept_types: ["Pin"] },
        ordered: true,
      },
    },
  },
  migrations: [
    ["ConceptType", "Member", "Colleague"],
    ["ConceptType", "Badge", "Pin"],
    ["PredicateType", "lives", "lives_in"],
    ["PredicateType", "favours", "likes"],
    ["FacetDefinition", "Rank", "Grade"],
    ["StructuralFieldDefinition", "wears", "carries"],
  ].map(([symbol_kind, from, to]) => ({ op: "rename", symbol_kind, from, to })),
};

/** A Space written under the first version and then put under the second. */
function upgraded(): TestSpace {
  const space = new TestSpace([v1]);
  for (const command of [
    `UPSERT CONCEPT ?ada {
      MATCH {type: "Member", key: "ada"} SET FIELDS {name: "Ada"} SET ATTRIBUTES {since: "1843"}
      SET FACET "Rank" {level: 1}
    }`,
    'CREATE CONCEPT ?gold { TYPE "Badge" NAME "gold" }',
    'CREATE CONCEPT ?old { TYPE "Old" NAME "old" SET ATTRIBUTES {note: "x"} }',
    'UPDATE "C-1" SET STRUCTURAL { ("wears", "C-2") }',
    'ASSERT ("C-1", "lives", "London") {by: "C-1", mode: "stated", at: "2026-01-01T00:00:00.000Z"}',
    'ASSERT ("C-1", "favours", "C-2") {by: "C-1", mode: "stated", at: "2026-01-01T00:00:00.000Z"}',
    'ENSURE PROPOSITION ("C-1", "ended", "C-3")',
  ]) {
    space.run(command);
  }
  space.state.useEnvironment(space.state.environment.activate(loadPackages([v2])));
  return space;
}

const belief = (space: TestSpace, predicate: string) =>
  space.find(`FIND(?b.status, ?b.accepted_values) WHERE { ?b BELIEF SLOT ({id: "C-1"}, "${predicate}") }`);

describe("After a version that renames its symbols", () => {
  it("a Concept Type finds old and new Concepts, by the old name and the new one", () => {
    const space = upgraded();
    space.run('CREATE CONCEPT ?c { TYPE "Colleague" NAME "Grace" SET ATTRIBUTES {desk: "4"} }');
    space.run('CREATE CONCEPT ?c { TYPE "Member" NAME "Edsger" SET ATTRIBUTES {desk: "5"} }');
    for (const type of ["Member", "Colleague", "kip://test/team@1.0.0/Member", "kip://test/team/Colleague"]) {
      const found = space.find(`FIND(?c.name, ?c.schema_ref) WHERE { ?c {type: "${type}"} }`);
      expect([...found].sort()).toEqual([
        ["Ada", "kip://test/team@1.0.0/Member"],
        ["Edsger", "kip://test/team@2.0.0/Colleague"],
        ["Grace", "kip://test/team@2.0.0/Colleague"],
      ]);
    }
  });

  it("a key is one identity under both names", () => {
    const space = upgraded();
    for (const type of ["Colleague", "Member"]) {
      space.run(`UPSERT CONCEPT ?c { MATCH {type: "${type}", key: "ada"} SET FIELDS {name: "${type}"} }`);
      expect(
        codeOf(() => space.run(`UPSERT CONCEPT ?c { MATCH {type: "${type}", key: "ada"} } EXPECT VERSION 0`)),
      ).toBe("VersionConflict");
    }
    expect(
      codeOf(() =>
        space.run(
          'CREATE CONCEPT ?c { TYPE "Colleague" SET FIELDS {key: "ada"} SET ATTRIBUTES {desk: "1"} }',
        ),
      ),
    ).toBe("IdentityConflict");
    expect(space.find('FIND(COUNT(?c)) WHERE { ?c {type: "Colleague", key: "ada"} }')).toEqual([1]);
    expect(space.get("concept", "C-1")).toMatchObject({
      name: "Member",
      schema_ref: "kip://test/team@1.0.0/Member",
    });
  });

  it("an old Concept is held to the version it was written with", () => {
    const space = upgraded();
    space.run('UPDATE "C-1" SET ATTRIBUTES {since: "1840"}');
    expect(codeOf(() => space.run('UPDATE "C-1" SET ATTRIBUTES {since: 5}'))).toBe("TypeMismatch");
    expect(codeOf(() => space.run('CREATE CONCEPT ?c { TYPE "Colleague" }'))).toBe("ConstraintViolation");
  });

  it("a Predicate's tuples, slots and succession are one population", () => {
    const space = upgraded();
    const { effect } = space.run('ENSURE PROPOSITION ?p ("C-1", "lives_in", "London")');
    expect(effect).toBe(false);
    expect(belief(space, "lives_in")).toEqual([["accepted", ["London"]]]);
    space.run(
      'ASSERT ("C-1", "lives_in", "Paris") {by: "C-1", mode: "stated", at: "2026-06-01T00:00:00.000Z"}',
    );
    for (const name of ["lives", "lives_in"]) {
      expect(belief(space, name)).toEqual([["accepted", ["Paris"]]]);
      expect([...space.find(`FIND(?p.object) WHERE { ?p (?s, "${name}", ?o) }`)].sort()).toEqual([
        "London",
        "Paris",
      ]);
    }
    expect(space.find('FIND(?p.predicate_ref) WHERE { ?p (?s, "lives", "London") }')).toEqual([
      "kip://test/team@1.0.0/lives",
    ]);
  });

  it("a partition by type holds options of the old type and the new one", () => {
    const space = upgraded();
    space.run('CREATE CONCEPT ?c { TYPE "Pin" NAME "silver" }');
    space.run('ASSERT ("C-1", "likes", "C-4") {by: "C-1", mode: "stated", at: "2026-06-01T00:00:00.000Z"}');
    expect(belief(space, "favours")).toEqual([["accepted", [{ id: "C-4" }]]]);
  });

  it("a supersession may correct what was claimed under the old name", () => {
    const space = upgraded();
    space.run(
      'ASSERT ("C-1", "lives_in", "Oxford") {by: "C-1", mode: "stated", at: "2026-06-01T00:00:00.000Z"} SUPERSEDING "A-1"',
    );
    expect(space.get("assertion", "A-1").lifecycle.status).toBe("superseded");
  });

  it("a Facet is read, changed and guarded under both names, and stays where it was written", () => {
    const space = upgraded();
    expect(space.find('FIND(?c.facets.Grade.level) WHERE { ?c {id: "C-1"} }')).toEqual([1]);
    space.run('UPDATE "C-1" SET FACET "Grade" {level: 2} EXPECT VERSION 1 OF FACET "Rank"');
    space.run('UPDATE "C-1" SET FACET "Rank" {level: 3} EXPECT VERSION 2 OF FACET "Grade"');
    expect(space.find("FIND(?c.facets.Rank.level) WHERE { ?c {facets: {Grade: {level: 3}}} }")).toEqual([3]);
    expect(space.get("concept", "C-1").facets).toEqual({ "kip://test/team@1.0.0/Rank": { level: 3 } });
    expect(
      codeOf(() => space.run('UPDATE "C-1" SET FACET "Grade" {level: 4} EXPECT VERSION 1 OF FACET "Grade"')),
    ).toBe("VersionConflict");
  });

  it("a Structural Field is followed, added to and removed from under both names", () => {
    const space = upgraded();
    space.run('CREATE CONCEPT ?c { TYPE "Pin" NAME "silver" }');
    space.run('UPDATE "C-1" SET STRUCTURAL { ("carries", "C-4") {index: 0} }');
    for (const name of ["wears", "carries"]) {
      expect(
        space.find(`FIND(?t.name, ?e.index) WHERE { ?e STRUCTURAL (?c, "${name}", ?t) } ORDER BY ?e.index`),
      ).toEqual([
        ["silver", 0],
        ["gold", 1],
      ]);
    }
    space.run('UPDATE "C-1" UNSET STRUCTURAL { ("carries", "C-2") }');
    expect(space.find('FIND(?t.name) WHERE { STRUCTURAL (?c, "wears", ?t) }')).toEqual(["silver"]);
  });

  it("what the version ended is read and takes no more writes", () => {
    const space = upgraded();
    expect(space.find('FIND(?c.attributes.note) WHERE { ?c {type: "Old"} }')).toEqual(["x"]);
    expect(space.find('FIND(COUNT(?p)) WHERE { ?p (?s, "ended", ?o) }')).toEqual([1]);
    const refused = [
      'CREATE CONCEPT ?c { TYPE "Old" NAME "new" }',
      'UPDATE "C-3" SET ATTRIBUTES {note: "y"}',
      'UPDATE "C-3" UNSET ATTRIBUTES {note}',
      'ENSURE PROPOSITION ("C-1", "ended", "C-2")',
    ].map((text) => codeOf(() => space.run(text)));
    expect(refused).toEqual(refused.map(() => "SchemaSymbolNotFound"));
    // What it is called, and whether it is remembered, is not for its schema to say.
    space.run('UPDATE "C-3" SET FIELDS {name: "older"}');
    space.run('ENSURE PROPOSITION ("C-1", "ended", "C-3")');
    space.run('TRANSITION "C-3" TO "archived"');
    expect(space.get("concept", "C-3")).toMatchObject({ name: "older", attributes: { note: "x" } });
  });
});

describe("After a promotion that makes two populations one", () => {
  it("a tuple that both have is one Proposition, the oldest, and its claims count together", () => {
    const space = new TestSpace([v1]);
    space.run('DEFINE PREDICATE "rates" {description: "What the subject thinks of.", functional: true}');
    for (const name of ["Ada", "Grace"]) space.run(`CREATE CONCEPT ?c { TYPE "Person" NAME "${name}" }`);
    const claim = (predicate: string, value: number, day: number) =>
      space.run(
        `ASSERT ("C-1", "${predicate}", ${value}) {by: "C-1", mode: "stated", at: "2026-01-0${day}T00:00:00.000Z"}`,
      );
    claim("rates", 5, 1);
    const shop = {
      format: "KIP-Schema-Package",
      manifest: { package_id: "kip://test/shop", version: "1.0.0" },
      definitions: { predicates: { rates: { functional: true } } },
    };
    const activated = space.state.environment.activate(loadPackages([shop]));
    space.state.useEnvironment(activated);
    expect(codeOf(() => claim("rates", 5, 2))).toBe("SchemaSymbolAmbiguous");
    claim("kip://test/shop@1.0.0/rates", 5, 2);
    claim("kip://test/shop@1.0.0/rates", 4, 3);
    const promotions = planPromotions(activated, [
      { kind: "PredicateType", from: "rates", to: "kip://test/shop/rates" },
    ]);
    space.state.useEnvironment(activated.promote(promotions));

    expect(space.run('ENSURE PROPOSITION ("C-1", "rates", 5)').summary.resolved_ids).toEqual(["P-1"]);
    expect(
      space.find(
        'FIND(?b.proposition_id, ?b.support.assertion_ids) WHERE { ?b BELIEF ("C-1", "rates", 5) } FOR TIME "2026-01-02T12:00:00.000Z"',
      ),
    ).toEqual([["P-1", ["A-1", "A-2"]]]);
    expect(belief(space, "rates")).toEqual([["accepted", [4]]]);
    expect(space.find('FIND(?p.id) WHERE { ?p ("C-1", "rates", ?o) } ORDER BY ?p.id')).toEqual([
      "P-1",
      "P-2",
      "P-3",
    ]);
  });
});
