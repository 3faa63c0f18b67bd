import { describe, expect, it } from "vitest";
import { asSpaceId, digestOfText } from "../model/index.js";
import { type LogRow, NexusStore } from "../store/index.js";
import { createPerson, onlyResult, openRuntime } from "./nexus.fixture.js";
import { LogVerifier } from "./verify-log.js";

const space = asSpaceId("kip:space:default");

/** The records of a short history: a Person is created and renamed, Evidence is added, an atomic batch reads its own. */
async function history(): Promise<readonly LogRow[]> {
  const name = crypto.randomUUID();
  const runtime = await openRuntime(name);
  for (const command of [
    createPerson("Alice"),
    'UPDATE "C-1" SET FIELDS {name: "Alicia"}',
    'CREATE EVIDENCE ?e { SET FIELDS { evidence_class: "message", payload: "hi" } }',
  ]) {
    onlyResult(await runtime.executeKip({ command }));
  }
  await runtime.executeKip({
    operations: [createPerson("Bob"), 'FIND(?c.id) WHERE { ?c CONCEPT {type: "Person"} }'],
    execution: { mode: "atomic", idempotency_key: "batch" },
  });
  expect(await runtime.verifyLog()).toEqual({ space, commits: 4, rewritten: 0, problems: [] });
  const store = await NexusStore.open(name, "strict", "");
  const rows: LogRow[] = [];
  for await (const row of store.recordsAfter(space, 0)) rows.push(row);
  store.close();
  return rows;
}

function problems(rows: readonly LogRow[], headSeq = rows.length): readonly string[] {
  const verifier = new LogVerifier(space);
  for (const row of rows) verifier.take(row);
  return verifier.finish(headSeq).problems.map(({ seq, problem }) => `${seq}: ${problem}`);
}

function changed(rows: readonly LogRow[], seq: number, parts: (row: LogRow) => Partial<LogRow>): LogRow[] {
  return rows.map((row) => (row.seq === seq ? { ...row, ...parts(row) } : row));
}

describe("verifying a log", () => {
  it("finds nothing wrong with one that is sound, and each damage by its sequence", async () => {
    const rows = await history();
    expect(problems(rows)).toEqual([]);

    expect(problems(rows.filter(({ seq }) => seq !== 2))).toContain("3: it follows the record of sequence 1");
    expect(problems([...rows, ...rows.slice(3)])).toContain("4: it follows the record of sequence 4");
    expect(problems(rows.slice(0, 3), 4)).toEqual(["3: the log ends here, but the head is at 4"]);

    const renamed = (row: LogRow) => ({ body: row.body.replace("Alicia", "Malice") });
    expect(problems(changed(rows, 2, renamed))).toEqual([
      "2: its write set is not the one that was committed",
    ]);
    expect(problems(changed(rows, 2, ({ body }) => ({ body: body.slice(1) })))).toContain(
      "2: its write set cannot be read",
    );
    expect(
      problems(
        changed(rows, 2, ({ receipt }) => ({ receipt: { ...receipt, schema_environment_version: 99 } })),
      ),
    ).toEqual(["2: its receipt does not verify"]);
    expect(
      problems(changed(rows, 3, ({ envelope }) => ({ envelope: { ...envelope, changes: [] } }))),
    ).toEqual([
      "3: its change envelope is not what the receipt names",
      "3: it does not announce version 1 of E-1",
    ]);
    expect(problems(changed(rows, 1, () => ({ result: [{ result: { created: { concept: 9 } } }] })))).toEqual(
      ["1: its retained result is not the one the receipt names"],
    );
    expect(problems(changed(rows, 3, ({ counters }) => ({ counters: { ...counters, concept: 0 } })))).toEqual(
      ["3: the concept counter goes back"],
    );
    expect(
      problems(
        changed(rows, 4, ({ record }) => ({ record: { ...record, origin_principal: "x", snapshot_seq: 1 } })),
      ),
    ).toEqual(["4: it was not evaluated on the state before it"]);
  });

  it("lets an element's versions follow one another only", async () => {
    const rows = await history();
    const skip = ({ body }: LogRow) => {
      const skipped = body.replace('"version":2', '"version":3');
      return { body: skipped, body_digest: digestOfText(skipped) };
    };
    expect(problems(changed(rows, 2, skip))).toEqual([
      "2: version 3 of C-1 follows version 1",
      "2: it does not announce version 3 of C-1",
    ]);
  });

  it("tells an erasure from damage by the record that erased", async () => {
    const rows = await history();
    const body = (rows[2]?.body ?? "").replace('{"mode":"inline","inline":"hi"}', '{"status":"purged"}');
    const by = (seq: number) => () => ({ body, rewritten: { body_digest: digestOfText(body), by: [seq] } });
    const erasures = [{ id: JSON.parse(body).elements[0].id, scope: "payload" as const }];
    const erasing = changed(rows, 4, () => ({ erasures }));
    expect(problems(changed(erasing, 3, by(4)))).toEqual([]);
    expect(problems(changed(rows, 3, by(4)))).toEqual([
      "3: its content was changed by sequence 4, which does not say that it erased any of it",
    ]);
    expect(problems(changed(erasing, 3, () => ({ body })))).toEqual([
      "3: its write set is not the one that was committed",
    ]);
  });
});
