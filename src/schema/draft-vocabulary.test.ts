import { describe, expect, it } from "vitest";
import type { JsonObject } from "../model/index.js";
import {
  artifactDigest,
  builtInPackages,
  DRAFT_PACKAGE_REF,
  type DraftKind,
  describeSymbol,
  draftPackage,
  listSymbols,
  loadPackage,
  planPromotions,
  readDraftSymbol,
  SchemaEnvironment,
  summarizeEnvironment,
} from "./index.js";
import { artifact, errorOf, packageOf } from "./package.fixture.js";

const standard = SchemaEnvironment.core.activate(builtInPackages());
const description = "What it means.";

const define = (
  environment: SchemaEnvironment,
  kind: DraftKind,
  name: string,
  definition: JsonObject = { description },
) => environment.define(readDraftSymbol(environment, kind, name, definition));

describe("A draft symbol", () => {
  const environment = define(standard, "PredicateType", "mentors", {
    description,
    subject: { concept_types: ["Person"] },
    object: { kinds: ["Concept"] },
    functional: true,
  });

  it("moves the environment by one version and leaves the former as it was", () => {
    expect(environment.version).toBe(standard.version + 1);
    expect(standard.hasName("PredicateType", "mentors")).toBe(false);
  });

  it("resolves under its fixed exact reference, with the defaults of the specification", () => {
    expect(environment.resolvePredicate("mentors")).toMatchObject({
      ref: "kip://local/draft@0.0.0/mentors",
      lineage: "kip://local/draft/mentors",
      packageRef: "kip://local/draft@0.0.0",
      functional: true,
      openWorld: true,
      complete: false,
      temporalConflict: "overlapping_valid_time",
    });
  });

  it("is listed and described like any other, active, its types under their exact references", () => {
    expect(listSymbols(environment, "PredicateType")).toContainEqual({
      ref: "kip://local/draft@0.0.0/mentors",
      local_name: "mentors",
      package_ref: "kip://local/draft@0.0.0",
      status: "active",
    });
    expect(describeSymbol(environment, environment.resolvePredicate("mentors"))).toMatchObject({
      definition: {
        description,
        subject: { concept_types: ["kip://profiles/cognitive-memory@2.0.0/Person"] },
      },
    });
    const { predicates, packages } = summarizeEnvironment(environment);
    expect(predicates).toContainEqual({
      name: "mentors",
      ref: "kip://local/draft@0.0.0/mentors",
      takes: "Person → Concept, one at a time",
      description,
    });
    expect(packages.map(({ ref }) => ref)).toContain(DRAFT_PACKAGE_REF);
  });

  it("leaves an endpoint that is not declared unconstrained", () => {
    const open = define(standard, "PredicateType", "relates").resolvePredicate("relates");
    expect([open.subject, open.object]).toEqual([null, null]);
  });

  it("may be a type whose attributes are open and optional, and that a draft Predicate names", () => {
    const typed = define(environment, "ConceptType", "Instrument", {
      description,
      attributes: { fields: { family: { type: ["string", "null"], description } } },
    });
    const { attributes } = typed.resolveConceptType("Instrument");
    expect([attributes.open, attributes.fields.get("family")]).toMatchObject([
      true,
      { required: false, mutable: true },
    ]);
    const plays = define(typed, "PredicateType", "plays", {
      description,
      object: { concept_types: ["Instrument"] },
      functional_by: "object_type",
    }).resolvePredicate("plays");
    expect(plays.object?.elements?.conceptTypes).toEqual(["kip://local/draft/Instrument"]);
  });

  it("may share its name with a symbol of another kind", () => {
    const both = define(define(standard, "ConceptType", "Instrument"), "PredicateType", "Instrument");
    expect(both.resolveConceptType("Instrument").ref).toBe(both.resolvePredicate("Instrument").ref);
  });
});

