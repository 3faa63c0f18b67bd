import { describe, expect, it } from "vitest";
import { digestOfText, isPurged } from "../model/index.js";
import { codeOf, errorOf, TestSpace } from "./test/space.js";

/** Alice (C-1) prefers Tea (C-2): P-1, A-1 on E-1. Bob (C-3) is referred to by nothing. */
function space(): TestSpace {
  const made = new TestSpace();
  made.run(`MUTATE {
    CREATE CONCEPT ?alice { TYPE "Person" NAME "Alice" CLIENT KEY "c:alice" SET FIELDS {key: "alice", aliases: ["Al"]} }
    CREATE CONCEPT ?tea { TYPE "Option" NAME "Tea" }
    CREATE CONCEPT ?bob { TYPE "Person" NAME "Bob" SET FIELDS {key: "bob"} SET ATTRIBUTES {shoe: 44} }
    CREATE EVIDENCE ?e { CLIENT KEY "msg:1" SET FIELDS {evidence_class: "message", payload: "I like tea"} }
    ASSERT (?alice, "prefers", ?tea) {by: ?alice, mode: "stated", confidence: 0.7, evidence: ?e}
  }`);
  return made;
}

const purge = (target: string, policy?: string) =>
  `PURGE ${target} ${policy ? `REFERENCE POLICY "${policy}" ` : ""}CONFIRM "PURGE"`;

