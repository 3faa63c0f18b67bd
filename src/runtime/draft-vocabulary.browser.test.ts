import { describe, expect, it } from "vitest";
import type { ChangeEnvelope } from "../model/index.js";
import { codeOf, onlyResult, openRuntime } from "./nexus.fixture.js";

const mentors = `DEFINE PREDICATE "mentors" {
  description: "The subject mentors the object.",
  subject: {concept_types: ["Person"]},
  object: {concept_types: ["Person"]}
}`;
const people = {
  format: "KIP-Schema-Package",
  manifest: { package_id: "kip://acme/people", version: "1.0.0" },
  definitions: {
    concept_types: { Pupil: { description: "Somebody who learns." } },
    predicates: { mentors: { description: "Advises somebody over time." } },
  },
};
const claim = (from: string, to: string, at: string) => `MUTATE {
  UPSERT CONCEPT ?a { MATCH {type: "Person", key: "${from}"} SET FIELDS {name: "${from}"} }
  UPSERT CONCEPT ?b { MATCH {type: "Person", key: "${to}"} SET FIELDS {name: "${to}"} }
  ASSERT (?a, "mentors", ?b) {by: ?a, mode: "stated", at: "${at}"}
}`;
const references = 'FIND(?p.predicate_ref) WHERE { ?p (?a, "mentors", ?b) }';

describe("DEFINE", () => {
  it("is previewed as the change of the schema it would be, and changes nothing", async () => {
    const runtime = await openRuntime();
    const preview = { command: "PREVIEW KML :command", parameters: { command: mentors } };
    const first = await runtime.executeKip(preview);
    expect(first.results[0]?.result).toMatchObject({
      ...{ outcome: "would_commit", change_summary: { schema: 1 }, changes: [] },
    });
    expect((await runtime.executeKip(preview)).results[0]?.result).toEqual(first.results[0]?.result);
  });

  it("commits alone, with a sequence, a receipt and a control change under the next environment", async () => {
    const runtime = await openRuntime();
    const seen: ChangeEnvelope[] = [];
    await runtime.onCommit((envelope) => seen.push(envelope));
    const { context, results } = await runtime.executeKip({ command: mentors });
    expect(results[0]).toMatchObject({
      status: "succeeded",
      result: { ref: "kip://local/draft@0.0.0/mentors", schema_environment_version: 2 },
      context: { snapshot_seq: 0, schema_environment_version: 1 },
      receipt: {
        status: "committed",
        space_seq: 1,
        transaction_class: "control",
        schema_environment_version: 2,
        change_summary: { schema: 1 },
      },
    });
    expect(context?.schema_environment_version).toBe(2);
    expect(seen).toMatchObject([
      { space_seq: 1, changes: [], control_changes: [{ kind: "schema", version: "2" }] },
    ]);
    expect((await runtime.verifyLog()).problems).toEqual([]);
  });

  it("is used by the operations after it, in the same request too, and never inside a transaction with others", async () => {
    const runtime = await openRuntime();
    const use = claim("ada", "grace", "2026-09-01T00:00:00.000Z");
    const batch = (mode: "sequence" | "atomic") =>
      runtime.request({
        kip: "2.0",
        execution: { mode },
        operations: [{ command: mentors }, { command: use }],
      });
    const refused = await batch("atomic");
    expect([refused.status, codeOf(refused)]).toEqual(["failed", "InvalidRequestEnvelope"]);
    expect(codeOf(await runtime.executeKip({ command: references }))).toBe("SchemaSymbolNotFound");
    expect((await batch("sequence")).results.map(({ status }) => status)).toEqual(["succeeded", "succeeded"]);
    expect(onlyResult(await runtime.executeKip({ command: references }))).toEqual([
      "kip://local/draft@0.0.0/mentors",
    ]);
    const alone = { kip: "2.0", execution: { mode: "atomic" } } as const;
    const define = { command: 'DEFINE CONCEPT TYPE "Instrument" {description: "A musical instrument."}' };
    expect((await runtime.request({ ...alone, operations: [define] })).status).toBe("succeeded");
  });

  it("is told apart from its repetition by the idempotency key alone", async () => {
    const runtime = await openRuntime();
    const keyed = () =>
      runtime.request({
        kip: "2.0",
        execution: { mode: "atomic", idempotency_key: "define mentors" },
        operations: [{ command: mentors }],
      });
    const [first, second] = [await keyed(), await keyed()];
    expect(second.results[0]?.result).toEqual(first.results[0]?.result);
    expect(second.receipt).toEqual(first.receipt);
    expect(codeOf(await runtime.executeKip({ command: mentors }))).toBe("SchemaSymbolConflict");
  });

  it("can be tried out without being done, and is refused on the path that only reads", async () => {
    const runtime = await openRuntime();
    const tried = await runtime.request({
      kip: "2.0",
      options: { dry_run: true },
      operations: [{ command: mentors }],
    });
    expect(tried.results[0]).toMatchObject({ result: { schema_environment_version: 2 } });
    expect(codeOf(await runtime.executeKipReadonly({ command: mentors }))).toBe("ReadonlyViolation");
    expect(codeOf(await runtime.executeKip({ command: references }))).toBe("SchemaSymbolNotFound");
  });

  it("is known in every tab, and after everything was closed", async () => {
    const name = crypto.randomUUID();
    const [here, there] = [await openRuntime(name), await openRuntime(name)];
    const define = (symbol: string) => ({
      command: `DEFINE PREDICATE "${symbol}" {description: "${symbol}."}`,
    });
    // Both define at once: each is evaluated again on what the other did.
    const both = await Promise.all(
      ["a", "b", "c", "d"].map((symbol, index) =>
        (index % 2 === 0 ? here : there).executeKip(define(symbol)),
      ),
    );
    const refs = both.map((response) => (onlyResult(response) as { ref: string }).ref);
    expect(refs).toEqual(["a", "b", "c", "d"].map((symbol) => `kip://local/draft@0.0.0/${symbol}`));
    const versions = both.map(
      (response) =>
        (onlyResult(response) as { schema_environment_version: number }).schema_environment_version,
    );
    expect(versions.sort()).toEqual([2, 3, 4, 5]);
    const same = await Promise.all([here, there].map((tab) => tab.executeKip(define("e"))));
    expect(same.map(codeOf).sort()).toEqual(["SchemaSymbolConflict", undefined]);
    here.close();
    there.close();
    const again = await openRuntime(name);
    for (const symbol of ["a", "b", "c", "d", "e"]) {
      expect(codeOf(await again.executeKip(define(symbol)))).toBe("SchemaSymbolConflict");
    }
    expect((await again.verifyLog()).problems).toEqual([]);
  });

  it("belongs to its Space alone", async () => {
    const name = crypto.randomUUID();
    const one = await openRuntime(name, { space: "kip:space:one" });
    await one.executeKip({ command: mentors });
    const other = await openRuntime(name, { space: "kip:space:other" });
    expect(codeOf(await other.executeKip({ command: references }))).toBe("SchemaSymbolNotFound");
  });
});

