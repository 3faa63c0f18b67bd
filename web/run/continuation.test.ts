import { expect, it } from "vitest";
import { continuationOf } from "./continuation.js";

it("adds a cursor to a command that has none, under a name of its own", () => {
  expect(continuationOf("LIST TYPES LIMIT 2 ", { next_page: 1 }, "c")).toEqual({
    command: "LIST TYPES LIMIT 2\nCURSOR :next_page_",
    parameters: { next_page: 1, next_page_: "c" },
  });
});

it("renews the cursor of a command that has one", () => {
  const command = "FIND(?x) WHERE { ?x CONCEPT {} } LIMIT 2 CURSOR :c // the second page\n";
  expect(continuationOf(command, { c: "1" }, "2")).toEqual({ command, parameters: { c: "2" } });
});
