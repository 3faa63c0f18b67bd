import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asElementId, commitTxId, type JsonValue } from "../model/index.js";
import { canonicalId, identityClass } from "../state/index.js";
import { repairIdentity } from "./repair-identity.js";
import { codeOf, TestSpace } from "./test/space.js";

/** Withdraws a decision of a Space and commits what that did. */
function withdraw(made: TestSpace, decisionId: string, parts: Record<string, JsonValue> = {}) {
  const overlay = made.begin();
  const outcome = repairIdentity(
    overlay,
    {
      decision_id: decisionId,
      expected_identity_version: made.state.identityVersion,
      action: "withdraw",
      reason_evidence: "E-1",
      ...parts,
    },
    {
      parameters: {},
      now: made.now,
      txId: commitTxId(overlay.spaceId, overlay.seq + 1),
      nextSeq: overlay.seq + 1,
      origin: { principal_id: "owner", channel: "local", import_id: null },
    },
  );
  if (outcome.effect) made.commit(overlay);
  return outcome;
}

/** Alicia (C-1) merged into Alice (C-2) at sequence 2; Tea is C-3; E-1 says that this was wrong. */
function merged(): TestSpace {
  const made = new TestSpace();
  made.run(`MUTATE {
    CREATE CONCEPT ?alicia { TYPE "Person" NAME "Alicia" SET FIELDS {key: "alicia"} }
    CREATE CONCEPT ?alice { TYPE "Person" NAME "Alice" SET FIELDS {key: "alice"} }
    CREATE CONCEPT ?tea { TYPE "Option" NAME "Tea" }
    CREATE EVIDENCE ?why { SET FIELDS {evidence_class: "human_feedback", payload: "They are two people."} }
    ASSERT (?alicia, "prefers", ?tea) {by: ?alicia, mode: "stated"}
  }`);
  made.run('MERGE CONCEPT "C-1" INTO "C-2"');
  return made;
}

const DECISION = "kip:space:test#2/C-1";

describe("An identity repair", () => {
  it("lets the source stand for itself again, and keeps the decision with its withdrawal", () => {
    const made = merged();
    const { changes, summary } = withdraw(made, DECISION);
    expect(made.get("concept", "C-1")).toMatchObject({
      merged_into: null,
      name: "Alicia",
      _system: { state: "active", version: 3 },
    });
    expect(changes).toEqual([
      expect.objectContaining({ op: "lifecycle", id: "C-1", state: { from: "merged", to: "active" } }),
    ]);
    expect(summary).toMatchObject({ decision_id: DECISION, identity_version: 2 });
    expect(made.state.identityDecisions(asElementId("C-1"))).toMatchObject([
      {
        decision_id: DECISION,
        identity_version: 1,
        withdrawn: { space_seq: 3, principal_id: "owner", reason_evidence: "E-1", identity_version: 2 },
      },
    ]);
    expect(made.state.identityVersion).toBe(2);
    expect(made.find('FIND(?p.canonical_subject.id) WHERE { ?p ("C-2", "prefers", ?o) }')).toEqual([]);
  });

  it("tells writes that named the source from writes whose intent is lost", () => {
    const made = merged();
    made.run('ASSERT ("C-1", "timezone", "+08:00") {by: "C-1", mode: "stated"}');
    made.run('ASSERT ("C-2", "timezone", "+01:00") {by: "C-2", mode: "stated"}');
    made.run('ASSERT ("C-1", "prefers", "C-3") {by: "C-2", mode: "stated"}');
    made.run('TRANSITION "A-1" TO "archived"');
    const { review } = withdraw(made, DECISION);
    expect(review.unambiguous.map(({ id }) => id)).toEqual(["P-2", "A-2", "A-4"]);
    expect(review.unambiguous[1]?.supplied).toEqual([
      { path: "fields.asserted_by", supplied: "C-1", resolved: "C-2" },
      { path: "proposition.subject", supplied: "C-1", resolved: "C-2" },
    ]);
    expect(review.needs_review.map(({ id }) => id)).toEqual(["P-3", "A-3"]);
    expect(made.get("proposition", "P-2").subject).toEqual({ id: "C-2" });
  });

  it("is told only once, and only by somebody who knows how identities stand", () => {
    const made = merged();
    expect(codeOf(() => withdraw(made, DECISION, { expected_identity_version: 0 }))).toBe("VersionConflict");
    expect(codeOf(() => withdraw(made, "kip:space:test#9/C-1"))).toBe("NotFoundOrNotVisible");
    expect(codeOf(() => withdraw(made, DECISION, { reason_evidence: "C-3" }))).toBe("TypeMismatch");
    expect(codeOf(() => withdraw(made, DECISION, { reason_evidence: "E-9" }))).toBe("NotFoundOrNotVisible");
    expect(codeOf(() => withdraw(made, DECISION, { action: "undo" }))).toBe("ConstraintViolation");
    expect(codeOf(() => withdraw(made, DECISION, { why: "x" }))).toBe("SchemaFieldNotFound");
    expect(withdraw(made, DECISION, { reason_evidence: { id: "E-1" } }).effect).toBe(true);
    expect(withdraw(made, DECISION).effect).toBe(false);
  });

  it("does not undo a later merge of the same source", () => {
    const made = merged();
    withdraw(made, DECISION);
    made.run('MERGE CONCEPT "C-1" INTO "C-2"');
    expect(withdraw(made, DECISION).effect).toBe(false);
    expect(canonicalId(made.state, asElementId("C-1"))).toBe("C-2");
    expect(withdraw(made, "kip:space:test#4/C-1").effect).toBe(true);
    expect(canonicalId(made.state, asElementId("C-1"))).toBe("C-1");
  });

  it("leaves a purged source a stub", () => {
    const made = merged();
    made.run('PURGE "C-1" REFERENCE POLICY "tombstone_reference" CONFIRM "PURGE"');
    const { changes } = withdraw(made, DECISION);
    expect(changes).toMatchObject([{ op: "lifecycle", id: "C-1" }]);
    expect(made.get("concept", "C-1")).toMatchObject({ merged_into: null, _system: { state: "purged" } });
  });
});

