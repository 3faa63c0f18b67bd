import fc from "fast-check";
import { expect, it } from "vitest";
import { digestOf, type JsonObject, KipError, sameJson } from "../model/index.js";
import {
  artifactDigest,
  type DraftKind,
  draftPackage,
  loadPackage,
  planPromotions,
  readDraftSymbol,
  SchemaEnvironment,
  type SchemaPackage,
  SYMBOL_KINDS,
} from "./index.js";
import { packageOf } from "./package.fixture.js";

/** A line of three versions: each drops something of the one before, or renames it. */
const line = (id: string, a: string, b: string): readonly SchemaPackage[] => [
  packageOf(id, "1.0.0", { concept_types: { [a]: {}, Shared: {} }, predicates: { relates: {} } }),
  packageOf(
    id,
    "2.0.0",
    { concept_types: { [b]: {}, Shared: {} } },
    { migrations: [{ op: "rename", symbol_kind: "ConceptType", from: a, to: b }] },
  ),
  packageOf(
    id,
    "3.0.0",
    { concept_types: { [a]: {} }, predicates: { relates: { functional: true } } },
    { migrations: [{ op: "rename", symbol_kind: "ConceptType", from: b, to: a }] },
  ),
];
const lines = [line("kip://test/one", "A", "B"), line("kip://test/two", "C", "D")];
const pool = lines.flat();

const step = fc.oneof(
  fc.record({ do: fc.constant("activate" as const), packages: fc.subarray(pool) }),
  fc.record({ do: fc.constant("deactivate" as const), package: fc.constantFrom(...pool) }),
  fc.record({
    do: fc.constant("define" as const),
    kind: fc.constantFrom<DraftKind>("ConceptType", "PredicateType"),
    name: fc.constantFrom("A", "x", "y", "relates"),
  }),
  fc.record({
    do: fc.constant("promote" as const),
    kind: fc.constantFrom<DraftKind>("ConceptType", "PredicateType"),
    from: fc.constantFrom("x", "y"),
    to: fc.constantFrom("A", "C", "relates", "kip://test/one/relates"),
  }),
);

/** The environment after a step; the same one when the step is refused. */
function after(
  environment: SchemaEnvironment,
  change: typeof step extends fc.Arbitrary<infer T> ? T : never,
) {
  try {
    switch (change.do) {
      case "activate":
        return environment.activate(change.packages);
      case "deactivate":
        return environment.deactivate([change.package.packageRef]);
      case "define":
        return environment.define(
          readDraftSymbol(environment, change.kind, change.name, { description: "What it means." }),
        );
      case "promote":
        return environment.promote(planPromotions(environment, [change]));
    }
  } catch (error) {
    if (error instanceof KipError) return environment;
    throw error;
  }
}

/** Everything an environment says of names, references and lineages. */
function meaning(environment: SchemaEnvironment) {
  const outcome = (work: () => unknown) => {
    try {
      return work();
    } catch (error) {
      return (error as KipError).code;
    }
  };
  return SYMBOL_KINDS.map((kind) => ({
    names: ["A", "B", "C", "D", "Shared", "relates", "x", "y"].map((name) => [
      name,
      outcome(() => environment.resolve(kind, name).ref),
      outcome(() => environment.writeVersion(environment.resolve(kind, name)).ref),
    ]),
    symbols: environment
      .all(kind)
      .map((definition) => [
        definition.ref,
        environment.statusOf(definition),
        environment.equivalentLineages(kind, definition.ref),
      ]),
    written: environment.current(kind).map(({ ref }) => ref),
  }));
}

it("An environment comes back whole from its record, whatever led to it, and each step is one version", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (changes) => {
      let environment: SchemaEnvironment = SchemaEnvironment.core;
      const records: string[] = [];
      for (const change of changes) {
        const next = after(environment, change);
        if (next === environment) continue;
        expect(next.version).toBe(environment.version + 1);
        environment = next;
        records.push(JSON.stringify(environment.record));
      }
      const kept = records.map((text) => JSON.parse(text) as SchemaEnvironment["record"]);
      const defined = kept.flatMap((record) => record.defined ?? []);
      const drafts = defined.length > 0 ? [draftPackage(defined)] : [];
      const last = kept.at(-1);
      if (last === undefined) return;
      const restored = SchemaEnvironment.restore(last, [...[...pool].reverse(), ...drafts]);
      expect(restored.record).toEqual(environment.record);
      expect(restored.lockDigest).toBe(environment.lockDigest);
      expect(restored.draftSymbols).toEqual(environment.draftSymbols);
      expect(meaning(restored)).toEqual(meaning(environment));
    }),
  );
});