describe("The past of a vocabulary", () => {
  it("is read under the environment it had: no symbol before its definition, two lineages before they were one", async () => {
    const name = crypto.randomUUID();
    const runtime = await openRuntime(name);
    const command = (text: string) => runtime.executeKip({ command: text });
    await command('CREATE CONCEPT ?c { TYPE "Person" NAME "Alan" }');
    await command(mentors);
    await command(claim("ada", "grace", "2026-09-01T00:00:00.000Z"));
    await runtime.activatePackages([people]);
    await runtime.promoteDrafts([
      { kind: "PredicateType", from: "mentors", to: "kip://acme/people@1.0.0/mentors" },
    ]);
    const draft = 'FIND(?p.id) WHERE { ?p (?a, "kip://acme/people/mentors", ?b) }';
    for (const tab of [runtime, await openRuntime(name)]) {
      const at = (text: string, seq: number) => tab.executeKip({ command: `${text} AS OF SEQ ${seq}` });
      expect(codeOf(await at(references, 1))).toBe("SchemaSymbolNotFound");
      expect(onlyResult(await at(references, 2))).toEqual([]);
      expect(onlyResult(await at(references, 3))).toEqual(["kip://local/draft@0.0.0/mentors"]);
      expect(codeOf(await at(references, 4))).toBe("SchemaSymbolAmbiguous");
      expect(onlyResult(await at(draft, 4))).toEqual([]);
      expect(onlyResult(await at(draft, 5))).toEqual(["P-1"]);
    }
    const { lineage_maps } = onlyResult(await command("DESCRIBE SCHEMA ENVIRONMENT")) as {
      lineage_maps: unknown;
    };
    expect(lineage_maps).toEqual([
      { kind: "PredicateType", from: "kip://local/draft/mentors", to: "kip://acme/people/mentors" },
    ]);
  });
});

