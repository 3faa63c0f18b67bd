import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { builtInPackages, memoryPackage, SchemaEnvironment } from "./index.js";
import { errorOf, packageOf } from "./package.fixture.js";

const standard = SchemaEnvironment.core.activate(builtInPackages());

const team = packageOf("kip://test/team", "1.0.0", {
  concept_types: { Member: {}, Status: {} },
  predicates: { status: { object: { literal_types: ["string"] }, functional: true } },
});
const ship = packageOf("kip://test/ship", "1.0.0", {
  concept_types: { Vessel: {} },
  predicates: { status: { object: { literal_types: ["string"] } } },
});

/** The same package line, one optional attribute richer. */
const team2 = packageOf("kip://test/team", "1.1.0", {
  concept_types: { Member: { attributes: { fields: { since: { type: "timestamp" } } } } },
  predicates: { status: { object: { literal_types: ["string"] }, functional: true } },
});

describe("A name in a Schema Environment", () => {
  it("means the symbol of the one package that exports it, by local name, exact reference or lineage", () => {
    const person = standard.resolveConceptType("Person");
    expect(person.ref).toBe("kip://profiles/cognitive-memory@2.0.0/Person");
    expect(standard.resolveConceptType(person.ref)).toBe(person);
    expect(standard.resolveConceptType(person.lineage)).toBe(person);
    expect(standard.resolvePredicate("timezone").functional).toBe(true);
  });

  it("fails when two packages export it, naming both exact references, and an exact reference still works", () => {
    const environment = SchemaEnvironment.core.activate([team, ship]);
    const error = errorOf(() => environment.resolvePredicate("status"));
    expect(error.code).toBe("SchemaSymbolAmbiguous");
    expect(error.hint).toContain("kip://test/ship@1.0.0/status");
    expect(error.hint).toContain("kip://test/team@1.0.0/status");
    expect(environment.resolvePredicate("kip://test/team@1.0.0/status").functional).toBe(true);
  });

  it("fails with names that look like it, and with all there are", () => {
    for (const wanted of ["person", "Persom", "PERSON"]) {
      const error = errorOf(() => standard.resolveConceptType(wanted));
      expect(error.code).toBe("SchemaSymbolNotFound");
      expect(error.hint).toContain('Did you mean "Person"?');
      expect(error.details.suggestions).toContain("Person");
    }
    const spaceship = errorOf(() => standard.resolveConceptType("Spaceship"));
    expect(spaceship.hint).toContain("Known Concept Type names: Commitment, Event");
    expect(spaceship.details.suggestions).toEqual([]);
  });

  it("says so when it is a symbol of another kind, an element kind, or an unknown version", () => {
    expect(errorOf(() => standard.resolveConceptType("prefers")).hint).toContain('"prefers" is a Predicate');
    expect(errorOf(() => standard.resolveConceptType("Concept")).hint).toContain("element kind");
    expect(
      errorOf(() => standard.resolveConceptType("kip://profiles/cognitive-memory@1.0.0/Person")).hint,
    ).toContain('"kip://profiles/cognitive-memory@2.0.0/Person"');
  });

  it("never depends on the order in which packages were activated", () => {
    const packages = [...builtInPackages(), team, ship];
    const names = ["Person", "status", "Vessel", "Topic", "nothing"];
    const meaning = (environment: SchemaEnvironment) =>
      names
        .map(
          (name) =>
            environment.all("PredicateType").length + environment.current("ConceptType").length + name,
        )
        .concat(names.map((name) => outcome(() => environment.resolve("PredicateType", name).ref)))
        .concat(names.map((name) => outcome(() => environment.resolve("ConceptType", name).ref)));
    const expected = meaning(SchemaEnvironment.core.activate(packages));
    fc.assert(
      fc.property(fc.shuffledSubarray(packages, { minLength: packages.length }), (shuffled) => {
        const environment = SchemaEnvironment.core.activate(shuffled);
        expect(meaning(environment)).toEqual(expected);
        expect(environment.lockDigest).toBe(SchemaEnvironment.core.activate(packages).lockDigest);
      }),
    );
  });

  it("resolves exactly when one lineage has it, whatever packages there are", () => {
    const names = ["Alpha", "Beta", "Gamma"];
    const definitions = fc.subarray(names).map((list) => Object.fromEntries(list.map((name) => [name, {}])));
    fc.assert(
      fc.property(fc.array(definitions, { minLength: 1, maxLength: 4 }), (list) => {
        const packages = list.map((types, index) =>
          packageOf(`kip://test/p${index}`, "1.0.0", { concept_types: types }),
        );
        const environment = SchemaEnvironment.core.activate(packages);
        for (const name of names) {
          const exporting = packages.filter((item) => item.symbols.ConceptType.has(name));
          const found = outcome(() => environment.resolveConceptType(name).ref);
          if (exporting.length === 1) expect(found).toBe(`${exporting[0]?.packageRef}/${name}`);
          else expect(found).toBe(exporting.length === 0 ? "SchemaSymbolNotFound" : "SchemaSymbolAmbiguous");
        }
      }),
    );
  });
});

