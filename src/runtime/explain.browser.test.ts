import { describe, expect, it } from "vitest";
import { createPerson, onlyResult, openRuntime } from "./nexus.fixture.js";

const QUERY = `FIND(?x.name) WHERE {
  ?x {type: "Person"}
  (?x, "interested_in", ?what)
  ?what {type: "Topic", name: "Tea"}
  NOT { (?x, "works_for", ?project) }
}`;

/** Twenty persons, two of whom are interested in tea. */
async function teaDrinkers() {
  const nexus = await openRuntime();
  const people = Array.from({ length: 20 }, (_, n) => createPerson(`P${n}`).replace("?c", `?c${n}`));
  const write = async (command: string) => onlyResult(await nexus.executeKip({ command }));
  await write(
    `MUTATE { ${people.join("\n")} CREATE CONCEPT ?tea { TYPE "Topic" NAME "Tea" }
     ASSERT (?c3, "interested_in", ?tea) { by: ?c3, mode: "stated" }
     ASSERT (?c7, "interested_in", ?tea) { by: ?c7, mode: "stated" } }`,
  );
  return { nexus, write };
}

describe("explaining a FIND", () => {
  it("gives the clauses in the order they were matched, each with its index and what it found", async () => {
    const { nexus } = await teaDrinkers();
    const { steps, rows, snapshot_seq } = await nexus.explain(QUERY);
    const told = steps.map(({ clause, access, depth, estimated, actual }) => [
      clause,
      access,
      depth,
      estimated,
      actual,
    ]);
    expect(told).toEqual([
      ['{type: "Topic", name: "Tea"}', "name", 0, 1, 1],
      ['(?x, "interested_in", ?what)', "predicate and object", 0, 2, 2],
      ['{type: "Person"}', "bound", 0, 2, 2],
      ['(?x, "works_for", ?project)', "slot", 1, 0, 0],
      ['NOT { (?x, "works_for", ?project) }', "anti-join", 0, 2, 2],
    ]);
    expect(steps.map(({ clause, from, to }) => QUERY.slice(from, to) === clause)).not.toContain(false);
    expect(steps[0]).toMatchObject({ operator: "concept", estimated: 1 });
    expect({ rows, snapshot_seq }).toEqual({ rows: 2, snapshot_seq: 1 });
  });

  it("counts every row of the answer, whatever LIMIT is, and binds parameters", async () => {
    const { nexus } = await teaDrinkers();
    const command = "FIND(?x) WHERE { ?x {type: :type} } LIMIT 3";
    expect(await nexus.explain(command, { type: "Person" })).toMatchObject({
      rows: 20,
      steps: [{ access: "type", estimated: 20, actual: 20 }],
    });
  });

  it("explains the state that AS OF SEQ names", async () => {
    const { nexus, write } = await teaDrinkers();
    await write(createPerson("one more"));
    const command = 'FIND(COUNT(?x)) WHERE { ?x {type: "Person"} }';
    expect(await nexus.explain(command)).toMatchObject({ snapshot_seq: 2, steps: [{ actual: 21 }] });
    const past = await nexus.explain(`${command} AS OF SEQ 1`);
    expect(past).toMatchObject({ snapshot_seq: 1, steps: [{ actual: 20 }] });
  });

  it.each([
    ["a command that is no FIND", "DESCRIBE SPACE", {}, "LanguageMismatch"],
    ["a command that changes state", createPerson("Ann"), {}, "ReadonlyViolation"],
    ["no command at all", "", {}, "InvalidRequestEnvelope"],
    ["a symbol nobody defined", 'FIND(?x) WHERE { ?x {type: "Nothing"} }', {}, "SchemaSymbolNotFound"],
    ["a parameter without value", "FIND(?x) WHERE { ?x {type: :type} }", {}, "ReferenceError"],
    [
      "a sequence to come",
      'FIND(?x) WHERE { ?x {type: "Person"} } AS OF SEQ 9',
      {},
      "HistoricalSnapshotUnavailable",
    ],
  ])("refuses %s", async (_, command, parameters, code) => {
    const nexus = await openRuntime();
    await expect(nexus.explain(command, parameters)).rejects.toMatchObject({ code, name: "KipError" });
  });
});
