import { describe, expect, it } from "vitest";
import { codeOf, countPeople, createPerson, onlyResult, openRuntime, people } from "./nexus.fixture.js";

describe("DESCRIBE CAPABILITIES", () => {
  it("is true: each limit it names is where requests begin to fail", async () => {
    const runtime = await openRuntime();
    const report = onlyResult(await runtime.executeKip({ command: "DESCRIBE CAPABILITIES" })) as unknown as {
      supported: Record<string, unknown>;
      limits: { command: { characters: number; nesting: number }; request: { operations: number } };
    };
    for (const name of Object.keys(report.supported)) {
      const operations = [{ command: countPeople }];
      expect((await runtime.request({ kip: "2.0", requires: { [name]: true }, operations })).status).toBe(
        "succeeded",
      );
    }
    const { characters, nesting } = report.limits.command;
    const padded = (length: number) => countPeople.padEnd(length, " ");
    expect(codeOf(await runtime.executeKip({ command: padded(characters) }))).toBeUndefined();
    expect(codeOf(await runtime.executeKip({ command: padded(characters + 1) }))).toBe("ResourceExhausted");
    const nested = (depth: number) =>
      `FIND(?p) WHERE { ?p {attributes: {a: ${"[".repeat(depth)}${"]".repeat(depth)}}} }`;
    expect(codeOf(await runtime.executeKip({ command: nested(nesting + 1) }))).toBe("ResourceExhausted");
    const many = Array.from({ length: report.limits.request.operations + 1 }, () => countPeople);
    expect(codeOf(await runtime.executeKipReadonly({ operations: many }))).toBe("ResourceExhausted");
    expect(codeOf(await runtime.executeKipReadonly({ operations: many.slice(1) }))).toBeUndefined();
  });
});

describe("two tabs on one memory", () => {
  it("see each other's commits, and both may write", async () => {
    const name = crypto.randomUUID();
    const [one, other] = [await openRuntime(name), await openRuntime(name)];
    const seen: number[] = [];
    await other.onCommit(({ space_seq }) => seen.push(space_seq));
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? one : other).executeKip({ command: createPerson(`p${index}`) }),
      ),
    );
    await expect.poll(() => people(one)).toEqual([20]);
    await expect.poll(() => people(other)).toEqual([20]);
    expect(seen).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    const ids = await one.executeKip({ command: 'FIND(?c.id) WHERE { ?c CONCEPT {type: "Person"} }' });
    expect(new Set(onlyResult(ids) as string[]).size).toBe(20);
  });
});

describe("packages of the host", () => {
  const artifact = {
    format: "KIP-Schema-Package",
    manifest: { package_id: "kip://test/boats", version: "1.0.0" },
    definitions: { concept_types: { Boat: { kind: "ConceptType", description: "Something that floats." } } },
  };

  it("come as an array of artifacts, whatever JavaScript hands over", async () => {
    for (const wrong of [
      { packages: "x" },
      { packages: [5] },
      { schemas: artifact },
      { packages: artifact },
    ]) {
      await expect(openRuntime(crypto.randomUUID(), wrong as never)).rejects.toMatchObject({
        code: "ArtifactParseError",
        hint: expect.stringMatching(/^Hand (over an array|the engine)/),
      });
    }
  });

  it("are in force at once, and still are when the memory is opened without them", async () => {
    const name = crypto.randomUUID();
    const first = await openRuntime(name, { packages: [artifact] });
    expect(
      (await first.executeKip({ command: 'CREATE CONCEPT ?b { TYPE "Boat" NAME "Sloop" }' })).status,
    ).toBe("succeeded");
    first.close();
    const second = await openRuntime(name);
    expect(
      onlyResult(await second.executeKip({ command: 'FIND(?b.name) WHERE { ?b {type: "Boat"} }' })),
    ).toEqual(["Sloop"]);
  });

  it("can be put in force while the memory is open, in every tab", async () => {
    const name = crypto.randomUUID();
    const [here, there] = [await openRuntime(name), await openRuntime(name)];
    const create = 'CREATE CONCEPT ?b { TYPE "Boat" NAME "Sloop" }';
    expect(codeOf(await there.executeKip({ command: create }))).toBe("SchemaSymbolNotFound");
    await here.activatePackages([artifact]);
    expect((await here.executeKip({ command: create })).results[0]?.receipt).toMatchObject({
      schema_environment_version: 2,
    });
    await expect
      .poll(async () => (await there.executeKip({ command: create })).results[0]?.receipt?.space_seq)
      .toBe(2);
  });

  it("are refused by name when they rest on what cannot be verified", async () => {
    const name = crypto.randomUUID();
    const dependent = { ...artifact, dependencies: [{ package_ref: "kip://nowhere/found@1.0.0" }] };
    await expect(openRuntime(name, { packages: [dependent] })).rejects.toMatchObject({
      code: "SchemaPackageUnavailable",
      message: expect.stringContaining("kip://test/boats@1.0.0"),
    });
  });
});
