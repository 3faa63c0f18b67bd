import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { timestampAt } from "../model/index.js";
import { effectiveStrength, readStrengthPolicy, STANDARD_STRENGTH_POLICY } from "./index.js";

const pin = {
  artifact_ref: "kip:strength-half-life-30d",
  content_digest: "sha256:a50a89b83f937c97cabf0f8371cccfd326f4fdd438b6d7b9ead507d77927b227",
};
const anchor = "2026-01-01T00:00:00.000Z";
const memory = { memory_strength: 0.8, last_metabolized_at: anchor, strength_policy: pin };
const day = 24 * 60 * 60 * 1000;

describe("Effective strength", () => {
  it("halves every thirty days under the standard policy, and is the base before its anchor", () => {
    expect(effectiveStrength(memory, "2026-01-31T00:00:00.000Z")).toBeCloseTo(0.4, 12);
    expect(effectiveStrength(memory, "2026-03-02T00:00:00.000Z")).toBeCloseTo(0.2, 12);
    expect(effectiveStrength(memory, anchor)).toBe(0.8);
    expect(effectiveStrength(memory, "2025-01-01T00:00:00.000Z")).toBe(0.8);
  });

  it("is unknown, never a default, when base, anchor or a known policy is missing", () => {
    const { memory_strength: _a, ...noBase } = memory;
    const { last_metabolized_at: _b, ...noAnchor } = memory;
    const { strength_policy: _c, ...noPolicy } = memory;
    const other = { ...pin, content_digest: `sha256:${"0".repeat(64)}` };
    for (const incomplete of [
      noBase,
      noAnchor,
      noPolicy,
      { ...memory, last_metabolized_at: null },
      { ...memory, strength_policy: other },
      { ...memory, strength_policy: { ...pin, artifact_ref: "kip:strength-half-life-1d" } },
    ]) {
      expect(effectiveStrength(incomplete, anchor)).toBeNull();
    }
  });

  it("follows a policy of the deployment's own that is pinned by its digest", () => {
    const policy = readStrengthPolicy({
      artifact_ref: "test:one-day",
      method: "half_life",
      half_life_ms: day,
    });
    if (policy === null) throw new Error("the policy was not read");
    const own = {
      ...memory,
      strength_policy: { artifact_ref: policy.artifactRef, content_digest: policy.contentDigest },
    };
    expect(
      effectiveStrength(own, "2026-01-02T00:00:00.000Z", [STANDARD_STRENGTH_POLICY, policy]),
    ).toBeCloseTo(0.4, 12);
    expect(effectiveStrength(own, "2026-01-02T00:00:00.000Z")).toBeNull();
    expect(readStrengthPolicy({ artifact_ref: "test:odd", method: "linear", half_life_ms: day })).toBeNull();
  });

  it("never grows while nothing is written, and never leaves 0 to the base", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(4000 * day),
        fc.nat(4000 * day),
        (base, first, second) => {
          const start = Date.parse(anchor);
          const at = (ms: number) =>
            effectiveStrength({ ...memory, memory_strength: base }, timestampAt(start + ms)) ?? -1;
          const [sooner, later] = first < second ? [first, second] : [second, first];
          expect(at(later)).toBeLessThanOrEqual(at(sooner));
          expect(at(later)).toBeGreaterThanOrEqual(0);
          expect(at(sooner)).toBeLessThanOrEqual(base);
        },
      ),
    );
  });
});