describe("A definition", () => {
  it.each<readonly [DraftKind, string]>([
    ["PredicateType", "prefers"],
    ["ConceptType", "Person"],
    ["ConceptType", "Evidence"],
    ["PredicateType", "Assertion"],
    ["PredicateType", "source"],
    ["ConceptType", "associated_actors"],
  ])("takes no name that is taken: %s %s", (kind, name) => {
    expect(errorOf(() => define(standard, kind, name)).code).toBe("SchemaSymbolConflict");
  });

  it("is made once, even identically, and not under the name of a symbol that can only be read", () => {
    const once = define(standard, "PredicateType", "mentors");
    expect(errorOf(() => define(once, "PredicateType", "mentors")).code).toBe("SchemaSymbolConflict");
    const old = packageOf("kip://test/old", "1.0.0", { predicates: { knew: {} } });
    const without = standard.activate([old]).deactivate(["kip://test/old@1.0.0"]);
    const error = errorOf(() => define(without, "PredicateType", "knew"));
    expect([error.code, error.details.defined_as]).toEqual([
      "SchemaSymbolConflict",
      ["kip://test/old@1.0.0/knew"],
    ]);
  });

  it.each(["", "has friend", "kip://local/draft@0.0.0/x", "1st", "straße"])(
    "takes no text that is no name: %j",
    (name) => {
      expect(errorOf(() => define(standard, "ConceptType", name)).code).toBe("InvalidIdentifier");
    },
  );

  it.each<readonly [DraftKind, JsonObject]>([
    ["PredicateType", {}],
    ["ConceptType", { description: 5 }],
    ["ConceptType", { description: "  " }],
    ["PredicateType", { description, cardinality: 3 }],
    ["PredicateType", { description, ref: "kip://local/draft@0.0.0/p" }],
    ["PredicateType", { description, open_world: false }],
    ["PredicateType", { description, complete: true }],
    ["PredicateType", { description, functional: "yes" }],
    ["PredicateType", { description, temporal_conflict: "never" }],
    ["PredicateType", { description, functional_by: "object_type" }],
    ["PredicateType", { description, functional_by: "object_type", object: { literal_types: ["string"] } }],
    [
      "PredicateType",
      { description, functional_by: "object_type", object: { kinds: ["Concept", "Evidence"] } },
    ],
    [
      "PredicateType",
      { description, functional_by: "object_type", functional: true, object: { kinds: ["Concept"] } },
    ],
    ["PredicateType", { description, subject: { kinds: ["Thing"] } }],
    ["PredicateType", { description, subject: { concept_types: [] } }],
    ["PredicateType", { description, subject: { literal_types: ["string"] } }],
    ["PredicateType", { description, subject: "Person" }],
    ["PredicateType", { description, object: { literal_types: ["integer"] } }],
    ["PredicateType", { description, object: { literal_types: ["string"], format: "iban" } }],
    ["PredicateType", { description, object: { literal_types: ["number"], format: "uri" } }],
    ["PredicateType", { description, object: { literal_types: ["string"], pattern: "x" } }],
    ["ConceptType", { description, facets: { MnemonicState: {} } }],
    ["ConceptType", { description, structural_fields: {} }],
    ["ConceptType", { description, attributes: { open: false, fields: {} } }],
    ["ConceptType", { description, attributes: { fields: { a: { type: "string", required: true } } } }],
    ["ConceptType", { description, attributes: { fields: { a: { type: "string", required: false } } } }],
    ["ConceptType", { description, attributes: { fields: { a: { type: "timestamp" } } } }],
    ["ConceptType", { description, attributes: { fields: { a: {} } } }],
    ["ConceptType", { description, attributes: { fields: { a: { type: "string", description: 1 } } } }],
    ["ConceptType", { description, attributes: { fields: {}, value_schema: {} } }],
  ])("of a %s that says too little, too much or the wrong thing is refused: %j", (kind, definition) => {
    const error = errorOf(() => define(standard, kind, "fresh", definition));
    expect(error.code).toBe("ConstraintViolation");
    expect(error.hint).not.toBe("");
  });

  it("takes what it may declare", () => {
    for (const object of [
      { literal_types: ["string"], format: "timestamp", nullable: true },
      { kinds: ["Evidence", "Proposition"] },
      { nullable: false },
    ]) {
      const { ref } = define(standard, "PredicateType", "p", { description, object }).resolvePredicate("p");
      expect(ref).toBe("kip://local/draft@0.0.0/p");
    }
    expect(
      define(standard, "PredicateType", "p", {
        description,
        functional: false,
        open_world: true,
        complete: false,
        boolean_completeness: true,
        temporal_conflict: "none",
      }).resolvePredicate("p"),
    ).toMatchObject({ booleanCompleteness: true, temporalConflict: "none" });
  });

  it("names types as they are resolved everywhere, and fails as they do", () => {
    const subject = (name: string) => () =>
      define(standard, "PredicateType", "p", { description, subject: { concept_types: [name] } });
    expect(errorOf(subject("Persom")).code).toBe("SchemaSymbolNotFound");
    const twice = standard.activate([
      packageOf("kip://test/crm", "1.0.0", { concept_types: { Person: {} } }),
    ]);
    expect(
      errorOf(() =>
        define(twice, "PredicateType", "p", { description, subject: { concept_types: ["Person"] } }),
      ).code,
    ).toBe("SchemaSymbolAmbiguous");
  });
});

