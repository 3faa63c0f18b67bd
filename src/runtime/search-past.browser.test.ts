import { describe, expect, it } from "vitest";
import type { JsonValue } from "../model/index.js";
import { codeOf, onlyResult, openRuntime } from "./nexus.fixture.js";
import type { NexusRuntime } from "./nexus-runtime.js";

const person = (name: string) => `CREATE CONCEPT ?c { TYPE "Person" NAME "${name}" }`;

async function write(runtime: NexusRuntime, ...commands: readonly string[]): Promise<void> {
  for (const command of commands) onlyResult(await runtime.executeKip({ command }));
}

async function read(runtime: NexusRuntime, command: string): Promise<JsonValue | undefined> {
  return onlyResult(await runtime.executeKipReadonly({ command }));
}

const TERMS = ["alice", "lisbon timezone", "espresso", "alcie", "coffee"];
const KINDS = ["CONCEPT", "PROPOSITION", "ASSERTION", "EVIDENCE"];

/** A story in which what words lead to changes with every commit. */
const STORY: readonly string[] = [
  person("Alice"),
  person("Bob"),
  'ASSERT ("C-1", "timezone", "Europe/Lisbon") { by: "C-1", mode: "stated" }',
  'CREATE EVIDENCE ?e { SET FIELDS {evidence_class: "message", payload: "Alice drinks espresso"} }',
  'UPDATE "C-1" SET FIELDS {name: "Alicia", aliases: ["Al"]}',
  'UPDATE "C-1" SET ATTRIBUTES {drink: "espresso"}',
  'DEFINE PREDICATE "brews" {description: "What coffee someone makes."}',
  'ASSERT ("C-2", "brews", "espresso") { by: "C-1", mode: "stated" }',
  'TRANSITION "C-2" TO "archived"',
  'MUTATE { CREATE CONCEPT ?c { TYPE "Person" NAME "Alice" } UPDATE "C-1" SET FIELDS {name: "Ann"} }',
];

describe("a search of the past", () => {
  it("finds at every sequence what a search found when that was the present", async () => {
    const nexus = await openRuntime();
    const searches = KINDS.flatMap((kind) => TERMS.map((term) => `SEARCH ${kind} "${term}"`));
    const then: (readonly (JsonValue | undefined)[])[] = [];
    for (const command of STORY) {
      await write(nexus, command);
      then.push(await Promise.all(searches.map((search) => read(nexus, search))));
    }
    expect(new Set(then.map((answers) => JSON.stringify(answers))).size).toBeGreaterThan(STORY.length / 2);
    for (const [at, answers] of then.entries()) {
      const past = searches.map((search) => read(nexus, `${search} AS OF SEQ ${at + 1}`));
      expect(await Promise.all(past), `sequence ${at + 1}`).toEqual(answers);
    }
    expect(await read(nexus, 'SEARCH CONCEPT "alice" AS OF SEQ 0')).toEqual([]);
  });

  it("says which sequence its index is of, and stays with it while the present moves on", async () => {
    const nexus = await openRuntime();
    await write(nexus, person("Alice"), 'UPDATE "C-1" SET FIELDS {name: "Ann"}');
    const search = { command: 'SEARCH CONCEPT "alice" AS OF SEQ 1' };
    const { results } = await nexus.executeKipReadonly(search);
    expect(results[0]?.context).toMatchObject({
      snapshot_seq: 1,
      search: { index_seq: 1, current_space_seq: 1, consistency: "snapshot" },
    });
    await write(nexus, 'UPDATE "C-1" SET FIELDS {name: "Annabel"}', person("Alice"));
    expect(onlyResult(await nexus.executeKipReadonly(search))).toMatchObject([{ id: "C-1", name: "Alice" }]);
  });

  it("is part of a query, also of one that a cursor continues after the memory has moved on", async () => {
    const nexus = await openRuntime();
    await write(nexus, person("Alice One"), person("Alice Two"), person("Alice Three"));
    const query = 'FIND(?x.name) WHERE { ?x SEARCH CONCEPT "alice" LIMIT 9 } ORDER BY ?x.id';
    const past = 'FIND(?x.name) WHERE { ?x SEARCH CONCEPT "alice" LIMIT 9 } AS OF SEQ 2 ORDER BY ?x.id';
    expect(await read(nexus, past)).toEqual(["Alice One", "Alice Two"]);
    const first = await nexus.executeKipReadonly({ command: `${query} LIMIT 2` });
    await write(nexus, 'UPDATE "C-3" SET FIELDS {name: "Bob"}', person("Alice Four"));
    const second = await nexus.executeKipReadonly({
      command: `${query} LIMIT 2 CURSOR :next`,
      parameters: { next: first.results[0]?.next_cursor ?? null },
    });
    expect([onlyResult(first), onlyResult(second)]).toEqual([["Alice One", "Alice Two"], ["Alice Three"]]);
    expect(await nexus.explain(past)).toMatchObject({ snapshot_seq: 2, rows: 2 });
  });

  it("is bound by a snapshot token as any read is", async () => {
    const nexus = await openRuntime();
    await write(nexus, person("Alice"));
    const { snapshot } = await nexus.executeKipReadonly({ command: "DESCRIBE SPACE" });
    await write(nexus, person("Alice"));
    const bound = await nexus.request({
      kip: "2.0",
      read: { snapshot_token: snapshot?.snapshot_token ?? "" },
      operations: [{ command: 'SEARCH CONCEPT "alice"' }],
    });
    expect(onlyResult(bound)).toMatchObject([{ id: "C-1" }]);
  });

  it("shows what its caller may see now, and nothing that was purged since", async () => {
    const nexus = await openRuntime();
    await write(nexus, person("Alice Secret"), person("Alice Gone"), person("Alice"));
    const agent = await nexus.endpoint({ principal: "maintenance" });
    const search = { command: 'SEARCH CONCEPT "alice" AS OF SEQ 3' };
    const found = async (from: { executeKipReadonly: NexusRuntime["executeKipReadonly"] }) =>
      (onlyResult(await from.executeKipReadonly(search)) as readonly { id: string }[])
        .map(({ id }) => id)
        .sort();
    await write(nexus, person("Somebody"));
    expect(await found(agent)).toEqual(["C-1", "C-2", "C-3"]);
    const governance = await nexus.governance();
    await governance.change({
      op: "deny",
      principal: "maintenance",
      permissions: ["discover"],
      scope: { elements: ["C-1"] },
    });
    await write(nexus, 'PURGE "C-2" CONFIRM "PURGE"');
    expect(await found(agent)).toEqual(["C-3"]);
    expect(await found(nexus)).toEqual(["C-1", "C-3"]);
    await governance.change({ op: "quarantine", elements: ["C-3"], reason: "doubtful" });
    expect(await found(nexus)).toEqual(["C-1"]);
  });

  it("needs the permission to read the past", async () => {
    const nexus = await openRuntime();
    await write(nexus, person("Alice"), person("Bob"));
    const agent = await nexus.endpoint({ principal: "agent" });
    const search = { command: 'SEARCH CONCEPT "alice" AS OF SEQ 1' };
    expect(codeOf(await agent.executeKipReadonly(search))).toBe("NotAuthorized");
  });
});
