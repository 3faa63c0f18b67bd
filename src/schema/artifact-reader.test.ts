import { describe, expect, it } from "vitest";
import { loadPackage } from "./index.js";
import { artifact, errorOf } from "./package.fixture.js";

describe("What is no schema package", () => {
  it.each([
    [5, "a number"],
    ["x", "a string"],
    [null, "null"],
    [undefined, "undefined"],
    [[], "an array"],
    [new Map(), "an instance of a class"],
    [() => {}, "a function"],
  ])("is refused in a whole sentence: %s", (value, words) => {
    expect(errorOf(() => loadPackage(value))).toMatchObject({
      code: "ArtifactParseError",
      message: `a schema package is a JSON object, not ${words}`,
      hint: expect.stringContaining("artifact itself"),
    });
  });

  it("names the place of a wrong member", () => {
    const wrong = artifact("kip://test/wrong", "1.0.0", {}, { dependencies: 5 });
    expect(errorOf(() => loadPackage(wrong))).toMatchObject({
      message: "kip://test/wrong@1.0.0: dependencies must be an array, not 5",
      hint: "Correct dependencies in the package artifact.",
    });
  });
});