describe("PURGE", () => {
  it("leaves a stub: identity, class and digest, and nothing of the content", () => {
    const made = space();
    const { summary, changes } = made.run(purge('"C-3"'));
    expect(summary).toMatchObject({ purged_ids: ["C-3"], created: 0, updated: 0, matched: 1 });
    expect(changes).toEqual([
      {
        op: "purge",
        kind: "concept",
        id: "C-3",
        schema_ref: "kip://profiles/cognitive-memory@2.0.0/Person",
        old_version: 1,
        new_version: 2,
      },
    ]);
    expect(
      made.find('FIND(?c.id, ?c.name, ?c.key, ?c.governance.purged) WHERE { ?c CONCEPT {state: "purged"} }'),
    ).toEqual([["C-3", null, null, true]]);
    const [whole] = made.find('FIND(?c) WHERE { ?c {id: "C-3"} }');
    expect(Object.keys(whole as object).sort()).toEqual([
      "_system",
      "governance",
      "id",
      "kind",
      "merged_into",
      "schema_ref",
      "space_id",
    ]);
    expect(JSON.stringify(made.state.element("C-3" as never))).not.toMatch(/Bob|bob|44/);
  });

  it("passes out of every ordinary pattern and stays readable by id, type and state", () => {
    const made = space();
    made.run(purge('"C-3"'));
    expect(made.find('FIND(COUNT(?c)) WHERE { ?c {type: "Person"} }')).toEqual([1]);
    expect(made.find('FIND(?c.id) WHERE { ?c {type: "Person", state: "purged"} }')).toEqual(["C-3"]);
  });

  it.each(["C-1", "C-2", "P-1", "E-1"])("is denied for %s while anything refers to it", (id) => {
    const made = space();
    const before = made.all();
    expect(errorOf(() => made.run(purge(`"${id}"`)))).toMatchObject({
      code: "PurgeDenied",
      details: { id },
      hint: expect.stringMatching(/tombstone_reference.*authorized_cascade.*tombstoned/),
    });
    expect(made.all()).toEqual(before);
  });

  it("counts references as the command leaves them", () => {
    const made = space();
    made.run('CREATE CONCEPT ?c { TYPE "Counter" SET STRUCTURAL {("items", "C-3")} }');
    expect(codeOf(() => made.run(purge('"C-3"')))).toBe("PurgeDenied");
    const both = `MUTATE { ${purge('"C-3"')} UPDATE "C-4" UNSET STRUCTURAL {("items", "C-3")} }`;
    expect(made.run(both).summary).toMatchObject({ purged_ids: ["C-3"], updated: 1 });
    expect(made.get("concept", "C-4").structural).toEqual({});
  });

  it("takes elements that refer to each other in one command, whatever the order", () => {
    const made = space();
    const { summary } = made.run(`MUTATE { ${purge('"E-1"')} ${purge('"A-1"')} ${purge('"P-1"')} }`);
    expect(summary).toMatchObject({ purged_ids: ["E-1", "A-1", "P-1"] });
    expect(codeOf(() => made.run(purge('"C-2"')))).toBe(null);
  });

  it("sees references that only a lifecycle, a context or a Facet holds", () => {
    const made = space();
    made.run('ASSERT ("C-1", "prefers", "C-2") {by: "C-1", mode: "stated", context: ["C-3"]}');
    expect(errorOf(() => made.run(purge('"C-3"')))?.details).toMatchObject({ referenced_by: ["A-2"] });
    made.run('ASSERT ("C-1", "prefers", "C-2") {by: "C-1", mode: "stated"} SUPERSEDING "A-1"');
    expect(errorOf(() => made.run(purge('"A-1"')))?.details).toMatchObject({ referenced_by: ["A-3"] });
    expect(errorOf(() => made.run(purge('"A-3"')))?.details).toMatchObject({ referenced_by: ["A-1"] });
    made.run(`CREATE ACTIVITY ?x {
      SET FIELDS {activity_class: "inference", status: "completed"}
      SET FACET "MemoryScope" {task_ref: "A-2", context_refs: []}
    }`);
    expect(errorOf(() => made.run(purge('"A-2"')))?.details).toMatchObject({ referenced_by: ["X-1"] });
  });

  it("leaves references to the stub under tombstone_reference, and takes no new ones", () => {
    const made = space();
    made.run(purge('"C-2"', "tombstone_reference"));
    expect(made.get("proposition", "P-1").object).toEqual({ id: "C-2" });
    expect(made.find('FIND(?o.id, ?o.name) WHERE { ?p (?s, "prefers", ?o) }')).toEqual([["C-2", null]]);
    for (const command of [
      'ASSERT ("C-1", "prefers", "C-2") {by: "C-1", mode: "stated"}',
      'UPDATE "C-2" SET FIELDS {name: "Tea"}',
      'SET RETENTION "C-2" {legal_hold: true}',
      'UPSERT CONCEPT ?c { MATCH {id: "C-2"} SET FIELDS {name: "Tea"} }',
    ]) {
      expect(
        errorOf(() => made.run(command)),
        command,
      ).toMatchObject({
        code: "NotFoundOrNotVisible",
        details: { state: "purged" },
      });
    }
    expect(codeOf(() => made.run('TRANSITION "C-2" TO "archived"'))).toBe("InvalidLifecycleTransition");
    expect(
      codeOf(() => new TestSpace().run(`MUTATE { CREATE CONCEPT ?c { TYPE "Option" } ${purge("?c")} }`)),
    ).toBe("DuplicateMutationTarget");
  });

  it("purges what refers to the target too under authorized_cascade, all the way", () => {
    const made = space();
    const { summary } = made.run(purge('"C-2"', "authorized_cascade"));
    expect(summary).toMatchObject({ purged_ids: ["C-2", "P-1", "A-1"] });
    expect(
      made
        .all()
        .filter(isPurged)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(["A-1", "C-2", "P-1"]);
    expect(made.get("evidence", "E-1").payload).toMatchObject({ inline: "I like tea" });
    expect(made.find('FIND(?p, ?p.subject) WHERE { ?p PROPOSITION (id: "P-1") }')).toEqual([
      [expect.not.objectContaining({ subject: expect.anything() }), null],
    ]);
  });

  it("stops at a held element, whatever the policy, and erases nothing then", () => {
    const made = space();
    made.run('SET RETENTION "A-1" {legal_hold: true}');
    const before = made.all();
    for (const command of [
      purge('"A-1"'),
      purge('"A-1"', "tombstone_reference"),
      purge('"C-2"', "authorized_cascade"),
      `MUTATE { SET RETENTION "A-1" {legal_hold: false} ${purge('"A-1"')} }`,
    ]) {
      expect(
        codeOf(() => made.run(command)),
        command,
      ).toBe("LegalHoldConflict");
    }
    expect(made.all()).toEqual(before);
    made.run('SET RETENTION "A-1" {legal_hold: false}');
    expect(made.run(purge('"A-1"')).effect).toBe(true);
  });

  it("never comes by itself when retention expires, and a tombstone can still be purged", () => {
    const made = space();
    made.run('SET RETENTION "C-3" {expires_at: "2020-01-01T00:00:00.000Z"}');
    expect(made.get("concept", "C-3").name).toBe("Bob");
    made.run('TRANSITION "C-3" TO "tombstoned"');
    expect(
      made.run('PURGE ?c WHERE { ?c CONCEPT {state: "tombstoned"} } CONFIRM "PURGE"').summary,
    ).toMatchObject({
      purged_ids: ["C-3"],
    });
  });

  it("has no effect on a stub, refuses an unknown policy and an own $self", () => {
    const made = space();
    made.run(purge('"C-3"'));
    expect(made.run(purge('"C-3"')).effect).toBe(false);
    expect(codeOf(() => made.run(purge('"C-3"', "delete_everything")))).toBe("ConstraintViolation");
    made.state.designateSelf("C-1" as never);
    expect(errorOf(() => made.run(purge('"C-1"', "tombstone_reference")))).toMatchObject({
      code: "PurgeDenied",
      details: { self: true },
    });
  });

  it("holds its guard and its limit", () => {
    const made = space();
    expect(codeOf(() => made.run('PURGE "C-3" EXPECT VERSION 7 CONFIRM "PURGE"'))).toBe("VersionConflict");
    const sweep =
      'PURGE ?c WHERE { ?c {type: "Person"} } LIMIT 1 REFERENCE POLICY "tombstone_reference" CONFIRM "PURGE"';
    expect(made.run(sweep).summary).toMatchObject({ matched: 1, purged_ids: ["C-1"] });
  });

  it("frees the key, and lets no resend bring back what a client key made", () => {
    const made = space();
    made.run(purge('"C-1"', "tombstone_reference"));
    made.run(purge('"E-1"', "tombstone_reference"));
    expect(
      JSON.stringify([made.state.clientKey("concept", "c:alice"), made.state.clientKey("evidence", "msg:1")]),
    ).not.toMatch(/c:alice|msg:1/);
    const resend =
      'CREATE EVIDENCE ?e { CLIENT KEY "msg:1" SET FIELDS {evidence_class: "message", payload: "I like tea"} }';
    expect(made.run(resend)).toMatchObject({ effect: false, summary: { handles: { e: "E-1" } } });
    expect(errorOf(() => made.run(resend.replace("tea", "milk")))).toMatchObject({
      code: "ClientKeyConflict",
      details: { id: "E-1", state: "purged" },
    });
    const { summary } = made.run(
      'UPSERT CONCEPT ?c { MATCH {type: "Person", key: "alice"} SET FIELDS {name: "Alice"} }',
    );
    expect(summary).toMatchObject({ created_ids: ["C-4"] });
  });
});

describe("PURGE PAYLOAD", () => {
  it("destroys the bytes and keeps the record, its digest and its citations", () => {
    const made = space();
    const before = made.get("evidence", "E-1");
    const { changes } = made.run('PURGE PAYLOAD "E-1" CONFIRM "PURGE"');
    expect(changes).toMatchObject([{ op: "payload_purge", id: "E-1", touched: ["fields.payload"] }]);
    const { _system, ...after } = made.get("evidence", "E-1");
    const { _system: _earlier, ...kept } = before;
    expect(after).toEqual({ ...kept, payload: { status: "purged" } });
    expect(after.content_digest).toBe(digestOfText("I like tea"));
    expect(_system.state).toBe("active");
    expect(made.get("assertion", "A-1").evidence).toEqual([{ id: "E-1", role: "support" }]);
    expect(made.run('PURGE PAYLOAD "E-1" CONFIRM "PURGE"').effect).toBe(false);
  });

  it("is for Evidence only, and stops at a hold", () => {
    const made = space();
    expect(codeOf(() => made.run('PURGE PAYLOAD "C-1" CONFIRM "PURGE"'))).toBe("ConstraintViolation");
    made.run('SET RETENTION "E-1" {legal_hold: true}');
    expect(codeOf(() => made.run('PURGE PAYLOAD "E-1" CONFIRM "PURGE"'))).toBe("LegalHoldConflict");
  });

  it("takes a tombstoned record, and leaves a stub alone", () => {
    const made = space();
    made.run('TRANSITION "E-1" TO "tombstoned"');
    expect(made.run('PURGE PAYLOAD "E-1" CONFIRM "PURGE"').effect).toBe(true);
    made.run(purge('"E-1"', "tombstone_reference"));
    expect(made.run('PURGE PAYLOAD "E-1" CONFIRM "PURGE"').effect).toBe(false);
  });

  it("finds by WHERE what a FIND finds: what is archived, when its id or its state is asked for", () => {
    const made = new TestSpace();
    made.run('CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "message", payload: "secret"} }');
    made.run('TRANSITION "E-1" TO "archived"');
    const found = (where: string) => {
      const overlay = made.begin();
      const { summary } = made.execute(overlay, `PURGE PAYLOAD ?e WHERE { ${where} } CONFIRM "PURGE"`);
      return [made.find(`FIND(?e.id) WHERE { ${where} }`).length, summary.matched, summary.updated];
    };
    expect(found('?e EVIDENCE {evidence_class: "message"}')).toEqual([0, 0, 0]);
    for (const asked of [
      '?e EVIDENCE {id: "E-1"}',
      '?e EVIDENCE {state: "archived"}',
      '?e EVIDENCE {_system: {state: "archived"}}',
      '?e EVIDENCE {evidence_class: "message"} FILTER(?e._system.state == "archived")',
      '?e EVIDENCE {state: ?s} FILTER(IN(?s, ["active", "archived"]))',
    ]) {
      expect(found(asked), asked).toEqual([1, 1, 1]);
    }
    expect(made.run('PURGE PAYLOAD "E-1" CONFIRM "PURGE"').effect).toBe(true);
  });
});
