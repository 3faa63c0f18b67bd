import { expect, it } from "vitest";
import { quantile, quantilesOf } from "./quantiles.js";

it("is the nearest rank, whatever the order", () => {
  const samples = [5, 1, 4, 2, 3];
  expect([0.2, 0.5, 0.95, 1].map((share) => quantile(samples, share))).toEqual([1, 3, 5, 5]);
  expect(quantilesOf([7])).toEqual({ p50: 7, p95: 7 });
  expect(quantile([], 0.5)).toBeNaN();
  expect(samples).toEqual([5, 1, 4, 2, 3]);
});
