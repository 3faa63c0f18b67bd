import { describe, expect, test } from "vitest";
import { type JsonObject, KipError } from "../model/index.js";
import { artifactDigest } from "../schema/index.js";
import { day, environmentOf, Memory, requestFor } from "./memory.fixture.js";
import { describePolicy, listPolicies, PolicyRegistry } from "./policies.js";
import { readPolicyArtifact } from "./policy-artifact.js";
import { Projector } from "./projector.js";

const artifactOf = (parts: JsonObject = {}): JsonObject => ({
  format: "KIP-Projection-Policy",
  id: "host:mine",
  version: "1",
  description: "Ours.",
  base: "structural",
  precedence: [],
  score: null,
  ...parts,
});

function errorOf(run: () => unknown): KipError {
  try {
    run();
  } catch (error) {
    if (error instanceof KipError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("the standard policies", () => {
  test("are two, and each describes itself", () => {
    expect(listPolicies().map(({ id }) => id)).toEqual(["kip:structural", "kip:memory-default"]);
    expect(describePolicy("kip:memory-default")).toMatchObject({
      version: "1",
      content_digest: "sha256:603c59c6f65ebe0e48745de8621872c5edcb7a160c21f872a33f57ff9ba83bf2",
      score: null,
      precedence: [{ rule: "context_specificity" }, { rule: "first_person_testimony" }, { rule: "recency" }],
    });
    expect(describePolicy("kip:structural")).toMatchObject({ precedence: [], default_for_belief: true });
    expect(errorOf(() => describePolicy("kip:optimistic")).code).toBe("ProjectionPolicyUnavailable");
  });
});

describe("a policy of the host", () => {
  /** What two people say of where a third lives: one saw it, long ago; two said otherwise, lately. */
  function hearsay(precedence: JsonObject["precedence"], more: JsonObject = {}) {
    const memory = new Memory(environmentOf({ lives_in: { functional: true } }));
    const [alice, bob, carol, dan] = [0, 1, 2, 3].map(() => memory.concept());
    if (!alice || !bob || !carol || !dan) throw new Error("four people");
    memory.claim(alice, "lives_in", "Rome", { by: bob, mode: "observed", at: day(1) });
    memory.claim(alice, "lives_in", "Paris", { by: carol, at: day(5) });
    memory.claim(alice, "lives_in", "Paris", { by: dan, at: day(4) });
    memory.claim(alice, "lives_in", "Oslo", { by: dan, mode: "imported", at: day(6) });
    const policies = PolicyRegistry.standard().with(readPolicyArtifact(artifactOf({ precedence, ...more })));
    const request = requestFor(day(9), { policy: "host:mine", explanation: "ledger" }, { policies });
    return new Projector(memory.view(), request).slot(alice, "kip://test/belief/lives_in");
  }

  test.each([
    ["no rule", [], [], null],
    ["recency", [{ rule: "recency" }], ["Paris"], "recency"],
    ["a rule by its bare name", ["recency"], ["Paris"], "recency"],
    [
      "the order of modes",
      [{ rule: "mode_order", parameters: { modes: ["observed", "stated"] } }, { rule: "recency" }],
      ["Rome"],
      "mode_order",
    ],
    ["corroboration", [{ rule: "corroboration" }], ["Paris"], "corroboration"],
    ["corroboration by more than there is", [{ rule: "corroboration", parameters: { margin: 2 } }], [], null],
  ])("settles a conflict by the rules it names: %s", (_, precedence, accepted, rule) => {
    const slot = hearsay(precedence as JsonObject["precedence"]);
    expect(slot.accepted_values).toEqual(accepted);
    expect(slot.status).toBe(accepted.length > 0 ? "accepted" : "contested");
    for (const { precedence: found, status } of slot.candidate_projections) {
      if (status === "accepted" || status === "uncertain") expect(found?.rule).toBe(rule);
    }
  });

  test("is named by its rule in the ledger of each value it decided about, and is the same for one value alone", () => {
    const slot = hearsay([{ rule: "mode_order", parameters: { modes: ["observed"] } }]);
    const [rome, paris, oslo] = slot.candidate_projections;
    expect(rome).toMatchObject({
      status: "accepted",
      precedence: { rule: "mode_order", prevailed_over: [paris?.proposition_id] },
      explanation: { rule: "mode_order", competitors: [{ object: "Paris", in_conflict: true }] },
      basis: slot.basis,
    });
    expect(paris).toMatchObject({
      status: "uncertain",
      uncertainty: { reasons: ["outranked"] },
      precedence: { rule: "mode_order", outranked_by: rome?.proposition_id },
      explanation: { rule: "mode_order", text: expect.stringContaining("observed, then any other way") },
    });
    expect(oslo).toMatchObject({ status: "insufficient", explanation: { excluded: { imported: 1 } } });
  });

  test("says which modes may count", () => {
    const slot = hearsay([{ rule: "recency" }], { eligible_modes: ["stated", "imported"] });
    expect(slot.accepted_values).toEqual(["Oslo"]);
  });

  test("is named in the basis, and in a ledger with its digest", () => {
    const slot = hearsay([]);
    expect(slot.basis.policy).toEqual({ id: "host:mine", version: "1" });
    expect(slot.candidate_projections[0]?.explanation).toMatchObject({
      policy: { id: "host:mine", version: "1", content_digest: artifactDigest(artifactOf()) },
    });
  });

  test.each([
    ["an unknown rule", { precedence: [{ rule: "luck" }] }, "ConstraintViolation", /luck/],
    ["a rule twice", { precedence: ["recency", "recency"] }, "ConstraintViolation", /recency twice/],
    [
      "parameters a rule has not",
      { precedence: [{ rule: "recency", parameters: { days: 3 } }] },
      "ConstraintViolation",
      /recency/,
    ],
    [
      "a mode there is not",
      { precedence: [{ rule: "mode_order", parameters: { modes: ["dreamt"] } }] },
      "ConstraintViolation",
      /mode_order/,
    ],
    ["no rule at all", { precedence: [3] }, "ArtifactParseError", /precedence\.0/],
    ["an unknown member", { weights: {} }, "ArtifactParseError", /weights/],
    ["another base", { base: "bayes" }, "ArtifactParseError", /base/],
    ["another format", { format: "KIP-Schema-Package" }, "ArtifactParseError", /format/],
    ["a score", { score: 0.5 }, "ArtifactParseError", /score/],
    ["a name with what parts names", { id: "host@mine" }, "ArtifactParseError", /id/],
    ["unknown modes", { eligible_modes: ["guessed"] }, "ArtifactParseError", /eligible_modes/],
    [
      "the digest of another artifact",
      { integrity: { digest_profile: "kip-jcs-safe-v1", content_digest: "sha256:0" } },
      "DigestMismatch",
      /host:mine@1/,
    ],
  ])("is refused, and named, for %s", (_, parts, code, message) => {
    const error = errorOf(() => readPolicyArtifact(artifactOf(parts as JsonObject)));
    expect(error.code).toBe(code);
    expect(error.message).toMatch(message);
    expect(error.hint).toBeTruthy();
  });

  test("may carry its digest", () => {
    const content = artifactOf({ precedence: ["recency"] });
    const digest = artifactDigest(content);
    const integrity = { digest_profile: "kip-jcs-safe-v1", content_digest: digest };
    expect(readPolicyArtifact({ ...content, integrity }).contentDigest).toBe(digest);
  });

  test("cannot take an id of the protocol, nor change a version that is registered", () => {
    const registry = PolicyRegistry.standard().with(readPolicyArtifact(artifactOf()));
    const taken = errorOf(() => registry.with(readPolicyArtifact(artifactOf({ id: "kip:better" }))));
    const changed = errorOf(() => registry.with(readPolicyArtifact(artifactOf({ description: "Other." }))));
    expect([taken.code, changed.code]).toEqual(["ConstraintViolation", "ConstraintViolation"]);
    expect(registry.with(readPolicyArtifact(artifactOf()))).toBe(registry);
  });
});

describe("the policy of the time", () => {
  const registry = PolicyRegistry.standard()
    .with(readPolicyArtifact(artifactOf()), 5)
    .with(readPolicyArtifact(artifactOf({ version: "2", precedence: ["recency"] })), 9);

  test("is the version that was in force at the sequence", () => {
    expect(registry.get("host:mine").version).toBe("2");
    expect(registry.get("host:mine", 9).version).toBe("2");
    expect(registry.get("host:mine", 8).version).toBe("1");
    expect(registry.list(8).map(({ id, version }) => `${id}@${version}`)).toContain("host:mine@1");
    expect(registry.list(4).map(({ id }) => id)).toEqual(["kip:structural", "kip:memory-default"]);
  });

  test("is what a wrong name is answered with: those in force there, by name", () => {
    const { hint, details } = errorOf(() => registry.get("mine", 6));
    expect(hint).toContain('"kip:structural", "kip:memory-default", "host:mine"');
    expect(details.available).toEqual(["kip:structural", "kip:memory-default", "host:mine"]);
    expect(errorOf(() => registry.get("mine", 4)).hint).not.toContain('host:mine"');
  });

  test("is never a later one, unless the version is named", () => {
    const error = errorOf(() => registry.get("host:mine", 4));
    expect(error.code).toBe("ProjectionPolicyUnavailable");
    expect(error.hint).toContain('"host:mine@1"');
    expect(registry.get("host:mine@2", 4).version).toBe("2");
    expect(errorOf(() => registry.get("host:mine@3")).code).toBe("ProjectionPolicyUnavailable");
  });
});