describe("The draft package", () => {
  it("keeps one version, its digest moves with every definition, and it states its own digest", () => {
    const one = define(standard, "PredicateType", "mentors");
    const two = define(one, "ConceptType", "Instrument");
    const drafts = [one, two].map((environment) => environment.packages.at(-1)?.package);
    expect(drafts.map((draft) => draft?.packageRef)).toEqual([DRAFT_PACKAGE_REF, DRAFT_PACKAGE_REF]);
    expect(drafts[0]?.contentDigest).not.toBe(drafts[1]?.contentDigest);
    for (const draft of drafts) {
      const content = draft?.artifact as JsonObject;
      expect((content.integrity as JsonObject).content_digest).toBe(artifactDigest(content));
    }
  });

  it("is the same in every build: environments of existing memories name it by this digest", () => {
    const symbols = [
      { kind: "ConceptType", name: "T", definition: { description } },
      { kind: "PredicateType", name: "p", definition: { description } },
    ] as const;
    expect(draftPackage(symbols).contentDigest).toBe(
      "sha256:94376422e28025ee20ef85757e20736e54fd6f2857bd9a411099d462441cf5dd",
    );
  });

  it("does not depend on the order in which symbols of different kinds were defined", () => {
    const type = { kind: "ConceptType", name: "T", definition: { description } } as const;
    const predicate = { kind: "PredicateType", name: "p", definition: { description } } as const;
    expect(draftPackage([type, predicate]).contentDigest).toBe(draftPackage([predicate, type]).contentDigest);
  });

  it("stays when packages are activated or deactivated, and cannot be deactivated itself", () => {
    const defined = define(standard, "PredicateType", "mentors");
    const other = packageOf("kip://test/other", "1.0.0", { concept_types: { Thing: {} } });
    const later = defined.activate([other]).deactivate(["kip://test/other@1.0.0"]);
    expect(later.resolvePredicate("mentors").ref).toBe("kip://local/draft@0.0.0/mentors");
    expect(errorOf(() => later.deactivate([DRAFT_PACKAGE_REF])).code).toBe("ConstraintViolation");
  });

  it("cannot be installed, depended on or named by a portable package", () => {
    const forged = draftPackage([{ kind: "PredicateType", name: "p", definition: { description } }]).artifact;
    expect(errorOf(() => loadPackage(forged)).code).toBe("SchemaSymbolConflict");
    expect(errorOf(() => loadPackage(artifact("kip://local", "1.0.0", {}))).code).toBe(
      "SchemaSymbolConflict",
    );
    const dependent = artifact(
      "kip://test/d",
      "1.0.0",
      {},
      { dependencies: [{ package_ref: DRAFT_PACKAGE_REF }] },
    );
    expect(errorOf(() => loadPackage(dependent)).code).toBe("ConstraintViolation");
    for (const type of ["kip://local/draft@0.0.0/T", "kip://local/draft/T"]) {
      const naming = { predicates: { p: { subject: { concept_types: [type] } } } };
      expect(errorOf(() => packageOf("kip://test/d", "1.0.0", naming)).code).toBe("ConstraintViolation");
    }
  });
});

