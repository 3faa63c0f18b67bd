import { afterEach, describe, expect, it } from "vitest";
import { deleteNexus, KipError, type NexusApi, openNexus } from "./index.js";

const name = crypto.randomUUID();
const open: NexusApi[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((nexus) => nexus.close()));
  await deleteNexus(name);
});

describe("a page that repairs what was done wrongly", () => {
  it("withdraws a merge, and is told as a KipError what it got wrong", async () => {
    const nexus = await openNexus({ name });
    open.push(nexus);
    await nexus.executeKip({
      command: `MUTATE {
        CREATE CONCEPT ?a { TYPE "Person" NAME "Alicia" }
        CREATE CONCEPT ?b { TYPE "Person" NAME "Alice" }
        CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "human_feedback", payload: "two people"} }
      }`,
    });
    await nexus.executeKip({ command: 'MERGE CONCEPT "C-1" INTO "C-2"' });
    const { identity_version, decisions } = await nexus.identityDecisions("C-1");
    const repair = {
      decision_id: decisions[0]?.decision_id ?? "",
      expected_identity_version: identity_version,
      action: "withdraw" as const,
      reason_evidence: "E-1",
    };
    const early = nexus.repairIdentity({ ...repair, expected_identity_version: 0 });
    await expect(early).rejects.toBeInstanceOf(KipError);
    const { receipt } = await nexus.repairIdentity(repair, { idempotencyKey: "undo" });
    expect(receipt).toMatchObject({ status: "committed", transaction_class: "identity_repair" });
    const standing = await nexus.executeKipReadonly({
      command: 'FIND(?c.merged_into) WHERE { ?c {id: "C-1"} }',
    });
    expect(standing.results[0]?.result).toEqual([null]);
    await expect(
      nexus.repairRecording({ repair: "of nothing" } as never, { idempotencyKey: "undo" }),
    ).rejects.toBeInstanceOf(KipError);
  });
});
