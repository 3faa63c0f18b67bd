import { expect, it } from "vitest";
import { collectBeliefs } from "./collect.js";

const projection = {
  candidate_status: "accepted",
  slot_status: "accepted",
  support: {},
  basis: {},
  status: "accepted",
};
const slot = { accepted_values: [], candidate_projections: [projection], basis: {}, status: "accepted" };

it("finds the beliefs of a result in reading order, whatever stands beside them", () => {
  const found = collectBeliefs([["Ben", projection], [null, slot], "text", { id: "C-1" }]);
  expect(found.map(({ kind }) => kind)).toEqual(["belief", "slot"]);
});

it("finds those of a single expression, and none where there is none", () => {
  expect(collectBeliefs([projection, slot])).toHaveLength(2);
  expect(collectBeliefs(["accepted"])).toEqual([]);
  expect(collectBeliefs({ status: "accepted" })).toEqual([]);
  expect(collectBeliefs(null)).toEqual([]);
});
