import { expect, test } from "vitest";
import { Memory, rows } from "./memory.fixture.js";

test("a variable that one pattern bound to a stored null is that null to the reference field of another", () => {
  const memory = new Memory();
  memory.concept("Person", "Ann");
  memory.evidence("seen");
  const view = memory.view();
  const [concept, evidence] = ['?x {merged_into: ?none, name: "Ann"}', "?e EVIDENCE {generated_by: ?none}"];
  for (const patterns of [`${concept} ${evidence}`, `${evidence} ${concept}`]) {
    expect(rows(view, `FIND(?x.name, ?none, ?e.id) WHERE { ${patterns} }`)).toEqual([["Ann", null, "E-1"]]);
  }
});