it("Every symbol is in one class of lineages, all of whose names mean one definition", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (changes) => {
      const environment = changes.reduce<SchemaEnvironment>(after, SchemaEnvironment.core);
      for (const kind of SYMBOL_KINDS) {
        for (const { lineage } of environment.all(kind)) {
          const members = environment.equivalentLineages(kind, lineage);
          expect(members).toContain(lineage);
          const canonical = environment.resolve(kind, members[0] ?? "");
          for (const member of members) {
            expect(environment.equivalentLineages(kind, member)).toEqual(members);
            if (environment.all(kind).some((other) => other.lineage === member)) {
              expect(environment.resolve(kind, member)).toBe(canonical);
            }
          }
        }
        // Of one symbol, one definition is written at most.
        const written = environment
          .current(kind)
          .map(({ lineage }) => environment.canonicalLineage(kind, lineage));
        expect(new Set(written).size).toBe(written.length);
      }
    }),
  );
});

it("Lineages do not depend on how the packages of different lines were interleaved", () => {
  const [one, two] = lines as [readonly SchemaPackage[], readonly SchemaPackage[]];
  const interleavings = fc
    .shuffledSubarray([0, 0, 0, 1, 1, 1], { minLength: 6, maxLength: 6 })
    .map((order) => {
      const left = [...one];
      const right = [...two];
      return order.flatMap((which) => (which === 0 ? left : right).shift() ?? []);
    });
  const activate = (packages: readonly SchemaPackage[]) =>
    packages.reduce((environment, item) => environment.activate([item]), SchemaEnvironment.core);
  const expected = activate(pool);
  fc.assert(
    fc.property(interleavings, (packages) => {
      const environment = activate(packages);
      expect(meaning(environment)).toEqual(meaning(expected));
      expect(environment.lockDigest).toBe(expected.lockDigest);
    }),
  );
});

const schema: JsonObject = { $id: "urn:test:size", type: "number", minimum: 0, maximum: 9 };
const base: JsonObject = {
  format: "KIP-Schema-Package",
  manifest: {
    package_id: "kip://test/base",
    version: "1.0.0",
    validation_schemas: [{ id: "urn:test:size", content_digest: digestOf(schema) }],
  },
  definitions: {
    concept_types: {
      Thing: {
        attributes: {
          open: false,
          fields: { size: { type: "number", value_schema: { $ref: "urn:test:size" } } },
        },
      },
    },
    predicates: { holds: { subject: { concept_types: ["Thing"] }, functional: true } },
  },
};
const dependent: JsonObject = {
  format: "KIP-Schema-Package",
  manifest: { package_id: "kip://test/top", version: "1.0.0" },
  dependencies: [{ package_ref: "kip://test/base@1.0.0", content_digest: artifactDigest(base) }],
  definitions: { predicates: { owns: { object: { concept_types: ["Thing"] } } } },
};

/** A JSON text with one character replaced. */
const mutated = (text: string) =>
  fc
    .tuple(fc.nat(text.length - 1), fc.integer({ min: 0x20, max: 0x7e }))
    .map(([at, code]) => text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1));

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

it("An artifact that is pinned by its digest is accepted unchanged, and refused after any change of one byte", () => {
  const load = (content: unknown, schemas: readonly JsonObject[]) =>
    loadPackage(dependent, { packages: [loadPackage(content, { schemas })] });
  expect(load(base, [schema]).packageRef).toBe("kip://test/top@1.0.0");
  fc.assert(
    fc.property(mutated(JSON.stringify(base)), (text) => {
      const content = parsed(text);
      // Another spelling of the same JSON is the same artifact.
      if (content === undefined || sameJson(content, base)) return;
      expect(() => load(content, [schema])).toThrow(KipError);
    }),
    { numRuns: 500 },
  );
  fc.assert(
    fc.property(mutated(JSON.stringify(schema)), (text) => {
      const document = parsed(text);
      if (document === undefined || sameJson(document, schema)) return;
      expect(() => load(base, [document as JsonObject])).toThrow(KipError);
    }),
    { numRuns: 300 },
  );
});

it("An artifact that states its own digest is refused after any change of one byte of what the digest covers", () => {
  const integrity = { digest_profile: "kip-jcs-safe-v1", content_digest: artifactDigest(base) };
  const sealed: JsonObject = { ...base, integrity };
  expect(loadPackage(sealed, { schemas: [schema] }).contentDigest).toBe(integrity.content_digest);
  fc.assert(
    fc.property(mutated(JSON.stringify(sealed)), (text) => {
      const content = parsed(text) as JsonObject | undefined;
      if (content === undefined || sameJson(content, sealed)) return;
      // A misspelt "integrity" is a member no artifact has; without one, nothing would be checked.
      expect(() => loadPackage(content, { schemas: [schema] })).toThrow(KipError);
    }),
    { numRuns: 500 },
  );
});
