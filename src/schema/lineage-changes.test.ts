import { describe, expect, it } from "vitest";
import type { JsonObject } from "../model/index.js";
import { SchemaEnvironment } from "./index.js";
import { errorOf, packageOf } from "./package.fixture.js";

const rename = (from: string, to: string, kind = "ConceptType"): JsonObject => ({
  op: "rename",
  symbol_kind: kind,
  from,
  to,
});

const team = (version: string, types: readonly string[], ...migrations: readonly JsonObject[]) =>
  packageOf(
    "kip://test/team",
    version,
    { concept_types: Object.fromEntries(types.map((name) => [name, {}])) },
    { migrations },
  );

describe("A rename in a package's migrations", () => {
  it("may go over several versions of the line, as long as it ends at a symbol of this one", () => {
    const third = team("3.0.0", ["Peer"], rename("Member", "Colleague"), rename("Colleague", "Peer"));
    const environment = SchemaEnvironment.core
      .activate([team("1.0.0", ["Member"])])
      .activate([team("2.0.0", ["Colleague"], rename("Member", "Colleague"))])
      .activate([third]);
    for (const name of ["Member", "Colleague", "Peer"]) {
      expect(environment.resolveConceptType(name).ref).toBe("kip://test/team@3.0.0/Peer");
    }
  });

  it("must lead to a symbol that is defined, here or in a package in force", () => {
    expect(errorOf(() => team("2.0.0", [], rename("Member", "Colleague"))).code).toBe("ConstraintViolation");
    expect(errorOf(() => team("2.0.0", [], rename("A", "B"), rename("B", "A"))).code).toBe(
      "ConstraintViolation",
    );
    const elsewhere = team("2.0.0", [], rename("Member", "kip://test/other/Person"));
    const before = SchemaEnvironment.core.activate([team("1.0.0", ["Member"])]);
    expect(errorOf(() => before.activate([elsewhere]))).toMatchObject({
      code: "SchemaPackageUnavailable",
      details: { missing: "kip://test/other/Person" },
    });
    const other = packageOf("kip://test/other", "1.0.0", { concept_types: { Person: {} } });
    expect(before.activate([elsewhere, other]).resolveConceptType("Member").ref).toBe(
      "kip://test/other@1.0.0/Person",
    );
  });

  it.each([
    ["of another package's symbol", rename("kip://test/other/Person", "Member")],
    ["of a symbol this version defines", rename("Member", "Colleague")],
    ["to a draft symbol of some Space", rename("Old", "kip://local/draft/mentors")],
    ["without a kind", { op: "rename", from: "Old", to: "Member" }],
  ])("is refused %s", (_, migration) => {
    const error = errorOf(() => team("2.0.0", ["Member", "Colleague"], migration as JsonObject));
    expect(error.code).toBe("ConstraintViolation");
    expect(error.message).toContain("kip://test/team@2.0.0");
  });
});

describe("A symbol that a version ends", () => {
  const before = SchemaEnvironment.core.activate([team("1.0.0", ["Member", "Guest"])]);

  it("stays readable under its name and takes no more writes, declared or simply left out", () => {
    for (const migrations of [[], [{ op: "retire", symbol_kind: "ConceptType", symbol: "Guest" }]]) {
      const environment = before.activate([team("2.0.0", ["Member"], ...migrations)]);
      const guest = environment.resolveConceptType("Guest");
      expect(guest.ref).toBe("kip://test/team@1.0.0/Guest");
      expect(environment.statusOf(guest)).toBe("retired");
      expect(environment.takesWrites(guest)).toBe(false);
      expect(errorOf(() => environment.writeVersion(guest)).code).toBe("SchemaSymbolNotFound");
    }
  });

  it("cannot be defined by the same version", () => {
    const retire = { op: "retire", symbol_kind: "ConceptType", symbol: "Guest" };
    expect(errorOf(() => team("2.0.0", ["Guest"], retire)).code).toBe("ConstraintViolation");
  });

  it("leaves its name to another package that exports it", () => {
    const hotel = packageOf("kip://test/hotel", "1.0.0", { concept_types: { Guest: {} } });
    const both = before.activate([hotel]);
    expect(errorOf(() => both.resolveConceptType("Guest")).code).toBe("SchemaSymbolAmbiguous");
    const after = both.activate([team("2.0.0", ["Member"])]);
    expect(after.resolveConceptType("Guest").ref).toBe("kip://test/hotel@1.0.0/Guest");
    expect(after.resolveConceptType("kip://test/team/Guest").ref).toBe("kip://test/team@1.0.0/Guest");
  });
});

describe("A package line that goes back to an earlier version", () => {
  const v1 = team("1.0.0", ["Member"]);
  const v2 = team("2.0.0", ["Colleague"], rename("Member", "Colleague"));
  const back = SchemaEnvironment.core.activate([v1]).activate([v2]).activate([v1]);

  it("writes the old name again, and both names stay one symbol", () => {
    expect(back.resolveConceptType("Member").ref).toBe("kip://test/team@1.0.0/Member");
    expect(back.resolveConceptType("Colleague").ref).toBe("kip://test/team@1.0.0/Member");
    expect(back.current("ConceptType").map(({ ref }) => ref)).toEqual(["kip://test/team@1.0.0/Member"]);
    expect(back.canonicalLineage("ConceptType", "kip://test/team/Member")).toBe(
      back.canonicalLineage("ConceptType", "kip://test/team/Colleague"),
    );
  });

  it("may rename back in a later version", () => {
    const v3 = team("3.0.0", ["Member"], rename("Colleague", "Member"));
    const environment = back.activate([v2]).activate([v3]);
    expect(environment.resolveConceptType("Colleague").ref).toBe("kip://test/team@3.0.0/Member");
    expect(environment.equivalentLineages("ConceptType", "kip://test/team/Colleague")).toEqual([
      "kip://test/team/Member",
      "kip://test/team/Colleague",
    ]);
  });
});