describe("Promotion", () => {
  const promotion = {
    kind: "PredicateType",
    from: "mentors",
    to: "kip://acme/people@1.0.0/mentors",
  } as const;

  it("makes two lineages one: old claims and new ones are one population, under the references they were written with", async () => {
    const name = crypto.randomUUID();
    const [runtime, other] = [await openRuntime(name), await openRuntime(name)];
    await runtime.executeKip({ command: mentors });
    await runtime.executeKip({ command: claim("ada", "grace", "2026-09-01T00:00:00.000Z") });
    await runtime.activatePackages([people]);
    expect(codeOf(await runtime.executeKip({ command: references }))).toBe("SchemaSymbolAmbiguous");

    expect(await runtime.promoteDrafts([promotion])).toEqual({
      schema_environment_version: 4,
      lineage_maps: [
        { kind: "PredicateType", from: "kip://local/draft/mentors", to: "kip://acme/people/mentors" },
      ],
    });
    await runtime.executeKip({ command: claim("ada", "grace", "2026-09-02T00:00:00.000Z") });
    await runtime.executeKip({ command: claim("ada", "edsger", "2026-09-03T00:00:00.000Z") });
    for (const tab of [runtime, other]) {
      await expect
        .poll(async () => (onlyResult(await tab.executeKip({ command: references })) as string[]).sort())
        .toEqual(["kip://acme/people@1.0.0/mentors", "kip://local/draft@0.0.0/mentors"]);
    }
    const slot = `FIND(?b.accepted_values) WHERE {
      ?s CONCEPT {type: "Person", key: "ada"} ?b BELIEF SLOT (?s, "mentors")
    }`;
    expect((onlyResult(await other.executeKip({ command: slot })) as unknown[][])[0]).toHaveLength(2);
    const counted = await runtime.executeKip({
      command: 'FIND(COUNT(?x)) WHERE { ?p (?a, "mentors", ?b) ?x ASSERTION {proposition: ?p} }',
    });
    expect(onlyResult(counted)).toEqual([3]);
    expect((await runtime.verifyLog()).problems).toEqual([]);
  });

  it("happens once, to a symbol of its kind, and is refused as a whole", async () => {
    const runtime = await openRuntime();
    await runtime.executeKip({ command: mentors });
    await runtime.activatePackages([people]);
    const wrong = { ...promotion, kind: "ConceptType" } as const;
    await expect(runtime.promoteDrafts([promotion, wrong])).rejects.toMatchObject({
      code: "SchemaSymbolNotFound",
    });
    await expect(runtime.promoteDrafts([{ ...promotion, to: "Pupil" }])).rejects.toMatchObject({
      code: "ConstraintViolation",
    });
    await expect(runtime.promoteDrafts([5])).rejects.toMatchObject({ code: "TypeMismatch" });
    expect((await runtime.promoteDrafts([promotion])).schema_environment_version).toBe(4);
    await expect(runtime.promoteDrafts([promotion])).rejects.toMatchObject({ code: "ConstraintViolation" });
  });

  it("is refused when two Concepts would have one key", async () => {
    const runtime = await openRuntime();
    const command = (text: string) => runtime.executeKip({ command: text });
    await command('DEFINE CONCEPT TYPE "Learner" {description: "Somebody who learns."}');
    await runtime.activatePackages([people]);
    const keyed = (type: string) =>
      `UPSERT CONCEPT ?c { MATCH {type: "${type}", key: "ada"} SET FIELDS {name: "Ada"} }`;
    await command(keyed("Learner"));
    await command(keyed("Pupil"));
    const promote = () =>
      runtime.promoteDrafts([{ kind: "ConceptType", from: "Learner", to: "kip://acme/people/Pupil" }]);
    await expect(promote()).rejects.toMatchObject({ code: "IdentityConflict", details: { key: "ada" } });
    expect(onlyResult(await command('FIND(COUNT(?c)) WHERE { ?c {type: "Pupil"} }'))).toEqual([1]);
  });

  it("of a type keeps keys unique and old Concepts where they were", async () => {
    const runtime = await openRuntime();
    const command = (text: string) => runtime.executeKip({ command: text });
    await command('DEFINE CONCEPT TYPE "Learner" {description: "Somebody who learns."}');
    const keyed = (type: string, note: string) =>
      `UPSERT CONCEPT ?c { MATCH {type: "${type}", key: "ada"} SET FIELDS {name: "${note}"} }`;
    await command(keyed("Learner", "first"));
    await runtime.activatePackages([people]);
    await runtime.promoteDrafts([{ kind: "ConceptType", from: "Learner", to: "Pupil" }]);
    for (const type of ["Pupil", "Learner"]) await command(keyed(type, type));
    await command('CREATE CONCEPT ?c { TYPE "Learner" NAME "new" }');
    expect(
      (
        onlyResult(await command('FIND(?c.schema_ref, ?c.name) WHERE { ?c {type: "Pupil"} }')) as string[][]
      ).sort(),
    ).toEqual([
      ["kip://acme/people@1.0.0/Pupil", "new"],
      ["kip://local/draft@0.0.0/Learner", "Learner"],
    ]);
  });
});
