import { describe, expect, it } from "vitest";
import type { Projection } from "../../src/model/index.js";
import { factsOf } from "./facts-of.js";
import { ledgerOf } from "./ledger.js";
import { NO_MATERIAL } from "./material.js";
import { reasonInWords, ruleInWords } from "./reasons.js";

const ENTRY = {
  assertion_id: "A-1",
  proposition_id: "P-1",
  actor: { id: "C-1" },
  stance: "support",
  mode: "stated",
  confidence: null,
  asserted_at: "2025-03-09T18:20:00.000Z",
  context_refs: ["C-7"],
  written: { from: "2021-05-01T00:00:00.000Z", until: null },
  effective: {
    from: "2021-05-01T00:00:00.000Z",
    until: { earliest: "2025-01-01T00:00:00.000Z", latest: "2025-03-01T00:00:00.000Z" },
  },
  ended_by: ["A-2"],
  weight: "none",
  reason: "expired",
  evidence: [{ id: "E-1", role: "support" }],
};

const side = (...assertion_ids: string[]) => ({ assertion_ids, root_groups: [] });

const projection = (entries: readonly object[] | undefined, supports: readonly string[] = []) =>
  ({
    proposition_id: null,
    support: side(...supports),
    opposition: side(),
    uncertainty: { reasons: [] },
    conflict_refs: [],
    conflict_reasons: [],
    basis: {},
    explanation: { rule: "no_basis", ...(entries ? { entries } : {}) },
  }) as unknown as Projection;

const facts = (entries: readonly object[] | undefined, supports?: readonly string[]) =>
  factsOf(projection(entries, supports), NO_MATERIAL);

describe("the ledger a person reads", () => {
  it("says of each claim who made it, when it held and what ended it, and why it counts or not", () => {
    const { aside, decidedBy, listsAll } = facts([ENTRY]);
    expect([decidedBy, listsAll]).toEqual(["no_basis", true]);
    expect(aside).toEqual([
      {
        assertionId: "A-1",
        actor: "C-1",
        isSubject: false,
        stance: "support",
        mode: "stated",
        assertedAt: "2025-03-09T18:20:00.000Z",
        validTime: ENTRY.written,
        ending: { until: ENTRY.effective.until, by: ["A-2"] },
        contexts: ["C-7"],
        confidence: null,
        exhibits: [
          {
            id: "E-1",
            role: "support",
            evidenceClass: "evidence",
            observedAt: null,
            isCorrected: false,
            text: null,
          },
        ],
        standing: "does not count",
        reason: "expired",
      },
    ]);
  });

  it("tells what counts from what is undecided, on the side a claim takes", () => {
    const counts = { ...ENTRY, weight: "full", reason: null };
    const doubt = { ...ENTRY, assertion_id: "A-3", stance: "uncertain", weight: "undecided" };
    const { support, aside } = facts([counts, doubt], ["A-1"]);
    expect(support).toMatchObject([{ assertionId: "A-1", standing: "counts", reason: null }]);
    expect(aside).toMatchObject([{ assertionId: "A-3", standing: "undecided", stance: "uncertain" }]);
  });

  it("says nothing of a claim that is withheld, on a side or on none", () => {
    const { support, aside } = facts(
      [
        { assertion_id: "A-8", redacted: true },
        { assertion_id: "A-9", redacted: true },
      ],
      ["A-8"],
    );
    const withheld = { stance: null, mode: null, assertedAt: null, standing: null, reason: null };
    expect(support).toMatchObject([{ ...withheld, actor: "someone (A-8)" }]);
    expect(aside).toMatchObject([{ ...withheld, actor: "someone (A-9)" }]);
  });

  it("has words for every reason and rule, and keeps the name of any other", () => {
    expect(reasonInWords("some_new_reason")).toBe("is set aside (some new reason)");
    expect(reasonInWords("withheld")).toBe("is withheld from you");
    expect(ruleInWords("closed_world")).toContain("whatever is not on record is false");
    expect(ruleInWords("host:rule")).toBeNull();
  });

  it("does not claim to list everything where the answer holds no ledger", () => {
    expect(ledgerOf(projection(undefined))).toBeNull();
    expect(facts(undefined).listsAll).toBe(false);
  });
});
