import { describe, expect, it } from "vitest";
import { tableOf } from "./table.js";

describe("a result as a table", () => {
  it("names the columns of a FIND by its expressions", () => {
    expect(tableOf([["Alice", 1]], ["?c.name", "COUNT(?p)"])).toEqual({
      columns: ["?c.name", "COUNT(?p)"],
      rows: [["Alice", 1]],
    });
  });

  it("takes each row of a single expression as one cell, even when the value is an array", () => {
    expect(tableOf(["Alice", ["a", "b"]], ["?x"])?.rows).toEqual([["Alice"], [["a", "b"]]]);
  });

  it("keeps the columns of a FIND without rows", () => {
    expect(tableOf([], ["?x", "?y"])).toEqual({ columns: ["?x", "?y"], rows: [] });
  });

  it("gives a list of objects a column for every member any of them has", () => {
    expect(
      tableOf(
        [
          { id: "C-1", score: 2 },
          { id: "C-2", name: "B" },
        ],
        null,
      ),
    ).toEqual({
      columns: ["id", "score", "name"],
      rows: [
        ["C-1", 2, null],
        ["C-2", null, "B"],
      ],
    });
  });

  it("gives the members of a small object columns of their own, and keeps a reference whole", () => {
    expect(
      tableOf([{ id: "C-1", retrieval: { score: 2, mode: "keyword" }, by: { id: "C-2" } }], null),
    ).toEqual({
      columns: ["id", "retrieval.score", "retrieval.mode", "by"],
      rows: [["C-1", 2, "keyword", { id: "C-2" }]],
    });
  });

  it("lays one object out by its members, and nothing as nothing", () => {
    expect(tableOf({ status: "ok" }, null)).toEqual({
      columns: ["member", "value"],
      rows: [["status", "ok"]],
    });
    expect(tableOf(null, null)).toBeNull();
  });
});
