import { expect, it } from "vitest";
import type { JsonObject } from "../model/index.js";
import { codeOf, onlyResult, openRuntime } from "./nexus.fixture.js";

/** Two disagree about where Alice lives, and one of them says so at work only. */
const HOUSE = `MUTATE {
  CREATE CONCEPT ?alice { TYPE "Person" NAME "Alice" SET FIELDS {key: "alice"} }
  CREATE CONCEPT ?bob { TYPE "Person" NAME "Bob" SET FIELDS {key: "bob"} }
  CREATE CONCEPT ?work { TYPE "Topic" NAME "Work" }
  CREATE EVIDENCE ?paper { SET FIELDS {evidence_class: "document", payload: "the lease"} }
  ASSERT ?lisbon (?alice, "timezone", "Europe/Lisbon") {
    by: ?alice, mode: "stated", at: "2025-11-01T00:00:00.000Z", confidence: 0.37, evidence: ?paper
  }
  ASSERT ?paris (?alice, "timezone", "Europe/Paris") {by: ?bob, mode: "stated", at: "2025-12-01T00:00:00.000Z"}
  ASSERT ?oslo (?alice, "timezone", "Europe/Oslo") {by: ?bob, mode: "stated", context: [?work]}
}`;

type Handles = Readonly<Record<"alice" | "bob" | "work" | "paper" | "lisbon", string>>;

it("an endpoint that may project and not read is told what is believed, and that the rest is redacted", async () => {
  const runtime = await openRuntime();
  const { handles: ids } = onlyResult(await runtime.executeKip({ command: HOUSE })) as unknown as {
    handles: Handles;
  };
  const paper = 'FIND(?e.content_digest) WHERE { ?e EVIDENCE {evidence_class: "document"} }';
  const [digest] = onlyResult(await runtime.executeKip({ command: paper })) as readonly string[];
  const governance = await runtime.governance();
  await governance.change({ op: "add_principal", id: "told" });
  await governance.change({ op: "grant", principal: "told", permissions: ["discover", "project"] });
  await governance.change({
    op: "grant",
    principal: "told",
    permissions: ["read"],
    scope: { kinds: ["concept", "proposition"] },
  });
  const endpoint = await runtime.endpoint({ principal: "told" });
  for (const settings of ["", 'WITH EPISTEMIC {explanation: "ledger", include_historical: true}']) {
    const command = `FIND(?b) WHERE { ?x {key: "alice"} ?b BELIEF SLOT (?x, "timezone") } ${settings}`;
    const told = await endpoint.executeKipReadonly({ command });
    const shown = await runtime.executeKipReadonly({ command });
    const statusesOf = (response: typeof told) =>
      (onlyResult(response) as readonly { candidate_projections: readonly JsonObject[] }[]).flatMap(
        ({ candidate_projections }) => candidate_projections.map(({ status }) => status),
      );
    expect(statusesOf(told)).toEqual(["contested", "contested", "insufficient"]);
    expect(statusesOf(told)).toEqual(statusesOf(shown));
    expect(onlyResult(told)).toMatchObject([
      {
        candidate_projections: [
          { support: { assertion_ids: [ids.lisbon], root_groups: ["root:withheld-1"] } },
          { explanation: { redacted: 1 } },
          { explanation: { redacted: 1, excluded: { withheld: 1 } } },
        ],
      },
    ]);
    // Everything but the subject, which the query itself names.
    const text = JSON.stringify(told.results).replaceAll(`"subject":{"id":"${ids.alice}"}`, "");
    const secrets = [digest ?? "", ids.bob, ids.work, ids.paper, "0.37", "2025-", "context_mismatch"];
    expect(secrets.filter((secret) => text.includes(`${secret}`))).toEqual([]);
    expect(text).not.toContain(`root:${ids.alice}`);
  }
  const raw = "FIND(?a.stance, ?a.asserted_by) WHERE { ?a ASSERTION {} }";
  expect(JSON.stringify(onlyResult(await endpoint.executeKip({ command: raw })))).not.toContain("support");
});

it("an endpoint that may read and not project reads derivations, and is refused every belief", async () => {
  const runtime = await openRuntime();
  onlyResult(await runtime.executeKip({ command: HOUSE }));
  const inference = 'ASSERT ("C-1", "timezone", "Europe/Rome") {by: "C-2", mode: "inferred"}';
  onlyResult(await runtime.executeKip({ command: inference }));
  const governance = await runtime.governance();
  await governance.change({ op: "add_principal", id: "reader" });
  await governance.change({ op: "grant", principal: "reader", permissions: ["discover", "read", "search"] });
  const endpoint = await runtime.endpoint({ principal: "reader" });
  const found = onlyResult(
    await endpoint.executeKipReadonly({ command: 'FIND(?a) WHERE { ?a ASSERTION {mode: "inferred"} }' }),
  );
  expect(found).toMatchObject([{ _system: { dependency_validity: { status: "unverifiable" } } }]);
  const belief = await endpoint.executeKipReadonly({
    command: 'FIND(?b) WHERE { ?b BELIEF SLOT ("C-1", "timezone") }',
  });
  expect(codeOf(belief)).toBe("ProjectionNotAuthorized");
});
