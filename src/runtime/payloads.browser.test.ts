import { afterEach, describe, expect, it } from "vitest";
import type { JsonObject, ResponseEnvelope } from "../model/index.js";
import { codeOf, onlyResult, openRuntime } from "./nexus.fixture.js";
import type { NexusRuntime } from "./nexus-runtime.js";

const LARGE = 10_000;
const databases: IDBDatabase[] = [];

afterEach(() => {
  for (const database of databases.splice(0)) database.close();
});

/** A text with a word at its end, as long as asked. */
const long = (word: string, length = LARGE) => `${"lorem ipsum ".repeat(length / 12)} ${word}`;

const evidence = (payload: unknown) => ({
  command: 'CREATE EVIDENCE ?e { SET FIELDS { evidence_class: "document", payload: :payload } }',
  parameters: { payload } as JsonObject,
});

async function rowsOf(name: string, table: string): Promise<readonly unknown[]> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(`kip-nexus:${name}`);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  databases.push(database);
  return new Promise((resolve, reject) => {
    const request = database.transaction(table).objectStore(table).getAll();
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** What may differ between two runs of the same commands: ids of transactions without a sequence, times, digests. */
function comparable(response: ResponseEnvelope): unknown {
  return JSON.parse(
    JSON.stringify(response)
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
      .replace(/~[0-9a-f-]{36}/g, "<tx>")
      .replace(/sha256:[0-9a-f]{64}/g, "<digest>")
      .replace(/"(snapshot_token|next_cursor|token|authorization_view)":"[^"]*"/g, '"$1":"<opaque>"'),
  );
}

describe("a large payload", () => {
  it("leaves the log and the image, and comes back by its id", async () => {
    const name = crypto.randomUUID();
    const runtime = await openRuntime(name);
    await runtime.executeKip(evidence(long("quinoa")));
    await runtime.executeKip(evidence("short and sweet"));
    await (await runtime.readingSession()).writeImage();
    expect(JSON.stringify(await rowsOf(name, "log"))).not.toContain("quinoa");
    expect(JSON.stringify(await rowsOf(name, "log"))).toContain("short and sweet");
    expect(JSON.stringify(await rowsOf(name, "images"))).not.toContain("quinoa");
    expect(await rowsOf(name, "payloads")).toMatchObject([{ id: "E-1" }]);
    runtime.close();

    const again = await openRuntime(name);
    expect((await again.readingSession()).opening.from).toBe("image");
    const read = await again.executeKipReadonly({ command: 'FIND(?e) WHERE { ?e EVIDENCE {id: "E-1"} }' });
    expect(onlyResult(read)).toMatchObject([{ payload: { mode: "inline", inline: long("quinoa") } }]);
    expect(await again.verifyLog()).toMatchObject({ commits: 2, problems: [] });
  });

  it("is answered as if it had never left, whatever asks for it", async () => {
    const commands: readonly { readonly command: string; readonly parameters?: JsonObject }[] = [
      evidence(long("quinoa")),
      evidence({ title: "report", body: [long("barley"), long("millet")] }),
      evidence("short rye"),
      { command: "FIND(?e) WHERE { ?e EVIDENCE {} } ORDER BY ?e.id" },
      { command: "FIND(?e.payload.inline.title) WHERE { ?e EVIDENCE {} } ORDER BY ?e.id" },
      {
        command: "FIND(?e.id) WHERE { ?e EVIDENCE {} FILTER(CONTAINS(?e.payload.inline, :word)) }",
        parameters: { word: "quinoa" },
      },
      { command: "FIND(COUNT(?e)) WHERE { ?e EVIDENCE {} FILTER(IS_NULL(?e.payload.inline)) }" },
      { command: 'SEARCH EVIDENCE "millet"' },
      { command: 'SEARCH EVIDENCE "rye"' },
      { command: 'SET RETENTION "E-1" {retention_class: "long"}' },
      {
        command:
          'SET RETENTION ?e {retention_class: "short"} WHERE { ?e EVIDENCE {} FILTER(CONTAINS(?e.payload.inline, :word)) }',
        parameters: { word: "quinoa" },
      },
      { command: 'FIND(?e) WHERE { ?e EVIDENCE {id: "E-1"} } AS OF SEQ 1' },
      { command: 'HISTORY ELEMENT "E-1"' },
      { command: 'PURGE PAYLOAD "E-2" CONFIRM "PURGE"' },
      { command: "FIND(?e) WHERE { ?e EVIDENCE {} } ORDER BY ?e.id" },
      { command: 'SEARCH EVIDENCE "barley"' },
      { command: "FIND(?e) WHERE { ?e EVIDENCE {} } AS OF SEQ 3 ORDER BY ?e.id" },
      { command: 'PURGE "E-1" REFERENCE POLICY "tombstone_reference" CONFIRM "PURGE"' },
      { command: "FIND(?e) WHERE { ?e EVIDENCE {} } AS OF SEQ 1 ORDER BY ?e.id" },
    ];
    const run = async (payloadLimit: number): Promise<readonly unknown[]> => {
      const runtime = await openRuntime(crypto.randomUUID(), { payloadLimit });
      const answers: unknown[] = [];
      for (const request of commands) {
        const response = await runtime.executeKip(request);
        onlyResult(response);
        answers.push(comparable(response));
      }
      return answers;
    };
    const inline = await run(Number.POSITIVE_INFINITY);
    expect(JSON.stringify(inline)).toContain("quinoa");
    expect(await run(4_096)).toEqual(inline);
    expect(await run(0)).toEqual(inline);
  });

  it("is read and searched in one transaction with what is written there", async () => {
    const runtime = await openRuntime();
    await runtime.executeKip(evidence(long("quinoa")));
    const batch = await runtime.executeKip({
      operations: [
        evidence(long("barley")),
        { command: "FIND(?e.payload.inline) WHERE { ?e EVIDENCE {} } ORDER BY ?e.id" },
      ],
      execution: { mode: "atomic", idempotency_key: "batch" },
    });
    expect(batch.results[1]?.result).toEqual([long("quinoa"), long("barley")]);
  });

  it("of another tab is read here, and gone once that tab purges it", async () => {
    const name = crypto.randomUUID();
    const [here, there] = [await openRuntime(name), await openRuntime(name)];
    await here.executeKip(evidence(long("quinoa")));
    const find = { command: 'FIND(?e.payload) WHERE { ?e EVIDENCE {id: "E-1"} }' };
    await caughtUp(there, 1);
    expect(onlyResult(await there.executeKip(find))).toEqual([{ mode: "inline", inline: long("quinoa") }]);
    await here.executeKip({ command: 'PURGE PAYLOAD "E-1" CONFIRM "PURGE"' });
    expect(JSON.stringify(await rowsOf(name, "payloads"))).not.toContain("quinoa");
    await caughtUp(there, 2);
    expect(onlyResult(await there.executeKip(find))).toEqual([{ mode: "purged" }]);
  });

  it("that is lost is missed, and the record around it is not", async () => {
    const name = crypto.randomUUID();
    const runtime = await openRuntime(name);
    await runtime.executeKip(evidence(long("quinoa")));
    runtime.close();
    await rowsOf(name, "payloads");
    await new Promise<void>((resolve) => {
      const store = databases.at(-1)?.transaction("payloads", "readwrite").objectStore("payloads");
      if (store) store.clear().onsuccess = () => resolve();
    });
    const again = await openRuntime(name);
    const whole = await again.executeKip({ command: 'FIND(?e) WHERE { ?e EVIDENCE {id: "E-1"} }' });
    expect(codeOf(whole)).toBe("BlobUnavailable");
    const part = await again.executeKip({
      command: 'FIND(?e.evidence_class) WHERE { ?e EVIDENCE {id: "E-1"} }',
    });
    expect(onlyResult(part)).toEqual(["document"]);
    expect((await again.verifyLog()).problems).toEqual([
      { seq: 1, problem: "the payload of E-1 is not held" },
    ]);
  });
});

/** Waits until a tab has seen a sequence. */
async function caughtUp(runtime: NexusRuntime, seq: number): Promise<void> {
  const session = await runtime.readingSession();
  while (session.view.seq < seq) await session.level();
}
