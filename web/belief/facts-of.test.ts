import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue, Projection, SlotProjection } from "../../src/model/index.js";
import { fakeNexus } from "../run/nexus.fixture.js";
import { acceptedValueOf, factsOf } from "./facts-of.js";
import { beliefInWords } from "./in-words.js";
import { loadMaterial, NO_MATERIAL } from "./material.js";

const elements: Readonly<Record<string, JsonObject>> = {
  "P-1": {
    kind: "proposition",
    subject: { id: "C-1" },
    predicate_ref: "kip://g@1/lives_in",
    object: { id: "C-2" },
  },
  "P-2": {
    kind: "proposition",
    subject: { id: "C-1" },
    predicate_ref: "kip://g@1/lives_in",
    object: "Porto",
  },
  "C-1": { kind: "concept", name: "Ben" },
  "C-2": { kind: "concept", key: "lisbon" },
  "A-1": {
    kind: "assertion",
    proposition: { id: "P-1" },
    asserted_by: { id: "C-1" },
    stance: "support",
    mode: "stated",
    asserted_at: "2025-04-02T08:30:00.000Z",
    valid_time: {},
    evidence: [{ id: "E-1", role: "support" }],
  },
  "E-1": {
    kind: "evidence",
    evidence_class: "user_statement",
    observed_at: "2025-04-02T08:30:00.000Z",
    payload: { mode: "inline", inline: "I live in Lisbon." },
    lifecycle: { status: "active" },
  },
};

function readElements(): ReturnType<typeof fakeNexus> {
  return fakeNexus(({ parameters }): JsonValue => {
    const id = String(parameters.id);
    const element = elements[id];
    return element ? [{ id, ...element }] : [];
  });
}

const side = (...assertion_ids: string[]) => ({
  score: null,
  score_semantics: null,
  assertion_ids,
  root_groups: [],
});

function projection(extra: Partial<Record<keyof Projection, unknown>>): Projection {
  return {
    proposition_id: "P-1",
    status: "accepted",
    candidate_status: "accepted",
    slot_status: "accepted",
    leading: "support",
    support: side("A-1"),
    opposition: side(),
    uncertainty: { level: null, reasons: [] },
    conflict_refs: [],
    conflict_reasons: [],
    basis: { valid_at: "2025-09-01T00:00:00.000Z" },
    ...extra,
  } as unknown as Projection;
}

