import { describe, expect, it } from "vitest";
import { type ChangeEnvelope, digestOfText, type JsonValue } from "../model/index.js";
import { onlyResult, openRuntime } from "./nexus.fixture.js";
import type { NexusRuntime } from "./nexus-runtime.js";
import { receiptDigestVerifies } from "./receipts.js";

const run = async (runtime: NexusRuntime, command: string): Promise<JsonValue | undefined> =>
  onlyResult(await runtime.executeKip({ command }));

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (thrown: { code?: unknown }) => thrown.code,
  );

/** Two people of whom the first was merged into the second at sequence 2; E-1 says why that was wrong. */
async function wronglyMerged() {
  const name = crypto.randomUUID();
  const runtime = await openRuntime(name);
  await run(
    runtime,
    `MUTATE {
      CREATE CONCEPT ?alicia { TYPE "Person" NAME "Alicia" SET FIELDS {key: "alicia"} }
      CREATE CONCEPT ?alice { TYPE "Person" NAME "Alice" SET FIELDS {key: "alice"} }
      CREATE EVIDENCE ?why { SET FIELDS {evidence_class: "human_feedback", payload: "two people"} }
    }`,
  );
  await run(runtime, 'MERGE CONCEPT "C-1" INTO "C-2"');
  await run(runtime, 'ENSURE PROPOSITION ?p ("C-1", "timezone", "+08:00")');
  const { identity_version, decisions } = await runtime.identityDecisions("C-1");
  const repair = {
    decision_id: decisions[0]?.decision_id,
    expected_identity_version: identity_version,
    action: "withdraw",
    reason_evidence: "E-1",
  };
  return { name, runtime, repair };
}

describe("a merge", () => {
  it("is announced as a change of how references resolve, which any other commit is not", async () => {
    const { runtime, repair } = await wronglyMerged();
    const envelopes = (await run(runtime, "CHANGES AFTER SEQ 0")) as unknown as readonly ChangeEnvelope[];
    expect(envelopes.map(({ control_changes }) => control_changes ?? null)).toEqual([
      null,
      [{ kind: "identity", version: "1" }],
      null,
    ]);
    expect(repair.expected_identity_version).toBe(1);
  });
});

describe("an identity repair", () => {
  it("waits for an approval where a rule names merge_identity", async () => {
    const { runtime, repair } = await wronglyMerged();
    const owner = await runtime.governance();
    await owner.change({ op: "add_principal", id: "judge" });
    await owner.change({ op: "grant", principal: "judge", permissions: ["discover", "approve"] });
    await owner.change({ op: "set_policy", approvals: [{ permissions: ["merge_identity"] }] });
    expect(await failure(runtime.repairIdentity(repair))).toBe("RequiresApproval");
    const [waiting] = await owner.approvals();
    expect(waiting).toMatchObject({ statements: ["identity_repair"], targets: [{ id: "C-1" }] });
    const judge = await runtime.governance("judge");
    await judge.change({ op: "approve", approval: waiting?.id ?? "" });
    expect((await runtime.repairIdentity(repair)).decision.withdrawn).toMatchObject({
      reason_evidence: "E-1",
    });
  });

  it("is one commit of its own class, with receipt, control change and review, in every tab and after reopening", async () => {
    const { name, runtime, repair } = await wronglyMerged();
    const other = await openRuntime(name);
    const seen: ChangeEnvelope[] = [];
    await runtime.onCommit((envelope) => seen.push(envelope));
    const { receipt, decision, review } = await runtime.repairIdentity(repair);
    expect(receipt).toMatchObject({
      status: "committed",
      space_seq: 4,
      transaction_class: "identity_repair",
    });
    expect(receiptDigestVerifies(receipt)).toBe(true);
    expect(seen).toMatchObject([
      {
        space_seq: 4,
        transaction_class: "identity_repair",
        changes: [{ op: "lifecycle", id: "C-1", state: { from: "merged", to: "active" } }],
        control_changes: [{ kind: "identity", version: "2" }],
      },
    ]);
    expect(decision.withdrawn).toMatchObject({ reason_evidence: "E-1", space_seq: 4, identity_version: 2 });
    expect(review).toMatchObject({ unambiguous: [{ id: "P-1" }], needs_review: [] });
    const session = await other.readingSession();
    await session.catchUp();
    for (const tab of [runtime, other, await openRuntime(name)]) {
      expect(await tab.identityDecisions("C-2")).toEqual({ identity_version: 2, decisions: [decision] });
      expect(await run(tab, 'FIND(?c.merged_into) WHERE { ?c {id: "C-1"} }')).toEqual([null]);
      const then = 'FIND(?c.merged_into.id) WHERE { ?c {id: "C-1"} } AS OF SEQ 3';
      expect(await run(tab, then)).toEqual(["C-2"]);
    }
    expect(await runtime.verifyLog()).toMatchObject({ problems: [] });
    expect(await (await runtime.governance()).audit({ limit: 1 })).toMatchObject([
      { act: "identity_repair", permissions: ["merge_identity"], about: ["C-1"], space_seq: 4 },
    ]);
  });

  it("answers a resend with its first outcome, and other work under its key with a conflict", async () => {
    const { name, runtime, repair } = await wronglyMerged();
    const first = await runtime.repairIdentity(repair, { idempotencyKey: "undo" });
    const again = await (await openRuntime(name)).repairIdentity(repair, { idempotencyKey: "undo" });
    expect(again).toEqual(first);
    const otherWork = { ...repair, expected_identity_version: 7 };
    expect(await failure(runtime.repairIdentity(otherWork, { idempotencyKey: "undo" }))).toBe(
      "IdempotencyConflict",
    );
    // Commands have keys of their own.
    const command = 'UPDATE "C-1" SET FIELDS {name: "Ali"}';
    const response = await runtime.request({
      kip: "2.0",
      execution: { mode: "independent", idempotency_key: "undo" },
      operations: [{ command }],
    });
    expect(response.results[0]?.receipt).toMatchObject({ status: "committed", space_seq: 5 });
    const { receipt } = await runtime.repairIdentity({ ...repair, expected_identity_version: 2 });
    expect(receipt).toMatchObject({ status: "no_effect" });
    expect(receipt).not.toHaveProperty("space_seq");
  });

  it("writes nothing when it is refused", async () => {
    const { runtime, repair } = await wronglyMerged();
    const stale = { ...repair, expected_identity_version: 0 };
    expect(await failure(runtime.repairIdentity(stale))).toBe("VersionConflict");
    expect(await failure(runtime.repairIdentity("undo it"))).toBe("TypeMismatch");
    expect((await runtime.readingSession()).view.seq).toBe(3);
  });
});

