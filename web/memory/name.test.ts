import { describe, expect, it } from "vitest";
import { addressOf, nameInAddress, nameProblem, PLAYGROUND } from "./name.js";

describe("the memory's name", () => {
  it("comes from the address", () => {
    expect(nameInAddress("?memory=diary")).toBe("diary");
    expect(nameInAddress("?memory=my%20notes")).toBe("my notes");
  });

  it("falls back to the playground when the address names none, or an impossible one", () => {
    expect(nameInAddress("")).toBe(PLAYGROUND);
    expect(nameInAddress("?memory=")).toBe(PLAYGROUND);
    expect(nameInAddress("?memory=../../etc")).toBe(PLAYGROUND);
  });

  it("may be written in any script", () => {
    expect(nameProblem("記憶-1")).toBeNull();
    expect(nameProblem("a/b")).toMatch(/letters/);
    expect(nameProblem("")).toBe("Type a name.");
  });

  it("goes back into the address, the playground without a parameter", () => {
    expect(addressOf("diary", "http://localhost/#x")).toBe("http://localhost/?memory=diary");
    expect(addressOf(PLAYGROUND, "http://localhost/?memory=diary")).toBe("http://localhost/");
  });
});