describe("Versions of one package line", () => {
  const before = SchemaEnvironment.core.activate([team]);
  const after = before.activate([team2]);

  it("are one lineage: the name means the newer one, and the older stays readable by its exact reference", () => {
    expect(after.resolveConceptType("Member").ref).toBe("kip://test/team@1.1.0/Member");
    const old = after.definition("ConceptType", "kip://test/team@1.0.0/Member");
    expect(old?.attributes.fields.size).toBe(0);
    expect(old && after.writeVersion(old).ref).toBe("kip://test/team@1.1.0/Member");
    expect(after.current("ConceptType").map(({ ref }) => ref)).toEqual(["kip://test/team@1.1.0/Member"]);
  });

  it("leave a symbol that the newer one drops readable, and closed to writes", () => {
    const retired = after.resolveConceptType("Status");
    expect(retired.ref).toBe("kip://test/team@1.0.0/Status");
    const error = errorOf(() => after.writeVersion(retired));
    expect(error.code).toBe("SchemaSymbolNotFound");
    expect(error.hint).toContain("Member");
  });

  it("follow a declared rename, by the old name too", () => {
    const renaming = packageOf(
      "kip://test/team",
      "2.0.0",
      { concept_types: { Colleague: {} } },
      { migrations: [{ op: "rename", symbol_kind: "ConceptType", from: "Member", to: "Colleague" }] },
    );
    const environment = after.activate([renaming]);
    expect(environment.resolveConceptType("Member").ref).toBe("kip://test/team@2.0.0/Colleague");
    expect(environment.canonicalLineage("ConceptType", "kip://test/team@1.0.0/Member")).toBe(
      "kip://test/team/Colleague",
    );
    expect(environment.equivalentLineages("ConceptType", "kip://test/team/Member")).toEqual([
      "kip://test/team/Colleague",
      "kip://test/team/Member",
    ]);
    const old = environment.definition("ConceptType", "kip://test/team@1.1.0/Member");
    expect(old && environment.writeVersion(old).name).toBe("Colleague");
  });
});

describe("A Schema Environment", () => {
  it("is a value: activation gives the next version and leaves the former as it was", () => {
    const before = SchemaEnvironment.core.activate([team]);
    const after = before.activate([ship]);
    expect([SchemaEnvironment.core.version, before.version, after.version]).toEqual([0, 1, 2]);
    expect(before.packages).toHaveLength(1);
    expect(after.activate([team, ship])).toBe(after);
  });

  it("comes back from its record, and only from the very artifacts it was made of", () => {
    const environment = SchemaEnvironment.core.activate([team]).activate([team2, ship]);
    const record = JSON.parse(JSON.stringify(environment.record)) as typeof environment.record;
    const restored = SchemaEnvironment.restore(record, [ship, team2, team]);
    expect(restored.record).toEqual(environment.record);
    expect(restored.resolveConceptType("Member").ref).toBe("kip://test/team@1.1.0/Member");
    const forged = packageOf("kip://test/ship", "1.0.0", { concept_types: { Boat: {} } });
    for (const packages of [
      [team, team2],
      [team, team2, forged],
    ]) {
      const error = errorOf(() => SchemaEnvironment.restore(record, packages));
      expect(error.code).toBe("HistoricalSchemaUnavailable");
      expect(error.message).toContain("kip://test/ship@1.0.0");
    }
  });

  it("refuses other content under a version it already has", () => {
    const forged = packageOf("kip://test/team", "1.0.0", { concept_types: { Member: {}, Guest: {} } });
    const error = errorOf(() => SchemaEnvironment.core.activate([team]).activate([forged]));
    expect(error.code).toBe("SchemaSymbolConflict");
  });

  it("refuses a package whose dependency or types are not in force, naming them", () => {
    const dependent = packageOf(
      "kip://test/pets",
      "1.0.0",
      { predicates: { owns: { subject: { concept_types: ["Person"] } } } },
      { dependencies: [{ package_ref: memoryPackage().packageRef }] },
      { packages: builtInPackages() },
    );
    const error = errorOf(() => SchemaEnvironment.core.activate([dependent]));
    expect([error.code, error.details.missing]).toEqual([
      "SchemaPackageUnavailable",
      memoryPackage().packageRef,
    ]);
    expect(SchemaEnvironment.core.activate([memoryPackage(), dependent]).version).toBe(1);

    const stray = packageOf("kip://test/stray", "1.0.0", {
      predicates: { likes: { object: { concept_types: ["kip://test/nowhere@1.0.0/Thing"] } } },
    });
    expect(errorOf(() => SchemaEnvironment.core.activate([stray])).details.missing).toBe(
      "kip://test/nowhere/Thing",
    );
  });

  it("tells reserved Core fields from a package's field of the same name", () => {
    const notes = packageOf("kip://test/notes", "1.0.0", {
      concept_types: { Note: {} },
      structural_fields: { evidence: { source: { concept_types: ["Note"] }, ordered: true } },
    });
    const environment: SchemaEnvironment = SchemaEnvironment.core.activate([notes]);
    expect(environment.resolveStructuralField("evidence", "assertion").reserved).toBe(true);
    expect(environment.resolveStructuralField("evidence", "concept").ref).toBe(
      "kip://test/notes@1.0.0/evidence",
    );
    expect(environment.structuralFieldsNamed("evidence").map(({ ref }) => ref)).toEqual([
      "evidence",
      "kip://test/notes@1.0.0/evidence",
    ]);
    expect(errorOf(() => environment.structuralFieldsNamed("not_a_field")).code).toBe("SchemaSymbolNotFound");
  });
});

function outcome(work: () => string): string {
  try {
    return work();
  } catch (error) {
    return (error as { code: string }).code;
  }
}
