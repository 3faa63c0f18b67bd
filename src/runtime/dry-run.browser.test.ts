import { describe, expect, it } from "vitest";
import type { KmlCommand } from "../lang/index.js";
import type { RequestEnvelope, ResponseEnvelope } from "../model/index.js";
import { createPerson, openRuntime } from "./nexus.fixture.js";
import type { NexusRuntime } from "./nexus-runtime.js";

/** A command of every kind of statement that changes something: the type refuses a kind without one. */
const STATEMENTS: Readonly<Record<KmlCommand["type"], string>> = {
  CreateConcept: createPerson("New"),
  CreateEvidence: 'CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "note", payload: "said"} }',
  CreateAssertion:
    'CREATE ASSERTION ?a { SET FIELDS {proposition: "P-1", asserted_by: "C-1", stance: "support", mode: "stated"} }',
  CreateActivity: 'CREATE ACTIVITY ?x { SET FIELDS {activity_class: "inference"} }',
  UpsertConcept: 'UPSERT CONCEPT ?c { MATCH {type: "Person", key: "new"} SET FIELDS {name: "New"} }',
  EnsureProposition: 'ENSURE PROPOSITION ?p ("C-2", "timezone", "Europe/Oslo")',
  Assert: 'ASSERT ("C-1", "timezone", "Europe/Rome") {by: "C-1", mode: "stated"}',
  Update: 'UPDATE "C-1" SET FIELDS {name: "Other"}',
  Transition: 'TRANSITION "C-1" TO "archived"',
  SetRetention: 'SET RETENTION "C-1" {expires_at: "2030-01-01T00:00:00.000Z"}',
  Purge: 'PURGE "C-3" CONFIRM "PURGE"',
  PurgePayload: 'PURGE PAYLOAD "E-1" CONFIRM "PURGE"',
  MergeConcept: 'MERGE CONCEPT "C-2" INTO "C-1"',
  DefineConceptType: 'DEFINE CONCEPT TYPE "Instrument" {description: "A musical instrument."}',
  DefinePredicate: 'DEFINE PREDICATE "mentors" {description: "One person guides another."}',
  Mutate: `MUTATE { ${createPerson("New")} UPDATE "C-1" SET FIELDS {name: "Other"} }`,
};

async function memory(name: string): Promise<NexusRuntime> {
  const runtime = await openRuntime(name);
  for (const person of ["Ann", "Ben", "Cid"]) await runtime.executeKip({ command: createPerson(person) });
  await runtime.executeKip({ command: STATEMENTS.CreateEvidence });
  await runtime.executeKip({
    command: 'ASSERT ("C-1", "timezone", "Europe/Oslo") {by: "C-1", mode: "stated", evidence: "E-1"}',
  });
  return runtime;
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Every row of every table, as it lies in the browser. */
async function everything(name: string): Promise<unknown> {
  const database = await settled(indexedDB.open(`kip-nexus:${name}`));
  try {
    const tables = [...database.objectStoreNames];
    const transaction = database.transaction(tables);
    return await Promise.all(
      tables.map(async (table) => [table, await settled(transaction.objectStore(table).getAll())]),
    );
  } finally {
    database.close();
  }
}

const MODES: Readonly<Record<string, (command: string) => Omit<RequestEnvelope, "kip" | "options">>> = {
  independent: (command) => ({ execution: { mode: "independent" }, operations: [{ command }] }),
  sequence: (command) => ({ execution: { mode: "sequence" }, operations: [{ command }] }),
  atomic: (command) => ({
    execution: { mode: "atomic", idempotency_key: "k" },
    operations: [{ command }],
    ...(command.startsWith("DEFINE")
      ? {}
      : { ingest: { evidence: [{ key: "msg", evidence_class: "note", payload: "seen" }] } }),
  }),
};

function receiptsIn({ receipt, results }: ResponseEnvelope): readonly unknown[] {
  return [receipt, ...results.map((result) => result.receipt)].filter((found) => found);
}

describe("a dry run", () => {
  it.each(Object.keys(MODES))(
    "in %s mode says what each statement would do, and leaves every table as it was",
    async (mode) => {
      const name = crypto.randomUUID();
      const runtime = await memory(name);
      const before = await everything(name);
      for (const [kind, command] of Object.entries(STATEMENTS)) {
        const request = MODES[mode]?.(command);
        const response = await runtime.request({
          kip: "2.0",
          options: { dry_run: true },
          ...request,
        } as RequestEnvelope);
        expect([kind, response.status, response.results[0]?.error?.message]).toEqual([
          kind,
          "succeeded",
          undefined,
        ]);
        expect([kind, response.results[0]?.result]).toEqual([kind, expect.anything()]);
        expect([
          kind,
          receiptsIn(response).filter((receipt) => (receipt as { status?: string }).status === "committed"),
        ]).toEqual([kind, []]);
      }
      expect(await everything(name)).toEqual(before);
      // Neither an id nor a sequence was spent, and the key is free.
      const real = await runtime.executeKip({
        command: createPerson("Real"),
        execution: { mode: "independent", idempotency_key: "k" },
      });
      expect(real.results[0]?.result).toMatchObject({ created_ids: ["C-4"] });
      expect(real.results[0]?.receipt ?? real.receipt).toMatchObject({ space_seq: 6 });
    },
  );
});
