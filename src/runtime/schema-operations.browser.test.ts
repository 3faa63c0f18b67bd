import { describe, expect, it } from "vitest";
import type { ChangeEnvelope, JsonObject } from "../model/index.js";
import { digestOf } from "../model/index.js";
import { codeOf, onlyResult, openRuntime } from "./nexus.fixture.js";

const boats = (version: string, definitions: JsonObject, more: JsonObject = {}): JsonObject => ({
  format: "KIP-Schema-Package",
  manifest: { package_id: "kip://test/boats", version },
  definitions,
  ...more,
});
const v1 = boats("1.0.0", { concept_types: { Boat: {}, Raft: {} } });
/** Boats are vessels now, and there are no rafts any more. */
const v2 = boats(
  "2.0.0",
  { concept_types: { Vessel: {} } },
  { migrations: [{ op: "rename", symbol_kind: "ConceptType", from: "Boat", to: "Vessel" }] },
);
const harbours: JsonObject = {
  format: "KIP-Schema-Package",
  manifest: { package_id: "kip://test/harbours", version: "1.0.0" },
  dependencies: [{ package_ref: "kip://test/boats@1.0.0" }],
  definitions: {
    concept_types: { Harbour: {} },
    predicates: {
      moored_in: { subject: { concept_types: ["Boat"] }, object: { concept_types: ["Harbour"] } },
    },
  },
};
const keyed = (type: string, name: string) =>
  `UPSERT CONCEPT ?c { MATCH {type: "${type}", key: "sloop"} SET FIELDS {name: "${name}"} }`;
const create = (type: string) => ({ command: `CREATE CONCEPT ?c { TYPE "${type}" NAME "x" }` });
const refs = (type: string) => ({ command: `FIND(?c.schema_ref) WHERE { ?c {type: "${type}"} }` });

describe("Activating packages", () => {
  it("of a Space with a history is a commit of its own, which every tab gets in its place", async () => {
    const name = crypto.randomUUID();
    const [here, there] = [await openRuntime(name), await openRuntime(name)];
    const seen: ChangeEnvelope[] = [];
    await there.onCommit((envelope) => seen.push(envelope));
    await here.executeKip(create("Person"));
    expect(await here.activatePackages([v1])).toEqual({ schema_environment_version: 2 });
    await here.executeKip({ command: keyed("Boat", "Sloop") });
    await expect
      .poll(async () => onlyResult(await there.executeKip(refs("Boat"))))
      .toEqual(["kip://test/boats@1.0.0/Boat"]);
    expect(
      seen.map(({ space_seq, control_changes, schema_environment_version }) => [
        space_seq,
        control_changes ?? null,
        schema_environment_version,
      ]),
    ).toEqual([
      [1, null, 1],
      [2, [{ kind: "schema", version: "2" }], 2],
      [3, null, 2],
    ]);
    expect((await there.verifyLog()).problems).toEqual([]);
  });

  it("of a Space without a commit is part of setting it up, and what is active already changes nothing", async () => {
    const runtime = await openRuntime();
    await runtime.activatePackages([v1]);
    expect(await runtime.activatePackages([v1])).toEqual({ schema_environment_version: 2 });
    expect((await runtime.executeKip(create("Boat"))).results[0]?.receipt?.space_seq).toBe(1);
  });

  it("of a newer version finds old data under both names in both tabs, keeps keys, and old tabs do not turn it back", async () => {
    const name = crypto.randomUUID();
    const here = await openRuntime(name, { packages: [v1] });
    await here.executeKip({ command: keyed("Boat", "old") });
    await here.executeKip(create("Raft"));
    const newer = await openRuntime(name, { packages: [v2] });
    // A tab with the older package opens after the upgrade.
    const older = await openRuntime(name, { packages: [v1] });
    for (const tab of [here, newer, older]) {
      await expect.poll(async () => codeOf(await tab.executeKip(refs("Vessel")))).toBeUndefined();
      await tab.executeKip({ command: keyed("Boat", "under the old name") });
      await tab.executeKip({ command: keyed("Vessel", "under the new name") });
      await tab.executeKip(create("Vessel"));
    }
    const found = onlyResult(await older.executeKip(refs("Boat"))) as string[];
    expect([...found].sort()).toEqual([
      "kip://test/boats@1.0.0/Boat",
      ...Array.from({ length: 3 }, () => "kip://test/boats@2.0.0/Vessel"),
    ]);
    expect(onlyResult(await here.executeKip(refs("Raft")))).toEqual(["kip://test/boats@1.0.0/Raft"]);
    expect(codeOf(await here.executeKip(create("Raft")))).toBe("SchemaSymbolNotFound");
    expect((await here.verifyLog()).problems).toEqual([]);
  });

  it("goes back to an earlier version when the host says so", async () => {
    const runtime = await openRuntime(undefined, { packages: [v1] });
    await runtime.executeKip({ command: keyed("Boat", "old") });
    await runtime.activatePackages([v2]);
    await runtime.executeKip(create("Vessel"));
    await runtime.activatePackages(["kip://test/boats@1.0.0"]);
    await runtime.executeKip(create("Boat"));
    expect([...(onlyResult(await runtime.executeKip(refs("Boat"))) as string[])].sort()).toEqual([
      "kip://test/boats@1.0.0/Boat",
      "kip://test/boats@1.0.0/Boat",
      "kip://test/boats@2.0.0/Vessel",
    ]);
  });

  it("is refused whole for a missing dependency and for other content under a version that is here", async () => {
    const runtime = await openRuntime();
    await expect(runtime.activatePackages([harbours])).rejects.toMatchObject({
      code: "SchemaPackageUnavailable",
      details: { dependency: "kip://test/boats@1.0.0" },
    });
    expect(await runtime.activatePackages([harbours, v1])).toEqual({ schema_environment_version: 2 });
    const forged = boats("1.0.0", { concept_types: { Boat: {}, Submarine: {} } });
    await expect(runtime.activatePackages([v2, forged])).rejects.toMatchObject({
      code: "SchemaSymbolConflict",
    });
    expect(codeOf(await runtime.executeKip(create("Vessel")))).toBe("SchemaSymbolNotFound");
  });

  it("keeps an environment whole however its packages were activated and reactivated", async () => {
    const name = crypto.randomUUID();
    const runtime = await openRuntime(name);
    await runtime.activatePackages([v1]);
    await runtime.activatePackages([harbours]);
    await runtime.activatePackages([v2]);
    await runtime.activatePackages(["kip://test/boats@1.0.0"]);
    runtime.close();
    const again = await openRuntime(name);
    expect((await again.executeKip(create("Harbour"))).results[0]?.receipt).toMatchObject({
      schema_environment_version: 5,
    });
  });
});