describe("A package that exports a draft symbol's name later", () => {
  const people = packageOf("kip://acme/people", "1.0.0", {
    concept_types: { Instrument: {} },
    predicates: { mentors: { functional: true }, coaches: {} },
  });
  const defined = define(define(standard, "PredicateType", "mentors"), "ConceptType", "Instrument");
  const both = defined.activate([people]);
  const promoted = both.promote(
    planPromotions(both, [{ kind: "PredicateType", from: "mentors", to: "kip://acme/people@1.0.0/mentors" }]),
  );

  it("makes the name ambiguous until the draft symbol is promoted to its", () => {
    expect(errorOf(() => both.resolvePredicate("mentors")).code).toBe("SchemaSymbolAmbiguous");
    expect(promoted.resolvePredicate("mentors").ref).toBe("kip://acme/people@1.0.0/mentors");
    expect(errorOf(() => promoted.resolveConceptType("Instrument")).code).toBe("SchemaSymbolAmbiguous");
  });

  it("has one lineage with it afterwards: old data stays readable, writes go to the package's", () => {
    expect(promoted.lineageMaps).toEqual([
      { kind: "PredicateType", from: "kip://local/draft/mentors", to: "kip://acme/people/mentors" },
    ]);
    expect(promoted.equivalentLineages("PredicateType", "kip://local/draft@0.0.0/mentors")).toEqual([
      "kip://acme/people/mentors",
      "kip://local/draft/mentors",
    ]);
    const draft = promoted.resolvePredicate("kip://local/draft@0.0.0/mentors");
    expect(promoted.statusOf(draft)).toBe("readable");
    expect(promoted.writeVersion(draft).ref).toBe("kip://acme/people@1.0.0/mentors");
    expect(both.lineageMaps).toEqual([]);
  });

  it("keeps the promoted symbol's meaning when its package is deactivated: readable, not writable", () => {
    const without = promoted.deactivate(["kip://acme/people@1.0.0"]);
    expect(without.resolvePredicate("mentors").ref).toBe("kip://acme/people@1.0.0/mentors");
    expect(without.takesWrites(without.resolvePredicate("mentors"))).toBe(false);
    expect(errorOf(() => define(without, "PredicateType", "mentors")).code).toBe("SchemaSymbolConflict");
  });

  it("may bear another name", () => {
    const other = both.promote(
      planPromotions(both, [{ kind: "PredicateType", from: "mentors", to: "coaches" }]),
    );
    expect(other.equivalentLineages("PredicateType", "kip://acme/people/coaches")).toContain(
      "kip://local/draft/mentors",
    );
  });

  it.each<readonly [string, DraftKind, string, string, string]>([
    ["a second time", "PredicateType", "mentors", "coaches", "ConstraintViolation"],
    ["to a symbol of another kind", "ConceptType", "Instrument", "coaches", "ConstraintViolation"],
    [
      "to another draft symbol",
      "ConceptType",
      "Instrument",
      "kip://local/draft/Instrument",
      "ConstraintViolation",
    ],
    ["to nothing", "ConceptType", "Instrument", "kip://acme/people/Nothing", "SchemaSymbolNotFound"],
    ["when it is none", "ConceptType", "Person", "kip://acme/people/Instrument", "SchemaSymbolNotFound"],
  ])("is not what a draft symbol is promoted to %s", (_, kind, from, to, code) => {
    expect(errorOf(() => planPromotions(promoted, [{ kind, from, to }])).code).toBe(code);
  });

  it("is not what two promotions at once name for one draft symbol, or a symbol that takes no writes", () => {
    const twice = ["mentors", "coaches"].map(
      (to) => ({ kind: "PredicateType", from: "mentors", to }) as const,
    );
    expect(errorOf(() => planPromotions(both, twice)).code).toBe("ConstraintViolation");
    const without = both.deactivate(["kip://acme/people@1.0.0"]);
    const [first] = twice;
    expect(
      errorOf(() => planPromotions(without, [{ ...first, to: "kip://acme/people/coaches" }] as never)).code,
    ).toBe("ConstraintViolation");
  });
});
