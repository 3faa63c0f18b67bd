import { describe, expect, it } from "vitest";
import type { Timestamp } from "../src/model/index.js";
import { dayOf, intervalInWords, minuteOf } from "./dates.js";

const at = (text: string) => text as Timestamp;
const asserted = at("2025-04-02T23:30:00.000Z");

describe("times in words", () => {
  it("are in UTC", () => {
    expect(dayOf(asserted)).toBe("2 April 2025");
    expect(minuteOf(asserted)).toBe("2 April 2025, 23:30 UTC");
  });

  it("show what is no time as it is", () => {
    expect(dayOf("soon")).toBe("soon");
    expect(minuteOf("")).toBe("");
  });

  it.each([
    [{}, null, "holds since 2 April 2025 or earlier, no end stated"],
    [{ from: at("2021-05-01T00:00:00.000Z") }, null, "holds from 1 May 2021, no end stated"],
    [
      { from: at("2021-05-01T00:00:00.000Z"), until: at("2022-01-01T00:00:00.000Z") },
      null,
      "holds from 1 May 2021, until 1 January 2022",
    ],
    [
      { from: at("2021-05-01T00:00:00.000Z") },
      { until: at("2025-03-01T00:00:00.000Z"), by: ["lives_in Oslo"] },
      "holds from 1 May 2021, ended on 1 March 2025 by a newer claim (lives_in Oslo)",
    ],
    [
      { from: at("2021-05-01T00:00:00.000Z") },
      {
        until: { earliest: at("2022-06-01T00:00:00.000Z"), latest: at("2022-12-01T00:00:00.000Z") },
        by: ["A-2", "A-3"],
      },
      "holds from 1 May 2021, ended some time between 1 June 2022 and 1 December 2022 by newer claims",
    ],
    [
      {},
      { until: null, by: ["A-2"] },
      "holds since 2 April 2025 or earlier, ended by a newer claim (A-2) at an unknown time",
    ],
    [
      { from: { earliest: at("2019-01-01T00:00:00.000Z"), latest: at("2019-12-31T23:59:59.999Z") } },
      null,
      "holds from some time between 1 January 2019 and 31 December 2019, no end stated",
    ],
    [
      {
        from: { latest: at("2025-02-01T10:00:00.000Z") },
        until: { earliest: at("2026-01-01T00:00:00.000Z") },
      },
      null,
      "holds from 1 February 2025 at the latest, until 1 January 2026 at the earliest",
    ],
  ])("interval %j", (validTime, ended, words) => {
    expect(intervalInWords(validTime, asserted, ended)).toBe(words);
  });
});