describe("a recording repair", () => {
  const SAID = "I never drink tea.";
  const AT = "2026-09-01T08:00:00.000Z";

  async function misheard() {
    const runtime = await openRuntime();
    await runtime.executeKip({
      command: `MUTATE {
        CREATE CONCEPT ?alice { TYPE "Person" NAME "Alice" }
        CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "message", payload: :said, observed_at: :at} }
        ASSERT (?alice, "timezone", "+08:00") {by: ?alice, mode: "stated", evidence: ?e, at: :at}
      }`,
      parameters: { said: SAID, at: AT },
    });
    const repair = {
      source_ref: "E-1",
      source_digest: digestOfText(SAID),
      source_locator: "bytes=0-17",
      invalidated_refs: ["A-1"],
      replacement_refs: ["?right"],
      reason: "extraction_error",
      expected_versions: { "A-1": 1 },
    };
    const replacement = {
      command: `ASSERT ?right ("C-1", "timezone", "+09:00") {by: "C-1", mode: "stated", evidence: "E-1", at: :at}`,
      parameters: { at: AT },
    };
    return { runtime, repair, replacement };
  }

  it("invalidates and replaces in one commit of its own class", async () => {
    const { runtime, repair, replacement } = await misheard();
    const slot = 'FIND(?s.accepted_values) WHERE { ?s BELIEF SLOT ("C-1", "timezone") }';
    expect(await run(runtime, slot)).toEqual([["+08:00"]]);
    const { receipt, result } = await runtime.repairRecording(repair, { replacement });
    expect(receipt).toMatchObject({ transaction_class: "recording_repair", space_seq: 2 });
    expect(receiptDigestVerifies(receipt)).toBe(true);
    expect(result).toMatchObject({ repair: "X-1", invalidated: ["A-1"], replaced_by: ["A-2"] });
    expect(await run(runtime, slot)).toEqual([["+09:00"]]);
    expect(await run(runtime, `${slot} AS OF SEQ 1`)).toEqual([["+08:00"]]);
    expect(
      await run(
        runtime,
        "FIND(?a.id, ?a._system.recording_validity) WHERE { ?a ASSERTION {} } ORDER BY ?a.id",
      ),
    ).toEqual([
      ["A-1", { status: "invalidated", repair_ref: "X-1" }],
      ["A-2", { status: "valid", repair_ref: null }],
    ]);
    expect(await runtime.verifyLog()).toMatchObject({ problems: [] });
  });

  it("commits nothing of its replacement when it is refused", async () => {
    const { runtime, repair, replacement } = await misheard();
    const wrong = { ...repair, source_locator: "bytes=0-99" };
    expect(await failure(runtime.repairRecording(wrong, { replacement }))).toBe("ConstraintViolation");
    expect(await failure(runtime.repairRecording(repair))).toBe("ReferenceError");
    expect((await runtime.readingSession()).view.seq).toBe(1);
  });
});
