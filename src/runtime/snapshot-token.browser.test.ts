import { describe, expect, it } from "vitest";
import { codeOf, countPeople, createPerson, onlyResult, openRuntime } from "./nexus.fixture.js";

describe("a snapshot token", () => {
  it("binds every read of a later request to the state it names, whatever was written since", async () => {
    const nexus = await openRuntime();
    const first = await nexus.executeKip({ command: createPerson("Ada") });
    const token = first.snapshot?.snapshot_token ?? "";
    await nexus.executeKip({ command: createPerson("Grace") });
    const names = 'FIND(?c.name) WHERE { ?c CONCEPT {type: "Person"} }';
    const then = await nexus.executeKipReadonly({
      operations: [countPeople, names],
      read: { snapshot_token: token },
    });
    expect(then.results.map(({ result }) => result)).toEqual([[1], ["Ada"]]);
    expect(then.results.map(({ context }) => context?.snapshot_seq)).toEqual([1, 1]);
    expect(then.snapshot).toMatchObject({ snapshot_seq: 1, snapshot_token: token });
    expect(onlyResult(await nexus.executeKipReadonly({ command: countPeople }))).toEqual([2]);
  });

  it("still names the present as long as nothing was written", async () => {
    const nexus = await openRuntime();
    const { snapshot } = await nexus.executeKip({ command: createPerson("Ada") });
    const read = { snapshot_token: snapshot?.snapshot_token ?? "" };
    expect(onlyResult(await nexus.executeKipReadonly({ command: countPeople, read }))).toEqual([1]);
  });

  it("is refused when it was forged, altered, or issued by another memory", async () => {
    const nexus = await openRuntime();
    const other = await openRuntime();
    const own = (await nexus.executeKip({ command: createPerson("Ada") })).snapshot?.snapshot_token ?? "";
    const foreign = (await other.executeKip({ command: createPerson("Ada") })).snapshot?.snapshot_token ?? "";
    const altered = `${own.slice(0, 3)}${own[3] === "A" ? "B" : "A"}${own.slice(4)}`;
    for (const snapshot_token of ["1", altered, foreign, btoa('{"seq":0}')]) {
      const response = await nexus.executeKipReadonly({ command: countPeople, read: { snapshot_token } });
      expect(response).toMatchObject({ status: "failed", results: [] });
      expect(codeOf(response)).toBe("InvalidRequestEnvelope");
    }
  });

  it("binds reads: a write with one is refused, and so is a second coordinate", async () => {
    const nexus = await openRuntime();
    const { snapshot } = await nexus.executeKip({ command: createPerson("Ada") });
    const read = { snapshot_token: snapshot?.snapshot_token ?? "" };
    const write = { command: createPerson("Grace") };
    expect(codeOf(await nexus.request({ kip: "2.0", read, operations: [write] }))).toBe(
      "InvalidRequestEnvelope",
    );
    const atomic = { kip: "2.0", execution: { mode: "atomic" }, read, operations: [write] } as const;
    expect(codeOf(await nexus.request(atomic))).toBe("InvalidRequestEnvelope");
    const twice = { command: `${countPeople} AS OF SEQ 0`, read };
    expect(codeOf(await nexus.executeKipReadonly(twice))).toBe("InvalidRequestEnvelope");
    expect(onlyResult(await nexus.executeKipReadonly({ command: countPeople }))).toEqual([1]);
  });

  it("of a state that has passed takes read_history, as every other way back does", async () => {
    const nexus = await openRuntime();
    await nexus.executeKip({ command: createPerson("Ada") });
    const agent = await nexus.endpoint({ principal: "agent" });
    const { snapshot } = await agent.executeKip({ command: countPeople });
    const read = { snapshot_token: snapshot?.snapshot_token ?? "" };
    expect(onlyResult(await agent.executeKipReadonly({ command: countPeople, read }))).toEqual([1]);
    await nexus.executeKip({ command: createPerson("Grace") });
    const bound = { kip: "2.0", read, operations: [{ command: countPeople }] } as const;
    const ways = [
      () => agent.executeKipReadonly({ command: countPeople, read }),
      () => agent.request({ ...bound, execution: { mode: "atomic" } }),
      () => agent.executeKip({ command: `${countPeople} AS OF SEQ 1` }),
      () => agent.executeKip({ command: "HISTORY SPACE" }),
      () => agent.executeKip({ command: "DESCRIBE SNAPSHOT AS OF SEQ 1" }),
      () => agent.executeKip({ command: 'DESCRIBE SNAPSHOT AT TIME "2030-01-01T00:00:00.000Z"' }),
    ];
    for (const way of ways) expect(codeOf(await way())).toBe("NotAuthorized");
    for (const command of ["DESCRIBE SNAPSHOT", "CHANGES AFTER SEQ 0"]) {
      expect(codeOf(await agent.executeKip({ command }))).toBeUndefined();
    }
    const owner = await (await nexus.governance()).change({
      ...{ op: "grant", principal: "agent", permissions: ["read_history"] },
    });
    expect(owner.ids).toHaveLength(1);
    for (const way of ways) expect(codeOf(await way())).toBeUndefined();
  });

  it("binds a search to what was there then", async () => {
    const nexus = await openRuntime();
    const { snapshot } = await nexus.executeKip({ command: createPerson("Ada") });
    await nexus.executeKip({ command: createPerson("Grace") });
    const read = { snapshot_token: snapshot?.snapshot_token ?? "" };
    const found = async (word: string) =>
      onlyResult(await nexus.executeKipReadonly({ command: `SEARCH CONCEPT "${word}"`, read }));
    expect(await found("Grace")).toEqual([]);
    expect(await found("Ada")).toMatchObject([{ id: "C-1" }]);
  });
});