describe("Any merges and repairs", () => {
  const PEOPLE = 5;
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ source: fc.nat(PEOPLE - 1), target: fc.nat(PEOPLE - 1) }) },
    { weight: 2, arbitrary: fc.record({ withdraw: fc.nat() }) },
  );

  it("leave identities as a list of links with undo has them", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 14 }), (steps) => {
        const made = new TestSpace();
        const people = Array.from({ length: PEOPLE }, (_, at) => `CREATE CONCEPT ?p${at} { TYPE "Person" }`);
        made.run(`MUTATE { ${people.join(" ")}
          CREATE EVIDENCE ?why { SET FIELDS {evidence_class: "human_feedback", payload: "wrong"} } }`);
        // The model: who was merged into whom, and the decision that says so.
        const links = new Map<number, { readonly to: number; readonly decision: string }>();
        const rootOf = (person: number): number => {
          const link = links.get(person);
          return link === undefined ? person : rootOf(link.to);
        };
        const id = (person: number) => `C-${person + 1}`;
        for (const each of steps) {
          if ("withdraw" in each) {
            const standing = [...links];
            const [person, link] = standing[each.withdraw % Math.max(1, standing.length)] ?? [];
            if (person === undefined || link === undefined) continue;
            withdraw(made, link.decision);
            links.delete(person);
            continue;
          }
          const { source, target } = each;
          const merge = () => made.run(`MERGE CONCEPT "${id(source)}" INTO "${id(target)}"`);
          if (rootOf(source) === rootOf(target) && rootOf(target) !== source) {
            expect(merge().effect).toBe(false);
          } else if (source === target) {
            expect(merge().effect).toBe(false);
          } else if (rootOf(target) === source || links.has(source)) {
            expect(codeOf(merge)).toBe("IdentityMergeConflict");
          } else {
            const { summary } = merge();
            const [{ decision_id: decision }] = summary.merges as unknown as [{ decision_id: string }];
            links.set(source, { to: target, decision });
          }
        }
        const everybody = Array.from({ length: PEOPLE }, (_, person) => person);
        for (const person of everybody) {
          const class_ = everybody.filter((other) => rootOf(other) === rootOf(person)).map(id);
          expect(canonicalId(made.state, asElementId(id(person)))).toBe(id(rootOf(person)));
          expect([...identityClass(made.state, asElementId(id(person)))].sort()).toEqual(class_.sort());
        }
        const moves = everybody.flatMap((person) => made.state.identityDecisions(asElementId(id(person))));
        const decided = new Set(moves.map(({ decision_id }) => decision_id));
        const withdrawn = new Set(
          moves.filter((move) => move.withdrawn).map(({ decision_id }) => decision_id),
        );
        expect(decided.size - withdrawn.size).toBe(links.size);
        expect(made.state.identityVersion).toBe(decided.size + withdrawn.size);
      }),
      { numRuns: 60 },
    );
  });
});