describe("Deactivating packages", () => {
  it("leaves their data readable and unwritable in every tab, until they are activated again", async () => {
    const name = crypto.randomUUID();
    const [here, there] = [await openRuntime(name, { packages: [v1] }), await openRuntime(name)];
    await here.executeKip({ command: keyed("Boat", "Sloop") });
    expect(await here.deactivatePackages(["kip://test/boats@1.0.0"])).toEqual({
      schema_environment_version: 2,
    });
    for (const tab of [here, there]) {
      await expect
        .poll(async () => codeOf(await tab.executeKip(create("Boat"))))
        .toBe("SchemaSymbolNotFound");
      expect(onlyResult(await tab.executeKip(refs("Boat")))).toEqual(["kip://test/boats@1.0.0/Boat"]);
      expect(codeOf(await tab.executeKip({ command: 'UPDATE "C-1" SET ATTRIBUTES {sails: 2}' }))).toBe(
        "SchemaSymbolNotFound",
      );
      expect(
        codeOf(await tab.executeKip({ command: 'UPDATE "C-1" SET FIELDS {name: "Ketch"}' })),
      ).toBeUndefined();
    }
    // Opening with the package is no order to write with it again; activating it is.
    const third = await openRuntime(name, { packages: [v1] });
    expect(codeOf(await third.executeKip(create("Boat")))).toBe("SchemaSymbolNotFound");
    await third.activatePackages(["kip://test/boats@1.0.0"]);
    expect(codeOf(await third.executeKip(create("Boat")))).toBeUndefined();
  });

  it("is refused while something active rests on them, and for what is not there", async () => {
    const runtime = await openRuntime(undefined, { packages: [v1, harbours] });
    const ref = "kip://test/boats@1.0.0";
    await expect(runtime.deactivatePackages([ref])).rejects.toMatchObject({
      code: "ConstraintViolation",
      details: { dependent: "kip://test/harbours@1.0.0" },
    });
    await expect(runtime.deactivatePackages(["kip://test/nowhere@1.0.0"])).rejects.toMatchObject({
      code: "SchemaPackageUnavailable",
    });
    await expect(runtime.deactivatePackages("x" as never)).rejects.toMatchObject({
      code: "ArtifactParseError",
    });
    expect(await runtime.deactivatePackages([ref, "kip://test/harbours@1.0.0"])).toEqual({
      schema_environment_version: 2,
    });
    // What it rests on is not active, so it cannot be activated alone.
    await expect(runtime.activatePackages(["kip://test/harbours@1.0.0"])).rejects.toMatchObject({
      code: "SchemaPackageUnavailable",
    });
  });
});

describe("Installing packages", () => {
  it("keeps them for every Space of the Nexus and puts them in force in none", async () => {
    const name = crypto.randomUUID();
    const runtime = await openRuntime(name);
    expect(await runtime.installPackages([harbours, v1])).toEqual([
      { package_ref: "kip://test/boats@1.0.0", content_digest: digestOf(v1) },
      { package_ref: "kip://test/harbours@1.0.0", content_digest: digestOf(harbours) },
    ]);
    expect(codeOf(await runtime.executeKip(create("Boat")))).toBe("SchemaSymbolNotFound");
    runtime.close();
    const other = await openRuntime(name, { space: "kip:space:other" });
    expect((await other.installedPackages()).map(({ package_ref }) => package_ref)).toEqual([
      "kip://domains/general@1.0.0",
      "kip://profiles/cognitive-memory@2.0.0",
      "kip://test/boats@1.0.0",
      "kip://test/harbours@1.0.0",
    ]);
    await expect(other.activatePackages(["kip://test/boats@9.0.0"])).rejects.toMatchObject({
      code: "SchemaPackageUnavailable",
    });
    await other.activatePackages(["kip://test/harbours@1.0.0", "kip://test/boats@1.0.0"]);
    expect(codeOf(await other.executeKip(create("Harbour")))).toBeUndefined();
  });

  it("never replaces an artifact by another of the same name", async () => {
    const runtime = await openRuntime();
    await runtime.installPackages([v1]);
    const forged = boats("1.0.0", { concept_types: { Submarine: {} } });
    await expect(runtime.installPackages([forged])).rejects.toMatchObject({ code: "SchemaSymbolConflict" });
    await runtime.activatePackages(["kip://test/boats@1.0.0"]);
    expect(codeOf(await runtime.executeKip(create("Boat")))).toBeUndefined();
  });
});
