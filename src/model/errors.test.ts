import { describe, expect, it } from "vitest";
import { REGISTRY } from "./error-registry.js";
import { asKipError, KipError, kipError } from "./errors.js";

describe("an error", () => {
  it("takes category, retry class and a general hint from the registry", () => {
    expect(kipError("VersionConflict", "the element is at version 3").toShape()).toEqual({
      code: "VersionConflict",
      category: "transaction",
      message: "the element is at version 3",
      hint: REGISTRY.VersionConflict.hint,
      retry: { class: "requires_refresh" },
      details: {},
    });
  });

  it("always says what to do next", () => {
    for (const [code, { hint }] of Object.entries(REGISTRY)) expect(hint, code).toMatch(/\w.*[.…}]$/s);
  });

  it("passes through unchanged", () => {
    const error = kipError("TypeMismatch", "no");
    expect(asKipError(error)).toBe(error);
  });

  it("hides what an unexpected failure said, but keeps its cause for the console", () => {
    const defect = new TypeError("secret text");
    const error = asKipError(defect);
    expect(error).toBeInstanceOf(KipError);
    expect(JSON.stringify(error.toShape())).not.toContain("secret");
    expect(error.cause).toBe(defect);
  });
});
