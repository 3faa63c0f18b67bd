import { describe, expect, it } from "vitest";
import type { Projection } from "../../src/model/index.js";
import { ledgerOf, namedInLedger } from "./ledger.js";
import { NO_MATERIAL } from "./material.js";

const ENTRY = {
  assertion_id: "A-1",
  proposition_id: "P-1",
  actor: { id: "C-1" },
  stance: "support",
  mode: "stated",
  asserted_at: "2025-03-09T18:20:00.000Z",
  written: { from: "2021-05-01T00:00:00.000Z", until: null },
  effective: { from: "2021-05-01T00:00:00.000Z", until: "2025-03-01T00:00:00.000Z" },
  ended_by: ["A-2"],
  weight: "none",
  reason: "expired",
};

const projection = (entries?: readonly object[]) =>
  ({ explanation: { rule: "no_basis", ...(entries ? { entries } : {}) } }) as unknown as Projection;

describe("the ledger a person reads", () => {
  it("says of each claim who made it, when it held, and why it counts or not", () => {
    const account = ledgerOf(projection([ENTRY]), NO_MATERIAL);
    expect(account?.rule).toBe("no_basis");
    expect(account?.lines).toEqual([
      {
        assertionId: "A-1",
        actor: "C-1",
        said: "P-1",
        mode: "stated",
        assertedAt: "2025-03-09T18:20:00.000Z",
        written: ENTRY.written,
        endedAt: "2025-03-01T00:00:00.000Z",
        standing: "does not count",
        why: "it has ended by this time",
      },
    ]);
  });

  it("tells denial from support, and what counts from what is undecided", () => {
    const [denial, doubt] =
      ledgerOf(
        projection([
          { ...ENTRY, stance: "reject", weight: "full", reason: null },
          { ...ENTRY, stance: "uncertain", weight: "undecided", reason: "temporal_indeterminate" },
        ]),
        NO_MATERIAL,
      )?.lines ?? [];
    expect(denial).toMatchObject({
      said: "not P-1",
      standing: "counts",
      why: expect.stringContaining("opposes"),
    });
    expect(doubt).toMatchObject({ said: "perhaps P-1", standing: "undecided" });
  });

  it("keeps the name of a reason it has no words for", () => {
    const [line] = ledgerOf(projection([{ ...ENTRY, reason: "some_new_reason" }]), NO_MATERIAL)?.lines ?? [];
    expect(line?.why).toBe("some new reason");
  });

  it("is null where the answer holds no ledger, and names nothing then", () => {
    expect(ledgerOf(projection(), NO_MATERIAL)).toBeNull();
    expect(namedInLedger(projection())).toEqual({ assertions: [], propositions: [] });
    expect(namedInLedger(projection([ENTRY]))).toEqual({ assertions: ["A-1"], propositions: ["P-1"] });
  });
});