describe("the facts of a belief", () => {
  it("names who said what, with the words they used", async () => {
    const { nexus } = readElements();
    const accepted = projection({});
    const facts = factsOf(accepted, await loadMaterial(nexus, [accepted]));
    expect(facts.statement).toEqual({ subject: "Ben", predicate: "lives_in", object: "lisbon" });
    expect(facts.support).toMatchObject([
      {
        actor: "Ben",
        isSubject: true,
        mode: "stated",
        exhibits: [{ text: "I live in Lisbon.", role: "support" }],
      },
    ]);
    expect(beliefInWords(facts)).toBe(
      "Accepted: Ben said so first-hand on 2 April 2025. Nothing that counts is against it.",
    );
  });

  it("knows from the ledger when a newer claim ended one", async () => {
    const { nexus } = readElements();
    const entry = {
      assertion_id: "A-1",
      ended_by: ["A-2"],
      effective: { from: null, until: "2025-05-01T00:00:00.000Z" },
      actor: { id: "C-1" },
      asserted_at: "2025-04-02T08:30:00.000Z",
    };
    const accepted = projection({ explanation: { entries: [entry], excluded: { expired: 1 } } });
    const facts = factsOf(accepted, await loadMaterial(nexus, [accepted]));
    expect(facts.support).toMatchObject([
      { actor: "Ben", ending: { until: "2025-05-01T00:00:00.000Z", by: ["A-2"] } },
    ]);
    expect(facts.setAside).toEqual([{ reason: "expired", claims: 1 }]);
  });

  it("names the rivals by their values, never itself", async () => {
    const { nexus } = readElements();
    const contested = projection({ status: "contested", leading: "none", conflict_refs: ["P-1", "P-2"] });
    const facts = factsOf(contested, await loadMaterial(nexus, [contested]));
    expect(facts.rivals).toEqual(["Porto"]);
  });

  it("shows ids where the memory does not let it read", async () => {
    const { nexus } = fakeNexus(() => []);
    const accepted = projection({});
    const facts = factsOf(accepted, await loadMaterial(nexus, [accepted]));
    expect(facts.statement).toBeNull();
    expect(facts.support).toMatchObject([{ actor: "someone (A-1)", assertedAt: null, exhibits: [] }]);
  });

  it("names what may be read where a claim or its Evidence is withheld or was erased", async () => {
    const shown: Readonly<Record<string, JsonObject>> = {
      ...elements,
      "A-1": { kind: "assertion", governance: { withheld: true }, mode: "stated", lifecycle: {} },
      "A-2": { ...elements["A-1"], evidence: [{ id: "E-1", role: "support" }] },
      "E-1": { kind: "evidence", governance: { purged: true }, evidence_class: "user_statement" },
    };
    const { nexus } = fakeNexus(({ parameters: { id } }) => {
      const element = shown[String(id)];
      return element ? [{ id: String(id), ...element }] : [];
    });
    const accepted = projection({ support: side("A-1", "A-2"), conflict_refs: ["P-3"] });
    const facts = factsOf(accepted, await loadMaterial(nexus, [accepted]));
    expect(facts.statement).toEqual({ subject: "Ben", predicate: "lives_in", object: "lisbon" });
    expect(facts.support).toMatchObject([
      { actor: "someone (A-1)", assertedAt: null },
      { actor: "Ben", exhibits: [{ id: "E-1", text: null }] },
    ]);
    expect(facts.rivals).toEqual(["the value P-3"]);
  });

  it("calls a value that may not be read as its slot does, or by its Proposition", () => {
    const [accepted, other] = [projection({}), projection({ proposition_id: "P-2", status: "uncertain" })];
    const acceptedValue = acceptedValueOf({
      accepted_values: ["Lisbon"],
      candidate_projections: [other, accepted],
    } as unknown as SlotProjection);
    const named = [accepted, other].map((each) => factsOf(each, NO_MATERIAL, acceptedValue(each)).value);
    expect(named).toEqual(["Lisbon", "the value P-2"]);
  });

  it("marks Evidence that was corrected since", async () => {
    const corrected: JsonObject = { ...elements["E-1"], lifecycle: { status: "corrected" } };
    const { nexus } = fakeNexus(({ parameters: { id } }) => [
      { id: String(id), ...(id === "E-1" ? corrected : elements[String(id)]) },
    ]);
    const accepted = projection({});
    const { support } = factsOf(accepted, await loadMaterial(nexus, [accepted]));
    expect(support).toMatchObject([{ exhibits: [{ isCorrected: true, text: "I live in Lisbon." }] }]);
  });

  it("reads by bound parameters, each element once", async () => {
    const { nexus, seen } = readElements();
    const one = projection({});
    await loadMaterial(nexus, [one, one], { concepts: ["C-1"] });
    expect(seen.map(({ parameters }) => parameters.id).sort()).toEqual(["A-1", "C-1", "C-2", "E-1", "P-1"]);
    expect(seen.every(({ command }) => !command.includes("-1"))).toBe(true);
  });

  it("reads nothing for a belief about what was never stored", async () => {
    const { nexus, seen } = readElements();
    const nothing = projection({
      proposition_id: null,
      status: "insufficient",
      leading: "none",
      support: side(),
    });
    const facts = factsOf(nothing, await loadMaterial(nexus, [nothing]));
    expect(seen).toEqual([]);
    expect(beliefInWords(facts)).toBe("Insufficient: nothing counts on 1 September 2025. That is not a no.");
  });
});
